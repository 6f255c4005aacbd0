// Explains how an exported folder gets callgym, which no package index offers: from a packed file, or through an
// existing command or server.

export const packageFile = (version: string): string => `callgym-${version}.tgz`;

export const getCallgym = (version: string): string =>
  `callgym is on no package index. \`npm pack\` in a checkout of it writes \`${packageFile(version)}\`, which \`npm install --global ./${packageFile(version)}\` installs (Node 24 or newer); \`callgym export --package FILE\` puts it where the images of this folder look for it.`;

export const installInImage = (version: string): string => `# \`npm pack\` in a checkout of callgym writes this file
COPY ${packageFile(version)} ./
RUN npm install --global --no-audit --no-fund ./${packageFile(version)}`;

/** Python code that finds the callgym command, or says in one line how to get it. */
export const FIND_COMMAND = `COMMAND = shlex.split(os.environ.get("CALLGYM_COMMAND", "callgym"))


def found():
    if shutil.which(COMMAND[0]) is None:
        sys.exit(f"there is no command {COMMAND[0]}: install callgym, or name it: CALLGYM_COMMAND='node CHECKOUT/cli/callgym.js'")
    return COMMAND`;
