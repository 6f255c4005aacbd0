// The words with which a user asks again for a wish that was refused.
import type { Random } from '../../envs/random.ts';
import { listed, plainWords, says } from '../../envs/words/spoken.ts';
import { capital } from './disclosure.ts';
import type { KnownFact } from './known-facts.ts';
import { tellFact } from './tell-fact.ts';
import { INSISTS } from './last-words.ts';

/** Asks again, and tells those of the facts `insists` that the first message did not tell. */
export function insisting(insists: readonly KnownFact[], opening: string, random: Random): string {
  const told = plainWords(opening);
  const untold = insists.filter(({ value, label }) => !says(told, value, label));
  if (untold.length === 0) return random.pick(INSISTS);
  return `${random.pick(INSISTS)} ${capital(listed(untold.map(tellFact)))}.`;
}
