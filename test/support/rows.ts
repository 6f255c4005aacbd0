// Makes rows with random conversations, to test training formats.
import { fc } from './laws.ts';
import type { Row, RowMessage } from '../../agents/datasets/row.ts';
import type { Json } from '../../envs/values/json.ts';

const words = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('Yes.', '<|end|>', '{"a": 1}', '</s>', '"quoted"\n\tline', '[USER]', 'Grüße, 世界 🎉'),
);
const argumentsOf: fc.Arbitrary<Record<string, Json>> = fc.dictionary(
  fc.constantFrom('order_id', 'amount', 'note', 'items', 'where'),
  fc.oneof(
    fc.integer({ min: -1e6, max: 1e6 }) as fc.Arbitrary<Json>,
    words as fc.Arbitrary<Json>,
    fc.boolean() as fc.Arbitrary<Json>,
    fc.constant(null) as fc.Arbitrary<Json>,
    fc.array(fc.integer({ min: 0, max: 9 })) as fc.Arbitrary<Json>,
  ),
  { maxKeys: 4 },
);

interface Turn {
  readonly user: string;
  readonly rounds: readonly {
    readonly text: string;
    readonly reasoning: string | undefined;
    readonly calls: readonly { readonly name: string; readonly args: Record<string, Json>; readonly result: string }[];
    readonly train: boolean;
  }[];
  readonly answer: string;
  readonly train: boolean;
}

const turn: fc.Arbitrary<Turn> = fc.record({
  user: words,
  rounds: fc.array(
    fc.record({
      text: fc.oneof(fc.constant(''), words),
      reasoning: fc.option(words, { nil: undefined }),
      calls: fc.array(
        fc.record({ name: fc.constantFrom('get_order', 'pay.now', 'find'), args: argumentsOf, result: words }),
        { minLength: 1, maxLength: 3 },
      ),
      train: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  answer: words,
  train: fc.boolean(),
});

export interface MarkedRow {
  readonly row: Row;
  /** For each message, a word that occurs only in this message. */
  readonly marks: readonly string[];
}

/** A row with such a word in every message, and with at least one trained message. */
export const markedRow: fc.Arbitrary<MarkedRow> = fc
  .record({ turns: fc.array(turn, { minLength: 1, maxLength: 3 }), all: fc.boolean() })
  .map(({ turns, all }) => {
    const messages: RowMessage[] = [{ role: 'system', content: 'm0q Be kind.', train: false }];
    const mark = (): string => `m${messages.length}q`;
    let made = 0;
    for (const { user, rounds, answer, train } of turns) {
      messages.push({ role: 'user', content: `${mark()} ${user}`, train: false });
      for (const { text, reasoning, calls, train: trained } of rounds) {
        const ids = calls.map(() => `call_${++made}`);
        messages.push({
          role: 'assistant',
          content: text === '' ? '' : `${text} ${mark()}`,
          ...(reasoning === undefined || reasoning === '' ? {} : { reasoning }),
          tool_calls: calls.map(({ name, args }, at) => ({
            id: ids[at]!,
            type: 'function',
            function: { name, arguments: JSON.stringify({ ...args, mark: `${mark()}` }) },
          })),
          train: all || trained,
        });
        for (const [at, { name, result }] of calls.entries())
          messages.push({ role: 'tool', content: `${mark()} ${result}`, tool_call_id: ids[at]!, name, train: false });
      }
      messages.push({ role: 'assistant', content: `${mark()} ${answer}`, train: all || train });
    }
    if (!messages.some(({ train }) => train)) {
      const last = messages.pop()!;
      messages.push({ ...last, train: true });
    }
    const tool = (name: string): Json => ({
      type: 'function',
      function: { name, description: '', parameters: { type: 'object', properties: { mark: { type: 'string' } } } },
    });
    const row: Row = {
      id: 'shop/write-001/0',
      messages,
      tools: [tool('get_order'), tool('pay.now'), tool('find')],
      environment: { name: 'shop', hash: 'a'.repeat(64) },
      task: 'write-001',
      kind: 'write',
      difficulty: 'easy',
      calls: made,
      workflow: 'does: find',
      tags: [],
      tier: 'clean',
      session_seed: 1,
      trial: 0,
      trial_seed: 7,
      agent: 'oracle',
      user: 'scripted',
      reward: 1,
      parts: {},
      phase: 1,
      split: 'train',
    };
    return { row, marks: messages.map((_message, at) => `m${at}q`) };
  });
