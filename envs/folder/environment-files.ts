// The files of an environment as one value that can be sent to another machine, and a store of environment folders by
// hash. The store uses a folder only after it has opened the folder and compared its hash.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { badInput } from '../errors/gym-error.ts';
import { FILES, openEnvironment } from './environment-folder.ts';

export type EnvironmentFiles = Readonly<Record<string, string>>;

const NAMES: ReadonlySet<string> = new Set(Object.values(FILES));

/** Reads the files of an environment's folder. Reads the tasks only when `tasks` is true. */
export function readEnvironmentFiles(
  dir: string,
  { tasks = false }: { readonly tasks?: boolean } = {},
): EnvironmentFiles {
  return Object.fromEntries(
    [...NAMES]
      .filter((name) => (tasks || name !== FILES.tasks) && existsSync(join(dir, name)))
      .map((name) => [name, readFileSync(join(dir, name), 'utf8')]),
  );
}

export class EnvironmentStore {
  private readonly dir: string;
  private readonly believed = new Set<string>();

  /** Several processes and machines may share the folder `dir`. */
  constructor(dir: string) {
    this.dir = dir;
  }

  find(hash: string): string | undefined {
    const dir = join(this.dir, hash);
    if (this.believed.has(hash)) return dir;
    if (!/^[0-9a-f]{64}$/.test(hash) || !existsSync(join(dir, FILES.environment))) return undefined;
    if (hashOf(dir) !== hash) return undefined;
    this.believed.add(hash);
    return dir;
  }

  /** Stores the files of an environment and returns the folder. Throws if the files have another hash. */
  put(hash: string, files: EnvironmentFiles): string {
    mkdirSync(this.dir, { recursive: true });
    const draft = mkdtempSync(join(this.dir, '.draft-'));
    try {
      for (const [name, text] of Object.entries(files)) if (NAMES.has(name)) writeFileSync(join(draft, name), text);
      const found = hashOf(draft);
      if (found !== hash)
        throw badInput({ path: hash, what: `the files that came are another environment: ${found ?? 'none'}` });
      const dir = join(this.dir, hash);
      try {
        renameSync(draft, dir);
      } catch (error) {
        // renaming fails if another process has stored the same folder in the meantime, or if a damaged folder has this
        // name
        if (hashOf(dir) === hash) return this.trust(hash);
        if (!existsSync(dir)) throw error;
        rmSync(dir, { recursive: true, force: true });
        renameSync(draft, dir);
      }
      return this.trust(hash);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }

  private trust(hash: string): string {
    this.believed.add(hash);
    return join(this.dir, hash);
  }
}

function hashOf(dir: string): string | undefined {
  try {
    const world = openEnvironment(dir, { pool: 1 });
    const { hash } = world;
    world.close();
    return hash;
  } catch {
    return undefined;
  }
}
