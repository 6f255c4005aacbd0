// Reads a run folder that may still be growing. Each episode is read once, in slices; between two slices the server can
// answer requests. After that, finds the decisive step of each failed episode. Returns an episode in full when the page
// asks for it. If the file was replaced, everything is read again.
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { attribute, type Attribution } from '../../agents/keep/attribute.ts';
import { Sieve } from '../../agents/keep/sieve.ts';
import type { EpisodeRow } from '../../agents/report/episode-row.ts';
import { detailOf, playersOf, rowOf, type ReportData } from '../../agents/report/report-data.ts';
import { figuresOf } from '../../agents/runs/figures.ts';
import { outcomeOf, type Outcome } from '../../agents/runs/outcome.ts';
import { readEpisode } from '../../agents/runs/read-episode.ts';
import { RUN_FILES } from '../../agents/runs/run-folder.ts';
import { reasonOf, replay, RunRecord } from '../../agents/runs/run-record.ts';
import { loadTasks, readJsonFile } from '../../envs/folder/environment-folder.ts';
import { HttpError } from '../../envs/server/http-errors.ts';
import type { Episode } from '../../envs/values/episode.ts';
import { asJson, isJsonObject, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';

interface Line {
  readonly offset: number;
  readonly length: number;
  readonly outcome: Outcome;
  readonly episode: Pick<Episode, 'agent' | 'user' | 'trial'> & { readonly calls: number };
  fault?: Attribution | null;
}

export interface Progress {
  readonly done: number;
  readonly of: number | null;
  readonly complete: boolean;
  /** The number of failed episodes. `attributed` counts those for which the decisive step was searched. */
  readonly failed: number;
  readonly attributed: number;
  /** The share of the file that was read, from 0 to 1. */
  readonly read: number;
}

/** The bytes that are read in one slice. A longer line makes the slice longer. */
const SLICE = 1 << 19;

export class RunReader {
  readonly dir: string;
  private readonly record: RunRecord;
  private readonly tasks: number;
  private readonly file: string;
  private readonly slice: number;
  private lines: Line[] = [];
  private refused: { episode: string; reason: string }[] = [];
  private sieve = new Sieve();
  private offset = 0;
  private size = 0;
  private inode = 0;
  /** Lines before this index have been searched for their decisive step. */
  private next = 0;
  private working = false;
  private closed = false;
  private known: { readonly at: number; readonly figures: JsonObject; readonly stages: Json } | undefined;

  constructor(dir: string, slice = SLICE) {
    this.dir = dir;
    this.slice = slice;
    this.file = join(dir, RUN_FILES.episodes);
    this.record = RunRecord.open(dir);
    this.tasks = loadTasks(join(dir, RUN_FILES.tasks)).length;
  }

  close(): void {
    this.closed = true;
    this.record.close();
  }

  /** Reads added lines: one slice at once, the rest in the background. */
  refresh(): void {
    this.readSlice();
    this.goOn();
  }

  /** Reads the next slice. Returns false if there is no further complete line. */
  private readSlice(): boolean {
    if (!existsSync(this.file)) return false;
    const { size, ino } = statSync(this.file);
    if (ino !== this.inode || size < this.offset) this.forget(ino);
    this.size = size;
    const from = openSync(this.file, 'r');
    try {
      for (let most = this.slice; this.offset < size; most *= 2) {
        const bytes = Buffer.alloc(Math.min(most, size - this.offset));
        readSync(from, bytes, 0, bytes.length, this.offset);
        const begin = this.offset;
        this.takeLines(bytes);
        if (this.offset > begin) return true;
        if (begin + bytes.length === size) return false;
      }
    } finally {
      closeSync(from);
    }
    return false;
  }

  private forget(inode: number): void {
    this.inode = inode;
    this.offset = 0;
    this.next = 0;
    this.lines = [];
    this.refused = [];
    this.sieve = new Sieve();
    this.known = undefined;
  }

  private takeLines(bytes: Buffer): void {
    let begin = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, begin)) {
      if (end > begin) this.take(bytes.subarray(begin, end).toString(), this.offset + begin, end - begin);
      begin = end + 1;
    }
    this.offset += begin;
  }

  private take(text: string, offset: number, length: number): void {
    let id = `byte ${offset}`;
    const place = { file: this.file, offset, length };
    try {
      const episode = readEpisode(text, `byte ${offset}`);
      ({ id } = episode);
      const task = this.record.taskOf(episode);
      const outcome = outcomeOf(episode, task);
      this.sieve.take(episode, task, place);
      this.lines.push({
        offset,
        length,
        outcome,
        episode: {
          ...(episode.agent === undefined ? {} : { agent: episode.agent }),
          ...(episode.user === undefined ? {} : { user: episode.user }),
          trial: episode.trial,
          calls: episode.steps.length,
        },
      });
    } catch (error) {
      const reason = reasonOf(error);
      this.sieve.refuse(place, reason);
      this.refused.push({ episode: id, reason });
    }
  }

  outcomes(): readonly Outcome[] {
    return this.lines.map(({ outcome }) => outcome);
  }

  progress(): Progress {
    const failed = this.lines.filter(({ outcome }) => outcome.reward === 0);
    const run = this.run();
    const trials = isJsonObject(run['head']) ? Number(run['head']['trials']) : Number.NaN;
    return {
      done: this.lines.length,
      of: Number.isSafeInteger(trials) ? this.tasks * trials : null,
      complete: run['complete'] === true,
      failed: failed.length,
      attributed: failed.filter(({ fault }) => fault !== undefined).length,
      read: this.size === 0 ? 1 : this.offset / this.size,
    };
  }

  data(): ReportData & { readonly progress: Progress; readonly dir: string } {
    this.refresh();
    const run = this.run();
    const faults: Record<string, number> = {};
    const rows = this.lines.map(({ outcome, episode, fault }): EpisodeRow => {
      if (fault !== undefined && fault !== null) faults[fault.reason] = (faults[fault.reason] ?? 0) + 1;
      return rowOf(outcome, episode.calls, fault ?? undefined);
    });
    return {
      head: isJsonObject(run['head']) ? run['head'] : {},
      players: playersOf(this.lines.map(({ episode }) => episode)),
      ...this.counted(),
      faults,
      episodes: rows,
      systems: [],
      refused: this.refused,
      piece: 0,
      progress: this.progress(),
      dir: this.dir,
    };
  }

  detail(at: number): JsonObject {
    const line = this.lines[at];
    if (line === undefined) throw new HttpError('NOT_FOUND', { what: `episode ${at} of ${this.lines.length}` });
    const episode = this.read(line);
    const task = this.record.taskOf(episode);
    const world = this.record.worldOf(episode.environment.hash);
    this.attribute(line, episode);
    return {
      ...detailOf(world, task, episode, 0, line.fault ?? undefined),
      system_text: episode.system,
      task: asJson(task),
    };
  }

  private read({ offset, length }: Line): Episode {
    const bytes = Buffer.alloc(length);
    const from = openSync(this.file, 'r');
    try {
      readSync(from, bytes, 0, length, offset);
    } finally {
      closeSync(from);
    }
    return readEpisode(bytes.toString(), `byte ${offset}`);
  }

  /**
   * Does the remaining work in pieces: first the slices of the file, then the failed episodes one after the other.
   * Between two pieces the server can answer requests.
   */
  private goOn(): void {
    if (this.working) return;
    this.working = true;
    const piece = (): void => {
      if (this.closed || !(this.readSlice() || this.lookIntoNext())) {
        this.working = false;
        return;
      }
      setImmediate(piece);
    };
    setImmediate(piece);
  }

  /** Finds the decisive step of the next failed episode. Returns false if there is none. */
  private lookIntoNext(): boolean {
    for (; this.next < this.lines.length; this.next++) {
      const line = this.lines[this.next];
      if (line === undefined || line.outcome.reward !== 0 || line.fault !== undefined) continue;
      this.attribute(line);
      return true;
    }
    return false;
  }

  private attribute(line: Line, known?: Episode): void {
    if (line.fault !== undefined || line.outcome.reward !== 0) return;
    try {
      const episode = known ?? this.read(line);
      const task = this.record.taskOf(episode);
      const world = this.record.worldOf(episode.environment.hash);
      line.fault = attribute(world, task, episode, replay(world, task, episode)) ?? null;
    } catch {
      // an episode whose replay fails has no decisive step
      line.fault = null;
    }
  }

  private counted(): { readonly figures: JsonObject; readonly funnel: Json } {
    if (this.known?.at !== this.offset) {
      const stages = this.lines.length === 0 ? [] : asJson(this.sieve.result().report.stages);
      this.known = { at: this.offset, figures: figuresOf(this.outcomes()), stages };
    }
    return { figures: this.known.figures, funnel: this.known.stages };
  }

  private run(): JsonObject {
    try {
      const run = plainJson(readJsonFile(join(this.dir, RUN_FILES.run)));
      return isJsonObject(run) ? run : {};
    } catch {
      return {};
    }
  }
}
