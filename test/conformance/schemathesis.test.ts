// Every document that the server gives, against a fuzzer by other authors: schemathesis, where Python has it
// (`CALLGYM_PYTHON` names another Python than the one on the path). No finding is accepted.
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
  /** The base of its paths; without it, the document's own servers count. */
  readonly base?: string;
  readonly token: string;
  readonly paths: string;
  /** Checks that do not hold by design. */
  readonly without?: string;
}

test.skipIf(!IS_THERE)('schemathesis finds nothing in any document', { timeout: 1_200_000 }, async () => {
  const { server, session, ask } = await makeServer({
    environments: [ORDER_DESK, CARRIER_CARE],
    limits: { sessions: 5_000, calls: 1_000_000 },
  });
  const url = await server.listen(0, '127.0.0.1');
  expect(await findings(url, { document: '/openapi.json', token: TOKEN, paths: '^/(?!s/)' }), 'control').toEqual([]);
  // the sessions are begun after the control plane's document was fuzzed, since that ends sessions
  for (const environment of ['order-desk', 'carrier-care']) {
    const { id, tokens, urls } = await session({ environment });
    const document = `/environments/${environment}/openapi.json`;
    // a refused call is an observation and answers 200: arguments that break their schema are no finding
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
 * A path of the API may fit another's pattern (/orders/x:cancel is an order, too); then the methods of both are
 * allowed.
 */
const OVERLAPS = 'allow_header_conformance';

/**
 * An ended session answers 410, and an API refuses by its own rules with 422: these are no faults of the request's
 * form.
 */
const CONFIG = `
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", "401", "403", "404", "409", "410", "422", "429", "503"]
`;

/** The findings in the run's own summary; a run without a summary is a finding itself. */
async function findings(url: string, { document, base = '', token, paths, without }: Target): Promise<string[]> {
  const place = mkdtempSync(join(tmpdir(), 'callgym-schemathesis-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  // the control token fetches the document, since the document of an environment belongs to the control plane
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
