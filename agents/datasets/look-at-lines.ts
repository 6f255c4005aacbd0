// Reads a range of lines and keeps a few facts about each line. The facts are plain JSON and depend on that line alone,
// so that another process can read the range.
import { sha256 } from '../../envs/values/hash.ts';
import type { Episode } from '../../envs/values/episode.ts';
import type { Json } from '../../envs/values/json.ts';
import { eachLine, type LineRange } from '../runs/lines.ts';
import type { DatasetOptions } from './dataset-options.ts';
import { messagesOf, tierOf, unfit, type Tier } from './row.ts';
import { episodeIn } from './sources.ts';
import { keysIn, type KeyKind } from './tasks.ts';

export interface LookItem extends LineRange {
  readonly source: number;
  readonly file: string;
}

interface Place {
  readonly offset: number;
  readonly length: number;
}

export interface UnreadableLine extends Place {
  readonly unreadable: string;
}

export interface SeenLine extends Place {
  /**
   * The episode's id within the dataset. The same episode in two inputs gets the same id; different episodes get
   * different ids, even if their recorded ids are equal.
   */
  readonly id: string;
  readonly environment: string;
  readonly task: string;
  /** The reason why the episode cannot become a row, or null if it becomes one. */
  readonly without: string | null;
  readonly fit?: FitLine;
}

export interface FitLine {
  readonly tier: Tier;
  readonly tokens: number;
  readonly keys: readonly (readonly [key: string, kind: KeyKind])[];
  /** The index of the episode's tool list in `Looked.tools`. */
  readonly tools: number;
}

export interface Looked {
  readonly source: number;
  readonly lines: readonly (UnreadableLine | SeenLine)[];
  /** The different tool lists that occur in these lines. */
  readonly tools: readonly (readonly Json[])[];
  /** The token counts that were computed in this range, each with the digest of its text. */
  readonly counted: readonly (readonly [digest: string, tokens: number])[];
}

/** The interface to the processes that read ranges of lines. The answers come in the order of the given ranges. */
export interface LookHands {
  look(items: readonly LookItem[]): AsyncIterable<Looked>;
}

export function lookAtLines(
  { source, file, from, to }: LookItem,
  options: Pick<DatasetOptions, 'row' | 'tokens'>,
): Looked {
  const lines: (UnreadableLine | SeenLine)[] = [];
  const tools = new Map<string, { readonly at: number; readonly list: readonly Json[] }>();
  const placeOf = (list: readonly Json[]): number => {
    const text = JSON.stringify(list);
    const known = tools.get(text);
    if (known !== undefined) return known.at;
    tools.set(text, { at: tools.size, list });
    return tools.size - 1;
  };
  eachLine(
    file,
    (text, offset, length) => {
      const episode = episodeIn(text);
      lines.push(
        typeof episode === 'string'
          ? { offset, length, unreadable: episode }
          : { offset, length, ...seen(episode, text, options, placeOf) },
      );
    },
    { from, to },
  );
  const counted = options.tokens?.counter.fresh() ?? [];
  return { source, lines, tools: [...tools.values()].map(({ list }) => list), counted };
}

function seen(
  episode: Episode,
  text: string,
  { row, tokens }: Pick<DatasetOptions, 'row' | 'tokens'>,
  placeOf: (tools: readonly Json[]) => number,
): Omit<SeenLine, keyof Place> {
  const { id, environment, task, verdict, tools, messages } = episode;
  const named = { id: `${id}@${sha256(text).slice(0, 12)}`, environment: environment.hash, task };
  const without =
    verdict.reward === 1 ? (unfit(episode, row) ?? null) : verdict.reward === 0 ? 'did not pass' : 'not judged';
  if (without !== null) return { ...named, without };
  const listed = tools as readonly Json[];
  const keys = new Map<string, KeyKind>();
  for (const { role, content, tool_calls: calls } of messages)
    if (role === 'user' && calls === undefined) for (const [key, kind] of keysIn(content)) keys.set(key, kind);
  return {
    ...named,
    without,
    fit: {
      tier: tierOf(episode),
      tokens: tokens === undefined ? 0 : tokens.counter.count(messagesOf(episode, row), listed),
      keys: [...keys],
      tools: placeOf(listed),
    },
  };
}
