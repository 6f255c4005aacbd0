// Tests the command line: help, usage, bad input and exit statuses. Larger commands have their own test files.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { commandsIn } from '../support/command.ts';
import { lasting } from '../support/played.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dir = lasting();
const callgym = commandsIn(dir);

const COMMANDS = [
  'pool',
  'domains',
  'build',
  'new',
  'show',
  'call',
  'check',
  'tasks',
  'audit',
  'serve',
  'run',
  'verify',
  'compare',
  'filter',
  'attribute',
  'dataset',
  'import',
  'conform',
  'report',
  'bench',
  'demo',
  'doctor',
];
const TOOLS = join(root, 'fixtures/tools');
const DESK = join(root, 'fixtures/environments/order-desk');

test('help names every command', async () => {
  const { stdout, status } = await callgym('--help');
  expect(status).toBe(0);
  for (const name of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name}\\s`, 'm'));
});

test('every command has help with a usage', async () => {
  for (const name of COMMANDS) expect((await callgym(name, '--help')).stdout).toMatch(new RegExp(`^callgym ${name}`));
});

test('the program itself gives the status and the text to the shell', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'cli/callgym.js'), 'show', 'nowhere'], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^callgym show: .*nowhere.*\n$/);
});

describe('unusable input: exit 2 and one clear line', () => {
  test.each([
    [['nonsense'], /there is no command nonsense; callgym --help/],
    [['taks'], /there is no command taks; did you mean tasks\? callgym --help/],
    [['attr'], /did you mean attribute\?/],
    [['__proto__'], /there is no command __proto__;/],
    [['check'], /expected check ENV/],
    [['check', 'nowhere'], /nowhere: is not there/],
    [['check', DESK, '--loud'], /--loud/],
    [['show', DESK, '--tool', 'x'], /there is no tool x; there are find_customer_by_email/],
    [['show', DESK, '--task', 'x'], /has no tasks/],
    [['call', DESK, 'get_order', '{oops'], /no JSON/],
    [['call', DESK, 'get_order', '{}', '--by', 'me'], /--by: must be one of agent, user, control/],
    [['call', DESK, 'get_order', '{}', '--seed', 'x'], /--seed: must be an integer/],
    [['mend', 'nowhere', '--out', 'm'], /nowhere: is no run folder/],
    [['report', 'nowhere', '--out', 'r.html'], /nowhere: is no run folder/],
    [['verify', 'x', '--judge', 'm'], /--judge: is m; openai:MODEL/],
    [['verify', 'x', '--judge', 'openai:m', '--votes', '2'], /--votes: is 2; an odd number/],
    [['dataset', 'nowhere', '--format', 'openai', '--out', 'd'], /nowhere: is not there/],
    [['dataset', DESK, '--format', 'openai', '--out', 'd'], /is no run folder/],
    [
      ['dataset', join(DESK, 'seed.jsonl'), '--format', 'openai', '--out', 'd'],
      /has no .*seed\.environments beside it/,
    ],
    [['dataset', 'x', '--format', 'csv', '--out', 'd'], /--format: csv is no format; one of openai, trl/],
    [['dataset', 'x', '--format', 'trl.csv', '--out', 'd'], /trl\.csv is no format/],
    [['dataset', 'x', '--format', 'text:nowhere', '--out', 'd'], /nowhere: cannot be read/],
    [['dataset', 'x', '--format', 'trl', '--phase', '3', '--out', 'd'], /--phase: is 3; 1, 2 or both/],
    [['dataset', 'x', '--format', 'trl', '--tokens', 'gpt', '--out', 'd'], /--tokens: gpt is no encoding/],
    [['run', DESK, '--agent', 'hacker:x', '--user', 'scripted', '--out', 'r'], /hacker:x is no trick/],
    [['bench', '--only', 'x'], /nothing begins with x/],
    [['new', root], /is there already/],
    [['import', 'tau3', 'x', '--out', 'y'], /tau3: cannot be imported; there is tau2/],
    [['import', 'tau2', 'nowhere', '--out', 'y'], /nowhere.*: is not there; name the folder/],
    [['import', 'tau2', 'nowhere'], /--out: is missing/],
    [['pool', TOOLS], /--out: is missing; name the file/],
    [['pool', 'nowhere', '--out', 'p.jsonl'], /nowhere: is not there/],
    [['pool', join(DESK, 'seed.jsonl'), '--out', 'p.jsonl'], /no tool schema was found|no usable tool/],
    [['pool', TOOLS, '--out', join(DESK, 'seed.jsonl', 'p.jsonl')], /cannot be written/],
    [['domains', 'nowhere.jsonl', '--out', 'd.json'], /nowhere\.jsonl: cannot be read/],
    [['domains', join(DESK, 'seed.jsonl'), '--out', 'd.json'], /seed\.jsonl:1: has no legal name/],
    [['domains', TOOLS, '--out', 'd.json'], /is a folder/],
    [
      ['domains', 'p.jsonl', '--out', 'd.json', '--threshold', '2'],
      /--threshold: is 2; it must be a number from 0.01 to 1/,
    ],
    [['domains', 'p.jsonl', '--out', 'd.json', '--min', '9', '--max', '4'], /--max: is 4, less than --min 9/],
    [['domains', 'p.jsonl', '--out', 'd.json', '--features', 'colour'], /--features: names colour/],
    [['conform', DESK], /--replays: is missing/],
    [['conform', DESK, '--replays', 'nowhere.jsonl'], /nowhere\.jsonl: cannot be read/],
  ])('%j', async (args, says) => {
    const { status, stdout, stderr } = await callgym(...args);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(says);
    expect(stderr).not.toContain('    at ');
  });
});

test('a reader that stops reading is no error', () => {
  const cli = join(root, 'cli/callgym.js');
  const { status, stderr } = spawnSync('sh', ['-c', `"${process.execPath}" "${cli}" show "${DESK}" | head -1`], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

describe('from tool schemas to domains', () => {
  test('pool and domains: their keys, their files, the same bytes twice', async () => {
    const made = await callgym('pool', TOOLS, '--out', 'pool.jsonl', '--json');
    expect(made.status).toBe(0);
    const pool = JSON.parse(made.stdout) as Record<string, unknown>;
    expect(pool).toMatchObject({ tools: 59, rejected: [], rejected_total: 0, duplicates: 0 });
    for (const key of ['seconds', 'peak_rss_mb']) expect(pool[key]).toBeTypeOf('number');
    for (const source of pool['sources'] as object[])
      expect(Object.keys(source)).toEqual(expect.arrayContaining(['path', 'format', 'tools', 'rejected']));
    const found = await callgym('domains', 'pool.jsonl', '--out', 'domains.json', '--json');
    expect(found.status).toBe(0);
    const keys = [
      'tools',
      'edges',
      'dependencies',
      'domains',
      'singletons',
      'modularity',
      'threshold',
      'seconds',
      'peak_rss_mb',
    ];
    const summary = JSON.parse(found.stdout) as Record<string, unknown>;
    for (const key of keys) expect(summary[key], key).toBeTypeOf('number');
    const [lines, domains] = [
      readFileSync(join(dir, 'pool.jsonl'), 'utf8'),
      readFileSync(join(dir, 'domains.json'), 'utf8'),
    ];
    const file = JSON.parse(domains) as {
      pool: object;
      domains: object[];
      dependencies: object[];
      singletons: string[];
    };
    expect(file.pool).toEqual({ path: 'pool.jsonl', sha256: createHash('sha256').update(lines).digest('hex') });
    expect([file.domains.length, file.dependencies.length, file.singletons.length]).toEqual([
      summary['domains'],
      summary['dependencies'],
      summary['singletons'],
    ]);
    await callgym('pool', TOOLS, '--out', 'pool.jsonl');
    await callgym('domains', 'pool.jsonl', '--out', 'domains.json');
    expect(readFileSync(join(dir, 'pool.jsonl'), 'utf8')).toBe(lines);
    expect(readFileSync(join(dir, 'domains.json'), 'utf8')).toBe(domains);
  });

  test('an interrupted pool leaves what was there, and nothing half-written', async () => {
    const folder = mkdtempSync(join(dir, 'stop-'));
    const [sources, out] = [join(folder, 'in'), join(folder, 'pool.jsonl')];
    mkdirSync(sources);
    const many = Array.from({ length: 300 }, (_none, at) => ({
      name: `t${at}`,
      description: `Does ${at}.`,
      parameters: { type: 'dict', properties: { [`p${at}`]: { type: 'string' } } },
    }));
    for (let at = 0; at < 400; at++) writeFileSync(join(sources, `${at}.json`), JSON.stringify(many));
    writeFileSync(out, 'as it was\n');
    const child = spawn(process.execPath, [join(root, 'cli/callgym.js'), 'pool', sources, '--out', out]);
    let said = '';
    for await (const piece of child.stderr as AsyncIterable<Buffer>) {
      said += piece.toString();
      if (said.includes('100 of 400')) child.kill('SIGINT');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    expect(child.signalCode).toBe('SIGINT');
    expect(said).toMatch(/stopped after \d+ of 400 files; nothing was written/);
    expect(readdirSync(folder).sort()).toEqual(['in', 'pool.jsonl']);
    expect(readFileSync(out, 'utf8')).toBe('as it was\n');
  });

  test('a pool that stands among its sources is not read again', async () => {
    const folder = mkdtempSync(join(dir, 'own-'));
    cpSync(join(TOOLS, 'museum.jsonl'), join(folder, 'museum.jsonl'));
    for (const _run of [1, 2])
      expect(
        JSON.parse((await callgym('pool', folder, '--out', join(folder, 'pool.jsonl'), '--json')).stdout),
      ).toMatchObject({
        tools: 4,
        duplicates: 0,
      });
  });
});

test('conform tells what is unequal, and exits 1 for it', async () => {
  const call = (content: string) => ({
    requestor: 'assistant',
    name: 'get_product',
    arguments: { product_id: 'P0' },
    error: true,
    content,
    db_diff: [],
  });
  writeFileSync(
    join(dir, 'replays.jsonl'),
    `${JSON.stringify({ task_id: 't', calls: [call('Error: There is no product P0.'), call('Error: other')] })}\n`,
  );
  const { status, stdout } = await callgym('conform', DESK, '--replays', join(dir, 'replays.jsonl'), '--json');
  const summary = JSON.parse(stdout) as { unequal: { kind: string; index: number }[] };
  expect(status).toBe(1);
  expect(summary).toMatchObject({ calls: 2, equal: 1, equal_strict: 1 });
  expect(summary.unequal).toMatchObject([{ kind: 'error_text', index: 1 }]);
});

test('new, show, call, check work on a fresh folder', async () => {
  expect((await callgym('new', 'mine')).status).toBe(0);
  expect(JSON.parse((await callgym('show', 'mine', '--json')).stdout)).toMatchObject({
    name: 'mine',
    tables: [{ name: 'notes', rows: 12 }],
  });
  const called = JSON.parse(
    (
      await callgym(
        'call',
        'mine',
        'add_note',
        '{"title": "Milk", "body": "2 l"}',
        'get_note',
        '{"note_id": "n1"}',
        'list_notes',
        '--json',
      )
    ).stdout,
  );
  expect(called.calls).toMatchObject([
    { step: 1, ok: true, diff: { notes: { inserted: [{ title: 'Milk' }] } } },
    { step: 2, ok: true, diff: {} },
    { step: 3, ok: true },
  ]);
  expect(JSON.parse((await callgym('check', 'mine', '--json')).stdout).environments).toMatchObject([
    { name: 'mine', tools: 4, checks: { failed: 0 }, failures: [] },
  ]);
  const tools = join(dir, 'mine/tools.json');
  writeFileSync(tools, readFileSync(tools, 'utf8').replace('"expect": "NOT_FOUND"', '"expect": "CONFLICT"'));
  const failed = await callgym('check', 'mine');
  expect(failed.status).toBe(1);
  expect(failed.stdout).toMatch(/not sound {2}mine: 4 tools, \d+ checks, 1 failed\n {2}get_note: example: /);
});

test('one environment that cannot be read does not stop the others', async () => {
  await callgym('new', 'fine');
  await callgym('new', 'broken');
  writeFileSync(join(dir, 'broken/tools.json'), '{');
  const { status, stdout } = await callgym('check', 'broken', 'fine');
  expect(status).toBe(1);
  expect(stdout).toMatch(/not sound {2}broken[\s\S]*tools\.json: is no JSON[\s\S]*sound {2}fine/);
  expect((await callgym('check', 'broken')).status).toBe(2);
});

test('numbers of a call are kept as written', async () => {
  const { stdout } = await callgym(
    'call',
    DESK,
    'search_products',
    '{"query": "kettle", "max_price": 9007199254740993}',
    '--json',
  );
  expect(stdout).toBe('');
});

test('completion is a script that its shell can read', async () => {
  const { stdout, status } = await callgym('completion', 'bash');
  expect(status).toBe(0);
  execFileSync('bash', ['-n'], { input: stdout });
  for (const name of COMMANDS) expect(stdout).toContain(` ${name}`);
  expect(await callgym('completion', 'csh')).toMatchObject({ status: 2 });
});

test('doctor tells versions, and what is missing', async () => {
  const bare = await commandsIn(dir, { OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined })('doctor', '--json');
  expect(bare.status).toBe(0);
  expect(JSON.parse(bare.stdout)).toMatchObject({
    node: process.versions.node,
    bundled: expect.stringMatching(/^order-desk [0-9a-f]{12}$/) as string,
    missing: [expect.stringContaining('OPENAI_API_KEY')],
  });
  const keyed = await commandsIn(dir, {
    OPENAI_API_KEY: 'a-secret-key',
    OPENAI_BASE_URL: 'http://me:a-password@localhost:1/v1',
  })('doctor');
  expect(keyed.stdout).toContain('http://localhost:1/v1, with a key');
  expect(keyed.stdout).toContain('missing    nothing');
  expect(keyed.stdout).not.toMatch(/a-secret-key|a-password/);
});

test('an older Node gets one clear line and exit 2', () => {
  const script =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } }); import('./cli/callgym.js')";
  let failure: { status?: number; stderr?: string } = {};
  try {
    execFileSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    failure = error as typeof failure;
  }
  expect(failure.status).toBe(2);
  expect(failure.stderr).toMatch(/^callgym needs Node 24 or newer, this is 20\.11\.0 .*\n$/);
});
