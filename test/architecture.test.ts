// Tests rules about the code: folders import in one direction, and the pages list all that the code has.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { PROFILES } from '../agents/datasets/profile-list.ts';
import { FACES } from '../envs/server/dialects/dialect-list.ts';
import { VERDICT_PARTS } from '../envs/values/verdict.ts';
import { LAWS } from '../generator/check/laws/law-list.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

/** Returns the top-level folders that a file imports from. */
function imports(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(
    ([, path = '']) => relative(root, resolve(root, dirname(file), path)).split('/')[0] ?? '',
  );
}

const ALLOWED: Record<string, readonly string[]> = {
  envs: ['envs'],
  generator: ['generator', 'envs'],
  agents: ['agents', 'envs'],
  bench: ['bench', 'envs', 'generator', 'agents', 'studio'],
  studio: ['studio', 'envs', 'generator', 'agents'],
  cli: ['cli', 'bench', 'envs', 'generator', 'agents', 'studio', 'package.json'],
};

describe('the arrow envs <- generator, envs <- agents', () => {
  test.each(Object.entries(ALLOWED))('%s', (folder, allowed) => {
    const wrong = sources(folder).flatMap((file) =>
      imports(file)
        .filter((target) => !allowed.includes(target))
        .map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('documents', () => {
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];

  test('the generated reference is what the code says', () => {
    const made = execFileSync(process.execPath, ['docs/generate.ts', '--print'], { cwd: root, encoding: 'utf8' });
    expect(made).toBe(readFileSync(join(root, 'docs/program-language.md'), 'utf8'));
  });

  test('the compiled environments are what the compiler makes', () => {
    const made = execFileSync(process.execPath, ['docs/generate.ts', '--print', 'compiled'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(made).toBe(readFileSync(join(root, 'docs/compiled-environments.md'), 'utf8'));
  });

  test('the command line is what the commands say', () => {
    const made = execFileSync(process.execPath, ['docs/generate.ts', '--print', 'cli'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(made).toBe(readFileSync(join(root, 'docs/cli.md'), 'utf8'));
  });

  test.each(['envs', 'generator', 'agents'])('every name that %s exports is told in docs/library.md', (folder) => {
    const text = readFileSync(join(root, folder, 'index.ts'), 'utf8');
    const names = [...text.matchAll(/export (?:type )?\{([^}]+)\}/g)].flatMap(([, list = '']) =>
      list.split(',').map((each) => each.trim()),
    );
    const told = readFileSync(join(root, 'docs/library.md'), 'utf8');
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !told.includes(`\`${name}\``))).toEqual([]);
  });

  test.each(pages)('%s: links resolve, anchors too', (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? join(root, page) : resolve(root, dirname(page), path);
      const found = readFileOrFolder(file);
      expect(found, `${page} -> ${target}`).toBeDefined();
      if (anchor !== undefined) expect(anchors(found ?? ''), `${page} -> ${target}`).toContain(anchor);
    }
  });

  // names from the code, the page that must list them, and the form in which the page writes each name
  const told: readonly (readonly [page: string, names: readonly string[], form: (name: string) => string])[] = [
    ['docs/verification.md', VERDICT_PARTS, (part) => `\n| ${part} | `],
    ['docs/verification.md', LAWS.map(({ name }) => name), (law) => `\n| ${law} | `],
    ['docs/datasets.md', PROFILES.map(({ name }) => name), (format) => `\`${format}\``],
    ['docs/trainers.md', [FACES.map(({ name }) => name).join(',')], (names) => names],
    ['docs/server.md', [FACES.map(({ name }) => name).join(',')], (names) => names],
  ];
  test.each(told)('%s tells of every entry of its list', (page, names, form) => {
    const text = readFileSync(join(root, page), 'utf8');
    expect(names.filter((name) => !text.includes(form(name)))).toEqual([]);
  });

  test('no two lines of the changelog begin alike: a change is told once', () => {
    const lines = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('- '));
    const begins = lines.map((line) => line.slice(0, 60));
    expect(lines.length).toBeGreaterThan(5);
    expect(begins.filter((begin, at) => begins.indexOf(begin) !== at)).toEqual([]);
  });

  test('every page of docs is linked from the README or another page', () => {
    const linked = pages.flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#\s]+)/g)].map(([, target = '']) =>
        relative(root, resolve(root, dirname(page), target)),
      ),
    );
    for (const page of pages.filter((each) => each.startsWith('docs/')))
      expect(
        linked.some((target) => target === page || page.startsWith(`${target}/`)),
        page,
      ).toBe(true);
  });
});

function readFileOrFolder(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EISDIR' ? '' : undefined;
  }
}

function anchors(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}
