// Compares the imported domains of tau2-bench with recorded figures of the official implementation: the time to reset
// or construct an environment, the memory of one environment, and the time to grade an episode. Needs the data of
// tau2-bench.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadTasks, openEnvironment } from '../envs/folder/environment-folder.ts';
import { SessionStore, type CallRequest } from '../envs/session/session-store.ts';
import type { Task } from '../envs/values/task.ts';
import { judge, setupOf } from '../envs/verification/judge.ts';
import type { World } from '../envs/world/world.ts';
import { importTau2, TAU2_DOMAINS } from '../generator/tau2/import-tau2.ts';
import { median, microseconds, result, type BenchResult } from './measure.ts';

/** The recorded figures of the official implementation, measured with Python 3.11 on the same kind of machine. */
const OFFICIAL: Readonly<Record<string, { readonly reset: number; readonly grade: number; readonly memory: number }>> =
  {
    retail: { reset: 54, grade: 314, memory: 12.5 },
    airline: { reset: 278, grade: 723, memory: 28.2 },
    telecom: { reset: 3.5, grade: 8.5, memory: 0.16 },
  };
const ROUNDS = 30;
const SESSIONS = 20_000;

/**
 * Makes a folder like a checkout of tau2-bench, from the files of its domains. Returns undefined if the data folder has
 * no such files.
 */
export function tau2Checkout(data: string | undefined): { dir: string; remove(): void } | undefined {
  if (data === undefined || !existsSync(join(data, 'tau2'))) return undefined;
  const dir = mkdtempSync(join(tmpdir(), 'callgym-tau2-'));
  for (const { name } of TAU2_DOMAINS) {
    const to = join(dir, 'data', 'tau2', 'domains', name);
    mkdirSync(to, { recursive: true });
    cpSync(join(data, 'tau2', name), to, { recursive: true });
    cpSync(join(to, 'tasks.train.json'), join(to, 'tasks.json'));
  }
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export async function benchTau2(): Promise<BenchResult[]> {
  const checkout = tau2Checkout(process.env['CALLGYM_DATA']);
  if (checkout === undefined) {
    process.stderr.write(
      'tau2.reset, tau2.grade and tau2.memory are skipped: CALLGYM_DATA names no folder with tau2 data\n',
    );
    return [];
  }
  try {
    const out = join(checkout.dir, 'out');
    return importTau2({ checkout: checkout.dir, out }).flatMap(({ name, path }) => {
      const domain = name.replace('tau2-', '');
      const official = OFFICIAL[domain];
      const world = openEnvironment(path);
      const tasks = loadTasks(join(path, 'tasks.jsonl')).filter((task) => task.gold.calls.length > 0);
      const { reset, grade } = measure(world, tasks);
      world.close();
      const bytes = Number(
        execFileSync(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url), path], { encoding: 'utf8' }),
      );
      return [
        { ...result('tau2.reset', reset / 1000, 'ms', official?.reset ?? null), tool: domain },
        { ...result('tau2.grade', grade / 1000, 'ms', official?.grade ?? null), tool: domain },
        { ...result('tau2.memory', bytes / 1_000_000, 'MB', official?.memory ?? null), tool: domain },
      ];
    });
  } finally {
    checkout.remove();
  }
}

function goldCalls(task: Task): CallRequest[] {
  return task.gold.calls.map(({ by, name, arguments: args }) => ({ by, name, arguments: args }));
}

/** Measures a reset after a task's expected calls, and the grading of the played episode from its log. */
function measure(world: World, tasks: readonly Task[]): { reset: number; grade: number } {
  const store = new SessionStore(undefined, { memo: false });
  const resets: number[] = [];
  const grades: number[] = [];
  for (const task of tasks.slice(0, ROUNDS)) {
    const session = store.create({ id: task.id, world, seed: task.session_seed, setup: setupOf(task) });
    for (const call of goldCalls(task)) store.call(session, call);
    const log = store.log(session);
    grades.push(
      microseconds(() => {
        judge(world, task, log);
      }),
    );
    resets.push(
      microseconds(() => {
        store.reset(session);
        store.look(session, () => undefined);
      }),
    );
    store.close(session);
  }
  return { reset: median(resets), grade: median(grades) };
}

/** Returns the bytes of a live session that has made the expected calls of a task. A separate process measures them. */
function memoryOf(path: string): number {
  const world = openEnvironment(path);
  const tasks = loadTasks(join(path, 'tasks.jsonl')).filter((task) => task.gold.calls.length > 0);
  const store = new SessionStore(undefined, { memo: false });
  const collect = globalThis.gc as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < SESSIONS; at++) {
    const task = tasks[at % tasks.length] as Task;
    const session = store.create({ id: String(at), world, seed: at, setup: setupOf(task) });
    for (const call of goldCalls(task).slice(0, 5)) store.call(session, call);
  }
  collect();
  if (store.size !== SESSIONS) throw new Error('the sessions are gone');
  return (process.memoryUsage().heapUsed - before) / SESSIONS;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(String(memoryOf(process.argv[2] ?? '')));
