// Tests the package as its users install it: packs it, unpacks it into an empty project, runs it there, and compiles
// code that uses it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { PROFILES } from '../../agents/datasets/profile-list.ts';
import { lasting } from '../support/played.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const home = join(lasting(), 'project');
const bin = join(home, 'node_modules/callgym/dist/cli/callgym.js');

function callgym(...args: string[]): string {
  return execFileSync(process.execPath, [bin, ...args], {
    cwd: home,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

beforeAll(() => {
  const packed = join(home, 'packed');
  mkdirSync(packed, { recursive: true });
  const [name = ''] = execFileSync('npm', ['pack', '--silent', '--pack-destination', packed], {
    cwd: root,
    encoding: 'utf8',
    // the last line of npm's output is the file's name; its other output is ignored
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .trim()
    .split('\n')
    .slice(-1);
  execFileSync('tar', ['xzf', join(packed, name), '-C', packed]);
  // links the dependencies of the checkout, which npm would install with the package
  const { dependencies } = JSON.parse(readFileSync(join(packed, 'package/package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const modules = join(home, 'node_modules');
  mkdirSync(modules);
  cpSync(join(packed, 'package'), join(modules, 'callgym'), { recursive: true });
  for (const each of [...Object.keys(dependencies), '@types/node', 'undici-types']) {
    mkdirSync(dirname(join(modules, each)), { recursive: true });
    symlinkSync(join(root, 'node_modules', each), join(modules, each));
  }
  writeFileSync(join(home, 'package.json'), '{"type": "module"}');
});

test('is no larger than six megabytes', () => {
  const name = readdirSync(join(home, 'packed')).find((each) => each.endsWith('.tgz')) ?? '';
  expect(statSync(join(home, 'packed', name)).size).toBeLessThan(6_000_000);
});

test('holds JavaScript, types and the bundled fixtures, nothing of the workshop', () => {
  const names = readdirSync(join(home, 'node_modules/callgym'), { recursive: true, encoding: 'utf8' });
  expect(names).toContain('dist/fixtures/environments/order-desk/tools.json');
  expect(names).toContain('dist/studio/page/app.js');
  expect(names).toContain('dist/envs/index.d.ts');
  expect(names.filter((name) => /(?<!\.d)\.ts$|^dist\/(?:test|bench|docs)\b/.test(name))).toEqual([]);
});

test('the demo runs in an empty folder; commands that need a checkout say so', () => {
  const demo = JSON.parse(callgym('demo', '--json')) as {
    environments: number;
    tasks: number;
    episodes: number;
    kept: number;
    rows: { phase1: number; phase2: number };
  };
  expect(demo.environments).toBe(8);
  // five tasks are wanted for each environment, but a small environment may have fewer good ones
  expect(demo.tasks).toBeGreaterThan(25);
  // two agents play each task twice
  expect(demo.episodes).toBe(4 * demo.tasks);
  expect(demo.kept).toBeGreaterThan(demo.tasks);
  expect(demo.rows.phase1).toBeGreaterThan(50);
  expect(demo.rows.phase2).toBeGreaterThan(5);
  expect(callgym('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(() => callgym('bench', '--only', 'session.reset')).toThrow(/run it in a checkout/);
  callgym('new', 'mine');
  expect(callgym('check', 'mine')).toContain('sound');
});

const TARGET = ['--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
const tsc = (...files: string[]): string =>
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '--strict', ...TARGET, ...files],
    { cwd: home, encoding: 'utf8' },
  );

/** Writes the TypeScript of a page to a file of the project. */
function blockOf(page: string, file: string): string {
  const [, text = ''] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, page), 'utf8')) ?? [];
  // a user's project imports from the package, but the page imports from a file of the checkout
  writeFileSync(join(home, file), text.replace("'../episodes/players.ts'", "'callgym/agents'"));
  return file;
}

test('the programs of docs/library.md and docs/extending.md compile, and run', () => {
  callgym('new', 'my-env');
  const library = blockOf('docs/library.md', 'library.ts');
  const agent = blockOf('docs/extending.md', 'agent.ts');
  tsc(library, agent);
  expect(execFileSync(process.execPath, [library], { cwd: home, encoding: 'utf8' })).toContain('ok: true');
  const says = `import('./${agent}').then(async (all) => console.log((await all.politeAgent.open({})).sit().next([])))`;
  expect(execFileSync(process.execPath, ['-e', says], { cwd: home, encoding: 'utf8' })).toContain(
    'Thank you very much.',
  );
});

test('a program of ten lines compiles against its types and runs', () => {
  writeFileSync(
    join(home, 'program.ts'),
    `import { judge, openEnvironment, SessionStore, type Task } from 'callgym/envs';
import { makeTasks } from 'callgym/generator';
import { openAgent, PROFILES } from 'callgym/agents';

const world = openEnvironment('node_modules/callgym/dist/fixtures/environments/order-desk');
const store = new SessionStore();
const session = store.create({ id: 'mine', world, seed: 1 });
const [task]: readonly Task[] = makeTasks(world, { count: 1, seed: 1, existing: [] }).tasks;
const agent = await openAgent('oracle', {});
if (task === undefined) throw new Error('no task');
console.log(judge(world, task, store.log(session)).reward, agent.about['kind'], PROFILES.length);
`,
  );
  tsc('program.ts');
  expect(execFileSync(process.execPath, ['program.ts'], { cwd: home, encoding: 'utf8' })).toBe(
    `0 oracle ${PROFILES.length}\n`,
  );
});
