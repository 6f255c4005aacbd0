// Tests the questions with which the oracle asks the user to say yes. A clerk could ask them, and the user understands
// each of them as a request for a yes.
import { expect, test } from 'vitest';
import { askFor, askForYes } from '../../agents/agents/oracle-words.ts';
import { asksForYes, recogniseActs } from '../../agents/language/acts.ts';
import { makeRandom } from '../../envs/random.ts';
import { asked } from '../../envs/verification/script.ts';

const DEEDS = [
  'cancel the visit of 3 May',
  'send the 250 euros now; the fee is 0 euros',
  'cancel these 2 visits: 3 May and 9 May',
];

function asksFor(deed: string): string[] {
  const random = makeRandom(4, 'yes');
  return [...new Set(Array.from({ length: 30 }, () => askForYes(deed, 0, random)))];
}

test.each(DEEDS)('to %s, a yes is asked for in several words, each a question of a clerk', (deed) => {
  const said = asksFor(deed);
  expect(said.length).toBeGreaterThan(1);
  for (const text of said) {
    expect(text).toMatch(/^(?:Shall I|Would you like me to|I can) /);
    expect(text).toMatch(/\?$/);
    expect(text).not.toMatch(/\bis that (?:right|okay)|do you want me/i);
    expect(asksForYes(text), text).toBe(true);
  }
});

test('a fee or a list at the end of the deed does not end in a question mark', () => {
  for (const deed of DEEDS.slice(1))
    for (const text of asksFor(deed)) expect(text).toMatch(/^I can [^?]*\. (?:Shall|Should) I go ahead\?$/);
});

test('the stored solution asks in the same way, and the acts can be read from its words', () => {
  const [asks, yes] = asked({ by: 'agent', name: 'cancel_visit', arguments: {} });
  expect(asks?.text).toBe('I can do this for you: cancel visit. Shall I go ahead?');
  expect(recogniseActs('assistant', asks?.text ?? '', false)).toContain('ask');
  expect(asksForYes(asks?.text ?? '')).toBe(true);
  expect(recogniseActs('user', yes?.text ?? '', true)).toContain('confirm');
});

test('a question for a value is no greeting, for the user may have heard an answer before it', () => {
  const random = makeRandom(4, 'ask');
  for (let times = 0; times < 30; times += 1)
    expect(askFor(['email'], 0, random)).not.toMatch(/thanks for reaching out/i);
});
