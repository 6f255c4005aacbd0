// npm run build: writes the published package to dist: JavaScript with types, the bundled fixtures and the studio's
// page. A checkout needs no build, because Node runs TypeScript as it is.
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FILES } from './envs/folder/environment-folder.ts';
import { buildInto } from './studio/page.ts';

const root = fileURLToPath(new URL('./', import.meta.url));
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
// declarations keep their comments, which editors show; JavaScript without comments takes a seventh less of the package
tsc('--emitDeclarationOnly');
tsc('--declaration', 'false', '--removeComments', '--noCheck');
dropUnreachedDeclarations();
// benchmarks run only in a checkout
rmSync(join(dist, 'bench'), { recursive: true, force: true });
for (const folder of [
  'fixtures/authored',
  'fixtures/environments',
  'fixtures/tools',
  'fixtures/new-environment',
  'fixtures/tau2',
  'gallery',
  'envs/verification/reading/weights.json',
  'envs/verification/reading/word-vectors.bin',
  'generator/author/prompts',
])
  cpSync(join(root, folder), join(dist, folder), { recursive: true, filter: isPublished });
// without indents, the gallery takes a tenth less in the package
for (const name of readdirSync(join(dist, 'gallery'), { recursive: true, encoding: 'utf8' }))
  if (name.endsWith('.json')) {
    const file = join(dist, 'gallery', name);
    writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
  }
await buildInto(join(dist, 'studio/page'));
cpSync(join(root, 'package.json'), join(dist, 'package.json'));
const entry = readFileSync(join(root, 'cli/callgym.js'), 'utf8');
writeFileSync(join(dist, 'cli/callgym.js'), entry.replace("import('./main.ts')", "import('./main.js')"), {
  mode: 0o755,
});

/** Deletes the declarations that no public entry of package.json reaches, because no user can import them. */
function dropUnreachedDeclarations(): void {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { readonly types: string }>;
  };
  const reached = new Set<string>();
  const open = Object.values(exports).flatMap((each) => (typeof each === 'string' ? [] : [join(root, each.types)]));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    const imports = readFileSync(file, 'utf8').matchAll(/(?:from |import\(|import )['"](\.[^'"]+)\.[jt]s['"]/g);
    for (const [, path = ''] of imports) open.push(join(dirname(file), `${path}.d.ts`));
  }
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.d.ts') && !reached.has(join(dist, name))) rmSync(join(dist, name));
}

function tsc(...options: readonly string[]): void {
  const program = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [program, '-p', join(root, 'tsconfig.build.json'), ...options], { stdio: 'inherit' });
}

// Two things of the gallery stay in a checkout: an author's replies, because only npm run gallery rebuilds from them,
// and the recipes, because those of authored environments repeat the rows of seed.jsonl.
function isPublished(path: string): boolean {
  return !path.startsWith(join(root, 'gallery')) || !['author', FILES.recipe].includes(basename(path));
}
