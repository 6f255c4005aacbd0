// npm run measure:queue: plays 1,008 episodes over a queue with four workers, and kills two of them (SIGKILL) during
// the run. It fails if the run folder differs from that of the same run without a queue, apart from the measured times.
// node bench/kill-workers.ts [--trials 84] [--workers 4] [--kills 2] [--seed 1] [--redis URL]
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openEnvironment } from '../envs/folder/environment-folder.ts';
import { makeRandom } from '../envs/random.ts';
import { makeTasks } from '../generator/tasks/make-tasks.ts';

const TASKS = 12;
const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '84' },
    workers: { type: 'string', default: '4' },
    kills: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    redis: { type: 'string', default: `redis://127.0.0.1:6379?cluster=queue-${process.pid}` },
  },
});
const [trials, workers, kills, seed] = [values.trials, values.workers, values.kills, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
];
const root = fileURLToPath(new URL('../', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'callgym-queue-'));
const alive = new Set<ChildProcess>();
/** The last text that each process wrote to stderr, for error messages. */
const lastWords = new Map<ChildProcess, string>();

function callgym(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, ['cli/callgym.js', ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  alive.add(child);
  child.stderr?.on('data', (bytes: Buffer) => lastWords.set(child, bytes.toString()));
  child.on('exit', () => alive.delete(child));
  return child;
}

async function finished(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  if (child.exitCode !== 0)
    throw new Error(`callgym ended with ${child.exitCode ?? child.signalCode}: ${lastWords.get(child) ?? ''}`);
}

/** Returns the files of a run without timings.jsonl, which holds measured times. */
function filesOf(dir: string): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'timings.jsonl')
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((file) => [file.slice(dir.length + 1), readFileSync(file, 'utf8')]),
  );
}

function episodesIn(dir: string): number {
  const file = join(dir, 'episodes.jsonl');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
}

async function measure(): Promise<boolean> {
  const environment = join(work, 'order-desk');
  cpSync(join(root, 'fixtures/environments/order-desk'), environment, { recursive: true });
  const world = openEnvironment(environment);
  const { tasks } = makeTasks(world, { count: TASKS, seed: 5, existing: [] });
  world.close();
  writeFileSync(join(environment, 'tasks.jsonl'), tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
  const run = ['run', environment, '--agent', 'noisy:0.2', '--user', 'scripted', '--trials', String(trials)];
  const [home, queued] = [join(work, 'home'), join(work, 'queued')];
  await finished(callgym(...run, '--out', home));
  const players = Array.from({ length: workers }, () => callgym('worker', '--queue', values.redis));
  const playing = callgym(...run, '--queue', values.redis, '--out', queued);
  const total = tasks.length * trials;
  const random = makeRandom(seed, 'kills');
  for (let kill = 1; kill <= kills; kill++) {
    // the moment of each kill is random within its own part of the run
    const when = Math.floor((total * (kill - random.real() / 2)) / (kills + 1));
    while (episodesIn(queued) < when && playing.exitCode === null) await wait(20);
    if (playing.exitCode !== null) throw new Error('the run ended before its workers were killed');
    players[kill - 1]?.kill('SIGKILL');
    process.stderr.write(`killed a worker after ${episodesIn(queued)} of ${total} episodes\n`);
  }
  await finished(playing);
  const [one, other] = [filesOf(home), filesOf(queued)];
  const differing = [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));
  process.stdout.write(
    `${episodesIn(queued)} episodes, ${workers} workers, ${kills} killed: ${differing.length === 0 ? `the same ${one.size} files` : `OTHER BYTES in ${differing.join(', ')}`}\n`,
  );
  return differing.length === 0 && episodesIn(queued) === total;
}

try {
  if (!(await measure())) process.exitCode = 1;
} finally {
  for (const child of alive) child.kill('SIGKILL');
  rmSync(work, { recursive: true, force: true });
}
