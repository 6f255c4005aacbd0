// Tests that files of format 1 can be read, and that files of a newer format are refused with an error of one line.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verifyRun } from '../../agents/runs/verify-run.ts';
import { loadTasks, openEnvironment } from '../../envs/folder/environment-folder.ts';
import { migrate, type FileFormat } from '../../envs/folder/file-format.ts';

const FORMATS = fileURLToPath(new URL('../../fixtures/formats/', import.meta.url));
const HASH = 'e8c704c6cf21a770e903c18a154d5f4135cdd3e06a8761e51f3d49b33319e52f';

describe('the files of format 1', () => {
  test('the environment is the one that it was, and its tasks are of it', () => {
    const world = openEnvironment(join(FORMATS, 'environment-1'));
    expect(world.hash).toBe(HASH);
    const tasks = loadTasks(join(FORMATS, 'environment-1/tasks.jsonl'));
    expect(tasks.map(({ environment }) => environment)).toEqual(tasks.map(() => HASH));
    expect(tasks).toHaveLength(4);
    world.close();
  });

  test('the run is judged again as it was', () => {
    const { episodes, agree, disagree } = verifyRun(join(FORMATS, 'run-1'));
    expect([episodes, agree, disagree]).toEqual([4, 4, []]);
  });
});

describe('another format', () => {
  const openers: readonly (readonly [string, string, (dir: string) => void])[] = [
    ['environment-1', 'environment.json', (dir) => openEnvironment(dir).close()],
    ['run-1', 'run.json', (dir) => void verifyRun(dir)],
  ];
  test.each(openers)('%s: a newer one is refused', (name, file, open) => {
    const dir = mkdtempSync(join(tmpdir(), 'callgym-format-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    cpSync(join(FORMATS, name), dir, { recursive: true });
    const text = readFileSync(join(dir, file), 'utf8');
    expect(text).toMatch(/"format": 1/);
    writeFileSync(join(dir, file), text.replace('"format": 1', '"format": 2'));
    expect(() => open(dir)).toThrow(
      /\/format: is 2, an? \w+ of a later callgym; this one reads 1; use a newer callgym/,
    );
  });

  test('an older one goes through its migrations, one version at a time', () => {
    const format: FileFormat = {
      kind: 'a thing',
      current: 3,
      migrations: {
        1: ({ colour, ...rest }) => ({ ...rest, color: colour ?? null }),
        2: (value) => ({ ...value, colors: [value['color'] ?? null] }),
      },
    };
    expect(migrate({ format: 1, colour: 'red' }, format, 'f')).toEqual({ format: 3, color: 'red', colors: ['red'] });
    expect(migrate({ format: 2, color: 'red' }, format, 'f')).toEqual({ format: 3, color: 'red', colors: ['red'] });
    expect(() => migrate({ format: 0 }, format, 'f')).toThrow(/no callgym has written/);
  });
});
