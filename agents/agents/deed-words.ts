// Puts a call into words that a person understands: the action, the rows and the values. For example, setNote becomes:
// set the note to "Ring twice." for order ord_1004 (Jon Ryan). The same clause proposes a call ("Shall I …?") and
// reports a call ("I have …").
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { listed, plainWords, says, spoken, stateOf } from '../../envs/words/spoken.ts';
import { plural } from '../../envs/words/split-words.ts';
import { isUnspoken } from '../../envs/words/unspoken.ts';
import { partsOf, type Parts } from './deed-parts.ts';
import { AND_MARK } from './past-deed.ts';
import { rowName, rowOf } from './row-name.ts';
import { said } from './speech.ts';
import {
  article,
  aside,
  isAside,
  isDay,
  isNear,
  nameOf,
  nearby,
  onDay,
  PLAIN,
  quoted,
  SNAKE,
  stated,
  type Leaf,
} from './value-words.ts';

export interface DeedCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

export interface DeedGround {
  isKey(value: Json): boolean;
  /** The results of all earlier calls. The name of a row is looked up in these results. */
  readonly shown: readonly Json[];
  /** Returns the kind of the row that has this key, such as "order", or undefined if there is no such row. */
  thingOf?(value: Json): string | undefined;
  /**
   * Tells whether the user has said a value. The label tells how people say the value: 71 with the label "price" is
   * said as "$71".
   */
  isTold?(value: Json, label: string): boolean;
}

/**
 * Returns the clause that follows "Shall I", such as: cancel order O1. Calls of one tool that differ only in the row
 * share one clause; otherwise each call gets its own.
 */
export function deedClause(calls: readonly DeedCall[], ground: DeedGround): string {
  const [first] = calls;
  if (first === undefined) return '';
  const varying = calls.length === 1 ? undefined : varyingRow(calls, ground);
  if (calls.length > 1 && varying === undefined) return listed(calls.map((call) => deedClause([call], ground)));
  const { verb, noun, tail } = partsOf(first.name);
  const leaves = leavesOf(first.arguments, ground, first.name);
  const rows = leaves.filter(({ isRow }) => isRow);
  const values = leaves.filter(({ isRow }) => !isRow);
  const own = ownRow(rows, verb, noun, ground);
  const many = varying === undefined ? undefined : calls.map((call) => call.arguments[varying] as Json);
  const phrase = (row: Leaf, label: string): string =>
    many !== undefined && row.name === varying
      ? `these ${many.length} ${plural(label)}`
      : `${isMany(row.value) ? plural(label) : label} ${rowsSaid(row.value, ground)}`;
  const rest = joined(rows.filter((row) => row !== own).map((row) => relation(row, { verb, tail }, phrase)));
  const flat = values.filter(({ value }) => value !== '' && value !== null);
  const object =
    own === undefined ? (noun === '' ? '' : `the ${noun}`) : phrase(own, noun === '' ? nameOf(own.name) : noun);
  const isTailSaid = tail === undefined || rows.some((row) => row !== own && isAlike(nameOf(row.name), tail.noun));
  const where = [
    ...(isTailSaid || tail === undefined
      ? []
      : [`${tail.word} ${NO_ARTICLE.test(tail.noun) ? '' : 'the '}${tail.noun}`]),
    ...rest,
  ];
  const clause = UPDATES.test(verb)
    ? changed(verb, noun, { object: own === undefined ? undefined : object, where, values: flat })
    : made(verb, noun, { object, isOwn: own !== undefined, where, values: flat });
  const list = many === undefined ? '' : `: ${listed(many.map((value) => rowsSaid(value, ground)))}`;
  return `${clause}${list}`.replaceAll(/ {2,}/g, ' ').trim();
}

/** Puts a tool's name into words without a row: cancel_order becomes "cancel the order". */
export function bareDeed(tool: string): string {
  const { verb, noun } = partsOf(tool);
  return noun === '' ? verb : `${verb} the ${noun}`;
}

function leavesOf(args: JsonObject, ground: DeedGround, tool: string): Leaf[] {
  return Object.entries(args).flatMap(([name, value]): Leaf[] => {
    if (isUnspoken(name, tool)) return [];
    // the members of a flat object, such as an address, count as values of the call itself
    const isFlat =
      isJsonObject(value) && Object.values(value).every((each) => each === null || typeof each !== 'object');
    return isFlat
      ? leavesOf(value, ground, tool)
      : [{ name, value: value as Json, isRow: isKeyed(value as Json, ground) }];
  });
}

function isMany(value: Json): boolean {
  return Array.isArray(value) && value.length > 1;
}

/** Tells whether a text is the key of a row or looks like a key. A list counts if all its items are keys of rows. */
function isKeyed(value: Json, ground: DeedGround): boolean {
  if (Array.isArray(value))
    return (
      value.length > 0 && (value as readonly Json[]).every((each) => typeof each === 'string' && ground.isKey(each))
    );
  return typeof value === 'string' && (ground.isKey(value) || LIKE_KEY.test(value));
}

const LIKE_KEY = /^[a-z]{2,5}_\d{2,}$/;

function rowsSaid(value: Json, { shown, isTold }: DeedGround): string {
  return listed(
    (Array.isArray(value) ? (value as readonly Json[]) : [value]).map((each) => rowName(each, shown, isTold)),
  );
}

/**
 * Returns the argument with the key of the row that the tool acts on, such as the order for cancel_order. Returns
 * undefined if there is none.
 */
function ownRow(rows: readonly Leaf[], verb: string, noun: string, ground: DeedGround): Leaf | undefined {
  const named = rows.find(({ name }) => isAlike(nameOf(name), noun));
  if (named !== undefined) return named;
  const first = (value: Json): Json => (Array.isArray(value) ? ((value as readonly Json[])[0] ?? null) : value);
  const kept = MAKES.test(verb)
    ? undefined
    : rows.find(({ value }) => isAlike(ground.thingOf?.(first(value)) ?? '', noun));
  const [only, ...more] = rows;
  return kept ?? (only !== undefined && more.length === 0 && BARE_KEY.test(nameOf(only.name)) ? only : undefined);
}

/**
 * Returns the name of the only argument in which the calls differ. Returns undefined if the calls are of different
 * tools, differ in several arguments, or if that argument is not the key of a row in each call.
 */
function varyingRow(calls: readonly DeedCall[], ground: DeedGround): string | undefined {
  const [first] = calls;
  if (first === undefined || calls.some(({ name }) => name !== first.name)) return undefined;
  const names = [...new Set(calls.flatMap(({ arguments: args }) => Object.keys(args)))];
  const varied = names.filter(
    (name) => new Set(calls.map(({ arguments: args }) => JSON.stringify(args[name]))).size > 1,
  );
  const [only] = varied;
  return varied.length === 1 &&
    only !== undefined &&
    calls.every(({ arguments: args }) => typeof args[only] === 'string' && ground.isKey(args[only] as Json))
    ? only
    : undefined;
}

/**
 * Tells whether one proposal can cover these calls: there are several, and they call one tool and differ only in the
 * row.
 */
export function isOneDeed(calls: readonly DeedCall[], ground: DeedGround): boolean {
  return calls.length > 1 && varyingRow(calls, ground) !== undefined;
}

const BARE_KEY = /^(?:id|identifier|key|code|number|name|slug|path|ref|reference|uuid)$/;
const UPDATES =
  /^(?:update|change|edit|modify|set|adjust|correct|patch|alter|configure|amend|rename|revise|tune|customize)$/;
function isAlike(label: string, noun: string): boolean {
  return noun !== '' && (noun === label || noun.endsWith(` ${label}`) || label.endsWith(` ${noun}`));
}

type Phrase = (row: Leaf, label: string) => string;

function relation(
  row: Leaf,
  { verb, tail }: { readonly verb: string; readonly tail: Parts['tail'] | undefined },
  phrase: Phrase,
): string {
  const label = nameOf(row.name);
  if (tail !== undefined && isAlike(label, tail.noun)) return `${tail.word} ${phrase(row, tail.noun)}`;
  const [first = '', ...rest] = label.split(' ');
  if (/^(?:to|from|into)$/.test(first) && rest.length > 0) return `${first} ${phrase(row, rest.join(' '))}`;
  if (/payment|wallet|(?:credit|debit|bank) card/.test(label)) return `using ${phrase(row, label)}`;
  if (/variant|product|item|plan/.test(label)) return `with ${phrase(row, label)}`;
  if (GOES.test(verb)) return `to ${phrase(row, label)}`;
  const last = label.split(' ').at(-1) ?? '';
  return `${PLACES.test(last) ? 'in' : 'for'} ${phrase(row, label)}`;
}

const GOES = /^(?:add|append|attach|assign|post|upload|redirect|transfer|forward)$/;
const PLACES =
  /^(?:slot|room|list|folder|board|project|repository|repo|calendar|channel|workspace|base|table|database|warehouse|bin|zone|bed|plot|greenhouse)$/;

/**
 * Joins parts that begin with the same word: "for patient P1" and "for doctor D1" become "for patient P1 and doctor
 * D1".
 */
function joined(parts: readonly string[]): string[] {
  const heads = ['for', 'in', 'with', 'using'];
  return [
    ...parts.filter((part) => !heads.includes(part.split(' ')[0] ?? '')),
    ...heads.flatMap((head) => {
      const same = parts.filter((part) => part.startsWith(`${head} `)).map((part) => part.slice(head.length + 1));
      return same.length === 0 ? [] : [`${head} ${listed(same)}`];
    }),
  ];
}

interface Said {
  readonly object: string | undefined;
  readonly where: readonly string[];
  readonly values: readonly Leaf[];
}

/** Returns the clause of an update, such as: change the status of order O1 to "baked" and the note to "…". */
function changed(verb: string, noun: string, { object, where, values }: Said): string {
  const said = values.filter(
    ({ name }) => /(?:reason|comment|message)$/.test(nameOf(name)) && !isAlike(nameOf(name), noun),
  );
  const states = values.filter(({ name, value }) => typeof value === 'boolean' && stateOf(name) !== undefined);
  const [first, ...others] = values.filter((each) => !said.includes(each) && !states.includes(each));
  const behind = said.length === 0 ? [] : [`with ${listed(said.map(aside))}`];
  const marked = states.map(({ name, value }) => `${value === true ? '' : 'not '}${stateOf(name) ?? ''}`);
  if (first === undefined && marked.length > 0)
    return ['mark', object ?? `the ${noun}`, ...where, `as ${listed(marked)}`, ...behind].join(' ');
  if (first === undefined) return [verb, object ?? `the ${noun}`, ...where, ...behind].join(' ');
  if (marked.length > 0)
    return `${changed(verb, noun, { object, where, values: values.filter((each) => !states.includes(each)) })}${AND_MARK}${listed(marked)}`;
  const to = (each: Leaf): string => (typeof each.value === 'boolean' ? (each.value ? 'on' : 'off') : quoted(each));
  const label = nameOf(first.name).replace(/^new /, '');
  const isValue = /^(?:value|to)$/.test(label) || isAlike(label, noun);
  if (verb === 'rename' && others.length === 0)
    return [verb, object ?? `the ${noun}`, ...where, `to ${to(first)}`, ...behind].join(' ');
  if (object === undefined && isValue && others.length === 0)
    return [verb, `the ${noun} to ${to(first)}`, ...where, ...behind].join(' ');
  if (object === undefined && noun !== '' && !isValue)
    return [
      verb,
      `the ${noun}`,
      ...where,
      `so that ${listed([first, ...others].map((each) => `the ${nameOf(each.name)} is ${to(each)}`))}`,
      ...behind,
    ].join(' ');
  const changes = [first, ...others].map((each) => `the ${nameOf(each.name).replace(/^new /, '')}`);
  const where1 = [...(object === undefined ? [] : [`of ${object}`]), ...where].join(' ');
  const [head = '', ...more] = changes;
  return [
    verb === 'set' ? 'set' : 'change',
    listed([
      [head, where1, 'to', to(first)].filter((part) => part !== '').join(' '),
      ...more.map((each, at) => `${each} to ${to(others[at] as Leaf)}`),
    ]),
    ...behind,
  ].join(' ');
}

function made(
  verb: string,
  noun: string,
  { object, isOwn, where, values }: Said & { readonly isOwn: boolean },
): string {
  const flip = values.find(
    ({ name, value }) => typeof value === 'boolean' && /^(?:on|enabled|active)$/.test(nameOf(name)),
  );
  if (flip !== undefined && values.length === 1)
    return ['switch', object ?? '', flip.value === true ? 'on' : 'off', ...where].join(' ');
  const isNew = !isOwn && MAKES.test(verb) && noun !== '';
  const itself = values.find(({ name, value }) => !isOwn && typeof value === 'string' && nameOf(name) === noun);
  const title = isNew ? values.find(({ name }) => TITLE.test(nameOf(name))) : undefined;
  const amount = values.find(({ name, value }) => typeof value === 'number' && /(?:^| )amount$/.test(nameOf(name)));
  const taken = new Set([itself, title, amount]);
  const left = values.filter((each) => !taken.has(each));
  const said = left.filter(({ name }) => isAside(name));
  const days = left.filter(isDay);
  const near = left.filter((each) => !days.includes(each) && !said.includes(each) && isNear(each));
  const others = left
    .filter((each) => !said.includes(each) && !days.includes(each) && !near.includes(each))
    .map(stated);
  const thing =
    itself !== undefined
      ? PLAIN.test(String(itself.value)) && !isNew
        ? `${noun} ${String(itself.value)}`
        : `the ${noun} ${quoted(itself)}`
      : isNew
        ? `${MASS.test(noun) ? '' : `${article(noun)} `}${noun}`
        : (object ?? '');
  return [
    verb,
    thing,
    ...(amount === undefined ? [] : [`of ${spoken(amount.value, amount.name)}`]),
    ...(title === undefined ? [] : [`called "${spoken(title.value)}"`]),
    ...near.map(nearby),
    ...where,
    ...days.map(onDay),
    ...(others.length + said.length === 0 ? [] : [`with ${listed([...others, ...said.map(aside)])}`]),
  ].join(' ');
}

const MAKES =
  /^(?:create|add|place|open|register|book|issue|request|post|send|submit|make|schedule|new|insert|leave|rent|reserve|give|grant|buy|purchase|hire|award|initiate|deploy|allocate|prescribe|offer|arrange|upload|publish|log|record|report|file|launch|plan|draft|write|compose|append|propose|provision|import|order|note)$/;
/** Matches nouns that take no article after a preposition: "on hold", not "on the hold". */
const NO_ARTICLE = /^(?:hold|sale|leave|record|display|stock|service|demand)$/;
const MASS = /(?:feedback|information|advice|access|money|support|goodwill|help|data|credit)$/;
const TITLE = /^(?:name|title|display name|label|summary)$/;
/**
 * Returns words that add values of a call which the text does not say: texts such as "meter_exchange"; free texts,
 * numbers and keys are not added. Returns undefined if the text does not name the row that the tool acts on.
 */
export function unsaidIn(text: string, call: DeedCall, ground: DeedGround): string | undefined {
  const plain = plainWords(text);
  const isSaid = ({ name, value }: Leaf): boolean =>
    value === null ||
    value === '' ||
    typeof value === 'boolean' ||
    typeof value === 'object' ||
    says(plain, value, name) ||
    // a value such as meter_exchange counts as said if its words occur, as in "exchange your meter"
    (typeof value === 'string' && SNAKE.test(value) && value.split('_').every((word) => plain.includes(` ${word} `)));
  const leaves = leavesOf(call.arguments, ground, call.name);
  const row = leaves.find(({ name }) => isAlike(nameOf(name), partsOf(call.name).noun));
  if (row?.isRow === true && !isSaid(row) && !namesRow(plain, row.value, ground)) return undefined;
  const unsaid = leaves.filter(
    (each) => !each.isRow && !isSaid(each) && typeof each.value === 'string' && SNAKE.test(each.value),
  );
  return unsaid.length === 0 ? '' : `, with ${listed(unsaid.map(stated))}`;
}

/** Counts the numbers and texts of a call that a text does not say. Keys of rows are not counted. */
export function untoldIn(text: string, call: DeedCall, ground: DeedGround): number {
  const plain = plainWords(text);
  return leavesOf(call.arguments, ground, call.name).filter(
    ({ name, value, isRow }) =>
      !isRow &&
      value !== '' &&
      (typeof value === 'string' || typeof value === 'number') &&
      !says(plain, value, name) &&
      !says(plain, said(value, name), name),
  ).length;
}

/**
 * Tells whether a text says any field of the row with this key, such as its title. The row is looked up in the earlier
 * results.
 */
function namesRow(plain: string, value: Json, { shown }: DeedGround): boolean {
  return Object.entries(rowOf(value, shown) ?? {}).some(
    ([label, each]) => (typeof each === 'string' || typeof each === 'number') && says(plain, each, label),
  );
}
