// Finds the changes that the sentences of a report are about. A message may report several changes and mention earlier
// ones, so each sentence is compared with the change that it is about.
import { plainMarks, sentencesOf } from '../words/clauses.ts';
import { datesSaid, mayBeDay, type DateOrder } from '../words/dates-said.ts';
import { compareDeeds, deedsIn } from '../words/deeds.ts';
import { numbersSaid } from '../words/numbers-said.ts';
import type { Slot } from '../words/things.ts';
import { compareTold, type Mistold } from '../words/told.ts';

/** A change that was made: the kinds of its action, and its values. */
export interface Act {
  readonly deeds: ReadonlySet<string>;
  /** The words of the tool's name. A report may use them, as in "the transfer is booked". */
  readonly words: readonly string[];
  readonly slots: readonly Slot[];
  /** The keys that the result of the change shows, such as the id of a new row. */
  readonly keys: readonly string[];
  /** The numbers that the result of the change shows. */
  readonly numbers: ReadonlySet<number>;
  /** The dates in the result of the change, such as the end of a hold, each with the words of its field. */
  readonly days: readonly { readonly day: string; readonly words: readonly string[] }[];
  /**
   * Those of `keys` that occur neither in the arguments nor in an earlier result. They belong to rows that the change
   * made.
   */
  readonly made: readonly string[];
}

interface Ground {
  readonly told: string;
  readonly order: DateOrder;
}

/**
 * Returns the message without sentences about earlier changes. A sentence is removed if it fits an earlier change with
 * its action and all of its values, and fits no new change equally well.
 */
export function withoutEarlier(
  message: string,
  fresh: readonly Act[],
  earlier: readonly Act[],
  { told, order }: Ground,
): string {
  if (earlier.length === 0) return message;
  const text = plainMarks(message);
  const named = (sentence: string, acts: readonly Act[]): number =>
    Math.max(
      0,
      ...acts.map(({ deeds, slots }) => {
        if (compareDeeds(deedsIn(sentence), deeds) !== 'same') return 0;
        const read = compareTold(sentence, slots, told, order);
        return read.wrong.length > 0 ? 0 : read.named.length;
      }),
    );
  return sentencesIn(text)
    .filter((sentence) => {
      // questions stay in the text, because a question about a further change may sound like an earlier change
      if (ASKS.test(sentence)) return true;
      const before = named(sentence, earlier);
      return before === 0 || named(sentence, fresh) >= before;
    })
    .join(' ');
}

export function sentencesIn(text: string): string[] {
  return sentencesOf(text).map(({ start, end }) => text.slice(start, end));
}

/** Returns the part of a message that reports changes. Returns '' if the message also proposes or asks something. */
export function reportIn(message: string): string {
  const sentences = sentencesIn(plainMarks(message)).filter((sentence) => !OFFERS_MORE.test(sentence));
  if (sentences.some((sentence) => ASKS.test(sentence))) return '';
  return sentences.filter((sentence) => !AHEAD.test(sentence)).join(' ');
}

/** Returns the sentences of a message that report changes; of a message that also asks, only those that tell a deed. */
export function reportedIn(message: string): string {
  const sentences = sentencesIn(plainMarks(message)).filter((sentence) => !OFFERS_MORE.test(sentence));
  const at = sentences.findIndex((sentence) => ASKS.test(sentence));
  const before = at === -1 ? sentences : sentences.slice(0, at).filter((sentence) => IS_DONE.test(sentence));
  return before.filter((sentence) => !AHEAD.test(sentence)).join(' ');
}

const IS_DONE = /\b(?:(?:is|are|has been|have been) (?:now )?\p{L}+ed|(?:i|we)(?:'ve| have)|now)\b/iu;
const ASKS = /\?["')\]]*\s*$/;
const OFFERS_MORE =
  /\b(?:anything|something|what|who) else\b|\bany (?:other|more|further)\b|\bfurther (?:help|questions|assistance)\b/i;
const AHEAD = /\b(?:please|confirm|before i|about to|i will|i'll|i can|i could|i would|i'd|if you|shall|next)\b/i;

/** Returns the values in a report that differ from those of the new changes and belong to no other change. */
export function mistoldIn(
  report: string,
  fresh: readonly Act[],
  earlier: readonly Act[],
  { told, order }: Ground,
): readonly Mistold[] {
  const all = [...fresh, ...earlier];
  const wrongs = fresh.map((act) => {
    const others = all.filter((each) => each !== act);
    const beside = others.flatMap(({ slots }) => slots);
    const elsewhere = new Set([
      ...beside.flatMap(({ own }) => own.map(({ value }) => String(value))),
      ...others.flatMap(({ keys, words }) => [...keys, ...words]),
      ...act.made,
    ]);
    // a report may say only one of several values: "the ride to the airport" says one of the two places of a ride
    const same = (slot: Slot): string[] =>
      act.slots.flatMap((each) => (each === slot ? [] : each.own.map(({ value }) => String(value))));
    // a number that the result of the change shows, such as a remaining quantity, is not wrong; an amount of money may
    // be
    const isOfOther = (said: string): boolean =>
      numbersSaid(said).some(
        ({ number, isMoney }) =>
          others.some(({ numbers }) => numbers.has(number)) || (!isMoney && act.numbers.has(number)),
      );
    const isShownDay = ({ said, slot }: Mistold): boolean =>
      slot.isRow &&
      datesSaid(said, order).some((date) =>
        act.days.some(({ day, words }) => mayBeDay(date, day) && tellsEnd(report, day, words, order)),
      );
    return compareTold(report, act.slots, told, order, beside).wrong.filter(
      (each) =>
        !elsewhere.has(each.said) && !same(each.slot).includes(each.said) && !isOfOther(each.said) && !isShownDay(each),
    );
  });
  return wrongs.sort((one, other) => one.length - other.length)[0] ?? [];
}

/**
 * Tells whether a report gives a date as the end of something, or with a word of the date's field in the result: "I'm
 * holding the seats until 23 August", "The hold lapses on 23 August". In "I've held seats for 23 August", the date is
 * that of the show.
 */
function tellsEnd(report: string, day: string, words: readonly string[], order: DateOrder): boolean {
  const stems = words.filter((word) => word.length >= STEM && !word.endsWith('ed')).map((word) => word.slice(0, STEM));
  const before = datesSaid(report, order)
    .filter((date) => mayBeDay(date, day))
    .map(({ start }) => /[^.!?;]*$/.exec(report.slice(0, start))?.[0].toLowerCase() ?? '');
  return (
    before.length > 0 && before.every((text) => ENDS.test(text) || stems.some((stem) => text.includes(` ${stem}`)))
  );
}

const STEM = 5;
const ENDS =
  /\b(?:until|till|through|by|before|up to|valid to|due|runs out|(?:end|laps|expir|clos)\w*)(?: on| at)?(?: \d{1,2}[:.]\d\d(?: on)?)?(?: the)?(?: \w+day,?)?(?: the)? $/;

/**
 * Returns the wrong values in claims that a later message repeats. Each claim is compared with the changes of its
 * action.
 */
export function retoldIn(
  claims: readonly { readonly text: string }[],
  acts: readonly Act[],
  ground: Ground,
): readonly Mistold[] {
  return claims.flatMap(({ text }) => {
    const meant = acts.filter(({ deeds }) => compareDeeds(deedsIn(text), deeds) === 'same');
    return mistoldIn(
      text,
      meant,
      acts.filter((act) => !meant.includes(act)),
      ground,
    ).slice(0, 1);
  });
}
