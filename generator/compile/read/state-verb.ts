// Finds the verb where a tool's name has a state or an unknown word in its place: invoice_paid, or parcel_pay with
// "Mark a parcel paid".
import { isParticiple, sameState, sensesOf, stateOf, VERBS } from '../../lexicon/verbs.ts';
import { singular } from '../../../envs/words/split-words.ts';
import { sentencesOf } from './sentences.ts';

export interface StateVerb {
  readonly verb: string;
  readonly noun: readonly string[];
}

const MARKED = /^marks? (?:an? |the |one |your )?(?:[a-z]+ ){1,4}?(?:as )?([a-z]+)\.?$/i;
const CHANGES = /^(?:state|update|set|link)$/;

/** Returns the verb that leads to the state, and the noun of the rows. Returns nothing for a name with a known verb. */
export function stateVerb(words: readonly string[], description: string): StateVerb | undefined {
  const first = sentencesOf(description)[0] ?? '';
  const marked = MARKED.exec(first)?.[1] ?? '';
  const own = words.find((word) => words.length > 1 && marked !== '' && sameState(stateOf(word), marked));
  if (own !== undefined) return { verb: own, noun: words.filter((word) => word !== own).map(singular) };
  const last = words.at(-1) ?? '';
  const opening = /^[a-z]+?(?=s?\b)/i.exec(first)?.[0].toLowerCase() ?? '';
  const isChange = [...sensesOf(opening)].some((sense) => CHANGES.test(sense));
  if (words.length < 2 || !isChange || !(isParticiple(last) || last === 'done')) return undefined;
  const verb = VERBS.find((each) => sensesOf(each).has('state') && sameState(stateOf(each), last));
  return verb === undefined ? undefined : { verb, noun: words.slice(0, -1).map(singular) };
}
