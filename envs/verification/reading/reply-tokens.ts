// Splits a message into tokens. A token has the position of its word vector and several marks: whether the wish
// contains the word, whether a result showed it, whether it is new, the mood of its clause, and the action that the
// clause names. With these marks, messages about different wishes can be compared.
import { clausesOf, plainMarks, sentencesOf, type Clause } from '../../words/clauses.ts';
import { datesSaid, mayBeDay, type DateOrder, type SaidDate } from '../../words/dates-said.ts';
import { compareDeeds, deedsIn } from '../../words/deeds.ts';
import { numbersSaid } from '../../words/numbers-said.ts';
import { timesSaid } from '../../words/times-said.ts';
import { inFull, LITTLE, stem, wordsOf } from './reply-features.ts';
import { wordVectors } from './word-vectors.ts';

export const MARKS = [
  'wish', 'own', 'others', 'shown', 'strange', 'near', 'common', 'rare', 'unknown', 'capital',
  'value', 'value wish', 'value own', 'value others', 'value shown', 'value strange', 'money',
  'denied', 'supposed', 'announced', 'asked', 'apart', 'deed same', 'deed other', 'deed more',
  'question', 'first', 'last', 'full stop', 'question mark', 'comma',
] as const; // prettier-ignore
export type Mark = (typeof MARKS)[number];

export interface Token {
  /** The position of the word in the table of word vectors. -1 for marks, numbers and unknown words. */
  readonly place: number;
  readonly marks: readonly (readonly [Mark, number])[];
}

export interface TokenGround {
  /** The wish in the user's words, and the names of its tools. */
  readonly wish: string;
  /** The values and names of the rows that the wish is about. */
  readonly own: string;
  /** The values and names of rows that could be mistaken for the rows of the wish. */
  readonly others: string;
  /** All texts that the agent has seen: results and the policy. */
  readonly shown: string;
  readonly order: DateOrder;
}

/** The largest number of tokens that are read of a message. */
const LONGEST = 160;
const NEAR = 0.5;
const MOST_RANK = Math.log(60_000);

type Source = 'wish' | 'own' | 'others' | 'shown';
const SOURCES: readonly Source[] = ['wish', 'own', 'others', 'shown'];

/** The words and values of the wish and its rows. They are computed once and used for many messages. */
export class KnownWords {
  private readonly stems: Readonly<Record<Source, ReadonlySet<string>>>;
  private readonly numbers: Readonly<Record<Source, ReadonlySet<number>>>;
  private readonly dates: Readonly<Record<Source, readonly SaidDate[]>>;
  private readonly days: Readonly<Record<Source, readonly string[]>>;
  private readonly times: Readonly<Record<Source, ReadonlySet<number>>>;
  private readonly wished: readonly number[];
  readonly deeds: ReadonlySet<string>;
  readonly order: DateOrder;
  private readonly near = new Map<number, number>();

  constructor(ground: TokenGround) {
    const each = <T>(make: (text: string) => T): Record<Source, T> =>
      Object.fromEntries(SOURCES.map((source) => [source, make(ground[source])])) as Record<Source, T>;
    this.order = ground.order;
    this.stems = each((text) => new Set(contentOf(text).map(stem)));
    this.numbers = each((text) => new Set(numbersSaid(text).map(({ number }) => number)));
    this.dates = each((text) => datesSaid(text, ground.order));
    this.days = each((text) => text.match(/\d{4}-\d\d-\d\d/g) ?? []);
    this.times = each((text) => new Set(timesSaid(text).map(({ minutes }) => minutes % 720)));
    this.deeds = deedsIn(ground.wish);
    const { placeOf } = wordVectors();
    this.wished = [...new Set(contentOf(ground.wish))].flatMap((word) => placeOf(word) ?? []);
  }

  sourcesOfWord(word: string): Source[] {
    const root = stem(word);
    return SOURCES.filter((source) => this.stems[source].has(root));
  }

  sourcesOfNumber(number: number): Source[] {
    return SOURCES.filter((source) => this.numbers[source].has(number));
  }

  sourcesOfDate(date: SaidDate): Source[] {
    return SOURCES.filter(
      (source) =>
        this.days[source].some((day) => mayBeDay(date, day)) ||
        this.dates[source].some(
          ({ day, month }) =>
            day === date.day && (month === undefined || date.month === undefined || month === date.month),
        ),
    );
  }

  sourcesOfTime(minutes: number): Source[] {
    return SOURCES.filter((source) => this.times[source].has(minutes % 720));
  }

  /** Returns the similarity of a word to the most similar word of the wish, from 0 to 1. */
  nearness(place: number): number {
    const known = this.near.get(place);
    if (known !== undefined) return known;
    const { similarity } = wordVectors();
    const found = Math.max(0, ...this.wished.map((other) => similarity(place, other)));
    this.near.set(place, found);
    return found;
  }
}

function contentOf(text: string): string[] {
  return wordsOf(text).filter((word) => !LITTLE.has(word) && !/^\d/.test(word));
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly marks: readonly (readonly [Mark, number])[];
}

export function tokensOf(message: string, known: KnownWords, common: ReadonlySet<string>): Token[] {
  const text = plainMarks(message);
  const values = valuesIn(text, known);
  const sentences = sentencesOf(text);
  const tokens: Token[] = [];
  for (const clause of clausesOf(message)) {
    const { start = 0, end = 0 } = sentences[clause.sentence] ?? {};
    const asks = /\?["')\]]*\s*$/.test(text.slice(start, end));
    const around: (readonly [Mark, number])[] = [
      ...moodOf(clause),
      ...(asks ? [['question', 1] as const] : []),
      ...(clause.sentence === 0 ? [['first', 1] as const] : []),
      ...(clause.sentence === sentences.length - 1 ? [['last', 1] as const] : []),
      ...deedOf(clause.text, known),
      ...(APART.test(clause.text) ? [['apart', 1] as const] : []),
    ];
    tokens.push(...tokensIn(text, clause, values, known, common, around));
    if (tokens.length >= LONGEST) return tokens.slice(0, LONGEST);
    tokens.push({
      place: -1,
      marks: [[clause.end < end ? 'comma' : asks ? 'question mark' : 'full stop', 1]],
    });
  }
  return tokens.slice(0, LONGEST);
}

const APART =
  /\b(?:stay(?:s|ing)?|remain(?:s|ing)?|untouched|unaffected|unchanged|left alone|instead of|rather than|in place of|currently|at present|down from|up from)\b/i;

function moodOf({ mood }: Clause): (readonly [Mark, number])[] {
  return mood === 'asserted' ? [] : [[mood, 1]];
}

function deedOf(clause: string, known: KnownWords): (readonly [Mark, number])[] {
  const match = compareDeeds(deedsIn(clause), known.deeds);
  return match === 'unsaid' ? [] : [[`deed ${match}`, 1]];
}

function valuesIn(text: string, known: KnownWords): Span[] {
  const span = ({ start, end }: { start: number; end: number }, sources: readonly Source[], money: boolean): Span => ({
    start,
    end,
    marks: [
      ['value', 1],
      ...(sources.length === 0
        ? [['value strange', 1] as const]
        : sources.map((source) => [`value ${source}`, 1] as const)),
      ...(money ? [['money', 1] as const] : []),
    ],
  });
  const dates = datesSaid(text, known.order);
  const times = timesSaid(text);
  const numbers = numbersSaid(text).filter(
    ({ start, end }) => ![...dates, ...times].some((each) => start >= each.start && end <= each.end),
  );
  return [
    ...dates.map((date) => span(date, known.sourcesOfDate(date), false)),
    ...times.map((time) => span(time, known.sourcesOfTime(time.minutes), false)),
    ...numbers.map((each) => span(each, known.sourcesOfNumber(each.number), each.isMoney)),
  ].sort((one, other) => one.start - other.start);
}

function tokensIn(
  text: string,
  { start, end }: Clause,
  values: readonly Span[],
  known: KnownWords,
  common: ReadonlySet<string>,
  around: readonly (readonly [Mark, number])[],
): Token[] {
  const tokens: Token[] = [];
  let at = start;
  const words = (to: number): void => {
    if (to > at) tokens.push(...wordTokens(text.slice(at, to), known, common, around));
  };
  for (const value of values) {
    if (value.start < at || value.end > end) continue;
    words(value.start);
    tokens.push({ place: -1, marks: [...value.marks, ...around] });
    at = value.end;
  }
  words(end);
  return tokens;
}

function wordTokens(
  part: string,
  known: KnownWords,
  common: ReadonlySet<string>,
  around: readonly (readonly [Mark, number])[],
): Token[] {
  const { placeOf } = wordVectors();
  const capitals = new Set([...part.matchAll(/(?<=\S\s+["']?)\p{Lu}\p{Ll}+/gu)].map(([word]) => word.toLowerCase()));
  return wordsOf(inFull(part))
    .filter((word) => word !== '')
    .map((word) => {
      const place = placeOf(word);
      const marks: (readonly [Mark, number])[] = [...around];
      if (!LITTLE.has(word)) {
        const sources = known.sourcesOfWord(word);
        for (const source of sources) marks.push([source, 1]);
        if (common.has(word)) marks.push(['common', 1]);
        else if (sources.length === 0) marks.push(['strange', 1]);
        if (place !== undefined) {
          const near = known.nearness(place);
          if (near > NEAR) marks.push(['near', near]);
          marks.push(['rare', Math.log(place + 1) / MOST_RANK]);
        } else marks.push(['unknown', 1]);
        if (capitals.has(word)) marks.push(['capital', 1]);
      }
      return { place: place ?? -1, marks };
    });
}
