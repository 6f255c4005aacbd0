// Tests every document of the server with schemathesis, a fuzzer by other authors, if Python has it. The variable
// `CALLGYM_PYTHON` names a Python other than the one on the path. Any finding fails the test.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { CARRIER_CARE, makeServer, ORDER_DESK, TOKEN } from '../support/server.ts';

const PYTHON = process.env['CALLGYM_PYTHON'] ?? 'python3';
const IS_THERE = spawnSync(PYTHON, ['-c', 'import schemathesis']).status === 0;
if (!IS_THERE) process.stderr.write(`skipped: documents against schemathesis, for ${PYTHON} has no such package\n`);

interface Target {
  readonly document: string;
  /** The base URL of the document's paths. If absent, the servers that the document lists are used. */
  readonly base?: string;
  readonly token: string;
  readonly paths: string;
  /** The checks of schemathesis that must be left out, because they would fail by design. */
  readonly without?: string;
}

test.skipIf(!IS_THERE)('schemathesis finds nothing in any document', { timeout: 1_200_000 }, async () => {
  const { server, session, ask } = await makeServer({
    environments: [ORDER_DESK, CARRIER_CARE],
    limits: { sessions: 5_000, calls: 1_000_000 },
  });
  const url = await server.listen(0, '127.0.0.1');
  expect(await findings(url, { document: '/openapi.json', token: TOKEN, paths: '^/(?!s/)' }), 'control').toEqual([]);
  // the sessions begin after the control API's document was fuzzed, because the fuzzer ends sessions
  for (const environment of ['order-desk', 'carrier-care']) {
    const { id, tokens, urls } = await session({ environment });
    const document = `/environments/${environment}/openapi.json`;
    // a refused call answers 200, because the refusal is a result for the agent; so wrong arguments are not a finding
    const tools = { document, base: `/s/${id}`, token: tokens.agent, paths: '^/tools/', without: REFUSALS };
    expect(await findings(url, tools), `${environment}, tools`).toEqual([]);
    if ((await ask('GET', `${document}?view=origin`)).status !== 200) continue;
    const base = new URL(urls.origin).pathname;
    const origin = { document: `${document}?view=origin`, base, token: 'any', paths: '', without: OVERLAPS };
    expect(await findings(url, origin), `${environment}, original paths`).toEqual([]);
  }
});

const REFUSALS = 'negative_data_rejection';

/**
 * A path may also fit the pattern of another path: /orders/x:cancel looks like an order. The server then allows the
 * methods of both, and schemathesis would report this.
 */
const OVERLAPS = 'allow_header_conformance';

/**
 * The statuses that schemathesis must accept for correct requests: an ended session answers 410, and an API that
 * refuses by its own rules answers 422.
 */
const CONFIG = `
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", "401", "403", "404", "409", "410", "422", "429", "503"]
`;

/** Returns the findings in the run's summary. A run without a summary counts as a finding. */
async function findings(url: string, { document, base = '', token, paths, without }: Target): Promise<string[]> {
  const place = mkdtempSync(join(tmpdir(), 'callgym-schemathesis-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  // fetches the document with the control token, because an agent's token may not read documents
  const file = join(place, 'document.json');
  const response = await fetch(`${url}${document}`, { headers: { authorization: `Bearer ${TOKEN}` } });
  writeFileSync(file, await response.text());
  writeFileSync(join(place, 'schemathesis.toml'), CONFIG);
  const { stdout } = await promisify(execFile)(
    PYTHON,
    [
      '-m',
      'schemathesis.cli',
      '--config-file',
      join(place, 'schemathesis.toml'),
      'run',
      file,
      '--url',
      `${url}${base}`,
      '-H',
      `Authorization: Bearer ${token}`,
      ...(paths === '' ? [] : ['--include-path-regex', paths]),
      ...(without === undefined ? [] : ['--exclude-checks', without]),
      '--max-examples',
      '12',
      '--seed',
      '1',
      '--generation-database',
      'none',
      '--no-shrink',
      '--no-color',
      '--continue-on-failure',
    ],
    { cwd: place, maxBuffer: 1 << 26 },
  ).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  const told = [...stdout.matchAll(/^\s*❌ (ST\d+ .*)$/gm)].map(([, finding = '']) => finding);
  const ran = /(\d+) generated, (\d+) passed/.exec(stdout);
  return told.length === 0 && ran !== null ? [] : [...told, stdout.slice(-20_000)];
}
