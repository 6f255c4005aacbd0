// Makes the features of a proposal, compared with a change that the user wants. They tell which values of the change
// the proposal says, which other values it says, and which action it proposes. Values are compared exactly; a fitted
// model weighs the words around them.
import { plainMarks, sentencesOf } from '../../words/clauses.ts';
import { datesSaid, mayBeDay, type DateOrder } from '../../words/dates-said.ts';
import { compareDeeds, deedsIn } from '../../words/deeds.ts';
import { numbersSaid } from '../../words/numbers-said.ts';
import { plainWords, spoken } from '../../words/spoken.ts';
import { isTime, timesSaid } from '../../words/times-said.ts';
import { compareTold, type Told } from '../../words/told.ts';
import type { Features } from './linear-model.ts';
import type { ProposalGround, WantedChange } from './proposal-ground.ts';
import { inFull, replyFeatures, stem, withSums, wordsOf } from './reply-features.ts';
import { proposalSums } from './reply-sums.ts';

/** The wanted change that is most similar to a proposal, with the comparison of both. */
export interface Nearest {
  readonly change: WantedChange;
  readonly told: Told;
}

/** The weight of features about values. It is greater than that of the words around them. */
const WEIGHT = 6;

export function nearestChange(proposal: string, { changes, told, order }: ProposalGround): Nearest | undefined {
  const tries = changes.map((change) => {
    const beside = changes.filter((each) => each !== change).flatMap(({ slots }) => slots);
    return { change, told: compareTold(proposal, change.slots, told, order, beside) };
  });
  return tries.sort(
    (one, other) => one.told.wrong.length - other.told.wrong.length || other.told.named.length - one.told.named.length,
  )[0];
}

export function proposalFeatures(
  proposal: string,
  ground: ProposalGround,
  common: ReadonlySet<string>,
  nearest = nearestChange(proposal, ground),
): Features {
  const own = ownNames(ground);
  const situation = {
    told: ground.told,
    tools: ground.changes.map(({ words }) => words.join('_')),
    shown: own.join(' . '),
  };
  const marks = marksOf(proposal, ground, own, common, nearest);
  return withSums(
    replyFeatures(proposal, situation, common, marks, WEIGHT),
    proposalSums(proposal, ground, common),
    WEIGHT,
  );
}

function ownNames({ changes }: ProposalGround): string[] {
  return changes.flatMap(({ slots }) =>
    slots.flatMap(({ own }) =>
      own.map(({ label, value }) => `${label.replaceAll('_', ' ')} ${String(value)} ${spoken(value, label)}`),
    ),
  );
}

const BESIDE = /\b(?:additional|an? second|another|an? extra|one more|on top)\b/i;
const ONCE = /\b(?:just (?:this )?once|one[- ]time|only once|right now|this minute)\b/i;
const BOTH = /\b(?:both|as well|also|in addition|plus|at the same time|along with|together with|while i'm at it)\b/i;
const WITHOUT = /\b(?:without|instead of|rather than|stays?|keep|leave|remains?|untouched)\b/i;

function marksOf(
  proposal: string,
  { changes, told, order }: ProposalGround,
  own: readonly string[],
  common: ReadonlySet<string>,
  nearest: Nearest | undefined,
): string[] {
  const text = plainMarks(proposal);
  const deeds = deedsIn([told, ...changes.map(({ words }) => words.join(' '))].join(' . '));
  const strict = deedsIn(changes.map(({ words }) => words.join(' ')).join(' . '));
  const wrong = nearest?.told.wrong ?? [];
  const named = nearest?.told.named.length ?? 0;
  const slots = nearest?.change.slots.length ?? 0;
  const last =
    sentencesOf(text)
      .map(({ start, end }) => text.slice(start, end))
      .at(-1) ?? '';
  const marks = [
    `wrong ${Math.min(2, wrong.length)}`,
    ...wrong.map(({ slot }) => (slot.isRow ? 'wrong row' : 'wrong value')),
    `named ${named === 0 ? 'none' : named === slots ? 'all' : 'some'}`,
    `named ${Math.min(4, named)}`,
    `unnamed ${Math.min(3, slots - named)}`,
    `deed ${compareDeeds(deedsIn(text), deeds)}`,
    `tool deed ${compareDeeds(deedsIn(text), strict)}`,
    `last deed ${compareDeeds(deedsIn(last), deeds)}`,
    ...saidElse(text, told, own, order),
    ...strangeNames(text, `${told} ${own.join(' ')}`, common),
  ];
  if (changes.some(({ words }) => words.every((word) => wordsOf(text).includes(word)))) marks.push('verbatim');
  for (const [name, pattern] of Object.entries({ BESIDE, ONCE, BOTH, WITHOUT }))
    if (pattern.test(text)) marks.push(`${name} ${pattern.test(told) ? 'told' : 'new'}`);
  return marks;
}

/** Returns marks that tell how many dates, times and numbers of a text occur neither in the wish nor in its rows. */
function saidElse(text: string, told: string, own: readonly string[], order: DateOrder): string[] {
  const known = `${told} . ${own.join(' . ')}`;
  const days = datesSaid(known, order);
  const iso = own.flatMap((each) => each.match(/\d{4}-\d\d-\d\d/g) ?? []);
  const dates = datesSaid(text, order).filter(
    (date) =>
      !iso.some((day) => mayBeDay(date, day)) &&
      !days.some(
        ({ day, month }) =>
          day === date.day && (month === undefined || date.month === undefined || month === date.month),
      ),
  );
  const clock = own.flatMap((each) => each.match(/\b\d\d:\d\d\b/g) ?? []).concat(told.match(/\b\d\d?:\d\d\b/g) ?? []);
  // a time in words, such as "pick-up at eight", counts as a time of the wish too
  const words = timesSaid(known);
  const times = timesSaid(text).filter(
    (time) =>
      !clock.some((each) => isTime(time, each.padStart(5, '0'))) &&
      !words.some(({ minutes, half }) => minutes === time.minutes && half === time.half),
  );
  const numbers = new Set(numbersSaid(known).map(({ number }) => number));
  const taken = [...datesSaid(text, order), ...timesSaid(text)];
  const figures = numbersSaid(text).filter(
    ({ number, isMoney, start, end }) =>
      !isMoney && !numbers.has(number) && number !== 1 && !taken.some((each) => start >= each.start && end <= each.end),
  );
  const money = numbersSaid(text).filter(({ number, isMoney }) => isMoney && !numbers.has(number));
  return [
    `other dates ${Math.min(2, dates.length)}`,
    `other times ${Math.min(2, times.length)}`,
    `other figures ${Math.min(3, figures.length)}`,
    `other money ${Math.min(2, money.length)}`,
  ];
}

const TITLED = /\b(?:Mr|Mrs|Ms|Miss|Dear|Hi|Hello|Okay|So|Alright|Thanks|Thank you)\.?,? \p{Lu}\p{L}+/gu;

/**
 * Tells whether a proposal contains a date, a time or a title that is neither in the wish nor in its rows. Such a
 * proposal is about something else.
 */
export function saysElse(proposal: string, ground: ProposalGround): boolean {
  const text = plainMarks(proposal);
  const own = ownNames(ground);
  const known = plainWords(inFull(`${ground.told} ${own.join(' ')}`));
  return (
    saidElse(text, ground.told, own, ground.order).some((mark) => /^other (?:dates|times) [12]/.test(mark)) ||
    titlesIn(text).some((title) => !known.includes(plainWords(title)))
  );
}

/** The smallest number of characters of a title. */
const SHORTEST = 3;
/** Matches a JSON key that an agent reads out. It is in quotation marks, but is not a name. */
const KEY = /["“]\w+["”](?=\s*:)/g;

function titlesIn(text: string): string[] {
  const plain = text.replaceAll(TITLED, ' ').replaceAll(KEY, ' ');
  return [...plain.matchAll(/["“]([^"”]{1,60})["”]/g)].flatMap(([, title = '']) =>
    title.length < SHORTEST ? [] : [inFull(title)],
  );
}

/** Returns marks that tell how many names and rare words of a text do not occur in the known text. */
function strangeNames(text: string, known: string, common: ReadonlySet<string>): string[] {
  const own = new Set(wordsOf(known).map(stem));
  const bare = text.replaceAll(TITLED, ' ');
  const names = [...bare.matchAll(/(?<=[\p{L}\p{N},:"] ["']?)\p{Lu}\p{Ll}{2,}/gu)]
    .map(([name]) => name.toLowerCase())
    .filter((name) => !own.has(stem(name)) && !MONTH.test(name));
  const plain = plainWords(inFull(known));
  const titles = titlesIn(text).filter((title) => !plain.includes(plainWords(title)));
  const rare = new Set(
    wordsOf(bare).filter((word) => word.length > 3 && !/\d/.test(word) && !common.has(word) && !own.has(stem(word))),
  );
  return [
    `other names ${Math.min(2, names.length)}`,
    `other titles ${Math.min(1, titles.length)}`,
    `rare ${Math.min(5, rare.size)}`,
  ];
}

const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)/;
