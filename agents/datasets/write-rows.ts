// The second pass: the lines that were chosen become rows, pairs and tasks, and each format writes its files of them.
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
import type { Tally } from './dataset-report.ts';
import type { Leaks } from './leaks.ts';
import { OutputSink, type DatasetFile } from './output-sink.ts';
import { pairOf } from './pair-line.ts';
import type { ProfileOutput, TaskRow } from './profile.ts';
import { keyOf, type Entry, type Inputs, type KnownTask } from './read-inputs.ts';
import { rowOf, type Row, type RowMessage } from './row.ts';
import type { Source } from './sources.ts';
import type { Side } from './split.ts';

/** One side of one phase. */
export interface Part {
  readonly phase: 1 | 2;
  readonly side: Side;
  readonly passed: readonly Entry[];
  readonly tasks: readonly KnownTask[];
}

export interface Writing {
  readonly out: string;
  readonly inputs: Inputs;
  readonly options: DatasetOptions;
  readonly tally: Tally;
  readonly leaks: Leaks;
  readonly tell: (text: () => string) => void;
}

export function writePart({ phase, side, passed, tasks }: Part, writing: Writing): DatasetFile[] {
  const { inputs, options, leaks, tell, tally } = writing;
  const place = { phase, split: side };
  const sinks = options.profiles.flatMap((profile) =>
    profile.outputs.map((output) => new OutputSink(writing.out, profile, output, place, options, tally.without)),
  );
  const of = (from: ProfileOutput['from']): OutputSink[] => sinks.filter((sink) => sink.output.from === from);
  const open = inputs.sources.map(({ file }) => new LineFile(file));
  for (const [at, { id, source, offset, length, key }] of passed.entries()) {
    tell(() => `phase ${phase}, ${side}: ${at} of ${passed.length} rows written`);
    const { task, facts } = inputs.tasks.get(key) as KnownTask;
    const episode = JSON.parse((open[source] as LineFile).text(offset, length)) as Episode;
    const row: Row = rowOf(episode, task, { id, ...place }, options.row);
    leaks.see(phase, side, row, facts);
    for (const sink of of('rows')) sink.take(row);
  }
  for (const each of open) each.close();
  if (of('pairs').length > 0) writePairs(of('pairs'), new Set(tasks.map(({ key }) => key)), inputs.sources, tally);
  if (of('tasks').length > 0) writeTasks(of('tasks'), tasks, side, inputs.sources);
  return sinks.flatMap((sink) => sink.close());
}

function writePairs(
  sinks: readonly OutputSink[],
  tasks: ReadonlySet<string>,
  sources: readonly Source[],
  tally: Tally,
): void {
  for (const { pairs } of sources) {
    if (pairs === undefined) continue;
    eachLine(pairs, (text, offset) => {
      const pair = pairOf(text);
      if (typeof pair === 'string') tally.cannotRead(`${pairs}: byte ${offset}`, pair);
      else if (tasks.has(keyOf(pair.environment.hash, pair.task))) for (const sink of sinks) sink.take(pair);
    });
  }
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
