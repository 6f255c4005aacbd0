// npm run measure:jobs [NAMES…]: seconds of build, tasks, audit, run and verify with one process and with two, and
// whether they write the same bytes. It needs a machine of two cores without other work.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../envs/values/hash.ts';
import { checkedAs, parseJson } from '../envs/values/json.ts';

const TASKS = 40;
const TRIALS = 30;
const DESK = 'order-desk';
const root = fileURLToPath(new URL('../', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'callgym-jobs-'));

/** Runs a command and gives the seconds that it says it took. */
function seconds(...args: readonly string[]): number {
  const { stdout, status, stderr } = spawnSync(process.execPath, ['cli/callgym.js', ...args, '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`callgym ${args.join(' ')}: exit status ${status}\n${stderr.slice(-2_000)}`);
  return checkedAs<{ seconds: number }>(parseJson(stdout)).seconds;
}

/** A digest of all files in a folder, apart from wall times. */
function digestOfFolder(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'timings.jsonl')
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  return sha256(files.map((file) => `${file.slice(folder.length)}\n${readFileSync(file, 'utf8')}`).join('\n'));
}

/** The commands, each with the folder that it writes; one after another, since later ones use the folders that earlier ones made. */
function commands(jobs: number): readonly (readonly [name: string, writes: string, args: readonly string[]])[] {
  const at = (name: string): string => join(dir, `${name}-${jobs}`);
  const environment = join(at('envs'), DESK);
  cpSync(join(root, 'fixtures/environments', DESK), environment, { recursive: true });
  return [
    ['build', at('built'), ['build', join(dir, 'pool.jsonl'), '--split', '--out', at('built')]],
    ['tasks', environment, ['tasks', environment, '--count', String(TASKS), '--seed', '7']],
    ['audit', environment, ['audit', environment]],
    [
      'run',
      at('run'),
      [
        'run',
        environment,
        '--agent',
        'noisy:0.2',
        '--user',
        'scripted',
        '--trials',
        String(TRIALS),
        '--out',
        at('run'),
      ],
    ],
    ['verify', at('run'), ['verify', at('run')]],
  ];
}

try {
  const wanted = process.argv.slice(2);
  seconds('pool', 'fixtures/tools', '--out', join(dir, 'pool.jsonl'));
  const [one, two] = [1, 2].map((jobs) =>
    commands(jobs).map(([name, writes, args]) => {
      const took = seconds(...args, '--jobs', String(jobs));
      return { name, took, digest: digestOfFolder(writes) };
    }),
  );
  for (const [at, { name, took, digest }] of (one ?? []).entries()) {
    const other = two?.[at];
    if (other === undefined || (wanted.length > 0 && !wanted.includes(name))) continue;
    const bytes = digest === other.digest ? 'the same bytes' : 'OTHER BYTES';
    process.stdout.write(
      `${name.padEnd(8)} ${took.toFixed(1)} s with one, ${other.took.toFixed(1)} s with two: ${(took / other.took).toFixed(2)} times, ${bytes}\n`,
    );
    if (digest !== other.digest) process.exitCode = 1;
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}
