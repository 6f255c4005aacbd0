// Tells whether the value of an argument is stored in a row. It is stored if a result or several tools have it, if it
// is a usual attribute, or if a description says that it belongs to the row. Any other argument may only control the
// call.
import { ATTRIBUTES, isAboutTheCall } from '../../lexicon/attributes.ts';
import { sensesOf } from '../../lexicon/verbs.ts';
import { singular } from '../../../envs/words/split-words.ts';
import { isHolder, isObjectColumn, isRecordColumn } from './object-column.ts';
import { isJsonObject, type JsonObject } from '../../../envs/values/json.ts';
import type { KnownColumn } from './known-column.ts';
import type { Thing } from './thing.ts';

/** Matches descriptions of values that control the call, such as "whether to notify". */
export const ACTING =
  /\b(?:to|should|will|must|before|after|when|while|during|for)\s+(?:be\s+)?(?:us|process|send|notif|check|validat|retriev|fetch|return|search|run|execut|overwrit|skip|ignor|forc|apply|copy|import|upload|download)\w*\b/i;

/** Matches the first word of a boolean's name that describes the row, such as `is` or `has`. */
const IS = /^(?:is|has|are|was|allows?|can|supports?) /;
const WHETHER =
  /^(?:true if|whether|if true,?|indicates? (?:if|whether)) (?:the |this |it|they|he|she|a |an )(?:\w+ )?(?:\w+ )?(?:is|are|was|has|have|can be|will be|may be|stays?|repeats?|counts?)\b/i;

const isTexts = ({ items }: JsonObject): boolean => isJsonObject(items) && items['type'] === 'string';

const isMoment = (known: KnownColumn): boolean =>
  known.type === 'text' &&
  (String(known.schema['format'] ?? '').startsWith('date') || /^(?:at|on|by|until)$/.test(known.words.at(-1) ?? ''));

/** Tells whether a name begins with a verb and does not end in an attribute, such as `create folder`. */
export const isAction = (words: readonly string[]): boolean =>
  sensesOf(words[0] ?? '').size > 0 && !ATTRIBUTES.has(words.at(-1) ?? '');

export function isAttested(known: KnownColumn, thing: Thing): boolean {
  if (known.references !== undefined || thing.nouns.has(known.words.join(' '))) return true;
  if (known.shown && known.told) return true;
  const words = known.words.map(singular);
  if (isObjectColumn(known) && isHolder(known.words)) return true;
  if (isAboutTheCall(words) && !isRecordColumn(known)) return false;
  const acts = isAction(words);
  if (known.type === 'boolean' && acts) return false;
  // a value that every new row requires belongs to the row, unless its description is about an action
  const isValue = known.type === 'text' || known.type === 'integer' || known.type === 'real' || isRecordColumn(known);
  if (known.always && isValue && !ACTING.test(known.description)) return true;
  // a value that a tool gives to a row belongs to the row, unless its name or its description is about an action
  if (known.givers.length > 0 && isValue && !acts && !ACTING.test(known.description)) return true;
  if (known.type === 'boolean' && (IS.test(words.join(' ')) || WHETHER.test(known.description)))
    return !ACTING.test(known.description);
  if (known.type === 'json' && isTexts(known.schema)) return true;
  if (known.givers.length > 1) return true;
  if (ATTRIBUTES.has(words.at(-1) ?? '') || isMoment(known)) return true;
  const said = known.description.toLowerCase();
  const names = [...thing.nouns].some((noun) => new RegExp(`\\b${noun.split(' ').at(-1) ?? noun}`).test(said));
  return names && !ACTING.test(known.description);
}

/** Matches ids of other systems, which a row stores unchanged. */
const OUTSIDE =
  /\b(?:external|client|custom|reference|correlation|transaction|tracking|legacy|foreign|device|tax|vat|measurement|pixel|stripe|google|payment|message|national|passport|licen[sc]e|student|employee)\b/;
const SAYS_ID = /\b(?:g?ids?|uuids?|identifiers?)\b/i;

/**
 * Tells whether a value is the id of rows without a table, which no call could check. Ids of other systems (OUTSIDE) do
 * not count.
 */
export function namesUnknown(known: KnownColumn): boolean {
  if (known.references !== undefined) return false;
  if (known.type === 'boolean' || known.type === 'real' || OUTSIDE.test(known.words.join(' '))) return false;
  const last = known.words.at(-1) ?? '';
  if (/^(?:g?ids?|uuids?|guids?)$/.test(last)) return known.words.length > 1;
  return known.words.length === 1 && SAYS_ID.test(known.description);
}
