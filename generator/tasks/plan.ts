// A plan: calls that were executed step by step on a session, and where each of their values comes from. Plans are drawn
// from a write (or a look) backwards: the row it speaks of is looked up as far as the tools allow, else the user names it.
import type { Random } from '../../envs/random.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import type { Session, Setup } from '../../envs/session/session.ts';
import { canonicalJson, isJsonObject, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { PlannedFault } from '../../envs/values/fault.ts';
import type { LogEntry } from '../../envs/values/log-entry.ts';
import type { Audience, Tool } from '../../envs/values/tool-schema.ts';
import type { World } from '../../envs/world/world.ts';
import { splitName } from '../../envs/words/split-words.ts';
import { type Atlas, type Leaf, type Row, valuesAt } from './atlas.ts';
import { freeValue } from './free-values.ts';
import { ordersBy, type Winner } from './winners.ts';
import { isPerson } from './words.ts';

export interface PlannedCall {
  readonly by: Audience;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** Something that the user knows and says. */
export interface Fact {
  readonly key: string;
  readonly value: Json;
  /** Who one is, what one means, what one wants to be done. */
  readonly role: 'who' | 'which' | 'what';
  /** Whose it is. */
  readonly row?: Row;
}

/** How a row is spoken of, where a list that the agent can see tells it from the others. */
export interface Described {
  readonly row: Row;
  readonly value: Json;
  readonly by: readonly { readonly label: string; readonly value: Json }[];
  /** What makes it the winner of the list: the cheapest. The agent has to find out which that is. */
  readonly extreme?: Winner;
  /** The keys of those that win as well: any of them will do. */
  readonly alike?: readonly Json[];
  /** What it belongs to, by its name: the moss one of the cushions. */
  readonly of?: string;
}

export interface Goal {
  readonly tool: Tool;
  readonly arguments: JsonObject;
  readonly rows: readonly Row[];
  readonly leaves: readonly { readonly leaf: Leaf; readonly value: Json; readonly row?: Row }[];
}

export interface Plan {
  readonly calls: readonly PlannedCall[];
  readonly facts: readonly Fact[];
  readonly described: readonly Described[];
  readonly goals: readonly Goal[];
}

export interface Outcome {
  readonly ok: boolean;
  readonly result: Json;
  readonly error?: { readonly code: string; readonly message: string };
  readonly committed: boolean;
}

/** Sessions on which plans are tried; nothing of them stays. */
export class Stage {
  readonly world: World;
  private readonly store = new SessionStore();
  private count = 0;

  constructor(world: World) {
    this.world = world;
  }

  begin(seed = 1, setup?: Setup, faults: readonly PlannedFault[] = []): Session {
    return this.store.create({
      id: `stage ${++this.count}`,
      world: this.world,
      seed,
      ...(setup === undefined ? {} : { setup }),
      ...(faults.length === 0 ? {} : { faults: { trialSeed: 0, planned: faults } }),
    });
  }

  call(session: Session, call: PlannedCall): Outcome {
    const answer = this.store.call(session, call);
    return answer.ok
      ? { ok: true, result: plainJson(answer.result) as Json, committed: session.entries.at(-1)?.committed === true }
      : {
          ok: false,
          result: null,
          error: { code: answer.error.code, message: answer.error.message },
          committed: session.entries.at(-1)?.committed === true,
        };
  }

  log(session: Session): LogEntry[] {
    return this.store.log(session);
  }

  diff(session: Session): ReturnType<SessionStore['diff']> {
    return this.store.diff(session);
  }

  hash(session: Session): string {
    return this.store.fullHash(session);
  }

  fork(session: Session): Session {
    return this.store.fork(session, session.entries.length, `stage ${++this.count}`);
  }

  end(session: Session): void {
    this.store.close(session);
  }
}

/** Arguments of a tool drawn around rows that belong together. */
export function drawGoal(atlas: Atlas, tool: Tool, random: Random, focus: readonly Row[] = []): Goal | undefined {
  const leaves = atlas.leaves(tool).filter((leaf) => leaf.required || !leaf.plumbing);
  const rows: Row[] = [...focus];
  const chosen: { leaf: Leaf; value: Json; row?: Row }[] = [];
  const donors = new Map<string, Row>();
  const payload = leaves.filter((leaf) => !leaf.required && leaf.meaning.kind !== 'key');
  // an update says what is new
  const isUpdate =
    tool.effect === 'write' && leaves.filter((leaf) => leaf.required).every((leaf) => leaf.meaning.kind === 'key');
  const extra = new Set(random.shuffled(payload).slice(0, isUpdate ? random.int(1, 2) : random.real() < 0.3 ? 1 : 0));
  for (const leaf of leaves) {
    if (!leaf.required && !extra.has(leaf)) continue;
    const drawn = drawLeaf(atlas, tool, leaf, rows, donors, random);
    if (drawn === undefined) {
      if (leaf.required) return undefined;
      continue;
    }
    chosen.push({ leaf, ...drawn });
    if (drawn.row !== undefined && !rows.includes(drawn.row)) rows.push(drawn.row);
  }
  const args: Record<string, Json> = {};
  for (const { leaf, value } of chosen) put(args, leaf.path, value);
  return { tool, arguments: args, rows, leaves: chosen };
}

function drawLeaf(
  atlas: Atlas,
  tool: Tool,
  leaf: Leaf,
  rows: readonly Row[],
  donors: Map<string, Row>,
  random: Random,
): { value: Json; row?: Row } | undefined {
  const { meaning } = leaf;
  if (meaning.kind === 'key') {
    const row = rowNear(atlas, meaning.table, rows, random);
    return row === undefined ? undefined : { value: row.values[meaning.column] as Json, row };
  }
  if (meaning.kind === 'choice') return { value: random.pick(meaning.values) };
  const place = meaning.kind === 'fact' ? meaning : meaning.kind === 'free' ? meaning.like : undefined;
  if (place !== undefined && (tool.effect === 'read' || rows.some((row) => isPartOf(atlas, row, place.table)))) {
    // what a read asks for, or the line of an order
    const row = rowNear(atlas, place.table, rows, random);
    const value = row?.values[place.column];
    if (row !== undefined && value !== undefined && value !== null && tool.effect === 'read') return { value, row };
    const isKeyPart = atlas.table(place.table)?.primaryKey.includes(place.column) === true;
    if (row !== undefined && isKeyPart && typeof value === 'number') return { value, row };
  }
  if (place !== undefined) {
    // new values that belong together come from one other row
    const donor = donors.get(place.table) ?? pickOther(atlas, place.table, rows, random);
    if (donor !== undefined) {
      donors.set(place.table, donor);
      const value = plainPart(donor.values[place.column]);
      if (value !== undefined && !(tool.effect === 'write' && isComing(leaf, value))) return { value };
    }
  }
  const value = freeValue(leaf, tool.name.toLowerCase(), atlas.world.environment.clock, random);
  return value === undefined ? undefined : { value };
}

/** A day that a user names is one to come, unless it is a birthday. */
function isComing({ path }: Leaf, value: Json): boolean {
  const name = path.findLast((part) => part !== '[]') ?? '';
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !/birth|born|dob/i.test(name);
}

/** What a row gives for a plain argument: of a stored list its first, of a stored object nothing. */
function plainPart(value: Json | undefined): Json | undefined {
  if (value === undefined || value === null || typeof value === 'object') return undefined;
  if (typeof value !== 'string' || !/^[[{].*[\]}]$/.test(value)) return value;
  try {
    const stored: unknown = JSON.parse(value);
    const [first] = Array.isArray(stored) ? (stored as Json[]) : [];
    return typeof first === 'object' || first === undefined ? undefined : first;
  } catch {
    return value;
  }
}

function isPartOf(atlas: Atlas, row: Row, table: string): boolean {
  return row.table === table || (atlas.table(table)?.foreignKeys.some((key) => key.table === row.table) ?? false);
}

function pickOther(atlas: Atlas, table: string, rows: readonly Row[], random: Random): Row | undefined {
  const others = atlas.rows(table).filter((row) => !rows.includes(row));
  return others.length === 0 ? undefined : random.pick(others);
}

/** A row of a table that belongs to those at hand; any where none does. */
function rowNear(atlas: Atlas, table: string, rows: readonly Row[], random: Random): Row | undefined {
  const same = rows.find((row) => row.table === table);
  if (same !== undefined && random.real() < 0.85) return same;
  for (const row of rows) {
    const near = atlas.related(row, table).filter((each) => !rows.includes(each));
    if (near.length > 0) return random.pick(near);
  }
  const all = atlas.rows(table);
  return all.length === 0 ? undefined : random.pick(all);
}

function put(into: Record<string, Json>, path: readonly string[], value: Json): void {
  const [head = '', next, ...rest] = path;
  if (next === undefined) {
    into[head] = value;
    return;
  }
  if (next === '[]') {
    const list = (into[head] as Json[] | undefined) ?? [];
    into[head] = list;
    if (rest.length === 0) {
      list.push(value);
      return;
    }
    const item = (list[0] as Record<string, Json> | undefined) ?? {};
    list[0] = item;
    put(item, rest, value);
    return;
  }
  const inner = (into[head] as Record<string, Json> | undefined) ?? {};
  into[head] = inner;
  put(inner, [next, ...rest], value);
}

// ---- looking things up ------------------------------------------------------------------------------------------------

export interface Looked {
  readonly calls: readonly PlannedCall[];
  readonly facts: readonly Fact[];
  readonly described?: Described;
}

const DEEPEST = 3;
/** How often a row that wins its list is asked for as the winner. */
const EXTREME = 0.35;
/** How often any row of a kind will do. */
const ANY = 0.2;

/** Calls that show the key of a row, and what the user must say for them; undefined where no tool shows it. */
export function lookUp(
  atlas: Atlas,
  stage: Stage,
  session: Session,
  row: Row,
  value: Json,
  random: Random,
  ties = false,
  depth = 0,
): Looked | undefined {
  if (depth > DEEPEST) return undefined;
  for (const tool of random.shuffled(atlas.tools((each) => each.effect === 'read' && each.audience === 'agent'))) {
    const built = readArguments(atlas, stage, session, tool, row, value, random, depth);
    if (built === undefined) continue;
    const call: PlannedCall = { by: 'agent', name: tool.name, arguments: built.arguments };
    const outcome = stage.call(session, call);
    if (!outcome.ok) continue;
    const item = itemWith(outcome.result, value);
    if (item === undefined) continue;
    const calls = [...built.calls, call];
    if (item.siblings.length <= 1) return { calls, facts: built.facts };
    const extreme = random.real() < EXTREME ? extremeOf(item.item, item.siblings, value, ties, random) : undefined;
    if (extreme !== undefined)
      return { calls, facts: built.facts, described: { row, value, by: [], ...extreme, ...ofWhat(built.facts) } };
    const shared = ties && random.real() < ANY ? sharedWith(item.item, item.siblings, value, random) : undefined;
    const by = shared?.by ?? tellApart(item.item, item.siblings, value, random, isPerson(row.table));
    if (by === undefined) continue;
    return {
      calls,
      facts: [
        ...built.facts,
        ...by.map(({ label, value: said }): Fact => ({ key: `${row.table} ${label}`, value: said, role: 'which' })),
      ],
      described: {
        row,
        value,
        by,
        ...(shared === undefined ? {} : { alike: shared.alike }),
        ...ofWhat(built.facts),
      },
    };
  }
  return undefined;
}

/** The name that was searched for on the way to a row. */
function ofWhat(facts: readonly Fact[]): { of?: string } {
  const named = facts.findLast(
    ({ role, key, value }) => role === 'which' && key.endsWith(' name') && typeof value === 'string',
  );
  return named === undefined ? {} : { of: String(named.value) };
}

/** What a look-up that leads to a row takes: keys of rows around it, things that stand in them. */
function readArguments(
  atlas: Atlas,
  stage: Stage,
  session: Session,
  tool: Tool,
  row: Row,
  value: Json,
  random: Random,
  depth: number,
): (Looked & { readonly arguments: JsonObject }) | undefined {
  const args: Record<string, Json> = {};
  const calls: PlannedCall[] = [];
  const facts: Fact[] = [];
  for (const leaf of atlas.leaves(tool)) {
    if (!leaf.required) continue;
    const { meaning } = leaf;
    if (leaf.path.length !== 1) return undefined;
    const name = leaf.path[0] ?? '';
    if (meaning.kind === 'key') {
      const near = atlas.related(row, meaning.table).find((each) => each.values[meaning.column] !== value);
      if (near === undefined || near === row) return undefined;
      const key = near.values[meaning.column] as Json;
      const looked = calls.some((call) => canonicalJson(call.arguments).includes(canonicalJson(key)))
        ? { calls: [], facts: [] }
        : lookUp(atlas, stage, session, near, key, random, false, depth + 1);
      if (looked === undefined) return undefined;
      calls.push(...looked.calls);
      facts.push(...looked.facts);
      args[name] = key;
      continue;
    }
    if (meaning.kind === 'fact') {
      const near = row.table === meaning.table ? row : atlas.related(row, meaning.table)[0];
      const said = near?.values[meaning.column];
      if (near === undefined || said === undefined || said === null || said === value) return undefined;
      facts.push({ key: name, value: said, role: 'who', row: near });
      args[name] = said;
      continue;
    }
    if (meaning.kind === 'search') {
      const title = titleOf(row);
      if (title === undefined) return undefined;
      facts.push({ key: `${row.table} name`, value: title, role: 'which' });
      args[name] = title;
      continue;
    }
    return undefined;
  }
  return { calls, facts, arguments: args };
}

export function titleOf(row: Row): string | undefined {
  for (const name of ['title', 'name', 'label', 'display_name', 'full_name', 'subject'])
    if (typeof row.values[name] === 'string') return row.values[name];
  const found = Object.entries(row.values).find(
    ([column, value]) => typeof value === 'string' && /(^|_)(name|title)$/.test(column),
  );
  return found === undefined ? undefined : (found[1] as string);
}

/** The object that holds a value among its own scalars, and the objects beside it. */
export function itemWith(result: Json, value: Json): { item: JsonObject; siblings: readonly JsonObject[] } | undefined {
  if (Array.isArray(result)) {
    const items = (result as readonly Json[]).filter((each) => isJsonObject(each));
    const item = items.find((each) => Object.values(each).includes(value as never));
    if (item !== undefined) return { item, siblings: items };
    if ((result as readonly Json[]).includes(value as never)) return undefined;
    for (const each of result as readonly Json[]) {
      const found = itemWith(each, value);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isJsonObject(result)) return undefined;
  if (Object.values(result).includes(value as never)) return { item: result, siblings: [result] };
  for (const each of Object.values(result)) {
    const found = itemWith(each as Json, value);
    if (found !== undefined) return found;
  }
  return undefined;
}

const DULL =
  /(^|_)(id|uuid|url|uri|link|href|token|hash|key|etag|image|avatar|path|html|version|number)$|_id$|Id$|Url$/;
const LONGEST = 60;

/** What an item is the first of: the latest, the cheapest. Alone, or, where ties are allowed, with a few others. */
function extremeOf(
  item: JsonObject,
  siblings: readonly JsonObject[],
  value: Json,
  ties: boolean,
  random: Random,
): { extreme: Winner; alike?: readonly Json[] } | undefined {
  const key = Object.keys(item).find((name) => item[name] === value) ?? '';
  for (const name of random.shuffled(Object.keys(item))) {
    const values = siblings.map((each) => each[name]);
    const isDate = values.every((each) => /^\d{4}-\d\d-\d\d/.test(String(each)));
    if (!isDate && !values.every((each) => typeof each === 'number')) continue;
    if (!ordersBy(name, isDate)) continue;
    const own = item[name] as string | number;
    const others = siblings.filter((each) => each !== item);
    const equal = others.filter((each) => each[name] === own);
    const rest = others.filter((each) => each[name] !== own).map((each) => each[name] as string | number);
    if (rest.length === 0 || (equal.length > 0 && !ties) || equal.length > MOST_ALIKE) continue;
    const isFirst = rest.every((each) => own < each);
    if (!isFirst && !rest.every((each) => own > each)) continue;
    const extreme = { column: name, isFirst };
    if (equal.length === 0) return { extreme };
    const alike = equal.map((each) => (each[key] ?? null) as Json);
    if (alike.every((each) => each !== null && each !== value)) return { extreme, alike };
  }
  return undefined;
}

/** What an item shares with a few of its siblings, not with all: any of them is meant. */
function sharedWith(
  item: JsonObject,
  siblings: readonly JsonObject[],
  value: Json,
  random: Random,
): { by: Described['by']; alike: readonly Json[] } | undefined {
  const key = Object.keys(item).find((name) => item[name] === value);
  if (key === undefined) return undefined;
  for (const [name, each] of random.shuffled(Object.entries(item))) {
    if (typeof each !== 'string' || !KINDS.test(splitName(name).join(' ')) || each.length > LONGEST) continue;
    if (OVER.test(each)) continue;
    const alike = siblings.filter((other) => other !== item && other[name] === each).map((other) => other[key] as Json);
    if (alike.length === 0 || alike.length > MOST_ALIKE || alike.length === siblings.length - 1) continue;
    if (alike.some((other) => other === null || other === undefined || other === value)) continue;
    return { by: [{ label: splitName(name).join(' '), value: each }], alike };
  }
  return undefined;
}

/** Nobody wants something done with whichever of those that are over. */
const OVER = /^(cancel|delet|clos|done|complet|finish|expir|return|reject|refus|archiv|fail|remov|inactiv)/i;
const KINDS = /(^| )(status|state|type|kind|category|colou?r|size|class|field|genre|city|tier|level)$/;

/** Rows that win a list together with one. */
const MOST_ALIKE = 3;

/** People name things first, then say when and what kind, and figures last. */
function howTelling(name: string, value: Json): number {
  if (/(name|title|label|subject)$/i.test(name)) return 0;
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) return 1;
  if (typeof value === 'string') return 2;
  return /total|price|amount/.test(name) ? 3 : /stock|count|line|position|index|rank/.test(name) ? 5 : 4;
}

/** The fewest members of an item that no sibling shares, as a person would name them. */
export function tellApart(
  item: JsonObject,
  siblings: readonly JsonObject[],
  value: Json,
  random: Random,
  isPerson = false,
): { label: string; value: Json }[] | undefined {
  const members = random.shuffled(
    Object.entries(item).filter(
      ([name, each]) =>
        each !== value &&
        each !== null &&
        typeof each !== 'boolean' &&
        typeof each !== 'object' &&
        String(each).length > 0 &&
        String(each).length <= LONGEST &&
        !DULL.test(name) &&
        // nobody knows when they were entered
        !(isPerson && /^\d{4}-\d\d-\d\d/.test(String(each)) && !/birth|born|dob/.test(name)),
    ),
  );
  members.sort(([a], [b]) => howTelling(a, item[a] as Json) - howTelling(b, item[b] as Json));
  const others = siblings.filter((each) => each !== item);
  const isAlone = (names: readonly string[]): boolean =>
    !others.some((other) =>
      names.every((name) => canonicalJson((other[name] ?? null) as Json) === canonicalJson(item[name] as Json)),
    );
  const label = (name: string): string => splitName(name).join(' ');
  for (const [name, each] of members)
    if (isAlone([name])) return [{ label: label(name), value: dayAlone(name, each as Json, others) }];
  for (const [at, [name, each]] of members.entries())
    for (const [other, more] of members.slice(at + 1))
      if (isAlone([name, other]))
        return [
          { label: label(name), value: each as Json },
          { label: label(other), value: more as Json },
        ];
  return undefined;
}

/** People say the day; the time too where others are of the same day. */
function dayAlone(name: string, value: Json, others: readonly JsonObject[]): Json {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return value;
  const day = value.slice(0, 10);
  return others.some((other) => String(other[name]).startsWith(day)) ? value : day;
}

export { valuesAt };
