// Answers a question for an identifying fact that the user does not know, such as its postcode: the user says so,
// and names up to two facts that it could tell instead, without their values.
import { listed, plainWords } from '../../envs/words/spoken.ts';
import { splitName } from '../../envs/words/split-words.ts';
import type { Sentence } from '../language/sentences.ts';
import type { KnownFact } from './known-facts.ts';

/**
 * Kinds of facts that identify people. Each has a name, a pattern for labels of facts, and a pattern for words that ask
 * for it.
 */
const KINDS: readonly (readonly [name: string, facts: RegExp, asked: RegExp])[] = [
  ['e-mail address', /e ?mail/, / (?:your|the|an?|and|first) (?:[a-z]+ ){0,2}e ?mail(?: address)? /],
  ['full name', /name$/, / your (?:full |first and last )?name (?!of )/],
  ['phone number', /phone|mobile|line/, / (?:your|and) (?:tele|mobile )?phone number /],
  ['date of birth', /birth|dob/, / (?:date of birth|birth ?date|birthday) /],
  ['postcode', /postcode|zip|postal code/, / (?:postcode|zip(?: ?code)?|postal code) /],
];
/**
 * Matches a number that an organisation assigns to a person, as in "your customer number" or "the number of your card".
 */
const GIVEN =
  / your (?:[a-z]+ )?(card|customer|member|membership|policy|account|passenger|guest|employee|staff|contract) (number|no|id) | (number) (?:on|of) your (?:[a-z]+ )?(card|policy|contract|account) /;

/**
 * Returns the answer for the asked facts that the user does not know. Returns undefined if there are none, or if the
 * user knows no identifying fact at all.
 */
export function tellUnknown(
  asks: readonly Sentence[],
  facts: readonly KnownFact[],
  told: readonly KnownFact[],
): string | undefined {
  const missing = [...new Set(asks.flatMap(({ text }) => unknownIn(text, facts)))];
  const known = facts.filter(({ who }) => who);
  const offered = [
    ...new Set(
      KINDS.flatMap(([name, labels]) =>
        known.some(({ label }) => labels.test(label)) && !told.some(({ label }) => labels.test(label)) ? [name] : [],
      ),
    ),
    ...known
      .filter(({ label }) => label.endsWith(' number') && !KINDS.some(([, labels]) => labels.test(label)))
      .map(({ label }) => label),
  ].filter((name) => !told.some(({ label }) => label === name));
  if (missing.length === 0 || known.length === 0) return undefined;
  const sorry = `I don't know my ${listed(missing)}, sorry`;
  return offered.length === 0 ? `${sorry}.` : `${sorry}, but I can give you my ${offered.slice(0, 2).join(' or my ')}.`;
}

function unknownIn(sentence: string, facts: readonly KnownFact[]): string[] {
  const text = plainWords(sentence.replaceAll(/['’]/g, ' '));
  // in "your e-mail or policy number" the agent leaves the choice to the user, so an unknown one of them does not
  // matter
  if (text.includes(' or ')) return [];
  const found = KINDS.flatMap(([name, labels, asked]) =>
    asked.test(text) && !facts.some(({ label }) => labels.test(label)) ? [name] : [],
  );
  const given = GIVEN.exec(text);
  const thing = given?.[1] ?? given?.[4];
  if (thing !== undefined && !facts.some(({ label, owner }) => splitName(`${owner ?? ''} ${label}`).includes(thing)))
    found.push(`${thing} ${given?.[2] === 'id' ? 'id' : 'number'}`);
  return found;
}
