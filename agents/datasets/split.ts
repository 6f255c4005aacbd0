// Decides which tasks are for training and which are for testing. All tasks of held-out environments are for
// testing, and so are some workflows of the environments of phase 2. A training task that shares an e-mail address, an
// id, a name or nearly the same wish with a test task is dropped. If a test task would cause too many such drops, that
// test task is dropped instead.
import type { Task } from '../../envs/values/task.ts';
import { chanceOf } from './chance.ts';
import { similarity, type KeyKind, type TaskFacts } from './tasks.ts';

export interface SplitTask {
  readonly key: string;
  readonly environment: string;
  readonly task: Task;
  readonly facts: TaskFacts;
}

export type Side = 'train' | 'test';

export interface Split {
  readonly sides: ReadonlyMap<string, Side>;
  /** The tasks that are on neither side, each with the reason. */
  readonly dropped: ReadonlyMap<string, string>;
}

export interface SplitOptions {
  readonly holdout: ReadonlySet<string>;
  readonly vertical: ReadonlySet<string>;
  readonly seed: number;
}

const TEST_SHARE = 0.1;
const MOST_OF_ONE = 0.34;
/** A test task is dropped if keeping it would drop more than this share of the training tasks. */
const MOST_COST = 0.02;
const LEAST_COST = 4;
export const ALIKE = 0.8;

export function splitTasks(tasks: readonly SplitTask[], options: SplitOptions): Split {
  const sides = new Map<string, Side>();
  const dropped = new Map<string, string>();
  const byEnvironment = Map.groupBy(tasks, ({ environment }) => environment);
  for (const [environment, own] of byEnvironment) {
    const tests = options.holdout.has(environment)
      ? new Set(own.map(({ key }) => key))
      : options.vertical.has(environment)
        ? testWorkflows(environment, own, options.seed)
        : new Set<string>();
    for (const { key } of own) sides.set(key, tests.has(key) ? 'test' : 'train');
  }
  separate(tasks, sides, dropped);
  return { sides, dropped };
}

/**
 * Draws whole workflows until they hold at least a tenth of the tasks. Never draws a large workflow (more than
 * MOST_OF_ONE of the tasks), and draws none if there is only one.
 */
function testWorkflows(environment: string, tasks: readonly SplitTask[], seed: number): Set<string> {
  const groups = workflowGroups(tasks);
  const wanted = tasks.length * TEST_SHARE;
  const drawn = [...groups]
    .map(([name, own]) => ({ name, own }))
    .filter(({ own }) => own.length <= Math.max(1, tasks.length * MOST_OF_ONE))
    .sort((a, b) => chanceOf(seed, `${environment} ${a.name}`) - chanceOf(seed, `${environment} ${b.name}`));
  const tests = new Set<string>();
  if (groups.size < 2) return tests;
  for (const { own } of drawn) {
    if (tests.size >= wanted) break;
    for (const { key } of own) tests.add(key);
  }
  return tests;
}

/**
 * Groups the tasks by workflow. If a task has a twin (a nearly equal task in which another outcome is right), their two
 * workflows form one group.
 */
function workflowGroups(tasks: readonly SplitTask[]): Map<string, SplitTask[]> {
  const root = new Map<string, string>();
  const find = (name: string): string => {
    const up = root.get(name) ?? name;
    return up === name ? name : find(up);
  };
  const byId = new Map(tasks.map((each) => [each.task.id, each]));
  for (const { task, facts } of tasks) {
    const twin = task.twin === undefined ? undefined : byId.get(task.twin);
    if (twin === undefined) continue;
    const [a, b] = [find(facts.workflow), find(twin.facts.workflow)].sort() as [string, string];
    if (a !== b) root.set(b, a);
  }
  return Map.groupBy(tasks, ({ facts }) => find(facts.workflow));
}

function separate(tasks: readonly SplitTask[], sides: Map<string, Side>, dropped: Map<string, string>): void {
  const train = tasks.filter(({ key }) => sides.get(key) === 'train');
  const most = Math.max(LEAST_COST, train.length * MOST_COST);
  const byKey = new Map<string, { task: SplitTask; kind: KeyKind }[]>();
  const byGram = new Map<string, SplitTask[]>();
  for (const each of train) {
    for (const [key, kind] of each.facts.keys) put(byKey, key, { task: each, kind });
    for (const gram of each.facts.grams) put(byGram, gram, each);
  }
  for (const test of tasks.filter(({ key }) => sides.get(key) === 'test')) {
    const shared = new Map<string, string>();
    for (const key of test.facts.keys.keys())
      for (const { task, kind } of byKey.get(key) ?? [])
        shared.set(task.key, `says the same ${kind} as the other side`);
    const near = new Set<SplitTask>();
    for (const gram of test.facts.grams) for (const each of byGram.get(gram) ?? []) near.add(each);
    for (const each of near)
      if (similarity(each.facts.grams, test.facts.grams) >= ALIKE)
        shared.set(each.key, 'wishes nearly the same as the other side');
    const fresh = [...shared].filter(([key]) => sides.get(key) === 'train');
    if (fresh.length > most) {
      sides.delete(test.key);
      dropped.set(test.key, fresh[0]?.[1] ?? '');
      continue;
    }
    for (const [key, why] of fresh) {
      sides.delete(key);
      dropped.set(key, why);
    }
  }
}

function put<T>(into: Map<string, T[]>, key: string, value: T): void {
  const own = into.get(key);
  if (own === undefined) into.set(key, [value]);
  else own.push(value);
}
