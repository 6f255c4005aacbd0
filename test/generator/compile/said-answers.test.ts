// Tests the texts of responses in API documents: an order of the rows, and calls that are refused. The program fulfils
// them, or the tool is flagged.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import type { Compiled } from '../../../generator/compile/compile-domain.ts';
import { makePool } from '../../../generator/pool/make-pool.ts';
import { readPool, type PoolTool } from '../../../generator/pool/pool-tool.ts';
import { compile, flagOf, playerOf } from '../../support/tools.ts';

const dir = mkdtempSync(join(tmpdir(), 'callgym-answers-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const body = (properties: JsonObject): Json => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } },
});
const key = { name: 'pitchId', in: 'path', required: true, schema: { type: 'string' } };

/** Compiles an API whose responses have these texts. */
function pitches(texts: { list?: string; create?: string; close?: string; create404?: string }): Compiled {
  const answers = (good: string, refused: string): Json => ({
    '200': { description: good },
    ...(refused === '' ? {} : { '409': { description: refused } }),
  });
  const paths = {
    '/pitches': {
      get: { operationId: 'listPitches', summary: 'List pitches', responses: answers(texts.list ?? 'OK', '') },
      post: {
        operationId: 'createPitch',
        summary: 'Create a pitch',
        requestBody: body({ number: { type: 'integer' }, kind: { type: 'string', enum: ['tent', 'van'] } }),
        responses: answers('Created', texts.create ?? ''),
      },
    },
    '/pitches/{pitchId}': {
      get: { operationId: 'getPitch', summary: 'Get a pitch', parameters: [key], responses: answers('OK', '') },
    },
    '/pitches/{pitchId}/close': {
      post: {
        operationId: 'closePitch',
        summary: 'Close a pitch',
        parameters: [key],
        responses: answers('OK', texts.close ?? ''),
      },
    },
  };
  const file = join(dir, 'api.json');
  writeFileSync(file, JSON.stringify({ openapi: '3.0.3', info: { title: 'Camp', version: '1' }, paths }));
  const pool = join(dir, 'pool.jsonl');
  makePool([file], pool);
  const tools: PoolTool[] = [];
  readPool(pool, (tool) => void tools.push(tool));
  return compile(tools);
}

describe('a call that a text of an answer refuses', () => {
  test('"A pitch with this number exists" makes the number unique', () => {
    const all = pitches({ create: 'A pitch with this number exists.' });
    expect(flagOf(all, 'createPitch')).toBe('');
    const call = playerOf(all);
    expect(call('createPitch', { number: 900, kind: 'tent' })).toMatchObject({ number: 900 });
    expect(call('createPitch', { number: 900, kind: 'tent' })).toBe('CONFLICT');
  });
  test('"Already closed" is the state that the call leads to', () => {
    const all = pitches({ close: 'Already closed' });
    expect(flagOf(all, 'closePitch')).toBe('');
    const call = playerOf(all);
    const { id: pitchId } = call('createPitch', { number: 900, kind: 'tent' }) as { id: string };
    expect(call('closePitch', { pitchId })).toMatchObject({ id: pitchId });
    expect(call('closePitch', { pitchId })).toBe('PRECONDITION_FAILED');
  });
  test.each(['The season is over', 'Too late', 'Guests are on the pitch'])('"%s" flags the tool', (text) =>
    expect(flagOf(pitches({ close: text }), 'closePitch')).not.toBe(''),
  );
  test.each(['Conflict', 'Conflict error'])('"%s" tells nothing', (text) =>
    expect(flagOf(pitches({ close: text }), 'closePitch')).toBe(''),
  );
});

test('an order in the text of a good answer is kept', () => {
  const all = pitches({ list: 'The pitches ordered by number' });
  expect(flagOf(all, 'listPitches')).toBe('');
  const call = playerOf(all);
  for (const number of [-2, -3, -1]) call('createPitch', { number, kind: 'tent' });
  const numbers = (call('listPitches', {}) as { number: number }[]).map(({ number }) => number);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(flagOf(pitches({ list: 'The pitches ordered by distance' }), 'listPitches')).not.toBe('');
});
