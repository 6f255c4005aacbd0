// Finds, for every failed episode of a run, the decisive step: after this step the episode could no longer succeed.
import { join } from 'node:path';
import { eachLine } from '../runs/lines.ts';
import { RUN_FILES } from '../runs/run-folder.ts';
import { readEpisode } from '../runs/read-episode.ts';
import { reasonOf, replay, RunRecord } from '../runs/run-record.ts';
import { attribute, creditSteps, type Attribution, type StepCredit } from './attribute.ts';

export interface AttributionReport {
  readonly episodes_in: number;
  readonly failed: number;
  readonly attributed: number;
  readonly by_reason: Readonly<Record<string, number>>;
  readonly episodes: readonly (Attribution & {
    readonly episode: string;
    readonly credits?: { readonly steps: readonly StepCredit[]; readonly end: number };
  })[];
  readonly refused: readonly { readonly episode: string; readonly reason: string }[];
}

export function attributeRun(
  dir: string,
  { credits = false }: { readonly credits?: boolean } = {},
  tell: (done: number) => void = () => undefined,
): AttributionReport {
  const run = RunRecord.open(dir);
  const episodes: AttributionReport['episodes'][number][] = [];
  const refused: { episode: string; reason: string }[] = [];
  let [seen, failed] = [0, 0];
  const file = join(dir, RUN_FILES.episodes);
  try {
    eachLine(file, (text, offset) => {
      seen += 1;
      tell(seen);
      let id = `byte ${offset}`;
      try {
        const episode = readEpisode(text, `${file}: byte ${offset}`);
        ({ id } = episode);
        if (episode.verdict.reward !== 0) return;
        failed += 1;
        const world = run.worldOf(episode.environment.hash);
        const task = run.taskOf(episode);
        const log = replay(world, task, episode);
        const found = attribute(world, task, episode, log);
        if (found === undefined) return;
        episodes.push({
          episode: id,
          ...found,
          ...(credits ? { credits: creditSteps(world, task, episode, log) } : {}),
        });
      } catch (error) {
        refused.push({ episode: id, reason: reasonOf(error) });
      }
    });
  } finally {
    run.close();
  }
  const by_reason: Record<string, number> = {};
  for (const { reason } of episodes) by_reason[reason] = (by_reason[reason] ?? 0) + 1;
  return {
    episodes_in: seen,
    failed,
    attributed: episodes.length,
    by_reason: Object.fromEntries(Object.entries(by_reason).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))),
    episodes,
    refused,
  };
}
