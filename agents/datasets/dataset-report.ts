// What became of a dataset's input: counted while it is read and written, told at the end.
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
  /** More in common with what it was held against than allowed: nothing was written. */
  readonly refused: boolean;
  readonly episodes: number;
  readonly dropped: Readonly<Record<string, number>>;
  /** Rows that a format has no place for, by format and reason. */
  readonly without: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly unreadable: readonly { readonly place: string; readonly reason: string }[];
  readonly leaks: JsonObject;
  readonly tokens?: { readonly phase1: number; readonly phase2: number };
}

/** So many unreadable lines are named; all are counted. */
const SHOWN = 50;

/** The counts of one dataset in the making. */
export class Tally {
  episodes = 0;
  readonly dropped: Record<string, number> = {};
  readonly without: Record<string, Record<string, number>> = {};
  readonly unreadable: { place: string; reason: string }[] = [];

  drop(reason: string): void {
    count(this.dropped, reason);
  }

  cannotRead(place: string, reason: string): void {
    if (this.unreadable.length < SHOWN) this.unreadable.push({ place, reason });
    this.drop('unreadable');
  }
}
