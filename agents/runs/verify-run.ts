// Judges a recorded run again, from its folder alone. Every call is made anew on the environment that lies beside the
// record, and must give what is written; what does not follow from itself is refused with the reason, never scored.
import { join } from 'node:path';
import { sha256 } from '../../envs/values/hash.ts';
import { canonicalJson, type Json } from '../../envs/values/json.ts';
import type { Verdict } from '../../envs/values/verdict.ts';
import { eachLine } from './lines.ts';
import { RUN_FILES } from './run-folder.ts';
import { readEpisode } from './read-episode.ts';
import { reasonOf, refusal, RunRecord } from './run-record.ts';

export interface VerifyReport {
  readonly episodes: number;
  readonly agree: number;
  readonly disagree: readonly { readonly episode: string; readonly was: Json; readonly now: Json }[];
  /** What is no record of this run: tampered with, cut off, out of order, of another environment. */
  readonly refused: readonly { readonly episode: string; readonly reason: string }[];
}

export function verifyRun(dir: string, tell: (done: number) => void = () => undefined): VerifyReport {
  const run = RunRecord.open(dir);
  const disagree: { episode: string; was: Json; now: Json }[] = [];
  const refused: { episode: string; reason: string }[] = [];
  const seen = new Set<string>();
  let [episodes, agree, last] = [0, 0, ''];
  const file = join(dir, RUN_FILES.episodes);
  try {
    eachLine(file, (text, offset) => {
      episodes += 1;
      tell(episodes);
      let id = `byte ${offset}`;
      try {
        const episode = readEpisode(text, `${file}: byte ${offset}`);
        ({ id } = episode);
        if (seen.has(id)) throw refusal('is there twice');
        seen.add(id);
        run.admit(episode, sha256(text), episodes - 1);
        const verdict = run.judge(episode);
        if (canonicalJson(verdict) === canonicalJson(episode.verdict)) agree += 1;
        else disagree.push({ episode: id, was: summary(episode.verdict), now: summary(verdict) });
      } catch (error) {
        refused.push({ episode: id, reason: reasonOf(error) });
      }
      last = id;
    });
    for (const id of run.missing(seen))
      refused.push({ episode: id, reason: 'is in run.json, and not in episodes.jsonl' });
    if (run.endsOpen()) refused.push({ episode: last, reason: 'episodes.jsonl ends in the middle of a line' });
  } finally {
    run.close();
  }
  return { episodes, agree, disagree, refused };
}

function summary({ reward, failures }: Verdict): Json {
  return { reward, failures: failures.map(({ part, message }) => `${part}: ${message}`) };
}
