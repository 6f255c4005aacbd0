// Every way to read a tool, scored: by its verb, by what its description begins with, by its path, by what its arguments
// and its result are. The best is taken unless an override or the refuter says otherwise; the others stay as alternatives.
import { stem, type Deed } from '../words/deeds.ts';
import { plural, singular } from '../words/split-words.ts';
import { generalRole } from './argument-roles.ts';
import { GENERIC_LISTS, isDeedPart, pathNoun, type Entity } from './entities.ts';
import { listIn } from './list-in.ts';
import { columnName, leavesOf, type FieldNode } from './fields.ts';
import { matchConversion, matchFormula, formulaReading, conversionReading } from './formulas/match-formula.ts';
import type { Model, TablePlan } from './model.ts';
import { findEntity, keyOf } from './placing.ts';
import type { DomainTool } from './read-tool.ts';
import { adjustReading, amountArgument, transferKeys, transferReading } from './templates/adjust.ts';
import { distanceReading, isDistance, isRate, rateReading } from './templates/references.ts';
import {
  linkListReading,
  linkReading,
  linkTable,
  outboxReading,
  outboxTable,
  type LinkPlan,
} from './templates/outbox.ts';
import { lookupReading, lookupTable } from './templates/lookup.ts';
import { getReading, listReading, ownKeyArgument } from './templates/read-entity.ts';
import type { Proposal } from './templates/reading.ts';
import {
  clockReading,
  echoReading,
  loginReading,
  loginStatusReading,
  logoutReading,
} from './templates/session-tools.ts';
import { settingsGet, settingsSet, settingsTable } from './templates/settings.ts';
import { appendReading } from './templates/append.ts';
import {
  clearReading,
  createReading,
  deleteReading,
  transitionReading,
  updateReading,
} from './templates/write-entity.ts';
import { sessionOf } from './session.ts';
import { archetypeProposals, type Archetypes } from './archetypes.ts';

export interface Context {
  readonly model: Model;
  readonly tools: readonly DomainTool[];
  /** What the tools without keys speak of. */
  readonly settings: { readonly name: string; readonly words: readonly string[] };
  readonly archetypes: Archetypes;
  /** Sets that some tool adds to: watchlist, following. */
  readonly sets: ReadonlyMap<string, SetPlan>;
}

export interface SetPlan {
  readonly name: readonly string[];
  readonly target: Entity;
  readonly owner: Entity | undefined;
}

/** How much a tool reads and how much it writes, from everything that says so. */
export function effectOf(tool: DomainTool): { read: number; write: number; deeds: ReadonlyMap<Deed, number> } {
  const deeds = new Map<Deed, number>();
  const add = (deed: Deed, weight: number): void => void deeds.set(deed, (deeds.get(deed) ?? 0) + weight);
  tool.deeds.forEach((deed, at) => add(deed, 1 - at * 0.15));
  tool.saidDeeds.forEach((deed, at) => add(deed, 0.8 - at * 0.15));
  const hints = tool.pool.hints;
  if (hints?.read_only === true) add('read', 3);
  if (hints?.read_only === false) for (const deed of ['create', 'update'] as const) add(deed, 0.5);
  switch (tool.method) {
    case 'GET':
    case 'HEAD':
      add('read', tool.path.length > 0 ? 4 : 2);
      break;
    case 'DELETE':
      add('delete', 2.5);
      break;
    case 'PUT':
    case 'PATCH':
      add('update', 1.2);
      break;
    case 'POST':
      if (!tool.deeds.includes('read') || tool.deeds[0] === 'create') add('create', 0.7);
      break;
    default:
  }
  const sum = (test: (deed: Deed) => boolean): number =>
    [...deeds].filter(([deed]) => test(deed)).reduce((total, [, weight]) => Math.max(total, weight), 0);
  // notify_price_change(threshold) -> text: nothing goes out, something is told
  if (
    deeds.has('send') &&
    tool.result !== undefined &&
    !tool.arguments.some((node) =>
      /\b(message|text|body|content|subject|recipient|receiver|to|email|phone|user|channel|customer|id)\b/.test(
        node.field.words.join(' '),
      ),
    )
  ) {
    deeds.set('read', Math.max(deeds.get('read') ?? 0, (deeds.get('send') ?? 0) + 0.1));
    deeds.delete('send');
  }
  const read = sum((deed) => deed === 'read' || deed === 'compute');
  const write = sum((deed) => deed !== 'read' && deed !== 'compute');
  return { read, write, deeds };
}

/** What a tool is about. */
export function subjectOf(tool: DomainTool, model: Model): { entity: Entity; score: number; why: string } | undefined {
  const scores = new Map<Entity, { score: number; why: string }>();
  const add = (entity: Entity | undefined, score: number, why: string): void => {
    if (entity === undefined) return;
    const known = scores.get(entity);
    if (known === undefined) scores.set(entity, { score, why });
    else scores.set(entity, { score: known.score + score, why: `${known.why}, ${why}` });
  };
  const path = pathNoun(tool);
  if (path !== undefined) add(findEntity(model, path), 5, `path ${path.join(' ')}`);
  const exact = model.entities.find((entity) => entity.names.includes(tool.noun.join(' ')));
  // book_race(race_id) makes a booking of the race, not a race
  const isGiven =
    exact !== undefined &&
    (makes(tool) || tool.verb in EVENTS) &&
    tool.path.length === 0 &&
    tool.arguments.some(
      (node) =>
        node.kind === 'scalar' &&
        node.field.required &&
        keyOf(model, node.field, undefined)?.entity === exact &&
        !exact.key.natural,
    );
  if (exact !== undefined) add(exact, isGiven ? 1 : 3, `noun ${tool.noun.join(' ')}`);
  else {
    for (let end = tool.noun.length; end > 0; end--) {
      const entity = findEntity(model, tool.noun.slice(0, end));
      if (entity === undefined) continue;
      add(entity, end === tool.noun.length ? 2.2 : 1.4, `noun ${tool.noun.slice(0, end).join(' ')}`);
      break;
    }
  }
  // comment(tweet_id): the verb is the thing
  if (tool.noun.length === 0 || exact === undefined)
    add(
      model.entities.find((entity) => entity.names.includes(tool.verb)),
      tool.noun.length === 0 ? 2 : 0.8,
      `verb ${tool.verb}`,
    );
  // borrow_book(book_id, member_id) makes a loan, where loans are known
  const events = EVENTS[tool.verb] ?? [];
  const event = model.entities.find((entity) => events.includes(entity.words.at(-1) ?? ''));
  if (
    event !== undefined &&
    tool.path.length === 0 &&
    !tool.arguments.some((node) => node.kind === 'scalar' && keyOf(model, node.field, undefined)?.entity === event)
  )
    add(event, exact === event ? 1 : 3.6, `${tool.verb} makes a ${event.words.join(' ')}`);
  // return_book(loan_id): the key says which row changes
  if (tool.path.length === 0 && !makesNew(tool) && effectOf(tool).write > effectOf(tool).read) {
    const keys = tool.arguments
      .filter((node) => node.kind === 'scalar' && node.field.required)
      .flatMap((node) => keyOf(model, node.field, undefined) ?? [])
      .filter((key) => key.role.length === 0);
    const [only] = keys;
    // by its own name: the receiver of a message is no user to be deleted
    const isNamed =
      only !== undefined &&
      tool.arguments.some(
        (node) => node.field.words.slice(0, only.entity.words.length).join(' ') === only.entity.words.join(' '),
      );
    if (keys.length === 1 && only !== undefined && only.entity !== exact && isNamed)
      add(only.entity, 3.2, 'the only key that is given');
  }
  // get_user_id, get_symbol_by_name: the key is what is wanted
  const wanted = model.entities.find(
    (entity) =>
      tool.noun.length > 0 &&
      (columnName(tool.noun) === entity.key.column ||
        (tool.noun.length === 1 && entity.key.natural && tool.noun[0] === entity.key.column)),
  );
  add(wanted, 2.2, `noun ${tool.noun.join(' ')}`);
  if (tool.result !== undefined) resultSubject(tool.result, model, add, 0, makes(tool));
  for (const node of tool.arguments) {
    if (node.kind !== 'scalar') continue;
    const key = keyOf(model, node.field, undefined);
    if (key !== undefined && key.role.length === 0)
      add(key.entity, node.field.required ? 0.7 : 0.2, `key ${node.field.name}`);
  }
  const best = [...scores].sort(
    ([a, x], [b, y]) => y.score - x.score || b.score - a.score || (a.table < b.table ? -1 : 1),
  )[0];
  return best === undefined || best[1].score < 0.6 ? undefined : { entity: best[0], ...best[1] };
}

/** What a verb makes a record of. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  borrow: ['loan', 'borrowing', 'checkout'], lend: ['loan'], checkout: ['loan', 'order', 'checkout'], rent: ['rental', 'lease'], hire: ['rental', 'hire'], lease: ['lease', 'rental'],
  book: ['booking', 'reservation', 'appointment'], reserve: ['reservation', 'booking'], schedule: ['appointment', 'meeting', 'booking', 'visit'], order: ['order'],
  buy: ['purchase', 'order'], purchase: ['purchase', 'order'], enroll: ['enrollment'], register: ['registration'], subscribe: ['subscription'], pay: ['payment'],
  ship: ['shipment'], refund: ['refund'], review: ['review'], rate: ['rating', 'review'], assign: ['assignment'], invite: ['invitation', 'invite'], donate: ['donation'],
  bid: ['bid'], vote: ['vote'], apply: ['application'], prescribe: ['prescription'], admit: ['admission'],
}; // prettier-ignore

const makesNew = (tool: DomainTool): boolean =>
  tool.deeds[0] === 'create' ||
  tool.saidDeeds[0] === 'create' ||
  tool.deeds[0] === 'send' ||
  tool.verb in EVENTS ||
  tool.deeds[0] === 'link';

/** A tool that makes something returns the key of what it made. */
function makes(tool: DomainTool): boolean {
  return tool.deeds.includes('create') || tool.saidDeeds.includes('create') || tool.deeds.includes('send');
}

function resultSubject(
  node: FieldNode,
  model: Model,
  add: (entity: Entity | undefined, score: number, why: string) => void,
  depth: number,
  isMade: boolean,
): void {
  if (depth > 2) return;
  if (node.kind === 'list') {
    const words = node.field.words.filter((word) => word !== 'list');
    if (words.length > 0 && !GENERIC_LISTS.has(words.join(' ')))
      add(findEntity(model, words), 1.2, `list ${node.field.name}`);
    else if (node.item.kind === 'object') resultSubject(node.item, model, add, depth + 1, isMade);
    return;
  }
  if (node.kind !== 'object') return;
  const first = isMade
    ? node.members.find((member) => member.kind === 'scalar' && keyOf(model, member.field, undefined) !== undefined)
    : node.members[0];
  for (const member of node.members) {
    if (member.kind === 'scalar') {
      const key = keyOf(model, member.field, undefined);
      if (key !== undefined && key.role.length === 0)
        add(key.entity, member === first ? (isMade ? 1.6 : 1.1) : 0.3, `result ${member.field.name}`);
    } else if (member.kind === 'list' || GENERIC_LISTS.has(member.field.words.join(' ')))
      resultSubject(member, model, add, depth + 1, isMade);
    else {
      const entity = findEntity(model, member.field.words);
      if (entity === undefined && node.members.length <= 2) resultSubject(member, model, add, depth + 1, isMade);
      else add(entity, 0.8, `result ${member.field.name}`);
    }
  }
}

export function propose(tool: DomainTool, context: Context): Proposal[] {
  const { model } = context;
  const proposals: Proposal[] = [];
  const { read, write, deeds } = effectOf(tool);
  const weight = (...all: Deed[]): number => Math.max(0, ...all.map((deed) => deeds.get(deed) ?? 0));
  const isRead =
    read > write || (read === write && (tool.deeds[0] === 'read' || tool.deeds[0] === 'compute' || write === 0));
  const add = (kind: string, score: number, why: string, make: Proposal['make']): void =>
    void proposals.push({ kind, score: Math.round(score * 100) / 100, why, make });
  const subject = subjectOf(tool, model);
  const table = subject === undefined ? undefined : model.tableOf(subject.entity);
  const key = table === undefined ? undefined : ownKeyArgument(model, table, tool.arguments, tool);
  const text = tool.words.join(' ');

  proposals.push(...archetypeProposals(tool, context.archetypes, model));

  // ---- session
  const session = sessionOf(model);
  if (session !== undefined) {
    if (
      /\b(login|logged in|auth|authentication|session|signin) (status|state)\b|^whoami$|\bis logged in\b/.test(text) &&
      tool.arguments.length <= 1
    )
      add('login status', 6, 'it asks who is signed in', loginStatusReading);
    else if (session.hasLogin && isLogin(tool)) add('login', 6, `${tool.verb || tool.saidVerb} signs in`, loginReading);
    else if (tool.deeds[0] === 'logout' || tool.saidDeeds[0] === 'logout')
      add('logout', 6, 'it signs out', logoutReading);
  }
  // ---- computing
  if (isRead || weight('compute') > 0 || tool.result === undefined || isPureNumbers(tool)) {
    const conversion = matchConversion(tool);
    if (conversion !== undefined)
      add('conversion', 5, 'a value and its units', (draft) => conversionReading(draft, conversion));
    const formula = matchFormula(tool);
    if (formula !== undefined && (subject === undefined || weight('compute') > 0 || isPureNumbers(tool)))
      add('formula', 4.5, `the formula ${formula.formula.id}`, (draft) => formulaReading(draft, formula));
    if (isRate(tool)) add('exchange rate', 4.6, 'two currencies and a value', (draft) => rateReading(draft));
    if (isDistance(tool)) add('distance', 4.4, 'two places and a distance', (draft) => distanceReading(draft));
    if (
      /^(get )?(the )?(current|server|local) (date |utc |local )?(time|date|datetime|timestamp)$/.test(text) &&
      tool.arguments.every((node) => !node.field.required)
    )
      add('clock', 5, 'the clock of the session', clockReading);
  }
  const [shown] = tool.arguments;
  if (
    tool.arguments.length === 1 &&
    shown?.kind === 'list' &&
    tool.result !== undefined &&
    /^(echo|print|display|repeat|log|say|show)$/.test(tool.verb) &&
    leavesOf(tool.result).length === 1
  )
    add('echo', 4, 'it shows what it is given', (draft) => echoReading(draft, shown));
  // ---- sets
  const set = setOf(tool, context);
  if (set !== undefined) {
    const plan = (): LinkPlan => linkTable(model, set.name, set.target.table, set.owner?.table);
    model.tableOf(set.target);
    if (set.owner !== undefined) model.tableOf(set.owner);
    if (isRead) add('list links', 5.2, `the set ${set.name.join(' ')}`, (draft) => linkListReading(draft, plan));
    else if (weight('unlink', 'delete') > weight('link'))
      add('unlink', 5.2, `out of the set ${set.name.join(' ')}`, (draft) => linkReading(draft, plan, 'unlink'));
    else add('link', 5.2, `into the set ${set.name.join(' ')}`, (draft) => linkReading(draft, plan, 'link'));
  }

  if (isRead) {
    readProposals(tool, context, subject, table, key, add);
  } else {
    writeProposals(tool, context, subject, table, key, add, weight);
    // a write that might be a read after all
    if (read > 0)
      readProposals(tool, context, subject, table, key, (kind, score, why, make) => add(kind, score * 0.5, why, make));
  }
  return proposals.sort((a, b) => b.score - a.score || (a.kind < b.kind ? -1 : 1));
}

export function isLogin(tool: DomainTool): boolean {
  if (tool.deeds[0] === 'login' || (tool.deeds.length === 0 && tool.saidDeeds[0] === 'login')) return true;
  return (
    tool.saidDeeds[0] === 'login' &&
    tool.arguments.some((node) => /password|secret|pin|user/.test(node.field.words.join(' ')))
  );
}

const specific0 = (tool: DomainTool): readonly FieldNode[] =>
  tool.arguments.filter((node) => node.field.required && generalRole(node.field, true) === undefined);

/** get_message_stats: figures about rows, not the rows. */
const isStatistic = (tool: DomainTool): boolean =>
  ['stat', 'statistic', 'summary', 'metric', 'analytic', 'analytics', 'insight'].includes(tool.noun.at(-1) ?? '') &&
  tool.noun.length > 1;

type Add = (kind: string, score: number, why: string, make: Proposal['make']) => void;

function readProposals(
  tool: DomainTool,
  context: Context,
  subject: { entity: Entity; score: number; why: string } | undefined,
  table: TablePlan | undefined,
  key: FieldNode | undefined,
  add: Add,
): void {
  const { model } = context;
  const session = sessionOf(model);
  const list = tool.result === undefined ? undefined : listIn(tool.result);
  if (
    table !== undefined &&
    session?.users === table &&
    key === undefined &&
    list === undefined &&
    !looksPlural(tool) &&
    specific0(tool).length === 0
  )
    add('get', 3.4, 'the row of the current user', (draft) => getReading(draft, table));
  const isMany = list !== undefined || (tool.result === undefined && looksPlural(tool, subject?.entity));
  const specific = tool.arguments.filter((node) => generalRole(node.field, true) === undefined);
  const required = specific.filter((node) => node.field.required);
  if (subject !== undefined && table !== undefined) {
    const sure = Math.min(subject.score / 4, 1);
    const inner = innerList(tool, list, model, subject.entity);
    if (key !== undefined && (key.field.required || !isMany))
      add('get', 2 + sure + (isMany && !inner ? 0 : 0.6), `${subject.why}; ${key.field.name} is its key`, (draft) =>
        getReading(draft, table),
      );
    const owned =
      tool.prose.has('my') ||
      /\b(current|authenticated|logged[- ]in|your own)\b/i.test(tool.description) ||
      tool.words.includes('my');
    if (isMany && !isStatistic(tool))
      add(
        'list',
        (key !== undefined && key.field.required && inner ? 1.6 : 2.4) + sure,
        `${subject.why}; many rows`,
        (draft) => listReading(draft, table, owned),
      );
    else if (key === undefined) {
      if (required.length > 0 || specific.some((node) => node.kind === 'scalar'))
        add(
          'get',
          1.7 + sure,
          `${subject.why}; found by ${specific
            .map((node) => node.field.name)
            .slice(0, 3)
            .join(', ')}`,
          (draft) => getReading(draft, table),
        );
      add(
        'list',
        1.2 + sure + (looksPlural(tool, subject.entity) ? (required.length === 0 ? 1.4 : 0.8) : 0),
        subject.why,
        (draft) => listReading(draft, table, owned),
      );
    }
  }
  const noun = lookupNoun(tool);
  if (specific.length > 0) {
    const penalty = subject === undefined ? 0 : Math.min(subject.score / 3, 1.2);
    add(
      'lookup',
      2 - penalty,
      `facts about ${noun.join(' ')} by ${specific
        .map((node) => node.field.name)
        .slice(0, 3)
        .join(', ')}`,
      (draft) => lookupReading(draft, lookupTable(model, noun), list !== undefined),
    );
  } else if (list !== undefined) {
    add('lookup', subject === undefined ? 2.1 : 0.8, `a fixed list of ${noun.join(' ')}`, (draft) =>
      lookupReading(draft, lookupTable(model, noun), true),
    );
  }
  if (list === undefined || specific.length === 0)
    add(
      'settings get',
      (list === undefined &&
      specific.length > 0 &&
      specific.every(
        (node) =>
          node.kind === 'scalar' &&
          node.field.choices.length > 1 &&
          /option|category|type|kind|section|view|part|info|metric|field|item|component|what/.test(
            node.field.words.join(' '),
          ),
      )
        ? 2.2
        : required.length === 0 && list === undefined
          ? 2
          : 0.6) - (subject === undefined ? 0 : Math.min(subject.score / 4, 1)),
      'no key: the one row that all share',
      (draft) => settingsGet(draft, settingsTable(model, context.settings.name, context.settings.words)),
    );
}

function writeProposals(
  tool: DomainTool,
  context: Context,
  subject: { entity: Entity; score: number; why: string } | undefined,
  table: TablePlan | undefined,
  key: FieldNode | undefined,
  add: Add,
  weight: (...deeds: Deed[]) => number,
): void {
  const { model } = context;
  const specific = tool.arguments.filter((node) => generalRole(node.field, false) === undefined);
  const payload = specific.filter((node) => node !== key);
  const amount = amountArgument(payload);
  if (subject !== undefined && table !== undefined) {
    const sure = Math.min(subject.score / 4, 1);
    const transfer = transferKeys(model, table, specific);
    if (transfer !== undefined && amount !== undefined && weight('move', 'create', 'send', 'update') > 0)
      add('transfer', 3.5, 'two keys of one table and an amount', (draft) => transferReading(draft, table));
    const inPath = key !== undefined && tool.path.some((part) => part.argument === key.field.name);
    const deedPath = isDeedPart(tool);
    const isPost =
      tool.method === 'POST' && tool.path.length > 0 && !deedPath && tool.path.at(-1)?.argument === undefined;
    if (isPost)
      add('create', 2.8 + sure, `posted to ${tool.path.at(-1)?.words.join(' ') ?? ''}`, (draft) =>
        createReading(draft, table),
      );
    if (weight('create') > 0 && (key === undefined || subject.entity.key.natural || !inPath))
      add(
        'create',
        1.2 + weight('create') + sure - (key !== undefined && !subject.entity.key.natural ? 2.5 : 0),
        `${subject.why}; a new row`,
        (draft) => createReading(draft, table),
      );
    if (
      tool.verb in EVENTS &&
      key === undefined &&
      (EVENTS[tool.verb] ?? []).includes(subject.entity.words.at(-1) ?? '')
    )
      add('create', 3.4 + sure, subject.why, (draft) => createReading(draft, table));
    if (weight('link') > 0 && key === undefined)
      add('create', 1.4 + sure, `${subject.why}; a new row`, (draft) => createReading(draft, table));
    if (weight('send') > 0 && key === undefined && subject.score >= 2)
      add('create', 2 + sure, `${subject.why}; what is sent is a new row`, (draft) => createReading(draft, table));
    const single = key ?? (payload.length > 0 ? undefined : undefined);
    if (weight('update') > 0 && (payload.length > 0 || key !== undefined))
      add(
        'update',
        1.3 + weight('update') + sure - (key === undefined ? 1 : 0) - (payload.length === 0 ? 1 : 0),
        `${subject.why}; other values`,
        (draft) => updateReading(draft, table),
      );
    if (weight('transition') > 0 || deedPath) {
      const shown = key !== undefined ? 0 : -1;
      add(
        'transition',
        1.2 +
          Math.max(weight('transition'), deedPath ? 1.2 : 0) +
          sure +
          shown +
          (payload.length <= 1 ? 0.2 : 0) -
          (payload.length > 3 ? 0.5 : 0),
        `${subject.why}; its status`,
        (draft) => transitionReading(draft, table),
      );
    }
    const cancels = weight('transition') > 0 && weight('delete') > 0 && tool.method !== 'DELETE';
    if (weight('delete', 'unlink') > 0)
      add(
        'delete',
        1.4 +
          weight('delete', 'unlink') +
          sure -
          (cancels ? (hasStatus(context, subject.entity) ? 0.9 : 0.1) : 0) -
          (specific.length === 0 ? 1.5 : 0),
        `${subject.why}; the row goes`,
        (draft) => deleteReading(draft, table),
      );
    if ((weight('clear') > 0 || (weight('delete') > 0 && tool.words.includes('all'))) && key === undefined)
      add('clear', 1.8 + weight('clear') + sure, `${subject.why}; all rows go`, (draft) => clearReading(draft, table));
    const isMine = sessionOf(model)?.users === table && key === undefined;
    if (amount !== undefined && (key !== undefined || isMine) && payload.length <= 2) {
      if (weight('increase') > 0)
        add('increase', 1.6 + weight('increase') + sure, `${amount.field.name} is put in`, (draft) =>
          adjustReading(draft, table, true),
        );
      if (weight('decrease') > 0)
        add('decrease', 1.6 + weight('decrease') + sure, `${amount.field.name} is taken out`, (draft) =>
          adjustReading(draft, table, false),
        );
    }
    const listed = payload.find((node) => node.kind === 'list');
    if (key !== undefined && payload.length === 1 && listed !== undefined && weight('create', 'link', 'unlink') > 0)
      add(
        weight('unlink') > weight('link', 'create') ? 'take from list' : 'add to list',
        4.2 + sure,
        `${key.field.name} and a list`,
        (draft) => appendReading(draft, table, weight('unlink') <= weight('link', 'create')),
      );
    if (single !== undefined && payload.length > 0)
      add('update', 1 + sure, `${subject.why}; other values`, (draft) => updateReading(draft, table));
  }
  const money = sessionOf(model)?.users;
  if (subject === undefined && money !== undefined && amount !== undefined && payload.length <= 2) {
    if (weight('increase') > weight('decrease'))
      add('increase', 2.4 + weight('increase'), 'into what the current user has', (draft) =>
        adjustReading(draft, money, true),
      );
    else if (weight('decrease') > 0)
      add('decrease', 2.4 + weight('decrease'), 'out of what the current user has', (draft) =>
        adjustReading(draft, money, false),
      );
  }
  const hasReceiver = specific.some((node) =>
    /message|text|body|content|subject|recipient|to|receiver|email|phone|reason|comment|feedback/.test(
      node.field.words.join(' '),
    ),
  );
  if (weight('send') > 0 && hasReceiver)
    add(
      'outbox',
      2.2 + weight('send') * 0.4 - (subject !== undefined && subject.score >= 2 ? 0.6 : 0),
      'something is sent',
      (draft) => outboxReading(draft, outboxTable(model, outboxNoun(tool))),
    );
  const penalty = subject === undefined ? 0 : Math.min(subject.score / 3, 1.3);
  add('settings set', 1.9 - penalty - (specific.length > 6 ? 0.5 : 0), 'no key: the one row that all share', (draft) =>
    settingsSet(draft, settingsTable(model, context.settings.name, context.settings.words)),
  );
  add('outbox', 0.5, 'it is only kept', (draft) => outboxReading(draft, outboxTable(model, outboxNoun(tool))));
}

function hasStatus(context: Context, entity: Entity): boolean {
  return context.tools.some(
    (tool) =>
      tool.result !== undefined &&
      leavesOf(tool.result).some(
        (leaf) =>
          leaf.field.type === 'text' &&
          /(^| )(status|state)$/.test(leaf.field.words.join(' ')) &&
          effectOf(tool).read > 0,
      ) &&
      subjectOf(tool, context.model)?.entity === entity,
  );
}

function outboxNoun(tool: DomainTool): readonly string[] {
  const noun = tool.noun.filter((word) => word !== 'customer');
  if (['send', 'email', 'text', 'notify', 'contact'].includes(tool.verb))
    return noun.length > 0 && tool.verb === 'send'
      ? noun
      : [
          ...(tool.verb === 'contact' ? noun : []),
          tool.verb === 'email' ? 'email' : tool.verb === 'notify' ? 'notification' : 'message',
        ];
  return noun.length > 0 ? [...noun, 'request'] : [tool.verb || 'request', 'request'];
}

function isPureNumbers(tool: DomainTool): boolean {
  return (
    tool.arguments.length > 0 &&
    tool.arguments.every(
      (node) =>
        (node.kind === 'scalar' &&
          (node.field.type === 'real' || node.field.type === 'integer' || node.field.choices.length > 0)) ||
        (node.kind === 'list' &&
          node.item.kind === 'scalar' &&
          (node.item.field.type === 'real' || node.item.field.type === 'integer')),
    )
  );
}

/** get_order(order_id) -> {items: […]}: the list is within the row, not of rows. */
function innerList(tool: DomainTool, list: FieldNode | undefined, model: Model, entity: Entity): boolean {
  if (list === undefined || list.kind !== 'list') return false;
  const words = list.field.words.filter((word) => word !== 'list');
  const other = findEntity(model, words);
  if (list.field.path.length === 0) return false;
  return other !== undefined
    ? other !== entity
    : !GENERIC_LISTS.has(words.join(' ')) && !tool.noun.includes(words.at(-1) ?? '');
}

export function looksPlural(tool: DomainTool, entity?: Entity): boolean {
  const raw = (tool.pool.original.name ?? tool.pool.name)
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const noun = tool.noun.at(-1) ?? '';
  return (
    ['list', 'search', 'browse', 'all'].some((word) => tool.words.includes(word)) ||
    raw.some(
      (word) =>
        word.length > 3 &&
        word.endsWith('s') &&
        ((word !== noun && singular(word) === noun) ||
          (entity !== undefined && entity.words.at(-1) !== word && singular(word) === entity.words.at(-1))),
    )
  );
}

function lookupNoun(tool: DomainTool): readonly string[] {
  const noun = tool.noun.filter((word) => !['nearest', 'matching', 'best', 'top'].includes(word));
  if (noun.length > 0 && noun.length <= 3) return noun;
  if (tool.path.length > 0) {
    const part = tool.path.findLast((each) => each.words.length > 0 && each.words.length <= 3);
    if (part !== undefined) return part.words;
  }
  const words = tool.words.filter((word) => word !== tool.verb).slice(0, 3);
  return words.length > 0 ? words : ['fact'];
}

// ---- sets -----------------------------------------------------------------------------------------------------------

/** The sets of a domain: what is followed, starred, put on a list. A set needs a way in or out, and usually a list. */
export function findSets(tools: readonly DomainTool[], model: Model): Map<string, SetPlan> {
  const found = new Map<string, SetPlan & { votes: number }>();
  const user = model.entities.find((entity) => entity.words.join(' ') === 'user');
  const owner = sessionOf(model) === undefined ? undefined : user;
  for (const tool of tools) {
    const { read, write } = effectOf(tool);
    if (read >= write) continue;
    const container = containerOf(tool);
    const keys = tool.arguments
      .filter((node) => node.kind === 'scalar' && node.field.required)
      .flatMap((node) => {
        const key = keyOf(model, node.field, undefined);
        return key === undefined ? [] : [{ node, entity: key.entity }];
      });
    const others =
      tool.arguments.filter((node) => node.field.required && generalRole(node.field, false) === undefined).length -
      keys.length;
    if (others > 0) continue;
    const counted =
      tool.noun.length === 0 &&
      countedVerb(tool.verb, tools) !== undefined &&
      !model.entities.some((entity) => entity.names.includes(tool.verb));
    const links =
      counted || tool.deeds.includes('link') || tool.deeds.includes('unlink') || tool.saidDeeds.includes('link');
    if (!links) continue;
    if (keys.length === 1 && keys[0] !== undefined) {
      const { entity } = keys[0];
      const name = container ?? linkVerb(tool, tools);
      if (name === undefined || findEntity(model, name) === entity) continue;
      if (
        container === undefined &&
        countedVerb(tool.verb, tools) === undefined &&
        !tools.some((each) => mentions(each, name, tool))
      )
        continue;
      vote(found, name, {
        name: [...name],
        target: entity,
        owner: owner === entity || owner === undefined ? owner : owner,
      });
    } else if (
      keys.length === 2 &&
      keys[0] !== undefined &&
      keys[1] !== undefined &&
      keys[0].entity !== keys[1].entity
    ) {
      const inPath = tool.path.length > 0;
      if (inPath && tool.method !== 'PUT' && tool.method !== 'DELETE' && tool.method !== 'POST') continue;
      if (inPath) continue;
      const to = tool.words.findIndex((word) => word === 'to' || word === 'from' || word === 'in');
      const ownerWords = to === -1 ? [] : tool.words.slice(to + 1);
      const [first, second] = [keys[0].entity, keys[1].entity];
      const holder =
        [first, second].find((entity) => entity.words.join(' ') === ownerWords.join(' ')) ??
        (tool.noun.join(' ') === first.words.join(' ') ? second : first);
      const target = holder === first ? second : first;
      if (
        model.entities.some(
          (entity) => entity.words.join(' ') === tool.noun.join(' ') && entity !== first && entity !== second,
        )
      )
        continue;
      vote(found, [...holder.words, ...target.words], {
        name: [...holder.words, columnName(target.words) === '' ? 'link' : `${target.table}`],
        target,
        owner: holder,
      });
    }
  }
  return new Map([...found].map(([name, plan]) => [name, plan]));
}

function vote(found: Map<string, SetPlan & { votes: number }>, name: readonly string[], plan: SetPlan): void {
  const text = name.join(' ');
  const known = found.get(text);
  found.set(text, { ...(known ?? plan), votes: (known?.votes ?? 0) + 1 });
}

/** add_stock_to_watchlist, add_to_favorites: the words after to, from, in. */
function containerOf(tool: DomainTool): readonly string[] | undefined {
  const at = tool.words.findIndex((word) => word === 'to' || word === 'from');
  if (at === -1) return undefined;
  const words = tool.words.slice(at + 1).filter((word) => !['my', 'the', 'a'].includes(word));
  return words.length > 0 &&
    words.length <= 2 &&
    /list|favorite|favourite|wishlist|cart|collection|bookmark|queue|library|watchlist/.test(words.join(' '))
    ? words
    : undefined;
}

/** retweet(tweet_id), where somebody shows a retweet_count. */
function countedVerb(verb: string, tools: readonly DomainTool[]): string | undefined {
  const shown = tools.some(
    (tool) =>
      tool.result !== undefined && leavesOf(tool.result).some((leaf) => leaf.field.words.join(' ') === `${verb} count`),
  );
  return shown ? plural(verb) : undefined;
}

/** follow, unfollow -> following. */
function linkVerb(tool: DomainTool, others: readonly DomainTool[]): readonly string[] | undefined {
  const verb = tool.verb.replace(/^un/, '');
  const counted = tool.noun.length === 0 && tool.verb === verb ? countedVerb(verb, others) : undefined;
  if (counted !== undefined) return [counted];
  const names: Readonly<Record<string, string>> = {
    follow: 'follows',
    subscribe: 'subscription',
    like: 'liked',
    star: 'starred',
    favorite: 'favorite',
    favourite: 'favourite',
    bookmark: 'bookmark',
    block: 'blocked',
    mute: 'muted',
    join: 'joined',
    save: 'saved',
    watch: 'watched',
    friend: 'friend',
  };
  return names[verb] === undefined ? undefined : [names[verb]];
}

function mentions(tool: DomainTool, name: readonly string[], self: DomainTool): boolean {
  const [word = ''] = name;
  return (
    tool !== self &&
    (tool.words.includes(word) ||
      tool.words.some(
        (each) => each === `un${self.verb}` || `un${each}` === self.verb || each === self.verb.replace(/^un/, ''),
      ))
  );
}

function setOf(tool: DomainTool, context: Context): SetPlan | undefined {
  const container = containerOf(tool);
  const names = [
    container,
    linkVerb(tool, context.tools),
    tool.noun,
    tool.words.filter((word) => word !== tool.verb && word !== 'all' && word !== 'my'),
  ].flatMap((words) => (words === undefined || words.length === 0 ? [] : [words.join(' ')]));
  for (const name of names) {
    const set =
      context.sets.get(name) ??
      [...context.sets].find(([key]) => !key.includes(' ') && !name.includes(' ') && stem(key) === stem(name))?.[1];
    if (set !== undefined) return set;
  }
  const { read, write } = effectOf(tool);
  if (read >= write) return undefined;
  const keys = tool.arguments
    .filter((node) => node.kind === 'scalar' && node.field.required)
    .flatMap((node) => keyOf(context.model, node.field, undefined)?.entity ?? []);
  if (keys.length !== 2 || tool.path.length > 0) return undefined;
  return [...context.sets.values()].find(
    (set) =>
      set.owner !== undefined &&
      keys.includes(set.owner) &&
      keys.includes(set.target) &&
      keys[0] !== keys[1] &&
      (tool.deeds.includes('link') || tool.deeds.includes('unlink')),
  );
}
