// Finds numbers of a thing that nothing shows: "coach 6" or "tier 4", where the results name other coaches and tiers,
// and "the card ending in 4471", where no number ends so.
import type { Json } from '../values/json.ts';
import { leavesOf } from '../values/places.ts';
import { isMoney } from '../words/spoken.ts';
import { splitName } from '../words/split-words.ts';
import type { Fact, FactGround } from './fact-ground.ts';

/** Words of a field's name that name no thing. */
const NO_THING = new Set(['number', 'code', 'id', 'name', 'count', 'total', 'amount', 'left', 'minute', 'hour', 'day', 'night', 'week', 'month', 'year', 'percent', 'page', 'time', 'date', 'limit', 'in', 'of', 'at', 'on', 'per', 'most', 'least', 'max', 'min', 'of', 'pin', 'since', 'until']); // prettier-ignore
const SHORT_NUMBER = /^\d{1,4}(?:\.\d{1,3})?$/;
const LEAST = 4;
const ENDING = /\bend(?:ing|s)? (?:in |with |on )?(\d{3,5})(?!\d|[.,:]\d)/gi;

/** Returns the numbers after a word of a field's name that no value has. */
export function strangeNumbers(text: string, facts: readonly Fact[], { log, told, written }: FactGround): string[] {
  const lower = text.toLowerCase();
  const labels = new Set(
    facts.flatMap(({ label, value }) =>
      SHORT_NUMBER.test(String(value)) && !isMoney(label)
        ? splitName(label).filter((word) => word.length >= LEAST && !NO_THING.has(word))
        : [],
    ),
  );
  if (labels.size === 0 && !/\bend/i.test(text)) return [];
  const leaves = log.flatMap(({ arguments: args, result, error }) =>
    leavesOf([args, result ?? error ?? null] as Json).map(({ value, place }) => ({
      words: new Set(splitName(String(place.findLast((step) => typeof step === 'string') ?? ''))),
      value: String(value),
    })),
  );
  const spoken = `${told} ${written}`.toLowerCase();
  const isShown = (label: string, number: string): boolean =>
    leaves.some(({ words, value }) => words.has(label) && value === number) ||
    [`${label} ${number}`, `${label}s ${number}`, `${label} number ${number}`].some((each) => spoken.includes(each)) ||
    leaves.some(({ value }) => value.toLowerCase().includes(`${label} ${number}`));
  const said = [...labels].flatMap((label) =>
    [
      ...lower.matchAll(
        new RegExp(
          `(?<![\\p{L}-])${label} (?:number |no\\.? |# ?)?(\\d{1,4}(?:\\.\\d{1,3})?)(?![\\d:%]|[.,]\\d| ?(?:am|pm|st|nd|rd|th|of)\\b)`,
          'gu',
        ),
      ),
    ]
      .filter(([, number = '']) => !isShown(label, number))
      .map(([all]) => all),
  );
  const runs = [...leaves.map(({ value }) => value), ...(spoken.match(/[\d -]{3,}/g) ?? [])].map((each) =>
    each.replaceAll(/\D/g, ''),
  );
  const ends = [...text.matchAll(ENDING)]
    .filter(([, digits = '']) => !runs.some((each) => each.endsWith(digits)))
    .map(([all]) => all);
  return [...said, ...ends];
}
