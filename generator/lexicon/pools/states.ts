// Lists the usual states of a noun's rows and how many rows are in each. The era of a state tells whether the row's
// event is past, running or coming.
import { splitName } from '../../../envs/words/split-words.ts';

/**
 * Each line has nouns, then the states in the order in which a row passes through them. The number after a state is its
 * weight among the rows.
 */
const BY_NOUN = `
order, purchase, sale, work order: pending 3, paid 3, processing 2, shipped 3, delivered 7, cancelled 2
parcel, shipment, delivery, package: registered 2, in_transit 4, out_for_delivery 1, delivered 7, returned 1
booking, reservation, stay, appointment, slot, rental: booked 6, completed 5, cancelled 2
loan, lending, hire: active 6, returned 5, overdue 2
ticket, case, issue, request, inquiry, complaint, incident, bug, defect: open 5, in_progress 4, resolved 4, closed 4
task, todo, reminder, subtask, card, item: open 5, in_progress 3, done 6
project, campaign, initiative, epic, sprint, goal: planned 3, active 5, on_hold 1, completed 4
invoice, bill, statement: draft 1, sent 4, paid 8, overdue 2
payment, transaction, transfer, charge, donation, expense, withdrawal: pending 2, completed 10, failed 1
refund, return, exchange, claim: requested 3, approved 3, completed 5, rejected 1
subscription, membership, plan, policy, insurance, contract, agreement: active 8, paused 1, expired 2, cancelled 2
user, account, customer, member, employee, patient, student: active 10, inactive 2, suspended 1
device, sensor, camera, machine, printer, light, lamp, robot, drone: online 8, offline 2, maintenance 1
server, instance, container, pod, node, cluster, service, database: running 8, stopped 2, failed 1
vehicle, car, bike, scooter, truck, boat: available 7, rented 4, maintenance 1
room, table, seat, desk, locker, spot, bed, bay, unit, plot, berth: available 6, occupied 5, out_of_order 1
job, run, build, deployment, pipeline, workflow, backup, export, import, task run: queued 1, running 2, succeeded 8, failed 2
pull request, merge request: open 4, merged 7, closed 2
post, article, page, document, story, listing, product, template: draft 2, published 8, archived 2
message, email, notification, newsletter, mail: sent 3, delivered 7, failed 1
lead, deal, opportunity, offer, quote, proposal: new 4, contacted 3, negotiation 2, won 3, lost 2
application, candidate, approval, permission, absence, leave: submitted 4, approved 6, rejected 2
course, class, event, workshop, meeting, concert, race, match, tour, trip, lesson: scheduled 6, completed 5, cancelled 1
flight, train, bus, ferry: scheduled 6, boarding 1, departed 2, arrived 5, delayed 1, cancelled 1
alert, alarm: triggered 2, acknowledged 2, resolved 7
test, exam, assignment, homework: assigned 3, submitted 4, graded 6
enrollment, registration: registered 5, waitlisted 1, completed 4, withdrawn 1
key, token, card, coupon, voucher, license: active 8, expired 3, revoked 1
book, copy, asset, equipment, tool: available 8, on_loan 4, lost 1
`;

export type Era = 'ended' | 'now' | 'ahead' | 'off' | 'any';

const ERAS: Readonly<Record<Exclude<Era, 'any'>, readonly string[]>> = {
  ended:
    list(`done, completed, complete, finished, attended, delivered, returned, expired, no show, missed, fulfilled, closed,
    resolved, paid, settled, harvested, fetched, picked up, collected, refunded, checked out, departed, past, archived, merged,
    sold, graded, succeeded, ended, used, redeemed, taken back, terminated, shipped, played, released, won, lost, failed`),
  now: list(`arrived, checked in, in progress, running, ongoing, seated, out for delivery, in transit, boarding, live, started,
    processing, baking, preparing, baked, at shop, on loan, rented, occupied, in review, active, picked, packed, delayed, lent, overdue, renewed`),
  ahead:
    list(`booked, scheduled, upcoming, confirmed, reserved, pending, planned, requested, draft, new, open, announced,
    submitted, queued, registered, waiting, created, todo, to do, placed, unpaid, assigned, waitlisted, held, sent, reservation`),
  off: list('cancelled, canceled, rejected, declined, void, voided, withdrawn, deleted, denied, revoked, aborted'),
};

function list(text: string): string[] {
  return text.split(',').map((each) => each.trim());
}

interface Shares {
  readonly states: readonly string[];
  readonly weights: ReadonlyMap<string, number>;
}

const byNoun = new Map<string, Shares>();
for (const line of BY_NOUN.trim().split('\n')) {
  const [nouns = '', states = ''] = line.split(': ');
  const read = list(states).map((each): [string, number] => {
    const [name = '', share = '1'] = each.split(' ');
    return [name, Number(share)];
  });
  for (const noun of list(nouns)) byNoun.set(noun, { states: read.map(([name]) => name), weights: new Map(read) });
}

function sharesOf(noun: readonly string[]): Shares | undefined {
  for (let from = 0; from < noun.length; from++) {
    const found = byNoun.get(noun.slice(from).join(' '));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the usual states of a noun's rows in order. The list is empty for an unknown noun. */
export function statesOf(noun: readonly string[]): readonly string[] {
  return sharesOf(noun)?.states ?? [];
}

const plain = (state: string): string => splitState(state).join(' ');

function splitState(state: string): readonly string[] {
  return state
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

export function eraOf(state: string): Era {
  const words = plain(state);
  const found = Object.entries(ERAS).find(([, states]) => states.includes(words));
  return (found?.[0] as Era | undefined) ?? 'any';
}

const USUAL: Readonly<Record<Era, number>> = { ended: 4, now: 2, ahead: 4, off: 1, any: 2 };

/** Returns the weight of a state among the rows: the noun's own weight, or else the usual weight of the state's era. */
export function shareOf(state: string, noun: readonly string[]): number {
  const known = sharesOf(noun)?.weights;
  const own = [...(known ?? [])].find(([name]) => plain(name) === plain(state))?.[1];
  return own ?? USUAL[eraOf(state)];
}

/** Returns the state whose time a column records: `delivered` for delivered_at. */
export function isStateStamp(words: readonly string[], states: readonly string[]): string | undefined {
  const name = words.filter(
    (word) => !['at', 'on', 'date', 'time', 'datetime', 'timestamp', 'is', 'by'].includes(word),
  );
  if (name.length === 0) return undefined;
  return states.find((state) => splitName(plain(state)).join(' ') === name.join(' '));
}
