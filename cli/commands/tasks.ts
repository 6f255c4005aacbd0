// callgym tasks: audited tasks for environments, appended to their tasks.jsonl.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { badInput, GymError } from '../../envs/errors/gym-error.ts';
import { FILES, loadTasks, openEnvironment, writeWhole } from '../../envs/folder/environment-folder.ts';
import { TASK_KINDS, type Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import { BANDS, makeTasks, type Band } from '../../generator/tasks/make-tasks.ts';
import type { Command } from '../command.ts';
import { seedOption, wholeOption } from '../options.ts';
import { counted } from '../output.ts';

const MOST = 100_000;
const KEPT_EVERY = 10;

export const tasksCommand: Command = {
  name: 'tasks',
  usage: 'tasks ENV… --count N',
  about:
    'Makes tasks by execution and appends those that their own audit proves to tasks.jsonl. Needs no model; the same seed gives the same tasks.',
  args: { least: 1 },
  options: {
    count: { type: 'string', value: 'N', about: 'tasks for each environment' },
    kinds: { type: 'string', value: 'a,b', about: `only these kinds: ${TASK_KINDS.join(', ')}` },
    difficulty: { type: 'string', value: 'BAND', about: `only ${BANDS.join(', ')} tasks, by the calls they take` },
    out: { type: 'string', value: 'FILE', about: 'append here instead' },
    seed: { type: 'string', value: 'N', about: 'default 1' },
  },
  examples: [
    'callgym tasks fixtures/environments/order-desk --count 20 --out tasks.jsonl',
    'callgym tasks my-env --count 50 --kinds write,abstain',
  ],
  run({ args, options, output }) {
    const count = wholeOption(options, 'count', 1, MOST);
    if (count === undefined) throw badInput({ path: '--count', what: 'is missing', mend: 'for example --count 20' });
    const seed = seedOption(options);
    const kinds = listOption(options['kinds'], '--kinds', TASK_KINDS);
    const band = listOption(options['difficulty'], '--difficulty', BANDS)?.[0] as Band | undefined;
    const rejected: Record<string, number> = {};
    const byKind: Record<string, number> = {};
    const byCalls: Record<string, number> = {};
    const short: { environment: string; tasks: number }[] = [];
    let made = 0;
    const unreadable: GymError[] = [];
    for (const dir of args) {
      const file = typeof options['out'] === 'string' ? options['out'] : join(dir, FILES.tasks);
      let world: World;
      let there: Task[];
      try {
        world = openEnvironment(dir);
        there = existsSync(file) ? loadTasks(file) : [];
      } catch (error) {
        // one that cannot be used does not stop the others
        if (!(error instanceof GymError)) throw error;
        unreadable.push(error);
        continue;
      }
      const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
      // what is finished stays, should this be interrupted
      const keep = (tasks: readonly Task[]): void => {
        const lines = tasks.map((task) => `${JSON.stringify(task)}\n`).join('');
        if (lines !== '') writeWhole(file, `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${lines}`);
      };
      let kept = 0;
      const outcome = makeTasks(world, {
        count,
        seed,
        existing: there.filter((task) => task.environment === world.hash),
        ...(kinds === undefined ? {} : { kinds }),
        ...(band === undefined ? {} : { band }),
        tell: (tasks) => {
          if (tasks.length < kept + KEPT_EVERY) return;
          kept = tasks.length;
          keep(tasks);
          output.progress(`${dir}: ${kept} of ${count}`);
        },
      });
      world.close();
      keep(outcome.tasks);
      made += outcome.tasks.length;
      for (const task of outcome.tasks) count1(byKind, task.kind);
      for (const task of outcome.tasks) count1(byCalls, String(task.gold.calls.length));
      for (const [reason, times] of Object.entries(outcome.rejected))
        rejected[reason] = (rejected[reason] ?? 0) + times;
      const few = outcome.tasks.length < count;
      if (few) short.push({ environment: world.environment.name, tasks: outcome.tasks.length });
      output.line(
        `${few ? output.bad('fewer') : output.good('done')}  ${world.environment.name}: ${outcome.tasks.length} of ${counted(count, 'task')} in ${file}`,
      );
      if (few) {
        const [most] = Object.entries(outcome.rejected).sort(([, a], [, b]) => b - a);
        if (most !== undefined) output.line(`  most drafts fell for this: ${most[0]} (${most[1]} times)`);
      }
    }
    const [first] = unreadable;
    if (first !== undefined && unreadable.length === args.length) throw first;
    for (const error of unreadable) output.line(`${output.bad('unusable')}  ${error.message}`);
    return {
      summary: {
        tasks: made,
        by_kind: sorted(byKind),
        by_calls: Object.fromEntries(Object.entries(byCalls).sort(([a], [b]) => Number(a) - Number(b))),
        rejected: sorted(rejected),
        short,
        unusable: unreadable.map(({ message }) => message),
        seconds: output.seconds(),
      },
      status: unreadable.length === 0 ? 0 : 1,
    };
  },
};

function count1(into: Record<string, number>, key: string): void {
  into[key] = (into[key] ?? 0) + 1;
}

function sorted(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function listOption<T extends string>(
  value: string | boolean | undefined,
  path: string,
  known: readonly T[],
): T[] | undefined {
  if (value === undefined) return undefined;
  const wanted = String(value)
    .split(',')
    .map((each) => each.trim());
  const strange = wanted.find((each) => !(known as readonly string[]).includes(each));
  if (strange !== undefined) throw badInput({ path, what: `is ${strange}`, mend: `there are ${known.join(', ')}` });
  return wanted as T[];
}
