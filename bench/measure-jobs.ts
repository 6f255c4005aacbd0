// npm run measure:jobs -- [NAMES…] [--rounds N]: measures the seconds that the commands build, tasks, audit, run and
// verify take with one process and with two. It also tells whether one process and two write the same bytes. The
// fastest round counts, because other programs on the machine can only make a round slower.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sha256 } from '../envs/values/hash.ts';

const TASKS = 40;
const TRIALS = 60;
const ROWS = 3_000;
const DESK = 'order-desk';
const BAR = 1.7;
const root = fileURLToPath(new URL('../', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'callgym-jobs-'));

function seconds(...args: readonly string[]): number {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, ['cli/callgym.js', ...args, '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`callgym ${args.join(' ')}: exit status ${status}\n${stderr.slice(-2_000)}`);
  return Number(process.hrtime.bigint() - start) / 1e9;
}

/** Returns a digest of the files in a folder without timings.jsonl, which holds measured times. */
function digestOfFolder(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'timings.jsonl')
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  return sha256(files.map((file) => `${file.slice(folder.length)}\n${readFileSync(file, 'utf8')}`).join('\n'));
}

interface Measured {
  readonly name: string;
  /** Returns the command line for a folder, and the folder or file whose bytes are compared. */
  readonly work: (into: string) => { readonly args: readonly string[]; readonly writes?: string };
  /** Prepares the folder. This is not included in the measured time. */
  readonly before?: (into: string) => void;
}

const environment = join(dir, DESK);
const pool = join(dir, 'pool.jsonl');
const run = join(dir, 'run');
const playing = ['--agent', 'noisy:0.2', '--user', 'scripted', '--trials', String(TRIALS)];

const COMMANDS: readonly Measured[] = [
  {
    name: 'build',
    work: (into) => ({ args: ['build', pool, '--split', '--rows', String(ROWS), '--out', into], writes: into }),
  },
  {
    name: 'tasks',
    before: (into) => cpSync(join(root, 'fixtures/environments', DESK), into, { recursive: true }),
    work: (into) => ({ args: ['tasks', into, '--count', String(TASKS), '--seed', '7'], writes: into }),
  },
  { name: 'audit', work: (into) => ({ args: ['audit', environment, '--out', join(into, 'page.md')], writes: into }) },
  { name: 'run', work: (into) => ({ args: ['run', environment, ...playing, '--out', into], writes: into }) },
  { name: 'verify', work: () => ({ args: ['verify', run] }) },
];

/** Makes the pool, the tasks and the run that the commands need. */
function prepare(wanted: ReadonlySet<string>): void {
  if (wanted.has('build')) seconds('pool', 'fixtures/tools', '--out', pool);
  if (!['audit', 'run', 'verify'].some((name) => wanted.has(name))) return;
  cpSync(join(root, 'fixtures/environments', DESK), environment, { recursive: true });
  seconds('tasks', environment, '--count', String(TASKS), '--seed', '7');
  if (wanted.has('verify')) seconds('run', environment, ...playing, '--out', run);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '1' } },
});
try {
  const names = COMMANDS.map(({ name }) => name);
  const strange = positionals.find((name) => !names.includes(name));
  if (strange !== undefined) throw new Error(`there is no command ${strange} here; there are ${names.join(', ')}`);
  const wanted = new Set(positionals.length === 0 ? names : positionals);
  prepare(wanted);
  for (const { name, work, before } of COMMANDS.filter((each) => wanted.has(each.name))) {
    const best = [Infinity, Infinity];
    const digests = new Set<string>();
    for (let round = 0; round < Number(values.rounds); round++)
      for (const jobs of [1, 2]) {
        const into = join(dir, `${name}-${jobs}-${round}`);
        before?.(into);
        const { args, writes } = work(into);
        const took = seconds(...args, '--jobs', String(jobs));
        best[jobs - 1] = Math.min(best[jobs - 1] ?? took, took);
        if (writes !== undefined) digests.add(digestOfFolder(writes));
        rmSync(into, { recursive: true, force: true });
      }
    const [one = 0, two = 0] = best;
    const bytes = digests.size > 1 ? 'OTHER BYTES' : digests.size === 1 ? 'the same bytes' : 'the same report';
    process.stdout.write(
      `${name.padEnd(8)} ${one.toFixed(1)} s with one, ${two.toFixed(1)} s with two: ${(one / two).toFixed(2)} times${one / two < BAR ? ` (below ${BAR})` : ''}, ${bytes}\n`,
    );
    if (digests.size > 1) process.exitCode = 1;
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}
