// Makes features of a reply that have the same meaning for every task. Words of the wish, words that results showed,
// and new words are replaced by marks. Other words stay, because they show how people refuse, promise, report and ask.
import { clausesOf, plainMarks, sentencesOf } from '../../words/clauses.ts';
import { compareDeeds, deedsIn } from '../../words/deeds.ts';
import { plainWords } from '../../words/spoken.ts';
import { singular } from '../../words/split-words.ts';
import type { Features } from './linear-model.ts';

export interface Situation {
  /** One text with all words of the user about the wish. */
  readonly told: string;
  /** The names of the tools that would fulfil the wish. */
  readonly tools: readonly string[];
  /** All texts that the agent has seen: results and the policy. */
  readonly shown: string;
}

/** Common words that are used in any situation. */
export const LITTLE = new Set(
  'the a an and or for that this with not you your i my me we us our it its is am are was were be been being can could will would shall should may might must do does did have has had from but any all there here they them what which who when where why how then than into out off over one two too very just only more some to of in on at by as so if no yes please hello hi like want thank thanks good find get make need ask know hey'.split(
    ' ',
  ),
);

const NEGATES =
  /\b(?:not|no|never|none|nothing|nobody|neither|nor|unable|impossible|without|decline\w*|refus\w*|unfortunately|regret\w*|afraid|sorry|sadly)\b/;
const CANNOT = /\b(?:can not|could not|unable to|not able to|will not|not|no|never|decline|refuse|without)\b(.*)$/;
const MARKED = [
  'can', 'will', 'have', 'has', 'would', 'i', 'we', 'you', 'only', 'must', 'once', 'if', 'unfortunately', 'sorry', 'afraid', 'now', 'been', 'until', 'instead', 'let', 'could',
]; // prettier-ignore

/** Returns the text in lower case, with contractions such as "can't" written in full. */
export function inFull(text: string): string {
  return plainMarks(text)
    .toLowerCase()
    .replaceAll(/\bcan't\b|\bcannot\b/g, 'can not')
    .replaceAll(/\bwon't\b/g, 'will not')
    .replaceAll(/n't\b/g, ' not')
    .replaceAll(/'ll\b/g, ' will')
    .replaceAll(/'ve\b/g, ' have')
    .replaceAll(/'re\b/g, ' are')
    .replaceAll(/'m\b/g, ' am')
    .replaceAll(/'d\b/g, ' would');
}

export function wordsOf(text: string): string[] {
  return plainWords(inFull(text)).trim().split(' ');
}

export function stem(word: string): string {
  return singular(word)
    .replace(/(?:ations?|ments?|als?|ing|ed|es|er|e|ion|s)$/, '')
    .slice(0, 6);
}

/** The value of a mark's feature. A feature for a sequence of words has the value 1. */
const MARK = 2;

/** Adds the sums over the words of a message (see reply-sums.ts) to its features. */
export function withSums(features: Features, sums: ReadonlyMap<string, number>, weight = MARK): Features {
  return new Map([...features, ...[...sums].map(([name, value]) => [`sum ${name}`, weight * value] as const)]);
}

/**
 * Returns the features of a message. `common` are words that agents use in many situations. `marks` are findings of
 * other code; each becomes a feature with the value `weight`.
 */
export function replyFeatures(
  message: string,
  situation: Situation,
  common: ReadonlySet<string>,
  marks: readonly string[] = [],
  weight = MARK,
): Features {
  const reader = new Reader(situation, common);
  reader.mark(marks, weight);
  const text = plainMarks(message);
  const sentences = sentencesOf(text).map(({ start, end }) => text.slice(start, end));
  for (const sentence of sentences) reader.sentence(sentence);
  return reader.whole(sentences.length);
}

class Reader {
  private readonly found = new Map<string, number>();
  private readonly wished: ReadonlySet<string>;
  private readonly shown: ReadonlySet<string>;
  private readonly deeds: ReadonlySet<string>;
  private readonly common: ReadonlySet<string>;
  private readonly counts = { wished: 0, strange: 0, all: 0 };

  constructor({ told, tools, shown }: Situation, common: ReadonlySet<string>) {
    const wish = `${told} ${tools.join(' ').replaceAll('_', ' ')}`;
    const content = (text: string): string[] => wordsOf(text).filter((word) => !LITTLE.has(word));
    this.wished = new Set(content(wish).map(stem));
    this.shown = new Set(
      content(shown)
        .filter((word) => word.length > 2)
        .map(stem),
    );
    this.deeds = deedsIn(wish);
    this.common = common;
  }

  sentence(sentence: string): void {
    const asks = /\?["')\]]*\s*$/.test(sentence);
    const words = wordsOf(sentence);
    const marks = words.map((word) => this.markOf(word));
    this.sequence(['^', ...marks.filter((mark, at) => mark !== marks[at - 1]), asks ? '?' : '.'], asks);
    const deed = compareDeeds(deedsIn(sentence), this.deeds);
    const mood = `${NEGATES.test(inFull(sentence)) ? 'N' : 'n'}${asks ? 'Q' : 'q'}`;
    const about = `${marks.some((mark) => /^[~#]w$/.test(mark)) ? 'W' : 'w'}${marks.includes('~x') ? 'X' : 'x'}`;
    this.has(`d ${mood} ${deed}`, `t ${mood} ${about}`, `td ${mood} ${deed} ${about}`);
    for (const word of MARKED)
      if (words.includes(word)) this.has(`m ${word} ${mood} ${deed}`, `m ${word} ${mood} ${about.slice(0, 1)}`);
    for (const { text } of clausesOf(sentence)) this.clause(text, asks);
  }

  mark(marks: readonly string[], weight: number): void {
    for (const mark of marks) this.found.set(`r ${mark}`, weight);
  }

  whole(sentences: number): Features {
    const { wished, strange, all } = this.counts;
    this.found.set('share w', wished / (all + 3));
    this.found.set('share x', (3 * strange) / (all + 3));
    this.has(`x ${Math.min(6, strange)}`, `length ${Math.min(6, sentences)}`);
    return this.found;
  }

  private has(...names: readonly string[]): void {
    for (const name of names) this.found.set(name, 1);
  }

  private sequence(marks: readonly string[], asks: boolean): void {
    for (const [at, mark] of marks.entries()) {
      const [next, third] = [marks[at + 1], marks[at + 2]];
      this.has(`1 ${mark}${asks ? '?' : ''}`);
      if (next !== undefined) this.has(`2 ${mark} ${next}`);
      if (third !== undefined) this.has(`3 ${mark} ${next ?? ''} ${third}`, `s ${mark} ${third}`);
    }
  }

  private clause(text: string, asks: boolean): void {
    const full = inFull(text);
    const kinds = wordsOf(text).flatMap((word) => this.kindOf(word));
    const count = (kind: string): number => kinds.filter((each) => each === kind).length;
    const mood = NEGATES.test(full) ? 'N' : asks ? 'Q' : 'o';
    const deed = compareDeeds(deedsIn(text), this.deeds);
    this.has(
      `c ${mood} w${Math.min(3, count('W'))} x${Math.min(3, count('X'))}`,
      `c ${mood} w${Math.min(1, count('W'))} x${Math.min(1, count('X'))} ${deed}`,
      `c ${mood} ${deed}`,
      `c ${mood} first ${kinds[0] ?? '-'}`,
    );
    const after = CANNOT.exec(full)?.[1];
    if (after !== undefined) this.denied(after);
  }

  /** Adds features for the words that follow a negation. */
  private denied(after: string): void {
    const kinds = wordsOf(after)
      .flatMap((word) => (LITTLE.has(word) ? [] : (this.kindOf(word)[0] ?? 'v')))
      .slice(0, 5);
    const count = (kind: string): number => kinds.filter((each) => each === kind).length;
    for (const kind of new Set(kinds)) this.has(`a ${kind}`);
    this.has(
      `a1 ${kinds.find((kind) => kind !== 'v') ?? '-'}`,
      `ad ${compareDeeds(deedsIn(after), this.deeds)}`,
      `aw ${Math.min(3, count('W'))} ${Math.min(2, count('X'))}`,
    );
  }

  private markOf(word: string): string {
    this.counts.all += 1;
    const root = stem(word);
    if (/\d/.test(word)) return this.wished.has(root) ? '#w' : this.shown.has(root) ? '#k' : '#n';
    if (!LITTLE.has(word) && this.wished.has(root)) {
      this.counts.wished += 1;
      return '~w';
    }
    if (LITTLE.has(word) || this.common.has(word)) return word;
    if (this.shown.has(root)) return '~k';
    this.counts.strange += 1;
    return '~x';
  }

  /**
   * Returns the kind of a word. W: a word of the wish. K: a word that a result showed. N: a new number. X: another new
   * word. A common word has no kind.
   */
  private kindOf(word: string): readonly ('W' | 'K' | 'N' | 'X')[] {
    const root = stem(word);
    if (LITTLE.has(word)) return [];
    if (this.wished.has(root)) return ['W'];
    if (/\d/.test(word)) return [this.shown.has(root) ? 'K' : 'N'];
    if (this.common.has(word)) return [];
    return [this.shown.has(root) ? 'K' : 'X'];
  }
}
