// Reads whether a reply refuses the user's request, and whether it claims changes that were not made. That nothing
// changed can be seen in the rows, but the words must say so too. The file reasons.ts reads the reason.
import { clausesOf, plainMarks, sentencesOf } from '../words/clauses.ts';
import { deedsIn } from '../words/deeds.ts';
import { numbersSaid } from '../words/numbers-said.ts';
import { plainWords } from '../words/spoken.ts';
import { singular } from '../words/split-words.ts';
import { claimsIn, type Claim } from './claims.ts';
import { rareWords, scoreReply } from './reading/reply-reader.ts';
import { namedOf } from './reading/reply-sums.ts';
import { reasonsIn, type Reason } from './reasons.ts';

export interface DeclinedWish {
  /** One text with the user's wish in the user's words: first message, goal and values of facts. */
  readonly told: string;
  /** The names of the tools that would fulfil the wish, if any. */
  readonly tools: readonly string[];
  /** All texts that the agent has seen, and the policy. A reason may use words of these texts. */
  readonly shown: string;
  /** The right reason for the refusal. Undefined if it is not known. */
  readonly reason?: string;
}

export interface RefusalRead {
  readonly declines: boolean;
  /** True if the reply refuses something else and not the wish. */
  readonly elsewhere: boolean;
  /** True if it is uncertain whether the reply refuses the wish. */
  readonly unread: boolean;
  /** True if the reply contains typical phrases of a refusal. */
  readonly phrased: boolean;
  readonly claims: readonly Claim[];
  readonly reasons: readonly Reason[];
}

/** The result of reading a reply by phrases, without the fitted models. */
export interface PhrasesRead extends RefusalRead {
  /** True if the agent is still working on the wish. Such a reply has not refused yet. */
  readonly goesOn: boolean;
  /** True if the agent says that it did more than look and ask. */
  readonly did: boolean;
}

/**
 * Matches words such as "cannot" or "not allowed". A sentence with such words refuses the wish if it is about the wish.
 */
const DECLINES =
  /\b(?:can(?:no|'|)t|can not|could ?n't|could not|unable|not able|won't|will not|wouldn't|impossible|not (?:possible|doable|feasible)|isn't (?:possible|doable|feasible|something|going|anything)|no can do|no[- ]go\b|no way|no luck|nope|nah|negative|not something|that's (?:a|an? \w+) no|it's a no|a no from|have to (?:decline|refuse|say no|turn|disappoint|pass|leave)|must (?:\w+ )?(?:decline|refuse|say no|ask you)|obliged to|so no \w+|no (?:\w+ )?(?:on|for|with) this|(?:decline|declining|declined|refuse|refusing|refused|rejected?|denied)\b|turn(?:ing)? (?:it|this|that|you|your request) down|off the table|out of (?:the question|my hands|our hands|my reach|reach|range|bounds|scope|my scope)|not an option|no option|not on offer|not available|isn't available|not (?:an? )?(?:allowed|permitted|authori[sz]ed|eligible|covered|supported|valid|accepted|in a position|at liberty|within (?:my|our))|isn't (?:allowed|permitted|supported|valid|accepted|eligible)|aren't (?:allowed|permitted|supported|accepted|possible)|do(?:es)?n't (?:allow|permit|let|support|accept|exist|go (?:that|any|past|higher|beyond|above)|stretch|extend)|forbid\w*|prohibit\w*|preclud\w*|prevents?|not until|afraid not|i regret|regrettably|no longer (?:possible|available|open|exchange|eligible|an option)|beyond (?:what|my|our|the|that)|outside (?:what|my|our|the)|not mine to|leave (?:it|the \w+) (?:un\w+|as)|stuck|hands are tied|(?:unfortunately|sorry|regret|afraid)[^.]{0,24}\bno \w+|nothing (?:i|we|that i|here|on my|in my|more)|there(?:'s| is) (?:no|not)|no such|do(?:es)? not (?:allow|permit|support|exist|accept|have|go|extend)|don't (?:have|see|find|offer|do|post|print)|doesn't (?:have|show|know|offer|do)|won't (?:take|let|go|accept)|blocked|ruled out|too late|none of (?:my|our|the)|lack(?:s|ing)?|against (?:our|the|company|house)|invalid|not enough information|missing information|no_tool|missing_information|invalid_value|not_allowed|not_found)\b|^\W*no[,.!:;]|[,:;–-]\s*no[.!,]|[\w"')] no[.!]\s*$/i;
/**
 * Matches a limit or a missing thing, stated as a fact. A reply with such a fact refuses, unless the agent is still
 * working.
 */
const FACT =
  /\b(?:max(?:imum)?|at (?:the )?most|cap(?:ped|s)?\b|limit(?:ed)?|ceiling|up to|no (?:more|higher|further) than|tops? (?:end|out)|range|between \d+ and \d+|from \d+ to \d+|too (?:high|old|hot|late)|expired|closed|has passed|lapsed|only (?:within|for|up|take|go|possible|allow\w*|accept\w*)|overdue|exceeds?|already (?:been )?(?:renewed|extended)|need(?:ed|s)?|required|necessary|missing|outside|lies|must|no (?:record|trace|sign|entry|appointment|order|booking|such|tool|function|option)|nothing (?:there|under|on file|booked)|not (?:on file|there|in the|found))\b/i;
/** Matches words of an agent that is still working: it looks, asks, or announces to do so. */
const UNDER_WAY =
  /\b(?:let me (?:just |first |quickly |also |go )?(?:check|look|see|find|have|ask|pull|verify|dig|get|review)|(?:i'll|i will|i'm going to|i am going to) (?:just |first |quickly |also |now )?(?:check|look|see|find|ask|pull|verify|dig|get back|review|try|take|run|double)|checking|looking (?:at|into|through)|having a look|bear with|hold on|hang on|one (?:mo|moment|sec|second|minute)|hang tight|give me (?:a|one)|under review|look into|think about|be right back|in the meantime, could you)\b/i;

const GOES_ON =
  /\b(?:let me (?:now |just |first |quickly |also |go )*(?:check|look|see|find|have a look|pull|verify|dig|get|review|take a look|read|turn|run|open)|(?:i'll|i will|i'm going to|i am going to) (?:now |just |first |next |quickly |also )*(?:check|look|see|find|pull|verify|dig|review|run|go through|read)|next,? i(?:'ll| will)|(?:i'm|i am) (?:just |now |still |already |currently )*(?:reading|looking|checking|opening|pulling|searching|going through)|bear with (?:me|us)|hold on|hang on|hang tight|one (?:mo|moment|sec|second|minute)\b|before i (?:get|look|start|come|begin|check|turn|go)|give me (?:a|one) (?:mo|moment|sec|second|minute)|just so you know|i've got it open)\b/i;
/**
 * Matches reports of any action, such as "I've converted" or "we have now asked". Looking, asking and understanding do
 * not count.
 */
const OWN_DEED =
  /\b(?:i|we)(?:'ve| have| did)(?:,? (?:just|now|also|already|therefore|nevertheless|nonetheless|however|instead|meanwhile|temporarily|of course|for now|gone ahead and|though),?)* (?!(?:looked|checked|look|check|asked (?:you|for|twice|it)|found|seen|read|verified|reviewed|searched|noticed|understood|gone (?:through|over)|tried|attempted|been|had|have|no|not|never|to|a|an|the|nothing|only|your|some|any|access|this|it|so|for|left (?:it|everything|that|the|you|your)|located|pulled|explained|said|mentioned|reached|received|even|noted|heard|opened (?:your|the)|got|both|told you|come|in front|one|two|both|here|compared|considered|touche[ds]|understand|want|try|see|find)\b)\p{Ll}{3,}/iu;

/**
 * Reads a refusal by phrases and by models that were fitted to other people's refusals. Models are bad at three
 * comparisons, so code makes these: the given reason with the right one, and the values and the action in denying
 * sentences with those of the wish.
 */
export function readRefusal(message: string, wish: DeclinedWish): RefusalRead {
  const phrases = readByPhrases(message, wish);
  const { declines, aboutWish, claims } = scoreReply(message, wish, refusalMarks(phrases));
  const about = aboutWish + evidenceOf(message, wish, phrases.reasons);
  const bare = phrases.declines && namesNothing(message, wish);
  const says = declines > BOUNDS.declines && !phrases.goesOn;
  const ours = about > BOUNDS.about || bare;
  const sure = phrases.claims.filter((claim) => claim.sure);
  const claimed = claims > BOUNDS.surelyClaims || (sure.length > 0 && claims > BOUNDS.claims);
  // "It cannot be done" has a word of a report, but a message that only says no and names no action reports nothing
  const onlyNo = bare && phrases.claims.length === 0 && !phrases.did && saysOnlyNo(message);
  const noReport =
    phrases.declines &&
    phrases.claims.length === 0 &&
    !phrases.did &&
    !MAY_REPORT.test(plainMarks(message).replaceAll(/"[^"]*"/g, '""'));
  const open = !claimed && !onlyNo && !noReport && (sure.length > 0 || claims > BOUNDS.claims);
  // without phrases of a refusal, the model's score must be higher, and higher still without the right reason
  const unphrased = phrases.reasons.includes(wish.reason as Reason) ? BOUNDS.unphrased : BOUNDS.unreasoned;
  const own = says && ours && !open && (phrases.declines || declines > unphrased);
  const elsewhere = says && !bare && about < BOUNDS.perhapsAbout;
  const told = claims > BOUNDS.surelyClaims ? phrases.claims : sure;
  const text = message.trim().slice(0, LONGEST_CLAIM);
  return {
    declines: own,
    elsewhere,
    unread: !own && !elsewhere && declines > BOUNDS.perhapsDeclines,
    phrased: phrases.declines,
    claims: !claimed ? [] : told.length > 0 ? told : [{ text, kind: 'promised', deeds: deedsIn(message), sure: false }],
    reasons: phrases.reasons,
  };
}

/** Matches words that every report or promise of a change needs: "I", "will", "done" and the like. */
const MAY_REPORT =
  /\b(?:will|shall|promise\w*|arrange\w*|soon|tomorrow|today|tonight|i|we|i'm|i've|i'll|we're|we've|we'll|my|our|me|us|done|set|ready|sorted|taken care|effective|going|gone|through|in place|complete\w*|success\w*)\b|\b(?:has|have|had|been|be|being|was|were|is|are|it's|that's|gets?|got|will)\b (?:\w+ly |now |already |just |all |also |hereby |then )*(?!not\b|only\b|valid\b|invalid\b)(?:\p{L}+(?:ed|en|ne|ade|ent|id|old|ut|ght)|made|put|off|on|up|out|away|closed|open)\b|(?<!not )\b(?!allowed\b|permitted\b)\p{L}{3,}ed\b/iu;

/** By kind of comparison: the number that a match adds to the score of a model. */
const WORTH = { reason: 2, value: 1, deed: 1 } as const;

function evidenceOf(message: string, wish: DeclinedWish, reasons: readonly Reason[]): number {
  const text = plainMarks(message);
  let [value, deed] = [false, false];
  for (const { start, end } of sentencesOf(text)) {
    const sentence = text.slice(start, end);
    const named = namedOf(sentence, wish);
    if (!named.denied && !DECLINES.test(withoutPoliteness(sentence))) continue;
    value ||= named.value;
    deed ||= named.deed;
  }
  const right = reasons.some((reason) => reason === wish.reason);
  return (right ? WORTH.reason : 0) + (value ? WORTH.value : 0) + (deed ? WORTH.deed : 0);
}

/**
 * The limits of scores. Above the first limit the answer is yes, and below the limit "perhaps…" no. In between the
 * answer is unknown and the reward null, because both 1 and 0 could be wrong. The limits were chosen with replies whose
 * writers and situations the models had not seen.
 */
const BOUNDS = {
  declines: -0.5, unphrased: 1, unreasoned: 2, perhapsDeclines: -3.5, about: 2, perhapsAbout: -1.5, claims: -3, surelyClaims: 0, asksYes: 2,
} as const; // prettier-ignore
const LONGEST_CLAIM = 160;

/** Tells whether a message asks for consent before a change is made. */
export function waitsForYes(message: string, wish: DeclinedWish): boolean {
  return scoreReply(message, wish, refusalMarks(readByPhrases(message, wish))).asksYes > BOUNDS.asksYes;
}

/**
 * Tells whether every refusing sentence of a message is short and names nothing. Such a message refuses the present
 * wish.
 */
function namesNothing(message: string, wish: DeclinedWish): boolean {
  const text = plainMarks(message);
  const known = `${wish.told} ${wish.shown}`;
  const saysNo = sentencesOf(text)
    .map(({ start, end }) => text.slice(start, end))
    .filter((sentence) => !sentence.includes('?') && DECLINES.test(withoutPoliteness(sentence)));
  return (
    saysNo.length > 0 &&
    saysNo.every(
      (sentence) =>
        sentence.split(/\s+/).length <= SHORT &&
        deedsIn(sentence).size === 0 &&
        rareWords(sentence, known).length <= (POINTING.test(sentence) ? 1 : 0),
    )
  );
}

function saysOnlyNo(message: string): boolean {
  const text = plainMarks(message);
  return sentencesOf(text).every(({ start, end }) => DECLINES.test(withoutPoliteness(text.slice(start, end))));
}

const POINTING = /\b(?:that|this|it)\b/i;
const SHORT = 14;

/** Returns marks that tell the models the findings of the phrases. */
export function refusalMarks({ declines, elsewhere, claims, reasons, goesOn, did }: PhrasesRead): string[] {
  const how = declines ? 'declines' : elsewhere ? 'elsewhere' : 'open';
  const told = claims.some(({ kind }) => kind === 'done') ? 'done' : claims.length > 0 ? 'promised' : 'none';
  const sure = `sure ${claims.some((claim) => claim.sure)}`;
  return [
    how,
    told,
    `${how} ${told}`,
    sure,
    `reasons ${Math.min(3, reasons.length)}`,
    ...reasons,
    `goes on ${goesOn}`,
    `did ${did}`,
    `did ${did} ${told}`,
  ];
}

/** Tells by common phrases whether a message refuses the wish. */
export function readByPhrases(message: string, wish: DeclinedWish): PhrasesRead {
  const text = plainMarks(message);
  const sentences = sentencesOf(text).map(({ start, end }) => text.slice(start, end));
  const wished = wishWords(wish);
  const reasons = reasonsIn(message);
  let strong = false;
  let weak = false;
  let elsewhere = false;
  let facts = false;
  for (const sentence of sentences) {
    if (/\?["')\]]*\s*$/.test(sentence) || /\bmay be\b/i.test(sentence)) continue;
    if (!DECLINES.test(withoutPoliteness(sentence))) {
      facts ||= FACT.test(sentence) && aboutWish(sentence, wished) !== 'other';
      continue;
    }
    const about = aboutOf(sentence, wished);
    if (about === 'strong') strong = true;
    else if (about === 'weak') weak = true;
    else elsewhere = true;
  }
  // a question for information shows that the agent has not refused yet; an offer may be a question too, but does not
  // count
  const asks = sentences.some((sentence) =>
    /\b(?:what|which|when|where|who|why|how|explain|tell me|let me know)\b[^?]*\?/i.test(sentence),
  );
  const underWay = sentences.some((sentence) => UNDER_WAY.test(sentence));
  const declines =
    strong ||
    (weak && (reasons.length > 0 || facts)) ||
    (facts && !elsewhere && !underWay && !asks && reasons.length > 0);
  return {
    declines,
    elsewhere: elsewhere && !declines,
    unread: false,
    phrased: declines,
    claims: claimsIn(message),
    reasons,
    goesOn: GOES_ON.test(text),
    did: OWN_DEED.test(text),
  };
}

function withoutPoliteness(sentence: string): string {
  return sentence.replaceAll(
    /\b(?:not a problem|no problem|no worries|can't wait|don't (?:worry|hesitate)|why not|no trouble|no doubt|if (?:that|this|it) (?:isn't|is not|doesn't|won't|can't)[^,.]*|whether (?:or not )?[^,.]*|wouldn't (?:mind|hurt)|not to worry|no need|can't blame|can't be easy|can't imagine)\b/gi,
    ' ',
  );
}

interface WishWords {
  readonly words: ReadonlySet<string>;
  readonly deeds: ReadonlySet<string>;
  readonly known: ReadonlySet<string>;
}

function wishWords({ told, tools, shown }: DeclinedWish): WishWords {
  const words = new Set(stems(told));
  for (const tool of tools) for (const word of stems(tool.replaceAll(/[_.-]/g, ' '))) words.add(word);
  return {
    words,
    deeds: deedsIn(`${told} ${tools.join(' ').replaceAll('_', ' ')}`),
    known: new Set(stems(shown)),
  };
}

/**
 * Tells whether a sentence refuses the wish. Each clause is read alone; a clause without a subject, such as "no can
 * do", gets the subject of the clause before it.
 */
function aboutOf(sentence: string, wish: WishWords): 'strong' | 'weak' | 'other' {
  const whole = aboutWish(sentence, wish);
  if (whole === 'strong') return whole;
  let best: 'strong' | 'weak' | 'other' = whole;
  let before: string | undefined;
  for (const { text } of clausesOf(sentence)) {
    const content = stems(text.replaceAll(VOCATIVE, ' ').replaceAll(DECLINING, ' ')).filter((word) => !PLAIN.has(word));
    if (DECLINES.test(withoutPoliteness(text))) {
      // a clause such as "…, no can do" is about the clause before it
      const points = content.every((word) => !wish.words.has(word));
      const about = aboutWish(points && before !== undefined ? `${before} ${text}` : text, wish);
      if (about === 'strong' || (about === 'weak' && best === 'other')) best = about;
    }
    if (content.length > 0) before = text;
  }
  return best;
}

/**
 * Tells whether a sentence is about the wish. strong: it contains the wished action or values, or a word such as
 * "that". weak: it contains other words of the wish. other: it is about something else.
 */
function aboutWish(sentence: string, wish: WishWords): 'strong' | 'weak' | 'other' {
  const own = stems(sentence.replaceAll(VOCATIVE, ' ').replaceAll(DECLINING, ' '));
  const met = own.filter((word) => wish.words.has(word));
  const strange = own.filter((word) => !wish.words.has(word) && !wish.known.has(word) && !PLAIN.has(word));
  const deeds = [...deedsIn(sentence)].filter((deed) => !NOUNS.has(deed));
  // a refund counts as a part of a cancellation or a return, not as a different action
  const follows = wish.deeds.has('cancel') || wish.deeds.has('return');
  const foreign = deeds.filter((deed) => !wish.deeds.has(deed) && !(follows && deed === 'refund'));
  const meets = foreign.length < deeds.length || met.some((word) => /\d/.test(word));
  if (met.length === 0) {
    if (foreign.length > 0) return 'other';
    return strange.length === 0 || (strange.length <= 2 && POINTS.test(sentence)) ? 'strong' : 'other';
  }
  if (meets && strange.length <= met.length * 3 + 1) return 'strong';
  if (deeds.length > 0 && foreign.length === deeds.length && strange.length > 0) return 'other';
  return strange.length <= met.length * 2 + 1 ? 'weak' : 'other';
}

const POINTS =
  /\b(?:it|that|this|so|one|those|them|here|changes|your (?:request|wish)|what you|you (?:had|have) in mind|you(?:'d| would)? (?:asked|wanted|like))\b/i;
/** Matches the name and title of a person who is addressed. */
const VOCATIVE =
  /(?:\b(?:[Dd]ear|[Hh]i|[Hh]ello|[Mm]r|[Mm]rs|[Mm]s|[Mm]iss)\.? \p{Lu}[\p{L}]+|^\W*\p{Lu}\p{L}+(?=,)|, \p{Lu}\p{L}+(?=[,.!]|$))/gu;
/** Matches words of refusal. They are removed, because they do not tell the subject. */
const DECLINING =
  /\b(?:no_tool|missing_information|invalid_value|not_allowed|not_found|blocked|invalid|lack\w*|refused?|declin\w*|reject\w*|ruled|table|question|option|way|round|around|hands|tied|access|lot|call|bend|wiggle|room for|exceptions?|reached|applies|applied)\b/gi;
/** Kinds of actions whose patterns also match nouns, such as ticket. Such a match does not name an action. */
const NOUNS = new Set(['giftcard', 'sim', 'ticket', 'heat']);

function stems(text: string): string[] {
  const numbers = [...numbersSaid(text)].sort((one, other) => other.start - one.start);
  // numbers are first written as digits: forty-five becomes 45
  const figures = numbers.reduce(
    (rest, { number, start, end }) =>
      /\d/.test(text.slice(start, end)) ? rest : `${rest.slice(0, start)} ${number} ${rest.slice(end)}`,
    text,
  );
  return stemsOf(figures);
}

function stemsOf(text: string): string[] {
  return plainWords(text.replaceAll(/['’](?:s|m|re|ve|ll|d)\b/gi, '').replaceAll(/n['’]t\b/gi, ' not'))
    .trim()
    .split(' ')
    .filter((word) => (word.length > 2 || /\d/.test(word)) && !LITTLE.has(word))
    .map(stem);
}

function stem(word: string): string {
  return singular(word)
    .replace(/(?:ations?|ments?|als?|ing|ed|es|er|e|ion|s)$/, '')
    .slice(0, 6);
}

const LITTLE = new Set([
  'the', 'and', 'for', 'that', 'this', 'with', 'not', 'you', 'your', 'can', 'can', 'are', 'was', 'were', 'will', 'would', 'could', 'have', 'has', 'had', 'from', 'our', 'but', 'any', 'all', 'its',
  'there', 'here', 'they', 'them', 'what', 'which', 'who', 'when', 'where', 'why', 'how', 'then', 'than', 'into', 'out', 'off', 'over', 'one', 'two', 'too', 'very', 'just', 'only', 'more', 'some',
]); // prettier-ignore
/** Words that may occur in any refusal. */
const PLAIN = new Set(
  'obliged mind increase sell take hold swap change must missing information value range device write lie lies outside beyond setting technical technically wish wished term condition customer person moment account valid detail needed require required kind choice number date place about afraid able sorry regret unfortunately unable possible impossible allow permit policy rule rules system option tool function way help do done make process request ask asked tell help hand thing something anything nothing need without until before after first again still back end side my mine me we us i it is be been being does did don doesn cannot cant wont case point moment time today now day anymore longer further matter however though since because therefore as so if on in at of to no yes nope negative go going take give get let say said see look find want wish wanted like know understand appreciate apologize apologise apology please thank thanks kindly really actually simply currently present available exist file record decline refuse reject deny turn down leave as-is stand put set up work desk person agent staff team colleague else other another instead alternative offer could try happy gladly whatever such same'
    .split(' ')
    .map(stem),
);
