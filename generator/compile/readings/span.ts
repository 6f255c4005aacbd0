// Makes steps that refuse overlapping bookings, such as two bookings of one room at the same time. This applies if a
// booking has a start, an end and exactly one reference to such a row, and the row has no quantity. Rows that
// holding.ts handles, such as slots, are left out.
import type { Step } from '../../../envs/values/program.ts';
import { BOOKINGS, ONE_PARTY } from '../../lexicon/nouns.ts';
import { isStay, senseInStay, timeSenseOf } from '../../lexicon/time-words.ts';
import type { Plan } from '../plan/plan.ts';
import * as sql from '../programs/sql.ts';
import type { KnownColumn } from '../things/known-column.ts';
import type { Thing } from '../things/thing.ts';
import type { Bound } from './bind.ts';
import { holdingsOf, isTimed, releaseOf, type Holding } from './holding.ts';
import { called } from './parts.ts';
import type { Domain } from './reading.ts';

interface Span extends Holding {
  readonly start: string;
  readonly end: string;
  /** The column of the booking's day, if start and end are only times of day; else undefined. */
  readonly day: string | undefined;
}

/** Matches columns that count several items under one key. Bookings of such items may overlap. */
const SEVERAL = /(?:^|_)(?:quantity|stock|inventory|units|copies|available)(?:_|$)/;
const DAY = /^(?:date|day|booking date|reservation date|on)$/;

function spanOf(booking: Thing, domain: Domain): Span | undefined {
  if (!BOOKINGS.has(booking.words.at(-1) ?? '')) return undefined;
  const columns = [...(domain.known.get(booking.table)?.columns.values() ?? [])];
  const times = columns.filter((each) => each.type === 'text' && each.references === undefined);
  const day = times.find(({ words }) => DAY.test(words.join(' ')));
  const inStay = isStay(
    booking.words,
    columns.map(({ words }) => words),
  );
  const at = (sense: 'start' | 'end'): KnownColumn | undefined =>
    times.find((each) => each !== day && (inStay ? senseInStay(each.words) : timeSenseOf(each.words)) === sense);
  const [start, end] = [at('start'), at('end')];
  const held = columns.flatMap(({ column, references }) => {
    const thing = domain.things.byTable.get(references ?? '');
    const isOne = thing !== undefined && thing !== booking && ONE_PARTY.has(thing.words.at(-1) ?? '');
    return isOne && !isSeveral(thing, domain) ? [{ held: thing, column }] : [];
  });
  const [only] = held.length === 1 ? held : [];
  if (start === undefined || end === undefined || only === undefined) return undefined;
  const isWhole = holdingsOf(domain).some((each) => each.booking === booking && each.column === only.column);
  return isWhole
    ? undefined
    : {
        ...only,
        booking,
        start: start.column,
        end: end.column,
        day: day?.column,
        ...releaseOf(booking, isTimed(only.held, domain), domain),
      };
}

/** Returns the kind of row that bookings occupy for a time, if the program refuses overlapping bookings of it. */
export const spannedBy = (booking: Thing, domain: Domain): Thing | undefined => spanOf(booking, domain)?.held;

function isSeveral(thing: Thing, domain: Domain): boolean {
  return [...(domain.known.get(thing.table)?.columns.keys() ?? [])].some((column) => SEVERAL.test(column));
}

/**
 * Returns the steps that refuse a booking that overlaps another booking. `own` is the booking that an update changes.
 */
export function spanSteps(thing: Thing, values: readonly Bound[], plan: Plan, domain: Domain, own?: string): Step[] {
  const span = spanOf(thing, domain);
  const table = plan.tables.find(({ name }) => name === thing.table);
  if (span === undefined || table === undefined) return [];
  const parts = [span.column, span.start, span.end, ...(span.day === undefined ? [] : [span.day])];
  const isPlanned = [...parts, ...(span.state === undefined ? [] : [span.state])].every((part) =>
    table.columns.some(({ name }) => name === part),
  );
  const given = new Map(values.map((each) => [each.column, each]));
  const isSaid = parts.every((part) => given.get(part)?.required === true);
  if (!isPlanned || (own === undefined ? !isSaid : !parts.some((part) => given.has(part)))) return [];
  const wanted = (part: string): sql.Expr => {
    const said = given.get(part);
    if (said === undefined || own === undefined)
      return said === undefined ? sql.bound(own ?? '', part) : sql.argument(said.path);
    return said.required ? sql.argument(said.path) : sql.or(sql.argument(said.path), sql.bound(own, part));
  };
  const of = (part: string): sql.Expr => sql.column('held', part);
  const isInForce =
    span.state === undefined || span.released.length === 0
      ? []
      : [sql.not(sql.among(sql.or(of(span.state), "''"), span.released))];
  const clashes = sql.existsAs(thing.table, 'held', [
    sql.equal(of(span.column), wanted(span.column)),
    ...(span.day === undefined ? [] : [sql.equal(of(span.day), wanted(span.day))]),
    sql.compare(sql.moment(of(span.start)), '<', sql.moment(wanted(span.end))),
    sql.compare(sql.moment(wanted(span.start)), '<', sql.moment(of(span.end))),
    ...(own === undefined ? [] : [sql.compare(of(thing.own.column), '<>', sql.bound(own, thing.own.column))]),
    ...isInForce,
  ]);
  return [
    ...[span.start, span.end].flatMap((part) => formCheck(given.get(part))),
    {
      require: sql.compare(sql.moment(wanted(span.start)), '<', sql.moment(wanted(span.end))),
      else: ['INVALID_ARGUMENT', `The ${called(thing)} must end after it begins.`],
    },
    {
      refuse: sql.selectIf(clashes),
      else: ['CONFLICT', `The ${called(span.held)} is booked for that time.`],
    },
  ];
}

/** Returns the step that refuses a time that SQLite cannot compare. */
function formCheck(each: Bound | undefined): Step[] {
  if (each === undefined) return [];
  const value = sql.argument(each.path);
  const isTime = sql.notNull(sql.moment(value));
  return [
    {
      require: each.required ? isTime : sql.any([sql.isNull(value), isTime]),
      else: ['INVALID_ARGUMENT', `${each.path.join('.')} must be a day, a moment or a time in the form of ISO 8601.`],
    },
  ];
}
