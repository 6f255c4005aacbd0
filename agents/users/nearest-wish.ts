// Finds the wish that is most similar to a proposal, and the values of the wish that the proposal says wrongly.
// Differences that the user cannot notice do not count: a number that the user does not know (such as a price), the
// word "you", and a quoted name that the user has said.
import type { Nearest } from '../../envs/verification/reading/proposal-features.ts';
import type { DateOrder } from '../../envs/words/dates-said.ts';
import { plainWords, says } from '../../envs/words/spoken.ts';
import { splitName } from '../../envs/words/split-words.ts';
import { compareTold, type Mistold } from '../../envs/words/told.ts';
import type { Wish } from './wishes.ts';

export function nearestWish(
  proposal: string,
  wishes: readonly Wish[],
  told: string,
  order: DateOrder,
): Nearest | undefined {
  const said = new Set(splitName(proposal));
  const plain = plainWords(told);
  const tries = wishes.map((change) => {
    const beside = wishes.filter((each) => each !== change).flatMap(({ slots }) => slots);
    const compared = compareTold(proposal, change.slots, told, order, beside);
    return {
      change,
      told: { ...compared, wrong: compared.wrong.filter((each) => isKnown(each, plain)) },
      words: change.words.filter((word) => said.has(word)).length,
    };
  });
  return tries.sort(
    (one, other) =>
      one.told.wrong.length - other.told.wrong.length ||
      other.told.named.length - one.told.named.length ||
      other.words - one.words,
  )[0];
}

const SELF = /^(?:you|your|yours|yourself|me|myself)$/i;
const LEAST_LETTERS = 4;

/** Tells whether the user can know that a value is wrong. */
function isKnown({ slot, said }: Mistold, told: string): boolean {
  if (SELF.test(said.trim())) return false;
  const name = plainWords(said);
  if (/["“]/.test(said) && name.trim().length >= LEAST_LETTERS && told.includes(name)) return false;
  return slot.isRow || typeof slot.value !== 'number' || says(told, slot.value, slot.name);
}
