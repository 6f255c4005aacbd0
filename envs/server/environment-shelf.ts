// The environments that a server offers. At the start, the server reads only environment.json of each. An environment
// is opened when it is first used. If too many are open, the server closes one that no session needs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { badInput, GymError } from '../errors/gym-error.ts';
import { FILES, loadTasks, openEnvironment, readHead } from '../folder/environment-folder.ts';
import type { EnvironmentHead } from '../values/environment.ts';
import type { Task } from '../values/task.ts';
import type { World, WorldOptions } from '../world/world.ts';

export interface ShelfEntry {
  readonly dir: string;
  readonly head: EnvironmentHead;
}

interface Volume extends ShelfEntry {
  hash: string | undefined;
  world: World | undefined;
  tasks: ReadonlyMap<string, Task> | undefined;
}

export interface ShelfOptions {
  /** The largest number of open environments that are kept although no session uses them. */
  readonly keep: number;
  /** The largest number of SQLite connections of one environment. */
  readonly pool: number;
  inUse(world: World): boolean;
  /** Tasks by the environment's name. They replace the tasks in the environment's folder. */
  readonly tasks?: ReadonlyMap<string, readonly Task[]> | undefined;
  /** Wraps each SQL statement of a tool when a connection prepares it, for example to trace it. */
  readonly observe?: WorldOptions['observe'];
}

const HASH = /^[0-9a-f]{64}$/;

export class EnvironmentShelf {
  private readonly volumes = new Map<string, Volume>();
  /** The open environments. The least recently used one comes first. */
  private readonly opened = new Set<Volume>();
  private readonly byHash = new Map<string, Volume>();
  /** Old versions of environments that were read again, while sessions still use them. */
  private readonly retired: World[] = [];
  private readonly options: ShelfOptions;

  constructor(dirs: readonly string[], options: ShelfOptions) {
    this.options = options;
    for (const dir of dirs) {
      const head = readHead(dir);
      const other = this.volumes.get(head.name);
      if (other !== undefined)
        throw badInput({
          file: dir,
          what: `is named ${head.name}, as is ${other.dir}`,
          mend: 'give one of them another name in environment.json',
        });
      this.volumes.set(head.name, { dir, head, hash: undefined, world: undefined, tasks: undefined });
    }
  }

  get size(): number {
    return this.volumes.size;
  }

  get openCount(): number {
    return this.opened.size;
  }

  names(): string[] {
    return [...this.volumes.keys()].sort();
  }

  head(name: string): EnvironmentHead | undefined {
    return this.volumes.get(name)?.head;
  }

  dirOf(name: string): string | undefined {
    return this.volumes.get(name)?.dir;
  }

  has(nameOrHash: string): boolean {
    return this.volumes.has(nameOrHash) || (HASH.test(nameOrHash) && this.findHash(nameOrHash) !== undefined);
  }

  /**
   * Returns the environment with this name or hash, and opens it if it is not open. Returns undefined if there is none.
   */
  find(nameOrHash: string): World | undefined {
    const volume = this.volumes.get(nameOrHash);
    if (volume !== undefined) return this.open(volume);
    return HASH.test(nameOrHash) ? this.findHash(nameOrHash) : undefined;
  }

  /**
   * Returns the environment with this hash, or undefined if there is none. Tries the environment called `name` first,
   * because each further one that must be opened takes time.
   */
  findHash(hash: string, name?: string): World | undefined {
    const known = this.byHash.get(hash);
    if (known !== undefined) return this.open(known);
    const hinted = name === undefined ? undefined : this.volumes.get(name);
    for (const volume of [...(hinted === undefined ? [] : [hinted]), ...this.volumes.values()]) {
      if (volume.hash === undefined && this.tryOpen(volume)?.hash === hash) return volume.world;
    }
    return undefined;
  }

  /**
   * Adds a folder that arrives while the server runs. If another version already has the name, the new one is called
   * NAME@HASH.
   */
  add(dir: string, hash: string): void {
    const head = readHead(dir);
    const name = this.volumes.has(head.name) ? `${head.name}@${hash.slice(0, 12)}` : head.name;
    this.volumes.set(name, { dir, head, hash: undefined, world: undefined, tasks: undefined });
  }

  dirOfWorld({ hash }: World): string | undefined {
    return this.byHash.get(hash)?.dir;
  }

  tasks(name: string): ReadonlyMap<string, Task> {
    return this.tasksIn(this.volumes.get(name));
  }

  /** Returns the tasks of an environment. It may be an older version than the one that has the name now. */
  tasksOf({ hash, environment }: World): ReadonlyMap<string, Task> {
    return this.tasksIn(this.byHash.get(hash) ?? this.volumes.get(environment.name));
  }

  private tasksIn(volume: Volume | undefined): ReadonlyMap<string, Task> {
    if (volume === undefined) return new Map();
    const file = join(volume.dir, FILES.tasks);
    volume.tasks ??= new Map(
      (this.options.tasks?.get(volume.head.name) ?? (existsSync(file) ? loadTasks(file) : [])).map((task) => [
        task.id,
        task,
      ]),
    );
    return volume.tasks;
  }

  /** Reads an environment again after a person has changed its folder. Existing sessions keep the old version. */
  renew(name: string): void {
    const volume = this.volumes.get(name);
    if (volume === undefined) return;
    this.opened.delete(volume);
    if (volume.hash !== undefined) this.byHash.delete(volume.hash);
    if (volume.world !== undefined && this.options.inUse(volume.world)) this.retired.push(volume.world);
    else volume.world?.close();
    this.volumes.set(name, {
      dir: volume.dir,
      head: readHead(volume.dir),
      hash: undefined,
      world: undefined,
      tasks: undefined,
    });
  }

  /** Replaces the tasks of an environment in memory. The files of the environment do not change. */
  setTasks(name: string, tasks: readonly Task[]): void {
    const volume = this.volumes.get(name);
    if (volume === undefined) return;
    volume.tasks = new Map(tasks.map((task) => [task.id, task]));
  }

  /**
   * Opens an environment. Returns undefined if it is broken, so that a search for a hash can go on with the next one.
   */
  private tryOpen(volume: Volume): World | undefined {
    try {
      return this.open(volume);
    } catch (error) {
      if (error instanceof GymError) return undefined;
      throw error;
    }
  }

  private open(volume: Volume): World {
    this.opened.delete(volume);
    if (volume.world === undefined) {
      const world = openEnvironment(volume.dir, { pool: this.options.pool, observe: this.options.observe });
      if (volume.hash !== undefined && volume.hash !== world.hash) {
        world.close();
        throw badInput({ file: volume.dir, what: 'has changed since the server started', mend: 'start it again' });
      }
      volume.world = world;
      volume.hash = world.hash;
      this.byHash.set(world.hash, volume);
    }
    this.opened.add(volume);
    this.closeSome(volume);
    return volume.world;
  }

  private closeSome(but: Volume): void {
    for (const volume of this.opened) {
      if (this.opened.size <= this.options.keep) return;
      if (volume === but || volume.world === undefined || this.options.inUse(volume.world)) continue;
      this.opened.delete(volume);
      volume.world.close();
      volume.world = undefined;
    }
  }

  close(): void {
    for (const volume of this.opened) volume.world?.close();
    for (const world of this.retired) world.close();
    this.opened.clear();
  }
}
