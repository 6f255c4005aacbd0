// Tests the commands in the tutorial, the README and other pages by running them as printed, block by block.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'callgym-tutorial-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function blocks(page: string, language = 'sh'): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(([, is, block = '']) =>
    is === language ? [block] : [],
  );
}

/**
 * Returns a function that runs a shell script, in which `callgym` and `npm run -s callgym --` call this checkout. Five
 * pages make the same five tasks; to save time, later pages get a copy of those that the first page made.
 */
function shell(cwd: string): (script: string) => string {
  const bin = join(dir, 'bin');
  mkdirSync(bin, { recursive: true });
  const callgym = `"${process.execPath}" "${root}cli/callgym.js"`;
  const run = `
if [ "$#" = 6 ] && [ "$1 $3 $4 $5" = "tasks --count 5 --out" ]; then
  case "$2" in fixtures/environments/*) made="${bin}/$(basename "$2").jsonl" ;; esac
fi
[ -n "$made" ] || exec ${callgym} "$@"
if [ -e "$made" ]; then cp "$made" "$6" && echo "$6: as before"; else ${callgym} "$@" && cp "$6" "$made"; fi`;
  writeFileSync(join(bin, 'callgym'), `#!/bin/sh\nmade=\n${run}\n`, { mode: 0o755 });
  writeFileSync(
    join(bin, 'npm'),
    `#!/bin/sh\n[ "$1 $2 $3 $4" = "run -s callgym --" ] || { echo "not here: npm $*" >&2; exit 9; }\nshift 4\nexec callgym "$@"\n`,
    { mode: 0o755 },
  );
  return (script) =>
    execFileSync('sh', ['-e', '-c', script], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: `${bin}:${process.env['PATH']}`, NO_COLOR: '1' },
    });
}

test('the tutorial, followed to the letter, gives an environment that check calls sound', () => {
  const cwd = join(dir, 'tutorial');
  mkdirSync(cwd);
  const run = shell(cwd);
  const outputs = blocks('docs/tutorial.md').map(run);
  expect(outputs.length).toBeGreaterThanOrEqual(6);
  expect(outputs.at(-1)).toMatch(/^sound {2}library: 4 tools, \d+ checks, 0 failed/m);
  expect(outputs.at(-1)).toContain('The Sea Road');
});

test('the README: two set-up commands, and every other command runs as printed', () => {
  const all = blocks('README.md');
  const setup = all.filter((block) => block.includes('npm ci')).map((block) => block.trim());
  expect(setup).toEqual(['npm ci && npm run demo', 'npm ci && npm test']);
  const cwd = join(dir, 'readme');
  cpSync(join(root, 'fixtures'), join(cwd, 'fixtures'), { recursive: true });
  mkdirSync(join(cwd, 'out'));
  const run = shell(cwd);
  for (const block of all.filter((each) => !each.includes('npm ci'))) {
    // a server does not end by itself, so it is stopped when it has printed its URL
    const script = / (?:serve|studio)\b/.test(block)
      ? `rm -f url; ${block.trim()} --port 0 > url & server=$!; until [ -s url ]; do sleep 0.1; done; kill -INT $server; wait $server; cat url`
      : block;
    expect(run(script).length, block).toBeGreaterThan(0);
  }
  // compare, attribute and mend need failed episodes
  const noisy = readFileSync(join(cwd, 'out/noisy/episodes.jsonl'), 'utf8');
  expect(noisy.match(/"verdict":\{"reward":0/g)?.length ?? 0).toBeGreaterThanOrEqual(2);
});

test.each(['pool', 'compiler', 'tasks', 'episodes', 'verification', 'datasets'])(
  'docs/%s.md: every command runs as printed, on its own',
  (page) => {
    const all = blocks(`docs/${page}.md`);
    expect(all.length).toBeGreaterThan(0);
    const cwd = join(dir, page);
    cpSync(join(root, 'fixtures'), join(cwd, 'fixtures'), { recursive: true });
    mkdirSync(join(cwd, 'out'));
    const run = shell(cwd);
    for (const block of all) expect(run(block).length, block).toBeGreaterThan(0);
    if (page !== 'datasets') return;
    // runs the last command of the page again, with the mixture that the page shows
    const [mixture = ''] = blocks(`docs/${page}.md`, 'json');
    writeFileSync(join(cwd, 'mixture.json'), mixture);
    const last = all.join('').trim().split('\n').at(-1) ?? '';
    run(`${last.replace('--out out/data', '--out out/mixed')} --mixture mixture.json`);
    expect(readFileSync(join(cwd, 'out/mixed/manifest.json'), 'utf8')).toMatch(/"order-desk": ?2/);
  },
);

test('docs/compiler.md: the overrides are followed by the next build', () => {
  const [overrides = ''] = blocks('docs/compiler.md', 'json');
  const cwd = join(dir, 'overrides');
  mkdirSync(join(cwd, 'out/environments/clinic_mcp'), { recursive: true });
  cpSync(join(root, 'fixtures'), join(cwd, 'fixtures'), { recursive: true });
  writeFileSync(join(cwd, 'out/environments/clinic_mcp/overrides.json'), overrides);
  const run = shell(cwd);
  run('callgym build fixtures/tools/clinic.mcp.json --out out/environments');
  interface Overridden {
    readonly program?: unknown;
    readonly examples?: readonly unknown[];
  }
  const built = JSON.parse(
    readFileSync(join(cwd, 'out/environments/clinic_mcp/tools.json'), 'utf8'),
  ) as readonly (Overridden & {
    readonly name: string;
  })[];
  for (const [name, { program, examples = [] }] of Object.entries(
    (JSON.parse(overrides) as { tools: Record<string, Overridden> }).tools,
  )) {
    expect(run(`callgym show out/environments/clinic_mcp --tool ${name}`)).toContain(name);
    const tool = built.find((each) => each.name === name);
    if (program !== undefined) expect(tool?.program).toEqual(program);
    for (const example of examples) expect(tool?.examples).toContainEqual(example);
  }
  const { tools } = JSON.parse(readFileSync(join(cwd, 'out/environments/clinic_mcp/decisions.json'), 'utf8')) as {
    tools: { name: string; reading: string }[];
  };
  expect(tools.find(({ name }) => name === 'cancel_appointment')?.reading).toBe('state');
});

test('docs/server.md: the server starts as printed, and answers what is asked', () => {
  const [serve = '', ask = ''] = blocks('docs/server.md');
  const cwd = join(dir, 'server');
  cpSync(join(root, 'fixtures'), join(cwd, 'fixtures'), { recursive: true });
  mkdirSync(join(cwd, 'out'));
  expect(serve).toContain('--port 8080');
  const said = shell(cwd)(
    `${serve.trim().replace('--port 8080', '--port 0')} > url & server=$!
export CALLGYM_TOKEN=a-secret-of-sixteen-or-more
until [ -s url ]; do sleep 0.1; done
${ask.trim().replaceAll('localhost:8080', '$(cat url)')}
kill -INT $server; wait $server`,
  );
  expect(JSON.parse(said)).toMatchObject({ environment: 'order-desk', urls: {}, tokens: {} });
});
