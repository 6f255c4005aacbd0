// The command line as a shell sees it: stdout, stderr, exit status.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'callgym-cli-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Answer {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function callgymWith(env: NodeJS.ProcessEnv, ...args: string[]): Answer {
  return spawnSync(process.execPath, [join(root, 'cli/callgym.js'), ...args], {
    cwd: dir,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
}

function callgym(...args: string[]): Answer {
  return callgymWith({}, ...args);
}

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

test('help names every command', () => {
  const { stdout, status } = callgym('--help');
  expect(status).toBe(0);
  for (const name of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name}\\s`, 'm'));
});

test('every command that exists has help with a usage', () => {
  for (const name of [
    'pool',
    'domains',
    'new',
    'show',
    'call',
    'check',
    'tasks',
    'audit',
    'serve',
    'import',
    'conform',
    'bench',
    'demo',
    'doctor',
  ])
    expect(callgym(name, '--help').stdout).toMatch(new RegExp(`^callgym ${name}`));
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
  ])('%j', (args, says) => {
    const { status, stdout, stderr } = callgym(...args);
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
  test('pool and domains: their keys, their files, the same bytes twice', () => {
    const made = callgym('pool', TOOLS, '--out', 'pool.jsonl', '--json');
    expect(made.status).toBe(0);
    const pool = JSON.parse(made.stdout) as Record<string, unknown>;
    expect(pool).toMatchObject({ tools: 59, rejected: [], rejected_total: 0, duplicates: 0 });
    for (const key of ['seconds', 'peak_rss_mb']) expect(pool[key]).toBeTypeOf('number');
    for (const source of pool['sources'] as object[])
      expect(Object.keys(source)).toEqual(expect.arrayContaining(['path', 'format', 'tools', 'rejected']));
    const found = callgym('domains', 'pool.jsonl', '--out', 'domains.json', '--json');
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
    callgym('pool', TOOLS, '--out', 'pool.jsonl');
    callgym('domains', 'pool.jsonl', '--out', 'domains.json');
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

  test('a pool that stands among its sources is not read again', () => {
    const folder = mkdtempSync(join(dir, 'own-'));
    cpSync(join(TOOLS, 'museum.jsonl'), join(folder, 'museum.jsonl'));
    for (const _run of [1, 2])
      expect(JSON.parse(callgym('pool', folder, '--out', join(folder, 'pool.jsonl'), '--json').stdout)).toMatchObject({
        tools: 4,
        duplicates: 0,
      });
  });
});

test('conform tells what is unequal, and exits 1 for it', () => {
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
  const { status, stdout } = callgym('conform', DESK, '--replays', join(dir, 'replays.jsonl'), '--json');
  const summary = JSON.parse(stdout) as { unequal: { kind: string; index: number }[] };
  expect(status).toBe(1);
  expect(summary).toMatchObject({ calls: 2, equal: 1, equal_strict: 1 });
  expect(summary.unequal).toMatchObject([{ kind: 'error_text', index: 1 }]);
});

test('new, show, call, check work on a fresh folder', () => {
  expect(callgym('new', 'mine').status).toBe(0);
  expect(JSON.parse(callgym('show', 'mine', '--json').stdout)).toMatchObject({
    name: 'mine',
    tables: [{ name: 'notes', rows: 12 }],
  });
  const called = JSON.parse(
    callgym(
      'call',
      'mine',
      'add_note',
      '{"title": "Milk", "body": "2 l"}',
      'get_note',
      '{"note_id": "n1"}',
      'list_notes',
      '--json',
    ).stdout,
  );
  expect(called.calls).toMatchObject([
    { step: 1, ok: true, diff: { notes: { inserted: [{ title: 'Milk' }] } } },
    { step: 2, ok: true, diff: {} },
    { step: 3, ok: true },
  ]);
  expect(JSON.parse(callgym('check', 'mine', '--json').stdout).environments).toMatchObject([
    { name: 'mine', tools: 4, checks: { failed: 0 }, failures: [] },
  ]);
  const tools = join(dir, 'mine/tools.json');
  writeFileSync(tools, readFileSync(tools, 'utf8').replace('"expect": "NOT_FOUND"', '"expect": "CONFLICT"'));
  const failed = callgym('check', 'mine');
  expect(failed.status).toBe(1);
  expect(failed.stdout).toMatch(/not sound {2}mine: 4 tools, \d+ checks, 1 failed\n {2}get_note: example: /);
});

test('one environment that cannot be read does not stop the others', () => {
  callgym('new', 'fine');
  callgym('new', 'broken');
  writeFileSync(join(dir, 'broken/tools.json'), '{');
  const { status, stdout } = callgym('check', 'broken', 'fine');
  expect(status).toBe(1);
  expect(stdout).toMatch(/not sound {2}broken[\s\S]*tools\.json: is no JSON[\s\S]*sound {2}fine/);
  expect(callgym('check', 'broken').status).toBe(2);
});

test('numbers of a call are kept as written', () => {
  const { stdout } = callgym(
    'call',
    DESK,
    'search_products',
    '{"query": "kettle", "max_price": 9007199254740993}',
    '--json',
  );
  expect(stdout).toBe('');
});

test('completion is a script that its shell can read', () => {
  const { stdout, status } = callgym('completion', 'bash');
  expect(status).toBe(0);
  execFileSync('bash', ['-n'], { input: stdout });
  for (const name of COMMANDS) expect(stdout).toContain(` ${name}`);
  expect(callgym('completion', 'csh')).toMatchObject({ status: 2 });
});

test('doctor tells versions, and what is missing', () => {
  const bare = callgymWith({ OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined }, 'doctor', '--json');
  expect(bare.status).toBe(0);
  expect(JSON.parse(bare.stdout)).toMatchObject({
    node: process.versions.node,
    bundled: expect.stringMatching(/^order-desk [0-9a-f]{12}$/) as string,
    missing: [expect.stringContaining('OPENAI_API_KEY')],
  });
  const keyed = callgymWith(
    { OPENAI_API_KEY: 'a-secret-key', OPENAI_BASE_URL: 'http://me:a-password@localhost:1/v1' },
    'doctor',
  );
  expect(keyed.stdout).toContain('http://localhost:1/v1, with a key');
  expect(keyed.stdout).toContain('missing    nothing');
  expect(keyed.stdout).not.toMatch(/a-secret-key|a-password/);
});

test('demo ends well', () => {
  const demo = callgym('demo', '--json');
  expect(demo.status).toBe(0);
  expect(JSON.parse(demo.stdout)).toMatchObject({
    environments: 8,
    kept: expect.any(Number) as number,
  });
  const { rows, tasks, episodes } = JSON.parse(demo.stdout) as {
    rows: { phase1: number; phase2: number };
    tasks: number;
    episodes: number;
  };
  // eight tasks an environment are asked for; a small world may not hold as many that are sound
  expect(tasks).toBeGreaterThan(50);
  expect(episodes).toBe(8 * tasks);
  expect(rows.phase1).toBeGreaterThan(100);
  expect(rows.phase2).toBeGreaterThan(10);
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

describe('build', () => {
  const CLINIC = join(TOOLS, 'clinic.mcp.json');
  const read = (...parts: string[]): string => readFileSync(join(dir, ...parts), 'utf8');
  const digest = (folder: string): string =>
    readdirSync(join(dir, folder))
      .sort()
      .map(
        (name) =>
          `${name} ${createHash('sha256')
            .update(readFileSync(join(dir, folder, name)))
            .digest('hex')}`,
      )
      .join('\n');

  test('a file of tools becomes an environment that check finds sound; again, the same bytes', () => {
    const first = callgym('build', CLINIC, '--out', 'built', '--json');
    expect(first.status).toBe(0);
    const summary = JSON.parse(first.stdout) as { environments: { name: string; path: string }[] };
    expect(summary).toMatchObject({
      tools_in: 8,
      environments: [{ name: 'clinic_mcp', checks: { failed: 0 } }],
    });
    const { tools_served: served, tools_flagged: flagged } = JSON.parse(first.stdout) as {
      tools_served: number;
      tools_flagged: { reason: string }[];
    };
    expect(served).toBeGreaterThan(4);
    expect(served + flagged.length).toBe(8);
    const told = callgym('show', 'built/clinic_mcp', '--flags');
    expect(told.stdout.trim().split('\n').at(-1)).toBe(`${served} of 8 tools work`);
    expect(callgym('check', 'built/clinic_mcp').status).toBe(0);
    const before = digest('built/clinic_mcp');
    expect(callgym('build', CLINIC, '--out', 'built').status).toBe(0);
    expect(digest('built/clinic_mcp')).toBe(before);
    expect(callgym('build', CLINIC, '--out', 'built', '--seed', '2').status).toBe(0);
    expect(digest('built/clinic_mcp')).not.toBe(before);
  });

  test('a pool and its domains are inputs too; a pool that changed is refused', () => {
    expect(callgym('pool', TOOLS, '--out', 'tools.jsonl').status).toBe(0);
    expect(callgym('domains', 'tools.jsonl', '--out', 'domains.json').status).toBe(0);
    const pool = JSON.parse(callgym('build', 'tools.jsonl', '--out', 'of-pool', '--json').stdout) as Record<
      string,
      unknown
    >;
    expect(pool).toMatchObject({ tools_in: 59, failed: [] });
    expect(callgym('build', 'domains.json', '--out', 'of-domains').status).toBe(0);
    writeFileSync(join(dir, 'tools.jsonl'), read('tools.jsonl').split('\n').slice(1).join('\n'));
    const refused = callgym('build', 'domains.json', '--out', 'of-domains');
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toMatch(/is of another pool.*run callgym domains again/);
  });

  test('overrides and tasks stay, a wrong override is one clear line', () => {
    callgym('build', CLINIC, '--out', 'kept');
    writeFileSync(join(dir, 'kept/clinic_mcp/tasks.jsonl'), '');
    writeFileSync(
      join(dir, 'kept/clinic_mcp/overrides.json'),
      '{"tools": {"cancel_appointment": {"program": [{"fail": ["UNAVAILABLE", "The desk is closed."]}]}}}',
    );
    expect(callgym('build', CLINIC, '--out', 'kept').status).toBe(0);
    expect(read('kept/clinic_mcp/tools.json')).toContain('The desk is closed.');
    expect(readdirSync(join(dir, 'kept/clinic_mcp'))).toEqual(
      expect.arrayContaining(['tasks.jsonl', 'overrides.json', 'decisions.json']),
    );
    const before = digest('kept/clinic_mcp');
    writeFileSync(
      join(dir, 'kept/clinic_mcp/overrides.json'),
      '{"tools": {"cancel_appointment": {"reading": "nonsense"}}}',
    );
    const wrong = callgym('build', CLINIC, '--out', 'kept');
    expect(wrong).toMatchObject({ status: 2, stdout: '' });
    expect(wrong.stderr).toMatch(/overrides\.json.*cancel_appointment.*has no reading nonsense.*there are state/);
    writeFileSync(
      join(dir, 'kept/clinic_mcp/overrides.json'),
      '{"tools": {"cancel_appointment": {"program": [{"fail": ["UNAVAILABLE", "The desk is closed."]}]}}}',
    );
    expect(digest('kept/clinic_mcp')).toBe(before);
  });

  test('no tools, no folder, a bad number: one clear line each', () => {
    writeFileSync(join(dir, 'nothing.json'), '{}');
    for (const args of [
      ['nothing.json', '--out', 'x'],
      ['none.json', '--out', 'x'],
      [CLINIC],
      [CLINIC, '--out', 'nothing.json'],
      [CLINIC, '--out', 'x', '--rows', '0'],
    ]) {
      const { status, stdout, stderr } = callgym('build', ...args);
      expect([status, stdout, stderr.trim().split('\n').length], args.join(' ')).toEqual([2, '', 1]);
    }
  });
});

describe('tasks and audit', () => {
  const digest = (file: string): string =>
    createHash('sha256')
      .update(readFileSync(join(dir, file)))
      .digest('hex');

  test('tasks are appended, the same for a seed, and the audit finds them sound', () => {
    const made = callgym('tasks', DESK, '--count', '6', '--out', 'tasks.jsonl', '--json');
    expect(made.status).toBe(0);
    const summary = JSON.parse(made.stdout) as { tasks: number; by_kind: object; by_calls: object; rejected: object };
    expect(summary.tasks).toBe(6);
    expect(Object.keys(summary)).toEqual(expect.arrayContaining(['by_kind', 'by_calls', 'rejected', 'seconds']));
    callgym('tasks', DESK, '--count', '6', '--out', 'again.jsonl');
    expect(digest('again.jsonl')).toBe(digest('tasks.jsonl'));
    expect(callgym('tasks', DESK, '--count', '2', '--out', 'tasks.jsonl').status).toBe(0);
    const lines = readFileSync(join(dir, 'tasks.jsonl'), 'utf8').trim().split('\n');
    expect(lines.length).toBe(8);
    const audit = callgym('audit', DESK, '--tasks', 'tasks.jsonl', '--out', 'audit.md', '--json');
    expect(audit.status).toBe(0);
    expect(JSON.parse(audit.stdout)).toMatchObject({
      tasks: 8,
      gold_pass: 8,
      noop_pass: 0,
      variants_rejected: 0,
      flagged: [],
    });
    expect(readFileSync(join(dir, 'audit.md'), 'utf8')).toContain('| order-desk | 8 | 8 | 0 |');
    const shown = callgym('audit', DESK, '--tasks', 'tasks.jsonl');
    expect(shown.stdout).toMatch(/^sound {2}order-desk: 8 tasks, gold passes 8/);
  });

  test('an environment that cannot be used does not stop the others; the folder of --out is made', () => {
    const { status, stdout } = callgym(
      'tasks',
      'nowhere',
      DESK,
      '--count',
      '2',
      '--out',
      'deep/er/tasks.jsonl',
      '--json',
    );
    expect(status).toBe(1);
    const summary = JSON.parse(stdout) as { tasks: number; unusable: string[] };
    expect(summary.tasks).toBe(2);
    expect(summary.unusable).toEqual([expect.stringContaining('nowhere')]);
    expect(readFileSync(join(dir, 'deep/er/tasks.jsonl'), 'utf8').trim().split('\n').length).toBe(2);
  });

  test('interrupted, what is finished is there, whole', async () => {
    const child = spawn(
      process.execPath,
      [join(root, 'cli/callgym.js'), 'tasks', DESK, '--count', '5000', '--out', 'cut.jsonl'],
      {
        cwd: dir,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    for await (const chunk of child.stderr) if (String(chunk).includes(' of 5000')) break;
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    const lines = readFileSync(join(dir, 'cut.jsonl'), 'utf8').trim().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(10);
    for (const line of lines) JSON.parse(line);
    expect(callgym('audit', DESK, '--tasks', 'cut.jsonl', '--mutants', '0').status).toBe(0);
  });

  test('a flawed task: exit 1, and what is wrong with it', () => {
    const [first = ''] = readFileSync(join(dir, 'tasks.jsonl'), 'utf8').split('\n');
    const task = JSON.parse(first) as { gold: object };
    writeFileSync(join(dir, 'flawed.jsonl'), JSON.stringify({ ...task, gold: { ...task.gold, calls: [], diff: {} } }));
    const { status, stdout } = callgym('audit', DESK, '--tasks', 'flawed.jsonl');
    expect(status).toBe(1);
    expect(stdout).toMatch(/deserves nothing passes: noop/);
  });

  test.each([
    [['tasks', DESK], /--count: is missing/],
    [['tasks', DESK, '--count', '0'], /--count: is 0/],
    [['tasks', DESK, '--count', '2', '--kinds', 'write,odd'], /--kinds: is odd; there are write, read/],
    [['tasks', DESK, '--count', '2', '--difficulty', 'odd'], /--difficulty: is odd; there are easy, medium, hard/],
    [['tasks', 'nowhere', '--count', '2'], /nowhere/],
    [['audit', DESK], /tasks\.jsonl: is not there; make tasks with callgym tasks/],
    [['audit', DESK, '--tasks', 'none.jsonl'], /none\.jsonl: is not there/],
    [['audit', DESK, '--mutants', 'x'], /--mutants: is x/],
    [['tasks', DESK, '--count', '1', '--out', join(DESK, 'seed.jsonl', 'x')], /cannot be written|cannot be read/],
  ])('%j: exit 2 and one clear line', (args, message) => {
    const { status, stdout, stderr } = callgym(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr.trim().split('\n').length).toBe(1);
    expect(stderr).toMatch(message);
  });
});
