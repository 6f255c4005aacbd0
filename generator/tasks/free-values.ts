// Makes up values that the user chooses: words, amounts and dates that fit an argument and do not come from a row.
import { formatClock, parseClock } from '../../envs/clock.ts';
import type { Random } from '../../envs/random.ts';
import type { Json } from '../../envs/values/json.ts';
import { splitName } from '../../envs/words/split-words.ts';
import { kindOf } from '../recipe/value-kinds.ts';
import type { Leaf } from './atlas.ts';

const REASONS = [
  'it does not fit',
  'the colour is not what I expected',
  'I changed my mind',
  'I got a duplicate as a present',
  'I will be away that week',
];
const CAUSES = [
  'I was asked to do so',
  'my plans have changed',
  'it was agreed on the phone',
  'it is what we talked about last week',
  'I will be away that week',
];
/** Reasons for a change of plans. They do not fit a call that makes something new. */
const CHANGES = new Set(['my plans have changed', 'I will be away that week']);
const MAKES = /^(book|create|add|place|open|register|schedule|make|reserve|order|apply|start|new)/;
const NOTES = [
  'Please call before coming by.',
  'The side door is open in the morning.',
  'I prefer to be written to, not called.',
  'Ask for Robin at the desk.',
  'Everything should go to the new address.',
  'The bell does not work, please knock.',
];
const MESSAGES = [
  'I will arrive a little later than planned.',
  'Thank you for the quick help last week!',
  'Could we meet on Thursday instead?',
  'The figures are ready for review.',
  'Please bring the signed papers along.',
];
const TITLES = [
  'Summer notes',
  'Harbour walk',
  'Second draft',
  'Winter stock',
  'Orchard list',
  'Quarterly check',
  'Blue folder',
];
const NAMES = [
  'Robin Alder',
  'Noor Haddad',
  'Ilse Brandt',
  'Tomas Vega',
  'Mina Okafor',
  'Jonas Weil',
  'Petra Lindqvist',
];

/** Makes a value for an argument. Returns undefined if no sensible value is known. */
export function freeValue({ path, schema, seen }: Leaf, tool: string, clock: string, random: Random): Json | undefined {
  const words = splitName(path.findLast((part) => part !== '[]') ?? '');
  const last = words.at(-1) ?? '';
  const types = new Set([schema['type']].flat());
  if ('const' in schema) return schema['const'] as Json;
  if (types.has('integer') || types.has('number'))
    return numberOf(seen, schema, types.has('integer'), usual(words, schema, types.has('integer')), random);
  if (!types.has('string') && seen.length > 0) return random.pick(seen);
  const example = seen.find((each) => typeof each === 'string');
  const format = String(schema['format'] ?? '');
  if (format === 'date' || (typeof example === 'string' && /^\d{4}-\d\d-\d\d$/.test(example)))
    return someDay(clock, random);
  if (format === 'date-time' || (typeof example === 'string' && /^\d{4}-\d\d-\d\dT/.test(example)))
    return `${someDay(clock, random)}T${String(random.int(8, 17)).padStart(2, '0')}:00:00Z`;
  if (format !== '' || schema['pattern'] !== undefined) return example ?? undefined;
  const most = Number(schema['maxLength'] ?? 200);
  const bank = /reason|cause|why/.test(last)
    ? /return|refund|exchange|cancel/.test(tool)
      ? REASONS
      : MAKES.test(splitName(tool.split('.').at(-1) ?? '').join(' '))
        ? CAUSES.filter((cause) => !CHANGES.has(cause))
        : CAUSES
    : /message|text|body|content|comment|reply/.test(last)
      ? MESSAGES
      : /note|description|detail|instruction|remark|summary|topic|subject/.test(last)
        ? NOTES
        : /title|label/.test(last)
          ? TITLES
          : /name/.test(last)
            ? NAMES
            : undefined;
  if (bank !== undefined) return random.pick(bank).slice(0, most);
  if (/mail/.test(last))
    return `${random.pick(['robin', 'noor', 'ilse', 'tomas', 'mina'])}.${random.int(10, 99)}@example.com`;
  if (/phone|mobile/.test(last)) return `+1555${random.int(1_000_000, 9_999_999)}`;
  if (/version/.test(last)) return random.pick(['1.0', '2.0', '2030-06-01']).slice(0, most);
  if (typeof example === 'string' && PROSE.test(example))
    return /secret|token|key|code|password|hash/.test(last)
      ? `K${random.int(100_000, 999_999)}`
      : random.pick(TITLES).slice(0, most);
  return example === undefined ? undefined : (random.pick(seen) as Json);
}

/** Matches a whole sentence. A sentence cannot be a name. */
const PROSE = /^\p{Lu}.* .*[.!]$/u;

const DAY = 86_400;

function someDay(clock: string, random: Random): string {
  return formatClock(parseClock(clock) + random.int(7, 120) * DAY).slice(0, 10);
}

/** Returns the usual range of a number by its name, such as 1 to 5 for a rating. */
function usual(
  words: readonly string[],
  schema: Leaf['schema'],
  whole: boolean,
): readonly [number, number] | undefined {
  const { minimum: _low, maximum: _high, exclusiveMinimum: _least, exclusiveMaximum: _most, ...rest } = schema;
  const name = words.join('_');
  const type = whole ? 'integer' : 'real';
  const maker = kindOf({ name, words, type, schema: rest, description: String(schema['description'] ?? ''), owner: [] })
    ?.maker as { int?: readonly [number, number]; real?: readonly [number, number] } | undefined;
  return maker?.int ?? maker?.real;
}

function numberOf(
  seen: readonly Json[],
  schema: Leaf['schema'],
  whole: boolean,
  kind: readonly [number, number] | undefined,
  random: Random,
): Json {
  const example = seen.find((each) => typeof each === 'number');
  const base = typeof example === 'number' ? example : 10;
  const [low, high] = kind !== undefined && (base < kind[0] || base > kind[1]) ? kind : [];
  const least = Number(
    schema['minimum'] ?? schema['exclusiveMinimum'] ?? low ?? (base < 0 ? base * 2 : whole ? 1 : 0.5),
  );
  const most = Math.max(
    least,
    Number(
      schema['maximum'] ?? high ?? Math.min(Math.max(base * 1.5, least + 5), Math.max(kind?.[1] ?? Infinity, base)),
    ),
  );
  const value = least + random.real() * (most - least);
  if (whole || Number.isInteger(base)) return Math.max(Math.round(value), Math.ceil(least));
  return Math.round(value * 4) / 4;
}
