// Tests which recorded calls the model sees: a few answers of each kind.
import { expect, test } from 'vitest';
import type { RecordedCall } from '../../../generator/author/evidence.ts';
import { shownEvidence } from '../../../generator/author/shown-evidence.ts';

const call = (args: RecordedCall['arguments'], answer: RecordedCall['answer'], ok = true): RecordedCall => ({
  tool: 'close',
  arguments: args,
  ok,
  answer,
  session: 's',
});

test('rare statuses and refusals are among the calls of a tool, in the order of the recording', () => {
  const usual = Array.from({ length: 20 }, (_, at) =>
    call({ id: `task-${at}` }, { status: 'closed', id: `task-${at}` }),
  );
  const shown = shownEvidence([
    ...usual,
    call({ id: 'task-1' }, { status: 'already_closed' }),
    call({ id: 'task-99' }, 'There is no task task-99', false),
    call({ id: 'task-98' }, 'There is no task task-98', false),
    call({ id: 'task-97' }, []),
  ]);
  expect(shown).toEqual([
    { session: 's', tool: 'close', arguments: { id: 'task-0' }, result: { status: 'closed', id: 'task-0' } },
    { session: 's', tool: 'close', arguments: { id: 'task-1' }, result: { status: 'already_closed' } },
    { session: 's', tool: 'close', arguments: { id: 'task-99' }, error: 'There is no task task-99' },
    { session: 's', tool: 'close', arguments: { id: 'task-97' }, result: [] },
  ]);
});

test('a tool with answers of one kind has four calls, one with many kinds seven; long answers are cut', () => {
  const text = 'x'.repeat(5000);
  expect(shownEvidence(Array.from({ length: 9 }, () => call({}, { text })))).toHaveLength(4);
  const [first] = shownEvidence([call({}, { text })]) as { result: string }[];
  expect(first?.result).toHaveLength(1201);
  const kinds = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((status) => call({}, { status }));
  expect(shownEvidence(kinds)).toHaveLength(7);
});
