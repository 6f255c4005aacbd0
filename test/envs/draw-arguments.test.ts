// Tests that random numbers keep the bounds that a schema sets, so that a call is not refused by accident.
import { expect } from 'vitest';
import { makeRandom } from '../../envs/random.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import { ArgumentDrawer } from '../../envs/verification/draw-arguments.ts';
import { World } from '../../envs/world/world.ts';
import { draws } from '../support/draws.ts';
import { fc, test as property } from '../support/laws.ts';
import { SHOP } from '../support/shop.ts';

const world = new World(SHOP);
const [any] = world.environment.tools;
if (any === undefined) throw new Error('the shop has no tools');
const bounds = fc
  .tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 2, max: 200 }), fc.boolean(), fc.boolean())
  .map(([least, span, below, above]): JsonObject => ({
    ...(below ? { exclusiveMinimum: least } : { minimum: least }),
    ...(above ? { exclusiveMaximum: least + span } : { maximum: least + span }),
  }));
const someBounds = fc
  .tuple(bounds, fc.subarray(['exclusiveMinimum', 'minimum', 'exclusiveMaximum', 'maximum']))
  .map(([all, kept]): JsonObject => Object.fromEntries(Object.entries(all).filter(([name]) => kept.includes(name))));

property.prop([someBounds, fc.constantFrom('integer', 'number'), fc.integer()], { numRuns: draws(400) })(
  'a drawn number keeps the bounds of its schema, excluded ones too',
  (schema, type, seed) => {
    const parameters = { type: 'object' as const, properties: { unheard: { type, ...schema } }, required: ['unheard'] };
    const { unheard } = new ArgumentDrawer(world, makeRandom(seed)).draw({ ...any, parameters, examples: [] });
    const drawn = Number(unheard);
    if (type === 'integer') expect(Number.isInteger(drawn)).toBe(true);
    if ('minimum' in schema) expect(drawn).toBeGreaterThanOrEqual(Number(schema['minimum']));
    if ('exclusiveMinimum' in schema) expect(drawn).toBeGreaterThan(Number(schema['exclusiveMinimum']));
    if ('maximum' in schema) expect(drawn).toBeLessThanOrEqual(Number(schema['maximum']));
    if ('exclusiveMaximum' in schema) expect(drawn).toBeLessThan(Number(schema['exclusiveMaximum']));
  },
);
