// Judges a recorded run again, with only the files in its folder. Every call is made again. An episode whose calls
// do not have the recorded outcomes is refused with the reason and gets no verdict.
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
  /**
   * The lines that are refused, with the reasons: a line may be changed, cut off, out of order, or of another
   * environment.
   */
  readonly refused: readonly { readonly episode: string; readonly reason: string }[];
}

export function verifyRun(dir: string, tell: (done: number) => void = () => undefined): VerifyReport {
  const verifier = new LineVerifier(dir);
  const report = new VerifiedLines();
  try {
    eachLine(join(dir, RUN_FILES.episodes), (text, offset) => {
      tell(report.episodes + 1);
      report.add(verifier.verify(text, offset, report.episodes));
    });
    return report.end(verifier.run);
  } finally {
    verifier.close();
  }
}

export interface VerifiedLine {
  /** The episode's id. If the line cannot be read, its position in the file. */
  readonly episode: string;
  readonly isRead: boolean;
  /** The reason why the line is refused, if it is refused. */
  readonly refused?: string;
  /** The recorded verdict (`was`) and the present verdict (`now`), if they differ. */
  readonly differs?: { readonly was: Json; readonly now: Json };
}

export class LineVerifier {
  readonly run: RunRecord;
  readonly file: string;

  constructor(dir: string) {
    this.run = RunRecord.open(dir);
    this.file = join(dir, RUN_FILES.episodes);
  }

  verify(text: string, offset: number, at: number): VerifiedLine {
    let id: string | undefined;
    try {
      const episode = readEpisode(text, `${this.file}: byte ${offset}`);
      ({ id } = episode);
      this.run.admit(episode, sha256(text), at);
      const verdict = this.run.judge(episode);
      const agrees = canonicalJson(verdict) === canonicalJson(episode.verdict);
      const differs = { was: summary(episode.verdict), now: summary(verdict) };
      return { episode: id, isRead: true, ...(agrees ? {} : { differs }) };
    } catch (error) {
      return { episode: id ?? `byte ${offset}`, isRead: id !== undefined, refused: reasonOf(error) };
    }
  }

  close(): void {
    this.run.close();
  }
}

export class VerifiedLines {
  episodes = 0;
  private agree = 0;
  private last = '';
  private readonly disagree: { episode: string; was: Json; now: Json }[] = [];
  private readonly refused: { episode: string; reason: string }[] = [];
  private readonly seen = new Set<string>();

  add({ episode, isRead, refused, differs }: VerifiedLine): void {
    this.episodes += 1;
    this.last = episode;
    const isTwice = isRead && this.seen.has(episode);
    if (isRead) this.seen.add(episode);
    const reason = isTwice ? reasonOf(refusal('is there twice')) : refused;
    if (reason !== undefined) this.refused.push({ episode, reason });
    else if (differs !== undefined) this.disagree.push({ episode, ...differs });
    else this.agree += 1;
  }

  end(run: RunRecord): VerifyReport {
    for (const id of run.missing(this.seen))
      this.refused.push({ episode: id, reason: 'is in run.json, and not in episodes.jsonl' });
    if (run.endsOpen())
      this.refused.push({ episode: this.last, reason: 'episodes.jsonl ends in the middle of a line' });
    const { episodes, agree, disagree, refused } = this;
    return { episodes, agree, disagree, refused };
  }
}

function summary({ reward, failures }: Verdict): Json {
  return { reward, failures: failures.map(({ part, message }) => `${part}: ${message}`) };
}
