// The environments that a server offers: read by name at the start, opened (vetted, seeded, hashed) when first used,
// closed again when too many are open and no session needs them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { badInput, GymError } from '../errors/gym-error.ts';
import { FILES, loadTasks, openEnvironment, readHead } from '../folder/environment-folder.ts';
import type { EnvironmentHead } from '../values/environment.ts';
import type { Task } from '../values/task.ts';
import type { World } from '../world/world.ts';

export interface LibraryEntry {
  readonly dir: string;
  readonly head: EnvironmentHead;
}

interface Shelf extends LibraryEntry {
  hash: string | undefined;
  world: World | undefined;
  tasks: ReadonlyMap<string, Task> | undefined;
}

export interface LibraryOptions {
  /** Opened environments kept though nothing uses them. */
  readonly keep: number;
  /** Connections of an environment. */
  readonly pool: number;
  inUse(world: World): boolean;
  /** By environment's name, instead of its folder's own. */
  readonly tasks?: ReadonlyMap<string, readonly Task[]> | undefined;
}

export class EnvironmentLibrary {
  private readonly shelves = new Map<string, Shelf>();
  /** Opened, the least recently used first. */
  private readonly opened = new Set<Shelf>();
  private readonly byHash = new Map<string, Shelf>();
  private readonly options: LibraryOptions;

  constructor(dirs: readonly string[], options: LibraryOptions) {
    this.options = options;
    for (const dir of dirs) {
      const head = readHead(dir);
      const other = this.shelves.get(head.name);
      if (other !== undefined)
        throw badInput({
          file: dir,
          what: `is named ${head.name}, as is ${other.dir}`,
          mend: 'give one of them another name in environment.json',
        });
      this.shelves.set(head.name, { dir, head, hash: undefined, world: undefined, tasks: undefined });
    }
  }

  get size(): number {
    return this.shelves.size;
  }

  get openCount(): number {
    return this.opened.size;
  }

  names(): string[] {
    return [...this.shelves.keys()].sort();
  }

  head(name: string): EnvironmentHead | undefined {
    return this.shelves.get(name)?.head;
  }

  /** By name or by hash; undefined where there is none. */
  find(nameOrHash: string): World | undefined {
    const shelf = this.shelves.get(nameOrHash);
    if (shelf !== undefined) return this.open(shelf);
    return /^[0-9a-f]{64}$/.test(nameOrHash) ? this.findHash(nameOrHash) : undefined;
  }

  /** By hash; the name says where to look first. */
  findHash(hash: string, name?: string): World | undefined {
    const known = this.byHash.get(hash);
    if (known !== undefined) return this.open(known);
    const hinted = name === undefined ? undefined : this.shelves.get(name);
    for (const shelf of [...(hinted === undefined ? [] : [hinted]), ...this.shelves.values()]) {
      if (shelf.hash === undefined && this.tryOpen(shelf)?.hash === hash) return shelf.world;
    }
    return undefined;
  }

  tasks(name: string): ReadonlyMap<string, Task> {
    const shelf = this.shelves.get(name);
    if (shelf === undefined) return new Map();
    const file = join(shelf.dir, FILES.tasks);
    shelf.tasks ??= new Map(
      (this.options.tasks?.get(name) ?? (existsSync(file) ? loadTasks(file) : [])).map((task) => [task.id, task]),
    );
    return shelf.tasks;
  }

  /** A broken environment hides no other. */
  private tryOpen(shelf: Shelf): World | undefined {
    try {
      return this.open(shelf);
    } catch (error) {
      if (error instanceof GymError) return undefined;
      throw error;
    }
  }

  private open(shelf: Shelf): World {
    this.opened.delete(shelf);
    if (shelf.world === undefined) {
      const world = openEnvironment(shelf.dir, { pool: this.options.pool });
      if (shelf.hash !== undefined && shelf.hash !== world.hash) {
        world.close();
        throw badInput({ file: shelf.dir, what: 'has changed since the server started', mend: 'start it again' });
      }
      shelf.world = world;
      shelf.hash = world.hash;
      this.byHash.set(world.hash, shelf);
    }
    this.opened.add(shelf);
    this.closeSome(shelf);
    return shelf.world;
  }

  private closeSome(but: Shelf): void {
    for (const shelf of this.opened) {
      if (this.opened.size <= this.options.keep) return;
      if (shelf === but || shelf.world === undefined || this.options.inUse(shelf.world)) continue;
      this.opened.delete(shelf);
      shelf.world.close();
      shelf.world = undefined;
    }
  }

  close(): void {
    for (const shelf of this.opened) shelf.world?.close();
    this.opened.clear();
  }
}
