// The environments that a server offers. The server reads the head of each at the start and opens an environment (vets,
// seeds, hashes it) at its first use. It closes an environment when too many are open and no session needs it.
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
  /** The most opened environments that are kept without a session. */
  readonly keep: number;
  /** The most SQLite connections of one environment. */
  readonly pool: number;
  inUse(world: World): boolean;
  /** Tasks by the environment's name, to use instead of the tasks in the environment's folder. */
  readonly tasks?: ReadonlyMap<string, readonly Task[]> | undefined;
  /** Wraps each statement of a program when a connection prepares it, for example to trace its runs. */
  readonly observe?: WorldOptions['observe'];
}

const HASH = /^[0-9a-f]{64}$/;

export class EnvironmentShelf {
  private readonly volumes = new Map<string, Volume>();
  /** The opened environments, the least recently used first. */
  private readonly opened = new Set<Volume>();
  private readonly byHash = new Map<string, Volume>();
  /** Old worlds that sessions still use after their environment was read again. */
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

  /** Returns the world (an environment made runnable) with a name or hash; undefined when there is none. */
  find(nameOrHash: string): World | undefined {
    const volume = this.volumes.get(nameOrHash);
    if (volume !== undefined) return this.open(volume);
    return HASH.test(nameOrHash) ? this.findHash(nameOrHash) : undefined;
  }

  /** Returns the world with a hash. Opens the environment called `name` first, because opening others costs time. */
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
   * Adds a folder that arrives while the server runs. When the name is taken by another version, the new one is
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

  /** The tasks of a world. The world may be an older version than the environment that now has its name. */
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

  /** Reads an environment again after a person changed its folder. Sessions of the old world continue. */
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

  /** Replaces the tasks of an environment until the server ends. */
  setTasks(name: string, tasks: readonly Task[]): void {
    const volume = this.volumes.get(name);
    if (volume === undefined) return;
    volume.tasks = new Map(tasks.map((task) => [task.id, task]));
  }

  /** Opens an environment; undefined when it is broken, so that a search for a hash can go on. */
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
