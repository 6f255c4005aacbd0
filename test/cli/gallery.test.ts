// Tests that every place that takes an environment's folder also takes the name of a bundled environment.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { fromGallery, galleryFolders } from '../../cli/gallery.ts';
import { readHead } from '../../envs/folder/environment-folder.ts';
import { commandsIn } from '../support/command.ts';

const callgym = commandsIn(tmpdir());

test('every environment that ships is called like its folder', () => {
  const folders = galleryFolders();
  expect([...folders.keys()]).toEqual(expect.arrayContaining(['carrier-care', 'order-desk']));
  for (const [name, dir] of folders) {
    expect(readHead(dir).name).toBe(name);
    expect(fromGallery(`gallery:${name}`)).toBe(dir);
  }
});

test('other arguments are what they are', () => {
  expect(fromGallery('environments/gallery')).toBe('environments/gallery');
});

test('a name stands for a folder in a command, and one that is not there is told with those that are', async () => {
  const { environments } = JSON.parse((await callgym('gallery', '--json')).stdout) as {
    environments: { name: string; path: string; tools: number; tables: number; rows: number }[];
  };
  for (const each of environments) {
    expect(existsSync(each.path)).toBe(true);
    for (const size of [each.tools, each.tables, each.rows]) expect(size).toBeGreaterThan(0);
  }
  expect((await callgym('show', 'gallery:order-desk')).stdout).toMatch(/^Order desk of Alder & Finch/);
  const lost = await callgym('show', 'gallery:nowhere');
  expect(lost.status).toBe(2);
  expect(lost.stderr).toMatch(/^callgym show: gallery:nowhere: is not in the gallery; there are .*order-desk/);
});
