// npm run clients [-- --only PREFIX] [--scripts DIR] [--keep DIR] [--out FILE]: real clients, unmodified, each in a fresh
// virtual environment, against `callgym serve`. A run of all of them, where the
// folder has all scripts, writes the table of docs/trainers.md. Needs Python
// and a package index, so it is no part of the tests. Exit status 1 where a client does not get the rewards it should.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import type { Task } from '../../envs/values/task.ts';
import { makeTasks } from '../../generator/tasks/make-tasks.ts';
import { twinsLast } from '../../generator/tasks/twins-last.ts';
import { CLIENTS, type ClientEntry } from './client-list.ts';
import { blockOf, rowOf, withBlock, type ClientResult } from './client-table.ts';
import { findPython } from './find-python.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const page = join(root, 'docs/trainers.md');
const data = process.env['CALLGYM_DATA'];
const shared = data === undefined ? '' : join(data, 'clients');
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    scripts: { type: 'string' },
    keep: { type: 'string' },
    out: { type: 'string' },
  },
});
const own = join(root, 'test/clients');
const scripts = values.scripts ?? (existsSync(shared) ? shared : own);
/** The script of a client: from the folder that was named, else from ours. */
const scriptOf = (name: string): string | undefined =>
  [scripts, own].map((dir) => join(dir, `${name}.py`)).find(existsSync);
const MINUTES = 10;
const TASKS = 40;
/** A script of a trainer allows 20 rounds of tools in an episode, and the last of them may be the tool that ends it. */
const MOST_CALLS = 19;
const COMMAND = `${process.execPath} ${join(root, 'cli/callgym.js')}`;
const ORDER_DESK = 'fixtures/environments/order-desk';
/** The environments that a hub's validator sees. */
const VALIDATED = [ORDER_DESK, 'fixtures/environments/carrier-care', 'gallery/smart-home'];

const work = mkdtempSync(join(tmpdir(), 'callgym-clients-'));
const venvs = values.keep ?? join(work, 'venvs');
const alive = new Set<ChildProcess>();
/** The virtual environments that this run made, and those that it found. */
const [ours, old] = [new Set<string>(), new Set<string>()];
/** Ends installs that are under way. */
const stopped = new AbortController();

/** Ends a process and all that it started: each process leads a group of its own. */
function end(child: ChildProcess): void {
  alive.delete(child);
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {
    // the process is gone, and so is its group
  }
}

function start(
  command: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; cwd?: string },
): ChildProcess {
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  alive.add(child);
  return child;
}

/** Tasks that every client's limit of rounds holds stand first: most clients play the first few that gold alone can solve. */
const longLast = (tasks: readonly Task[]): readonly Task[] =>
  [false, true].flatMap((long) => tasks.filter(({ gold }) => gold.calls.length > MOST_CALLS === long));

/** An environment with tasks, in a folder of its own. */
function environment(from: string): string {
  const dir = join(work, basename(from));
  if (existsSync(dir)) return dir;
  cpSync(join(root, from), dir, { recursive: true });
  const world = openEnvironment(dir);
  const { tasks } = makeTasks(world, { count: TASKS, seed: 5, existing: [] });
  world.close();
  writeFileSync(
    join(dir, 'tasks.jsonl'),
    longLast(twinsLast(tasks))
      .map((task) => `${JSON.stringify(task)}\n`)
      .join(''),
  );
  return dir;
}

interface Served {
  readonly url: string;
  readonly token: string;
  readonly dirs: readonly string[];
}

/** Starts a server without the user's own token, so that the faces are open: many trainers send no token. */
async function serve(dirs: readonly string[]): Promise<Served> {
  const { CALLGYM_TOKEN: _token, ...env } = process.env;
  const args = [join(root, 'cli/callgym.js'), 'serve', ...dirs, '--port', '0', '--dialects', 'all', '--json'];
  const child = start(process.execPath, args, { env });
  child.stderr?.resume();
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { ...(JSON.parse(line.toString()) as { url: string; token: string }), dirs };
}

interface Installed {
  readonly interpreter: string;
  readonly version: string;
  readonly path: string;
}

/** The interpreter of a fresh virtual environment with the client's packages, or why there is none. */
async function install({ packages, python, ignorePython, filesOnly = [] }: ClientEntry): Promise<Installed | string> {
  const found = await findPython(python);
  if (found === undefined) return `needs Python ${python}`;
  const name = [...packages, ...filesOnly].join('+').replaceAll(/[^\w.+-]/g, '_');
  const dir = join(venvs, `${found.version}-${name.slice(0, 120)}`);
  const [interpreter, files, done] = [join(dir, 'bin/python'), join(dir, 'files-only'), join(dir, 'installed')];
  const made = { interpreter, version: found.version, path: files };
  if (existsSync(done)) {
    if (!ours.has(dir)) old.add(dir);
    return made;
  }
  const pip = (...args: string[]): Promise<unknown> =>
    run(interpreter, ['-m', 'pip', '--disable-pip-version-check', '-q', 'install', ...args], {
      maxBuffer: 2 ** 26,
      signal: stopped.signal,
    });
  try {
    await run(found.command, ['-m', 'venv', '--clear', dir]);
    await pip(...(ignorePython === true ? ['--ignore-requires-python'] : []), ...packages);
    for (const each of filesOnly) await pip('--no-deps', '--ignore-requires-python', '--target', files, each);
  } catch (error) {
    const words = (error as { stderr?: string }).stderr?.split('\n').filter((line) => line.startsWith('ERROR'));
    return `does not install here: ${words?.[0] ?? (error as Error).message.split('\n')[0]}`;
  }
  writeFileSync(done, '');
  ours.add(dir);
  return made;
}

/** Plays one client to its end, or to the limit of time; never throws, so that the next client has its turn. */
async function play(entry: ClientEntry, server: Served): Promise<ClientResult> {
  const result = (told: Partial<ClientResult>): ClientResult => ({
    script: entry.script,
    client: entry.script,
    version: entry.packages.join(', '),
    python: '-',
    episodes: 0,
    ok: false,
    note: '',
    ...told,
    speaks: entry.speaks,
  });
  const script = scriptOf(entry.script);
  if (script === undefined) return result({ note: 'its script is not in the folder' });
  const made = await install(entry);
  if (typeof made === 'string') return result({ note: made });
  const child = start(made.interpreter, [script, server.url, server.token], {
    cwd: dirname(script),
    env: {
      ...process.env,
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONPATH: made.path,
      CALLGYM_DOCS: join(root, 'docs'),
      CALLGYM_ENVIRONMENT: 'order-desk',
      CALLGYM_COMMAND: COMMAND,
      CALLGYM_FOLDERS: server.dirs.join(delimiter),
      CALLGYM_SERVE: `env -u CALLGYM_TOKEN ${COMMAND} serve ${server.dirs.join(' ')} --dialects nemo --model-url {model} --port {port}`,
    },
  });
  const late = setTimeout(() => end(child), MINUTES * 60_000);
  let [text, errors] = ['', ''];
  child.stdout?.on('data', (part: Buffer) => (text += part.toString()));
  child.stderr?.on('data', (part: Buffer) => (errors = (errors + part.toString()).slice(-2000)));
  await once(child, 'close');
  clearTimeout(late);
  end(child);
  const python = made.version;
  const line = text.split('\n').findLast((each) => each.startsWith('{"client"'));
  if (line === undefined) return result({ python, note: `said nothing; ${errors.trim().split('\n').at(-1)}` });
  return result({ python, ...(JSON.parse(line) as Partial<ClientResult>) });
}

async function all(): Promise<boolean> {
  const server = await serve([environment(ORDER_DESK)]);
  let validated: Served | undefined;
  const results: ClientResult[] = [];
  for (const entry of CLIENTS.filter(({ script }) => script.startsWith(values.only ?? ''))) {
    let result: ClientResult;
    try {
      if (entry.validates === true) validated ??= await serve(VALIDATED.map(environment));
      result = await play(entry, entry.validates === true ? (validated ?? server) : server);
    } catch (error) {
      result = {
        ...entry,
        client: entry.script,
        version: '',
        python: '-',
        episodes: 0,
        ok: false,
        note: `${String(error)}`,
      };
    }
    results.push(result);
    process.stdout.write(`${rowOf(result)}\n`);
  }
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(results, null, 2)}\n`);
  if (values.only === undefined && CLIENTS.every(({ script }) => scriptOf(script) !== undefined)) {
    const fresh = `${ours.size} fresh virtual environments`;
    const kept = old.size === 0 ? fresh : `${fresh} and ${old.size} that an earlier run had installed`;
    const told = `One run of \`npm run clients\`, ${new Date().toISOString().slice(0, 10)}, ${kept}, on order-desk with ${TASKS} tasks, those of more than ${MOST_CALLS} calls behind the others; the validators also on ${VALIDATED.slice(
      1,
    )
      .map((each) => basename(each))
      .join(' and ')}, ${TASKS} tasks each:`;
    writeFileSync(page, withBlock(readFileSync(page, 'utf8'), blockOf(results, told)));
  }
  return results.every(({ ok }) => ok);
}

function leave(): void {
  stopped.abort();
  for (const child of alive) end(child);
  rmSync(work, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    leave();
    process.exit(1);
  });
}
try {
  process.exitCode = (await all()) ? 0 : 1;
} finally {
  leave();
}
