// Lists things that only one row may occupy at a time, such as a slot, a seat or a vehicle.
import type { TableView } from './world.ts';

const BOOKABLE = new Set(
  `slot seat desk berth table spot room bay space pitch locker box bed mooring plot vehicle car van bike bicycle scooter kart boat
  court lane copy tool equipment device laptop projector book item asset key cabin pod charger station unit machine appointment
  availability`.split(/\s+/),
);

export function isBookable(table: TableView): boolean {
  return !table.isPerson && BOOKABLE.has(table.noun.at(-1) ?? '');
}
