// npm run clients [-- --only PREFIX] [--scripts DIR] [--keep DIR] [--out FILE] [--jobs N]: real clients, unmodified, each in a fresh
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
/** The script of a client: from the folder that was named, else from ours. */
const scriptOf = (name: string): string | undefined =>
  [scripts, own].map((dir) => join(dir, `${name}.py`)).find(existsSync);
const MINUTES = 10;
/** Clients at once. */
const JOBS = Math.max(1, Number(values.jobs ?? 1) || 1);
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
/** Installs by folder: several clients share one. */
const installs = new Map<string, Promise<Installed | string>>();
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

/** Whether every script can play a task: its limit of rounds holds gold, and the user wishes no more after its last words. */
const fits = ({ gold, user }: Task): boolean => gold.calls.length <= MOST_CALLS && user.later === undefined;

/** Tasks that fit stand first: most scripts play the first few that gold alone can solve. */
const fittingFirst = (tasks: readonly Task[]): readonly Task[] => [
  ...tasks.filter(fits),
  ...tasks.filter((task) => !fits(task)),
];

/** An environment with tasks, in a folder of its own; --keep keeps it for as long as the environment stays as it is. */
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

interface Installer {
  readonly venv: readonly string[];
  readonly pip: readonly string[];
  /** Takes packages that declare a later patch version of this Python. */
  readonly laterPatch: readonly string[];
  /** Takes the files of packages that declare any Python. */
  readonly anyPython: readonly string[];
}

/** uv where it is on the path, because it installs in seconds, and pip in minutes; pip otherwise. */
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

/** The interpreter of a fresh virtual environment with the client's packages, or why there is none. */
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

/** Plays one client to its end, or to the limit of time; never throws, so that the next client has its turn. */
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
    // the iterator is shared, so each client is played once
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
