// Reads the command line and runs one command. Turns errors about the input into a message of one line and exit status
// 2.
import { parseArgs } from 'node:util';
import { GymError } from '../envs/errors/gym-error.ts';
import { COMMANDS } from './command-list.ts';
import { fromGallery } from './gallery.ts';
import { helpOf } from './help.ts';
import { Output } from './output.ts';

const USAGE_ERROR = 2;

export async function main(argv: readonly string[]): Promise<void> {
  // a program such as `head` may close the output early; this is not an error
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  process.exitCode = await run(argv);
}

export async function run(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(overview());
    return 0;
  }
  if (name === '--version') {
    const { readVersion } = await import('./version.ts');
    process.stdout.write(`${readVersion()}\n`);
    return 0;
  }
  const listed = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (listed === undefined) {
    const meant = nearest(name);
    const guess = meant === undefined ? '' : `; did you mean ${meant}?`;
    return complain(`there is no command ${name}${guess === '' ? ';' : guess} callgym --help lists them`);
  }
  const command = await listed.load();
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(helpOf(command));
    return 0;
  }
  let parsed;
  try {
    const options = Object.fromEntries(
      Object.entries(command.options ?? {}).map(([key, option]) => [key, { type: option.type }]),
    );
    parsed = parseArgs({
      args: rest,
      options: { ...options, json: { type: 'boolean' } },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    return complain(`callgym ${name}: ${(error as Error).message.split('. ')[0]}; callgym ${name} --help`);
  }
  const { least, most } = command.args ?? { least: 0, most: 0 };
  if (parsed.positionals.length < least || parsed.positionals.length > (most ?? Infinity)) {
    return complain(`callgym ${name}: expected ${command.usage}; callgym ${name} --help`);
  }
  const output = new Output(parsed.values['json'] === true);
  try {
    const result = await command.run({
      args: parsed.positionals.map(fromGallery),
      options: parsed.values as Record<string, string | boolean | undefined>,
      output,
    });
    if (result.summary !== undefined) output.summary(result.summary);
    return result.status ?? 0;
  } catch (error) {
    if (error instanceof GymError) return complain(`callgym ${name}: ${error.message}`);
    throw error;
  }
}

function complain(text: string): number {
  process.stderr.write(`${text.replace(/\s*\n\s*/g, ' ')}\n`);
  return USAGE_ERROR;
}

/**
 * Returns the command that the user probably meant: it begins with the typed text, or differs from it in one or two
 * letters. Returns undefined if no command is near.
 */
function nearest(name: string): string | undefined {
  const ranked = Object.keys(COMMANDS)
    .map((each) => ({ each, far: each.startsWith(name) ? 1 : edits(name, each) }))
    .toSorted((a, b) => a.far - b.far);
  const [best] = ranked;
  return best !== undefined && best.far <= Math.min(2, name.length - 1) ? best.each : undefined;
}

function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_each, at) => at);
  for (let at = 1; at <= from.length; at++) {
    const next = [at];
    for (let of = 1; of <= to.length; of++)
      next.push(
        Math.min(
          (row[of] ?? 0) + 1,
          (next[of - 1] ?? 0) + 1,
          (row[of - 1] ?? 0) + (from[at - 1] === to[of - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

function overview(): string {
  const rows = Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(10)} ${about}\n`);
  return `callgym: stateful simulated APIs for tool-using language models\n\nUsage: callgym COMMAND [ARGUMENTS] [--json]\n\n${rows.join('')}\ncallgym COMMAND --help tells more. Exit status: 0 done, 1 a check does not hold, 2 unusable input.\n`;
}
