// Tests which request bodies count as plain. A body is plain if printing and parsing its value gives the same value; it
// then need not be read a second time before its tool runs.
import { fc, test } from '../../support/laws.ts';
import { describe, expect, test as plain } from 'vitest';
import { readPlainBody } from '../../../envs/server/read-body.ts';
import { parseJson } from '../../../envs/values/json.ts';
import { draws } from '../../support/draws.ts';

const DEEP = 64;
const NUMBERS = '0 -0 7 -12 2.0 2.5 1e3 1E-2 -3e0 0e0 999999999999999 9007199254740993 12345678901234567890'.split(' ');
const number = fc.constantFrom(...NUMBERS);
const text = fc.string().map((each) => JSON.stringify(each));
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(number, text, fc.constantFrom('true', 'false', 'null', '"1.5"', '"\\"2.0"')),
    fc.array(tie('json'), { maxLength: 3 }).map((items) => `[ ${items.join(' , ')}]`),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom('a', 'e', '1', '2.0', 'a:b', '\\u0041'), tie('json')), {
        selector: ([name]) => name,
        maxLength: 3,
      })
      .map((members) => `{${members.map(([name, value]) => `"${name}" : ${value}`).join(',')}}`),
  ),
}));

describe('a body', () => {
  test.prop([json], { numRuns: draws(500) })(
    'is read as its JSON; a plain one is the same when printed and read',
    (body) => {
      const { value, plain: isPlain } = readPlainBody(body, DEEP);
      expect(JSON.stringify(value)).toBe(JSON.stringify(parseJson(body, 'kept')));
      if (!isPlain) return;
      expect(parseJson(JSON.stringify(value))).toStrictEqual(value);
    },
  );

  plain('is plain without a number of several forms, and only then', () => {
    const isPlain = (body: string): boolean => readPlainBody(body, DEEP).plain;
    for (const body of ['{"a":[1,true,false,"2.0",null,"1e5"],"e":-12}', '999999999999999', '[0,10]'])
      expect(isPlain(body)).toBe(true);
    for (const body of ['2.0', '[2.5]', '1e3', '{"a":-0}', '9007199254740993']) expect(isPlain(body)).toBe(false);
  });
});
