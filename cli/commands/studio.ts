// callgym studio: serves the studio (callgym's web page) for environments and runs, until a signal stops the command.
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { liveUsers } from '../../agents/server/live-users.ts';
import { RUN_FILES } from '../../agents/runs/run-folder.ts';
import { badInput } from '../../envs/errors/gym-error.ts';
import { FILES, loadTasks, readHead } from '../../envs/folder/environment-folder.ts';
import type { Task } from '../../envs/values/task.ts';
import { GymServer } from '../../envs/server/server.ts';
import { studioPage } from '../../studio/page.ts';
import { studio } from '../../studio/server/studio.ts';
import type { Command } from '../command.ts';
import { listen } from '../listen.ts';
import { wholeOption } from '../options.ts';
import { CALLGYM } from '../typed-name.ts';

const BUNDLED = ['order-desk', 'carrier-care'].map((name) =>
  fileURLToPath(new URL(`../../fixtures/environments/${name}`, import.meta.url)),
);

/** Bundled tool schemas from which a user can make a first environment. */
const SCHEMAS = fileURLToPath(new URL('../../fixtures/tools/clinic.mcp.json', import.meta.url));

/** The largest number of folders that an error message lists. */
const MOST_NAMED = 5;

export const studioCommand: Command = {
  name: 'studio',
  usage: 'studio [ENV…|RUN…] [--port N]',
  args: { least: 0 },
  about:
    'Opens the studio on environments and runs: look at tables and tools, play tasks by hand, read episodes, mend tools. The URL goes to stdout. Without a folder it shows the bundled environments.',
  options: {
    port: { type: 'string', value: 'N', about: 'any free one without it' },
    'user-base-url': { type: 'string', value: 'URL', about: 'of models that play live users; OPENAI_BASE_URL' },
  },
  examples: ['callgym studio', 'callgym studio out/environments/clinic_mcp', 'callgym studio out/run out/noisy'],
  async run({ args, options, output }) {
    const port = wholeOption(options, 'port', 0, 65_535) ?? 0;
    const opened = sortFolders(args);
    const kept = environmentsOf(opened.runs, new Set(opened.environments.map((dir) => readHead(dir).name)));
    const given = process.env['CALLGYM_TOKEN'];
    const userUrl = options['user-base-url'];
    const page = await studioPage();
    const server = await GymServer.make({
      environments: args.length === 0 ? BUNDLED : [...opened.environments, ...kept.dirs],
      tasks: kept.tasks,
      ...(given === undefined ? {} : { token: given }),
      liveUsers: liveUsers(typeof userUrl === 'string' ? { baseUrl: userUrl } : {}),
      plugins: [
        studio({
          page: async () => page,
          folders: new Map(opened.environments.map((dir) => [readHead(dir).name, dir])),
          runs: opened.runs,
          typed: { callgym: CALLGYM, schemas: relative(process.cwd(), SCHEMAS) },
        }),
      ],
    });
    const url = await listen(server, port, '127.0.0.1', 'none');
    const link = `${url}/studio/#token=${server.token}`;
    if (output.json) process.stdout.write(`${JSON.stringify({ url: link, token: server.token })}\n`);
    else process.stdout.write(`${link}\n`);
    process.stderr.write('Open the link in a browser; Ctrl-C stops the studio.\n');
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    await server.stop();
    return {};
  },
};

/**
 * Returns the environments that the runs store, with the tasks of the runs, so that the studio can play these tasks
 * even if a user opens only a run. Names in `named` are left out.
 */
function environmentsOf(
  runs: readonly string[],
  named: Set<string>,
): { readonly dirs: readonly string[]; readonly tasks: ReadonlyMap<string, readonly Task[]> } {
  const dirs: string[] = [];
  const tasks = new Map<string, readonly Task[]>();
  for (const run of runs) {
    const shelf = join(run, RUN_FILES.environments);
    const made = existsSync(join(run, RUN_FILES.tasks)) ? loadTasks(join(run, RUN_FILES.tasks)) : [];
    for (const hash of existsSync(shelf) ? readdirSync(shelf).sort() : []) {
      const dir = join(shelf, hash);
      const { name } = readHead(dir);
      if (named.has(name)) continue;
      named.add(name);
      dirs.push(dir);
      tasks.set(
        name,
        made.filter(({ environment }) => environment === hash),
      );
    }
  }
  return { dirs, tasks };
}

interface Opened {
  readonly environments: readonly string[];
  readonly runs: readonly string[];
}

function sortFolders(args: readonly string[]): Opened {
  const runs = args.filter((dir) => existsSync(join(dir, RUN_FILES.run)));
  const environments = args.filter((dir) => !runs.includes(dir));
  for (const dir of environments)
    if (!existsSync(dir) || !statSync(dir).isDirectory() || !existsSync(join(dir, FILES.environment)))
      throw badInput({
        file: dir,
        what: existsSync(dir) ? 'is neither an environment folder nor a run folder' : 'is not there',
        mend: withinOf(dir) ?? `an environment holds ${FILES.environment}, a run ${RUN_FILES.run}`,
      });
  return { environments, runs };
}

/**
 * Names the environments and runs inside a folder, for a user who gave their parent folder. Returns undefined if there
 * are none.
 */
function withinOf(dir: string): string | undefined {
  if (!existsSync(dir) || !statSync(dir).isDirectory()) return undefined;
  const found = readdirSync(dir)
    .sort()
    .filter((name) => [FILES.environment, RUN_FILES.run].some((file) => existsSync(join(dir, name, file))))
    .map((name) => join(dir, name));
  if (found.length === 0) return undefined;
  return `name what is in it: ${found.slice(0, MOST_NAMED).join(' ')}${found.length > MOST_NAMED ? ' …' : ''}`;
}
