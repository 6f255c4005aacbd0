// Tests the sections of a docstring in a tool's description.
import { expect, test } from 'vitest';
import { readDocstring, withDescribed } from '../../../generator/pool/docstring.ts';

const TEXT = `Book a berth in a marina.
    The berth is free afterwards.

    Args:
        berth_id: The id of the berth (use 'usual' for the
            usual berth)
        nights (int, optional): How many nights
        ctx: MCP context

    Returns:
        str: JSON string with the booked berth

    Raises:
        ValueError: If the berth is taken
        ApiError: If the API request fails

    Example:
        book_berth("b_1")

    Note:
        Boats over 12 m need two berths.
    `;

test('arguments, result, refusals and prose are told apart', () => {
  const found = readDocstring(TEXT);
  expect(Object.fromEntries(found?.arguments ?? [])).toEqual({
    berth_id: "The id of the berth (use 'usual' for the usual berth)",
    nights: 'How many nights',
    ctx: 'MCP context',
  });
  expect(found?.description.split('\n\n')).toEqual([
    'Book a berth in a marina. The berth is free afterwards.',
    'Returns the booked berth.',
    'Fails if the berth is taken.',
    'Note:\nBoats over 12 m need two berths.',
  ]);
});

test('a docstring that is not indented ends its sections at an empty line', () => {
  const found = readDocstring(
    'List berths.\n\nArgs:\nmarina: The marina\n\nOnly free berths are shown.\n\nReturns: List of berths',
  );
  expect(found?.description).toBe('List berths.\n\nOnly free berths are shown.\n\nReturns list of berths.');
  expect([...(found?.arguments ?? [])]).toEqual([['marina', 'The marina']]);
});

test.each(['List berths.', 'Book a berth. Arguments: see the manual.', 'Usage:\nbook a berth'])('never: %s', (text) =>
  expect(readDocstring(text)).toBeUndefined(),
);

test('an argument keeps what its schema says', () => {
  const schema = { type: 'object', properties: { a: { description: 'Own.' }, b: {}, c: { description: 'The c.' } } };
  const said = new Map([
    ['a', 'More.'],
    ['b', 'The b.'],
    ['c', 'The c. In metres.'],
  ]);
  expect(withDescribed(schema, said)).toMatchObject({
    properties: {
      a: { description: 'Own. More.' },
      b: { description: 'The b.' },
      c: { description: 'The c. In metres.' },
    },
  });
});
