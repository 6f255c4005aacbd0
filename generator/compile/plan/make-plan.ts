// Makes the tables from the columns that the tools need. Where tools contradict each other, the minority is flagged.
import type { ColumnRole } from '../../../envs/values/environment.ts';
import type { JsonObject } from '../../../envs/values/json.ts';
import { poolOf } from '../../lexicon/pools/find-pool.ts';
import { NAMED_ROWS } from '../../lexicon/nouns.ts';
import { BEGINNINGS, sameState } from '../../lexicon/verbs.ts';
import type { Match } from '../readings/reading.ts';
import type { Thing, Things } from '../things/thing.ts';
import { firstFlag } from './first-flag.ts';
import type { Need, TableNeed } from './needs.ts';
import type { ColumnPlan, Plan, ValueType } from './plan.ts';
import { withReferences, ordered, type Carried, type Draft } from './references.ts';

export interface Planned {
  readonly plan: Plan;
  /** The tools that contradict other tools: the name of each, with the reason. */
  readonly conflicts: ReadonlyMap<string, string>;
}

export function makePlan(matches: readonly Match[], things: Things, title: string, description: string): Planned {
  const conflicts = new Map<string, string>();
  const needs = matches.flatMap((match) => match.needs);
  const makers = new Map<string, Set<string>>();
  for (const match of matches)
    for (const table of match.makes) makers.set(table, (makers.get(table) ?? new Set()).add(match.needs[0]?.by ?? ''));
  const tableNeeds = new Map<string, TableNeed>();
  for (const match of matches) for (const need of match.tables) tableNeeds.set(need.table, need);
  const names = [...new Set(needs.map((need) => need.table))].sort();
  // a table to which a row refers must exist, even if no tool shows it
  for (const name of names)
    for (const need of needs)
      if (
        need.table === name &&
        need.references !== undefined &&
        !names.includes(need.references) &&
        things.byTable.has(need.references)
      )
        names.push(need.references);
  for (const name of names) {
    const parent = things.byTable.get(name)?.parent;
    if (parent !== undefined && !names.includes(parent)) names.push(parent);
  }
  const drafts = names.map((name) =>
    draftTable(
      name,
      needs.filter((need) => need.table === name),
      tableNeeds.get(name),
      things,
      makers.get(name) ?? new Set(),
      conflicts,
    ),
  );
  return {
    plan: { title, description, tables: ordered(withReferences(drafts, needs, carriedOf(matches))) },
    conflicts,
  };
}

/**
 * Returns pairs such as "lines of orders": the description of the order's delete says that it also deletes the lines.
 */
function carriedOf(matches: readonly Match[]): Carried {
  return new Set(
    matches.flatMap(({ needs, carries = [] }) => carries.map((each) => `${each} of ${needs[0]?.table ?? ''}`)),
  );
}

function draftTable(
  name: string,
  needs: readonly Need[],
  tableNeed: TableNeed | undefined,
  things: Things,
  made: ReadonlySet<string>,
  conflicts: Map<string, string>,
): Draft {
  const thing = things.byTable.get(name);
  const kind = tableNeed?.kind ?? 'thing';
  const byColumn = new Map<string, Need[]>();
  const keyParts = thing === undefined ? [] : [...thing.scope, thing.own];
  for (const part of keyParts) byColumn.set(part.column, []);
  for (const need of [...needs].sort((a, b) => (a.by < b.by ? -1 : a.by > b.by ? 1 : 0)))
    byColumn.set(need.column, [...(byColumn.get(need.column) ?? []), need]);
  const key =
    thing !== undefined
      ? keyParts.map((part) => part.column)
      : tableNeed?.kind === 'link'
        ? [...byColumn.keys()]
        : ['id'];
  const columns = [...byColumn].map(([column, uses]) => {
    const part = keyParts.find((each) => each.column === column);
    return columnOf(
      column,
      uses,
      part === undefined ? undefined : part.type === 'integer' ? 'integer' : 'text',
      key.includes(column),
      made,
      thing,
      conflicts,
    );
  });
  const tells = [...byColumn].some(
    ([column, uses]) =>
      !key.includes(column) && uses.every((need) => need.references === undefined && need.value !== 'boolean'),
  );
  // a person or a room has a name, so the table gets one even if the tools list only other columns
  const isNameless =
    made.size === 0 &&
    (NAMED_ROWS.has(thing?.words.at(-1) ?? '') || poolOf(thing?.words ?? []) !== undefined) &&
    ![...byColumn.keys()].some((column) =>
      /(?:^|_)(?:name|title|email|subject|label|text|content|body|description|summary|message|address|code|number)$/.test(
        column,
      ),
    );
  // an event such as a loan or a booking has no name
  const isDeed = DEEDS.test(thing?.words.at(-1) ?? '');
  if (kind === 'thing' && thing !== undefined && !thing.natural && !isDeed && (!tells || isNameless))
    columns.push(nameColumn());
  return {
    name,
    words: thing?.words ?? tableNeed?.words ?? [name],
    kind,
    key,
    columns: sorted(columns, key),
    thing,
  };
}

const DEEDS =
  /^(?:booking|reservation|appointment|rental|loan|hold|checkout|request|payment|refund|visit|delivery|order|registration|enrollment|subscription|shipment|transaction|lease|contract|claim|invoice|bill|receipt|absence|leave|timesheet|review|rating|vote|answer|response|submission|comment|message|reading|measurement|hire|screening|incident)$/;

/** A column `name`, for a table of which the tools mention only the key. */
const nameColumn = (): ColumnPlan => ({
  name: 'name',
  words: ['name'],
  value: 'text',
  nullable: false,
  schema: { type: 'string' },
  description: '',
  shown: true,
});

function columnOf(
  name: string,
  uses: readonly Need[],
  keyType: ValueType | undefined,
  isKey: boolean,
  made: ReadonlySet<string>,
  thing: Thing | undefined,
  conflicts: Map<string, string>,
): ColumnPlan {
  const value = keyType ?? valueOf(name, uses, conflicts);
  const given = uses.filter((need) => need.use === 'given');
  const shown = uses.filter((need) => need.use === 'shown');
  const states = uses.flatMap((need) => (need.state === undefined ? [] : [need.state]));
  const form = isKey && thing?.own.column === name ? thing.own.form : undefined;
  const schema =
    form?.schema ??
    uses.map((need) => need.schema).sort((a, b) => Object.keys(b).length - Object.keys(a).length)[0] ??
    {};
  const choices = value === 'boolean' || value === 'json' || isKey ? [] : choicesOf(uses, states);
  for (const need of uses)
    if (need.use === 'filtered' && need.choices.length > 0 && choices.length > 0 && !conflicts.has(need.by))
      if (!need.choices.some((each) => choices.includes(each) || each === 'all' || each === 'any'))
        conflicts.set(need.by, `${name} lists other values here than the rows have`);
  const creating = given.filter((need) => made.has(need.by));
  const words = uses[0]?.words ?? name.split('_');
  const stamps = uses.flatMap(({ stamp }) => (stamp === undefined ? [] : [stamp]));
  const system = systemOf(words, value, given, states, stamps);
  const first = firstOf(uses, choices, value, states, schema);
  const always =
    made.size > 0 && [...made].every((by) => creating.some((need) => need.by === by && need.required && !need.mayLack));
  const whole = made.size === 0 && shown.length > 0 && shown.every((need) => !need.mayLack);
  const strict = shown.some((need) => !need.mayLack);
  const nullable =
    !isKey &&
    !always &&
    !whole &&
    !strict &&
    value !== 'boolean' &&
    first === undefined &&
    system !== 'created' &&
    system !== 'updated';
  const asked = [...creating, ...given, ...uses]
    .map((need) => need.called ?? '')
    .find((each) => each !== '' && !/^(new|updated)[_A-Z]/.test(each));
  const called = isKey ? keyName(name, thing, creating) : asked;
  const role = value === 'text' && stamps.length > 0 ? 'timestamp' : roleOf(value, isKey, system, thing, made, name);
  return {
    name,
    words,
    value,
    ...(role === undefined ? {} : { role }),
    nullable,
    schema,
    description: form?.description ?? uses.find((need) => need.description !== '')?.description ?? '',
    ...(choices.length > 0 ? { choices } : {}),
    ...(first === undefined ? {} : { first }),
    ...(system === undefined ? {} : { system }),
    ...(called === undefined ? {} : { called }),
    shown: shown.length > 0 || uses.some((need) => need.references !== undefined),
  };
}

/** Returns the name of the key in results: the name of the argument that gives it, or the noun with id: customer_id. */
function keyName(name: string, thing: Thing | undefined, creating: readonly Need[]): string | undefined {
  if (thing === undefined || name !== thing.own.column) return undefined;
  const own = thing.own.words.join('_');
  const given = creating.map((need) => need.called ?? '').find((each) => each !== '');
  return given ?? thing.own.called ?? (name === 'id' && own !== 'id' ? own : undefined);
}

/**
 * Returns the type that the majority of the uses states for a column, or real for integers and reals; a filter counts
 * half as much as another use. Each tool that states another type is a conflict.
 */
function valueOf(name: string, uses: readonly Need[], conflicts: Map<string, string>): ValueType {
  const counts = new Map<ValueType, number>();
  for (const need of uses) counts.set(need.value, (counts.get(need.value) ?? 0) + (need.use === 'filtered' ? 1 : 2));
  if (counts.size === 0) return 'text';
  if (counts.size === 2 && counts.has('integer') && counts.has('real')) return 'real';
  const [best] = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  // a column whose name ends in id holds text, even where its schema allows any type
  const chosen = best?.[0] === 'json' && /(^|_)id$/.test(name) ? 'text' : (best?.[0] ?? 'text');
  for (const need of uses)
    if (need.value !== chosen && !(chosen === 'real' && need.value === 'integer') && !conflicts.has(need.by))
      conflicts.set(need.by, `${name} is ${need.value} here and ${chosen} in other tools`);
  return chosen;
}

/** Returns all values that a column may hold. The list is empty where they are not known or some tool writes any. */
function choicesOf(uses: readonly Need[], states: readonly (string | boolean)[]): readonly (string | number)[] {
  const given = uses.filter((need) => need.use === 'given');
  const declared = uses.filter((need) => need.choices.length > 0 && need.use !== 'filtered');
  if (declared.length === 0 && states.length === 0) {
    const filtered = uses.filter((need) => need.use === 'filtered' && need.choices.length > 0);
    if (given.length > 0 || filtered.length === 0) return [];
    return [...new Set(filtered.flatMap((need) => need.choices.filter((each) => each !== 'all' && each !== 'any')))];
  }
  if (given.some((need) => need.choices.length === 0)) return [];
  // a filter may list more values than the tools that write: a new row may begin with one that no tool writes
  const wider = uses.filter(
    (need) =>
      need.use === 'filtered' && declared.every(({ choices }) => choices.every((each) => need.choices.includes(each))),
  );
  const telling = declared.length > 0 ? [...wider, ...declared] : uses.filter((need) => need.choices.length > 0);
  const found = [...new Set(telling.flatMap((need) => need.choices))].filter(
    (each) => (declared.length > 0 && wider.length === 0) || (each !== 'all' && each !== 'any'),
  );
  for (const state of states)
    if (typeof state === 'string' && !found.some((each) => sameState(String(each), state))) found.push(state);
  if (telling.length === 0 && states.length > 0) {
    const first = uses.find((need) => need.first !== undefined)?.first;
    if (typeof first === 'string' && !found.includes(first)) found.unshift(first);
  }
  return found;
}

/** Matches the name of a column that holds the state of a row, such as `order status`. */
export const STATE = /(^| )(status|state|stage)$/;

const CREATED =
  /^(created|creation|added|registered|posted|sent|submitted|inserted|create)( (at|date|time|on|timestamp))?$|^date (created|added)$/;
const UPDATED =
  /^(updated|modified|changed|last updated|last modified|last update|edited|update)( (at|date|time|on|timestamp))?$|^date (updated|modified)$/;

function systemOf(
  words: readonly string[],
  value: ValueType,
  given: readonly Need[],
  states: readonly unknown[],
  stamps: readonly Need['stamp'][],
): ColumnPlan['system'] {
  if (states.length > 0) return 'state';
  if (stamps.length > 0) return stamps.includes('created') && given.length === 0 ? 'created' : undefined;
  const text = words.join(' ');
  if (given.length > 0 || (value !== 'text' && value !== 'integer')) return undefined;
  return CREATED.test(text) && (text.includes(' ') || value === 'text')
    ? 'created'
    : UPDATED.test(text) && text.includes(' ')
      ? 'updated'
      : undefined;
}

/** Returns the value that a new row gets in a column when the call gives no value. */
function firstOf(
  uses: readonly Need[],
  choices: readonly (string | number)[],
  value: ValueType,
  states: readonly (string | boolean)[],
  schema: JsonObject,
): ColumnPlan['first'] {
  const said = uses.find((need) => need.first !== undefined)?.first;
  if (said !== undefined && (choices.length === 0 || typeof said !== 'string' || choices.includes(said))) return said;
  const stated =
    uses.find((need) => need.schema['default'] !== undefined && need.use === 'given')?.schema['default'] ??
    schema['default'];
  if (value === 'boolean') return typeof stated === 'boolean' ? stated : firstFlag(uses, states);
  if (
    (typeof stated === 'string' && value === 'text' && (choices.length === 0 || choices.includes(stated))) ||
    (typeof stated === 'number' && (value === 'integer' || value === 'real'))
  )
    return stated;
  const text = uses[0]?.words.join(' ') ?? '';
  if (choices.length > 0 && (states.length > 0 || STATE.test(text))) {
    const begins = choices.filter(
      (each) => typeof each === 'string' && BEGINNINGS.includes(each.toLowerCase().replaceAll(/[ -]/g, '_')),
    );
    // of several first states, the first one counts only if `choices` starts with it
    if (begins.length === 1 || begins[0] === choices[0]) return begins[0];
    const undone = new Set(states.map(String));
    const open = choices.filter((each) => !undone.has(String(each)));
    return open.length === 1 || states.length > 0 ? (begins[0] ?? open[0]) : undefined;
  }
  return undefined;
}

function roleOf(
  value: ValueType,
  isKey: boolean,
  system: ColumnPlan['system'],
  thing: Thing | undefined,
  made: ReadonlySet<string>,
  name: string,
): ColumnRole | undefined {
  if (value === 'boolean') return 'boolean';
  if (value === 'json') return 'json';
  const isOwn = thing !== undefined && !thing.natural && name === thing.own.column;
  if (isKey && isOwn && (thing.global || value === 'text') && made.size > 0) return 'minted';
  return value === 'text' && (system === 'updated' || (system === 'created' && made.size > 0))
    ? 'timestamp'
    : undefined;
}

function sorted(columns: readonly ColumnPlan[], key: readonly string[]): ColumnPlan[] {
  const rank = (column: ColumnPlan): number =>
    key.includes(column.name)
      ? key.indexOf(column.name)
      : /^(name|title|subject|label)$/.test(column.name)
        ? 10
        : column.system === 'created' || column.system === 'updated'
          ? 14
          : column.value === 'json'
            ? 13
            : 12;
  return columns
    .map((column, at) => ({ column, at }))
    .sort((a, b) => rank(a.column) - rank(b.column) || a.at - b.at)
    .map(({ column }) => column);
}
