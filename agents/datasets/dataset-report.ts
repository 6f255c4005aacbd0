// The report on a dataset, and the counters that are filled while the input is read and the files are written.
import type { JsonObject } from '../../envs/values/json.ts';
import { count } from './counts.ts';
import type { DatasetFile } from './output-sink.ts';
import type { Overlap } from './overlap.ts';

export interface DatasetReport {
  readonly rows: { readonly phase1: number; readonly phase2: number };
  readonly test_rows: { readonly phase1: number; readonly phase2: number };
  readonly files: readonly DatasetFile[];
  readonly environments: {
    readonly train: readonly string[];
    readonly holdout: readonly string[];
    readonly vertical: readonly string[];
  };
  readonly overlap: readonly Overlap[];
  /** True if the overlap with a compared file was larger than allowed. Then no files were written. */
  readonly refused: boolean;
  readonly episodes: number;
  readonly dropped: Readonly<Record<string, number>>;
  /** The number of rows, pairs and tasks that could not be written in a format, by format and reason. */
  readonly without: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly unreadable: readonly { readonly place: string; readonly reason: string }[];
  readonly leaks: JsonObject;
  readonly tokens?: { readonly phase1: number; readonly phase2: number };
}

/** The largest number of unreadable lines that the report lists. Further lines are only counted. */
const SHOWN = 50;

export class Tally {
  episodes = 0;
  readonly dropped: Record<string, number> = {};
  readonly without: Record<string, Record<string, number>> = {};
  readonly unreadable: { place: string; reason: string }[] = [];

  drop(reason: string): void {
    count(this.dropped, reason);
  }

  leave(without: DatasetReport['without']): void {
    for (const [name, reasons] of Object.entries(without)) {
      const own = (this.without[name] ??= {});
      for (const [reason, times] of Object.entries(reasons)) own[reason] = (own[reason] ?? 0) + times;
    }
  }

  cannotRead(place: string, reason: string): void {
    if (this.unreadable.length < SHOWN) this.unreadable.push({ place, reason });
    this.drop('unreadable');
  }
}
