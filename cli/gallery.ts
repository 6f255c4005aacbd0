// Finds the bundled environments. A command accepts gallery:NAME instead of a folder. Only this file knows where the
// bundled environments are.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { badInput } from '../envs/errors/gym-error.ts';
import { FILES } from '../envs/folder/environment-folder.ts';

const SHELVES = ['../gallery/', '../fixtures/environments/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const PREFIX = 'gallery:';

export function galleryFolders(): ReadonlyMap<string, string> {
  const found = SHELVES.flatMap((shelf) =>
    existsSync(shelf) ? readdirSync(shelf).map((name): [string, string] => [name, join(shelf, name)]) : [],
  ).filter(([, dir]) => existsSync(join(dir, FILES.environment)));
  return new Map(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns the folder of a bundled environment if the argument is gallery:NAME. Returns any other argument unchanged.
 */
export function fromGallery(argument: string): string {
  if (!argument.startsWith(PREFIX)) return argument;
  const folders = galleryFolders();
  const name = argument.slice(PREFIX.length);
  const dir = folders.get(name);
  if (dir === undefined)
    throw badInput({
      path: argument,
      what: 'is not in the gallery',
      mend: `there are ${[...folders.keys()].join(', ')}`,
    });
  return dir;
}
