// Tests the reasons why tools do not work: each tells in one line what a person can do, and a tool with several doubts
// names all of them.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileDomain } from '../../../generator/compile/compile-domain.ts';
import { decisionsOf } from '../../../generator/compile/decisions.ts';
import { wayOn } from '../../../generator/compile/way-on.ts';
import { makePool } from '../../../generator/pool/make-pool.ts';
import { readPool, type PoolTool } from '../../../generator/pool/pool-tool.ts';
import { compile, flagOf, tool } from '../../support/tools.ts';

const SCHEMAS = fileURLToPath(new URL('../../../fixtures/tools/', import.meta.url));

describe('the way on', () => {
  test.each([
    ['nothing keeps "A tray that has cress may not be emptied."', 'Fails if it is STATE.'],
    ['nothing keeps "sets it to FROZEN"', 'sets it to STATE'],
    ['nothing tells what the verb sow does', 'create, get, list'],
    ['nothing tells what gardener does', 'describe gardener'],
    ['nothing tells what trays: gardener would say', 'rows of trays in rows.jsonl'],
    ['no thing is called tray', 'creates or lists tray'],
    ['no thing has trayRef as its key', 'trayRef as the key'],
    ['nothing tells which rows "Trays, ripest first." means', 'sorted by COLUMN'],
    ['it may be update (…) or state (…)', '"reading": "update"'],
    ['check caught it at visible: it writes trays, which no read of the agent shows', 'lists or shows the trays'],
  ])('%s', (flag, advice) => expect(wayOn(flag)).toContain(advice));

  test('every flag of the bundled lists has one, in one line', () => {
    const dir = mkdtempSync(join(tmpdir(), 'callgym-test-'));
    const options = { seed: 1, discovery: false, overrides: {} } as const;
    try {
      for (const [at, file] of readdirSync(SCHEMAS).entries()) {
        if (file.endsWith('.parts.yaml')) continue;
        const pool = join(dir, `${at}.jsonl`);
        makePool([join(SCHEMAS, file)], pool);
        const tools: PoolTool[] = [];
        readPool(pool, (each) => void tools.push(each));
        const compiled = compileDomain({ name: 'domain', title: 'Domain', description: '', tools }, options);
        const decided = decisionsOf(compiled, options)['tools'] as { works: boolean; way_on?: string }[];
        for (const { works, way_on: way } of decided) {
          expect(way === undefined).toBe(works);
          if (way !== undefined) expect(way).toMatch(/^[^\n$]{20,220}$/);
        }
      }
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
});

test('a flag names all that nothing keeps, each once', () => {
  const all = compile([
    tool('create_tray', 'Create a tray.', { name: 'string' }),
    tool('get_tray', 'Get a tray.', { tray_id: 'string' }),
    tool('update_tray', 'Update a tray. The cellar is aired as well. Fails when the moon is full.', {
      tray_id: 'string',
      name: 'string',
    }),
  ]);
  const flag = flagOf(all, 'update_tray');
  expect(flag).toContain('The cellar is aired as well.');
  expect(flag.split('Fails when the moon is full.')).toHaveLength(2);
});
