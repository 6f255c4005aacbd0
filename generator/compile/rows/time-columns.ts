// Finds the columns that hold a time, and the meaning of the time: created, start, end, due.
import { isStateStamp } from '../../lexicon/pools/states.ts';
import { textKind } from '../../lexicon/pools/text-kinds.ts';
import { isTimeByExample, timeForm } from '../../fields/time-form.ts';
import { saidForm } from '../../fields/said-format.ts';
import { isStay, saidNoTime, senseInStay, timeSenseOf, type TimeWord } from '../../lexicon/time-words.ts';
import type { ColumnPlan } from '../plan/plan.ts';
import type { TableView } from './world.ts';

/** The meaning of a time. `stamp` is the time of a change of state. */
export type TimeSense = TimeWord | 'stamp';

const NOT_TIMES = new Set(['duration', 'count', 'zone', 'minutes', 'run time']);

const EXPECTED = new Set(['expected', 'estimated', 'target', 'planned', 'promised', 'projected']);
const ENDINGS =
  /^(closed|completed|finished|ended|resolved|returned|cancelled|canceled|deleted|rejected|fulfilled|archived|won|decided)_(at|on|date|time)$/;

/** Returns the meaning of a column's time, or undefined for a column that holds no time. */
export function timeSense(column: ColumnPlan, table: TableView): TimeSense | undefined {
  if (column.system === 'created') return 'created';
  if (column.system === 'updated') return 'updated';
  if (!canHold(column)) return undefined;
  if (table.state !== undefined && isStateStamp(column.words, table.state.values) !== undefined) return 'stamp';
  if (EXPECTED.has(column.words[0] ?? '') && isTimely(column)) return 'due';
  if (table.state !== undefined && ENDINGS.test(column.name) && isTimely(column)) return 'stamp';
  const inStay = isStay(
    table.noun,
    table.plan.columns.map(({ words }) => words),
  );
  const found = inStay ? senseInStay(column.words) : timeSenseOf(column.words);
  if (found !== undefined && found !== 'other') return found;
  if (column.words[0] === 'last' && isTimely(column)) return 'since';
  return isTimely(column) ? 'other' : undefined;
}

/**
 * Tells whether the column holds a person who did something: "approved by" holds a person, but "due by" holds a day.
 */
export const isSomebody = (column: ColumnPlan): boolean =>
  column.words.at(-1) === 'by' && textKind(column.words) === 'person' && !isTimely(column);

function canHold(column: ColumnPlan): boolean {
  if (isSomebody(column)) return false;
  if (saidForm(column.description) !== undefined) return false;
  if (
    column.schema['format'] === undefined &&
    !isTimeByExample(column.schema) &&
    saidNoTime(column.words, column.description)
  )
    return false;
  if (column.choices !== undefined || NOT_TIMES.has(column.words.at(-1) ?? '')) return false;
  if (column.value === 'text') return isTimely(column) || column.schema['format'] === undefined;
  return column.value === 'integer' && isEpoch(column);
}

export function isEpoch(column: ColumnPlan): boolean {
  return (
    column.value === 'integer' &&
    (/\b(unix|epoch|timestamp|milliseconds since)\b/i.test(column.description) ||
      /(_at|timestamp|_ts)$/.test(column.name) ||
      column.name === 'ts')
  );
}

/** Tells whether the schema's format, the role or the description says that the column holds a time. */
function isTimely(column: ColumnPlan): boolean {
  const { format } = column.schema;
  if (format === 'date-time' || format === 'date' || column.role === 'timestamp') return true;
  if (isEpoch(column) || (column.value === 'text' && isTimeByExample(column.schema))) return true;
  return (
    column.value === 'text' &&
    (/(_at|_on|_date|_datetime|timestamp)$|^date$|^date_|^datetime$/.test(column.name) ||
      /\b(ISO[- ]?8601|YYYY|RFC ?3339)\b/.test(column.description))
  );
}

export function isDay(column: ColumnPlan): boolean {
  if (column.schema['format'] === 'date') return true;
  if (column.schema['format'] === 'date-time' || column.role === 'timestamp') return false;
  if (timeForm(column.schema, '') === 'moment') return false;
  const said = column.description;
  if (/YYYY-MM-DD(?![T ]?'?T?'?HH)/.test(said)) return true;
  return /(^|_)(date|day|dob|birthday|birthdate|born)$|_on$|^(date_of)/.test(column.name) && !/HH|time|ISO/i.test(said);
}

/** Tells whether the column holds a time of day without a date, as HH:MM. */
export function isClockTime(column: ColumnPlan): boolean {
  const said = column.description;
  return (
    column.schema['format'] === 'time' || (/\bHH:MM\b|\b\d{1,2}:\d{2}\b/.test(said) && !/YYYY|\d{4}-\d{2}/.test(said))
  );
}

export function columnsOf(table: TableView, sense: TimeSense): readonly ColumnPlan[] {
  return table.plan.columns.filter((column) => timeSense(column, table) === sense);
}

/** Returns the column of an event's start. A column that holds only a day counts only if there is no other. */
export function startColumn(table: TableView): ColumnPlan | undefined {
  const starts = columnsOf(table, 'start').filter((column) => !isClockTime(column));
  return starts.find((column) => !isDay(column)) ?? starts[0];
}
