// Handles sentences such as "The e-mail must be unique". The program of every tool that gives this value refuses a
// value that another row has.
import { columnName } from '../../fields/fields.ts';
import { singular } from '../../../envs/words/split-words.ts';
import { argument, compare, equal, exists, name, valueOf, type Expr } from '../programs/sql.ts';
import { plainSentence } from '../read/plain-sentence.ts';
import { sentencesOf } from '../read/sentences.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Domain, Match } from '../readings/reading.ts';
import { inMessage } from '../readings/parts.ts';
import { columnFor } from '../things/columns.ts';
import { subjectOf } from '../things/subject-of.ts';
import { nounsOf } from '../things/nouns-of.ts';
import type { Thing } from '../things/thing.ts';
import { oneEach } from './one-each.ts';
import type { PromiseRule, Promised } from './promise.ts';

interface Unique {
  readonly sentence: string;
  readonly by: string;
  readonly thing: Thing;
  readonly column: string;
  /**
   * The reference column that limits the comparison: a label is unique only among the labels of its board. It is absent
   * where the value is unique among all rows.
   */
  readonly within?: string;
  /** Further conditions on the other row; without them, every row with the value is in the way. */
  readonly where?: readonly Expr[];
}

const WITHIN = String.raw`(?: (?:per|within|in|across|among|inside|for) (?:the |an? |each |every |all |its )*([a-z]+(?: [a-z]+)?))?`;
const REFUSED = String.raw`(?:(?:it |this |the call )?(?:fails?|errors?|conflicts?|is refused|is rejected|returns an error|refused|rejected))`;
const COLUMN = String.raw`([a-z][a-z0-9_-]*(?: [a-z0-9_-]+){0,2}?)`;

function formsOf(noun: string): readonly RegExp[] {
  const form = (text: string): RegExp => new RegExp(`^${text}$`, 'i');
  const the = String.raw`(?:the |its |each |every |an? |this )?`;
  return [
    form(`${the}${COLUMN} (?:must be|has to be|have to be|needs? to be|is|are) unique${WITHIN}`),
    form(
      `${REFUSED} (?:if|when) ${the}${COLUMN} (?:is|has been|was) (?:already )?(?:taken|in use|used|registered|known)(?: already)?${WITHIN}`,
    ),
    form(
      `${REFUSED} (?:if|when) (?:an? |another |there is (?:already )?(?:an? |another )?)?(?:${noun}) (?:with|has|that has) (?:the same|this|that|the given) ${COLUMN}(?: (?:already )?exists?(?: already)?)?${WITHIN}`,
    ),
    form(
      `(?:an? |another |any other )?(?:${noun}) (?:with|that has) (?:the same|this|that|the given) ${COLUMN} must not (?:already )?exist(?: yet| already)?${WITHIN}`,
    ),
    form(
      `(?:there must (?:be|exist) no|there must not (?:be|exist)|no) (?:other |another |an? |any )?(?:${noun}) (?:(?:may|must|can) (?:already )?exist )?(?:with|that has) (?:the same|this|that|the given) ${COLUMN}(?: (?:may |must |can )?(?:already )?exists?(?: yet| already)?)?${WITHIN}`,
    ),
    form(`no two (?:${noun}) (?:can|may|will) (?:have|share|use) (?:the same|one|a) ${COLUMN}${WITHIN}`),
    form(`${the}${COLUMN} (?:can|may) (?:only )?be used (?:only )?once${WITHIN}`),
  ];
}

const CACHE = new WeakMap<Domain, readonly Unique[]>();

/** Returns the columns that descriptions of a domain's tools call unique. */
function uniquesOf(domain: Domain): readonly Unique[] {
  const known = CACHE.get(domain);
  if (known !== undefined) return known;
  const found = domain.tools.flatMap((tool): Unique[] => {
    const thing = subjectOf(tool, domain.things)?.thing;
    if (thing === undefined || tool.told === 'read') return [];
    const said = sentencesOf(tool.description)
      .slice(1)
      .flatMap((sentence) => readUnique(sentence, tool.name, thing, domain) ?? []);
    const ofArguments = tool.arguments.flatMap(({ field }) =>
      sentencesOf(field.description).flatMap((sentence) => {
        const within = /\b(?:must|has to|needs to|should) be unique(?: (.+?))?[.;]?$/i.exec(sentence);
        return within === null
          ? []
          : (readUnique(
              `${field.words.join(' ')} must be unique ${within[1] ?? ''}`.trim(),
              tool.name,
              thing,
              domain,
              sentence,
            ) ?? []);
      }),
    );
    return [...said, ...ofArguments];
  });
  CACHE.set(domain, found);
  return found;
}

function readUnique(said: string, by: string, thing: Thing, domain: Domain, sentence = said): Unique | undefined {
  const each = oneEach(said, thing, domain);
  if (each !== undefined) return { sentence, by, thing, ...each };
  const plainly = plainSentence(said);
  for (const form of formsOf(nounsOf(thing))) {
    const [, column, place] = form.exec(plainly) ?? [];
    if (column === undefined) continue;
    const words = wordsOf(column);
    const known = columnFor(thing, words, domain.things).column;
    const isGiven = domain.known.get(thing.table)?.columns.get(known)?.given === true;
    if (!isGiven && known !== thing.own.column) continue;
    const within = place === undefined ? undefined : withinOf(place, thing, domain);
    if (place !== undefined && within === undefined) continue;
    return {
      sentence,
      by,
      thing,
      column: known,
      ...(within === '' || within === undefined ? {} : { within }),
    };
  }
  return undefined;
}

const wordsOf = (text: string): readonly string[] =>
  columnName(
    text
      .toLowerCase()
      .replace(/^(email) address(?:es)?$/, '$1')
      .split(/[ _-]/),
  )
    .split('_')
    .map((word, at, words) => (at === words.length - 1 && word.endsWith('s') ? singular(word) : word));

/**
 * Returns the reference column to the row within which a value is unique, an empty text if it is unique among all rows,
 * or undefined if the place is unknown.
 */
function withinOf(place: string, thing: Thing, domain: Domain): string | undefined {
  const words = place.toLowerCase().split(' ').map(singular);
  if (thing.nouns.has(words.join(' ')) || /^(?:workspace|account|system|organization|all)$/.test(words.join(' ')))
    return '';
  const other = domain.things.byNoun.get(words.join(' '));
  if (other === undefined) return undefined;
  const column = [...(domain.known.get(thing.table)?.columns.values() ?? [])].find(
    (each) => each.references === other.table,
  );
  const isPart = thing.parent === other.table ? thing.scope[0]?.column : undefined;
  return column?.column ?? isPart;
}

/** Tells whether a sentence only says that a value is unique, so that the program's check covers the sentence. */
export const saysUnique = (sentence: string, tool: ToolFacts, match: Match, domain: Domain): boolean =>
  uniquesOf(domain).some(
    (each) =>
      each.by === tool.name &&
      each.sentence === sentence &&
      each.thing.table === match.needs[0]?.table &&
      keepsUnique(each, match),
  );

/**
 * Tells whether a sentence of the tool says that a value is unique. The program of every tool that gives this value
 * checks it.
 */
export const isUniqueRule = (sentence: string, tool: ToolFacts, domain: Domain): boolean =>
  uniquesOf(domain).some((each) => each.by === tool.name && each.sentence === sentence);

/**
 * Tells whether the program of this tool can check a unique value. A unique key is checked only by a create. Where the
 * value is unique only within a parent row, a create must name this row.
 */
function keepsUnique({ column, thing, within }: Unique, match: Match): boolean {
  if (column === thing.own.column) return match.rule === 'create';
  return (
    /^(?:create|update)$/.test(match.rule) &&
    (within === undefined ||
      match.rule === 'update' ||
      match.arguments.some(({ is }) => is === `${thing.table}.${within}`))
  );
}

export const uniqueRule: PromiseRule = {
  kind: 'unique value',
  about: 'A value that no two rows may share: a tool that gives one that another row has is refused.',
  examples: [['The e-mail must be unique.', 'email']],
  nevers: ['The unique id of the task.', 'Each unique visitor is counted.'],
  reads: (text) => /^(?:the |its )?(\w+(?:-\w+)?) must be unique/i.exec(text)?.[1]?.toLowerCase().replace('-', ''),
  find(_tool, match, domain) {
    return uniquesOf(domain).flatMap((unique): Promised[] => {
      const { column, thing } = unique;
      if (match.needs[0]?.table !== thing.table || column === thing.own.column) return [];
      const given = match.arguments.find(({ role, is }) => role === 'value' && is === `${thing.table}.${column}`);
      if (given === undefined) return [];
      if (!keepsUnique(unique, match)) return [{ kind: 'doubt', why: `nothing keeps "${unique.sentence}"` }];
      return [
        {
          kind: 'unique',
          when: exists(thing.table, takenBy(unique, match, given.place)),
          says: `There is a ${thing.words.join(' ')} with the ${column.replaceAll('_', ' ')} ${inMessage(given.place.split('.'))} already.`,
        },
      ];
    });
  },
};

/** Returns the conditions that find another row with the value that the call gives. */
function takenBy({ thing, column, within, where = [] }: Unique, match: Match, place: string): readonly Expr[] {
  const keys = match.arguments.filter(({ role, is }) => role === 'key' && is.startsWith(`${thing.table}.`));
  const named = keys.map((key) => ({
    column: key.is.split('.')[1] ?? '',
    value: argument(key.place.split('.')),
  }));
  const isOwn = (each: (typeof named)[number]): boolean => each.column === thing.own.column;
  const row = named.map((each) => equal(name(each.column), each.value));
  const around = match.arguments.find(({ is }) => within !== undefined && is === `${thing.table}.${within}`);
  const isScope = named.some((each) => each.column === within);
  return [
    equal(name(column), argument(place.split('.'))),
    ...where,
    ...named.flatMap((each) => (isOwn(each) ? [] : [equal(name(each.column), each.value)])),
    ...(within === undefined || isScope
      ? []
      : [
          equal(
            name(within),
            around === undefined ? valueOf(within, thing.table, row) : argument(around.place.split('.')),
          ),
        ]),
    ...(match.rule === 'create'
      ? []
      : named.flatMap((each) => (isOwn(each) ? [compare(name(each.column), '<>', each.value)] : []))),
  ];
}

/**
 * Matches a demand for a unique value, such as "fails if the name is taken". A create already refuses a key that
 * exists.
 */
const UNIQUE =
  /\b(?:unique|(?:fails?|error|conflict|rejected|refused)\b.*\b(?:exists?|taken|in use|used)|can be used once)\b/i;

export function isUniqueKey(clause: string, match: Match): boolean {
  const key = match.arguments.find(({ role }) => role === 'key')?.is.split('.')[1] ?? '';
  if (match.rule === 'create' && key !== '' && /\bif (?:it|(?:an? |the )?[a-z]+) already exists[.;]?$/i.test(clause))
    return true;
  return (
    match.rule === 'create' && key !== '' && UNIQUE.test(clause) && clause.toLowerCase().includes(key.replace('_', ' '))
  );
}
