// Finds rows that only one other row may occupy at a time, such as a slot, a seat or a vehicle.
import type { State } from './state-column.ts';
import { statesIn } from './state-column.ts';
import { startColumn } from './time-columns.ts';
import type { Reference } from '../plan/plan.ts';
import type { TableView, World } from './world.ts';

const BOOKABLE = new Set(
  `slot seat desk berth table spot room bay space pitch locker box bed mooring plot vehicle car van bike bicycle scooter kart boat
  court lane copy tool equipment device laptop projector book item asset key cabin pod charger station unit machine appointment
  availability`.split(/\s+/),
);

export function isBookable(table: TableView): boolean {
  return !table.isPerson && BOOKABLE.has(table.noun.at(-1) ?? '');
}

/** A table such as bookings, whose rows each occupy one row of another table. */
export interface Holder {
  readonly reference: Reference;
  readonly target: TableView;
  readonly state: State;
  /** The states in which a row does not occupy the other row, such as cancelled. */
  readonly released: readonly string[];
}

/** Returns how a table's rows occupy other rows, or undefined if they occupy nothing. */
export function holderOf(table: TableView, world: World): Holder | undefined {
  const { state } = table;
  if (state === undefined) return undefined;
  for (const reference of table.plan.references) {
    const target = world.tables.get(reference.table);
    if (target === undefined || reference.columns.length !== 1 || reference.onDelete !== 'restrict') continue;
    if (!isBookable(target)) continue;
    const off = statesIn(state, 'off');
    // a row with a start, such as a slot, stays occupied when the booking is over, because a past slot cannot be booked
    // again; only a booking that is called off frees the slot
    if (startColumn(target) !== undefined) return { reference, target, state, released: off };
    const released = [...off, ...statesIn(state, 'ended')];
    return released.length === 0 ? undefined : { reference, target, state, released };
  }
  return undefined;
}
