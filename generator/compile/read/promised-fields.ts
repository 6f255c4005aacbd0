// Finds the fields that a description promises in a result. Examples are "Returns id, title and status" and "Details of
// a venue: name, address".
import { ATTRIBUTES } from '../../lexicon/attributes.ts';
import { singular } from '../../../envs/words/split-words.ts';
import { wordsOf } from '../../fields/fields.ts';
import { withoutOrder } from './said-order.ts';
import { sentencesOf } from './sentences.ts';

export interface PromisedField {
  /** The words of the field, in the singular. */
  readonly words: readonly string[];
  /** The name of the field as the description writes it. */
  readonly called: string;
  readonly plural: boolean;
  /** The type of a field that a clause describes: "whether it is shared" is a boolean, "when it was taken" a moment. */
  readonly form?: 'boolean' | 'moment';
}

const RETURNS =
  /\b(?:returns?|returning|includ(?:es?|ing)|contains?|with(?: all)?(?: of)?(?: its| their)?|and (?:its|their)|containing|such as)\b:? (.+)$/i;
const FRAME =
  /\b(?:the|an?|its|their|all|each|every|list of|array of|object|details?|information|data|metadata|full|basic|current|and|etc|unique|associated|corresponding)\b/gi;
const EXAMPLE =
  /\b(?:response(?: body)?(?: example)?|example response|returns?|output|result)\b[^{}]{0,60}\{([\s\S]*)/i;

/** Returns the fields of an example result that the description contains as JSON. */
function exampleFields(description: string): readonly PromisedField[] {
  const text = EXAMPLE.exec(description)?.[1];
  if (text === undefined) return [];
  const found: string[] = [];
  let depth = 1;
  for (const [token, key] of text.matchAll(/"([^"\\]{1,60})"\s*:|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && key !== undefined) found.push(key);
    if (depth === 0) break;
  }
  return found.length < 2
    ? []
    : found.map((key) => ({ words: wordsOf(key).map(singular), called: key, plural: false }));
}

const SHOWS = String.raw`(?:get|retrieve|fetch|show|list|read|describe|view|find|search|return|detail|look up)s?`;
const SAYS = new RegExp(
  [
    String.raw`\breturn(?:s|ing)?\b`,
    String.raw`^${SHOWS}\b.*\b(?:including|(?:with|and) (?:all )?(?:of )?(?:its|their))\b`,
    String.raw`\b(?:response|result|output|answer)s?\b.*\b(?:includes?|contains?|has|have|shows?)\b`,
    String.raw`^(?:it |this )?(?:includes|contains|shows) (?:its|their|the|all)\b`,
    String.raw`\b(?:always|also) (?:includes?|contains?|shows?)\b|\bis set on the (?:response|result)\b`,
  ].join('|'),
  'i',
);
/** Matches a list of fields after "with" or a colon, such as "List parcels with weight and sender". */
const PLAINLY = new RegExp(
  String.raw`^(?:${SHOWS}|details|information)\b[^:]*?(?:(?<!response|following)(?:: )|(?<!associated |connected |linked |shared |registered |together )\bwith (?!an? |this |that |the (?:given|specified)|given |specified |optional |pagination|filter|certain ))(.+)$`,
  'i',
);
/**
 * Words of a sentence that selects rows or explains the call. A list in such a sentence is not a list of result fields.
 */
const SAYS_WHICH = /\bor\b|\b(?:pass|provide|use|give|specify|supports?|accepts?|e\.g\.|example|filter\w*)\b/i;
/** Matches a description that also promises rows of a second table, such as "Get an album and the photos in it." */
const HELD = new RegExp(
  String.raw`^${SHOWS}\b[^,;:]*\band (?:all )?(?:of )?(?:the|its|their) ([a-z]+(?: [a-z]+)?) (?:(?:assigned|attached|linked|added|belonging) to|in|of|on|for|under|inside) (?:it|them)\b`,
  'i',
);
/** Words such as "including its". After them, even a single noun is a promised field. */
const SURELY = /\b(?:including|includes?|contains?|(?:with|and) (?:(?:all )?(?:of )?(?:its|their)|all))\b/i;
/** Nouns that may follow words such as "including" but are not fields of a row. */
const NO_FIELD =
  /^(?:optional|filter\w*|paginat\w*|pag\w*|sort\w*|option\w*|parameter\w*|detail\w*|information|support|metadata|content|result|item|row|record|field|value|propert\w*|everything|more|other|matching|id|name|list|array|json|text|one|object|success\w*|error|status|message|confirmation)$/;

/** Tells whether a noun names rows of a table. */
export type IsThing = (noun: string) => boolean;

/**
 * Returns the fields that a description promises. The list is empty where the description only names the row. A noun
 * such as `item` counts as a field only where some table has rows of this name.
 */
export function promisedFields(description: string, isThing: IsThing = () => false): readonly PromisedField[] {
  const shown = exampleFields(description);
  if (shown.length > 0) return shown;
  return sentencesOf(description)
    .map(withoutOrder)
    .flatMap((sentence): readonly PromisedField[] => {
      const bracketed = bracketedIn(sentence);
      if (bracketed.length > 0) return bracketed;
      const held = HELD.exec(sentence)?.[1];
      if (held !== undefined) return fieldsOf([held]);
      if (SAYS.test(sentence)) return fieldsIn(sentence, isThing);
      const plainly = PLAINLY.exec(sentence)?.[1];
      return plainly === undefined || SAYS_WHICH.test(sentence) ? [] : attributesIn(plainly);
    });
}

const BRACKETED = new RegExp(String.raw`^${SHOWS}\b[^()]*\((?:(includes?|including|with|shows) )?([^()]+)\)\.?$`, 'i');

/**
 * Returns the fields in brackets at the end of a sentence, as in "List the files of a post (title, size, updated)". The
 * list is empty if the brackets may hold something else, such as an example.
 */
function bracketedIn(sentence: string): readonly PromisedField[] {
  const [, says, text = ''] = BRACKETED.exec(sentence) ?? [];
  if (SAYS_WHICH.test(sentence) || /\d|["'=:]/.test(text)) return [];
  const fields = fieldsOf(text.split(/,| and | ?\+ ?/).filter((each) => each.trim() !== ''));
  const isTold = says !== undefined || fields.some(({ words }) => ATTRIBUTES.has(words.at(-1) ?? ''));
  return fields.length > 1 && fields.every(isShort) && isTold ? fields : [];
}

const WHETHER = /^whether (?:it|they|he|she|the \w+|there) ?(?:is|are|was|were|has been|have been|can be)? (\w+)$/i;
const WHEN = /^when (?:it|they|the \w+) (?:is|are|was|were|has been|will be) (\w+)$/i;

/** Words that only point back to the shown row, as in "the stamps on it". They are not part of the field's name. */
const HERE =
  / (?:(?:assigned|attached|linked|added|belonging) to|on|in|of|for|under|inside|with|within|at) (?:it|them)$/i;

const itemsOf = (text: string): string[] =>
  text
    .replaceAll(/\([^)]*\)/g, '')
    .replace(/[.;].*$/, '')
    .split(/,| and | or |\//)
    .map((each) =>
      each
        .replace(/^\s*(?:and|or) /, '')
        .replace(HERE, '')
        .trim(),
    );

function fieldsOf(items: readonly string[]): readonly PromisedField[] {
  return items.flatMap((item): PromisedField[] => {
    const whether = WHETHER.exec(item)?.[1];
    if (whether !== undefined)
      return [{ words: [whether.toLowerCase()], called: whether.toLowerCase(), plural: false, form: 'boolean' }];
    const when = WHEN.exec(item)?.[1];
    if (when !== undefined)
      return [{ words: [when.toLowerCase(), 'at'], called: `${when.toLowerCase()}_at`, plural: false, form: 'moment' }];
    const raw = item
      .replace(/^(?:the )?(?:total )?number of (\w+(?: \w+)?)/i, '$1 count')
      .replaceAll(FRAME, ' ')
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase()
      .replaceAll(/[^a-z ]/g, ' ')
      .trim()
      .split(/\s+/)
      .filter((word) => word !== '');
    const words = raw.map(singular);
    return words.length === 0 ? [] : [{ words, called: raw.join('_'), plural: words.at(-1) !== raw.at(-1) }];
  });
}

const isShort = ({ words }: PromisedField): boolean => words.length <= 3;

/**
 * Splits a text into fields, and drops words such as "of an order" at its end. The list is empty unless at least one
 * field is a known attribute.
 */
function attributesIn(text: string): readonly PromisedField[] {
  const fields = fieldsOf(
    itemsOf(text).map((item, at, all) =>
      at === all.length - 1 ? item.replace(/ (?:of|for|in|to) (?:an?|the|each|one|every)\b.*$/i, '') : item,
    ),
  );
  const isTold =
    fields.length > 1 &&
    fields.every(isShort) &&
    fields.some(({ words, form }) => form !== undefined || ATTRIBUTES.has(words.at(-1) ?? ''));
  const isOne =
    fields.length === 1 && fields.every(isShort) && fields.every(({ words }) => ATTRIBUTES.has(words.at(-1) ?? ''));
  return isTold || isOne ? fields : [];
}

function fieldsIn(said: string, isThing: IsThing): readonly PromisedField[] {
  const flag = /^`?"?(\w+)`?"? is set on the/i.exec(said)?.[1];
  if (flag !== undefined) return [{ words: wordsOf(flag).map(singular), called: flag, plural: false }];
  let text = said
    .replace(/^.*?(?:\breturn(?:s|ing)?\b|(?=\b(?:including|includes?|contains?|(?:with|and) (?:its|their))\b))/i, '')
    .replaceAll(/\([^)]*\)/g, '');
  const inner = RETURNS.exec(text)?.[1];
  if (inner !== undefined) text = inner;
  const items = itemsOf(text).map((item, at, all) =>
    at === all.length - 1 ? item.replace(/ (?:of|for) (?:an?|the|each|one|every)\b.*$| for (?:\w+ )?\w+s$/i, '') : item,
  );
  const fields = fieldsOf(items);
  const isList = fields.length >= 2 && fields.every(isShort);
  const isSure =
    fields.length === 1 &&
    fields.every(isShort) &&
    SURELY.test(said) &&
    (isThing(fields[0]?.words.join(' ') ?? '') || !fields[0]?.words.some((word) => NO_FIELD.test(word)));
  return isList || isSure ? fields : [];
}
