// The studio's page as one script and one style sheet. An installed package contains them already built. A checkout
// builds them on first use, and again when a source of the page has changed.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { badInput } from '../envs/errors/gym-error.ts';

export interface StudioPage {
  readonly script: string;
  readonly style: string;
}

const here = fileURLToPath(new URL('./', import.meta.url));
const SHIPPED = join(here, 'page');
const SOURCES = join(here, 'app');
/** Folders outside the studio whose code the page uses. */
const SHARED = ['../envs/words', '../envs/values', '../generator/tasks'].map((name) => join(here, name));

export async function studioPage(): Promise<StudioPage> {
  if (existsSync(join(SHIPPED, 'app.js'))) return readPage(SHIPPED);
  if (!existsSync(SOURCES))
    throw badInput({ file: SHIPPED, what: 'is not there', mend: 'install callgym again, or run npm run build' });
  const built = join(here, '../node_modules/.cache/callgym-studio', digest());
  if (!existsSync(join(built, 'app.js'))) await buildInto(built);
  return readPage(built);
}

/** Builds the page in a temporary folder and then renames it, so that the final folder is always complete. */
export async function buildInto(folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(join(dirname(folder), '.building-'));
  try {
    await bundle(draft);
    // a temporary folder can be read only by its owner, but other users who run the server must be able to read the
    // built page
    chmodSync(draft, 0o755);
    // another process may have built the page first
    if (!existsSync(folder)) renameSync(draft, folder);
  } catch (error) {
    if (!existsSync(join(folder, 'app.js'))) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function bundle(folder: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    root: SOURCES,
    configFile: false,
    // the page must be the same on every machine: it may not contain local paths or depend on NODE_ENV
    mode: 'production',
    logLevel: 'error',
    // a module in UMD format exports itself only if `require` exists
    define: { 'typeof require': '"function"' },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      lib: {
        entry: join(SOURCES, 'main.tsx'),
        formats: ['iife'],
        name: 'callgymStudio',
        fileName: () => 'app.js',
        cssFileName: 'app',
      },
    },
  });
}

function readPage(folder: string): StudioPage {
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return { script: text('app.js'), style: text('app.css') };
}

/** Returns a digest of the files on which the built page depends. */
function digest(): string {
  const hash = createHash('sha256').update(readFileSync(join(here, '../package-lock.json')));
  for (const folder of [SOURCES, ...SHARED])
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(tsx?|css)$/.test(name)) hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
  return hash
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest('hex')
    .slice(0, 20);
}
