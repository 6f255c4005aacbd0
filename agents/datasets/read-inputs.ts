// The first pass over the inputs. It reads every line and keeps a few facts about the episodes that can become rows.
import type { Json } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { rangesOf } from '../runs/lines.ts';
import { difficultyOf } from '../runs/outcome.ts';
import type { DatasetOptions } from './dataset-options.ts';
import type { Tally } from './dataset-report.ts';
import type { Looked, LookHands, LookItem, SeenLine } from './look-at-lines.ts';
import type { Mixed } from './mixture.ts';
import type { Source } from './sources.ts';
import { factsOf } from './tasks.ts';

/**
 * An episode that can become a row: the position of its line in the file, and the properties by which a mixture weighs
 * rows.
 */
export interface Entry extends Mixed {
  readonly source: number;
  readonly offset: number;
  readonly length: number;
  readonly key: string;
  readonly tokens: number;
}

export interface KnownTask {
  readonly key: string;
  readonly environment: string;
  readonly task: Task;
  readonly facts: ReturnType<typeof factsOf>;
  readonly keys: Map<string, 'e-mail' | 'id' | 'name'>;
}

export interface Inputs {
  readonly sources: readonly Source[];
  /** The tasks of all sources, by the environment's hash and the task's id. */
  readonly tasks: ReadonlyMap<string, KnownTask>;
  /** The environments' names, by hash. */
  readonly names: ReadonlyMap<string, string>;
  /** The tool lists that the agents of the episodes had, by the environment's hash. */
  readonly tools: ReadonlyMap<string, readonly Json[]>;
  readonly entries: readonly Entry[];
}

/** The size in bytes of the range of a file that one work item reads. */
const LOOKED = 1 << 20;

export async function readInputs(
  sources: readonly Source[],
  hands: LookHands,
  options: DatasetOptions,
  tally: Tally,
  tell: (text: () => string) => void,
): Promise<Inputs> {
  const { tasks, names } = readTasks(sources);
  const inputs: Mutable = { sources, tasks, names, tools: new Map(), entries: [] };
  const seen = new Set<string>();
  const items = sources.flatMap(({ file }, source) =>
    rangesOf(file, LOOKED).map((range): LookItem => ({ source, file, ...range })),
  );
  for await (const looked of hands.look(items)) {
    take(looked, inputs, seen, options, tally);
    tell(() => `${tally.episodes} episodes read`);
  }
  return inputs;
}

interface Mutable extends Inputs {
  readonly tools: Map<string, readonly Json[]>;
  readonly entries: Entry[];
}

function take(
  { source, lines, tools, counted }: Looked,
  inputs: Mutable,
  seen: Set<string>,
  options: DatasetOptions,
  tally: Tally,
): void {
  options.tokens?.counter.learn(counted);
  const file = inputs.sources[source]?.file ?? '';
  for (const line of lines) {
    tally.episodes += 1;
    const known = 'unreadable' in line ? undefined : inputs.tasks.get(keyOf(line.environment, line.task));
    if ('unreadable' in line || known === undefined) {
      const reason = 'unreadable' in line ? line.unreadable : `its task ${line.task} is not there`;
      tally.cannotRead(`${file}: byte ${line.offset}`, reason);
      continue;
    }
    const { id, fit, offset, length } = line;
    const why = leftOut(line, seen);
    if (why !== undefined || fit === undefined) {
      tally.drop(why ?? 'not judged');
      continue;
    }
    seen.add(id);
    for (const [key, kind] of fit.keys) known.keys.set(key, kind);
    inputs.tools.set(line.environment, tools[fit.tools] ?? []);
    const { tokens, tier } = fit;
    if (tokens > (options.tokens?.row ?? Infinity)) tally.drop('more tokens than a row may have');
    else inputs.entries.push(entryOf(known, { id, source, offset, length, tokens, tier }));
  }
}

export function readTasks(sources: readonly Source[]): {
  readonly tasks: ReadonlyMap<string, KnownTask>;
  readonly names: ReadonlyMap<string, string>;
} {
  const known = new Map<string, KnownTask>();
  const names = new Map<string, string>();
  for (const { tasks, environments } of sources) {
    for (const { hash, name } of environments) names.set(hash, name);
    for (const task of tasks) {
      const key = keyOf(task.environment, task.id);
      const environment = names.get(task.environment);
      if (environment === undefined || known.has(key)) continue;
      const facts = factsOf(task);
      known.set(key, { key, environment, task, facts, keys: new Map(facts.keys) });
    }
  }
  return { tasks: known, names };
}

function entryOf(
  { key, environment, task }: KnownTask,
  place: Pick<Entry, 'id' | 'source' | 'offset' | 'length' | 'tokens' | 'tier'>,
): Entry {
  return {
    ...place,
    key,
    environment,
    kind: task.kind,
    difficulty: difficultyOf(task),
    calls: task.gold.calls.length,
  };
}

function leftOut({ id, without }: SeenLine, seen: ReadonlySet<string>): string | undefined {
  if (without === 'did not pass' || without === 'not judged') return without;
  return seen.has(id) ? 'there twice' : (without ?? undefined);
}

export function keyOf(hash: string, id: string): string {
  return `${hash} ${id}`;
}
