// Tests which refusals of callgym count as the same as the recorded refusal of the Python implementation.
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import type { World } from '../../../envs/world/world.ts';
import { isSameRefusal } from '../../../generator/tau2/same-refusal.ts';
import { part } from '../../support/part.ts';

const world = part<World>({
  tools: new Map([
    [
      'book',
      {
        tool: {
          parameters: {
            type: 'object',
            properties: { seat: { type: 'string' }, price: { type: 'number' }, note: { type: 'string' } },
          },
        },
      },
    ],
  ]),
});

const isSame = (args: JsonObject, text: string, message: string): boolean =>
  isSameRefusal(world, { name: 'book', arguments: args }, text, { code: 'INVALID_ARGUMENT', message });

const UNNAMED = "'<' not supported between instances of 'str' and 'int'";

test('an error that names no argument is about an argument that the call gave', () => {
  expect(isSame({ seat: '1A' }, UNNAMED, 'seat must be a seat of the flight')).toBe(true);
  expect(isSame({ seat: '1A' }, UNNAMED, 'price must be positive')).toBe(false);
});

test('an error is about the argument that breaks the schema, if there is one', () => {
  const args = { seat: '1A', price: 'ten' };
  expect(isSame(args, UNNAMED, 'price must be a number')).toBe(true);
  expect(isSame(args, UNNAMED, 'seat must be a seat of the flight')).toBe(false);
});

test('a missing argument is the one that the error names', () => {
  const text = "book() missing 1 required positional argument: 'note'";
  expect(isSame({ seat: '1A' }, text, 'note is missing')).toBe(true);
  expect(isSame({ seat: '1A' }, text, 'price is missing')).toBe(false);
});

test('an error of the tool itself is equal in its text only', () => {
  expect(isSame({ seat: '1A' }, 'Seat 1A is taken', 'seat is taken')).toBe(false);
});
