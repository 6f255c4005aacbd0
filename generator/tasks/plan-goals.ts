// Plans the calls that one user wants, and the reads that find the rows of these calls. Each call is executed on a
// session before it is kept.
import type { Random } from '../../envs/random.ts';
import type { Session } from '../../envs/session/session.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import { handsOver } from '../../envs/verification/script.ts';
import type { Atlas, Leaf, Row } from './atlas.ts';
import { drawGoal } from './draw-goal.ts';
import { isOfRow, itemWith, tellApart } from './tell-apart.ts';
import { lookUp } from './look-up.ts';
import type { Described, Fact, Goal, PlannedCall } from './plan.ts';
import type { Stage } from './stage.ts';
import type { WordBag } from './word-bag.ts';
import { identifies, isPerson, nameOf } from './words.ts';
import { bareName } from '../../envs/words/split-words.ts';

export interface Ground {
  readonly atlas: Atlas;
  readonly stage: Stage;
  readonly random: Random;
  /** Whether the user may accept any one of several rows. */
  readonly ties?: boolean;
  /** The wordings used so far. The next wishes avoid them. */
  readonly bag?: WordBag;
  /** Returns true if the last call breaks a rule, even after every possible read of the rows. */
  forbids(calls: readonly PlannedCall[], rows: readonly Row[]): boolean;
}

const LOOKED = 0.97;
/** The largest number of wishes of one user that use the same tool. */
export const MOST_SAME = 3;

export function writesOf(atlas: Atlas): Tool[] {
  return atlas.tools((tool) => tool.effect === 'write' && tool.audience === 'agent' && !handsOver(tool));
}

export function readsOf(atlas: Atlas): Tool[] {
  return atlas.tools((tool) => tool.effect === 'read' && tool.audience === 'agent' && !handsOver(tool));
}

export interface Planned {
  readonly goal: Goal;
  readonly calls: readonly PlannedCall[];
  readonly facts: readonly Fact[];
  readonly described: readonly Described[];
  readonly keep: readonly PlannedCall[];
}

/**
 * Plans a call of a tool that the user wants, and the reads that find the rows of the call. Executes the reads on the
 * session, but not the call.
 */
export function planGoal(ground: Ground, session: Session, tool: Tool, focus: readonly Row[]): Planned | undefined {
  const { atlas, stage, random } = ground;
  const goal = drawGoal(atlas, tool, random, focus);
  if (goal === undefined) return undefined;
  const calls: PlannedCall[] = [];
  const facts: Fact[] = [];
  const described: Described[] = [];
  const results: { call: PlannedCall; result: Json }[] = [];
  const done = new Set<string>();
  const keep: PlannedCall[] = [];
  for (const { leaf, value, row } of goal.leaves) {
    if (leaf.meaning.kind !== 'key' || row === undefined || done.has(canonicalJson(value))) continue;
    done.add(canonicalJson(value));
    const seen = results
      .map(({ result }) => itemWith(result, value))
      .find((item) => item !== undefined && (item.siblings.length <= 1 || isOfRow(item.item, row)));
    if (seen !== undefined) {
      if (seen.siblings.length <= 1) continue;
      const by = tellApart(seen.item, seen.siblings, value, random, isPerson(row.table));
      if (by !== undefined) {
        describe(described, facts, row, value, by);
        continue;
      }
    }
    const looked = random.real() < LOOKED ? lookUp(atlas, stage, session, row, value, random, ground.ties) : undefined;
    if (looked === undefined) {
      facts.push({ key: nameOf(leaf.path), value, role: 'which' });
      continue;
    }
    for (const call of looked.calls) {
      if (calls.some((each) => canonicalJson(each) === canonicalJson(call))) continue;
      calls.push(call);
      results.push({ call, result: stage.call(session, call).result });
    }
    facts.push(...looked.facts);
    if (looked.described !== undefined) described.push(looked.described);
  }
  for (const { leaf, value, row } of goal.leaves) {
    if (leaf.meaning.kind === 'key' || leaf.plumbing) continue;
    if (row !== undefined) {
      // a part of a larger row, such as a line of an order, is described by its contents
      const keys = keysBeside(atlas, row, leaf.meaning.kind === 'fact' ? leaf.meaning.column : '');
      const item = results
        .filter(({ call }) => Object.values(call.arguments).some((each) => keys.includes(each as Json)))
        .flatMap(({ call, result }) => {
          const found = itemAt(result, nameOf(leaf.path), value);
          return found === undefined ? [] : [{ ...found, call }];
        })
        .at(0);
      const by = item === undefined ? undefined : tellApart(item.item, item.siblings, value, random);
      if (by !== undefined) {
        if (item !== undefined) keep.push(item.call);
        describe(described, facts, row, value, by);
        continue;
      }
    }
    const person = tool.effect === 'read' ? whoseFact(atlas, leaf, row) : undefined;
    facts.push({
      key: nameOf(leaf.path),
      value,
      role: person === undefined ? 'what' : 'who',
      ...(person === undefined ? {} : { row: person }),
    });
  }
  return { goal, calls, facts, described, keep };
}

/** Finds the person whom a value of a row identifies. For example, an e-mail address identifies a person. */
export function whoseFact(atlas: Atlas, { meaning }: Leaf, row: Row | undefined): Row | undefined {
  if (meaning.kind !== 'fact' || row === undefined) return undefined;
  return identifies(row.table, meaning.column) ? personsOf(atlas, [row])[0] : undefined;
}

/** Returns the values of a row's key without one column. For an order line this can be the number of the order. */
function keysBeside(atlas: Atlas, row: Row, column: string): Json[] {
  const key = atlas.table(row.table)?.primaryKey ?? [];
  return key.filter((name) => name !== column).map((name) => row.values[name] as Json);
}

function describe(described: Described[], facts: Fact[], row: Row, value: Json, by: Described['by']): void {
  described.push({ row, value, by });
  for (const each of by) facts.push({ key: `${bareName(row.table)} ${each.label}`, value: each.value, role: 'which' });
}

/** Finds the list item that has this value under this name, at any depth of the result. */
function itemAt(
  result: Json,
  name: string,
  value: Json,
): { item: JsonObject; siblings: readonly JsonObject[] } | undefined {
  if (Array.isArray(result)) {
    const items = (result as readonly Json[]).filter((each) => isJsonObject(each));
    const item = items.find((each) => each[name] === value);
    if (item !== undefined) return { item, siblings: items };
    for (const each of items) {
      const found = itemAt(each, name, value);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isJsonObject(result)) return undefined;
  for (const each of Object.values(result)) {
    const found = itemAt(each as Json, name, value);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function goalCall({ goal }: Planned): PlannedCall {
  return { by: goal.tool.audience, name: goal.tool.name, arguments: goal.arguments };
}

export function distinct(calls: readonly PlannedCall[], isRead: (call: PlannedCall) => boolean): PlannedCall[] {
  const seen = new Set<string>();
  return calls.filter((call) => {
    const text = canonicalJson(call);
    if (isRead(call) && seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

export function rowsOf(planned: readonly Planned[]): Row[] {
  return [...new Set(planned.flatMap(({ goal, described }) => [...goal.rows, ...described.map(({ row }) => row)]))];
}

/** Returns the first person to whom one of the rows belongs, as a list of one row or none. */
export function personsOf(atlas: Atlas, rows: readonly Row[]): Row[] {
  const tables = atlas.world.schema.tables.map(({ name }) => name).filter(isPerson);
  const found = rows.flatMap((row) =>
    isPerson(row.table) ? [row] : tables.flatMap((table) => atlas.related(row, table)),
  );
  return [...new Set(found)].slice(0, 1);
}

/**
 * Plans and executes several calls on one session. With `mayFail`, the first call that fails is returned alone, with
 * its error. Returns undefined if fewer than `count` calls succeed.
 */
export function several(
  ground: Ground,
  count: number,
  pick: () => Tool | undefined,
  mayFail = false,
): { planned: Planned[]; calls: PlannedCall[]; error?: string } | undefined {
  const { stage, random } = ground;
  const session = stage.begin(1);
  const planned: Planned[] = [];
  const calls: PlannedCall[] = [];
  try {
    for (let tries = 0; planned.length < count && tries < count * 8; tries++) {
      const tool = pick();
      if (tool === undefined) return undefined;
      if (planned.filter(({ goal }) => goal.tool === tool).length >= MOST_SAME) continue;
      const anchor = planned[0]?.goal.rows ?? [];
      const persons = personsOf(ground.atlas, anchor);
      const focus =
        planned.length === 0 ? [] : persons.length > 0 ? persons : random.real() < 0.5 ? anchor.slice(0, 1) : [];
      const one = planGoal(ground, session, tool, focus);
      // a user does not ask for the same thing twice
      if (one === undefined || planned.some((each) => sameTarget(each.goal, one.goal))) continue;
      if (speaksOfTwo([...planned, one].flatMap(({ facts }) => facts))) continue;
      const call = goalCall(one);
      // among several wishes, leave out one that a rule forbids; alone, it would make a task in which the agent must
      // decline
      if (count > 1 && !mayFail && ground.forbids([...calls, ...one.calls, call], rowsOf([...planned, one]))) continue;
      const outcome = stage.call(session, call);
      if (!outcome.ok && mayFail)
        return { planned: [one], calls: [...one.calls, call], error: outcome.error?.code ?? '' };
      if (!outcome.ok || (tool.effect === 'write' && !outcome.committed)) continue;
      planned.push(one);
      calls.push(...one.calls, call);
    }
    if (planned.length < count) return undefined;
    const isRead = (call: PlannedCall): boolean => ground.atlas.world.tools.get(call.name)?.tool.effect === 'read';
    return { planned, calls: distinct(calls, isRead) };
  } finally {
    stage.end(session);
  }
}

function sameTarget(a: Goal, b: Goal): boolean {
  const keys = ({ leaves }: Goal): string =>
    canonicalJson(leaves.filter(({ leaf }) => leaf.meaning.kind === 'key').map(({ value }) => value));
  return a.tool === b.tool && keys(a) === keys(b);
}

/**
 * Tells whether the facts speak of two users: one kind of fact has two values, or one table of persons gives two rows.
 */
export function speaksOfTwo(facts: readonly Fact[]): boolean {
  const rows = new Map<string, Row>();
  const values = new Map<string, Json>();
  return facts.some(({ key, value, role, row }) => {
    if (role !== 'who') return false;
    if (values.has(key) && values.get(key) !== value) return true;
    values.set(key, value);
    if (row === undefined) return false;
    const known = rows.get(row.table);
    rows.set(row.table, row);
    return known !== undefined && known !== row;
  });
}
