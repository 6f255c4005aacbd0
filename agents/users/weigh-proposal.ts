// A proposal held against what the user wants: agreed to only when its deed and its values are those of an open wish. What
// is otherwise is said; prices and other facts of the world that a user cannot know never make it say no.
import { plainMarks, sentencesOf } from '../../envs/words/clauses.ts';
import { datesSaid, type DateOrder } from '../../envs/words/dates-said.ts';
import { compareDeeds, deedsIn } from '../../envs/words/deeds.ts';
import { numbersSaid } from '../../envs/words/numbers-said.ts';
import { plainWords, spoken } from '../../envs/words/spoken.ts';
import { regionName } from '../../envs/words/regions.ts';
import { singular, splitName } from '../../envs/words/split-words.ts';
import type { Slot } from '../../envs/words/things.ts';
import { timesSaid } from '../../envs/words/times-said.ts';
import { compareTold } from '../../envs/words/told.ts';
import type { Wish } from './wishes.ts';

export type Weighed =
  | { readonly kind: 'wanted' }
  /** It speaks of nothing that could be held against a wish. */
  | { readonly kind: 'bare' }
  | { readonly kind: 'deed' }
  | { readonly kind: 'value'; readonly slot: Slot; readonly said: string }
  /** It speaks of something that the user does not understand. */
  | { readonly kind: 'unclear' };

export interface Wanted {
  readonly wishes: readonly Wish[];
  /** The user's own words: opening, goal, values. */
  readonly told: string;
  readonly order: DateOrder;
}

/** `about` is what is proposed; `permission` the sentences that ask for the yes. */
export function weighProposal(about: string, permission: string, { wishes, told, order }: Wanted): Weighed {
  const said = deedsIn(about);
  const asked = deedsIn(permission);
  const own = deedsIn(told);
  const words = new Set(splitName(about));
  const known = new Set([...own, ...wishes.flatMap(({ deeds }) => [...deeds])]);
  const deed = asked.size > 0 ? compareDeeds(asked, known) : compareDeeds(said, known);
  const verbatim = wishes.some((wish) => wish.words.length > 0 && wish.words.every((word) => words.has(word)));
  if (!verbatim && (deed === 'other' || deed === 'more')) return { kind: 'deed' };
  if (!verbatim && compareDeeds(said, known) === 'more' && EXTRA.test(about)) return { kind: 'deed' };
  const tries = wishes.map((wish) => {
    const beside = wishes.filter((each) => each !== wish).flatMap(({ slots }) => slots);
    return compareTold(about, wish.slots, told, order, beside);
  });
  const fits = tries.some(({ wrong }) => wrong.length === 0);
  const named = tries.some((each) => each.named.length > 0);
  if (tries.length > 0 && !fits) {
    const [nearest] = [...tries].sort((one, other) => one.wrong.length - other.wrong.length);
    const [first] = nearest?.wrong ?? [];
    if (first !== undefined) return { kind: 'value', slot: first.slot, said: first.said };
  }
  // words that neither the user nor the rows account for: a proposal that is not understood is not agreed to
  const strange = verbatim ? [] : strangeWords(about, [told, ...wishes.flatMap(ownWords)].join(' '));
  if (BESIDE.test(about) && !BESIDE.test(told)) return { kind: 'deed' };
  // once, and not on the days that are wished
  if (
    ONCE.test(about) &&
    wishes.some(({ slots }) => slots.some((slot) => isWhen(slot) && !tries.some((each) => each.named.includes(slot))))
  )
    return { kind: 'unclear' };
  const verbs = proposedDeeds(about, known);
  if (verbs === 'other') return { kind: 'unclear' };
  const clear = deed === 'same' && named;
  if (strange.length > (verbs === 'same' && named ? MOST_AROUND : clear ? MOST_STRANGE : 0)) return { kind: 'unclear' };
  if (named || verbatim || deed === 'same') return { kind: 'wanted' };
  return strange.length === 0 ? { kind: 'bare' } : { kind: 'unclear' };
}

const BESIDE = /\b(?:additional|an? second|another|an? extra|one more)\b/i;
const ONCE = /\b(?:just (?:this )?once|one[- ]time|only once|right now|this minute)\b/i;

function isWhen({ isRow, value }: Slot): boolean {
  return !isRow && /^(?:\d{4}-\d\d-\d\d|\d\d:\d\d$|weekdays|weekend|daily)/.test(String(value));
}

/** Around a verb that is the wish's own, much may be told. */
const MOST_AROUND = 2;
/** What the agent would do, by the verb of "I would", "shall I", "want me to". */
const WOULD =
  /(?:\b(?:i|we)(?:'d|'ll| would| will| can| shall| should|'m going to| am going to|'m about to| am about to)(?: (?:now|then|just|also|be|therefore|gladly|happily|certainly|like to|only|simply))*|\b(?:shall|should|may|might) i(?: (?:now|then|just|go ahead and))*|\b(?:want|like|wish) me to(?: (?:go ahead and|now|just))*) ([a-z]+(?: [\w$€£'-]+){0,4})/gi;
const ANY_VERB =
  /^(?:happy|glad|delighted|pleased|only|so|certainly|quickly|obliged|grateful|do|make|making|change|changing|update|updating|set|setting|enter|entering|put|putting|go|going|proceed|process|processing|arrange|arranging|submit|save|saving|confirm|start|create|creating|register|file|place|placing|have|get|getting|take|taking|note|noting|use|apply|applying|complete|carry|send|sending|need|ask|help|understand|know|see|read|summari[sz]e|double|check|like|propose|suggest|begin|continue|finish|act|execute|perform|record|choose|pick|give|let|be|count|trouble|have|want|write|fill|finali[sz]e|lock|hit|push|switch|switching|ship|shipping|come|offer|tell|say|show|repeat|recap|explain|look|move|say|also|not|first|prepare|move)\b/i;

function proposedDeeds(about: string, known: ReadonlySet<string>): 'same' | 'other' | 'unsaid' {
  let found: 'same' | 'unsaid' = 'unsaid';
  for (const [, phrase = ''] of plainMarks(about).matchAll(WOULD)) {
    const deed = compareDeeds(deedsIn(phrase), known);
    if (deed === 'other' || deed === 'more') return 'other';
    if (deed === 'same') found = 'same';
    else if (!ANY_VERB.test(phrase)) return 'other';
  }
  return found;
}

const MOST_STRANGE = 1;

function ownWords({ slots, words }: Wish): string {
  const names = slots.flatMap(({ own }) =>
    own.map(({ label, value }) => `${label.replaceAll('_', ' ')} ${spoken(value)} ${regionName(String(value)) ?? ''}`),
  );
  return [...words, ...names].join(' ');
}

const EXTRA =
  /\b(?:and also|as well|in addition|additionally|plus|on top|at the same time|along with|while i'm at it|too)\b/i;

/** Words of substance that the user has not used and that nothing in the rows is called; values are weighed elsewhere. */
export function strangeWords(about: string, known: string): string[] {
  const own = new Set(plainWords(known).trim().split(' ').map(stem));
  const text = withoutValues(plainMarks(about).replaceAll(TITLED, ' '));
  const spoken = sentencesOf(text)
    .map(({ start, end }) => text.slice(start, end))
    .filter((sentence) => !COURTESY.test(sentence))
    .join(' ');
  // a name that nobody knows weighs more than a word, a title in quotes most
  const plainKnown = plainWords(known);
  const titles = [...about.matchAll(/["“]([^"”]{4,60})["”]/g)].flatMap(([, title = '']) =>
    /\p{Lu}/u.test(title) && !plainKnown.includes(plainWords(title)) ? [title, title] : [],
  );
  const names = [...spoken.matchAll(/(?<=[\p{L}\p{N},:"] ["']?)\p{Lu}\p{Ll}{2,}/gu)].map(([name]) =>
    name.toLowerCase(),
  );
  const strange = [
    ...plainWords(spoken.replaceAll(/'(?:s|m|re|ve|ll|d|t)\b/g, ' '))
      .trim()
      .split(' '),
    ...names,
  ].filter((word) => word.length > 3 && !/\d/.test(word) && !FILLING.has(word) && !own.has(stem(word)));
  return [...strange, ...titles];
}

/** Dates, times and numbers are no words. */
function withoutValues(text: string): string {
  const spans = [...datesSaid(text), ...timesSaid(text), ...numbersSaid(text)].sort(
    (one, other) => other.start - one.start,
  );
  return spans.reduce((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
}

/** Whom it is said to. */
const TITLED = /\b(?:Mr|Mrs|Ms|Miss|Dear|Hi|Hello|Okay|So|Alright)\.? \p{Lu}\p{L}+/gu;
const COURTESY =
  /^\W*(?:thank|thanks|sorry|i(?:'m| am) (?:so |very )?sorry|apolog|hello|hi\b|hey|good (?:morning|day|afternoon)|wonderful|great|perfect|cozy|yay|gotcha|awesome|cool|sweet|no worries|so that there|certainly|of course|sure|lovely|absolutely|no problem|happy to|i'd be (?:happy|glad|delighted) to help|i can (?:certainly )?help|welcome|what a|understood|got it|gotcha|alright|all right|okay)[^.!?]*[!.]/i;

export function stem(word: string): string {
  if (/^(?:errors?|accident|accidentally|mistakenly)$/.test(word)) return 'mistak';
  return singular(word)
    .replace(/our(?=s?$|ed$|ing$|ful$)/, 'or')
    .replace(/(?:ations?|ing|ed|es|e|ion|s)$/, '')
    .slice(0, 6);
}

/** Words with which anybody asks for a yes. */
const FILLING = new Set([
  'above', 'accept', 'accurate', 'agree', 'agreed', 'agreement', 'ahead', 'alright', 'also', 'answer', 'appear', 'approval', 'approve', 'authorize', 'authorise',
  'away', 'before', 'carry', 'certain', 'change', 'changes', 'clear', 'comfortable', 'complete', 'confirm', 'confirmation', 'confirmed', 'consent', 'content', 'continue',
  'correct', 'could', 'details', 'does', 'explicit', 'everything', 'exactly', 'final', 'finalize', 'fine', 'following', 'forward', 'give', 'good', 'happy', 'have', 'hear', 'here',
  'into', 'just', 'kindly', 'know', 'let', 'like', 'look', 'looks', 'make', 'made', 'matter', 'might', 'mind', 'move', 'need', 'once', 'ours', 'okay', 'permission', 'please',
  'proceed', 'process', 'proposal', 'quick', 'ready', 'reply', 'request', 'requested', 'respond', 'right', 'said', 'satisfied', 'says', 'shall', 'should', 'simple', 'simply', 'sound', 'sounds',
  'still', 'straight', 'submit', 'suit', 'suits', 'sure', 'tell', 'thank', 'thanks', 'that', 'then', 'there', 'these', 'thing', 'this', 'those', 'type', 'understand', 'understood',
  'update', 'want', 'wanted', 'well', 'were', 'what', 'when', 'will', 'wish', 'with', 'word', 'work', 'works', 'would', 'write', 'yeah', 'your', 'yours', 'yourself', 'amenable', 'acceptable',
  'arrangement', 'arrange', 'apply', 'order', 'about', 'begin', 'start', 'done', 'doing', 'from', 'over', 'green', 'light', 'thumbs', 'nod', 'keen', 'cool', 'awesome', 'great', 'perfect', 'correctly',
  'booking', 'stead', 'become', 'becomes', 'happens', 'happen', 'everybody', 'everyone', 'gotcha', 'room', 'article', 'articles', 'piece', 'pieces', 'registration', 'sets', 'setting', 'setup', 'mistaken', 'suffice', 'understand', 'understood',
  'rightly', 'leave', 'grant', 'enquire', 'sort', 'whole', 'exactly', 'straight', 'switch', 'quickly', 'thirty', 'empty', 'edition', 'oregon', 'overwritten', 'temperature', 'degrees', 'storage', 'stored', 'stay', 'stays', 'card', 'money', 'full', 'cost', 'costs', 'price', 'priced', 'free', 'charge', 'charged', 'charges', 'bill', 'billed', 'monthly', 'month', 'months', 'each', 'total', 'altogether', 'amount', 'dollars', 'cents', 'bucks', 'summary', 'summarise',
  'summarize', 'below', 'date', 'time', 'times', 'ends', 'ending', 'none', 'nothing', 'glad', 'delighted', 'double', 'check', 'read', 'review', 'paying', 'paid', 'pays', 'present', 'presently', 'current', 'currently', 'than',
  'which', 'after', 'only', 'because', 'their', 'they', 'course', 'short', 'take', 'care', 'collect', 'pick', 'including', 'include', 'includes', 'included', 'planned', 'wait', 'delivery', 'days', 'save', 'saved', 'starting', 'starts',
  'starting', 'goes', 'leave', 'leaves', 'place', 'placed', 'file', 'register', 'create', 'reschedule', 'back', 'refund', 'refunded', 'refunds', 'reason', 'yesterday', 'tomorrow', 'tonight', 'monday', 'tuesday', 'wednesday',
  'thursday', 'friday', 'saturday', 'sunday', 'items', 'item', 'doesn', 'don', 'didn', 'isn', 'won', 'haven', 'held', 'hold', 'down', 'less', 'more', 'while', 'until', 'till', 'both', 'every', 'entry', 'enter', 'entered', 'listed',
  'anything', 'something', 'instead', 'same', 'line', 'lines', 'number', 'next', 'first', 'last', 'later', 'day', 'evening', 'morning', 'afternoon', 'week', 'year', 'long', 'gets', 'getting', 'goes', 'gone', 'come', 'comes', 'coming', 'sits',
  'appears', 'show', 'shows', 'showing', 'system', 'record', 'records', 'folks', 'deal', 'cheers', 'hope', 'absolutely', 'certainly', 'wonderful', 'perhaps', 'trouble', 'pleased', 'beg', 'permit', 'allow', 'wish', 'whether', 'very',
  'madam', 'dear', 'miss', 'mister', 'indeed', 'quite', 'rather', 'therefore', 'hence', 'accordingly', 'per', 'via', 'onto', 'upon', 'within', 'inside', 'under', 'without', 'through', 'plain', 'clear', 'being', 'been', 'made', 'making',
  'propose', 'proposing', 'proposed', 'suggest', 'intend', 'plan', 'execute', 'perform', 'action', 'operation', 'value', 'values', 'field', 'parameter', 'parameters', 'target', 'result', 'source', 'state', 'confirmed', 'confirming', 'verify',
  'correct', 'anyway', 'otherwise', 'already', 'simple', 'kind', 'kindly', 'nice', 'super', 'totally', 'literally', 'honestly', 'basically', 'stuff', 'guess', 'thing', 'things', 'cause', 'dude', 'friend', 'ready', 'okay', 'yeah', 'alrighty',
  'right', 'now', 'going', 'gonna', 'wanna', 'pull', 'trigger', 'lock', 'hit', 'push', 'button', 'through', 'minute', 'moment', 'second', 'today', 'customer', 'side', 'case', 'clearly',
]); // prettier-ignore
