// Lifecycles: which column tells the state of a row, which values it takes, and what a verb changes it to and from. The
// vocabulary comes from enumerations, from the verbs of all tools, and from what is known of such words.
import { statesOf } from '../lexicon/pools/states.ts';
import { participle, stem } from '../words/deeds.ts';
import type { Model, ColumnPlan, TablePlan } from './model.ts';
import type { DomainTool } from './read-tool.ts';

const NAMES = [
  'status',
  'state',
  'lifecycle_state',
  'phase',
  'stage',
  'lifecycle_status',
  'current_status',
  'order_status',
  'booking_status',
];

export function statusColumn(model: Model, table: TablePlan): ColumnPlan | undefined {
  void model;
  for (const name of NAMES) {
    const column = table.columns.get(name);
    if (
      column !== undefined &&
      column.type === 'TEXT' &&
      column.role !== 'json' &&
      column.references === undefined &&
      !isRegion(table, name)
    )
      return column;
  }
  return [...table.columns.values()].find((column) => column.system === 'status');
}

/** The state of an address is no status. */
function isRegion(table: TablePlan, name: string): boolean {
  return (
    name === 'state' &&
    ['city', 'zip', 'zip_code', 'postal_code', 'country', 'street', 'address'].some((each) => table.columns.has(each))
  );
}

const INITIAL = [
  'pending',
  'new',
  'open',
  'draft',
  'created',
  'active',
  'scheduled',
  'booked',
  'confirmed',
  'available',
  'todo',
  'queued',
  'requested',
  'placed',
  'submitted',
  'reserved',
  'in progress',
  'enabled',
  'processing',
  'upcoming',
  'registered',
];
const TERMINAL = new Set(
  'cancelled canceled completed complete closed deleted archived expired rejected declined denied refunded finished done failed delivered returned terminated voided void removed ended resolved withdrawn fulfilled destroyed lost paid discontinued harvested fetched settled dismissed'.split(
    ' ',
  ),
);
const OPPOSITES: Readonly<Record<string, readonly string[]>> = {
  open: ['close', 'lock'], reopen: ['close', 'resolve'], resume: ['pause', 'suspend', 'hold', 'stop'], unlock: ['lock'], unblock: ['block'],
  unban: ['ban'], unmute: ['mute'], unfreeze: ['freeze'], activate: ['deactivate', 'suspend'], enable: ['disable'], reactivate: ['deactivate', 'suspend', 'cancel'],
  unarchive: ['archive'], restore: ['archive', 'delete', 'trash'], unpublish: ['publish'], publish: ['draft', 'unpublish'], release: ['hold', 'reserve', 'lock'],
  unpause: ['pause'], return: ['borrow', 'lend', 'rent', 'loan', 'checkout'], start: ['stop'], unpin: ['pin'], unhide: ['hide'], unsuspend: ['suspend'],
  checkin: ['checkout'], disengage: ['engage'], disarm: ['arm'], unassign: ['assign'], takeback: ['lend'],
  turnon: ['turnoff'], switchon: ['switchoff'], poweron: ['poweroff', 'shutdown'], connect: ['disconnect'], subscribe: ['unsubscribe'],
}; // prettier-ignore
/** Words of other roots that say the same. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  start: ['running', 'in_progress', 'started', 'active', 'on', 'in progress', 'ongoing', 'processing'],
  stop: ['stopped', 'off', 'inactive', 'idle'],
  play: ['playing', 'running', 'on'],
  resume: ['active', 'running', 'playing', 'resumed', 'in_progress', 'open'],
  activate: ['active', 'activated', 'enabled', 'on'],
  enable: ['enabled', 'active', 'on'],
  disable: ['disabled', 'inactive', 'off'],
  deactivate: ['inactive', 'deactivated', 'disabled', 'off'],
  reopen: ['open', 'reopened', 'active'],
  open: ['open', 'opened'],
  unlock: ['unlocked', 'available', 'open'],
  complete: ['completed', 'complete', 'done', 'finished'],
  finish: ['finished', 'completed', 'done', 'complete'],
  resolve: ['resolved', 'closed', 'solved'],
  close: ['closed', 'complete', 'done'],
  cancel: ['cancelled', 'canceled', 'cancelled_by_user', 'void'],
  reject: ['rejected', 'declined', 'denied'],
  decline: ['declined', 'rejected', 'denied'],
  deny: ['denied', 'rejected', 'declined'],
  approve: ['approved', 'accepted', 'active'],
  accept: ['accepted', 'approved', 'confirmed'],
  confirm: ['confirmed', 'approved'],
  ship: ['shipped', 'in_transit', 'in transit'],
  suspend: ['suspended', 'paused', 'inactive'],
  pause: ['paused', 'suspended', 'on_hold', 'on hold'],
  terminate: ['terminated', 'ended', 'stopped', 'cancelled'],
  archive: ['archived'],
  restore: ['active', 'restored', 'available'],
  return: ['returned', 'available', 'in'],
  refund: ['refunded', 'returned'],
  check: ['checked in', 'checked_in'],
  checkin: ['checked in', 'checked_in', 'arrived', 'present'],
  checkout: ['checked out', 'checked_out'],
  lend: ['lent', 'on loan', 'on_loan', 'loaned'],
  borrow: ['borrowed', 'on loan', 'on_loan', 'loaned', 'lent'],
  rent: ['rented', 'occupied', 'taken'],
  book: ['booked', 'reserved', 'confirmed'],
  reserve: ['reserved', 'booked', 'held'],
  revoke: ['revoked', 'inactive', 'invalid'],
  block: ['blocked', 'disabled', 'banned'],
  takeback: ['available', 'in', 'returned', 'on display'],
  giveback: ['available', 'returned'],
  turnon: ['on', 'running', 'active'],
  turnoff: ['off', 'stopped', 'inactive'],
  switchon: ['on', 'running'],
  switchoff: ['off', 'stopped'],
  poweron: ['on', 'running'],
  poweroff: ['off', 'stopped'],
  shutdown: ['off', 'stopped', 'shut down'],
};

export interface Change {
  readonly kind: 'status' | 'boolean';
  readonly column: ColumnPlan;
  readonly to: string | number;
  /** The statuses that it may be changed from. */
  readonly from: readonly string[];
  /** closed */
  readonly word: string;
  /** How well the vocabulary knows it. */
  readonly sure: number;
}

/** The verb of a change: check in of check_in_patient. */
export function changeVerb(tool: DomainTool): string {
  const trailing = tool.path.at(-1);
  if (trailing !== undefined && trailing.argument === undefined && tool.path.length > 1 && tool.method !== 'GET')
    return trailing.words[0] ?? tool.verb;
  return tool.verb || tool.saidVerb;
}

/** What a transition tool does to the rows of a table; the column is made where there is none. */
export function changeOf(model: Model, table: TablePlan, tool: DomainTool): Change {
  const verb = changeVerb(tool);
  const word = verb === 'checkin' ? 'checked in' : verb === 'checkout' ? 'checked out' : participle(verb);
  const flag = booleanOf(table, verb);
  const column = statusColumn(model, table);
  if (flag !== undefined && (column === undefined || matchOf(column.choices?.map(String) ?? [], verb) === undefined))
    return { kind: 'boolean', column: flag.column, to: flag.to, from: [], word: flag.word, sure: 0.9 };
  const made =
    column ??
    model.column(table, {
      name: table.columns.has('status') ? 'lifecycle_status' : 'status',
      words: ['status'],
      valueType: 'text',
      schema: {},
      description: '',
      nullable: false,
      system: 'status',
    });
  const known = statusesOf(model, table, made);
  // words of other roots only where the vocabulary is closed
  const isAgain = AGAIN.has(verb);
  const match =
    matchOf(known, isAgain ? 'start' : verb, isAgain || (made.choices !== undefined && made.system !== 'status')) ??
    known.find((each) => each === word);
  // what is restarted runs, before and after
  const to = match ?? (isAgain ? participle('start') : word);
  if (match === undefined) {
    known.push(to);
    if (made.choices !== undefined) made.choices = [...made.choices, to];
  }
  if (isAgain) return { kind: 'status', column: made, to, from: [to], word: to, sure: 0.9 };
  const before = (OPPOSITES[verb] ?? []).flatMap((each) => matchOf(known, each) ?? []);
  const from =
    before.length > 0 ? before.filter((each) => each !== to) : known.filter((each) => each !== to && !isTerminal(each));
  return {
    kind: 'status',
    column: made,
    to,
    from: from.length > 0 ? from : known.filter((each) => each !== to),
    word: to.replaceAll('_', ' ').toLowerCase(),
    sure: match === undefined ? (made.choices === undefined ? 0.7 : 0.4) : 0.9,
  };
}

/** Verbs that leave a thing as it was. */
const AGAIN = new Set(['restart', 'reboot', 'reload', 'relaunch']);

/** started, where there is stopped: nothing else need be the first. */
function hasOpposite(value: string, values: readonly string[]): boolean {
  const leadsTo = (verb: string, to: string): boolean => participle(verb) === to || (SAME[verb] ?? []).includes(to);
  return Object.entries(OPPOSITES).some(([verb, others]) =>
    others.some(
      (other) =>
        (leadsTo(verb, value) && values.some((each) => each !== value && leadsTo(other, each))) ||
        (leadsTo(other, value) && values.some((each) => each !== value && leadsTo(verb, each))),
    ),
  );
}

/** The values of a status column, the initial first. */
export function statusesOf(model: Model, table: TablePlan, column: ColumnPlan): string[] {
  const known = model.statuses.get(table.name);
  if (known !== undefined) return known;
  const choices = column.choices?.map(String) ?? saidChoices(column.description);
  const initial = choices.find((each) => INITIAL.includes(each.toLowerCase().replaceAll('_', ' ')));
  const made =
    choices.length > 0
      ? initial === undefined
        ? [...choices]
        : [initial, ...choices.filter((each) => each !== initial)]
      : [];
  model.statuses.set(table.name, made);
  return made;
}

/** "open, closed or pending" in a description is a vocabulary when all of its words are statuses. */
function saidChoices(description: string): string[] {
  const found = [...description.matchAll(/['"`]([A-Za-z][A-Za-z _-]{1,20})['"`]/g)].map(([, word = '']) => word);
  if (found.length >= 2) return [...new Set(found)];
  // status: pending, in_transit, delivered
  const listed =
    /[:：(]\s*((?:[a-z][a-z_-]{2,18}\s*(?:,|，|、|\/|\||\bor\b)\s*(?:or\s+)?){2,}[a-z][a-z_-]{2,18})\b/.exec(
      description,
    )?.[1];
  return listed === undefined
    ? []
    : [...new Set(listed.split(/\s*(?:,|，|、|\/|\||\bor\b)\s*/).filter((each) => each !== ''))];
}

export function matchOf(values: readonly string[], verb: string, loose = true): string | undefined {
  const root = stem(verb);
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[_-]/g, ' ');
  const exact = values.find((each) => plain(each) === participle(verb));
  if (exact !== undefined) return exact;
  const same = (SAME[verb] ?? [])
    .map((word) => values.find((each) => plain(each) === word.replaceAll('_', ' ')))
    .find((each) => each !== undefined);
  if (same !== undefined && loose) return same;
  return values.find((each) =>
    plain(each)
      .split(' ')
      .some((word) => stem(word) === root),
  );
}

/** archived, is_active: a column that is true or false. */
export function booleanOf(table: TablePlan, verb: string): { column: ColumnPlan; to: 0 | 1; word: string } | undefined {
  const flags = [...table.columns.values()].filter((column) => column.role === 'boolean');
  for (const column of flags) {
    const words = column.words.filter((word) => word !== 'is' && word !== 'has');
    const last = words.at(-1) ?? '';
    if (
      last === participle(verb) ||
      (SAME[verb] ?? []).includes(last) ||
      (stem(last) === stem(verb) && words.length <= 2)
    ) {
      const negative = /^(in|un|dis)/.test(verb) && !/^(in|un|dis)/.test(last);
      return { column, to: negative ? 0 : 1, word: last };
    }
    for (const opposite of [
      ...(OPPOSITES[verb] ?? []),
      ...Object.entries(OPPOSITES)
        .filter(([, verbs]) => verbs.includes(verb))
        .map(([each]) => each),
    ])
      if (last === participle(opposite) || (SAME[opposite] ?? []).includes(last)) return { column, to: 0, word: last };
  }
  return undefined;
}

export function isTerminal(status: string): boolean {
  return TERMINAL.has(status.toLowerCase().replaceAll(/[_ -]/g, ' ')) || TERMINAL.has(status.toLowerCase());
}

/** What a new row begins with. */
export function initialStatus(model: Model, table: TablePlan, tool: DomainTool): string {
  const column = statusColumn(model, table);
  const values = column === undefined ? [] : statusesOf(model, table, column);
  const made = matchOf(values, tool.verb);
  if (made !== undefined && !isTerminal(made) && INITIAL.includes(made.toLowerCase().replaceAll('_', ' '))) return made;
  const initial = initialOf(values);
  return initial ?? values.find((each) => !isTerminal(each)) ?? values[0] ?? 'open';
}

/** The state of a list in which things begin. */
export function initialOf(values: readonly string[]): string | undefined {
  return INITIAL.map((word) => values.find((each) => each.toLowerCase().replaceAll(/[_-]/g, ' ') === word)).find(
    (each) => each !== undefined,
  );
}

function usualStates(table: TablePlan): readonly string[] {
  const usual = statesOf(table.words);
  return usual.length > 0 ? usual : ['active', 'inactive'];
}

/** Statuses of a table that nobody lists: what its verbs lead to, and something to begin with. */
export function completeStatuses(model: Model): void {
  for (const table of model.tables.values()) {
    const column = statusColumn(model, table);
    if (column === undefined) continue;
    const values = statusesOf(model, table, column);
    const hasInitial = values.some(
      (each) => !isTerminal(each) && INITIAL.includes(each.toLowerCase().replaceAll(/[_-]/g, ' ')),
    );
    if (values.length === 0) values.push(...usualStates(table));
    else if (!hasInitial && column.choices === undefined && values.every(isTerminal)) values.unshift('open');
    else if (!hasInitial && column.choices === undefined && !values.every((each) => hasOpposite(each, values)))
      values.unshift(values.includes('active') ? 'inactive' : 'active');
    // a vocabulary that only tools of a fixed word write is closed
    if (column.system === 'status' && column.choices === undefined) column.choices = [...values];
  }
}
