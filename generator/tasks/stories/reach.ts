// The reach of a wish holds the rows that it is about and the rows whose state it changes. Two wishes contradict each
// other if one changes the state of a row that the other is about: one cancels a booking, the other pays it. Two wishes
// belong together if they are about the same row or make the same kind of change.
import type { Diff } from '../../../envs/values/diff.ts';
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import { splitName } from '../../../envs/words/split-words.ts';
import { valuesAt, type Atlas, type Row } from '../atlas.ts';
import type { Ground } from '../plan-goals.ts';
import { isPerson } from '../words.ts';
import type { Occasion } from './occasion.ts';
import { ranOn } from './ran-on.ts';
import { partOfStory, toolsOf } from './story-tools.ts';

export interface Reach {
  /** The rows that a call names or changes, and the rows to which changed rows refer. */
  readonly rows: ReadonlySet<string>;
  /** The rows whose state changes, and the rows that are deleted. */
  readonly ended: ReadonlySet<string>;
  /** The changes that the wish makes, each as the tool and a row that the call names. */
  readonly deeds: ReadonlySet<string>;
  /** The tools with which the wish may change rows. */
  readonly changes: ReadonlySet<string>;
  /** The part of a composed world that the wish is about. */
  readonly part: string;
}

/** Matches names of columns that hold the state of a row. */
const STATE =
  /(^| )(status|state|stage|phase|active|blocked|frozen|archived|cancelled|closed|deleted)$|(?:ed|ended) at$/;

const reaches = new WeakMap<Occasion, Reach>();

/** Returns the reach of a wish, found by playing the wish alone. Returns undefined if it cannot be played. */
export function reachOf(ground: Ground, occasion: Occasion): Reach | undefined {
  const reach = reaches.get(occasion) ?? playedReach(ground, occasion);
  if (reach !== undefined) reaches.set(occasion, reach);
  return reach;
}

function playedReach(ground: Ground, occasion: Occasion): Reach | undefined {
  const { atlas, stage } = ground;
  const { tools } = atlas.world;
  let diff: Diff = {};
  const run = ranOn(ground, occasion, undefined, (session) => {
    diff = stage.diff(session);
  });
  if (run === undefined) return undefined;
  const rows = new Set<string>();
  const ended = new Set<string>();
  const deeds = new Set<string>();
  const add = (row: Row | undefined): void => {
    if (row === undefined || isPerson(row.table)) return;
    rows.add(nameOf(atlas, row));
  };
  for (const { name, arguments: args } of run.calls) {
    const tool = tools.get(name)?.tool;
    for (const { path, meaning } of tool === undefined ? [] : atlas.leaves(tool))
      if (meaning.kind === 'key')
        for (const value of valuesAt(args as Json, path)) {
          const row = atlas.rowByKey(meaning.table, value);
          add(row);
          if (row !== undefined && tool?.effect === 'write' && !isPerson(row.table))
            deeds.add(`${name} ${nameOf(atlas, row)}`);
        }
  }
  for (const [table, { inserted, updated, deleted }] of Object.entries(diff)) {
    const now = updated.map(({ key, after }) => ({ row: { ...rowWith(atlas, table, key), ...key, ...after }, after }));
    for (const values of [...inserted, ...deleted, ...now.map(({ row }) => row)] as JsonObject[]) {
      add({ table, values });
      for (const parent of parentsOf(atlas, { table, values })) add(parent);
    }
    for (const values of deleted as JsonObject[]) ended.add(nameOf(atlas, { table, values }));
    for (const { row, after } of now)
      if (Object.keys(after).some((column) => STATE.test(splitName(column).join(' '))))
        ended.add(nameOf(atlas, { table, values: row as JsonObject }));
  }
  const own = occasion.story.steps.slice(occasion.identifying ?? 0);
  const changes = toolsOf(own).filter((name) => tools.get(name)?.tool.effect === 'write');
  return { rows, ended, deeds, changes: new Set(changes), part: partOfStory(own) };
}

/**
 * Tells whether one wish changes the state of a row that the other is about, or both make the same change to one row.
 */
export function contradict(one: Reach, other: Reach): boolean {
  return meet(one.deeds, other.deeds) || meet(one.ended, other.rows) || meet(other.ended, one.rows);
}

/**
 * Tells whether a person could have both wishes in mind at the same time. They are about the same part of a composed
 * world, and about one row, or they make the same kind of change or are both questions.
 */
export function belongTogether(one: Reach, other: Reach): boolean {
  if (one.part !== other.part) return false;
  if (one.changes.size === 0 && other.changes.size === 0) return true;
  return meet(one.changes, other.changes) || meet(one.rows, other.rows);
}

const meet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((each) => other.has(each));

function nameOf(atlas: Atlas, { table, values }: Row): string {
  const key = atlas.table(table)?.primaryKey ?? [];
  return `${table} ${key.map((column) => String(values[column])).join(' ')}`;
}

function rowWith(atlas: Atlas, table: string, key: object): JsonObject {
  const [value = null] = Object.values(key) as Json[];
  return atlas.rowByKey(table, value)?.values ?? {};
}

function parentsOf(atlas: Atlas, { table, values }: Row): Row[] {
  return (atlas.table(table)?.foreignKeys ?? []).flatMap(({ columns, table: parent }) => {
    const value = columns.length === 1 ? values[columns[0] ?? ''] : undefined;
    return value === undefined ? [] : (atlas.rowByKey(parent, value) ?? []);
  });
}
