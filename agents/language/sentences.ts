// Finds the kind of each sentence of an agent's message, such as a question, a request for consent, an offer of more
// help, a refusal or a statement.

import { plainMarks } from '../../envs/words/clauses.ts';
import { deedsIn } from '../../envs/words/deeds.ts';

export const SENTENCE_KINDS = [
  'more',
  'open',
  'permission',
  'ask',
  'declines',
  'waits',
  'hands_over',
  'tells',
] as const;
export type SentenceKind = (typeof SENTENCE_KINDS)[number];

export interface Sentence {
  readonly kind: SentenceKind;
  readonly text: string;
  /** True if the sentence is an item of a list in which the agent asks for several things. */
  readonly item?: true;
}

const YOU = '(?:you|u)';
const MORE =
  /\b(?:anything|something|what|who|how) else\b|\b(?:anything|something) (?:more|further)\b|^\W*(?:(?:so|and|then|well|now|is|are|was|were|that|we|you|it|everything|all|does that|have i) )*(?:all|everything|we|you)?,? ?(?:all )?(?:done|settled|sorted|set|covered|finished)(?: (?:then|now|here|so far|for you|for today))*\?\s*$|\bis everything (?:fine|good|working|all right|alright|okay|ok|well|in order) (?:now|again)\b|\b(?:is|was) that (?:all|everything|it)\b(?! (?:right|good|fine|ok|okay|clear|correct|you)\b)|\b(?:any|some) (?:other|more|further) (?:question|request|issue|concern|thing|matter|help|assistance)|\bfurther (?:assistance|help|questions)|\belse (?:i|we) (?:can|could|may) (?:help|do|assist)|\bis that (?:all|everything)\b(?! (?:right|good|fine|ok|okay|clear|correct)\b)|\bwill that be all\b|\ball for (?:today|now)\b/i;
const OPEN =
  /\bhow (?:can|may|could|might) (?:i|we) (?:be of |help|assist|serve|support)|\bwhat (?:can|may|could) (?:i|we) (?:do|help)|\bwhat (?:would|do|did) you (?:like|need|want)(?: me| us)?(?: to)?(?: (?:do|have done|get done|achieve|accomplish))?(?: today| now| exactly)?\s*\?|\bwhat (?:brings|seems to be|is (?:it|this|your request|your question|your issue|the (?:issue|problem|matter|trouble|reason for your (?:call|contact|message)))\b)|\bwhat exactly (?:do|would) you\b|\b(?:describe|explain|tell me(?: more)? about|what is|what's) (?:your|the) (?:issue|problem|request|concern|situation|inquiry|enquiry)|\bhow may i be\b|\bwhat'?s (?:up|going on|wrong|the matter)\b|\b(?:repeat|restate|rephrase|clarify|summari[sz]e) (?:your|the) (?:request|question|wish|issue|problem)|\bwhat (?:it is )?you (?:need|want|would like)(?: (?:me|us) to do| help with| from (?:me|us)| done)\b/i;

const DOES_ASK =
  /\b(?:may|can|could|might) (?:i|we) (?:please |kindly |also |just |quickly |first )?(?:have|get|ask|know|take|see|trouble|grab|(?:begin|start) (?:with|by (?:taking|asking))|note(?: down)?|jot(?: down)?|(?:write|take) down)\b(?! (?:the|this|that|it|a|an) (?:note|message|reservation|booking|order)\b)/i;
const PERMISSION: readonly RegExp[] = [
  /\b(?:shall|should|may|can|could|might) (?:i|we) (?:please |now |then |also |just )?(?!have\b|get\b|ask\b|know\b|take your\b|see your\b|trouble\b|help\b|assist\b|do for\b)\w+/i,
  /\b(?:shall|should) (?:i|we) (?:have|get) (?:it|this|that|them|him|her|somebody|someone|your|the|an?)\b/i,
  new RegExp(
    `\\b(?:do|would|did) ${YOU} (?:want|like|wish|prefer|need|mind if|mind|allow|permit|authori[sz]e)(?: for)? (?:me|us|i|we)\\b`,
    'i',
  ),
  /\bwould you (?:still )?(?:like|want|prefer|wish) to (?:go (?:ahead|on)|proceed|continue|do (?:this|that|so|it)|confirm|complete|finali[sz]e|move forward|keep|receive|add|upgrade|try|have)/i,
  /\b(?:do|would) you (?:still )?(?:want|wish|like) (?:to|this|that|it)\b.*\?/i,
  /\b(?:is|are|was|were|does|do|did|will|would) (?:that|this|these|those|it|everything|all(?: of (?:that|this|it))?|the above|the following|both)\b[^?.]*\b(?:right|correct|ok|okay|fine|alright|all right|good|acceptable|accurate|sound|look|work|suit|agreeable|in order|what you|agree|as you)\b/i,
  /\b(?:sound|look|work)s? (?:good|right|fine|ok|okay|correct)\b[^?]*\?/i,
  /\bare you (?:\w+ )?(?:sure|ok|okay|happy|certain|fine|comfortable|in agreement|ready|good)\b/i,
  /\bdo you (?:hereby )?(?:confirm|agree|consent|approve|authori[sz]e|accept|give (?:me|us) (?:your )?permission)\b/i,
  /\b(?:yes or no|yes\/no|\(yes|\(y\/n\)|y\/n)\b/i,
  /\b(?:reply|respond|answer|say|type|write)(?: back)?(?: with)?(?: a)?(?: simple| clear)? ["'“”‘’]?(?:yes|confirm|ok|okay|go ahead)\b/i,
  /\b(?:your|a|the|an) (?:explicit |clear |final |express )*(?:confirmation|approval|permission|consent|go-ahead|go ahead|okay|ok|authori[sz]ation)\b/i,
  /\b(?:okay|ok|fine|all right|alright) (?:with you|for you|if i|if we|to (?:go|proceed|continue))\b/i,
  /\b(?:right|correct|okay|ok|yes|agreed|deal|fine|sound good|all right|alright)\?\s*$/i,
  /\b(?:ready|good) (?:to go|to proceed|for me to)\b[^.!]*\?/i,
  /\bgive me (?:the|a) (?:go|green|thumbs|okay|ok|yes)\b/i,
  /\b(?:shall|should|may|can|could) (?:i|we)\?\s*$/i,
  /^\W*(?:(?:so|and|then|now|shall i|may i)[, ]+)*(?!(?:is|are|was|does|do|did|has|have|had|can|could|would|will|what|which|who|how|where|when|why|got|need|want)\b)\p{L}{3,} (?:it|this|that|them|both)\b[^?]{0,60}\?\s*$/iu,
  /^\W*(?:please |kindly |pls )?confirm\b(?! (?:your|the (?:e-?mail|name|date of birth|address on)))/i,
  /\b(?:your|a|the) (?:go|nod|ok|okay|yes|word|blessing|consent|say-so|agreement)\b[^?]*(?:\?|pls|please|\.?\s*$)/i,
  /\b(?:yes|ok|okay|go|good|right|deal)(?: (?:pls|please|so far|then|by you|for you|with you))?\s*\?\s*$/i,
  /\b(?:go ahead|good to go|happy with (?:that|this)|fine by you|all right by you|in order)\s*\?\s*$/i,
  /\b(?:say|give me|need|want|await|get|have) (?:a |your |me a |the )?(?:yes|ok|okay|go-ahead|nod|thumbs)\b/i,
  /\bam i (?:right|correct)\b|\b(?:did|do|have) i (?:get|got|understand|understood)\b[^?]*\b(?:right|correctly|correct)\b/i,
  /\blet me know (?:if|whether) (?:i|we) (?:should|may|can|shall)\b|\blet me know (?:if|whether) (?:that|this|it|you (?:agree|want me|would like me|confirm))/i,
  /\bif you (?:agree|confirm|say yes|give me|approve|are (?:happy|okay|ok|fine|sure))\b/i,
  /\b(?:please |kindly |just |can you |could you |i need you to |once you |would you |you need to )+confirm\b(?! your\b)/i,
];
const REQUEST =
  /\b(?:please|kindly) (?:also |then |first |just )?(?:provide|tell|give|share|send|specify|enter|state|supply|confirm|verify|let|name|describe|indicate|choose|select|type|write|spell|repeat|clarify|say|include|pick|identify)\b|\b(?:could|can|would|will) you (?:please |kindly |also |just |perhaps |maybe )*(?:provide|tell|give|share|send|specify|enter|state|supply|confirm|verify|let|name|describe|indicate|choose|select|type|write|spell|repeat|clarify|say|remind|pick|help me with|double-check|double check|check|look up|read)\b|\b(?:i|we)(?:'ll| will|'d| would| just| still| also| first)* (?:need|require|like|have to (?:know|ask)|want) (?:to (?:know|have|verify|confirm|ask|get|see|identify|learn|record|note|enter)\b|your\b|the\b|an?\b|some\b|(?:one|two) more\b|you to (?:tell|give|provide|share|confirm|specify))|\b(?:need|missing|require)[sd]? (?:is )?(?:your|the following)\b|\blet me know\b|\btell me\b|\bgive me\b|\bsend me\b|\bremind me\b|\bi(?:'m| am) (?:missing|still missing|lacking)\b|\bstill need\b|\b(?:may|can|could|might) (?:i|we) (?:please |kindly |also |just )?(?:have|get|ask|know|take|see|trouble)\b|\b(?:provide|specify|share|state) (?:me (?:with )?)?(?:your|the)\b|\b(?:i|we)(?:'ll| will| shall)(?: just| also| first)? (?:take|want|need|note(?: down)?|begin with|start with) (?:your|the|a|an)\b|\bwaiting for your\b|\bneed\b[^.?!]*\byour\b|\bwithout your\b|(?<!\b(?:could|can|may|might|you|they|he|she|terms|rules?|polic(?:y|ies)|handbook|ordinance|laws?|regulations?|conditions?) )\bask(?:ing)? (?:you )?for\b|\blet(?:'s| us) (?:start|begin) with\b|^(?:and )?(?:your|the) [\w ,-]+,? please\b/i;
const WH =
  /\b(?:what|which|whom?|whose|when|where|why|how (?:much|many|long|often|old|big|far)|under (?:which|what))\b/i;

/**
 * Matches a sentence that asks for something because it begins with a question word, such as "Which one shall I take?"
 */
const WH_FIRST =
  /^(?:[\w' ,]{0,40}[,:!] ?)?(?:and |so |then |but |or |okay |ok |for |in |at |to |under |with |on |by |over |from |until |till |before |after |into |about |of )*(?:what|which|whom?|whose|when|where|why|how (?:much|many|long|often|large|big)|how(?= (?:would|do|did|will) you))\b/i;

/**
 * Matches a proposal that ends with a relative clause, as in "Shall I remove the card, which no longer works?" The word
 * "which" then asks nothing.
 */
const RELATIVE =
  /^\W*(?:(?:so|and|then|now)[, ]+)*(?:(?:shall|should) (?:i|we)|would you like (?:me|us) to)\b[^?]*, (?:which|who)\b/i;

/** Matches questions without a question mark, such as "which day do you want it" or "how much is it". */
const WH_PLAIN =
  /^\W*(?:(?:and|so|ok|okay|right|then|now|also)[,]? )*(?:which|what|who|whose|when|where|how (?:much|many|long|often|large|big)|to whom|on what|under what|by which|from which|into which)\b(?! (?:i (?:can|could|will|would|did|do|have|need)|we (?:can|could|will)|you (?:asked|want is|need is)|that|happens|happened|matters|means|(?:is|are|was|were) \w+ (?:comes?|amounts?|is|are|was|were|stands?|makes?|totals?)\b))[^.]*\b(?:you|your|is|are|was|should|shall|do|does|the)\b/i;
/** Matches a statement that begins with "what", as in "What's open on Brot und Regen is 3.20." It is not a question. */
const STATES =
  /^\W*(?:(?:and|so|but|ok|okay|right|then|now|also)[,]? )*what(?:'s|'ve| (?:is|isn't|was|wasn't|has|you|we|i|they))\b[^?]*? (?:is|are|was|were|comes to|stays|remains) [^?]*[.!]\s*$/i;

/** Matches words that ask for consent, even if the sentence also says other things. */
const YES_WANTED =
  /\b(?:a|an|your|plain|simple|quick|short|clear|one) (?:\w+ )?yes\b|\b(?:want|like|wish) me to\b[^.]*\?|\bwhether i (?:may|should|can|might)\b|\bkind as to confirm\b|\bshould you (?:like|wish|want) me to\b/i;
const BARE_REQUEST =
  /\b(?:pls|plz)\b|^\W*(?:(?:and|also|then|just|still|first|ok|okay|right)[,:]? )*(?:need|tell|give|share|provide|state|specify|send|enter|supply|confirm your|missing)\b(?!ed| to (?:say|add))|\b(?:might|may|could|can) i (?:trouble|ask|request|have|beg|enquire|inquire|know)\b|\b(?:i|we)(?:'d| would| should| must| shall|'ll| will)? (?:also |just |first |still |only |kindly )*(?:require|need|ask you for|be (?:obliged|grateful)|want to know|wonder(?:ing)?)\b|\bwould you (?:be so (?:kind|good)|kindly|mind|care)\b|\bif (?:you|i) (?:would|could|might|may) (?:be so|kindly|tell|have|give|provide)\b|\b(?:hit|shoot|drop|toss|throw) me\b|\bgimme\b|\bmind (?:sharing|telling|giving)\b|\bremind me\b|\b(?:obliged|have|need|must) (?:to )?ask\b|\bgrateful for\b/i;

/** Matches words that announce a list in which the agent asks for several things. */
const ASKS_LIST = /\bfollowing\b|\b(?:please|pls|needed|required)\b|\b(?:i|we)(?:'ll| will)? (?:still )?need\b/i;

/**
 * Matches a sentence that asks "what is it?" about something that it names first, such as "I need the PIN for that,
 * what is it?"
 */
const NEEDS = /\b(?:need|require|missing)\b[^.?!]+\bwhat(?:'s| is) (?:it|that)\?/i;

const DECLINES =
  /\b(?:can no longer|not something (?:that )?(?:i|we)\b|not supported|not enough information|can(?:no|')t|can not|could(?: not|n't)|won'?t be able|will not be able|unable|not able|not (?:possible|allowed|permitted|eligible|authori[sz]ed|available for)|isn't (?:possible|allowed|permitted|something)|no (?:tool|way|means|option|record)|must (?:decline|refuse)|have to (?:decline|refuse|say no)|against (?:our|the|company) (?:policy|rules)|(?:policy|rules) (?:do|does)(?: not|n't) (?:allow|permit)|(?:do|does)(?: not|n't) (?:exist|have (?:a|any) (?:tool|way|option))|there is no|there's no|no such|beyond what|not (?:a )?valid|invalid|too late to|no longer possible)\b/i;
/** Matches words of refusal, even if the sentence also says that something was done. */
const CANNOT =
  /\b(?:(?:i|we)(?:'m| am|'re| are)? (?:unable|not able|cannot|can't|can not)|can no longer|no longer possible)\b/i;
/** Matches words that report a finished action. "No visit is done" does not report one. */
const DONE =
  /\b(?:(?:has|have|is|are|was|were)(?: now| just| already| successfully| been)+ (?:\w+ed|done|sent|set|made|put|taken)|i(?:'ve| have) (?:now |just |successfully |already )*(?:\w+ed|done|sent|set|made|put|taken)|(?<!\bno (?!problem|worries|trouble)(?:[\w-]+ ){1,2})(?:is|are|it's|that's|all) (?:now )?(?:done|set|complete|completed|taken care of|settled|in place|finished|resolved)|successfully|all set)\b/i;
const WAITS =
  /\b(?:one (?:moment|second|minute|sec)|(?:hold|hang) on|please wait|just a (?:moment|second|minute|sec)|bear with me|give me a (?:moment|second|minute)|let me (?:just |first |quickly |now |also )?(?:check|look|see|pull|verify|find|get|review|process|take care|do that|look into|work)|i(?:'ll| will|'m going to| am going to) (?:just |first |quickly |now |also |then |go ahead and )*(?:check|look|pull|verify|find|get|review|process|take care|do that|see|start|begin|proceed|work|cancel|change|update|issue|request|send|add|remove|create|book|delete|set|switch)|checking (?:that|this|now|your)|working on (?:it|that|this))\b/i;
const HANDS_OVER =
  /\b(?:transferr?(?:ed|ing)? (?:you|this (?:call|chat|conversation)|the (?:call|chat|conversation)|to (?:a|an|the|my|our))|hand(?:ing|ed)? (?:you |this |it |the \w+ )?over|connect(?:ing|ed)? you (?:with|to)|put(?:ting)? you through|escalat(?:e|ed|ing)|(?:a|my|human) (?:colleague|supervisor|human agent|specialist|representative))\b/i;

/** The number of characters that simulated users and the talk checks read of a message. The rest is ignored. */
export const HEARD = 10_000;

/**
 * A private-use character, which does not occur in ordinary text. A quote is replaced by a number between two of them.
 */
const COVER = '\u{E000}';
/**
 * Matches three or more words in quotation marks. One or two quoted words may be the answer that the agent asks for,
 * such as "yes".
 */
const QUOTED = /(?<=(?:^|[\s(])")[^"\n]*?[^\s"]\s+[^"\n]*?[^\s"]\s+[^"\n]*(?="(?:$|[\s,.;:!?)]))/gu;
const COVERED = /\u{E000}(\d+)\u{E000}/gu;

/**
 * Splits a message into sentences. An item of a list that asks for things counts as a question. `quotes` holds texts
 * that the listener wrote: if the agent reads out a note that says "Ask for Robin.", this is not a question.
 */
export function readSentences(message: string, quotes: readonly string[] = []): Sentence[] {
  // a star at the beginning of a line marks a list item; a star anywhere else marks emphasis
  const items = message.slice(0, HEARD).replaceAll(/^[ \t]*\*[ \t]+/gm, '- ');
  const plain = plainMarks(items).replaceAll(/ {2,}/g, ' ');
  const covered: string[] = [];
  const cover = (original: string): string => {
    // the final mark of a quote stays in the text, because it may end the agent's sentence too
    const [, words = '', mark = ''] = /^([^]*?)([.!?]?)$/.exec(original) ?? [];
    covered.push(words);
    return COVER + String(covered.length - 1) + COVER + mark;
  };
  // quoted words are replaced, because they are a value: the quoted reason "we chose something else" does not offer
  // anything else
  const heard = quotes.reduce(
    (text, quote) =>
      text.replaceAll(new RegExp(plainMarks(quote).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu'), cover),
    plain.replaceAll(QUOTED, cover),
  );
  const restored = (text: string): string => text.replaceAll(COVERED, (_all, at: string) => covered[Number(at)] ?? '');
  const found: Sentence[] = [];
  let asking = false;
  for (const line of heard.split(/\n+/)) {
    const item = /^\s*(?:[-*•–]|\d+[.)])\s+(.*)$/.exec(line);
    const text = (item?.[1] ?? line).trim();
    if (text === '') continue;
    if (item !== null && asking) {
      found.push({ kind: 'ask', text: restored(text), item: true });
      continue;
    }
    const parts = text
      .split(/(?<=[.!?…])["”’)]*\s+(?=[\p{Lu}\p{N}"“(¿])|(?<=[?!])\s+/u)
      .filter((part) => part.trim() !== '');
    for (const part of parts) found.push({ kind: kindOf(part), text: restored(part.trim()) });
    const asks = found.at(-1)?.kind === 'ask' || REQUEST.test(text) || ASKS_LIST.test(text);
    asking = asks && (/:\s*$/.test(text) || (item === null && /[\p{L}]\s*$/u.test(text)));
  }
  return found;
}

/**
 * Tells whether the sentence is a single verb for an action with a question mark, such as "Cancel?", which asks for
 * consent.
 */
const isOneDeed = (text: string): boolean =>
  /^\W*\p{L}+\?\s*$/u.test(text) && deedsIn(text.replace('?', ' it')).size > 0;
const SEND = /^\W*(?:send|submit|proceed|continue|approve|confirm)\?\s*$/i;

function kindOf(text: string): SentenceKind {
  const question = text.includes('?');
  if (SEND.test(text) || isOneDeed(text)) return 'permission';
  if (
    MORE.test(text) &&
    (question || /\b(?:let me know|need|feel free|happy to|ask|help)\b/i.test(text)) &&
    !/\b(?:before|remember)\b/i.test(text)
  )
    return 'more';
  if (OPEN.test(text) && !/\b(?:amount|date|reason)\b/i.test(text) && !NEEDS.test(text)) return 'open';
  if (YES_WANTED.test(text)) return 'permission';
  const requests = REQUEST.test(text);
  if (question && WH_FIRST.test(text) && !RELATIVE.test(text)) return 'ask';
  if (!DOES_ASK.test(text) && PERMISSION.some((pattern) => pattern.test(text))) {
    // a question asks for consent; a sentence without a question mark does so only with a word such as "confirm" or
    // "yes"
    if (
      question ||
      /\b(?:confirm|yes|ok|okay|go|nod|word|approval|permission|consent|go-ahead|agree|if i|if we|whether|authori[sz]ation)/i.test(
        text,
      )
    )
      return 'permission';
  }
  if (!question && ((WH_PLAIN.test(text) && !STATES.test(text)) || (BARE_REQUEST.test(text) && !DONE.test(text))))
    return 'ask';
  if (question ? WH.test(text) || requests || !HANDS_OVER.test(text) : requests) return 'ask';
  if (DECLINES.test(text) && (!DONE.test(text) || CANNOT.test(text))) return 'declines';
  if (HANDS_OVER.test(text)) return 'hands_over';
  if (WAITS.test(text) && !DONE.test(text)) return 'waits';
  return 'tells';
}
