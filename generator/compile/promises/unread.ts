// Finds sentences with words that occur neither in the tool's name and arguments nor in its rows. Such a sentence may
// promise work that the program does not do, so the tool is flagged.
import { isStateWord, sameState, stateOf } from '../../lexicon/verbs.ts';
import { PREPOSITIONS } from '../../lexicon/nouns.ts';
import { singular } from '../../../envs/words/split-words.ts';
import { wordsOf } from '../../fields/fields.ts';
import { promisedFields } from '../read/promised-fields.ts';
import { deedsOf } from '../read/deeds.ts';
import { saysReplaced, saysStays } from '../read/said-change.ts';
import { untoldOrder, withoutOrder } from '../read/said-order.ts';
import { sentencesOf } from '../read/sentences.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { statesOf } from '../readings/state-words.ts';
import type { Domain, Match } from '../readings/reading.ts';
import { isThingOf, type Thing } from '../things/thing.ts';
import { actsOnOther, placeOfChange } from './changed-row.ts';
import { isAdvice } from './advice.ts';
import { alsoSets } from './also-sets.ts';
import { saysCompared } from './compared.ts';
import { firstCondition } from './first-conditions.ts';
import { saysForm } from './formats.ts';
import { saysCounted } from './one-each.ts';
import { unaccounted } from './opening.ts';
import { PLAIN } from './plain-words.ts';
import type { PromiseRule } from './promise.ts';
import { isRemark } from './remarks.ts';
import {
  defaultWords,
  filterWords,
  heldWords,
  madeWords,
  saysHidden,
  saysTaken,
  storesGiven,
  tieWords,
} from './restated.ts';
import { isUniqueKey, saysUnique } from './unique.ts';
import { saysOfOthers, stateGuards } from './state-conditions.ts';

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that always promise something, such as `only` or `unless`. */
const TELLING = set(`
  not no never cannot only unless if when once until after before while fail error refuse reject must should except
  without first last least most latest newest oldest recent sort order automatically again then twice already yet`);

const ARGUMENT = /^[-•*]?\s*([\w.[\]]+)\s*(?:\([^)]*\))?\s*[:–-]\s/;
const HEADING = /^(?:\W*\d*\W*$|\W*[\w' ]{1,45}:$|\d{3}: )/;
const FINAL =
  /^(?:this |the |it |warning:? )*(?:action |operation |deletion |change )*(?:cannot|can't|can not) be (?:undone|reversed|recovered|restored)(?: or \w+)?\.?$|^(?:all )?(?:its |the )?data (?:is|are|will be) lost\.?$/i;
const AND_RETURNS = /[,;]? (?:and (?:then )?returns?|returning) (.+)$/i;

/** Matches advice about an id, such as "– keep the id, you need it for everything else". */
const KEEP =
  /(?:,| [–—-]) (?:keep|save|store|note|remember|write down) (?:it|them|(?:the|this|that|its|their) (?:\w+ )?(?:ids?|identifiers?|keys?|numbers?|codes?))(?:,? (?:(?:as|because|since) )?you(?:['’]ll| will| may)? need (?:it|them)\b[^,;]*?| for (?:later|further|future|other|all|the next)\b[^,;]*?)?(?=[,;.!]|$)/i;

const tokens = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/['’]s\b|\([^)]*\)/g, ' ')
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1);

const plainly = (word: string): string => singular(word);

/** Splits the description into clauses and drops those that cannot promise anything, such as headings. */
function clausesOf(tool: ToolFacts): readonly string[] {
  const names = new Set(tool.arguments.map(({ field }) => bare(field.name)));
  return sentencesOf(tool.description)
    .filter((each) => !HEADING.test(each) && !names.has(bare(ARGUMENT.exec(each)?.[1] ?? '')))
    .filter(
      (each, at, all) =>
        !isAboutArgument(each, tool) &&
        !((all[at - 1] ?? '').endsWith(';') && isAboutArgument(all[at - 1] ?? '', tool)),
    )
    .flatMap((sentence) => {
      const [each = '', ...after] = sentence.split(KEEP).filter((part, at) => at === 0 || /[a-z]/i.test(part));
      const told = AND_RETURNS.exec(each)?.[1];
      return [...(told === undefined ? [each] : [each.replace(AND_RETURNS, '.'), `Returns ${told}`]), ...after];
    });
}

/** Tells whether a sentence begins with the name of an argument, such as "parentFolderId is the id of the folder". */
function isAboutArgument(sentence: string, tool: ToolFacts): boolean {
  const first = /^[\w.]+/.exec(sentence)?.[0] ?? '';
  return /[a-z][A-Z]|_/.test(first) && tool.arguments.some(({ field }) => field.name === first);
}

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Returns the words of the tool's name, of its arguments and of the first clause of its description. */
function ownWords(tool: ToolFacts, first: string, thing: Thing | undefined): ReadonlySet<string> {
  const nouns = [...(thing?.nouns ?? [])].flatMap((noun) => noun.split(' '));
  const asked = tool.arguments.flatMap(({ field }) => [...field.words, ...tokens(field.description)]);
  const bounds = [
    ...(asked.includes('min') ? ['minimum', 'least'] : []),
    ...(asked.includes('max') ? ['maximum', 'most'] : []),
  ];
  const all = [...bounds, ...wordsOf(tool.name), ...tool.noun, ...nouns, ...asked, ...tokens(first)].map(plainly);
  return new Set(all.filter((word) => !TELLING.has(word)));
}

const OBJECT =
  /^(?:returns?:?|responds with|gives (?:you )?back|you(?:'ll| will| can)? (?:get|receive)(?: back)?|the (?:result|response|output) (?:is|contains)) (?:only |just )?(?:the |its |an? )?(?:new(?:ly)? |created |updated |changed |resulting |saved |added )*(.+?)\.?$/i;

/**
 * Tells whether a clause only promises the row or one of its columns, such as "Returns the created ticket". This needs
 * no check, because the result shows the whole row.
 */
function tellsRow(clause: string, match: Match, thing: Thing | undefined, domain: Domain): boolean {
  if (thing === undefined || match.rule.startsWith('delete')) return false;
  const said = tokens(OBJECT.exec(clause)?.[1] ?? '').map(plainly);
  const nouns = new Set([...thing.nouns].flatMap((noun) => noun.split(' ')));
  const left = said.filter((word) => !nouns.has(word) && !PLAIN.has(word) && !PREPOSITIONS.has(word));
  if (said.length === 0) return false;
  if (left.length === 0) return !said.includes('list') || match.effect === 'read';
  if (thing.own.words.join(' ') === left.join(' ')) return true;
  const columns = [...(domain.known.get(thing.table)?.columns.values() ?? [])];
  return columns.some(({ words }) => words.map(plainly).join(' ') === left.join(' '));
}

/** Returns the words of a clause that always promise something, such as "only", and the words that are not known. */
function unreadWords(clause: string, known: ReadonlySet<string>): readonly string[] {
  return tokens(clause).filter(
    (word) =>
      TELLING.has(word) ||
      TELLING.has(plainly(word)) ||
      (!PLAIN.has(word) && !PLAIN.has(plainly(word)) && !PREPOSITIONS.has(word) && !known.has(plainly(word))),
  );
}

/**
 * Matches a sentence from which the words of an order were removed: of "Results come back newest to oldest", "Results
 * come back" is left.
 */
const ORDERED =
  /^(?:the |all )?[a-z]+(?: (?:are|is|will be))?(?: (?:come|comes|listed|returned|shown|given|sorted|ordered))?(?: back)?[.;]?$/i;

function isRead(clause: string, tool: ToolFacts, match: Match, domain: Domain, own: ReadonlySet<string>): boolean {
  const thing = domain.things.byTable.get(match.needs[0]?.table ?? '');
  if (alsoSets(tool, match, domain).some((each) => each.clause === clause)) return true;
  if (isAdvice(clause) || FINAL.test(clause) || isUniqueKey(clause, match)) return true;
  if (match.arguments.some(({ role }) => role === 'confirm') && /\bconfirm/i.test(clause)) return true;
  if (match.rule === 'unlink' && /\bitself (?:is|are) not (?:deleted|removed|changed|affected)\b/i.test(clause))
    return true;
  if (match.rule.startsWith('update') && (saysStays(clause) || saysReplaced(clause))) return true;
  if (match.rule === 'put' && saysReplaced(clause)) return true;
  if (stateGuards(tool, match, domain).some(({ sentence }) => sentence === clause)) return true;
  if (tellsRow(clause, match, thing, domain) || saysTaken(clause, match, domain)) return true;
  if (match.keeps?.includes(clause) === true || saysOfOthers(clause, tool, domain)) return true;
  if (isRemark(clause, tool, match, domain) || saysCompared(clause, tool, match, domain)) return true;
  if (saysUnique(clause, tool, match, domain) || saysHidden(clause, tool, match) || saysForm(clause, tool, match))
    return true;
  // another check (returned.ts) looks for promised fields in the row
  if (
    promisedFields(clause, isThingOf(domain.things)).length > 0 &&
    tool.result === undefined &&
    !match.rule.startsWith('delete')
  )
    return true;
  const more = new Set([
    ...heldWords(match, domain),
    ...defaultWords(tool, match, clause),
    ...filterWords(clause, tool, match),
    ...tieWords(clause, tool, match),
    ...madeWords(match, domain),
  ]);
  const isOrdered = match.arguments.some(({ role }) => role === 'order');
  if (isOrdered && ORDERED.test(withoutOrder(clause))) return true;
  const left = unreadWords(isOrdered ? withoutOrder(clause) : clause, own).filter(
    (word) => !more.has(word) && !more.has(plainly(word)),
  );
  return left.length === 0 && !(match.effect === 'write' && saysCounted(clause));
}

/**
 * Returns further actions of the first sentence that the program does not do, as in "Assigns a visit to a nurse and
 * sets it to planned". The name of a state never counts as known here.
 */
function unreadDeeds(first: string, tool: ToolFacts, match: Match, domain: Domain): readonly string[] {
  if (match.keeps?.includes(first) === true) return [];
  const { first: before, others } = deedsOf(first);
  const thing = domain.things.byTable.get(match.needs[0]?.table ?? '');
  const states = thing === undefined ? [] : statesOf(thing, domain).flatMap(({ word }) => word.split(' '));
  const own = ownWords(tool, before.replace(CLAUSE, ''), thing);
  const known = new Set([...own].filter((word) => !states.some((state) => sameState(state, word))));
  return others.filter((clause) => !storesGiven(clause, tool, match) && !isRead(clause, tool, match, domain, known));
}

/** Returns a word of the first clause that limits the rows to a state, if no step and no argument uses it. */
function unaskedState(first: string, tool: ToolFacts, match: Match, domain: Domain): string | undefined {
  if (match.rule === 'formula' || match.rule === 'put') return undefined;
  const asked = new Set([
    ...tool.noun,
    ...tool.restricting,
    ...(match.rule === 'state' ? [stateOf(tool.verb)] : []),
    ...tool.arguments.flatMap(({ field }) => [...field.words, ...field.choices.map((each) => String(each))]),
    ...match.arguments.flatMap(({ role, is }) => (role === 'from' ? [is] : [])),
  ]);
  const isGuarded = stateGuards(tool, match, domain).some(({ sentence }) => first.startsWith(sentence.slice(0, -1)));
  const held = heldWords(match, domain).length > 0;
  if (match.keeps?.includes(first) === true) return undefined;
  return tokens(first)
    .slice(1)
    .find(
      (word) =>
        isStateWord(word) &&
        !isGuarded &&
        !held &&
        ![...asked].some((each) => sameState(each, word)) &&
        !match.evidence.some(({ says }) => says.toLowerCase().includes(`= ${word}`)) &&
        !isOnlyOther(word, tool, match, domain),
    );
}

/**
 * Tells whether the word is the only state besides the one that the tool sets, as `stopped` in "Starts a stopped
 * machine". The word then adds nothing: a row that is not running must be stopped.
 */
function isOnlyOther(word: string, tool: ToolFacts, match: Match, domain: Domain): boolean {
  if (match.rule !== 'state') return false;
  const states = new Set(
    domain.tools
      .filter((other) => other.senses.has('state') && other.noun.join(' ') === tool.noun.join(' '))
      .map((other) => stateOf(other.verb)),
  );
  return states.size === 2 && [...states].some((state) => sameState(state, word));
}

const some = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

const told = (clause: string): string => (clause.length > 240 ? `${clause.slice(0, 237)}…` : clause);

const READY = /\b(?:an?|the) (open|active|published|paid|running|started|scheduled|blocked|released) ([a-z]+)\b/i;

/**
 * Returns the state that a referenced row must have, if the program does not check it: "open" of "Add an answer to an
 * open survey".
 */
function unaskedOther(first: string, tool: ToolFacts, match: Match, domain: Domain): string | undefined {
  const [, state = '', noun = ''] = READY.exec(first) ?? [];
  const isGuarded = stateGuards(tool, match, domain).length > 0;
  const isFrom = match.arguments.some(({ role }) => role === 'from');
  // the word may be a part of a noun and no state: "scheduled transaction" can be a noun beside "transaction"
  if (domain.things.byNoun.has(`${state.toLowerCase()} ${plainly(noun)}`)) return undefined;
  return domain.things.byNoun.has(plainly(noun)) && match.effect === 'write' && !isGuarded && !isFrom
    ? state
    : undefined;
}

const TAIL = /\b(?:with|including)\b (.+)$/i;

/**
 * Tells whether the first sentence promises a part of the result that is neither a column nor an argument, such as
 * "with the number of visits".
 */
function untoldTail(first: string, tool: ToolFacts, match: Match, domain: Domain): boolean {
  const tail = TAIL.exec(withoutOrder(first))?.[1];
  if (tail === undefined || match.effect === 'write' || tool.result !== undefined) return false;
  if (promisedFields(first, isThingOf(domain.things)).length > 0) return false;
  const thing = domain.things.byTable.get(match.needs[0]?.table ?? '');
  const columns = [...(domain.known.get(thing?.table ?? '')?.columns.values() ?? [])].flatMap(({ words }) => words);
  return unreadWords(tail, ownWords(tool, '', thing)).some((word) => !columns.map(plainly).includes(plainly(word)));
}

/**
 * Matches a relative clause in the first sentence. Its words must be known, unless the clause is only about access or
 * about a match.
 */
const CLAUSE = /\b(?:that|which|who|whose|where)\b (.+)$/i;
const ACCESS =
  /\b(?:access|you own|owned by|belongs? to|member of|match(?:es|ing)?|maps? to|contains?|have|has|exists?)\b|^(?:we|you|they|(?:the|your|our|this) (?:account|team|firm|company|organi[sz]ation|workspace|shop|office|user)) (?:own|manage|keep|run|hold|know|use|track|store|offer|sell|maintain|carry|stock)s?\b/i;

/** Matches a purpose, such as "so that guests can see it". */
const PURPOSE = /,? so (?:that )?(?:the |your |all |other )?\w+(?: \w+)? (?:can|may) .+$/i;

export const unreadRule: PromiseRule = {
  kind: 'unread sentence',
  about: 'A sentence with words that neither the tool nor its rows explain: it is quoted in the flag.',
  examples: [
    ['Delete a pet. Its visits are kept.', 'Its visits are kept.'],
    ['Return a loan. Returns any late fee in cents.', 'Returns any late fee in cents.'],
    ['Approve a request. Days are deducted from the balance.', 'Days are deducted from the balance.'],
    ['Cancel a parcel and returns the refund.', 'Returns the refund.'],
  ],
  nevers: [
    'Delete a pet. This cannot be undone.',
    'List pets. Results are paginated.',
    'Create a pet. Use list_owners first.',
    'Get a pet. Error Responses:\n400: Bad request',
    'Update a pet. Returns the updated pet.',
  ],
  reads(text) {
    const [first = '', ...rest] = sentencesOf(text).flatMap((each) => {
      const said = AND_RETURNS.exec(each)?.[1];
      return said === undefined ? [each] : [each.replace(AND_RETURNS, '.'), `Returns ${said}`];
    });
    const own = new Set(tokens(first).map(plainly));
    return rest.find(
      (each) =>
        !HEADING.test(each) &&
        !isAdvice(each) &&
        !FINAL.test(each) &&
        unreadWords(each, own).some((word) => word !== 'updated'),
    );
  },
  find(tool, match, domain) {
    if (match.rule === 'formula') return [];
    const [first = '', ...rest] = clausesOf(tool);
    const thing = domain.things.byTable.get(match.needs[0]?.table ?? '');
    const own = ownWords(tool, first.replace(CLAUSE, ''), thing);
    const unread = [
      ...rest.filter((clause) => !isRead(clause, tool, match, domain, own)),
      ...unreadDeeds(first, tool, match, domain),
    ];
    if (unread.length > 0) return unread.map((each) => ({ kind: 'doubt', why: `nothing keeps "${told(each)}"` }));
    const isOrdered = match.arguments.some(({ role }) => role === 'order');
    const order = match.effect === 'read' ? untoldOrder(isOrdered ? withoutOrder(first) : first) : undefined;
    if (order !== undefined) return [{ kind: 'doubt', why: `nothing tells ${order} in "${told(first)}"` }];
    const other = actsOnOther(first, tool, match, domain);
    if (other !== undefined)
      return [
        {
          kind: 'doubt',
          why: `"${told(first)}" changes the ${other}, and the call would write the ${thing?.words.join(' ') ?? ''}`,
        },
      ];
    const place = placeOfChange(first, tool, match);
    if (place !== undefined)
      return [{ kind: 'doubt', why: `nothing tells what the ${thing?.words.join(' ') ?? ''} has "${place}"` }];
    if (untoldTail(first, tool, match, domain))
      return [{ kind: 'doubt', why: `nothing tells all that "${told(first)}" shows` }];
    const state = unaskedOther(first, tool, match, domain) ?? unaskedState(first, tool, match, domain);
    if (state !== undefined) return [{ kind: 'doubt', why: `nothing keeps "${state}" in "${told(first)}"` }];
    const isKept =
      match.keeps?.includes(first) === true ||
      stateGuards(tool, match, domain).some(({ sentence }) => sentence === first);
    const condition = isKept ? undefined : firstCondition(first, match, domain);
    if (condition !== undefined) return [{ kind: 'doubt', why: `nothing keeps "${told(condition)}"` }];
    const clause = CLAUSE.exec(deedsOf(first).first.replace(PURPOSE, ''))?.[1];
    const isOpen = clause !== undefined && !isKept && !ACCESS.test(clause) && !isRead(clause, tool, match, domain, own);
    if (isOpen) return [{ kind: 'doubt', why: `nothing keeps "${told(first)}"` }];
    const left = match.keeps?.includes(first) === true ? [] : unaccounted(first, tool, match, domain);
    return left.length === 0
      ? []
      : [{ kind: 'doubt', why: `nothing tells what ${some(left)} means in "${told(first)}"` }];
  },
};
