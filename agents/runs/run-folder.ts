// A run on disk: its arguments, environments, tasks and episodes. Each episode is appended when it ends, so that an
// interruption loses no finished episode. A complete run is sorted, and the contents of its files depend only on its
// arguments.
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';
import {
  FILES,
  loadTasks,
  openEnvironment,
  readJsonFile,
  saveEnvironment,
  writeWhole,
} from '../../envs/folder/environment-folder.ts';
import type { Episode } from '../../envs/values/episode.ts';
import { sha256 } from '../../envs/values/hash.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import { eachLine, LineFile } from './lines.ts';
import { readEpisode } from './read-episode.ts';
import { inOrder } from './outcome-order.ts';
import { outcomeOf, type Outcome } from './outcome.ts';

export const RUN_FILES = {
  run: 'run.json',
  environments: 'environments',
  tasks: 'tasks.jsonl',
  episodes: 'episodes.jsonl',
  timings: 'timings.jsonl',
  figures: 'figures.json',
  lock: 'run.lock',
} as const;

const FORMAT = 1;

interface Kept {
  readonly offset: number;
  readonly length: number;
  readonly sha256: string;
  readonly outcome: Outcome;
}

export interface RunHead {
  /** The arguments that identify the run. Only a command with equal arguments can continue the run. */
  readonly head: JsonObject;
  readonly environments: readonly { readonly world: World; readonly tasks: readonly Task[] }[];
}

export class RunFolder {
  readonly dir: string;
  private readonly head: JsonObject;
  private readonly tasks = new Map<string, Task>();
  private readonly kept = new Map<string, Kept>();
  private file: number | undefined;
  private size = 0;

  private constructor(dir: string, { head, environments }: RunHead) {
    this.dir = dir;
    this.head = head;
    for (const { world, tasks } of environments)
      for (const task of tasks) this.tasks.set(taskKey(world.hash, task.id), task);
    if (!this.isBegun()) this.writeHead(false);
    for (const { world } of environments) {
      const folder = join(dir, RUN_FILES.environments, world.hash);
      if (!isWhole(folder, world.hash)) saveEnvironment(folder, world.environment);
    }
    writeWhole(
      join(dir, RUN_FILES.tasks),
      environments.flatMap(({ tasks }) => tasks.map((task) => `${JSON.stringify(task)}\n`)).join(''),
    );
    const episodes = join(dir, RUN_FILES.episodes);
    this.recover(episodes);
    this.file = openSync(episodes, 'a');
    for (const { offset, length } of this.kept.values()) this.size = Math.max(this.size, offset + length);
    if (!this.isComplete()) this.writeHead(false);
  }

  /** Opens a new run folder, or continues the run in an existing one. */
  static open(dir: string, given: RunHead): RunFolder {
    const { environments } = given;
    const run: RunHead = {
      environments,
      head: {
        ...given.head,
        environments: environments.map(({ world }) => ({ name: world.environment.name, hash: world.hash })),
        tasks: tasksDigest(environments.flatMap(({ tasks }) => tasks)),
      },
    };
    const file = join(dir, RUN_FILES.run);
    if (existsSync(file)) {
      const there = readJsonFile(file);
      const before = isJsonObject(there) ? there['head'] : undefined;
      const other = differing(before ?? null, run.head);
      if (other !== undefined)
        throw badInput({
          file: dir,
          what: `holds a run with another ${other}`,
          mend: 'name another folder, or repeat its arguments',
        });
    } else if (
      existsSync(dir) &&
      (!statSync(dir).isDirectory() || readdirSync(dir).some((name) => !isOurDraft(name)))
    ) {
      throw badInput({
        file: dir,
        what: 'is there already and is no run',
        mend: 'name a folder that is empty or not there',
      });
    }
    let locked = false;
    try {
      mkdirSync(dir, { recursive: true });
      takeLock(dir);
      locked = true;
      return new RunFolder(dir, run);
    } catch (error) {
      if (locked) rmSync(join(dir, RUN_FILES.lock), { force: true });
      const { code } = error as NodeJS.ErrnoException;
      if (['EACCES', 'ENOTDIR', 'EEXIST', 'EROFS', 'ENOENT', 'EISDIR'].includes(code ?? ''))
        throw badInput({ file: dir, what: `cannot be written: ${code}` });
      throw error;
    }
  }

  has(id: string): boolean {
    return this.kept.has(id);
  }

  get count(): number {
    return this.kept.size;
  }

  outcomes(): Outcome[] {
    return [...this.kept.values()].map(({ outcome }) => outcome).sort(inOrder);
  }

  add(episode: Episode, seconds: number): Outcome {
    const line = Buffer.from(`${JSON.stringify(episode)}\n`);
    const kept = this.index(line.subarray(0, -1).toString(), this.size, line.length, episode);
    if (this.file === undefined) throw new Error(`${this.dir} is closed`);
    writeAll(this.file, line);
    this.size += line.length;
    appendLine(join(this.dir, RUN_FILES.timings), { id: episode.id, seconds: Number(seconds.toFixed(6)) });
    return kept.outcome;
  }

  /** Completes the run: sorts the episodes, and writes the figures and the episodes' digests. */
  finish(figures: JsonObject): void {
    const ids = [...this.kept].sort(([, a], [, b]) => inOrder(a.outcome, b.outcome));
    const episodes = join(this.dir, RUN_FILES.episodes);
    const from = new LineFile(episodes);
    const sorted = `${episodes}.new`;
    const to = openSync(sorted, 'w');
    let offset = 0;
    for (const [id, { offset: at, length, ...rest }] of ids) {
      writeAll(to, from.bytes(at, length));
      this.kept.set(id, { ...rest, offset, length });
      offset += length;
    }
    from.close();
    closeSync(to);
    renameSync(sorted, episodes);
    writeWhole(join(this.dir, RUN_FILES.figures), `${JSON.stringify(figures, null, 2)}\n`);
    this.writeHead(
      true,
      ids.map(([id, { sha256: digest }]) => ({ id, sha256: digest })),
    );
    this.close();
  }

  close(): void {
    if (this.file === undefined) return;
    closeSync(this.file);
    this.file = undefined;
    rmSync(join(this.dir, RUN_FILES.lock), { force: true });
  }

  private isBegun(): boolean {
    return existsSync(join(this.dir, RUN_FILES.run));
  }

  isComplete(): boolean {
    if (!this.isBegun()) return false;
    const there = readJsonFile(join(this.dir, RUN_FILES.run));
    return (
      isJsonObject(there) &&
      there['complete'] === true &&
      (there['episodes'] as readonly Json[]).length === this.kept.size
    );
  }

  private writeHead(complete: boolean, episodes: readonly Json[] = []): void {
    writeWhole(
      join(this.dir, RUN_FILES.run),
      `${JSON.stringify({ format: FORMAT, complete, head: this.head, episodes }, null, 1)}\n`,
    );
  }

  /**
   * Removes an unfinished last line, repeated episodes, and the episodes that ended with an infrastructure failure. The
   * run plays the missing episodes again.
   */
  private recover(file: string): void {
    rmSync(`${file}.new`, { force: true });
    if (!existsSync(file)) return;
    let dropped = false;
    let end = 0;
    eachLine(file, (text, offset, length) => {
      end = offset + length;
      const episode = readEpisode(text, `${file}: byte ${offset}`);
      if (episode.end_reason === 'infrastructure' || this.kept.has(episode.id)) dropped = true;
      else this.index(text, offset, length, episode);
    });
    truncateSync(file, end);
    if (!dropped) return;
    const draft = `${file}.new`;
    const from = new LineFile(file);
    const to = openSync(draft, 'w');
    let offset = 0;
    for (const [id, kept] of this.kept) {
      writeAll(to, from.bytes(kept.offset, kept.length));
      this.kept.set(id, { ...kept, offset });
      offset += kept.length;
    }
    from.close();
    closeSync(to);
    renameSync(draft, file);
  }

  private index(text: string, offset: number, length: number, episode: Episode): Kept {
    const task = this.tasks.get(taskKey(episode.environment.hash, episode.task));
    if (task === undefined)
      throw badInput({
        file: join(this.dir, RUN_FILES.episodes),
        what: `has an episode of task ${episode.task}, which the run does not play`,
      });
    const kept = { offset, length, sha256: sha256(text), outcome: outcomeOf(episode, task) };
    this.kept.set(episode.id, kept);
    return kept;
  }
}

/** Locks the folder, because only one process may play the run. Takes over the lock of a process that has ended. */
function takeLock(dir: string): void {
  const file = join(dir, RUN_FILES.lock);
  for (;;) {
    try {
      writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = Number(readFileSync(file, 'utf8').trim());
    if (owner > 0 && isAlive(owner))
      throw badInput({
        file: dir,
        what: `is being played by process ${owner}`,
        mend: `wait for it; if it is none of callgym's, delete ${file}`,
      });
    rmSync(file, { force: true });
  }
}

function isAlive(process_: number): boolean {
  try {
    process.kill(process_, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Tells whether an interrupted start may have left this file in the folder. */
function isOurDraft(name: string): boolean {
  return name === RUN_FILES.lock || name === `${RUN_FILES.run}.new`;
}

/** Returns a digest of the tasks. With it, a reader can check which tasks a recorded run played. */
export function tasksDigest(tasks: readonly Task[]): string {
  return sha256(tasks.map((task) => canonicalJson(task)).join('\n'));
}

/** Reads the outcomes of a run without opening the run for playing. */
export function readOutcomes(dir: string): Outcome[] {
  const file = join(dir, RUN_FILES.episodes);
  if (!existsSync(file))
    throw badInput({ file: dir, what: 'is no run folder', mend: 'callgym run … --out DIR makes one' });
  const tasks = new Map(
    loadTasks(join(dir, RUN_FILES.tasks)).map((task) => [taskKey(task.environment, task.id), task]),
  );
  const found: Outcome[] = [];
  eachLine(file, (text, offset) => {
    const episode = readEpisode(text, `${file}: byte ${offset}`);
    const task = tasks.get(taskKey(episode.environment.hash, episode.task));
    if (task === undefined)
      throw badInput({ file, what: `has an episode of task ${episode.task}, which tasks.jsonl lacks` });
    found.push(outcomeOf(episode, task));
  });
  return found.sort(inOrder);
}

function isWhole(folder: string, hash: string): boolean {
  if (!existsSync(join(folder, FILES.environment))) return false;
  try {
    const world = openEnvironment(folder, { pool: 1 });
    const same = world.hash === hash;
    world.close();
    return same;
  } catch {
    return false;
  }
}

/** Returns a key whose values differ in two heads, or undefined if the heads are equal. */
function differing(before: Json, now: JsonObject): string | undefined {
  if (!isJsonObject(before)) return 'format';
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].find(
    (key) => canonicalJson(before[key] ?? null) !== canonicalJson(now[key] ?? null),
  );
}

function taskKey(hash: string, id: string): string {
  return `${hash} ${id}`;
}

function appendLine(file: string, value: Json): void {
  const to = openSync(file, 'a');
  writeAll(to, Buffer.from(`${JSON.stringify(value)}\n`));
  closeSync(to);
}

function writeAll(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}
