// Makes the lines of a training format, checks them with the format's lint and writes them. If an input cannot be
// written in the format, the reason is counted.
import { join } from 'node:path';
import type { JsonObject } from '../../envs/values/json.ts';
import { count } from './counts.ts';
import { linesTo, parquetTo, type FileOptions, type LineSink, type Written } from './files.ts';
import type { PairRow, Profile, ProfileOutput, TaskRow } from './profile.ts';
import type { Row } from './row.ts';
import type { Side } from './split.ts';

export interface DatasetFile extends Omit<Written, 'lines'> {
  readonly format: string;
  readonly output: string;
  readonly phase: 1 | 2;
  readonly split: Side;
  readonly rows: number;
}

export class OutputSink {
  readonly output: ProfileOutput;
  private readonly profile: Profile;
  private readonly place: { readonly phase: 1 | 2; readonly split: Side };
  private readonly sink: LineSink;
  private readonly without: Record<string, Record<string, number>>;

  constructor(
    out: string,
    profile: Profile,
    output: ProfileOutput,
    place: { readonly phase: 1 | 2; readonly split: Side },
    options: FileOptions,
    without: Record<string, Record<string, number>>,
  ) {
    this.profile = profile;
    this.output = output;
    this.place = place;
    this.without = without;
    const name = [`phase${place.phase}`, profile.name, ...(output.name === '' ? [] : [output.name]), place.split].join(
      '.',
    );
    const at = (path: string): string => join(out, path);
    this.sink = output.file === 'parquet' ? parquetTo(name, at, output.shape ?? {}) : linesTo(name, at, options);
  }

  take(input: Row | PairRow | TaskRow): void {
    let made: readonly (JsonObject | string)[] | string;
    try {
      made = this.made(input);
    } catch (error) {
      made = `cannot be told in it: ${(error as Error).message}`;
    }
    if (typeof made === 'string') this.leave(made);
    else for (const line of made) this.sink.write(line);
  }

  /** Returns the lines, or a reason if the input gives no lines or a line fails the lint. */
  private made(input: Row | PairRow | TaskRow): readonly (JsonObject | string)[] | string {
    const { output } = this;
    const made = ((output.lines ?? output.make) as (input: unknown) => readonly (JsonObject | string)[] | string).call(
      output,
      input,
    );
    if (typeof made === 'string') return made;
    // with `lines`, each line repeats the messages of the line before it, so checking the last line is enough
    const looked = output.lines === undefined ? made : made.slice(-1);
    const wrong = looked
      .map((line) => output.lint(typeof line === 'string' ? (JSON.parse(line) as JsonObject) : line))
      .find((each) => each !== undefined);
    return wrong === undefined ? made : `does not fit: ${wrong}`;
  }

  close(): DatasetFile[] {
    const { profile, output, place } = this;
    return this.sink.close().map(({ path, lines, bytes, sha256 }) => ({
      path,
      format: profile.name,
      output: output.name,
      phase: place.phase,
      split: place.split,
      rows: lines,
      bytes,
      sha256,
    }));
  }

  private leave(reason: string): void {
    const name = [this.profile.name, ...(this.output.name === '' ? [] : [this.output.name])].join('.');
    count((this.without[name] ??= {}), reason);
  }
}
