// Tests a session's MCP endpoint with MCP's conformance suite. A file lists the scenarios that callgym does not
// support, such as sampling and images, as expected failures. If a listed scenario passes, the run fails, so that the
// entry is removed from the file.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { openEnvironment, saveEnvironment } from '../../envs/folder/environment-folder.ts';
import { MCP_FIXTURE } from '../support/mcp-fixture.ts';
import { taskByHand } from '../support/task-by-hand.ts';
import { makeServer } from '../support/server.ts';

const SUITE = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);
const EXPECTED = fileURLToPath(new URL('mcp-expected-failures.yml', import.meta.url));
/** The largest allowed number of expected failures. It must not grow. */
const MOST_EXPECTED = 22;

async function suite(...more: string[]): Promise<{ passed: boolean; told: string }> {
  const place = mkdtempSync(join(tmpdir(), 'callgym-mcp-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const folder = join(place, 'mcp-fixture');
  saveEnvironment(folder, MCP_FIXTURE);
  const world = openEnvironment(folder);
  const task = taskByHand(world, { opening: 'Say something simple.', calls: [['test_simple_text', {}]] });
  world.close();
  const { server, session } = await makeServer({ environments: [folder], tasks: new Map([['mcp-fixture', [task]]]) });
  const base = await server.listen(0, '127.0.0.1');
  const { urls } = await session({ environment: 'mcp-fixture', task: task.id });
  // the suite sends requests with the URL's Host header and with a foreign one
  const url = `${base.replace('127.0.0.1', 'localhost')}${new URL(urls.mcp).pathname}`;
  try {
    const args = [SUITE, 'server', '--url', url, '--output-dir', place, ...more];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 26 });
    return { passed: true, told: stdout };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { passed: false, told: `${stdout}\n${stderr}` };
  }
}

test('the active scenarios hold, but for those that are expected to fail', { timeout: 600_000 }, async () => {
  const { passed, told } = await suite('--expected-failures', EXPECTED);
  expect(passed, told).toBe(true);
  for (const scenario of ['server-initialize', 'tools-list', 'tools-call-error', 'dns-rebinding-protection'])
    expect(told).toContain(`✓ ${scenario}: `);
});

test('a schema keeps its keywords on the way to the client', { timeout: 600_000 }, async () => {
  const { passed, told } = await suite('--scenario', 'json-schema-2020-12');
  expect(passed, told).toBe(true);
});

test('the list of expected failures only shrinks', () => {
  const { server } = parse(readFileSync(EXPECTED, 'utf8')) as { server: string[] };
  expect(server.length).toBeLessThanOrEqual(MOST_EXPECTED);
});
