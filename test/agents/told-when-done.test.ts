// Tests that the oracle tells each change and each answer once, in the first message after it. If nothing was done, it
// must not say that all is done.
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Oracle } from '../../agents/agents/oracle.ts';
import { planOf } from '../../agents/agents/oracle-plan.ts';
import { newsLines, type News } from '../../agents/agents/oracle-news.ts';
import type { Seat } from '../../agents/episodes/players.ts';
import { loadEnvironment } from '../../envs/folder/environment-folder.ts';
import { makeRandom } from '../../envs/random.ts';
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import type { Task } from '../../envs/values/task.ts';
import { World } from '../../envs/world/world.ts';
import { part } from '../support/part.ts';

const rail = new World(loadEnvironment(fileURLToPath(new URL('../../gallery/rail', import.meta.url))));
const opening = 'Cancel NL-1 and NL-2 for the original payment method, and what is left of RC-1?';
const cancel = (bookingId: string): Task['gold']['calls'][number] => ({
  by: 'agent',
  name: 'cancelBookingWithRefund',
  arguments: { bookingId, refund: { destination: 'originalPayment' } },
});
const look: Task['gold']['calls'][number] = {
  by: 'agent',
  name: 'calculateRefundForBooking',
  arguments: { bookingId: 'NL-1' },
};

/** Plays the oracle against a user who says yes, with tools that answer nothing. Returns what the oracle says. */
function said(gold: Partial<Task['gold']>, facts: Task['user']['facts'] = []): string[] {
  const user = { opening, goal: opening, facts };
  const task = part<Task>({ rules: [], user, gold: { outputs: [], end: 'done', ...gold } });
  const seat = part<Seat>({ world: rail, task, random: (name: string) => makeRandom(1, name) });
  const oracle = new Oracle(seat, planOf(task));
  const messages: EpisodeMessage[] = [part<EpisodeMessage>({ role: 'user', content: opening })];
  const texts: string[] = [];
  for (let turn = 0; turn < 20; turn++) {
    const move = oracle.next(messages);
    if (move.kind === 'say') {
      texts.push(move.text);
      if (!move.text.includes('?')) break;
      messages.push(part<EpisodeMessage>({ role: 'assistant', content: move.text }));
      messages.push(part<EpisodeMessage>({ role: 'user', content: 'Yes, please do.' }));
    } else if (move.kind === 'call') {
      messages.push(part<EpisodeMessage>({ role: 'assistant', content: '', tool_calls: [] }));
      for (const _call of move.calls) messages.push(part<EpisodeMessage>({ role: 'tool', content: '{}' }));
    }
  }
  return texts;
}

test('a change is told with the next proposal, and not again', () => {
  const texts = said({ calls: [cancel('NL-1'), cancel('NL-2')] });
  expect(texts).toHaveLength(3);
  expect(texts[1]).toMatch(/^(?=.*cancelled)(?=.*NL-1).*\n.*NL-2/);
  expect(texts[2]).toContain('NL-2');
  expect(texts[2]).not.toContain('NL-1');
});

test('an answer and a reason are told when the calls before them are made', () => {
  const texts = said({
    calls: [look, cancel('NL-2')],
    outputs: [{ key: 'refund', type: 'text', value: 'full' }],
    says: [
      { after: 1, answer: 'refund' },
      { after: 1, text: 'NL-1 can be refunded.' },
    ],
  });
  expect(texts[0]).toMatch(/refund is full\. NL-1 can be refunded\.\n.*NL-2/);
  expect(texts.at(-1)).not.toContain('refund is full');
});

test('where nothing was to be done, nothing is said to be done', () => {
  const [text = ''] = said({ calls: [look] });
  expect(text).not.toMatch(/all set|done|taken care/i);
  expect(text).toContain('stays as it is');
});

const words = {
  deed: (steps: readonly { readonly name: string }[]): string => `did ${steps.map(({ name }) => name).join()}`,
  isOne: (): boolean => false,
  answer: (): string => 'It is $5.',
};
const deed: News = { kind: 'deed', step: { name: 'cancel', arguments: {}, shown: [] } };
const answer: News = { kind: 'answer', output: { key: 'price', type: 'money', value: 5 } };

test('no change is left out beside an answer', () => {
  expect(newsLines([deed, answer], words)).toEqual(['did cancel', 'It is $5.']);
  expect(newsLines([{ kind: 'told', full: 'Refunded $3.', plain: undefined }, answer], words)).toEqual([
    'Refunded $3.',
    'It is $5.',
  ]);
  expect(newsLines([{ kind: 'told', full: 'Refunded $3.', plain: 'Refunded.' }, answer], words)[0]).toBe('Refunded.');
});
