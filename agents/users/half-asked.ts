// Finds the facts that the parts of a question ask for where no list of words covers the fact's name: "On what date
// is the offsite, and how would you want the chairs arranged?" A part gets the untold fact that clearly fits best, by
// the kind of its value or by words of similar use. If another part is understood, a part without a clear fit gets the
// best-fitting fact that the agent cannot know yet, or the only such fact.
import { isMoney, plainWords } from '../../envs/words/spoken.ts';
import { singular, splitName } from '../../envs/words/split-words.ts';
import { wordVectors } from '../../envs/verification/reading/word-vectors.ts';
import { factsAsked, OWN_NAME, type KnownFact } from './known-facts.ts';

type Kind = 'date' | 'time' | 'number' | 'money' | 'key' | 'person' | 'place' | 'text';

/** The score that a fact needs to count as asked. LEAD is how much better than the second-best fact it must be. */
const LEAST = 1.1;
const LEAD = 0.25;
/**
 * The score that a fact needs if another part of the question is understood and only the agent's unknown facts are left
 * to choose from.
 */
const LEAST_LEFT = 0.4;
const ALTERNATIVE = 2;
const SAME_KIND = 1;
/** Two words with less similarity than this count as unrelated. */
const ALIKE = 0.2;

/**
 * Returns the facts that each sentence of a message asks for. If one sentence is understood, a question without a known
 * fact gets the fact that clearly fits best.
 */
export function factsInSentences(
  sentences: readonly string[],
  facts: readonly KnownFact[],
  told: ReadonlySet<KnownFact>,
  open: readonly KnownFact[],
): KnownFact[][] {
  const found = sentences.map((sentence) => factsInParts(sentence, facts, told, open));
  if (!found.some((each) => each.length > 0)) return found;
  return found.map((each, at) => {
    const sentence = sentences[at] ?? '';
    if (each.length > 0 || !isQuestion(sentence)) return each;
    const free = open.filter((fact) => !told.has(fact) && !found.flat().includes(fact) && !fact.who);
    const fact = fitting(
      sentence,
      free.filter(({ label }) => !OWN_NAME.test(label)),
      false,
    );
    return fact === undefined ? [] : [fact];
  });
}

/**
 * Returns the facts that one sentence asks for. `told` holds facts that the user has already told in answers. `open`
 * holds the facts that the agent cannot know yet; only these are guessed for a part without a clear fit.
 */
export function factsInParts(
  sentence: string,
  facts: readonly KnownFact[],
  told: ReadonlySet<KnownFact>,
  open: readonly KnownFact[] = facts,
): KnownFact[] {
  const whole = factsAsked(sentence, facts);
  const parts = partsOf(sentence);
  if (parts.length < 2) return whole;
  const named = parts.map((part) => factsAsked(part, facts));
  const known = new Set([...whole, ...named.flat()]);
  const unnamed = parts.filter((part, at) => named[at]?.length === 0 && !isKnown(part, whole) && !NO_FACT.test(part));
  const words = contentOf(sentence);
  // a fact whose name occurs in the sentence, but which is not asked for, is not guessed: in "the recipient's account",
  // the user's own account is not meant
  const isOther = ({ label, owner }: KnownFact): boolean => nameOf(label, owner).some((word) => words.includes(word));
  const free = facts.filter((fact) => !known.has(fact) && !told.has(fact) && !fact.who && !isOther(fact));
  const found = [...whole];
  const left = (): KnownFact[] => free.filter((fact) => !found.includes(fact));
  const unread = unnamed.filter((part) => {
    const fact = fitting(part, left(), false);
    if (fact !== undefined) found.push(fact);
    return fact === undefined;
  });
  if (known.size + found.length > 0)
    for (const part of unread.filter(isQuestion)) {
      const fact = fitting(
        part,
        left().filter((each) => open.includes(each) && !OWN_NAME.test(each.label)),
        true,
      );
      if (fact !== undefined) found.push(fact);
    }
  return facts.filter((fact) => found.includes(fact));
}

const isQuestion = (part: string): boolean =>
  (ASKS.test(part) || part.endsWith('?')) && !ABOUT_BEFORE.test(part) && !NO_FACT.test(part);

/**
 * Matches questions that ask for none of the guessed facts: requests for permission, offers, and questions for the
 * user's name, e-mail and the like.
 */
const NO_FACT =
  /\b(?:may|shall|can|could|should) (?:i|we) (?!have|know|ask|get|take|put|note)|\b(?:anything|something|what) else\b|\bdo you (?:accept|agree|mind|confirm)\b|\bwould you like (?:a|an|to|me|us)\b|\byour (?:full |own )?(?:name|e-?mail|password|birthday)\b|\byour (?:e-?mail|phone|mobile|telephone|customer|account|insurance|policy|member(?:ship)?|card) (?:address|numbers?|code|id)\b/i;

/** Matches a question about things that the agent has just named. */
const ABOUT_BEFORE = /\bwhich (?:one|of (?:these|those|them|the two|both))\b/i;

/** Tells whether this part names a fact that the whole sentence asks for. */
function isKnown(part: string, whole: readonly KnownFact[]): boolean {
  const words = contentOf(part);
  return whole.some(({ label, owner }) => nameOf(label, owner).some((word) => words.includes(word)));
}

const JOINT = /\s*(?:[,;]|\b(?:and|plus|as well as|along with|together with)\b)\s*/i;
/** A pattern of words that may stand before a question without asking for anything. */
const LEAD_IN = String.raw`(?:(?:also|then|please|pls|and|so|ok|okay|now|exactly|roughly|about|for|in|at|to|on|by|under|with|from|of|lovely|gladly|certainly|sure)\s+)*`;
const ASKS = new RegExp(
  String.raw`^${LEAD_IN}(?:what|which|whom?|whose|when|where|how|is|are|was|do|does|did|would|will|should|shall|can|could|may|might|(?:have|has)(?= (?:you|he|she|it|they|the|your|her|his))|tell|give|let|say|share|send|provide|i(?:'ll| will| would|'d)? (?:need|take|like)|need)\b`,
  'i',
);
/** Matches the beginning of a further thing that is asked for, such as ", the date of the party" after "your name". */
const THING =
  /^(?:(?:for|to|on|about|of|lastly|finally|also)\s+)?(?:the|your|a|an|her|his|their|its|any|who|when|how)\b/i;

/**
 * Splits a question into parts that each ask for something. Words before the first question are left out ("To find you
 * properly, …"). A piece that begins neither like a question nor like a thing is joined to the piece before it.
 */
export function partsOf(sentence: string): string[] {
  const parts: string[] = [];
  // words before a colon only announce the question
  const asked = sentence.replace(/^.*:\s*(?=\S)/s, '');
  for (const [at, piece] of asked.split(JOINT).entries()) {
    if (piece.trim() === '') continue;
    if (ASKS.test(piece) || ((parts.length > 0 || at === 0) && THING.test(piece))) parts.push(piece);
    else if (parts.length > 0) parts.push(`${parts.pop() ?? ''} ${piece}`);
  }
  return parts.filter((part) => contentOf(part).length > 0);
}

function fitting(part: string, free: readonly KnownFact[], byElimination: boolean): KnownFact | undefined {
  const kind = kindAsked(part);
  const words = contentOf(part).filter((word) => !GENERAL.has(word));
  const possible = free.filter((fact) => kind === undefined || agrees(kind, kindOf(fact)));
  const scored = possible
    .map((fact) => ({ fact, score: scoreOf(fact, part, words, kind) }))
    .sort((one, other) => other.score - one.score);
  const [best, next] = scored;
  if (best === undefined) return undefined;
  if (best.score >= LEAST && best.score - (next?.score ?? 0) >= LEAD) return best.fact;
  if (!byElimination) return undefined;
  return next === undefined || (best.score > next.score && best.score >= LEAST_LEFT) ? best.fact : undefined;
}

function scoreOf(
  { label, owner, value }: KnownFact,
  part: string,
  words: readonly string[],
  kind: Kind | undefined,
): number {
  const own = typeof value === 'string' ? contentOf(value) : [];
  const offered = / or /.test(plainWords(part)) && own.some((word) => words.includes(word));
  const same = kind !== undefined && kind === kindOf({ label, value });
  return (
    (offered ? ALTERNATIVE : 0) +
    (same ? SAME_KIND : 0) +
    likeness(words, nameOf(label, owner)) * 1.5 +
    (same ? 0 : likeness(words, own) * 0.75)
  );
}

/**
 * Returns the highest similarity of a word of one list and a word of the other: 1 for equal words, 0 if all are less
 * similar than ALIKE.
 */
function likeness(some: readonly string[], others: readonly string[]): number {
  const vectors = wordVectors();
  let most = 0;
  for (const one of some)
    for (const other of others) {
      if (one === other) return 1;
      const [here, there] = [vectors.placeOf(one), vectors.placeOf(other)];
      if (here !== undefined && there !== undefined) most = Math.max(most, vectors.similarity(here, there));
    }
  return most >= ALIKE ? most : 0;
}

const nameOf = (label: string, owner: string | undefined): string[] =>
  [...splitName(label), ...(owner === undefined ? [] : splitName(owner))].filter(
    (word) => !FILLERS.has(word) && !GENERAL.has(word),
  );

const FILLERS = new Set(
  'a an the of to for in at on by and or is are was be been do does did you your yours i me my we us our it its this that these those he she him her his they them their there here what which who whom whose when where how much many often long far old would will should shall can could may might have has had want wants wanted wanting like please pls tell give let say know put get take make need one ones some any exactly also then just so with from as up out about under right now today ask asking enquire inquire enquiring pry wish wishing wonder wondering mind trouble kindly mean meant thing two three'.split(
    ' ',
  ),
);

/** Words that occur in the names of many facts and therefore distinguish none. */
const GENERAL = new Set(['new', 'id', 'number', 'date', 'time', 'name', 'sort', 'kind', 'type', 'day', 'code']);

/** Returns the words of a text that tell its subject, without words such as "the" and "please". */
const contentOf = (text: string): string[] =>
  plainWords(text.replaceAll(/['’]/g, ' '))
    .trim()
    .split(' ')
    .map(singular)
    .filter((word) => word.length > 1 && !FILLERS.has(word));

const ASKED_KINDS: readonly (readonly [Kind, RegExp])[] = [
  [
    'time',
    / (?:what time|which time|what hour|o clock|part of the (?:day|morning|afternoon)|mornings? or|afternoons? or) /,
  ],
  ['date', / (?:when|(?:what|which) (?:day|date|weekday)|by which day) /],
  ['number', / (?:how (?:many|often|large|big|long|far|old|tall|heavy)|what (?:share|percentage)) /],
  ['money', / (?:how (?:much|many (?:dollars|euros|pounds))|(?:what|which) (?:amount|sum|price)) /],
  ['key', / (?:numbers?|code|reference|ref|id) /],
  ['person', / (?:who|whom|whose|(?:which|what) names?) /],
  ['place', / where /],
];

function kindAsked(part: string): Kind | undefined {
  const plain = plainWords(part);
  return ASKED_KINDS.find(([, pattern]) => pattern.test(plain))?.[0];
}

const PERSON =
  /name$|person|neighbour|sister|brother|mother|father|patient|guest|payee|recipient|beneficiary|owner|colleague|contact|friend|driver|pet|child|member|passenger/;
const PLACE = /address|street|city|place|location|venue|room|flat|site|station|airport|branch|destination|where|spot/;

function kindOf({ label, value }: Pick<KnownFact, 'label' | 'value'>): Kind {
  if (typeof value === 'number') return isMoney(label) ? 'money' : 'number';
  if (typeof value !== 'string') return 'text';
  if (/^\d{4}-\d\d-\d\d/.test(value)) return 'date';
  if (/^\d{1,2}:\d\d/.test(value)) return 'time';
  if (/^[\d.,]+\s?\p{L}{0,4}$/u.test(value)) return isMoney(label) ? 'money' : 'number';
  if (/^\S*\d\S*$/.test(value)) return 'key';
  if (PERSON.test(label)) return 'person';
  return PLACE.test(label) ? 'place' : 'text';
}

/**
 * Tells whether a question for one kind of value may be answered with another kind. A free text may answer any
 * question.
 */
function agrees(asked: Kind, value: Kind): boolean {
  return (
    asked === value ||
    value === 'text' ||
    (asked === 'money' && value === 'number') ||
    (asked === 'key' && value === 'number') ||
    (asked === 'date' && value === 'time') ||
    (asked === 'time' && value === 'date')
  );
}
