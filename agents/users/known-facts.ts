// Collects the facts that the user of a task knows, and finds the facts that a question asks for. A question may use
// other names for a fact than the task does.
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { walkLeaves } from '../../envs/verification/derivable.ts';
import { labelOf, plainWords, says } from '../../envs/words/spoken.ts';
import { singular, splitName } from '../../envs/words/split-words.ts';
import { asksForMail } from './mail-of-other.ts';

export interface KnownFact {
  readonly key: string;
  readonly value: Json;
  readonly say: Task['user']['facts'][number]['say'];
  /** The name of the fact, such as "first name" or "placed at". */
  readonly label: string;
  /**
   * The thing that the fact belongs to, such as "order" for the label "placed at". Undefined for facts about the user.
   */
  readonly owner: string | undefined;
  /** True if the fact identifies the user. */
  readonly who: boolean;
}

/** Keys of facts that are prose, as imported tasks describe the user's knowledge. */
const PROSE = new Set(['known', 'unknown']);

export function knownFacts(task: Task): KnownFact[] {
  const { facts, goal } = task.user;
  const told = facts.filter(({ key }) => !PROSE.has(key));
  if (told.length < facts.length)
    return literalsOf(task, [goal, ...facts.filter(({ key }) => key === 'known').map(({ value }) => String(value))]);
  const aboutMe = plainWords(goal);
  const keys = new Set(told.map(({ key }) => key));
  return told.map(({ key, value, say }): KnownFact => {
    const own = key.replace(/^new /, '').replace(/ \d+$/, '');
    // joined stories add a number to a key that is already used: `quantity_5` beside `quantity` is a quantity, but
    // `address_2` without `address` keeps its number
    const plain = keys.has(own.replace(/_\d+$/, '')) ? own.replace(/_\d+$/, '') : own;
    // a first word in the plural is a table: in "orders placed at" the owner is the order; "data saver" is one name
    const [first = ''] = plain.split(' ');
    const space = singular(first) === first.toLowerCase() && !first.includes('_') ? -1 : plain.indexOf(' ');
    const owner = space === -1 ? undefined : labelOf(plain.slice(0, space));
    const label = space === -1 ? labelOf(plain) : plain.slice(space + 1).replaceAll('_', ' ');
    return {
      key,
      value: value as Json,
      say,
      label,
      owner,
      who: owner === undefined && plain === key && aboutMe.includes(` your ${label} is `),
    };
  });
}

/**
 * For a task whose user is described in prose: returns those values of the solution's calls that the prose mentions.
 */
function literalsOf(task: Task, texts: readonly string[]): KnownFact[] {
  const plain = texts.map(plainWords);
  const found = new Map<string, KnownFact>();
  for (const { arguments: args } of task.gold.calls)
    walkLeaves(args as JsonObject, (value, path) => {
      const name = path.at(-1) ?? '';
      if (value === null || typeof value === 'boolean' || !plain.some((text) => says(text, value, name))) return;
      const key = `${name} ${JSON.stringify(value)}`;
      const label = labelOf(name);
      found.set(key, { key, value, say: 'asked', label, owner: undefined, who: WHO.test(label) });
    });
  return [...found.values()];
}

const WHO =
  /^(?:(?:first|last|full|user|customer)? ?name|email|phone(?: number)?|user|customer|zip|postcode|birth date|date of birth|dob|account)$/;

/** Kinds of facts: a pattern for the label of the fact, and a pattern for words in a question that ask for it. */
const KINDS: readonly (readonly [label: RegExp, asked: RegExp])[] = [
  [/(?:^| )e ?mail/, / e ?mails? | mail address /],
  [/phone|mobile number|telephone/, / (?:(?:tele)?phone|mobile|cell|cellphone|callback|contact|your|line) (?:numbers?|no|nr|num) | (?:which|what) (?:number|line) | number (?:we|i|where|to) (?:can|may|could|are|reach|call) | your line (?= )| msisdn |(?<! of) (?:your|the|a) (?:phone|telephone|mobile|cell)(?= $| (?:please|linked|on file|registered|associated|and|or) )| number (?:you are|you re|are you|on|for|of) (?:calling|using|the account|your account|the line|your line) | calling from /],
  [/^first name|given name|forename/, / (?:first|given) names? | forename | first and last names? /],
  [/^last name|surname|family name/, / (?:last|family|second) names? | surname /],
  [/postcode|post code|zip|postal code/, / (?:postcode|post code|postal code|zip|zipcode|zip code) /],
  [/birth date|date of birth|birthday|^dob$|born/, / (?:birth ?date|date of birth|birthday|dob|born|birth) /],
  [/^reason$| reason$/, / (?:reasons?|why|motive|grounds|cause|(?:led|leads|brought|brings|moved|moves|prompt(?:s|ed)|made|makes) you to|(?:making|makes|made) you|how come) /],
  [/amount|^sum$|^price$/, / (?:amount|(?:was|is) (?:it|the [a-z]+) worth|how much|how many (?:dollars|euros|pounds|bucks)|sum|value|what price|how large|how big) /],
  [/quantity|^count$|^number of/, / (?:quantity|amount|(?:how many|number of)(?= (?:of|would|do|should|shall|are|did|can|could|may|pieces?|items?|units?|copies|you|to|in|exactly|$))) /],
  [/^(?:description|body|text|message|note|content|comment|saying)$/, / (?:description|describe|message|text|wording|note|content|comment|say|write|details|happened|happening) /],
  [/topic|subject/, / (?:topic|subject|about|concerning|category) /],
  [/^(?:type|kind|category)$| (?:type|kind|category)$/, / (?:type|kind|sort|category) /],
  [/^enabled$|^on$|^active$/, / (?:on or off|off or on|enabled?|disabled?|activate|deactivate|switch|switched|turn|turned) /],
  [/gigabyte/, / (?:gigabytes?|gb|how much data|how many gb|much data|size|how big|large) /],
  [/payee|recipient|beneficiary|^to$/, / (?:receivers?|(?:which|what) person|person (?:who|that) (?:gets|receives|shall|should)|payees?|recipients?|beneficiar(?:y|ies)|to whom|whom|who(?: (?:shall|should|is|will|does|do you|gets?|receives?|am i|are we))(?= )|who s (?:it|this|the|getting|that)|who ll (?:get|receive)|who (?:it s|it is|you re|you are|you d like|you want)(?= )|where (?:is|s|should|shall) (?:it|the money|this) (?:going|go)|name of the (?:person|payee)) /],
  [/^account(?: kind| type)?$/, / (?:which account|what account|account (?:shall|should|do|to|would|is|it|we|i|from)|account from|checking or savings|savings or checking|from where|source account|debit account|take it from|come from|coming from|come out|account) /],
  [/(?:^| )(?:weight)$/, / (?:weight|weighs?|how heavy|kilos?|kg|pounds) /],
  [/(?:^| )(?:height)$/, / (?:height|how tall|tall) /],
  [/(?:^| )age$/, / (?:age|how old) /],
  [/(?:^| )(?:share|percentage|percent)$/, / (?:share|percentage|percent|what part) /],
  [/(?:^| )(?:ending|last ?4|last four)$/, / (?:last (?:four|4|few|three|two) (?:digits|numbers|figures)|ending|ends? (?:in|with)|which card|what card) /],
  [/^doctor$|physician|practitioner/, / (?:doctor|dr|physician|gp|practitioner|who would you like to see|whom would you like to see) /],
  [/^plan$|^plans name$/, / (?:plan|tariff|package) /],
  [/tracking/, / number of (?:the|your) (?:parcel|shipment|consignment|package) | (?:tracking|parcel|consignment|shipment) (?:number|no|id|code|ref|reference|num) | tracking | (?:track|parcel) (?:no|nr|id) /],
  [/^street$|^address$|^line 1$/, / (?:street|address) /],
  [/^city$|town/, / (?:city|town|address|municipality) /],
  [/^region$|^state$|province/, / (?:region|state|province|address) /],
  [/^time$| time$/, / (?:what time|which time|time of (?:the )?day|times?|hour|morning or afternoon|morning|afternoon|o clock) /],
  [/ at$|^date$| date$| on$|^day$|^deadline$/, / (?:when(?! you(?! (?:d|would|want|wish|like|need|should|shall)(?= )))|(?<!birth )dates?(?! of birth)|(?<!time of (?:the )?)(?<!how many )days?(?! (?:of birth|you were born))|weekday) /],
]; // prettier-ignore

/** Matches a question for an "address". Such a question asks for all parts of the address, including the postcode. */
const ADDRESS = / (?:address|where (?:to|should|do|shall)) /;
const PLACE = /^(?:street|city|town|region|state|province|postcode|zip|country|address|line [12])$/;
const IN_ADDRESS = /^(?:street|city|region|state|province|postcode|zip|country|line [12])$/;
const NAME_ASKED =
  / names? (?:complete|in full|first and last)(?= )| (?:how (?:are you|you are) called|how you re called|full names?|names? in full|complete names?|whole name|your good self|with whom|whom (?:am|do|have) i|names?$|name (?:pls|plz|please|and|on)) | (?:your|the) (?:own |full |legal |complete |first and last |whole |real )*names?(?! of (?:the|your|this|that|a)) | full name | name please | name(?: s)? on (?:the|your|file) | who (?:am i|are you|is this|do i|i am|i m) | (?:under|in) (?:which|what|whose) name | (?:may|can) i ask who | (?:name|names) and | and (?:your )?(?:full )?name /;
const IDENTITY =
  / (?:verify|confirm|check|establish|validate|prove) (?:that )?(?:your |you |the )?(?:identity|account|yourself|who you|it s (?:really )?you|it is you|are you)| identify (?:you|yourself)| identity | authenticate | (?:look up|look|locate|find|pull up|access|open|bring up) (?:you|your (?:account|profile|record|records|details|file|customer|data))| (?:personal|account|contact|identifying|identification|your) (?:details|information|data|info) | who you are | verification | identification (?!number|card|document|code) ?| security check /;

/**
 * Returns the facts that one sentence asks for. A question about the user's identity asks for all facts that identify
 * the user.
 */
export function factsAsked(sentence: string, facts: readonly KnownFact[]): KnownFact[] {
  const text = plainWords(sentence.replaceAll(/['’]/g, ' '));
  const words = new Set(text.trim().split(' ').map(singular));
  const matched = withoutParts(
    facts.filter((fact) => isAsked(fact, text, words, facts) && !(THEIRS.test(text) && isParty(fact))),
    text,
  );
  // "your postcode" asks for the user's own postcode, not for that of a delivery
  const mine =
    / your /.test(text) && !/ new /.test(text) ? matched.filter(({ who }) => who).map(({ label }) => label) : [];
  const meant = closest(
    matched.filter(({ who, label }) => who || !mine.includes(label)),
    text,
  );
  if (meant.length > 0) return meant;
  return IDENTITY.test(text) ? facts.filter(({ who }) => who) : [];
}

/** Matches words for the account of another person. The user does not know that account. */
const THEIRS =
  / (?:recipient|receiver|beneficiary|payee) s account| account(?: [a-z]+){0,4} (?:of|for) the (?:recipient|receiver|beneficiary|payee) /;

function isParty({ label }: KnownFact): boolean {
  return /^account(?: kind| type)?$|payee|recipient|beneficiary/.test(label);
}

/**
 * Leaves out a fact whose name is contained in the name of another asked fact, if the question mentions it only after
 * "of", "for" or "to": "the share of your wife" asks for the fact "wife share" and not for the fact "wife".
 */
function withoutParts(matched: readonly KnownFact[], text: string): KnownFact[] {
  const wordsIn = ({ label }: KnownFact): string[] => splitName(label);
  return matched.filter(
    (fact) =>
      !matched.some(
        (each) =>
          each !== fact &&
          each.owner === undefined &&
          wordsIn(each).length > wordsIn(fact).length &&
          wordsIn(fact).every((word) => wordsIn(each).includes(word)) &&
          new RegExp(` (?:to|for|of) (?:your|the|his|her) ${fact.label} `).test(text),
      ),
  );
}

/** Leaves out facts that fit the question less directly than another fact does. */
function closest(matched: readonly KnownFact[], text: string): KnownFact[] {
  const plain = matched.filter(({ owner }) => owner === undefined);
  const kindOf = ({ label }: KnownFact): number => KINDS.findIndex(([pattern]) => pattern.test(label));
  const isTold = ({ label }: KnownFact): boolean =>
    splitName(label)
      .slice(0, -1)
      .some((word) => text.includes(` ${word} `));
  return matched.filter((fact) => {
    const { label, owner } = fact;
    // "the name the order is under" asks for the user's name and not for the order
    if (owner !== undefined && plain.length > 0) return isMeant(owner, text) || isDay(fact, text);
    // a question for the date of a booking to be moved asks for the new date, unless its words mean the old one
    if (FORMER.test(label) && !FORMER_ASKED.test(text)) {
      const rest = label.replace(FORMER, '');
      return !plain.some((each) => each !== fact && each.label.replace(/^new /, '') === rest);
    }
    // if the user knows several shares, "the share of your wife" asks for the one that the question names
    const alike = plain.filter(
      (each) => kindOf(each) === kindOf(fact) && kindOf(each) !== -1 && !each.who && each.label.includes(' '),
    );
    if (alike.length > 1 && alike.includes(fact) && alike.some(isTold) && !isTold(fact)) return false;
    // if the question names one part of the address, the other parts are left out
    if (IN_ADDRESS.test(label) && !namesItself(fact, text))
      return !plain.some((each) => each !== fact && namesItself(each, text));
    // "amount" asks for the quantity only if the user knows no amount of money
    if (/quantity|^count$/.test(label) && / amount /.test(text))
      return !plain.some((each) => /amount/.test(each.label)) || / quantity /.test(text);
    return true;
  });
}

/**
 * Matches labels of values that the user's wish replaces, such as "old address". FORMER_ASKED matches words that ask
 * for such a value.
 */
const FORMER = /^(?:old|previous|former|current) /;
const FORMER_ASKED =
  / (?:old|previous|former|current|currently|now|today|so far|until now|booked|at the moment|original|originally|before|is it under) /;

/** Tells whether the question asks for this date by its verb, as in "when you ordered" or "the day it was placed". */
function isDay({ label, owner = '', value }: KnownFact, text: string): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return false;
  const [verb = ''] = label.split(' ');
  const head = owner.split(' ').at(-1) ?? '';
  return new RegExp(
    ` (?:when|(?:which|what|the|on which|on what) (?:day|date))(?: [a-z]+){0,5} (?:${head}(?:ed|s)?|${verb}|${verb.replace(/d$/, '')}|make|made|buy|bought)(?= )`,
  ).test(text);
}

/**
 * Tells whether the question asks for the thing that a fact belongs to, as in "which order", "the order's number" or
 * "describe the order".
 */
function isMeant(owner: string, text: string): boolean {
  const head = owner.split(' ').at(-1) ?? '';
  return new RegExp(
    ` (?:which|what|whose)(?: of)?(?: your| the| these| those| two| three| my)* ${head}s? | ${head} (?:number|id|reference|date|do you mean) | (?:describe|specify|identify|name) (?:the|your) ${head} | (?:the|your) ${head} (?:that )?(?:you|it|i|we) `,
  ).test(text);
}

/** Tells whether the question contains words for the fact other than "address", such as "postcode". */
function namesItself({ label }: KnownFact, text: string): boolean {
  const named = KINDS.find(([pattern]) => pattern.test(label))?.[1].source.replaceAll('|address', '');
  return named !== undefined && new RegExp(named).test(text);
}

function isAsked(fact: KnownFact, text: string, words: ReadonlySet<string>, facts: readonly KnownFact[]): boolean {
  const { label, owner, who } = fact;
  const mail = asksForMail(text, fact);
  if (mail !== undefined) return mail;
  if (owner !== undefined) {
    const owners = splitName(owner);
    const head = owners.at(-1) ?? '';
    if (words.has(head) || isDay(fact, text)) return true;
    // a label of several words fits if the question contains all of them
    const own = splitName(label).filter((word) => !LITTLE.has(word));
    return own.length > 1 && own.every((word) => words.has(word));
  }
  if (label.endsWith('name') && who) {
    if (/^first|^given/.test(label) && / (?:first|given) names? | forename | first and last names? /.test(text))
      return true;
    if (/^last|^sur|^family/.test(label) && / (?:last|family|second) names? | surname /.test(text)) return true;
    const parts = / (?:first|given|last|family|second) names? | forename | surname /.test(text);
    if (parts && !/full name/.test(label)) return false;
    return NAME_ASKED.test(text.replace(NAME_OF_OTHER, ' ')) || parts;
  }
  if (
    label.endsWith('name') &&
    !who &&
    !OWN_NAME.test(label) &&
    THEIR_NAME.test(text) &&
    !facts.some((each) => each !== fact && !each.who && each.label.endsWith('name'))
  )
    return true;
  const kind = KINDS.find(([pattern]) => pattern.test(label));
  if (kind !== undefined && kind[1].test(who || /birth|born|^dob$/.test(label) ? text : text.replaceAll(BIRTH, ' '))) {
    if (who || !/ (?:at|on|date|day|time)$|^(?:date|day|time)$/.test(label)) return fitsAddress(fact, text, facts);
    return true;
  }
  if (kind !== undefined && (who || /^(?:day|time|date)$/.test(label))) return false;
  const own = splitName(label).filter((word) => !LITTLE.has(word));
  if (own.length === 0) return false;
  const isSaid = (word: string): boolean => words.has(word) || (word.length >= SHORTEST && hasLonger(words, word));
  if (own.every(isSaid)) return true;
  if (own.length >= MANY && own.filter(isSaid).length * 3 >= own.length * 2) return true;
  const head = own.at(-1) ?? '';
  return own.length > 1 && words.has(head) && !GENERAL.has(head) && !others(facts, fact, head);
}

/**
 * Tells whether a fact fits a question with the word "address". A street or city does not fit if the question only
 * means the e-mail address.
 */
function fitsAddress(fact: KnownFact, text: string, facts: readonly KnownFact[]): boolean {
  if (!PLACE.test(fact.label) || !facts.some((each) => /e ?mail/.test(each.label))) return true;
  const rest = text.replaceAll(/ (?:e ?)?mail address(?= )/g, ' ');
  return rest === text || ADDRESS.test(rest) || namesItself(fact, rest);
}

/** Matches labels of the user's own name. */
export const OWN_NAME = /^(?:caller|customer|user|full|my|own) ?name$/;

/** Matches words for the name of another person or of a thing, as in "your daughter's full name". */
const NAME_OF_OTHER =
  / (?:your|the|this|that|her|his|their) (?:[a-z]+ )?(?!holder |customer |caller |cardholder |client |user )[a-z]+ s (?:full |first |last |own |legal )*names?(?= )/g;

/** Matches words that ask for the date of birth. */
const BIRTH = / (?:when|days?|dates?)(?: [a-z]+){0,3} (?:birth|born)(?= )/g;

/** Matches words that ask for another person's name. */
const THEIR_NAME =
  / (?:her|his|their|[a-z]+ s) (?:full |first |last |whole )?names? | names? (?:should|shall|do|can|may) i (?:put|write|note|enter|take)(?: down)? for (?:her|him|them|the) /;

const SHORTEST = 3;
const MANY = 3;
const MUCH_LONGER = 6;

/**
 * Tells whether the question contains a much longer word with this beginning, such as "organization" for "org", or
 * another spelling of it, such as "licence" for "license".
 */
function hasLonger(words: ReadonlySet<string>, word: string): boolean {
  const spelled = word
    .replace(/cense$/, 'cence')
    .replace(/ization$/, 'isation')
    .replace(/or$/, 'our');
  if (spelled !== word && words.has(spelled)) return true;
  return (
    word.length <= MUCH_LONGER - 2 &&
    [...words].some((each) => each.length >= word.length + MUCH_LONGER && each.startsWith(word))
  );
}

function others(facts: readonly KnownFact[], fact: KnownFact, head: string): boolean {
  return facts.some((each) => each !== fact && splitName(each.label).at(-1) === head && each.label !== fact.label);
}

const LITTLE = new Set(['of', 'the', 'a', 'an', 'to', 'for', 'in', 'at', 'on', 'by', 'and', 'or', 'is', 'new']);
const GENERAL = new Set([
  'name', 'number', 'date', 'id', 'type', 'kind', 'status', 'state', 'time', 'code', 'value', 'day', 'title', 'address', 'key', 'list',
]); // prettier-ignore
