// Tests tool schemas that were damaged at random: callgym throws only errors of its own kind, and every result is
// valid.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fc, test as property } from '../support/laws.ts';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { GymError } from '../../envs/errors/gym-error.ts';
import { makeRandom, type Random } from '../../envs/random.ts';
import type { Json } from '../../envs/values/json.ts';
import { makeAjv } from '../../envs/values/validator.ts';
import { asGraphTool } from '../../generator/domains/graph-tool.ts';
import { findDependencies } from '../../generator/domains/dependencies.ts';
import { UNFORESEEN } from '../../generator/pool/make-pool.ts';
import { poolOf, TOOL_FIXTURES } from '../support/pool.ts';
import { draws } from '../support/draws.ts';

const FILES = [
  'library.openai.json',
  'clinic.mcp.json',
  'parcels.gemini.json',
  'kart-track.benchmark.json',
  'tides.rapidapi.json',
  'bakery.swagger.json',
  'allotments.openapi.yaml',
];
const VALUES: Json[] = FILES.map((name) => {
  const text = readFileSync(join(TOOL_FIXTURES, name), 'utf8');
  return (name.endsWith('.yaml') ? parse(text) : JSON.parse(text)) as Json;
});
const JUNK: Json[] = [
  null,
  0,
  -1.5,
  true,
  '',
  'string',
  'get',
  '#/',
  'x'.repeat(300),
  [],
  [[]],
  {},
  { type: 'object' },
  { $ref: '#/paths' },
  { $ref: '#' },
  ['a', 1, null],
  { properties: { a: 1 } },
  { type: ['string', 7] },
  { enum: [] },
  { anyOf: [{ allOf: [null] }] },
];

/** Copies a value. In the copy, some parts are replaced, removed, renamed or repeated. */
function damaged(value: Json, random: Random, rate: number): Json {
  if (random.real() < rate) return random.pick(JUNK);
  if (Array.isArray(value))
    return value.flatMap((each: Json) =>
      random.real() < rate
        ? []
        : random.real() < rate
          ? [damaged(each, random, rate), each]
          : [damaged(each, random, rate)],
    );
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) =>
      random.real() < rate / 2
        ? []
        : [
            [
              random.real() < rate / 2
                ? random.pick(['type', 'properties', '$ref', '__proto__', 'required', 'items', 'äö'])
                : key,
              damaged(each, random, rate),
            ],
          ],
    ),
  );
}

property.prop(
  [fc.integer({ min: 1, max: 1e9 }), fc.nat({ max: FILES.length - 1 }), fc.constantFrom(0.01, 0.04, 0.15)],
  { numRuns: draws(120) },
)('whatever is damaged', (seed, at, rate) => {
  const value = damaged(VALUES[at] ?? null, makeRandom(seed), rate);
  let pooled: ReturnType<typeof poolOf>;
  try {
    pooled = poolOf({ 'x.json': JSON.stringify(value) });
  } catch (error) {
    if (error instanceof GymError) return;
    throw error;
  }
  expect(pooled.told).toHaveLength(pooled.report.rejected_total + pooled.report.duplicates);
  for (const { reason } of pooled.told)
    expect(reason ?? '').not.toMatch(new RegExp(`${UNFORESEEN}|operation cannot be read`));
  expect(new Set(pooled.tools.map(({ name }) => name)).size).toBe(pooled.tools.length);
  for (const tool of pooled.tools) {
    expect(tool.name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
    makeAjv().compile(tool.parameters);
    if (tool.returns !== undefined) makeAjv().compile(tool.returns);
    const argumentNames = Object.keys((tool.parameters as { properties?: object }).properties ?? {});
    for (const name of Object.keys(tool.http?.in ?? {})) expect(argumentNames).toContain(name);
  }
  findDependencies(pooled.tools.map(asGraphTool));
});
