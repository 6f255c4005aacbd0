// Tests the connection to a model that writes. Answers are recorded before they are used, questions may go through
// batch files, one budget covers all requests, and the number of open requests is limited. A failure loses only one
// question.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BatchFiles } from '../../../envs/model/batch-files.ts';
import { batchProvider, ModelDoor, NO_MODEL, Waiting, type ModelProvider } from '../../../envs/model/model-door.ts';
import { requestId, type ModelRequest } from '../../../envs/model/model-request.ts';
import { parseReply } from '../../../envs/model/parse-reply.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'callgym-test-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const question = (content: string, sample?: number): ModelRequest => ({
  stage: 'plan',
  about: 'x',
  prompt: 'p',
  messages: [{ role: 'user', content }],
  maxTokens: 100,
  ...(sample === undefined ? {} : { sample }),
});
const echo = (): ModelProvider & { asked: number } => ({
  asked: 0,
  answer({ messages }) {
    this.asked += 1;
    return Promise.resolve({ text: `re ${messages[0]?.content}`, cut: false, usage: { prompt: 10, completion: 20 } });
  },
});

describe('a question', () => {
  test('is known by stage, prompt, messages and parameters', () => {
    const ids = [
      question('a'),
      question('b'),
      question('a', 2),
      { ...question('a'), stage: 'rows' },
      { ...question('a'), prompt: 'q' },
    ];
    expect(new Set(ids.map(requestId)).size).toBe(ids.length);
    expect(requestId({ ...question('a'), about: 'something else' })).toBe(requestId(question('a')));
  });

  test('is paid for once: a run that was killed goes on from its record', async () => {
    const file = join(dir, 'record.jsonl');
    const provider = echo();
    await new ModelDoor(provider).open(file).ask([question('a')]);
    appendFileSync(file, '{"id": "cut off by the cra');
    const again = new ModelDoor(provider).open(file);
    const answers = await again.ask([question('a'), question('b')]);
    expect(answers.map((each) => each.kind === 'answer' && each.text)).toEqual(['re a', 're b']);
    expect(provider.asked).toBe(2);
    again.settle();
    const [offline] = await new ModelDoor(NO_MODEL).open(file).ask([question('b')]);
    expect(offline).toMatchObject({ kind: 'answer', text: 're b' });
  });

  test('without a model and without a record fails alone', async () => {
    const [answer] = await new ModelDoor(NO_MODEL).open(join(dir, 'r.jsonl')).ask([question('c')]);
    expect(answer).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/no model/) });
  });
});

test('a record that somebody edited is not believed', async () => {
  const file = join(dir, 'record.jsonl');
  const provider = echo();
  await new ModelDoor(provider).open(file).ask([question('a')]);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"content":"a"', '"content":"z"'));
  await new ModelDoor(provider).open(file).ask([question('a')]);
  expect(provider.asked).toBe(2);
});

test('so many requests are out at a time, and no more', async () => {
  let [flying, most] = [0, 0];
  const door = new ModelDoor(
    {
      async answer() {
        flying += 1;
        most = Math.max(most, flying);
        await new Promise((resolve) => setImmediate(resolve));
        flying -= 1;
        return { text: '{}', cut: false, usage: { prompt: 1, completion: 1 } };
      },
    },
    {},
    4,
  );
  await door.open(join(dir, 'r.jsonl')).ask(Array.from({ length: 20 }, (_each, at) => question(String(at))));
  expect(most).toBe(4);
});

test('a budget is never exceeded, whoever asks', async () => {
  const door = new ModelDoor(echo(), { tokens: 250 });
  const answers = await door
    .open(join(dir, 'r.jsonl'))
    .ask(Array.from({ length: 10 }, (_each, at) => question(String(at))));
  const { tokens } = door.spent;
  expect(tokens.prompt + tokens.completion).toBeLessThanOrEqual(250);
  expect(answers.some((each) => each.kind === 'failed' && each.reason === 'the budget is spent')).toBe(true);
  const priced = new ModelDoor(echo(), { cost: 0.000_01, price: { prompt: 1, completion: 1 } });
  expect((await priced.open(join(dir, 's.jsonl')).ask([question('a')]))[0]?.kind).toBe('failed');
});

describe('batch files', () => {
  const ask = async (): Promise<{ door: ModelDoor; files: BatchFiles; waits: boolean; texts: string[] }> => {
    const files = new BatchFiles(dir);
    const door = new ModelDoor(batchProvider(files));
    try {
      const answers = await door.open(join(dir, 'own', 'record.jsonl')).ask([question('a'), question('b')]);
      return {
        door,
        files,
        waits: false,
        texts: answers.map((each) => (each.kind === 'answer' ? each.text : each.reason)),
      };
    } catch (error) {
      if (!(error instanceof Waiting)) throw error;
      return { door, files, waits: true, texts: [] };
    }
  };
  const responses = (name: string, lines: readonly object[]): void =>
    writeFileSync(join(dir, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const response = (request: ModelRequest, content: string): object => ({
    custom_id: requestId(request),
    response: {
      status_code: 200,
      body: {
        choices: [{ message: { content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 5, completion_tokens: 6 },
      },
    },
  });

  test('are written in the OpenAI shape, and the work goes on when the answers are there', async () => {
    const first = await ask();
    expect(first.waits).toBe(true);
    const wrote = first.files.write();
    expect(wrote).toMatchObject({ count: 2, requests: join(dir, 'requests.001.jsonl') });
    const line = JSON.parse(readFileSync(join(dir, 'requests.001.jsonl'), 'utf8').split('\n')[0] ?? '') as object;
    expect(line).toMatchObject({
      custom_id: requestId(question('a')),
      method: 'POST',
      url: '/v1/chat/completions',
      body: { messages: question('a').messages },
    });
    // a second run without answers writes the same file again and no other file
    const idle = await ask();
    expect(idle.files.write()?.requests).toBe(join(dir, 'requests.001.jsonl'));
    responses('responses.001.jsonl', [response(question('b'), 'B'), response(question('a'), 'A')]);
    expect((await ask()).texts).toEqual(['A', 'B']);
  });

  test('half of the answers keep what is there and wait for the rest', async () => {
    responses('responses.001.jsonl', [response(question('a'), 'A')]);
    const half = await ask();
    expect(half.waits).toBe(true);
    expect(half.files.write()?.count).toBe(1);
  });

  test('an error in the answers costs its question, a line that is no JSON is told with its place', async () => {
    responses('responses.001.jsonl', [
      { custom_id: requestId(question('a')), error: { message: 'no' } },
      response(question('b'), 'B'),
    ]);
    expect((await ask()).texts).toEqual([expect.stringMatching(/no/), 'B']);
    writeFileSync(join(dir, 'responses.002.jsonl'), 'hello');
    expect(() => new BatchFiles(dir)).toThrow(/responses\.002\.jsonl:1: is no JSON/);
  });
});

test.each([
  ['alone', '{"a": 1}'],
  ['in a fence', 'Here it is:\n```json\n{"a": 1}\n```\nGood luck.'],
  ['among prose', 'Sure! {"a": 1} as you asked.'],
])('a reply is found %s', (_where, text) => expect(parseReply(text)).toEqual({ a: 1 }));

test.each(['', 'I cannot help with that.', '[1, 2]', '{"a": '])('%j is no reply', (text) =>
  expect(() => parseReply(text)).toThrow(),
);
