// Recognizes sentences that only repeat the behaviour that the program has anyway: which filters it takes, which rows
// it hides, that a pair is linked only once, or that some tool made the rows.
import { sameState, stateOf } from '../../lexicon/verbs.ts';
import { wordsOf } from '../../fields/fields.ts';
import { singular } from '../../../envs/words/split-words.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { plainSentence } from '../read/plain-sentence.ts';
import { holdingsOf } from '../readings/holding.ts';
import { spannedBy } from '../readings/span.ts';
import { nounsOf } from '../things/nouns-of.ts';
import { REFUSED } from './phrases.ts';
import type { Domain, Match } from '../readings/reading.ts';
import { subjectOf } from '../things/subject-of.ts';

const FILTERS = /^(?:optionally|if given|can be|may be|you can|use|filter|narrow|restrict|limit|only|just)\b/i;
const SELECTS = new Set([
  'filter',
  'filter inside',
  'range',
  'text search',
  'linked',
  'ancestor',
  'scope',
  'day',
  'keys',
]);

/**
 * Returns the words with which a sentence may mention filters, as in "Optionally only those in one status". The list is
 * empty where the tool has no filter.
 */
export function filterWords(clause: string, tool: ToolFacts, match: Match): readonly string[] {
  if (match.effect !== 'read' || !FILTERS.test(clause)) return [];
  const isFilter = tool.arguments.some(
    ({ field }) =>
      !field.required &&
      match.arguments.some(({ place, role }) => place.split('.')[0] === field.name && SELECTS.has(role)) &&
      field.words.some((word) => clause.toLowerCase().includes(word)),
  );
  return isFilter ? 'optionally only just those ones can may be narrowed restricted limited'.split(' ') : [];
}

const HIDDEN =
  /^(?:the |all )?([a-z]+)(?: [a-z]+){0,3} (?:are|is) (?:by default )?(?:left out|excluded|hidden|omitted|skipped|not (?:listed|included|shown|returned))(?: by default)?(?:,? (?:unless|except when|except if) (.+))?[.;]?$/i;

/**
 * Tells whether a sentence says that a list hides rows of one state unless an argument asks for them, and the list does
 * so: "Archived notes are left out unless include_archived is true."
 */
export function saysHidden(clause: string, tool: ToolFacts, match: Match): boolean {
  const [, state = '', unless] = HIDDEN.exec(clause) ?? [];
  if (state === '' || match.effect !== 'read') return false;
  const node = tool.arguments.find(
    ({ field }) =>
      /^(?:include|show|with)$/.test(field.words[0] ?? '') && field.words.some((word) => sameState(word, state)),
  );
  const isFilter = match.arguments.some(({ place, role }) => place === node?.field.name && role === 'filter');
  if (node === undefined || !isFilter) return false;
  const left = (unless ?? '')
    .toLowerCase()
    .replaceAll(node.field.name.toLowerCase(), ' ')
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && !node.field.words.includes(word));
  return left.every((word) =>
    /^(?:is|are|true|set|to|given|asked|for|requested|you|the|flag|argument|parameter|it|on)$/.test(word),
  );
}

/**
 * Returns the words with which a sentence may say that the same pair cannot be linked twice. The program refuses such a
 * call anyway.
 */
export function tieWords(clause: string, tool: ToolFacts, match: Match): readonly string[] {
  if (match.rule !== 'link' || match.arguments.some(({ role }) => role === 'keys')) return [];
  if (!/\b(?:once|twice|already)\b/i.test(clause)) return [];
  return [
    'only',
    'once',
    'twice',
    'already',
    'again',
    'cannot',
    'fail',
    'fails',
    'if',
    'when',
    'most',
    'same',
    'not',
    tool.verb,
    stateOf(tool.verb),
  ];
}

const STORES =
  /^(?:also )?(?:sets?|stores?|records?|notes?|saves?|keeps?|stamps?|fills? in) (?:the |its |a |an |given )*(.+?)[.;]?$/i;

/** Matches the storing of a reference, as in "and assigns it to a crew". */
const TIES =
  /^(?:also )?(?:assigns?|links?|attach(?:es)?|adds?|connects?|associates?|ties?|puts?|places?|files?) (?:it|them) (?:to|with|in|into|on|onto|under) (?:a |an |the |one |its |this |given |specified |existing )*([a-z]+(?: [a-z]+)?)[.;]?$/i;

/**
 * Tells whether a clause only says that the call stores its arguments, as in "and sets ReturnedOn". If the call may
 * leave out a time, the program must take the time from the clock.
 */
export function storesGiven(clause: string, tool: ToolFacts, match: Match): boolean {
  const tied = TIES.exec(clause)?.[1]?.toLowerCase().split(' ').map(singular);
  if (tied !== undefined)
    return tool.arguments.some(
      ({ field }) =>
        tied.every((word) => field.words.includes(word)) &&
        match.arguments.some(({ place, role }) => place === field.name && (role === 'value' || role === 'key')),
    );
  const said = STORES.exec(clause)?.[1]?.split(/, (?:and )?| and (?:the |its )*/) ?? [];
  return (
    said.length > 0 &&
    said.every((item) => {
      const words = wordsOf(item.replaceAll(' ', '_')).join(' ');
      const node = tool.arguments.find(({ field }) => field.words.join(' ') === words);
      const is = match.arguments.find(({ place, role }) => place === node?.field.name && role === 'value')?.is;
      if (node === undefined || is === undefined) return false;
      const isMoment =
        String(node.field.schema['format'] ?? '').startsWith('date') || /(?:^| )(?:at|on|date|time)$/.test(words);
      return (
        node.field.required ||
        !isMoment ||
        match.needs.some(({ table, column, stamp }) => `${table}.${column}` === is && stamp !== undefined)
      );
    })
  );
}

/**
 * Returns the participles that say how the shown rows came to be, such as `enrolled` in "the students who are enrolled
 * in a course". Such a word selects nothing: every row of a link table was made by the tool that links the two.
 */
export function madeWords(match: Match, domain: Domain): readonly string[] {
  if (match.effect !== 'read') return [];
  const isLinked = match.arguments.some(({ role }) => role === 'linked');
  const table = match.needs[0]?.table ?? '';
  return domain.tools.flatMap((tool) => {
    const makes = ['create', 'book', 'send'].some((sense) => tool.senses.has(sense as 'create'));
    const isOwn = makes && subjectOf(tool, domain.things)?.thing.table === table;
    return isOwn || (isLinked && tool.senses.has('link')) ? [stateOf(tool.verb)] : [];
  });
}

/** Returns the words of a clause such as "By default only pending ones" that describe a filter's default. */
export function defaultWords(tool: ToolFacts, match: Match, clause: string): readonly string[] {
  if (!/\bby default\b/i.test(clause)) return [];
  const said = match.arguments.flatMap(({ place, role }) => {
    const usual = tool.arguments.find(({ field }) => field.name === place)?.field.schema['default'];
    return role === 'filter' && typeof usual === 'string' ? [usual.toLowerCase()] : [];
  });
  return said.some((word) =>
    clause
      .toLowerCase()
      .split(/[^a-z]+/)
      .includes(word),
  )
    ? [...said, 'by', 'default', 'only']
    : [];
}

const DURING = String.raw`(?: (?:for|in|at|on|during|within|over) (?:the|this|that|these|those|all|any|some|its) (?:(?:same|given|requested|whole) )?(?:nights?|days?|times?|dates?|periods?|hours?|slots?|range|span))?`;

/**
 * Tells whether a sentence only says that something which is taken cannot be booked. The program of the booking refuses
 * this anyway.
 */
export function saysTaken(clause: string, match: Match, domain: Domain): boolean {
  const booking = domain.things.byTable.get(match.makes[0] ?? '');
  if (booking === undefined) return false;
  const spanned = spannedBy(booking, domain);
  const held = holdingsOf(domain).flatMap((each) => (each.booking === booking ? [each.held] : []));
  const nouns = [...held, ...(spanned === undefined ? [] : [spanned])].map(nounsOf).join('|');
  const state = '(?:already )?(?:taken|booked|occupied|reserved|unavailable|not (?:available|free))(?: already)?';
  return (
    nouns !== '' &&
    new RegExp(
      `^${REFUSED} (?:if|when) (?:the |an? |this |that )?(?:${nouns}) (?:is|was|has been) ${state}${DURING}$`,
      'i',
    ).test(plainSentence(clause))
  );
}

/**
 * Returns the words with which a description may speak of a booking or its cancellation, as in "fails if the slot is
 * taken".
 */
export function heldWords(match: Match, domain: Domain): readonly string[] {
  const held = holdingsOf(domain).filter(({ booking }) => booking.table === match.needs[0]?.table);
  return held.length === 0
    ? []
    : [
        ...held.flatMap(({ held: thing }) => [...thing.nouns].flatMap((noun) => noun.split(' '))),
        ...(match.makes.length > 0 ? 'fail if already taken booked occupied conflict' : 'free again').split(' '),
      ];
}
