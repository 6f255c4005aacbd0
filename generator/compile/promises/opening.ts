// Finds words of a description's first sentence that occur neither in the tool's name and arguments nor in its rows.
// Such words may promise work that the program does not do, as in "Cancels a trip, free of charge" or "Marks an empty
// bed as ready".
import { singular } from '../../../envs/words/split-words.ts';
import { DETERMINERS, PREPOSITIONS } from '../../lexicon/nouns.ts';
import { isParticiple, isStateWord, sameState, stateOf } from '../../lexicon/verbs.ts';
import { wordsOf, type FieldNode } from '../../fields/fields.ts';
import { deedsOf } from '../read/deeds.ts';
import { promisedFields } from '../read/promised-fields.ts';
import { withoutOrder } from '../read/said-order.ts';
import { sentencesOf } from '../read/sentences.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { statesOf } from '../readings/state-words.ts';
import type { Domain, Match } from '../readings/reading.ts';
import { FREE } from '../readings/holding.ts';
import { isRestricting, subjectOf } from '../things/subject-of.ts';
import { isThingOf, type Thing } from '../things/thing.ts';
import { PLAIN } from './plain-words.ts';
import { heldWords } from './restated.ts';
import { stateGuards } from './state-conditions.ts';

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Words that promise nothing: they join parts of a sentence, complete a verb ("up"), or mean all or none of something.
 */
const JOINING = set(`and or between across through inside over about its whose who whom if asked optionally given
  potentially forever another different same back up down off out away together along detailed custom accessible map maps
  mapping belong belongs belonging recorded registered stored saved known created tracked`);

/**
 * Adjectives that tell which rows a tool takes. Words that end like participles, such as "closed", are recognized
 * without an entry.
 */
const QUALITIES = set(`free empty vacant live idle ready valid overdue late early busy full missing lost spare former
  own lent held sent sold unsold taken broken written chosen stolen worn paid unpaid unread due open closed current upcoming recent latest past available`);

/** Parts of a sentence that only give a reason, an example or the person concerned. */
const ASIDES: readonly RegExp[] = [
  /[,(;]? ?\b(?:for example|such as|e\.g\.|like (?=["'“‘]))[^)]*\)?/i,
  /\((?:[^()]*\b(?:optional|default|e\.g|i\.e)\b[^()]*|[A-Z0-9 -]+)\)/g,
  /,? so (?:that )?(?:the |your |all |other )?\w+(?: \w+)? (?:can|may) .+$/i,
  /\b(?:(?:that|which|whom) )?(?:the |your |an? |this )?(?:user|token|account|key|caller|you) (?:has access to|have access to|can (?:access|see)|(?:is|are) (?:a )?member of)\b/i,
  /\b(?:that|which) (?:we|you|they|(?:the|your|our|this) (?:account|team|firm|company|organi[sz]ation|workspace|shop|office|user)) (?:own|manage|keep|run|hold|know|use|track|store|offer|sell|maintain|carry|stock)s?\b/i,
  /,? (?:and )?(?:the|this) (?:action|operation|deletion) (?:cannot|can't|can not) be (?:undone|reversed)\b/i,
  /,? (?:and|with|along with|together with|including) (?:all )?(?:of )?(?:its |the |their )?(?:associated |related )?(?:data|metadata)\b/i,
  /\bwithout (?:an?|any|further) (?:further )?(?:warning|notice|question|confirmation)\b/i,
  /\b(?:on offer|on file|on record|for good|to the user|be careful)\b/gi,
  /\bhow (?:far|long|wide|high|deep|big|much|old)\b/gi,
  /\b(?:key|name)[- ]value pairs?\b/i,
  /\b(?:in|of|from|at|to|on) [A-Z]\w+(?: [A-Z]\w+)* [a-z]+(?=$|[.,;)]| (?:of|for|by|with|in|that)\b)/g,
];

/**
 * The end of a read's sentence that describes the result. A declared result schema describes it better, so these words
 * are ignored.
 */
const SHOWN = /(?:,? (?:and|with|including) | \(|: ).*$/i;

/** Words for matching a part of a name, which every search does anyway. */
const PARTLY =
  /\bcase[- ]insensitive(?:ly)?\b|\b(?:by )?partial (?:names?|titles?|match(?:es|ing)?)\b|\bpart of (?:the|a|its|their) (?:name|title)\b/gi;

/** Words that give the reason of a delete or a change. In a list they would choose rows. */
const MISTAKEN = /\b(?:by mistake|by accident|in error|accidentally|mistakenly)\b/i;
const ONE_ROW = /^(?:delete|update|state)$/;

/**
 * Matches a place at the end of a phrase, such as "in the shop". All rows lie in this place, so the phrase restricts
 * nothing.
 */
const SCENE =
  /\b(?:in|of|for|from|at|to|on|into|within) (?:the|your|our|this)(?: whole| entire)? (?:([a-z]+) )?([a-z]+)(?=$|[.,;)]| (?:of|for|by|with|in|that)\b)/gi;

/** Nouns of time. A phrase such as "of the day" does select rows. */
const TIMES =
  /^(?:days?|weeks?|months?|years?|hours?|mornings?|evenings?|nights?|quarters?|seasons?|moment|today|tomorrow)$/;

/** Returns all words that occur in the tool, in the columns that it uses and in its rows. */
function knownWords(first: string, tool: ToolFacts, match: Match, domain: Domain): ReadonlySet<string> {
  const own = domain.things.byTable.get(match.needs[0]?.table ?? '');
  const told = promisedFields(tool.description, isThingOf(domain.things));
  const held = heldWords(match, domain);
  return new Set(
    [
      ...wordsOf(tool.name),
      ...tool.noun,
      stateOf(tool.verb),
      ...tool.arguments.flatMap(askedWords),
      ...roleWords(match),
      ...rowWords(own, match, domain),
      ...told.flatMap(({ words, called }) => [...words, ...called.split('_')]),
      ...guardWords(first, tool, match, domain),
      ...calledBy(tool, own, domain),
      ...held,
      ...(held.length > 0 ? FREE : []),
    ].map((word) => singular(word)),
  );
}

const askedWords = (node: FieldNode): readonly string[] => [...boundWords(node), ...timeWords(node)];

/** Returns words such as "day" for an argument that holds a date, because descriptions call any date by them. */
const timeWords = ({ field }: FieldNode): readonly string[] =>
  String(field.schema['format'] ?? '').startsWith('date') ? ['day', 'date', 'time', 'moment'] : [];

const boundWords = ({ field }: FieldNode): readonly string[] => [
  ...field.words,
  ...textWords(field.description),
  ...field.choices.flatMap((each) => textWords(String(each))),
  ...(field.words.includes('email') ? ['address'] : []),
  ...(field.words.includes('min') ? ['minimum', 'least'] : []),
  ...(field.words.includes('max') ? ['maximum', 'most'] : []),
  ...(field.type === 'integer' || field.words.includes('phone') ? ['number', 'telephone'] : []),
];

const roleWords = ({ arguments: roles }: Match): readonly string[] =>
  roles.flatMap(({ role, is }) => {
    if (role === 'from') return [is];
    if (role === 'order')
      return [...is.split(/[^a-z]+/), ...(/_(?:at|on|date|time)$/.test(is) ? ['time', 'date'] : ['name'])];
    return role === 'text search' ? [...is.split(/[^a-z]+/), ...'text word keyword phrase term part'.split(' ')] : [];
  });

/**
 * Returns the words of the columns and the states, the nouns of all rows, and the participles of verbs that make rows,
 * such as "ordered".
 */
function rowWords(own: Thing | undefined, match: Match, domain: Domain): readonly string[] {
  const { things, known, tools } = domain;
  const tables = new Set([own?.table ?? '', ...match.arguments.map(({ is }) => is.split('.')[0] ?? '')]);
  const columns = [...tables].flatMap((table) => [...(known.get(table)?.columns.values() ?? [])]);
  const made = tools
    .filter(({ senses }) => senses.has('create') || senses.has('book'))
    .flatMap(({ verb, description }) => [verb, /^[a-z]+?(?=s?\b)/i.exec(description)?.[0].toLowerCase() ?? '']);
  // only these kinds of tools change a state; other rules check the state that a row must have before such a change
  const states =
    /^(?:state|create|book|update|link|unlink|assign)$/.test(match.rule) && own !== undefined
      ? statesOf(own, domain)
      : [];
  return [
    ...columns.flatMap(({ words }) => words),
    ...states.flatMap(({ word }) => word.split(' ')),
    ...things.all.flatMap(({ nouns }) => [...nouns].flatMap((noun) => noun.split(' '))),
    ...made.map(stateOf),
  ];
}

/**
 * Returns the words of a condition on the row's state, if the first sentence tells the condition and the program checks
 * it.
 */
const guardWords = (first: string, tool: ToolFacts, match: Match, domain: Domain): readonly string[] =>
  stateGuards(tool, match, domain)
    .filter(({ sentence }) => sentence === first)
    .flatMap(({ states, allowed }) => [
      ...states.flatMap((state) => textWords(String(state))),
      ...'already currently still been has have'.split(' '),
      ...(allowed ? [] : ['not', 'yet']),
    ]);

/** Returns the words that other tools use for the same rows, such as `virtual machine` for instances. */
const calledBy = (tool: ToolFacts, own: Thing | undefined, { tools, things }: Domain): readonly string[] =>
  tools
    .filter((other) => other !== tool && own !== undefined && subjectOf(other, things)?.thing === own)
    .flatMap((other) => objectWords(sentencesOf(other.description)[0] ?? ''))
    .filter((word) => !isQuality(word));

const textWords = (text: string): readonly string[] =>
  text
    .replaceAll(/(?<=\s)[A-Z][A-Za-z]+/g, ' ')
    .replaceAll(/['’]s\b/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1);

const OBJECT_ENDS = /[,;:.()]|\s(?:and|or|that|which|who|whose|where|is|are)\s/;

/** Returns the words between the opening verb and the noun: `roof` of "List the roof vents". */
function objectWords(text: string): readonly string[] {
  const [head = ''] = text.replace(/^\S+\s*/, '').split(OBJECT_ENDS);
  const words = textWords(head.toLowerCase());
  const end = words.findIndex((word, at) => at > 0 && PREPOSITIONS.has(word));
  return end === -1 ? words : words.slice(0, end);
}

/**
 * Returns the words after "by" for which a list tool has no argument, as in "List visits by size". They may ask for an
 * order or for groups.
 */
function unaskedBy(text: string, tool: ToolFacts, match: Match): readonly string[] {
  const [, said = ''] = /\bby ([^;:.()]+)/.exec(text) ?? [];
  // a list with a start date and an end date does not account for "by date"
  const bounds = new Set(match.arguments.flatMap(({ role, place }) => (role === 'range' ? [place] : [])));
  const words = tool.arguments.flatMap((node) => (bounds.has(node.field.name) ? boundWords(node) : askedWords(node)));
  const asked = new Set([...words, ...roleWords(match)].map((word) => singular(word)));
  return textWords(said).filter(
    (word) =>
      !asked.has(singular(word)) &&
      !PLAIN.has(word) &&
      !PREPOSITIONS.has(word) &&
      !JOINING.has(word) &&
      !DETERMINERS.has(word),
  );
}

/**
 * A word counts as known if its first letters, this many, are those of a known word that is longer, such as
 * `subscribed` for `subscription`.
 */
const STEM = 7;

const isQuality = (word: string): boolean => QUALITIES.has(word) || isRestricting(word) || isParticiple(word);

/**
 * Removes a second noun in brackets that follows the tool's own noun: "Search accounts (companies) by name" loses
 * "(companies)".
 */
function withoutSynonym(text: string, { noun, restricting }: ToolFacts): string {
  return text.replace(/\b([a-z]+) \(([a-z]+)\)/i, (whole, named: string, other: string) => {
    const isOwn = singular(named.toLowerCase()) === noun.at(-1) && restricting.length === 0;
    const word = other.toLowerCase();
    const isNoun =
      !isQuality(word) && !isStateWord(singular(word)) && (singular(word) === word) === (singular(named) === named);
    return isOwn && isNoun ? named : whole;
  });
}

/**
 * Removes a word that only describes an argument of the call: "Close a job with its labour hours" loses "labour" if an
 * argument gives the hours.
 */
function withoutKind(text: string, tool: ToolFacts): string {
  const given = new Set(tool.arguments.map(({ field }) => singular(field.words.at(-1) ?? '')));
  return text.replace(
    /\b(with (?:its |the |their |an? )?)([a-z]+) ([a-z]+)\b/i,
    (whole, start: string, kind: string, of: string) =>
      given.has(singular(of.toLowerCase())) && !isQuality(kind.toLowerCase()) ? `${start}${of}` : whole,
  );
}

/** Returns the words of the first sentence that neither the tool nor its rows explain. */
export function unaccounted(sentence: string, tool: ToolFacts, match: Match, domain: Domain): readonly string[] {
  const isOrdered = match.arguments.some(({ role }) => role === 'order');
  const first = deedsOf(sentence).first;
  const said = isOrdered ? withoutOrder(first) : first;
  const isShown = match.effect === 'read' && tool.result !== undefined;
  const isSearch =
    match.arguments.some(({ role }) => role === 'text search') || /^(?:search|find|lookup)$/.test(tool.verb);
  const asides = [...ASIDES, ...(isSearch ? [PARTLY] : []), ...(ONE_ROW.test(match.rule) ? [MISTAKEN] : [])];
  const text = asides.reduce(
    (left, aside) => left.replace(aside, ' '),
    withoutKind(withoutSynonym(isShown ? said.replace(SHOWN, '') : said, tool), tool),
  );
  const known = knownWords(sentence, tool, match, domain);
  const stems = new Set([...known].filter((word) => word.length > 7).map((word) => word.slice(0, STEM)));
  const isKnown = (word: string): boolean =>
    known.has(singular(word)) ||
    PLAIN.has(word) ||
    PLAIN.has(singular(word)) ||
    PREPOSITIONS.has(word) ||
    JOINING.has(word) ||
    (DETERMINERS.has(word) && !QUALITIES.has(word)) ||
    stems.has(word.slice(0, STEM)) ||
    (word === 'empty' && match.makes.length > 0) ||
    (/^(?:state|status)$/.test(word) && match.rule === 'update') ||
    sameState(word, stateOf(tool.verb));
  const scenes = [...text.matchAll(SCENE)].flatMap(([, one = '', other = '']) =>
    [one, other]
      .map((word) => word.toLowerCase())
      .filter((word) => !isQuality(word) && (!TIMES.test(word) || (match.makes.length > 0 && word === 'season'))),
  );
  const object = new Set([...objectWords(text).filter((word) => !isQuality(word)), ...scenes]);
  const words = textWords(text.replace(/^\S+/, ''));
  const by = match.rule === 'list' ? unaskedBy(text, tool, match) : [];
  // in "the assigned member", the word "assigned" only repeats that the call assigns a member
  const isGiven = (word: string, at: number): boolean =>
    match.rule === 'update' && isParticiple(word) && known.has(singular(words[at + 1] ?? ''));
  if (by.length > 0) return by;
  return words.filter((word, at) => !isKnown(word) && !object.has(word) && !isGiven(word, at));
}
