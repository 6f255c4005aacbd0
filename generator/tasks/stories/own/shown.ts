// Draws a list that a read shows, one item of the list, and the tools that change a row by the key of an item.
import type { Json, JsonObject } from '../../../../envs/values/json.ts';
import type { Tool } from '../../../../envs/values/tool-schema.ts';
import type { Atlas, Row } from '../../atlas.ts';
import { lookUp, ofWhat } from '../../look-up.ts';
import type { Fact } from '../../plan.ts';
import { isWholeList } from '../../whole-list.ts';
import { writesOf, type Ground } from '../../plan-goals.ts';
import { listWith } from '../list-shown.ts';
import { isPlainName, lookSteps, type LookSteps } from './look-steps.ts';

/** The smallest number of items in a list, and the smallest number of rows in its table. */
const FEWEST = 2;
const FEWEST_ROWS = 3;

/** A list that a read shows, one item of the list, and the story's steps that get the list. */
export interface Shown extends LookSteps {
  readonly list: string;
  readonly items: readonly JsonObject[];
  readonly item: JsonObject;
  /** The name of the field that holds the item's key. */
  readonly key: string;
  /** The words for the row to which all items of the list belong. */
  readonly of?: string;
  /** The row that the item shows, and the tools that change such a row by its key. */
  readonly row: Row;
  readonly tools: readonly Tool[];
}

/**
 * Returns the argument that is the key of a row, if exactly one required argument is a key and it is not inside an
 * object.
 */
export function keyArgument(atlas: Atlas, tool: Tool): { name: string; table: string } | undefined {
  const keys = atlas.leaves(tool).filter(({ meaning, required }) => meaning.kind === 'key' && required);
  const [leaf] = keys;
  if (leaf === undefined || keys.length !== 1 || leaf.path.length !== 1 || leaf.meaning.kind !== 'key')
    return undefined;
  return { name: leaf.path[0] ?? '', table: leaf.meaning.table };
}

export function drawShown(ground: Ground): Shown | undefined {
  const { atlas, stage, random } = ground;
  const byTable = new Map<string, Tool[]>();
  for (const tool of writesOf(atlas)) {
    const key = keyArgument(atlas, tool);
    if (key !== undefined) byTable.set(key.table, [...(byTable.get(key.table) ?? []), tool]);
  }
  const tables = [...byTable.keys()].filter((table) => atlas.rows(table).length >= FEWEST_ROWS);
  if (tables.length === 0) return undefined;
  const row = random.pick(atlas.rows(random.pick(tables)));
  const value = row.values[keyColumn(atlas, row)] as Json;
  const session = stage.begin(1);
  try {
    const looked = lookUp(atlas, stage, session, row, value, random);
    if (looked === undefined) return undefined;
    const looks = looked.calls.map((call) => ({ call, result: stage.call(session, call).result }));
    const found = listWith(looks.at(-1)?.result ?? null, value, []);
    if (found === undefined || found.items.length < FEWEST || !found.path.every(isPlainName)) return undefined;
    // the list must be whole: "all" and "the cheapest" would also be about rows that a page does not show
    if (!isWholeList(atlas, row.table, looked.calls.at(-1)?.arguments ?? {}, found.items.length)) return undefined;
    const item = found.items.find((each) => Object.values(each).some((one) => one === value)) as JsonObject;
    const key = Object.keys(item).find((name) => item[name] === value) ?? '';
    const steps = lookSteps(looks, looked.facts, 'list');
    if (!isPlainName(key) || steps === undefined) return undefined;
    const of = ofWhat(steps.facts);
    // the words for the list must name every fact that selected the list
    const which = steps.facts.filter(({ role }) => role === 'which');
    if (which.some((fact) => of.of?.endsWith(String(fact.value)) !== true)) return undefined;
    const list = [':list', ...found.path].join('.');
    const tools = byTable.get(row.table) ?? [];
    return { ...steps, ...of, list, items: found.items, item, key, row, tools };
  } finally {
    stage.end(session);
  }
}

/** Returns the key column of the row's table, or an empty text if the key has several columns. */
export const keyColumn = (atlas: Atlas, { table }: Row): string => atlas.keyOf(table) ?? '';

/** Returns the names of the facts that say who the user is. */
export const whoOf = (facts: readonly Fact[], names: (key: string) => string): string[] =>
  facts.filter(({ role }) => role === 'who').map(({ key }) => names(key));
