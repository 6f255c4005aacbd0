// The first pass over the inputs: every line is read, and a few words of those that can become rows are kept.
import type { Episode } from '../../envs/values/episode.ts';
import { sha256 } from '../../envs/values/hash.ts';
import type { Json } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { eachLine } from '../runs/lines.ts';
import { difficultyOf } from '../runs/outcome.ts';
import type { DatasetOptions } from './dataset-options.ts';
import type { Tally } from './dataset-report.ts';
import type { Mixed } from './mixture.ts';
import { messagesOf, tierOf, unfit } from './row.ts';
import { episodeIn, type Source } from './sources.ts';
import { factsOf, keysIn } from './tasks.ts';

/** An episode that can become a row: where its line is, and its place in a mixture. */
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
  /** By environment's hash and task's id. */
  readonly tasks: ReadonlyMap<string, KnownTask>;
  /** An environment's name by its hash. */
  readonly names: ReadonlyMap<string, string>;
  /** An environment's tools by its hash, as its episodes list them. */
  readonly tools: ReadonlyMap<string, readonly Json[]>;
  readonly entries: readonly Entry[];
}

export function readInputs(
  sources: readonly Source[],
  options: DatasetOptions,
  tally: Tally,
  tell: (text: () => string) => void,
): Inputs {
  const names = new Map<string, string>();
  const tasks = readTasks(sources, names);
  const tools = new Map<string, readonly Json[]>();
  const entries: Entry[] = [];
  const seen = new Set<string>();
  for (const [source, { file }] of sources.entries())
    eachLine(file, (text, offset, length) => {
      tally.episodes += 1;
      tell(() => `${tally.episodes} episodes read`);
      const episode = episodeIn(text);
      const known = typeof episode === 'string' ? undefined : tasks.get(keyOf(episode.environment.hash, episode.task));
      if (typeof episode === 'string' || known === undefined) {
        const reason = typeof episode === 'string' ? episode : `its task ${episode.task} is not there`;
        tally.cannotRead(`${file}: byte ${offset}`, reason);
        return;
      }
      const id = identity(episode, text);
      const why = leftOut(episode, id, seen, options);
      if (why !== undefined) {
        tally.drop(why);
        return;
      }
      seen.add(id);
      noteKeys(episode, known);
      tools.set(episode.environment.hash, episode.tools as readonly Json[]);
      const tokens = countTokens(episode, options);
      if (tokens > (options.tokens?.row ?? Infinity)) tally.drop('more tokens than a row may have');
      else entries.push(entryOf(episode, known, { id, source, offset, length, tokens }));
    });
  return { sources, tasks, names, tools, entries };
}

function readTasks(sources: readonly Source[], names: Map<string, string>): Map<string, KnownTask> {
  const known = new Map<string, KnownTask>();
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
  return known;
}

/** Ids, e-mail addresses and names that the user said in this episode belong to the facts of its task. */
function noteKeys({ messages }: Episode, { keys }: KnownTask): void {
  for (const { role, content, tool_calls: calls } of messages)
    if (role === 'user' && calls === undefined) for (const [key, kind] of keysIn(content)) keys.set(key, kind);
}

function entryOf(
  episode: Episode,
  { key, environment, task }: KnownTask,
  place: Pick<Entry, 'id' | 'source' | 'offset' | 'length' | 'tokens'>,
): Entry {
  return {
    ...place,
    key,
    environment,
    kind: task.kind,
    difficulty: difficultyOf(task),
    calls: task.gold.calls.length,
    tier: tierOf(episode),
  };
}

function leftOut(episode: Episode, id: string, seen: ReadonlySet<string>, { row }: DatasetOptions): string | undefined {
  if (episode.verdict.reward !== 1) return episode.verdict.reward === 0 ? 'did not pass' : 'not judged';
  if (seen.has(id)) return 'there twice';
  return unfit(episode, row);
}

function countTokens(episode: Episode, { tokens, row }: DatasetOptions): number {
  return tokens === undefined ? 0 : tokens.counter.count(messagesOf(episode, row), episode.tools as readonly Json[]);
}

/** The same episode of two inputs is one; two agents' at the same task and trial are two, though they are called alike. */
function identity({ id }: Episode, text: string): string {
  return `${id}@${sha256(text).slice(0, 12)}`;
}

export function keyOf(hash: string, id: string): string {
  return `${hash} ${id}`;
}
