// Recognizes sentences which only say that a row must exist, such as "Fails if the crew does not exist". They need no
// step: each program looks for the rows that its arguments name before it does anything else.
import { wordsOf } from '../../fields/fields.ts';
import { plainSentence } from '../read/plain-sentence.ts';
import type { Domain, Match } from '../readings/reading.ts';
import { nounsOf } from '../things/nouns-of.ts';
import { namedRows } from './named-rows.ts';
import { REFUSED } from './phrases.ts';

const CODE = String.raw`(?:an? )?(?:404|not[ _-]?found|error)(?: (?:404|not[ _-]?found))?(?: error| status| code)?`;
const ANSWERS = String.raw`(?:${REFUSED}|(?:it |this )?(?:returns?|gives?|throws?|raises?|answers?|responds?)(?: with)? ${CODE}|${CODE})(?: with ${CODE})?`;

/**
 * The kinds of tools whose programs look for the row with the given key, or for the rows to which the arguments refer.
 */
const FINDS = /^(?:get|state|update|delete|assign|element|link|unlink|create|book)$/;

/** Tells whether a sentence only says that a row which the call names must exist. */
export function saysMissing(sentence: string, match: Match, domain: Domain): boolean {
  if (!FINDS.test(match.rule)) return false;
  const said = plainSentence(sentence);
  if (!/\b(?:exists?|found|unknown|no such)\b/i.test(said)) return false;
  const own = domain.things.byTable.get(match.needs[0]?.table ?? '');
  const nouns = namedRows(match, domain)
    .filter((named) => named.own || named.it || named.thing.table === own?.parent)
    .map(({ thing }) => nounsOf(thing));
  if (nouns.length === 0) return false;
  const noun = `(?:${nouns.join('|')})`;
  const key = keyWords(match, domain).join('|');
  const one = String.raw`(?:(?:the |an? |any |either |one of the |that )?(?:given |specified |referenced )?${noun}(?: (?:${key}))?|it|they|(?:the |this |that )(?:${key})|any of them|one of them)`;
  const rows = `${one}(?:(?:,| or|, or| and) ${one})*`;
  const gone = String.raw`(?:(?:does|do) not (?:yet |already )?exist|(?:is|are|was|were) not (?:found|known|there)|cannot be found|(?:is|are) (?:unknown|missing))`;
  return [
    String.raw`${ANSWERS} (?:if|when) ${rows} ${gone}`,
    String.raw`${ANSWERS} (?:if|when) (?:there (?:is|exists) )?no (?:such )?${noun}(?: (?:with|has|for) (?:this|that|the given|the|such an?)(?: \w+)?)?(?: (?:exists?|is found|was found|can be found))?`,
    String.raw`${ANSWERS} (?:if|when) not found`,
    String.raw`${rows} must (?:already )?exist`,
    String.raw`(?:unknown|missing) ${noun} (?:is|are) (?:refused|rejected|an error)`,
    String.raw`${ANSWERS} for (?:an )?unknown ${noun}`,
  ].some((form) => new RegExp(`^${form}$`, 'i').test(said));
}

/**
 * Returns those of the words "id", "key", "number" and "code" that only key arguments have: with a discount code beside
 * a product code, "code" is unclear. "id" and "key" also count where no argument has them.
 */
function keyWords(match: Match, { things, known }: Domain): readonly string[] {
  const named = match.arguments.map(({ place, role, is }) => {
    const [table = '', column = ''] = is.split('.');
    const refers = known.get(table)?.columns.get(column)?.references;
    const last = wordsOf(place.split('.').at(-1) ?? '').at(-1) ?? '';
    const isKey = role === 'key' || (role === 'value' && things.byTable.has(refers ?? ''));
    return { word: /^(?:no|num|nr)$/.test(last) ? 'number' : last, isKey };
  });
  return ['id', 'key', 'number', 'code'].filter((word) => {
    const such = named.filter((each) => each.word === word);
    return such.length === 0 ? /^(?:id|key)$/.test(word) : such.every(({ isKey }) => isKey);
  });
}
