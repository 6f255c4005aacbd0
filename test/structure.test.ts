// Tests the structure of the code: folders import in one direction. The linter refuses files that import each other.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

test('folders of one part import in one direction', () => {
  const graph = new Map<string, Set<string>>();
  for (const part of ['envs', 'generator', 'agents', 'studio', 'cli'])
    for (const name of readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name)) continue;
      const file = join(part, name);
      const from = folderOf(file);
      for (const target of targets(file)) {
        const to = folderOf(target);
        if (from === undefined || to === undefined || from === to) continue;
        graph.set(from, (graph.get(from) ?? new Set()).add(to));
      }
    }
  expect(circles(graph)).toEqual([]);
});

describe('large files are named with their reason, and functions stay small', () => {
  const page = readFileSync(join(root, 'docs/decisions/large-files.md'), 'utf8');
  const named = [...page.matchAll(/^\| `([^`]+)` \| .+ \|$/gm)].map(([, name = '']) => name);
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

  test('files over 350 lines are those of the list, at most four, and the list only shrinks', () => {
    expect(found('max-lines')).toEqual([...named].sort());
    expect(named.length).toBeGreaterThan(0);
    expect(named.length).toBeLessThanOrEqual(4);
  });

  test('no function has over 100 lines, and none of the compiler over 60', () => {
    expect(diagnostics.some(({ code }) => code === 'eslint(max-lines)')).toBe(true);
    expect(found('max-lines-per-function')).toEqual([]);
  });
});

test('casts through unknown or never are few, the number only shrinks, and each has its reason above it', () => {
  const casts = ['envs', 'generator', 'agents', 'studio', 'cli', 'bench', 'docs', 'test'].flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) =>
        readFileSync(join(root, part, name), 'utf8')
          .split('\n')
          .map((line, at, lines) => ({ line, above: lines[at - 1] ?? '', where: `${part}/${name}: ${line.trim()}` }))
          .filter(({ line }) => /\bas (?:unknown as|never)\b/.test(line.replace(/^\s*(?:\/\/|\/?\*).*|\/\/ .*/, ''))),
      ),
  );
  expect(casts.length, casts.map(({ where }) => where).join('\n')).toBeLessThanOrEqual(19);
  expect(casts.filter(({ above }) => !/^\s*\/\/ \w/.test(above)).map(({ where }) => where)).toEqual([]);
});

test('every name that a file exports is used, in it or in another file', () => {
  const sources = ['envs', 'generator', 'agents', 'studio', 'cli', 'bench', 'docs', 'test'].flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|js)$/.test(name))
      .map((name) => ({ file: `${part}/${name}`, text: readFileSync(join(root, part, name), 'utf8') })),
  );
  const uses = new Map<string, number>();
  for (const { text } of sources)
    for (const [name] of text.matchAll(/[\w$]+/g)) uses.set(name, (uses.get(name) ?? 0) + 1);
  const exported = /^export (?:abstract )?(?:async )?(?:function\*?|const|class|interface|type) ([\w$]+)/gm;
  const unused = sources
    .filter(({ file }) => !/^(?:bench|docs|test)\//.test(file))
    .flatMap(({ file, text }) => [...text.matchAll(exported)].map(([, name = '']) => ({ file, name })))
    .filter(({ name }) => uses.get(name) === 1);
  expect(unused).toEqual([]);
});

/**
 * Returns the folder of a file: `envs/world` for `envs/world/world.ts`. Returns undefined for a file that lies directly
 * in a top-level folder.
 */
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

/** Returns the groups of folders that import each other, each as its sorted names. */
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
