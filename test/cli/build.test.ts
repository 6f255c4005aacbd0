// Tests `callgym build`: it makes a folder of environments from a file of tools, a pool or domains.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commandsIn } from '../support/command.ts';
import { lasting } from '../support/played.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dir = lasting();
const callgym = commandsIn(dir);
const TOOLS = join(root, 'fixtures/tools');
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

test('a file of tools becomes an environment that check finds sound; again, the same bytes', async () => {
  const first = await callgym('build', CLINIC, '--out', 'built', '--json');
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
  const told = await callgym('show', 'built/clinic_mcp', '--flags');
  expect(told.stdout.trim().split('\n').at(-1)).toBe(`${served} of 8 tools work`);
  expect((await callgym('check', 'built/clinic_mcp')).status).toBe(0);
  const before = digest('built/clinic_mcp');
  expect((await callgym('build', CLINIC, '--out', 'built')).status).toBe(0);
  expect(digest('built/clinic_mcp')).toBe(before);
  expect((await callgym('build', CLINIC, '--out', 'built', '--seed', '2')).status).toBe(0);
  expect(digest('built/clinic_mcp')).not.toBe(before);
});

test('a list of which no tool works is not called sound, and each flag tells the way on', async () => {
  const tools = [{ name: 'sow_tray', description: 'Sow a tray.', inputSchema: { type: 'object', properties: {} } }];
  writeFileSync(join(dir, 'trays.mcp.json'), JSON.stringify({ tools }));
  const built = await callgym('build', 'trays.mcp.json', '--out', 'trays');
  expect(built.stdout).toContain('no tool works');
  expect(built.stdout).not.toContain('sound');
  expect(built.stdout).toMatch(/way on: .*create, get, list/);
  expect((await callgym('show', 'trays/trays_mcp', '--flags')).stdout).toMatch(/dead {3}sow_tray.*\n +way on: /);
  expect((await callgym('check', 'trays/trays_mcp')).stdout).toContain('no tool works');
});

test('a pool and its domains are inputs too; a pool that changed is refused', async () => {
  expect((await callgym('pool', TOOLS, '--out', 'tools.jsonl')).status).toBe(0);
  expect((await callgym('domains', 'tools.jsonl', '--out', 'domains.json')).status).toBe(0);
  const pool = JSON.parse((await callgym('build', 'tools.jsonl', '--out', 'of-pool', '--json')).stdout) as Record<
    string,
    unknown
  >;
  expect(pool).toMatchObject({ tools_in: 59, failed: [] });
  expect((await callgym('build', 'domains.json', '--out', 'of-domains')).status).toBe(0);
  writeFileSync(join(dir, 'tools.jsonl'), read('tools.jsonl').split('\n').slice(1).join('\n'));
  const refused = await callgym('build', 'domains.json', '--out', 'of-domains');
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).toMatch(/is of another pool.*run callgym domains again/);
});

test('overrides and tasks stay, a wrong override is one clear line', async () => {
  await callgym('build', CLINIC, '--out', 'kept');
  writeFileSync(join(dir, 'kept/clinic_mcp/tasks.jsonl'), '');
  writeFileSync(
    join(dir, 'kept/clinic_mcp/overrides.json'),
    '{"tools": {"cancel_appointment": {"program": [{"fail": ["UNAVAILABLE", "The desk is closed."]}]}}}',
  );
  expect((await callgym('build', CLINIC, '--out', 'kept')).status).toBe(0);
  expect(read('kept/clinic_mcp/tools.json')).toContain('The desk is closed.');
  expect(readdirSync(join(dir, 'kept/clinic_mcp'))).toEqual(
    expect.arrayContaining(['tasks.jsonl', 'overrides.json', 'decisions.json']),
  );
  const before = digest('kept/clinic_mcp');
  writeFileSync(
    join(dir, 'kept/clinic_mcp/overrides.json'),
    '{"tools": {"cancel_appointment": {"reading": "nonsense"}}}',
  );
  const wrong = await callgym('build', CLINIC, '--out', 'kept');
  expect(wrong).toMatchObject({ status: 2, stdout: '' });
  expect(wrong.stderr).toMatch(/overrides\.json.*cancel_appointment.*has no reading nonsense.*there are state/);
  writeFileSync(
    join(dir, 'kept/clinic_mcp/overrides.json'),
    '{"tools": {"cancel_appointment": {"program": [{"fail": ["UNAVAILABLE", "The desk is closed."]}]}}}',
  );
  expect(digest('kept/clinic_mcp')).toBe(before);
});

test('no tools, no folder, a bad number: one clear line each', async () => {
  writeFileSync(join(dir, 'nothing.json'), '{}');
  for (const args of [
    ['nothing.json', '--out', 'x'],
    ['none.json', '--out', 'x'],
    [CLINIC],
    [CLINIC, '--out', 'nothing.json'],
    [CLINIC, '--out', 'x', '--rows', '0'],
  ]) {
    const { status, stdout, stderr } = await callgym('build', ...args);
    expect([status, stdout, stderr.trim().split('\n').length], args.join(' ')).toEqual([2, '', 1]);
  }
});
