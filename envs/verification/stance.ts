// Reads how a message mentions a value: as the answer, as denied, as only supposed, as taken back, or as a value of
// another thing than the asked one.
import { plainJson, isJsonObject, type Json, type JsonObject } from '../values/json.ts';
import type { LogEntry } from '../values/log-entry.ts';
import type { TaskOutput } from '../values/task.ts';
import { clausesOf, isDenied, isSupposed, type Clause } from '../words/clauses.ts';
import type { DateOrder } from '../words/dates-said.ts';
import { snakeOf, splitName } from '../words/split-words.ts';
import { namesOf, thingsIn, type Name, type Thing } from '../words/things.ts';
import { namesSaid } from '../words/told.ts';

interface Spot {
  readonly start: number;
  readonly end: number;
}

export interface StanceGround {
  readonly output: TaskOutput;
  readonly log: readonly LogEntry[];
  readonly asked: string;
  readonly order: DateOrder;
}

/** Matches words that take back the words before them, such as "no, wait". */
const TAKES_BACK =
  /\b(?:no,? wait|wait,? no|hang on|(?<!\b(?:your|the|a|my|this|that|our|his|her|their|paused|new) )hold on|scratch that|false line|(?:that|it) was an error|should read|must be|do apologi[sz]e|strike that|take (?:it|that) back|correction|let me correct|i (?:must|have to|should) correct|i stand corrected|correct myself|misread|misspoke|my (?:mistake|bad|error|apologies)|sorry,? (?:no|i mean|that's|wrong)|no,? sorry|i meant|i mean|apologies|pardon|excuse me|in the wrong|(?:at|read|picked|took) the wrong|need to correct|oops|whoops|i'm mistaken|i was (?:wrong|mistaken)|that (?:was|is) (?:wrong|the wrong)|rather)\b/i;
const OTHER_ONE =
  /\b(?:the|your|an?)? ?other (?:\w+ )?(?:one|order|line|parcel|shipment|account|appointment|contract|loan|number|half|customer)s?\b|\b(?:another|somebody else's|someone else's|a different)\b/i;
const NO_ANSWER =
  /\b(?:no idea|(?:don't|do not|can't|cannot|couldn't|could not|didn't|unable to|not able to) (?:\w+ ){0,2}?(?:see|know|tell|say|find|have|work (?:it|that)|determine|give|access|pull|open)|(?:isn't|is not|aren't|not) (?:on my screen|clear|certain|known|available|visible|given|recorded|shown|showing|open|there yet|stated|listed)|(?:i've|i have|we have|there's|there is|has) (?:no|not got|not a) (?:\w+ )?(?:date|number|total|figure|information|record|idea|doctor|status|balance|amount|value|answer)|haven't (?:got|been)|not sure|remains? (?:unknown|open|unclear)|unknown to me)\b/gi;
/** Matches the object of words such as "I don't have": an article and one or two words, one of which is the noun. */
const OBJECT = /^ (?:of )?(?:an?|any|another) ([\p{L}-]+)(?: ([\p{L}-]+))?/iu;
const VAGUE =
  /^(?:answer|figure|number|amount|total|date|day|time|information|idea|record|value|way|access|detail|price|sum|balance|status|clue|one|more)s?$/i;
const QUOTED = /"[^"\n]*"/g;
const COMPARES =
  /\b(?:isn't|is not|not|no) (?:more|less|higher|lower|larger|smaller|bigger|later|earlier|longer|shorter|fewer) than(?= (?:the|your|our|my|its|their)\b)/gi;
/** Matches "would be" and the like, which may still state a value: "your payout would be $323". */
const WOULD_BE =
  /(?:\bwould|'d) (?:then |now |just |only )?(?:be|come to|cost|make|amount to|total|go to|take|pay|have to pay)\b/i;

export class Stance {
  private readonly text: string;
  private readonly clauses: readonly Clause[];
  private readonly ground: StanceGround;
  private names: { readonly own: readonly Name[]; readonly others: readonly Name[] } | undefined;

  constructor(text: string, ground: StanceGround) {
    this.text = text;
    this.clauses = clausesOf(text);
    this.ground = ground;
  }

  /**
   * Returns the reason why none of the places states the value as the answer. Returns undefined if one of them does.
   */
  spoils(places: readonly Spot[], rivals: readonly Spot[]): string | undefined {
    let why: string | undefined;
    for (const place of places) {
      const spoilt = this.spoiltAt(place, rivals);
      if (spoilt === undefined) {
        const back = this.takenBack(place, rivals);
        if (back === undefined) return undefined;
        why = back;
      } else why ??= spoilt;
    }
    return why;
  }

  private spoiltAt(place: Spot, rivals: readonly Spot[]): string | undefined {
    const clause = this.clauseAt(place);
    if (clause === undefined) return undefined;
    // words in quotation marks neither deny nor suppose, and a comparison with the value does not deny it
    const own = this.text.slice(clause.start, clause.end).replaceAll(QUOTED, (name) => '"'.padEnd(name.length, '.'));
    const said = own.slice(0, place.start - clause.start).replaceAll(COMPARES, ' ');
    if (/^\W*not\b/i.test(own) || isDeniedBefore(said) || DENIED_AFTER.test(own.slice(place.end - clause.start)))
      return 'it is denied';
    const quoted = this.isConditionAfter(clause) ? own : own.replace(WOULD_BE, ' ');
    if (isSupposed(quoted) || SUPPOSED_AHEAD.test(this.text.slice(Math.max(0, clause.start - AHEAD), clause.start)))
      return 'it is only supposed';
    if (this.isOfOther(clause, place)) return 'of something else';
    const rest = this.text.slice(place.end);
    if (
      this.leavesOpen(this.text) &&
      !this.isOfOwn(clause) &&
      !rivals.some(({ start }) => start > place.end && !this.leavesOpen(rest))
    )
      return 'the question is left open';
    return undefined;
  }

  /**
   * Tells whether a text says that the answer is unknown. "I don't have a table" is about a table and not about the
   * answer.
   */
  private leavesOpen(text: string): boolean {
    const words = new Set(splitName(this.ground.output.key));
    return [...text.matchAll(NO_ANSWER)].some(({ 0: match, index }) => {
      if (/\byou $/i.test(text.slice(0, index))) return false;
      const [, ...object] = OBJECT.exec(text.slice(index + match.length)) ?? [];
      return object.length === 0 || object.some((word = '') => words.has(word.toLowerCase()) || VAGUE.test(word));
    });
  }

  /** Tells whether the next clause makes this one hypothetical, such as "if it were" or "but it is not". */
  private isConditionAfter(clause: Clause): boolean {
    const next = this.clauses[this.clauses.indexOf(clause) + 1];
    if (next === undefined) return false;
    const isWhen = next.sentence === clause.sentence && /^\W*(?:if|had|unless|provided|assuming)\b/i.test(next.text);
    return isWhen || /\b(?:it|this|that|they)(?:\s\w+)?(?:n't|\snot)\b/i.test(next.text);
  }

  /**
   * Returns a reason if words after the place take its value back, with another value or without one. Otherwise returns
   * undefined.
   */
  private takenBack(place: Spot, rivals: readonly Spot[]): string | undefined {
    const later = rivals.find(
      ({ start }) =>
        start > place.end && TAKES_BACK.test(this.text.slice(place.end, start)) && !this.isElsewhere(start),
    );
    if (later !== undefined) return 'then taken back';
    // words such as "97.90, no, that is wrong" take the value back without giving another one
    return /^\W{0,6}(?:no(?=\s*(?:$|[,.!;:–-])|\s+(?:that|it|this|wait|sorry|i|the|not|make)\b)|wrong\b|that's wrong|sorry,? no)/i.test(
      this.text.slice(place.end),
    ) && !/^\W{0,6}no (?:fee|charge|cost|problem|worries|matter)/i.test(this.text.slice(place.end))
      ? 'then taken back'
      : undefined;
  }

  private isElsewhere(at: number): boolean {
    const clause = this.clauseAt({ start: at, end: at });
    return clause !== undefined && this.isOfOther(clause, { start: at, end: at });
  }

  private clauseAt({ start }: Spot): Clause | undefined {
    return this.clauses.find((each) => start >= each.start && start < each.end);
  }

  /** Tells whether the words around the value name another row than the asked one. The value itself is left out. */
  private isOfOther(clause: Clause, { start, end }: Spot): boolean {
    const text = `${this.headOf(clause)}${this.text.slice(clause.start, start)} ${this.text.slice(Math.max(start, end), clause.end)}`;
    if (OTHER_ONE.test(text)) return true;
    // a computed value belongs to no single row, so it cannot be the value of another row
    if (this.ground.output.origin?.how === 'computed') return false;
    const { own, others } = this.subjects();
    const { order } = this.ground;
    const named = namesSaid(this.withoutQuestion(text), others, own, order);
    if (named.length === 0) return false;
    return namesSaid(text, own, others, order).length === 0;
  }

  /**
   * Returns the text without the words of the question: in "the amount of the dispute", the word "dispute" does not
   * name a row.
   */
  private withoutQuestion(text: string): string {
    const words = new Set(splitName(this.ground.output.key));
    return text.replaceAll(/\p{L}+/gu, (word) => (words.has(word.toLowerCase()) ? ' ' : word));
  }

  /** Returns the subject before a colon, such as "The order of 9 May" in "The order of 9 May: $97.90". */
  private headOf(clause: Clause): string {
    const before = this.text.slice(0, clause.start);
    const head = /[^.!?\n;]*:\s*$/.exec(before)?.[0] ?? '';
    return head.includes(',') ? head.slice(head.lastIndexOf(',') + 1) : head;
  }

  private isOfOwn(clause: Clause): boolean {
    const { own, others } = this.subjects();
    return namesSaid(this.text.slice(clause.start, clause.end), own, others, this.ground.order).length > 0;
  }

  /** Returns the names of the row with the answer, and the names of other rows of the same kind. */
  private subjects(): { readonly own: readonly Name[]; readonly others: readonly Name[] } {
    if (this.names !== undefined) return this.names;
    const { log, output, asked, order } = this.ground;
    const things = log.flatMap((entry) => (entry.ok ? thingsIn(plainJson((entry.result ?? null) as Json)) : []));
    const holds = things.filter(({ shown }) => holdsValue(shown, output));
    const kinds = new Set(holds.map(({ kind }) => kind));
    const fields = fieldsOf(holds, output);
    const isAsked = (thing: Thing): boolean => namesSaid(asked, named(thing, fields), [], order).length > 0;
    const own = holds.length > 1 ? holds.filter(isAsked) : holds;
    const ids = new Set(own.map(({ id }) => id));
    const others = things.filter(({ kind, id }) => kinds.has(kind) && !ids.has(id));
    this.names = {
      own: own.flatMap((thing) => named(thing, fields)),
      others: others.flatMap((thing) => named(thing, fields)),
    };
    return this.names;
  }
}

/** Returns all names of a row, except the values of the fields with the answer. */
function named({ shown }: Thing, fields: ReadonlySet<string>): Name[] {
  return namesOf(shown).filter(({ label, value }) => !fields.has(label) && typeof value === 'string');
}

/** Returns the names of the fields that contain the answer. */
function fieldsOf(things: readonly Thing[], { value }: TaskOutput): Set<string> {
  const wanted = String(value);
  return new Set(
    things.flatMap(({ shown }) =>
      Object.entries(shown).flatMap(([label, each]) => (isValue(each as Json, wanted) ? [label] : [])),
    ),
  );
}

function isValue(each: Json, wanted: string): boolean {
  return (
    (typeof each === 'number' || typeof each === 'string') &&
    (String(each) === wanted ||
      String(each).slice(0, 10) === wanted ||
      (wanted.length > 2 && String(each).includes(wanted)))
  );
}

/** Fields for internal use. Their numbers answer no question. */
const BOOKKEEPING = /(?:^|_)(?:version|revision|etag|stamp|seq|page|limit|offset)$/i;

function holdsValue(shown: JsonObject, { value }: TaskOutput): boolean {
  const wanted = String(value);
  return Object.entries(shown).some(([label, each]) =>
    isJsonObject(each)
      ? holdsValue(each, { value } as TaskOutput)
      : !BOOKKEEPING.test(snakeOf(label)) && isValue(each as Json, wanted),
  );
}

function isDeniedBefore(said: string): boolean {
  return isDenied(said) && !/\b(?:no fee|no charge|no longer|nothing else|not only)\b[^,]*$/i.test(said);
}

const DENIED_AFTER =
  /^['"\s]*(?:is|was|are)?(?: |)(?:n't|not|isn't|wasn't|is not|was not|is wrong|was wrong|is the wrong|would be wrong|doesn't|does not)\b/i;
/** The number of characters before a clause that are searched for a condition such as "if". */
const AHEAD = 120;
const SUPPOSED_AHEAD =
  /\b(?:if|suppose|supposing|hypothetically|assuming|were it|had it|in theory)\b[^.!?]*$|(?:^|[.!?]\s+)(?:had|were)\s[^.!?]*,\s*$/i;
