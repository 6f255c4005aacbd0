// A booking occupies the row that it refers to, such as a slot. A slot is free if every booking of it is cancelled. A
// bike, which has no time of its own, is also free again when its bookings are over. No column stores whether a row is
// free; the program looks at the bookings at each call.
import type { Step } from '../../../envs/values/program.ts';
import type { Plan } from '../plan/plan.ts';
import * as sql from '../programs/sql.ts';
import { BOOKINGS } from '../../lexicon/nouns.ts';
import { sameState, stateOf } from '../../lexicon/verbs.ts';
import { timeSenseOf } from '../../lexicon/time-words.ts';
import type { KnownColumn } from '../things/known-column.ts';
import type { Thing } from '../things/thing.ts';
import type { Bound } from './bind.ts';
import type { Domain } from './reading.ts';

/** States of a booking that never takes place. */
const CALLED_OFF = ['cancelled', 'rejected', 'declined'];
/**
 * States of a booking that no longer occupies a row without a time of its own, such as a bike. For a row with a time,
 * such as a slot, only CALLED_OFF counts.
 */
const RELEASED = ['cancelled', 'returned', 'completed', 'rejected', 'expired', 'no_show', 'finished', 'declined'];
export const FREE = new Set(['free', 'available', 'vacant', 'open']);

export interface Holding {
  /** The table of the rows that bookings occupy, such as slots. */
  readonly held: Thing;
  readonly booking: Thing;
  readonly column: string;
  /** The column that holds the booking's state; undefined where bookings have no state. */
  readonly state: string | undefined;
  readonly released: readonly string[];
}

/**
 * Finds the tables whose rows bookings occupy, each with the bookings: slots, and tables for which a tool lists the
 * free rows.
 */
export function holdingsOf(domain: Domain): Holding[] {
  const found: Holding[] = [];
  for (const booking of domain.things.all) {
    if (!BOOKINGS.has(booking.words.at(-1) ?? '')) continue;
    const known = domain.known.get(booking.table);
    for (const column of known?.columns.values() ?? []) {
      const held = domain.things.byTable.get(column.references ?? '');
      if (held === undefined || !column.given || held === booking) continue;
      const isHeld =
        held.words.at(-1) === 'slot' ||
        domain.tools.some(
          (tool) =>
            held.nouns.has(tool.noun.join(' ')) &&
            tool.senses.has('show') &&
            (tool.restricting.some((word) => FREE.has(word)) || FREE.has(tool.noun[0] ?? '')),
        );
      if (!isHeld) continue;
      found.push({ held, booking, column: column.column, ...releaseOf(booking, isTimed(held, domain), domain) });
    }
  }
  return found;
}

const columnsOf = ({ table }: Thing, { known }: Domain): KnownColumn[] => [
  ...(known.get(table)?.columns.values() ?? []),
];

/** Tells whether the rows have a start time, as slots have. */
export const isTimed = (held: Thing, domain: Domain): boolean =>
  columnsOf(held, domain).some(({ type, words }) => type === 'text' && timeSenseOf(words) === 'start');

/**
 * Returns the state column of a booking, and the states in which the booking does not occupy its row. A row with a
 * time, such as a slot, stays occupied when the booking is over, because a past slot cannot be booked again.
 */
export function releaseOf(booking: Thing, ofTime: boolean, domain: Domain): Pick<Holding, 'state' | 'released'> {
  const frees = (each: string): boolean => (ofTime ? CALLED_OFF : RELEASED).some((state) => sameState(each, state));
  const state = columnsOf(booking, domain).find((each) => /(^|_)(status|state)$/.test(each.column));
  const released = (state?.choices ?? []).map(String).filter(frees);
  const said = domain.tools
    .filter((tool) => booking.nouns.has(tool.noun.join(' ')) && tool.senses.has('state'))
    .map((tool) => stateOf(tool.verb))
    .filter(frees);
  return {
    state: state?.column ?? (said.length > 0 ? 'status' : undefined),
    released: released.length > 0 ? released : said,
  };
}

/** Returns the SQL conditions under which a booking occupies the row with this key. */
export function holds(holding: Holding, alias: string, key: sql.Expr): sql.Expr[] {
  const free =
    holding.state === undefined || holding.released.length === 0
      ? []
      : [sql.not(sql.among(sql.or(`${alias}.${sql.name(holding.state)}`, "''"), holding.released))];
  return [sql.equal(`${alias}.${sql.name(holding.column)}`, key), ...free];
}

export function bookingSteps(thing: Thing, values: readonly Bound[], plan: Plan, domain: Domain): Step[] {
  return holdingsOf(domain).flatMap((holding): Step[] => {
    const each = values.find((value) => value.column === holding.column);
    if (
      holding.booking !== thing ||
      each === undefined ||
      !plan.tables.some(
        (table) =>
          table.name === thing.table &&
          (holding.state === undefined || table.columns.some((column) => column.name === holding.state)),
      )
    )
      return [];
    return [
      {
        refuse: sql.selectIf(sql.existsAs(thing.table, 'held', holds(holding, 'held', sql.argument(each.path)))),
        else: ['CONFLICT', `The ${holding.held.words.join(' ')} {${each.path.join('.')}} is taken.`],
      },
    ];
  });
}
