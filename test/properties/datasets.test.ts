// Tests properties of training formats on random conversations: the conversation can be read back, and exactly the
// flagged characters are trained.
import { fileURLToPath } from 'node:url';
import { test } from '../support/laws.ts';
import { describe, expect, test as plainTest } from 'vitest';
import { plainName, toldOfRow } from '../../agents/datasets/chat-shape.ts';
import type { ProfileOutput, Told } from '../../agents/datasets/profile.ts';
import { PROFILES } from '../../agents/datasets/profile-list.ts';
import { openTemplate, trainedTexts } from '../../agents/datasets/profiles/text.ts';
import type { Row } from '../../agents/datasets/row.ts';
import { parseAsWritten, type Json, type JsonObject } from '../../envs/values/json.ts';
import { markedRow } from '../support/rows.ts';
import { draws } from '../support/draws.ts';
import { part } from '../support/part.ts';

const template = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/templates/${name}.jinja`, import.meta.url));

const outputs = PROFILES.flatMap(({ name, outputs: own }) =>
  own
    .filter((output) => output.from === 'rows')
    .map((output) => [`${name}${output.name === '' ? '' : `.${output.name}`}`, output] as const),
);

/** Formats that write one line for each trained message. */
const SPLIT = new Set(['trl.prompt_completion', 'prime', 'llamafactory.last_turn', 'skyrl.last_assistant']);

/**
 * Returns the conversation in a form that can be compared. Two results that are JSON texts are equal if their values
 * are equal.
 */
const plain = (told: readonly Told[]): Json =>
  told.map(({ role, content, calls }) => [
    role,
    json(content),
    (calls?.map((call) => [plainName(call.name), JSON.stringify(call.arguments)]) ?? null) as Json,
  ]) as Json;

function json(text: string): string {
  try {
    return JSON.stringify(parseAsWritten(text));
  } catch {
    return JSON.stringify(text);
  }
}

describe('every format', () => {
  for (const [name, output] of outputs)
    test.prop([markedRow], { numRuns: draws(60) })(
      `${name}: a line passes its lint and gives the conversation back`,
      ({ row }) => {
        const made = (output as ProfileOutput & { make(row: Row): readonly JsonObject[] | string }).make(row);
        if (typeof made === 'string') {
          expect(made).not.toBe('');
          return;
        }
        expect(made.length).toBeGreaterThan(0);
        if (output.lines !== undefined)
          expect((output as ProfileOutput & { lines(row: Row): readonly string[] }).lines(row)).toEqual(
            made.map((line) => JSON.stringify(line)),
          );
        const told = toldOfRow(row.messages);
        const trained = row.messages.flatMap(({ train }, at) => (train ? [at] : []));
        for (const [index, line] of made.entries()) {
          // the line in the form in which a reader of its file gets it
          const read = parseAsWritten(JSON.stringify(line)) as JsonObject;
          expect(output.lint(read)).toBeUndefined();
          const end = SPLIT.has(name) ? trained[index]! + 1 : told.length;
          const wanted = told.slice(0, end);
          const got = output.back!(read);
          if (name.startsWith('llamafactory')) {
            // LLaMA-Factory drops the words of untrained messages that also make calls, so words are not compared
            expect(plain(got.map(wordless))).toEqual(plain(wanted.map(wordless)));
          } else expect(plain(got)).toEqual(plain(wanted));
        }
      },
    );
});

describe('numbers', () => {
  const ARGUMENTS = '{"id":12345678901234567890,"rate":2.0}';
  const row = part<Row>({
    id: 'r',
    messages: [
      { role: 'system', content: 's', train: false },
      { role: 'user', content: 'u', train: false },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'get', arguments: ARGUMENTS } }],
        train: true,
      },
      { role: 'tool', content: '{}', tool_call_id: 'c', train: false },
      { role: 'assistant', content: 'done', train: true },
    ],
    tools: [{ type: 'function', function: { name: 'get', parameters: { type: 'object', properties: {} } } }],
    environment: { name: 'e', hash: 'h' },
    tags: [],
    parts: {},
  });

  for (const [name, output] of outputs)
    plainTest(`${name}: stand as the model wrote them, long integers too`, () => {
      const made = (output as ProfileOutput & { make(row: Row): readonly JsonObject[] | string }).make(row);
      if (typeof made === 'string') return;
      const text = JSON.stringify(made).replaceAll('\\', '');
      expect(text).toContain('12345678901234567890');
      expect(text).toMatch(/2\.0\b/);
    });

  plainTest('a template, which would lose digits, refuses the row', async () => {
    const render = await openTemplate(template('tags'));
    expect(trainedTexts(render, row.messages, row.tools)).toMatch(/2\^53/);
  });
});

function wordless({ calls, ...rest }: Told): Told {
  return calls === undefined ? rest : { role: rest.role, content: '', calls };
}

describe('rendered text', () => {
  for (const name of ['tags', 'brackets', 'forgetful'])
    test.prop([markedRow], { numRuns: draws(80) })(
      `${name}: exactly what is flagged is trained`,
      async ({ row, marks }) => {
        const render = await openTemplate(template(name));
        const made = trainedTexts(render, row.messages, row.tools);
        expect(typeof made).not.toBe('string');
        if (typeof made === 'string') return;
        const spans = made.flatMap(({ text, spans: own }) => own.map(([from, to]) => text.slice(from, to)));
        const trained = row.messages.filter(({ train }) => train);
        expect(spans).toHaveLength(trained.length);
        for (const [at, { train, content, tool_calls: calls }] of row.messages.entries()) {
          const mark = marks[at]!;
          const hits = spans.filter((span) => span.includes(mark));
          expect(hits).toHaveLength(train ? 1 : 0);
          if (!train) continue;
          const span = spans[trained.indexOf(row.messages[at]!)]!;
          expect(span).toContain(content.trim());
          for (const call of calls ?? []) expect(span).toContain(call.function.name.replace('.', '_'));
        }
        // a template that does not rewrite earlier messages gives one text for the whole row
        if (name !== 'forgetful') expect(made).toHaveLength(1);
      },
    );
});
