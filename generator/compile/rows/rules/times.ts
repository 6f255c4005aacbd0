// Makes the times of a row agree. A row is created before its event starts, the event starts before it ends, and a
// finished delivery lies in the past.
import { eraOf, isStateStamp, type Era } from '../../../lexicon/pools/states.ts';
import type { Maker, TimeMaker } from '../../../recipe/recipe-schema.ts';
import type { ColumnPlan } from '../../plan/plan.ts';
import { FULL_NAME } from '../kinds/plain-makers.ts';
import {
  columnsOf,
  isClockTime,
  isDay,
  isEpoch,
  isSomebody,
  startColumn,
  timeSense,
  type TimeSense,
} from '../time-columns.ts';
import { openColumns, type Claims, type TableView } from '../world.ts';

type Span = readonly [string, string];

/**
 * The earliest and the latest start of an event, counted from now. They depend on the era of the row's state, that is,
 * whether the state means past, running, coming or cancelled.
 */
const BEGINS: Readonly<Record<Era, Span>> = {
  ended: ['-45d', '-1d'],
  now: ['-2h', '-20m'],
  ahead: ['1d', '40d'],
  off: ['-25d', '35d'],
  any: ['-20d', '35d'],
};
/** The earliest and the latest start of something long, such as a contract. */
const LONG_AGO: Span = ['-600d', '-20d'];
/**
 * The earliest and the latest time of a row's creation, counted from now. They depend on the era of the row's state, as
 * in BEGINS.
 */
const MADE: Readonly<Record<Era, Span>> = {
  ended: ['-160d', '-9d'],
  now: ['-12d', '-1d'],
  ahead: ['-6d', '-1h'],
  off: ['-90d', '-3d'],
  any: ['-240d', '-2d'],
};

export function times(table: TableView): Claims {
  const claims: Record<string, Maker> = {};
  const start = startColumn(table);
  const clocked = start === undefined || table.claimed[start.name] !== undefined;
  if (start !== undefined && !clocked) claims[start.name] = shaped(beginning(table, start), start);
  const made = columnsOf(table, 'created')[0];
  for (const column of openColumns(table)) {
    const somebody = somebodyOf(table, column);
    if (somebody !== undefined) claims[column.name] = somebody;
    const sense = timeSense(column, table);
    if (sense === undefined || claims[column.name] !== undefined) continue;
    const maker = makerOf(table, column, sense, start, made === column ? undefined : made);
    if (maker !== undefined) claims[column.name] = maker;
  }
  return { ...claims, ...lengths(table, start) };
}

function makerOf(
  table: TableView,
  column: ColumnPlan,
  sense: TimeSense,
  start: ColumnPlan | undefined,
  made: ColumnPlan | undefined,
): Maker | undefined {
  if (isClockTime(column)) return clockTime(table, column, sense, start);
  if (column.nullable && sense !== 'stamp' && GONE.test(column.name)) return null;
  switch (sense) {
    case 'created':
      return shaped(creation(table, column, start), column);
    case 'updated':
      return shaped(
        made === undefined ? { time: ['-20d', '-1h'] } : { time: ['1h', '20d'], after: made.name, past: true },
        column,
      );
    case 'start':
      return start === undefined ? undefined : alsoStart(column, start);
    case 'end':
      return shaped(ending(table, column, start, made), column);
    case 'due':
      return shaped(due(table, made), column);
    case 'stamp':
      return stamp(table, column, start, made);
    case 'birth':
      return { time: table.isPerson ? ['-27000d', '-7000d'] : ['-4000d', '-200d'], day: true };
    case 'expiry':
      return shaped({ time: ['60d', '1100d'] }, column);
    case 'day':
      if (column.value !== 'text') return undefined;
      return start === undefined ? { time: ['-2d', '30d'], day: true } : { read: start.name, as: 'day' };
    case 'since':
      return shaped(
        made === undefined
          ? { time: ['-9d', '-1h'], past: true }
          : { time: ['1d', '60d'], after: made.name, past: true },
        column,
      );
    default:
      if (start !== undefined && isDay(column) && !isBehind(column)) return { read: start.name, as: 'day' };
      if (start !== undefined && isBehind(column)) return shaped(creation(table, column, start), column);
      return shaped(isBehind(column) ? BEHIND : MANY_DATES(table), column);
  }
}

/**
 * Names of columns for the time at which a row ended or paused, such as cancelled_at or snoozed_at. They are filled
 * only in rows whose state says that this happened.
 */
const GONE = /^(?:archived|deleted|trashed|removed|revoked|cancell?ed|suspended|snoozed)_(?:at|on|date|time)$/;

/** Tells whether a column holds the time of a past event, such as signed_on. */
const isBehind = (column: ColumnPlan): boolean => /(ed|sent|paid|taken|made|held|met)_(at|on)$/.test(column.name);
const BEHIND: TimeMaker = { time: ['-120d', '-1d'], hours: [8, 20], past: true };

/**
 * Makes a date whose column name means neither past nor future. For events with usual hours the date lies around now,
 * for all other rows in the past.
 */
const MANY_DATES = (table: TableView): Maker =>
  table.pool?.hours === undefined
    ? BEHIND
    : { time: BEGINS.any, hours: hoursOf(table).slice(0, 2) as [number, number], step: hoursOf(table)[2] };

function hoursOf(table: TableView): readonly [number, number, number] {
  return table.pool?.hours ?? [8, 19, 15];
}

function beginning(table: TableView, start: ColumnPlan): Maker {
  const [from, to, step] = hoursOf(table);
  const inHours = isDay(start)
    ? {}
    : { hours: [from, to] as const, step, ...(to <= 18 ? { weekdays: true as const } : {}) };
  const isLong = LONG.has(table.noun.at(-1) ?? '');
  const at = (era: Era): TimeMaker =>
    era === 'now' && !isDay(start)
      ? { time: BEGINS.now }
      : { time: isLong && era !== 'ahead' ? LONG_AGO : BEGINS[era], ...inHours };
  return byState(table, at);
}

/** Returns a maker that depends on the row's state. If all states have the same era, one maker serves all rows. */
function byState(table: TableView, at: (era: Era) => Maker): Maker {
  const { state } = table;
  if (state === undefined) return at('any');
  const eras = new Set(state.values.map(eraOf));
  if (eras.size === 1) return at([...eras][0] ?? 'any');
  const when = Object.fromEntries(state.values.map((value): [string, Maker] => [value, at(eraOf(value))]));
  return { case: state.column, when, else: at('any') };
}

function creation(table: TableView, column: ColumnPlan, start: ColumnPlan | undefined): Maker {
  if (start !== undefined && start !== column && !isClockTime(start))
    return { time: ['-40d', '-2d'], after: start.name, past: true, hours: [7, 21] };
  if (table.pool?.hours !== undefined || table.plan.references.length > 0 || table.state !== undefined)
    return byState(table, (era) => ({ time: MADE[era], hours: [7, 21], past: true }));
  return { time: ['-700d', '-20d'], hours: [7, 21] };
}

/** Makes a second column for the start, such as the date alone if the first column holds date and time. */
function alsoStart(column: ColumnPlan, start: ColumnPlan): Maker {
  return isDay(column) && !isEpoch(column) ? { read: start.name, as: 'day' } : { template: `{${start.name}}` };
}

const STAYS = new Set([
  'stay',
  'reservation',
  'booking',
  'rental',
  'trip',
  'tour',
  'leave',
  'absence',
  'request',
  'vacation',
  'holiday',
]);
const LONG = new Set([
  'project',
  'campaign',
  'contract',
  'subscription',
  'membership',
  'policy',
  'lease',
  'plan',
  'employment',
  'budget',
]);
const LOANS = new Set(['loan', 'lending', 'hire', 'borrowing']);

function ending(
  table: TableView,
  column: ColumnPlan,
  start: ColumnPlan | undefined,
  made: ColumnPlan | undefined,
): Maker {
  const from = start ?? made;
  if (from === undefined) return { time: ['3d', '60d'] };
  const noun = table.noun.at(-1) ?? '';
  if (LOANS.has(noun)) return { time: ['14d', '28d'], after: from.name };
  if (LONG.has(noun)) return { time: ['60d', '365d'], after: from.name };
  if (isDay(column) || isDay(from)) return { time: STAYS.has(noun) ? ['1d', '9d'] : ['1d', '21d'], after: from.name };
  const length = lengthOf(table);
  return { time: length, after: from.name, step: Number.parseInt(length[0], 10) >= 30 ? 15 : 5 };
}

/** Returns the usual length of the table's events, rounded to steps of 15 or 5 minutes. */
function lengthOf(table: TableView): Span {
  const [least, most] = table.pool?.figures.get('minute') ?? [30, 120];
  const step = least >= 30 ? 15 : 5;
  const round = (minutes: number): number => Math.max(step, Math.round(minutes / step) * step);
  return [`${round(least)}m`, `${round(most) + step}m`];
}

function due(table: TableView, made: ColumnPlan | undefined): Maker {
  const spans: Readonly<Record<Era, Span>> = { ...BEGINS, now: ['1d', '20d'], any: ['-5d', '30d'] };
  const later = (era: Era): Maker =>
    made === undefined || era === 'now' || era === 'ahead'
      ? { time: spans[era] }
      : { time: ['4d', '24d'], after: made.name };
  if (table.state !== undefined) return byState(table, later);
  return made === undefined ? { time: ['-3d', '30d'] } : { time: ['3d', '45d'], after: made.name };
}

/**
 * Makes the time of a change of state, such as delivered_at, later than the times of earlier states. In an optional
 * column, only rows that reached the state have this time.
 */
function stamp(
  table: TableView,
  column: ColumnPlan,
  start: ColumnPlan | undefined,
  made: ColumnPlan | undefined,
): Maker {
  const { state } = table;
  const reached = reachedIn(table, column);
  if ((state === undefined || reached === undefined) && column.nullable) return null;
  if (state === undefined || reached === undefined) return shaped({ time: ['-60d', '-1d'], past: true }, column);
  const from = stampBefore(table, column, reached) ?? made ?? start;
  const set = shaped(
    from === undefined ? { time: ['-60d', '-1h'], past: true } : { time: ['3h', '8d'], after: from.name, past: true },
    column,
  );
  if (!column.nullable) return set;
  return { case: state.column, when: Object.fromEntries(reached.map((value) => [value, set])), else: null };
}

/** Returns the maker of a column such as approved_by: a person's name in rows that are approved, null in all others. */
function somebodyOf(table: TableView, column: ColumnPlan): Maker | undefined {
  const reached = isSomebody(column) && column.nullable ? reachedIn(table, column) : undefined;
  if (reached === undefined || table.state === undefined) return undefined;
  return { case: table.state.column, when: Object.fromEntries(reached.map((value) => [value, FULL_NAME])), else: null };
}

/**
 * Returns the states in which a column such as delivered_at is filled: its own state and the later states, except
 * cancelled ones. For a name in CLOSING, these are the states of its eras.
 */
function reachedIn(table: TableView, column: ColumnPlan): readonly string[] | undefined {
  const values = table.state?.values ?? [];
  const own = isStateStamp(column.words, values);
  const order = own === undefined ? -1 : values.indexOf(own);
  if (own !== undefined)
    return values.filter(
      (value, at) => value === own || (at > order && eraOf(value) !== 'off' && eraOf(own) !== 'off'),
    );
  const closing = CLOSING[column.words[0] ?? ''];
  const closed = closing === undefined ? [] : values.filter((value) => closing.includes(eraOf(value)));
  return closed.length === 0 ? undefined : closed;
}

/** Names of times that end a row without naming its state: a deal has closed_at if its state is `won`. */
const CLOSING: Readonly<Record<string, readonly Era[]>> = {
  closed: ['ended', 'off'], completed: ['ended'], finished: ['ended'], ended: ['ended', 'off'], resolved: ['ended'], returned: ['ended'],
  cancelled: ['off'], canceled: ['off'], deleted: ['off'], rejected: ['off'], fulfilled: ['ended'], archived: ['off'], won: ['ended'], decided: ['ended', 'off'],
}; // prettier-ignore

/** Returns the time column of an earlier state. Every row that reached the later state also has this time. */
function stampBefore(table: TableView, column: ColumnPlan, reached: readonly string[]): ColumnPlan | undefined {
  return columnsOf(table, 'stamp').findLast((each) => {
    const own = each === column ? undefined : reachedIn(table, each);
    return own !== undefined && own.length > reached.length && reached.every((value) => own.includes(value));
  });
}

function clockTime(
  table: TableView,
  column: ColumnPlan,
  sense: TimeSense,
  start: ColumnPlan | undefined,
): Maker | undefined {
  if (column.value !== 'text') return undefined;
  const [from, to] = hoursOf(table);
  if (start !== undefined && start !== column && sense !== 'end' && !isDay(start))
    return { read: start.name, as: 'time' };
  const hour = (at: number): string => `${String(at).padStart(2, '0')}`;
  const middle = Math.floor((from + to) / 2);
  const hours = sense === 'end' ? [middle + 1, to] : [from, middle];
  const all = Array.from({ length: (hours[1] ?? to) - (hours[0] ?? from) + 1 }, (_none, at) =>
    hour((hours[0] ?? from) + at),
  );
  return { pick: all.flatMap((each) => [`${each}:00`, `${each}:30`]) };
}

/** Converts the time to the form that the API shows, such as a day or seconds since 1970. */
function shaped(maker: Maker, column: ColumnPlan): Maker {
  if (maker === null || typeof maker !== 'object') return maker;
  if ('case' in maker)
    return {
      ...maker,
      when: Object.fromEntries(Object.entries(maker.when).map(([value, each]) => [value, shaped(each, column)])),
      ...(maker.else === undefined ? {} : { else: shaped(maker.else, column) }),
    };
  if (!('time' in maker)) return maker;
  if (isEpoch(column)) return { epoch: maker };
  return isDay(column) ? { ...maker, day: true } : maker;
}

/** Makes the length of the time from start to end, in nights, days, hours or minutes. */
function lengths(table: TableView, start: ColumnPlan | undefined): Claims {
  const end = columnsOf(table, 'end')[0];
  if (start === undefined || end === undefined || isClockTime(end)) return {};
  const claims: Record<string, Maker> = {};
  for (const column of openColumns(table)) {
    if (column.value === 'text' || column.value === 'json' || column.value === 'boolean') continue;
    const word = column.words.at(-1) ?? '';
    const unit = /^(night|day)$/.test(word) ? 'days' : /^hour$/.test(word) ? 'hours' : 'minutes';
    if (/^(night|day|hour|minute|duration|length)$/.test(word) && !/rate|price|per/.test(column.name))
      claims[column.name] = {
        between: [start.name, end.name],
        unit: word === 'duration' && isDay(start) ? 'days' : unit,
      };
  }
  return claims;
}
