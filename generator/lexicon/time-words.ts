// Finds out what a time means by its name: created, start, end, due and so on.
import { longestEnding, readPhrases } from './pools/phrase-index.ts';

export type TimeWord =
  | 'created'
  | 'updated'
  | 'start'
  | 'end'
  | 'due'
  | 'birth'
  | 'expiry'
  | 'day'
  | 'clock time'
  | 'since'
  | 'other';

const WORDS = readPhrases(`
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

/** Returns the meaning of a time by its name: `pickup date` means start. */
export function timeSenseOf(words: readonly string[]): TimeWord | undefined {
  return longestEnding(WORDS, words) as TimeWord | undefined;
}

const TIME_SAID =
  /\b(?:dates?|days?|(?:date)?times?|(?:time)?stamps?|timestamps?|moments?|when|hours?|minutes?|weeks?|months?|years?|since|until|now|today|deadline|epoch|unix|UTC|ISO|RFC|YYYY|HH)\b|\d{4}-\d\d|\d:\d\d/i;
const PLACE_SAID = /\b(?:where|places?|stations?|addresse?s?|locations?|stops?|venues?|rooms?)\b/i;

/**
 * Tells whether a value such as found_at is not a time, judging by its description: "Station or vehicle". A description
 * that only repeats the name, such as "Creation" for created_at, does not count.
 */
export function saidNoTime(words: readonly string[], description: string): boolean {
  if (!/^(?:at|on)$/.test(words.at(-1) ?? '') || description === '' || TIME_SAID.test(description)) return false;
  const stem = (words[0] ?? '').slice(0, 5).toLowerCase();
  return PLACE_SAID.test(description) || !description.toLowerCase().includes(stem);
}

const STAYS = /^(?:stay|booking|reservation|boarding|lodging|accommodation|guest|visit|visitor)$/;
const PLACES = /^(?:origin|destination|from|to|airport|station|flight|train|route|carrier)$/;

/**
 * Tells whether rows are stays, in which the arrival comes before the departure. In a journey the departure comes
 * first.
 */
export function isStay(noun: readonly string[], columns: readonly (readonly string[])[]): boolean {
  return (
    STAYS.test(noun.at(-1) ?? '') &&
    ['arrival', 'departure'].every((word) => columns.some((words) => words[0] === word)) &&
    !columns.some((words) => words.some((word) => PLACES.test(word)))
  );
}

/** Returns the meaning of a time in rows that are stays: the arrival is the start, and the departure the end. */
export function senseInStay(words: readonly string[]): TimeWord | undefined {
  const found = timeSenseOf(words);
  if (words[0] === 'arrival' && found === 'end') return 'start';
  return words[0] === 'departure' && found === 'start' ? 'end' : found;
}
