// The columns that hold a time, and which time: when a row was made, when the thing begins and ends, when it is due.
import { isStateStamp } from '../../lexicon/pools/states.ts';
import { longestEnding, readPhrases } from '../../lexicon/pools/phrase-index.ts';
import type { ColumnPlan } from '../plan/plan.ts';
import type { TableView } from './world.ts';

export type TimeSense =
  | 'created'
  | 'updated'
  | 'start'
  | 'end'
  | 'due'
  | 'stamp'
  | 'birth'
  | 'expiry'
  | 'day'
  | 'clock time'
  | 'since'
  | 'other';

const SENSES = readPhrases(`
created: created, created at, created on, creation date, creation time, date created, created time, added at, added on, posted at, posted, registered at, registration date, opened at, ordered at, order date, placed at, submitted at, published, published at, publish date, publication date, uploaded at, date added, joined, joined at, join date, member since, hired, hire date, hired on, received at, reported at, issued at, issue date, invoice date, transaction date, transaction time, recorded at, logged at, timestamp, date sent, sent, sent at, commit date, authored at, author date, purchase date, purchased at, payment date, posted on, ts, log date, entry date, acquired, installed at, install date, applied at, requested at, measured at, reading time, started on
updated: updated, updated at, updated on, modified, modified at, last modified, last updated, last updated time, last update, edited at, changed at, last activity, last activity date, pushed at, last edited, date modified, update time, modified time, date last activity
start: start, start at, starts at, start time, start date, starts, begin, begins at, begin at, begin time, from date, from time, departure, departure time, departure date, departs at, check in, check in date, checkin, pickup time, pickup date, scheduled at, scheduled for, scheduled date, scheduled time, appointment date, appointment time, event date, travel date, date time, datetime, start datetime, kick off, reservation date, reservation time, booking date, visit date, arrive at, valid from, effective date, loan date, borrowed at, borrowed on, rental start, checked out at, lent on, lent at, delivery date, delivery time, service date, harvest date, match date, race date, interview date, showtime, tee time, period start, shift start, from datetime, begins, starts on, flight date, planned at, planned for, date of visit, date of appointment, when
end: end, end at, ends at, end time, end date, ends, finish, finishes at, finish time, to date, to time, until, arrival, arrival time, arrival date, arrives at, check out, check out date, checkout, return date, return time, dropoff time, dropoff date, drop off date, end datetime, valid until, valid to, rental end, period end, shift end, to datetime, return by, due back, completed by, closes at, ends on, through, expected return date
due: due, due at, due date, due on, deadline, due time, payment due, target date, expected at, expected date, expected delivery, eta, estimated arrival, estimated delivery, estimated delivery date, promised at, reminder date, remind at, remind on, reminder time, next run, next run at, renewal date, renews at, renews on, next billing date, follow up date, next service, next service date, snoozed until
birth: birth date, birthday, date of birth, dob, born, birthdate, born on
expiry: expiry, expires, expires at, expiry date, expiration date, expiration, best before, expires on, warranty until, exp date, valid thru
since: last login, last login at, last seen, last seen at, last used, last used at, last run, last run at, last sync, synced at, last contact, last visit, last service, last maintenance, since, last checked, last backup, last watered, watered at, last fed, last serviced, last active, checked at, last message at, last heartbeat
clock time: opens at time, opening time, closing time
day: day, weekday date
other: date, time, at, on, datetime
`);

const NOT_TIMES = new Set(['duration', 'count', 'zone', 'minutes', 'run time']);

const EXPECTED = new Set(['expected', 'estimated', 'target', 'planned', 'promised', 'projected']);
const ENDINGS =
  /^(closed|completed|finished|ended|resolved|returned|cancelled|canceled|deleted|rejected|fulfilled|archived|won|decided)_(at|on|date|time)$/;

/** Undefined for a column that holds no time. */
export function timeSense(column: ColumnPlan, table: TableView): TimeSense | undefined {
  if (column.system === 'created') return 'created';
  if (column.system === 'updated') return 'updated';
  if (!canHold(column)) return undefined;
  if (table.state !== undefined && isStateStamp(column.words, table.state.values) !== undefined) return 'stamp';
  if (EXPECTED.has(column.words[0] ?? '') && isTimely(column)) return 'due';
  if (table.state !== undefined && ENDINGS.test(column.name) && isTimely(column)) return 'stamp';
  const found = longestEnding(SENSES, column.words) as TimeSense | undefined;
  if (found !== undefined && found !== 'other') return found;
  if (column.words[0] === 'last' && isTimely(column)) return 'since';
  return isTimely(column) ? 'other' : undefined;
}

function canHold(column: ColumnPlan): boolean {
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

/** Whether format, role or prose says that the column holds a time. */
function isTimely(column: ColumnPlan): boolean {
  const { format } = column.schema;
  if (format === 'date-time' || format === 'date' || column.role === 'timestamp') return true;
  if (isEpoch(column)) return true;
  return (
    column.value === 'text' &&
    (/(_at|_on|_date|_datetime|timestamp)$|^date$|^date_|^datetime$/.test(column.name) ||
      /\b(ISO[- ]?8601|YYYY|RFC ?3339)\b/.test(column.description))
  );
}

export function isDay(column: ColumnPlan): boolean {
  if (column.schema['format'] === 'date') return true;
  if (column.schema['format'] === 'date-time' || column.role === 'timestamp') return false;
  const said = column.description;
  if (/YYYY-MM-DD(?![T ]?'?T?'?HH)/.test(said)) return true;
  return /(^|_)(date|day|dob|birthday|birthdate|born)$|_on$|^(date_of)/.test(column.name) && !/HH|time|ISO/i.test(said);
}

/** A time of day without a date, as HH:MM. */
export function isClockTime(column: ColumnPlan): boolean {
  const said = column.description;
  return (
    column.schema['format'] === 'time' || (/\bHH:MM\b|\b\d{1,2}:\d{2}\b/.test(said) && !/YYYY|\d{4}-\d{2}/.test(said))
  );
}

export function columnsOf(table: TableView, sense: TimeSense): readonly ColumnPlan[] {
  return table.plan.columns.filter((column) => timeSense(column, table) === sense);
}

/** The column of the beginning of a row's thing; a column with the day alone where the row has no other. */
export function startColumn(table: TableView): ColumnPlan | undefined {
  const starts = columnsOf(table, 'start').filter((column) => !isClockTime(column));
  return starts.find((column) => !isDay(column)) ?? starts[0];
}
