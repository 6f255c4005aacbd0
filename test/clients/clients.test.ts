// Tests that the table of docs/trainers.md is as `npm run clients` wrote it, and that the script finds a Python by
// starting it.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CLIENTS } from './client-list.ts';
import { blockOf, rowsOfBlock, withBlock, type ClientResult } from './client-table.ts';
import { findPython } from './find-python.ts';

test('a row that was changed by hand is seen', () => {
  const result: ClientResult = {
    script: 'x',
    client: 'a | client',
    version: '1',
    python: '3.11.7',
    speaks: 'ORS',
    episodes: 2,
    ok: false,
    note: 'said\nnothing',
  };
  const page = withBlock('before\n<!-- clients: digest 0 -->\n<!-- /clients -->\nafter', blockOf([result], 'A run:'));
  expect(rowsOfBlock(page)).toEqual([String.raw`| a \| client | 1 | 3.11.7 | ORS | 2 | no: said nothing |`]);
  expect(rowsOfBlock(page.replace('no: said nothing', 'yes'))).toMatch(/^the rows have digest/);
  expect(() => withBlock('no block', '')).toThrow('the page has no block');
});

test('the table of the page is one run of the command, and each client got its rewards', () => {
  const rows = rowsOfBlock(readFileSync(new URL('../../docs/trainers.md', import.meta.url), 'utf8'));
  expect(rows).toBeInstanceOf(Array);
  expect(rows).toHaveLength(CLIENTS.length);
  for (const row of rows as readonly string[]) expect(row).toMatch(/ \| yes \|$/);
});

test('a command that is no Python, or an older one, is passed over', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-pythons-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const command = (name: string, text: string): string => {
    const path = join(dir, name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  const shim = command('shim', 'echo "version 3.12 is not installed" >&2; exit 127');
  const old = command('old', 'echo 3.9.1');
  const late = command('late', 'echo 3.13.0');
  const fit = command('fit', 'echo 3.12.4');
  expect(await findPython('3.12', [join(dir, 'none'), shim, old])).toBeUndefined();
  expect(await findPython('3.12', [shim, old, late])).toEqual({ command: late, version: '3.13.0' });
  expect(await findPython('3.12', [late, fit])).toEqual({ command: fit, version: '3.12.4' });
});
