// The shape of the code: folders import in one direction. Files that import each other are refused by lint.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Folders that still import each other, with the reason. This list only shrinks. */
const KNOWN_CIRCLES: Readonly<Record<string, string>> = {
  'envs/errors envs/values': 'errors carry JSON, and JSON that cannot be read is an error',
  'generator/check generator/compile generator/recipe': 'value pools move below recipes',
};

test('folders of one part import in one direction', () => {
  const graph = new Map<string, Set<string>>();
  for (const part of ['envs', 'generator', 'agents', 'cli'])
    for (const name of readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue;
      const file = join(part, name);
      const from = folderOf(file);
      for (const target of targets(file)) {
        const to = folderOf(target);
        if (from === undefined || to === undefined || from === to) continue;
        graph.set(from, (graph.get(from) ?? new Set()).add(to));
      }
    }
  expect(circles(graph)).toEqual(Object.keys(KNOWN_CIRCLES));
});

describe('large files and functions are named with their reason', () => {
  const page = readFileSync(join(root, 'docs/decisions/large-files.md'), 'utf8');
  const [files = '', functions = ''] = page.split('| function | reason |');
  const named = (table: string): string[] =>
    [...table.matchAll(/^\| `([^`]+)` \| .+ \|$/gm)].map(([, name = '']) => name);
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '-c', 'test/support/size-rules.json', '--format', 'json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  const found = (rule: string): string[] =>
    [...new Set(diagnostics.filter(({ code }) => code === `eslint(${rule})`).map(({ filename }) => filename))]
      .filter((file) => !file.startsWith('test/'))
      .sort();
  const unnamed = (rule: string, table: string): string[] => found(rule).filter((file) => !named(table).includes(file));

  test('files over 350 lines', () => {
    expect(found('max-lines').length).toBeGreaterThan(0);
    expect(unnamed('max-lines', files)).toEqual([]);
  });

  test('files with a function over 100 lines', () => {
    expect(unnamed('max-lines-per-function', functions)).toEqual([]);
  });

  test('the lists only shrink: the goal is twelve and five', () => {
    expect(named(files).length).toBeLessThanOrEqual(24);
    expect(named(functions).length).toBeLessThanOrEqual(7);
  });
});

/** `envs/world` of `envs/world/world.ts`; files that stand in no folder of a part are of none. */
function folderOf(file: string): string | undefined {
  const [part, folder, ...rest] = file.split('/');
  return rest.length === 0 ? undefined : `${part}/${folder}`;
}

function targets(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    relative(root, resolve(root, dirname(file), path)),
  );
}

/** Groups of folders that reach each other, each as its sorted names. */
function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reach = new Map([...graph.keys()].map((start) => [start, reached(graph, start)]));
  const groups = [...graph.keys()].map((folder) =>
    [...graph.keys()].filter((other) => reach.get(folder)?.has(other) && reach.get(other)?.has(folder)).sort(),
  );
  return [...new Set(groups.filter((group) => group.length > 1).map((group) => group.join(' ')))].sort();
}

function reached(graph: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const found = new Set<string>();
  const open = [start];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const other of graph.get(next) ?? [])
      if (!found.has(other)) {
        found.add(other);
        open.push(other);
      }
  return found;
}
