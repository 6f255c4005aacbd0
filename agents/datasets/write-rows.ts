// The second pass: makes rows, pairs and tasks from the chosen lines and writes them in each format. A work item is
// plain JSON, because another process may do it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { promptFor } from '../../envs/server/prompt.ts';
import { listTools } from '../../envs/server/tool-listing.ts';
import type { Episode } from '../../envs/values/episode.ts';
import { eachLine, LineFile } from '../runs/lines.ts';
import { difficultyOf } from '../runs/outcome.ts';
import { openingOf } from '../../envs/server/opening.ts';
import type { DatasetOptions } from './dataset-options.ts';
import { OutputSink, type DatasetFile } from './output-sink.ts';
import { pairOf } from './pair-line.ts';
import type { Profile, ProfileOutput, TaskRow } from './profile.ts';
import { keyOf, type Entry, type KnownTask } from './read-inputs.ts';
import { rowOf, type Row, type RowMessage } from './row.ts';
import type { Source } from './sources.ts';
import type { Side } from './split.ts';
import { keysIn, type KeyKind } from './tasks.ts';

export interface Part {
  readonly phase: 1 | 2;
  readonly side: Side;
  readonly passed: readonly Entry[];
  readonly tasks: readonly KnownTask[];
}

export interface WriteItem {
  readonly phase: 1 | 2;
  readonly side: Side;
  readonly passed: readonly Pick<Entry, 'id' | 'source' | 'offset' | 'length' | 'key'>[];
  readonly tasks: readonly string[];
  /** The formats of this item, as indexes into the list of formats in the options. */
  readonly profiles: readonly number[];
  /** If true, the result of this item includes the ids and names that users say in the rows. */
  readonly tellsKeys: boolean;
}

export interface WrittenItem {
  readonly files: readonly DatasetFile[];
  readonly without: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The lines of pairs.jsonl that are not pairs. Null if no format of this item uses pairs. */
  readonly unreadable: readonly { readonly place: string; readonly reason: string }[] | null;
  readonly keys: readonly (readonly [key: string, kind: KeyKind])[];
}

/** The interface to the processes that write items. The results come in the order of the items. */
export interface WriteHands {
  /** The number of items that are written at the same time. */
  readonly count: number;
  write(items: readonly WriteItem[]): AsyncIterable<WrittenItem>;
}

export interface Writing {
  readonly out: string;
  readonly sources: readonly Source[];
  readonly tasks: ReadonlyMap<string, KnownTask>;
  readonly options: DatasetOptions;
  readonly tell: (text: () => string) => void;
}

/**
 * Makes the work items: one per phase and side or, if several items can be written at the same time, one per phase,
 * side and format.
 */
export function writeItemsOf(parts: readonly Part[], profiles: number, hands: number): WriteItem[] {
  const all = Array.from({ length: profiles }, (_each, at) => at);
  const groups = hands === 1 ? [all] : all.map((at) => [at]);
  return parts.flatMap(({ phase, side, passed, tasks }) =>
    groups.map((group, at) => ({
      phase,
      side,
      passed: passed.map(({ id, source, offset, length, key }) => ({ id, source, offset, length, key })),
      tasks: tasks.map(({ key }) => key),
      profiles: group,
      tellsKeys: at === 0,
    })),
  );
}

export function writeRows(item: WriteItem, { out, sources, tasks, options, tell }: Writing): WrittenItem {
  const { phase, side, passed, profiles, tellsKeys } = item;
  const place = { phase, split: side };
  const without: Record<string, Record<string, number>> = {};
  const sinks = profiles.flatMap((at) => {
    const profile = options.profiles[at] as Profile;
    return profile.outputs.map((output) => new OutputSink(out, profile, output, place, options, without));
  });
  const of = (from: ProfileOutput['from']): OutputSink[] => sinks.filter((sink) => sink.output.from === from);
  const open = sources.map(({ file }) => new LineFile(file));
  const keys = new Map<string, KeyKind>();
  if (of('rows').length > 0 || tellsKeys)
    for (const [at, { id, source, offset, length, key }] of passed.entries()) {
      tell(() => `phase ${phase}, ${side}: ${at} of ${passed.length} rows written`);
      const { task } = tasks.get(key) as KnownTask;
      const episode = JSON.parse((open[source] as LineFile).text(offset, length)) as Episode;
      const row: Row = rowOf(episode, task, { id, ...place }, options.row);
      if (tellsKeys) noteKeys(row, keys);
      for (const sink of of('rows')) sink.take(row);
    }
  for (const each of open) each.close();
  const unreadable = of('pairs').length > 0 ? writePairs(of('pairs'), new Set(item.tasks), sources) : null;
  const own = item.tasks.map((key) => tasks.get(key) as KnownTask);
  if (of('tasks').length > 0) writeTasks(of('tasks'), own, side, sources);
  return { files: sinks.flatMap((sink) => sink.close()), without, unreadable, keys: [...keys] };
}

function noteKeys({ messages }: Row, keys: Map<string, KeyKind>): void {
  for (const { role, content } of messages)
    if (role === 'user') for (const [key, kind] of keysIn(content)) keys.set(key, kind);
}

function writePairs(
  sinks: readonly OutputSink[],
  tasks: ReadonlySet<string>,
  sources: readonly Source[],
): { readonly place: string; readonly reason: string }[] {
  const unreadable: { place: string; reason: string }[] = [];
  for (const { pairs } of sources) {
    if (pairs === undefined) continue;
    eachLine(pairs, (text, offset) => {
      const pair = pairOf(text);
      if (typeof pair === 'string') unreadable.push({ place: `${pairs}: byte ${offset}`, reason: pair });
      else if (tasks.has(keyOf(pair.environment.hash, pair.task))) for (const sink of sinks) sink.take(pair);
    });
  }
  return unreadable;
}

function writeTasks(
  sinks: readonly OutputSink[],
  tasks: readonly KnownTask[],
  side: Side,
  sources: readonly Source[],
): void {
  for (const [hash, own] of Map.groupBy(tasks, ({ task }) => task.environment)) {
    const folder = sources.map(({ environmentDir }) => join(environmentDir, hash)).find(existsSync);
    if (folder === undefined) continue;
    const world = openEnvironment(folder, { pool: 1 });
    try {
      const tools = listTools(world, 'agent', 'openai');
      const toolsAlone = listTools(world, 'agent', 'openai', true);
      for (const { task, environment } of own) {
        const messages: RowMessage[] = [
          { role: 'system', content: promptFor(world, task, 'agent').system, train: false },
          { role: 'user', content: openingOf(task), train: false },
        ];
        const alone = promptFor(world, task, 'agent', { solo: true });
        const row: TaskRow = {
          id: `${environment}/${task.id}`,
          environment: { name: environment, hash },
          task: task.id,
          kind: task.kind,
          difficulty: difficultyOf(task),
          calls: task.gold.calls.length,
          tags: task.tags,
          session_seed: task.session_seed,
          messages,
          tools,
          alone: {
            messages: [
              { role: 'system', content: alone.system, train: false },
              { role: 'user', content: alone.opening ?? '', train: false },
            ],
            tools: toolsAlone,
          },
          split: side,
        };
        for (const sink of sinks) sink.take(row);
      }
    } finally {
      world.close();
    }
  }
}
