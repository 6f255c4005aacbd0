// Tests the states that verbs set. Each is the participle of its verb.
import { expect, test } from 'vitest';
import { sameState, stateOf } from '../../../generator/lexicon/verbs.ts';

test.each([
  ['submit', 'submitted'],
  ['transfer', 'transferred'],
  ['defer', 'deferred'],
  ['ship', 'shipped'],
  ['limit', 'limited'],
  ['offer', 'offered'],
  ['buffer', 'buffered'],
  ['set', 'set'],
  ['put', 'put'],
  ['cut', 'cut'],
  ['let', 'let'],
])('%s leads to %s', (verb, state) => expect(stateOf(verb)).toBe(state));

test('a state is the same as that of its verb', () => expect(sameState('offered', stateOf('offer'))).toBe(true));
