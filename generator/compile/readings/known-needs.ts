// A need says which column a tool uses and how. This file makes needs for columns that other tools already give or
// show.
import { sameState } from '../../lexicon/verbs.ts';
import type { Need, Use } from '../plan/needs.ts';
import type { KnownColumn } from '../things/known-column.ts';
import type { Thing } from '../things/thing.ts';
import type { Domain } from './reading.ts';

/** Returns the need of a column that another tool gives or shows, with the use `filtered`. */
export function needOfKnown(thing: Pick<Thing, 'table'>, known: KnownColumn, by: string): Need {
  return {
    table: thing.table,
    column: known.column,
    words: known.words,
    value: known.type,
    use: 'filtered',
    required: false,
    mayLack: true,
    schema: known.schema,
    description: known.description,
    choices: known.choices,
    ...(known.references === undefined ? {} : { references: known.references }),
    called: known.called,
    by,
  };
}

/** Returns the need of a column that holds a state; `state` is one of its values. */
export function needOfState(
  { table }: Pick<Thing, 'table'>,
  column: string,
  state: string | boolean,
  use: Use,
  by: string,
): Need {
  return {
    table,
    column,
    words: column.split('_'),
    value: typeof state === 'boolean' ? 'boolean' : 'text',
    use,
    required: false,
    mayLack: false,
    schema: {},
    description: '',
    choices: [],
    state,
    by,
  };
}

/**
 * Returns the needs of columns that hold the time of a change and that no argument gives, such as submitted_at for the
 * state `submitted`.
 */
export function stampNeeds(
  thing: Thing,
  states: readonly (string | number | boolean)[],
  stamp: 'created' | 'changed',
  domain: Domain,
  by: string,
): Need[] {
  return [...(domain.known.get(thing.table)?.columns.values() ?? [])]
    .filter(
      ({ column, type, given }) =>
        type === 'text' && !given && states.some((state) => isStampOf(column, String(state))),
    )
    .map((known) => ({ ...needOfKnown(thing, known, by), mayLack: true, stamp }));
}

/** Tells whether a column holds the time at which rows come into a state. */
export const isStampOf = (column: string, state: string): boolean =>
  /_(?:at|on)$/.test(column) && sameState(column.replace(/_(?:at|on)$/, ''), state);

export function linkNeeds(link: Domain['links'][number], by: string): Need[] {
  return (
    [
      [link.ownerColumn, link.owner],
      [link.memberColumn, link.member],
    ] as const
  ).map(([column, thing]): Need => ({
    table: link.table,
    column,
    words: column.split('_'),
    value: thing.own.type === 'integer' ? 'integer' : 'text',
    use: 'key',
    required: true,
    mayLack: false,
    schema: {},
    description: '',
    choices: [],
    references: thing.table,
    by,
  }));
}

/** Returns the needs of the reference columns that lead from a row up to another row. */
export function pathNeeds(
  thing: Thing,
  path: readonly { column: string; table: string }[],
  domain: Domain,
  by: string,
): Need[] {
  const needs: Need[] = [];
  let at = thing;
  for (const step of path) {
    const known = domain.known.get(at.table)?.columns.get(step.column);
    if (known !== undefined) needs.push(needOfKnown(at, { ...known, references: step.table }, by));
    const next = domain.things.byTable.get(step.table);
    if (next === undefined) break;
    at = next;
  }
  return needs;
}

/** Returns the needs of the columns with which the referenced row itself refers to other rows. */
export function derivedNeeds(by: { readonly references?: string }, domain: Domain, tool: string): Need[] {
  const between = domain.things.byTable.get(by.references ?? '');
  if (between === undefined) return [];
  return [...(domain.known.get(between.table)?.columns.values() ?? [])]
    .filter((column) => column.references !== undefined && column.given)
    .map((column) => needOfKnown(between, column, tool));
}
