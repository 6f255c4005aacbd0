// npm run clients [-- --only PREFIX] [--scripts DIR] [--keep DIR] [--out FILE] [--jobs N]: runs real clients,
// unmodified, each in a new virtual environment, against `callgym serve`. A run of all clients writes the table of
// docs/trainers.md. It needs Python and a package index, so it is not a test. The exit status is 1 if a client does not
// get the rewards that it should get.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { loadTasks, openEnvironment } from '../../envs/folder/environment-folder.ts';
import type { Task } from '../../envs/values/task.ts';
import { CLIENTS, type ClientEntry } from './client-list.ts';
import { blockOf, rowOf, withBlock, type ClientResult } from './client-table.ts';
import { findPython, type Python } from './find-python.ts';

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
    jobs: { type: 'string' },
  },
});
const own = join(root, 'test/clients');
const scripts = values.scripts ?? (existsSync(shared) ? shared : own);
/**
 * Returns the script of a client: from the folder that --scripts names (by default CALLGYM_DATA/clients if it exists),
 * or else from this folder.
 */
const scriptOf = (name: string): string | undefined =>
  [scripts, own].map((dir) => join(dir, `${name}.py`)).find(existsSync);
const MINUTES = 10;
const JOBS = Math.max(1, Number(values.jobs ?? 1) || 1);
const TASKS = 40;
/**
 * A task's solution may have at most this many calls. A trainer's script allows 20 rounds of tools, and the last round
 * may only end the episode.
 */
const MOST_CALLS = 19;
const COMMAND = `${process.execPath} ${join(root, 'cli/callgym.js')}`;
const ORDER_DESK = 'fixtures/environments/order-desk';
/** The environments that a hub's validator gets. */
const VALIDATED = [ORDER_DESK, 'fixtures/environments/carrier-care', 'gallery/smart-home'];

const work = mkdtempSync(join(tmpdir(), 'callgym-clients-'));
const venvs = values.keep ?? join(work, 'venvs');
const alive = new Set<ChildProcess>();
/** The installations in progress or finished, by folder. Several clients may share one. */
const installs = new Map<string, Promise<Installed | string>>();
/** The folders of the virtual environments that this run made, and of those that existed before. */
const [ours, old] = [new Set<string>(), new Set<string>()];
/** Stops the installations in progress. */
const stopped = new AbortController();

/**
 * Ends a process and the processes that it started. This works because each process was started as the leader of its
 * own group.
 */
function end(child: ChildProcess): void {
  alive.delete(child);
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {
    // the process and its group have ended already
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

/** Tells whether every script can play a task: the solution has few enough calls, and the user adds no wishes later. */
const fits = ({ gold, user }: Task): boolean => gold.calls.length <= MOST_CALLS && user.later === undefined;

/** Puts the tasks that fit first, because most scripts play the first few tasks. */
const fittingFirst = (tasks: readonly Task[]): readonly Task[] => [
  ...tasks.filter(fits),
  ...tasks.filter((task) => !fits(task)),
];

/**
 * Makes a folder with an environment and tasks. With --keep, the folder is used again until the environment changes.
 */
async function environment(from: string): Promise<string> {
  const dir = join(values.keep ?? work, 'environments', basename(from));
  const file = join(dir, 'tasks.jsonl');
  const world = openEnvironment(join(root, from));
  const { hash } = world;
  world.close();
  if (!existsSync(file) || loadTasks(file).some((task) => task.environment !== hash)) {
    rmSync(dir, { recursive: true, force: true });
    cpSync(join(root, from), dir, { recursive: true });
    rmSync(file, { force: true });
    const args = ['tasks', dir, '--count', String(TASKS), '--seed', '5'];
    await run(process.execPath, [join(root, 'cli/callgym.js'), ...args], { signal: stopped.signal });
  }
  const tasks = fittingFirst(loadTasks(file));
  writeFileSync(file, tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
  return dir;
}

interface Served {
  readonly url: string;
  readonly token: string;
  readonly dirs: readonly string[];
}

/**
 * Starts a server without the token of the person who runs this. Its protocols then need no token, because many
 * trainers send none.
 */
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

interface Installer {
  readonly venv: readonly string[];
  readonly pip: readonly string[];
  /** Options with which packages install although they demand a later patch version of this Python. */
  readonly laterPatch: readonly string[];
  /** Options with which packages install although they demand another Python version. */
  readonly anyPython: readonly string[];
}

/** Returns uv if it is installed, because it installs in seconds and pip in minutes. Otherwise returns pip. */
async function installerOf({ command, version }: Python, interpreter: string): Promise<Installer> {
  try {
    await run('uv', ['--version']);
    const laterPatch = ['--python-version', version.replace(/\d+$/, '99')];
    const anyPython = ['--python-version', '3.99'];
    const pip = ['uv', 'pip', 'install', '-q', '--python', interpreter];
    return { venv: ['uv', 'venv', '-q', '--seed', '--python', command], pip, laterPatch, anyPython };
  } catch {
    const pip = [interpreter, '-m', 'pip', '--disable-pip-version-check', '-q', 'install'];
    const anyPython = ['--ignore-requires-python'];
    return { venv: [command, '-m', 'venv'], pip, laterPatch: anyPython, anyPython };
  }
}

/** Returns the interpreter of a virtual environment with the client's packages, or the reason why there is none. */
async function installed(entry: ClientEntry): Promise<Installed | string> {
  const { packages, python, filesOnly = [] } = entry;
  const found = await findPython(python);
  if (found === undefined) return `needs Python ${python}`;
  const name = [...packages, ...filesOnly].join('+').replaceAll(/[^\w.+-]/g, '_');
  const dir = join(venvs, `${found.version}-${name.slice(0, 120)}`);
  const made = installs.get(dir) ?? install(entry, found, dir);
  installs.set(dir, made);
  return made;
}

async function install(
  { packages, ignorePython, filesOnly = [] }: ClientEntry,
  found: Python,
  dir: string,
): Promise<Installed | string> {
  const [interpreter, files, done] = [join(dir, 'bin/python'), join(dir, 'files-only'), join(dir, 'installed')];
  const made = { interpreter, version: found.version, path: files };
  if (existsSync(done)) {
    if (!ours.has(dir)) old.add(dir);
    return made;
  }
  const { venv, pip, laterPatch, anyPython } = await installerOf(found, interpreter);
  const start = ([command, ...before]: readonly string[], args: readonly string[]): Promise<unknown> =>
    run(command ?? '', [...before, ...args], { maxBuffer: 2 ** 26, signal: stopped.signal });
  try {
    await start(venv, ['--clear', dir]);
    await start(pip, [...(ignorePython === true ? laterPatch : []), ...packages]);
    for (const each of filesOnly) await start(pip, ['--no-deps', ...anyPython, '--target', files, each]);
  } catch (error) {
    const words = (error as { stderr?: string }).stderr?.split('\n').filter((line) => /^(ERROR|error|  ×)/.test(line));
    return `does not install here: ${words?.[0] ?? (error as Error).message.split('\n')[0]}`;
  }
  writeFileSync(done, '');
  ours.add(dir);
  return made;
}

/** Runs one client to its end or to the time limit. It never throws, because the next client must run in any case. */
async function play(entry: ClientEntry, served: Promise<Served>): Promise<ClientResult> {
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
  const [server, made] = await Promise.all([served, installed(entry)]);
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

const isWanted = ({ script }: ClientEntry): boolean => script.startsWith(values.only ?? '');

async function all(): Promise<boolean> {
  const server = serve([await environment(ORDER_DESK)]);
  let validated: Promise<Served> | undefined;
  const serverOf = async ({ validates }: ClientEntry): Promise<Served> => {
    if (validates !== true) return server;
    validated ??= Promise.all(VALIDATED.map(environment)).then(serve);
    return validated;
  };
  const wanted = CLIENTS.filter(isWanted);
  const results: ClientResult[] = [];
  const waiting = wanted.entries();
  const playOn = async (): Promise<void> => {
    // all workers share the iterator, so each client runs once
    for (const [at, entry] of waiting) {
      const result = await play(entry, serverOf(entry)).catch((error: unknown) => ({
        ...entry,
        client: entry.script,
        version: '',
        python: '-',
        episodes: 0,
        ok: false,
        note: String(error),
      }));
      results[at] = result;
      process.stdout.write(`${rowOf(result)}\n`);
    }
  };
  await Promise.all(Array.from({ length: JOBS }, playOn));
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(results, null, 2)}\n`);
  if (values.only === undefined && CLIENTS.every(({ script }) => scriptOf(script) !== undefined)) {
    const fresh = `${ours.size} fresh virtual environments`;
    const kept = old.size === 0 ? fresh : `${fresh} and ${old.size} that an earlier run had installed`;
    const told = `One run of \`npm run clients\`, ${new Date().toISOString().slice(0, 10)}, ${kept}, on order-desk with ${TASKS} tasks, those of more than ${MOST_CALLS} calls or with later wishes behind the others; the validators also on ${VALIDATED.slice(
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
