// npm run clients [-- --only PREFIX] [--scripts DIR] [--keep DIR]: real clients, unmodified, each in a fresh virtual
// environment, against `callgym serve`; prints the table of docs/trainers.md. Needs Python and a package index, so it is
// no part of the tests. Exit status 1 where a client does not get the rewards that it should.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { makeTasks } from '../../generator/tasks/make-tasks.ts';
import { CLIENTS, type ClientEntry } from './client-list.ts';

interface Line {
  readonly client: string;
  readonly version: string;
  readonly episodes: number;
  readonly ok: boolean;
  readonly note: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const data = process.env['CALLGYM_DATA'];
const shared = data === undefined ? '' : join(data, 'clients');
const { values } = parseArgs({
  options: { only: { type: 'string' }, scripts: { type: 'string' }, keep: { type: 'string' } },
});
const scripts = values.scripts ?? (existsSync(shared) ? shared : join(root, 'test/clients'));
const MINUTES = 10;

const work = mkdtempSync(join(tmpdir(), 'callgym-clients-'));
const venvs = values.keep ?? join(work, 'venvs');

/** The order desk with tasks, in a folder of its own. */
function environment(): string {
  const dir = join(work, 'order-desk');
  cpSync(join(root, 'fixtures/environments/order-desk'), dir, { recursive: true });
  const world = openEnvironment(dir);
  const { tasks } = makeTasks(world, { count: 40, seed: 5, existing: [] });
  world.close();
  writeFileSync(join(dir, 'tasks.jsonl'), tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
  return dir;
}

/** Without a token of the user's own, so that the faces are open, as many trainers send none. */
async function serve(dir: string): Promise<{ child: ChildProcess; url: string; token: string }> {
  const { CALLGYM_TOKEN: _token, ...env } = process.env;
  const args = [join(root, 'cli/callgym.js'), 'serve', dir, '--port', '0', '--dialects', 'all', '--json'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, ...(JSON.parse(line.toString()) as { url: string; token: string }) };
}

/** The interpreter of a fresh virtual environment with the client's packages, or why there is none. */
function install({
  packages,
  python,
  ignorePython,
  filesOnly = [],
}: ClientEntry): { python: string; path: string } | string {
  const found = [`python${python}`, 'python3.13', 'python3.12', 'python3'].find((name) => {
    try {
      const version = execFileSync(
        name,
        ['-c', 'import sys; print(sys.version_info >= tuple(map(int, sys.argv[1].split("."))))', python],
        {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      );
      return version.trim() === 'True';
    } catch {
      return false;
    }
  });
  if (found === undefined) return `needs Python ${python}`;
  const dir = join(
    venvs,
    [...packages, ...filesOnly]
      .join('+')
      .replaceAll(/[^\w.+-]/g, '_')
      .slice(0, 120),
  );
  const interpreter = join(dir, 'bin/python');
  const files = join(dir, 'files-only');
  if (!existsSync(join(dir, 'installed'))) {
    const pip = (...args: string[]): void => {
      execFileSync(interpreter, ['-m', 'pip', '--disable-pip-version-check', '-q', ...args], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
    };
    try {
      execFileSync(found, ['-m', 'venv', dir], { stdio: 'ignore' });
      pip('install', ...(ignorePython === true ? ['--ignore-requires-python'] : []), ...packages);
      for (const each of filesOnly) pip('install', '--no-deps', '--target', files, each);
      writeFileSync(join(dir, 'installed'), '');
    } catch (error) {
      return `does not install: ${(error as Error).message.split('\n').at(-2) ?? 'pip failed'}`;
    }
  }
  return { python: interpreter, path: files };
}

async function play(entry: ClientEntry, server: { url: string; token: string }, dir: string): Promise<Line> {
  const nothing = (note: string): Line => ({
    client: entry.script,
    version: entry.packages.join(' '),
    episodes: 0,
    ok: false,
    note,
  });
  const script = join(scripts, `${entry.script}.py`);
  if (!existsSync(script)) return nothing(`there is no ${script}`);
  const made = install(entry);
  if (typeof made === 'string') return nothing(made);
  const child = spawn(made.python, [script, server.url, server.token], {
    cwd: scripts,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: MINUTES * 60_000,
    env: {
      ...process.env,
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONPATH: made.path,
      CALLGYM_DOCS: join(root, 'docs'),
      CALLGYM_ENVIRONMENT: 'order-desk',
      CALLGYM_SERVE: `env -u CALLGYM_TOKEN ${process.execPath} ${join(root, 'cli/callgym.js')} serve ${dir} --dialects nemo --model-url {model} --port {port}`,
    },
  });
  let text = '';
  child.stdout.on('data', (part: Buffer) => {
    text += part.toString();
  });
  await once(child, 'close');
  const line = text.split('\n').findLast((each) => each.startsWith('{"client"'));
  return line === undefined ? nothing('said nothing') : (JSON.parse(line) as Line);
}

const dir = environment();
const server = await serve(dir);
let failed = 0;
try {
  process.stdout.write(
    '| client | versions | speaks | episodes | rewards as expected |\n| --- | --- | --- | --- | --- |\n',
  );
  for (const entry of CLIENTS.filter(({ script }) => script.startsWith(values.only ?? ''))) {
    const { client, version, episodes, ok, note } = await play(entry, server, dir);
    if (!ok) failed += 1;
    process.stdout.write(
      `| ${client} | ${version} | ${entry.speaks} | ${episodes} | ${ok ? 'yes' : `no: ${note.slice(0, 160)}`} |\n`,
    );
  }
} finally {
  server.child.kill('SIGTERM');
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;
