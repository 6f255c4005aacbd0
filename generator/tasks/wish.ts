// Writes the user's wish for a planned call: the verb, the object, and the values. The words for a value depend on its
// kind, such as "for 3 hours", "over $20", or "with north as the branch".
import type { Random } from '../../envs/random.ts';
import type { Json } from '../../envs/values/json.ts';
import { isMoney, labelOf, listed, spoken } from '../../envs/words/spoken.ts';
import { plural, singular, splitName } from '../../envs/words/split-words.ts';
import type { Described, Goal } from './plan.ts';
import { article, firstClause, isPerson, nameOf, phraseOf, PREPOSITION, rowPhrase, thing } from './words.ts';

/** Verbs that create their object, as in "create an order". */
const MAKES =
  /^(create|add|place|open|register|book|issue|request|order|post|send|submit|make|schedule|new|insert|leave|rent|reserve|borrow|give|grant|buy|purchase|hire|lend|award|announce|declare|establish|initiate|introduce|deploy|allocate|prescribe|offer|organize|arrange|host|upload|publish|log|record|report|file|launch|plan|draft|write|compose|generate|append|propose|provision|build|import|invite|apply|enter)$/;
const UPDATES = /^(update|change|edit|modify|set|adjust|correct|patch|alter|replace|customize|configure|amend)$/;

interface Value {
  readonly name: string;
  readonly value: Json;
}

/** Writes the wish as a clause that begins with a verb. */
export function wish(goal: Goal, described: readonly Described[], hidden: ReadonlySet<string>, random: Random): string {
  const { verb, noun, tail } = phraseOf(goal.tool);
  const flip = goal.leaves.find(
    ({ leaf, value }) => typeof value === 'boolean' && /^(on|enabled|active)$/.test(nameOf(leaf.path)),
  );
  if (flip !== undefined && noun !== '') {
    const about = goal.leaves.find(
      ({ row, leaf }) => row !== undefined && leaf.meaning.kind === 'key' && !isPerson(row.table),
    );
    const where = about?.row === undefined ? '' : ` for ${rowPhrase(about.row, about.value, described, random)}`;
    return `switch ${noun} ${flip.value === true ? 'on' : 'off'}${where}`;
  }
  const isRow = ({ row, leaf }: (typeof goal.leaves)[number]): boolean =>
    row !== undefined && (leaf.meaning.kind === 'key' || described.some((each) => each.row === row));
  const keys = goal.leaves.filter(isRow);
  const makes = MAKES.test(verb);
  // the object of the verb is a row that exists, such as the locker in "open locker L1"; in "create an order for
  // customer C1", the customer is not the object
  const own = keys.find(
    ({ row, leaf }) =>
      row !== undefined &&
      noun !== '' &&
      !hidden.has(nameOf(leaf.path)) &&
      (makes ? noun === thing(row.table) : endsAlike(noun, thing(row.table))),
  );
  const rest = keys.filter((each) => each !== own && !isPerson(each.row?.table ?? ''));
  const values = goal.leaves
    .filter(
      (each) =>
        !isRow(each) && !each.leaf.plumbing && each.leaf.meaning.kind !== 'key' && !hidden.has(nameOf(each.leaf.path)),
    )
    .map(({ leaf, value }): Value => ({ name: nameOf(leaf.path), value }));
  const object = own?.row === undefined ? undefined : rowPhrase(own.row, own.value, described, random);
  const about = rest.flatMap(({ row, value, leaf }) =>
    row === undefined || hidden.has(nameOf(leaf.path))
      ? []
      : [relation(verb, labelOf(nameOf(leaf.path)), thing(row.table), rowPhrase(row, value, described, random))],
  );
  const where = tail === '' || about.some((each) => each.includes(tail.split(' ').at(-1) ?? '')) ? [] : [tail];
  const clause = UPDATES.test(verb)
    ? changed(verb, noun, object, [...about, ...where], values, random)
    : [
        ...(object !== undefined
          ? [verb, object]
          : verb === ''
            ? [firstClause(goal.tool)]
            : noun === ''
              ? [verb]
              : makes
                ? [made(verb, noun)]
                : [verb, mine(noun)]),
        ...where,
        ...near(values, makes),
        ...about,
        ...(makes ? forWhom(values, about.length > 0) : []),
        ...payload(
          values.filter((each) => !isNear(each.name, makes) && !(makes && isForWhom(each, about.length > 0))),
          false,
          random,
        ),
      ];
  return clause.join(' ').replaceAll(/\s+/g, ' ').replaceAll(' ,', ',').replace(/,$/, '').trim();
}

/** Writes a change of values, such as: change the title of book B1 to "Moss" and its year to 1999. */
function changed(
  verb: string,
  noun: string,
  object: string | undefined,
  about: readonly string[],
  values: readonly Value[],
  random: Random,
): string[] {
  const [first, ...others] = values.filter(({ name }) => !SAID.test(spelled(name)) && !isReason(name));
  const said = values.filter(({ name }) => SAID.test(spelled(name)) || isReason(name));
  const isAddress = values.some(({ name }) => PLACE.test(spelled(name)));
  const thingMeant = object ?? mine(noun);
  const [word] = said;
  // "set the note to …" needs no further name for the text
  if (first === undefined && said.length === 1 && word !== undefined && noun.endsWith(labelOf(word.name)))
    return [verb, thingMeant, ...about, `to "${String(word.value)}"`];
  if (first === undefined || isAddress)
    return [verb, thingMeant, ...about, ...payload(isAddress ? values : said, true, random)];
  const to = ({ name, value }: Value): string => quoted(value, labelOf(name));
  const is = (each: Value): string =>
    typeof each.value === 'boolean'
      ? `${labelOf(each.name)} is switched ${each.value ? 'on' : 'off'}`
      : `the ${labelOf(each.name)} is ${to(each)}`;
  const label = labelOf(first.name).replace(/^new /, '');
  // a single value needs no name, as in "set the thermostat to 21"
  if (object === undefined && others.length === 0 && (/^(value|new value)$/.test(label) || noun.endsWith(label)))
    return [verb, thingMeant, ...about, `to ${to(first)}`, ...payload(said, false, random)];
  if (object === undefined)
    return [
      verb,
      thingMeant,
      ...about,
      `so that ${listed([first, ...others].map(is))}`,
      ...payload(said, false, random),
    ];
  const rest = others.map((each) => `its ${labelOf(each.name).replace(/^new /, '')} to ${to(each)}`);
  return [
    verb === 'set' ? 'set' : 'change',
    listed([`the ${label} of ${object}${about.length === 0 ? '' : ` ${about.join(' ')}`} to ${to(first)}`, ...rest]),
    ...payload(said, false, random),
  ];
}

/** Writes the quantity of a new row, and the person whom it is for: ", 12 of them, for Robin Alder". */
function forWhom(values: readonly Value[], isOfThing: boolean): string[] {
  const meant = values.filter((each) => isForWhom(each, isOfThing));
  const count = meant.find(({ value }) => typeof value === 'number');
  const person = meant.find(({ value }) => typeof value === 'string');
  return [
    ...(count === undefined ? [] : [`, ${String(count.value)} of ${count.value === 1 ? 'it' : 'them'},`]),
    ...(person === undefined ? [] : [`for ${String(person.value)}`]),
  ];
}

/** Tells whether a value is the quantity of a new row, or the name of the person for whom it is. */
function isForWhom({ name, value }: Value, isOfThing: boolean): boolean {
  if (typeof value === 'number') return isOfThing && Number.isInteger(value) && /^(quantity|qty)$/.test(spelled(name));
  return typeof value === 'string' && isPerson(spelled(name)) && /^\p{Lu}\p{L}+ \p{L}/u.test(value);
}

/** The usual verbs for making things that are agreed on, such as "place" an order. */
const USUAL: readonly (readonly [RegExp, string])[] = [
  [/(^| )orders?$/, 'place'],
  [/(^| )(booking|reservation)s?$/, 'make'],
];

/** Returns the verb that people use to ask for a new row: they "place" an order, although the tool "creates" it. */
function usualVerb(verb: string, noun: string): string {
  return /^(create|add|new|insert|generate|post|submit)$/.test(verb)
    ? (USUAL.find(([pattern]) => pattern.test(noun))?.[1] ?? verb)
    : verb;
}

function made(verb: string, noun: string): string {
  const isMass = /(feedback|information|advice|access|money|support|goodwill|help|data)$/.test(noun);
  // "give" would say the opposite, because the user wants to receive something
  return `${verb === 'give' ? 'arrange' : usualVerb(verb, noun)} ${isMass ? '' : `${article(noun)} `}${noun}`;
}

/** Turns "customer address" into "my address". */
function mine(noun: string): string {
  const [first = '', ...rest] = noun.split(' ');
  return rest.length > 0 && isPerson(first) ? `my ${rest.join(' ')}` : `the ${noun}`;
}

/** Verbs that move something to a place. */
const GOES = /^(redirect|move|transfer|send|ship|deliver|forward|reassign|migrate|add|attach|dispatch|assign)$/;

/** Matches names of keys that are printed on an object, such as a tracking number. */
const PRINTED = /(?:^| )(?:number|no|code|barcode|tag|plate|sku|reference|serial|isbn)$/;
const VOUCHER = /discount|coupon|voucher|promo|gift/;

function relation(verb: string, label: string, noun: string, phrase: string): string {
  if (/^(to|from|into)\b/.test(label)) return `${label.split(' ')[0] ?? ''} ${phrase}`;
  if (/payment|method|card|wallet/.test(noun)) return `using ${phrase}`;
  if (/variant|product|item|plan/.test(noun)) return `with ${phrase}`;
  if (label === noun || noun.endsWith(` ${label}`)) return `${GOES.test(verb) ? 'to' : 'for'} ${phrase}`;
  // a printed key names the row: "for the parcel", not "with the parcel … as the tracking number"
  if (PRINTED.test(label) && !VOUCHER.test(noun)) return `${GOES.test(verb) ? 'to' : 'for'} ${phrase}`;
  // avoid a repeated noun: "the source account A1", not "the source account account A1"
  if (label.endsWith(` ${noun}`) && phrase.startsWith(`${noun} `))
    return `with the ${label} ${phrase.slice(noun.length + 1)}`;
  return `with ${phrase} as the ${label}`;
}

function endsAlike(noun: string, table: string): boolean {
  return (
    noun === table ||
    noun.endsWith(` ${table}`) ||
    table.endsWith(` ${noun}`) ||
    noun.split(' ').at(-1) === table.split(' ').at(-1)
  );
}

const SAID = /^(body|text|message|note|content|comment)$/;
const PLACE = /^(street|address|line ?1|city|region|province|postcode|zip|zip code|postal code)$/;

function isReason(name: string): boolean {
  return spelled(name).endsWith('reason');
}

function spelled(name: string): string {
  return splitName(name).join(' ');
}

function quoted(value: Json, label: string): string {
  const said = spoken(value, label);
  return typeof value === 'string' && value.includes(' ') ? `"${said}"` : said;
}

/** Returns the words directly after the noun, as in "a credit of $18" or "a folder called Moss". */
function near(values: readonly Value[], makes: boolean): string[] {
  const amount = values.find(({ name }) => AMOUNT.test(spelled(name)));
  const title = makes ? values.find(({ name }) => TITLE.test(spelled(name))) : undefined;
  return [
    ...(amount === undefined ? [] : [`of ${spoken(amount.value, labelOf(amount.name))}`]),
    ...(title === undefined ? [] : [`called "${spoken(title.value)}"`]),
  ];
}

function isNear(name: string, makes: boolean): boolean {
  return AMOUNT.test(spelled(name)) || (makes && TITLE.test(spelled(name)));
}

const AMOUNT = /(^| )amount$/;
const TITLE = /^(name|title|display name|label)$/;

/** Writes the values that the user gives, such as an address or a reason. */
function payload(values: readonly Value[], isAddress: boolean, random: Random): string[] {
  const left = [...values];
  const parts: string[] = [];
  const take = (pattern: RegExp): Value | undefined => {
    const at = left.findIndex(({ name }) => pattern.test(spelled(name)));
    return at === -1 ? undefined : left.splice(at, 1)[0];
  };
  const address = [
    take(/^(street|address|line ?1)$/),
    take(/^city$/),
    ['region', 'postcode'].map((part) =>
      take(part === 'region' ? /^(region|state|province)$/ : /^(postcode|zip|zip code|postal code)$/),
    ),
  ].flatMap((each) => {
    const said = [each].flat().flatMap((part) => (part === undefined ? [] : [String(part.value)]));
    return said.length === 0 ? [] : [said.join(' ')];
  });
  // "to" fits a full address, as in "to 7 Mill Lane, Dover", but a city alone takes "in", as in "a project in Dover"
  const isFull = isAddress || address.length > 1 || values.some(({ name }) => /^(street|address)/.test(spelled(name)));
  if (address.length > 0) parts.push(`${isFull ? 'to' : 'in'} ${address.join(', ')}`);
  const reason = take(/reason$/);
  const words = take(SAID);
  const others = left.map((each) => stated(each, random));
  if (others.length > 0) parts.push(listed(others));
  if (words !== undefined) parts.push(`saying "${String(words.value)}"`);
  if (reason !== undefined) parts.push(`with the reason "${String(reason.value)}"`);
  return parts;
}

const UNIT = /^(second|minute|hour|day|night|week|month|year)$/;
/** Matches names of values that are numbers of something, not quantities: the 12 in "seat 12". */
const NUMBERED = /(^| )(line|row|seat|table|room|slot|step|page|floor|platform|gate|version|year|number|no)$/;

/** Writes one value in words, such as "for 3 hours", "with a quantity of 2" or "with express shipping switched on". */
function stated({ name, value }: Value, random: Random): string {
  const label = labelOf(name);
  const last = splitName(name).at(-1) ?? '';
  const said = spoken(value, label);
  const measured = / (kg|g|km|m|cm|mm|lb|mile|minute|hour|day|second|percent|gb|mb|usd|eur)$/.exec(label)?.[1];
  if (typeof value === 'number' && measured !== undefined && measured !== '') {
    const what = label.slice(0, -measured.length - 1);
    const unit = measured.length > 3 && measured !== 'percent' && value !== 1 ? plural(measured) : measured;
    return `with ${article(what)} ${what} of ${said} ${unit}`;
  }
  if (typeof value === 'boolean') return `with ${label} switched ${value ? 'on' : 'off'}`;
  if (PREPOSITION.test(label)) return `${label} ${quoted(value, label)}`;
  if (typeof value === 'number') {
    const count = `${value} ${[...label.split(' ').slice(0, -1), value === 1 ? last : plural(last)].join(' ')}`;
    if (UNIT.test(last) && isMany(name)) return `for ${count}`;
    if (NUMBERED.test(label)) return `for ${label} ${said}`;
    if (isMany(name) && Number.isInteger(value) && !isMoney(label)) return `with ${count}`;
    return `with ${article(label)} ${label} of ${said}`;
  }
  if (Array.isArray(value))
    return `with the ${value.length === 1 ? label : [...label.split(' ').slice(0, -1), plural(last)].join(' ')} ${said}`;
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && said !== value) {
    if (/^(date|day|when|time)$/.test(label)) return `on ${said}`;
    if (/ (at|on|by|until|from)$/.test(label) || label === 'due') return `${label.replace(/ at$/, ' on')} ${said}`;
    return `with ${article(label)} ${label} of ${said}`;
  }
  if (/(^| )(size|type|kind|category|class|colou?r)$/.test(label)) return `of ${label} ${quoted(value, label)}`;
  return random.pick([`with the ${label} ${quoted(value, label)}`, `with ${label} ${quoted(value, label)}`]);
}

/** Tells whether a name is a plural, such as "gigabytes", so that its value is a count. */
function isMany(name: string): boolean {
  const last = (/[A-Za-z]+$/.exec(name)?.[0] ?? '').replace(/^.*[a-z](?=[A-Z])/, '').toLowerCase();
  return last.endsWith('s') && singular(last) !== last;
}
