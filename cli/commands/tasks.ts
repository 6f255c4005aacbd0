// callgym tasks: makes audited tasks for environments and appends them to each environment's tasks.jsonl.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { badInput, GymError } from '../../envs/errors/gym-error.ts';
import { FILES, openEnvironment, writeWhole } from '../../envs/folder/environment-folder.ts';
import { checkedAs } from '../../envs/values/json.ts';
import { TASK_KINDS, type Task } from '../../envs/values/task.ts';
import { twinsLast } from '../../generator/tasks/twins-last.ts';
import { BANDS, type Band } from '../../generator/tasks/make-tasks.ts';
import type { Command, Invocation } from '../command.ts';
import { calibrateTasks } from '../calibrate-tasks.ts';
import { JobPool, workInOrder, type Done } from '../jobs/job-pool.ts';
import { makeWithAuditors } from '../jobs/make-with-auditors.ts';
import type { TasksResult, TasksSetup } from '../jobs/tasks-job.ts';
import { countOfCores, seedOption, wholeOption } from '../options.ts';
import { counted } from '../output.ts';
import { makeWritten, WRITER_OPTIONS, type Written } from './tasks-author.ts';

const MOST = 100_000;

export const tasksCommand: Command = {
  name: 'tasks',
  usage: 'tasks ENV… --count N',
  about:
    'Makes tasks by execution and appends those that their own audit proves to tasks.jsonl. Needs no model; the same seed gives the same tasks. With --author a model adds stories and words, which pass gates of their own.',
  args: { least: 1 },
  options: {
    count: { type: 'string', value: 'N', about: 'tasks for each environment' },
    kinds: { type: 'string', value: 'a,b', about: `only these kinds: ${TASK_KINDS.join(', ')}` },
    difficulty: { type: 'string', value: 'BAND', about: `only ${BANDS.join(', ')} tasks, by the calls they take` },
    out: { type: 'string', value: 'FILE', about: 'append here instead' },
    calibrate: {
      type: 'string',
      value: 'RUN',
      about: 'make none: write into the tasks how often the agent of a run with --trials 8 passed them',
    },
    ...WRITER_OPTIONS,
    seed: { type: 'string', value: 'N', about: 'default 1' },
    jobs: {
      type: 'string',
      value: 'N|auto',
      about: 'environments at once, or drafts of one environment audited at once, each in a process; 1',
    },
  },
  examples: [
    'callgym tasks fixtures/environments/order-desk --count 20 --out tasks.jsonl',
    'callgym tasks my-env --count 50 --kinds write,abstain',
    'callgym tasks my-env --calibrate out/run-of-8-trials',
    'callgym tasks my-env --count 50 --author batch:questions',
  ],
  async run(invocation) {
    const { args, options, output } = invocation;
    const count = wholeOption(options, 'count', 1, MOST);
    const fileOf = (dir: string): string =>
      typeof options['out'] === 'string' ? options['out'] : join(dir, FILES.tasks);
    const run = options['calibrate'];
    if (typeof run === 'string') {
      if (count !== undefined)
        throw badInput({ path: '--calibrate', what: 'stands beside --count', mend: 'make the tasks first' });
      return { summary: calibrateTasks([...new Set(args.map(fileOf))], run, output) };
    }
    if (count === undefined)
      throw badInput({ path: '--count', what: 'is missing', mend: 'for example --count 20, or --calibrate RUN' });
    const seed = seedOption(options);
    const kinds = listOption(options['kinds'], '--kinds', TASK_KINDS);
    const band = listOption(options['difficulty'], '--difficulty', BANDS)?.[0] as Band | undefined;
    const rejected: Record<string, number> = {};
    const byKind: Record<string, number> = {};
    const byCalls: Record<string, number> = {};
    const byFamily: Record<string, number> = {};
    let [conditional, chained, moved, holes] = [0, 0, 0, 0];
    const short: { environment: string; tasks: number }[] = [];
    let made = 0;
    const unreadable: Error[] = [];
    const items = args.map((dir) => ({ dir, file: fileOf(dir) }));
    const jobs = countOfCores(options, 'jobs') ?? 1;
    const dependent = withTasksOfOthers(items);
    const kept = new KeptTasks(items);
    const setup = { count, seed, ...(kinds === undefined ? {} : { kinds }), ...(band === undefined ? {} : { band }) };
    const soFar = (item: Item, tasks: readonly Task[]): void => {
      kept.soFar(item, tasks);
      output.progress(`${item.dir}: ${tasks.length} of ${count}`);
    };
    const written = options['author'] === undefined ? undefined : await writtenTasks(invocation, setup, items, jobs);
    if (written !== undefined && written.waiting > 0)
      return { summary: { tasks: 0, author: written.summary }, status: 3 };
    const results =
      written !== undefined
        ? written.results
        : jobs > 1 && (dependent || jobs > items.length)
          ? workWithAuditors(setup, items, jobs, soFar)
          : workInOrder('tasks', setup, items, {
              jobs: dependent ? 1 : jobs,
              tell: (item, part) => soFar(item, checkedAs<readonly Task[]>(part)),
            });
    for await (const done of results) {
      const { dir, file } = kept.turn();
      if ('died' in done || ('error' in done && done.error instanceof GymError)) {
        // an environment that cannot be read is reported, and the others still get tasks
        unreadable.push('died' in done ? badInput({ file: dir, what: done.died }) : done.error);
        kept.done([]);
        continue;
      }
      if ('error' in done) throw done.error;
      const outcome = done.result;
      kept.done(outcome.tasks);
      made += outcome.tasks.length;
      for (const task of outcome.tasks) count1(byKind, task.kind);
      for (const task of outcome.tasks) count1(byFamily, task.story?.family ?? 'none');
      conditional += outcome.tasks.filter(({ tags }) => tags.includes('condition')).length;
      chained += outcome.tasks.filter(({ story }) => story?.family === 'chain').length;
      holes += outcome.holes;
      moved += outcome.tasks.filter(({ user }) => user.later !== undefined).length;
      for (const task of outcome.tasks) count1(byCalls, String(task.gold.calls.length));
      for (const [reason, times] of Object.entries(outcome.rejected))
        rejected[reason] = (rejected[reason] ?? 0) + times;
      const few = outcome.tasks.length < count;
      if (few) short.push({ environment: outcome.environment, tasks: outcome.tasks.length });
      output.line(
        `${few ? output.bad('fewer') : output.good('done')}  ${outcome.environment}: ${outcome.tasks.length} of ${counted(count, 'task')} in ${file}`,
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
        by_family: sorted(byFamily),
        conditional,
        chained,
        moved,
        holes,
        by_calls: Object.fromEntries(Object.entries(byCalls).sort(([a], [b]) => Number(a) - Number(b))),
        rejected: sorted(rejected),
        short,
        unusable: unreadable.map(({ message }) => message),
        ...(written === undefined ? {} : { author: written.summary }),
        seconds: output.seconds(),
      },
      status: unreadable.length === 0 ? 0 : 1,
    };
  },
};

function writtenTasks(
  invocation: Invocation,
  setup: TasksSetup,
  items: readonly Item[],
  jobs: number,
): Promise<Written> {
  if (jobs > 1)
    throw badInput({
      path: '--jobs',
      what: 'is more than 1',
      mend: 'tasks that a model words are made in one process',
    });
  if (withTasksOfOthers(items))
    throw badInput({ path: '--author', what: 'meets an environment twice', mend: 'name each environment once' });
  return makeWritten(invocation, setup, items);
}

/**
 * Makes the tasks of one environment after the other. Several processes audit the drafts of the current environment at
 * the same time.
 */
async function* workWithAuditors(
  setup: TasksSetup,
  items: readonly Item[],
  jobs: number,
  tell: (item: Item, tasks: readonly Task[]) => void,
): AsyncGenerator<Done<TasksResult>, void, void> {
  const pool = new JobPool('audit', null, { jobs });
  try {
    for (const item of items) {
      try {
        yield { result: await makeWithAuditors(setup, item, pool, jobs, (tasks) => tell(item, tasks)) };
      } catch (error) {
        yield { error: error as Error };
      }
    }
  } finally {
    await pool.close();
  }
}

interface Item {
  readonly dir: string;
  readonly file: string;
}

/**
 * Tells whether two items are the same folder, or write tasks of equal environments to one file. The tasks of the
 * second item then depend on those of the first.
 */
function withTasksOfOthers(items: readonly Item[]): boolean {
  if (new Set(items.map(({ dir }) => realpathOr(dir))).size < items.length) return true;
  if (new Set(items.map(({ file }) => file)).size === items.length) return false;
  const hashes = items.flatMap(({ dir }) => {
    try {
      const world = openEnvironment(dir, { pool: 1 });
      world.close();
      return [world.hash];
    } catch {
      // the error is not reported here, but when the tasks of this environment are made
      return [];
    }
  });
  return new Set(hashes).size < hashes.length;
}

function realpathOr(dir: string): string {
  return existsSync(dir) ? realpathSync(dir) : dir;
}

/**
 * Writes tasks while they are made, so that an interruption loses few. The environments are written in order; the tasks
 * of a later one wait for the earlier ones.
 */
class KeptTasks {
  private readonly items: readonly Item[];
  private at = 0;
  private before = '';

  constructor(items: readonly Item[]) {
    this.items = items;
    this.begin();
  }

  turn(): Item {
    return this.items[this.at] as Item;
  }

  soFar(item: Item, tasks: readonly Task[]): void {
    if (item === this.items[this.at]) this.write(tasks);
  }

  done(tasks: readonly Task[]): void {
    this.write(tasks);
    this.at += 1;
    this.begin();
  }

  private begin(): void {
    const file = this.items[this.at]?.file;
    this.before = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  private write(tasks: readonly Task[]): void {
    const lines = twinsLast(tasks)
      .map((task) => `${JSON.stringify(task)}\n`)
      .join('');
    const { before } = this;
    if (lines !== '')
      writeWhole(this.turn().file, `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${lines}`);
  }
}

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
