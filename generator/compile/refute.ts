// The refuter doubts the whole environment: what a tool does not use, cannot do, invents or never shows. Each doubt has a
// name and says why. Some send the tool to its next reading; what stays is a flag.
import type { Environment } from '../../envs/values/environment.ts';
import type { Draft } from './draft.ts';
import type { ToolOutcome } from './find-examples.ts';
import type { Model } from './model.ts';
import { propose, type Context } from './propose.ts';
import { effectOf } from './tool-subject.ts';
import type { DomainTool } from './read-tool.ts';
import type { Reading } from './templates/reading.ts';
import type { KnownKinds } from './rows-of-model.ts';

export interface Flag {
  readonly reason: string;
  readonly detail: string;
  /** The next reading may do better. */
  readonly demotes: boolean;
}

export interface Doubted {
  readonly model: Model;
  readonly drafts: readonly { readonly tool: DomainTool; readonly draft: Draft; readonly reading: Reading }[];
  readonly environment: Environment;
  readonly broken: ReadonlyMap<string, string>;
  readonly outcomes: ReadonlyMap<string, ToolOutcome>;
  readonly kinds: KnownKinds;
  readonly context: Context;
}

const WRITES = new Set([
  'create',
  'update',
  'transition',
  'delete',
  'clear',
  'link',
  'unlink',
  'outbox',
  'increase',
  'decrease',
  'transfer',
  'settings set',
  'add to list',
  'take from list',
  'login',
  'logout',
]);

/** Verbs that no description turns into a write. */
const PLAIN_READS = new Set(['get', 'list', 'find', 'search', 'show', 'view', 'fetch', 'retrieve', 'look']);

/** Readings of one's own making: nothing is guessed there. */
const EXACT = new Set([
  'formula',
  'conversion',
  'exchange rate',
  'distance',
  'clock',
  'login',
  'logout',
  'login status',
  'echo',
]);
const DEMOTING = new Set(['nothing to write', 'unused argument']);

export function refute(doubted: Doubted): Map<string, Flag[]> {
  const { drafts, broken, outcomes, model } = doubted;
  const found = new Map<string, Flag[]>();
  const flag = (tool: string, reason: string, detail: string, demotes = false): void => {
    const known = found.get(tool) ?? [];
    if (!known.some((each) => each.reason === reason)) known.push({ reason, detail, demotes });
    found.set(tool, known);
  };
  for (const { tool, draft, reading } of drafts) {
    const { name } = tool;
    const isTree = reading.kind.startsWith('file tree');
    const problem = broken.get(name);
    if (problem !== undefined) flag(name, 'not simulated', problem, true);
    const outcome = outcomes.get(name);
    if (outcome !== undefined && problem === undefined) {
      if (outcome.fault !== undefined) flag(name, 'fault', outcome.fault, true);
      if (outcome.invalid !== undefined && !outcome.good) flag(name, 'result does not fit', outcome.invalid, true);
      else if (!outcome.good)
        flag(
          name,
          'never succeeds',
          `no call of it was found that succeeds; the last was told: ${outcome.refusal ?? 'nothing'}`,
          true,
        );
      if (!outcome.refused) flag(name, 'never refuses', 'every call of it succeeds', false);
      if (outcome.good && !outcome.changed && isWrite(doubted, name))
        flag(name, 'writes nothing', 'its calls succeed and change nothing', true);
    }
    if (WRITES.has(reading.kind) && outcome?.good === true && !isWrite(doubted, name))
      flag(name, 'writes nothing', `it is read as ${reading.kind}, and its program changes nothing`, true);
    for (const [reason, detail] of draft.flags) flag(name, reason, detail, DEMOTING.has(reason));
    if (isTree || EXACT.has(reading.kind)) continue;
    const free = tool.arguments.find(
      (node) =>
        /^(command|script|code|sql|expression|program|shell command|cmd)$/.test(node.field.words.join(' ')) &&
        node.kind === 'scalar' &&
        node.field.choices.length === 0 &&
        !/\b(code of|promo|zip|country|airport|discount|coupon)\b/i.test(node.field.description) &&
        node.field.words.join(' ') !== 'code',
    );
    if (free !== undefined) flag(name, 'free command', `what ${free.field.name} means is a language of its own`);
    const action = tool.arguments.find(
      (node) =>
        node.kind === 'scalar' &&
        /^(action|operation|method|command)$/.test(node.field.words.join(' ')) &&
        node.field.choices.length > 1,
    );
    if (action !== undefined && reading.kind !== 'settings set')
      flag(
        name,
        'several operations',
        `${action.field.name} chooses between ${(action.kind === 'scalar' ? action.field.choices : []).slice(0, 4).join(', ')}`,
      );
    const { read, write } = effectOf(tool);
    if (Math.abs(read - write) < 0.2 && Math.max(read, write) > 0 && !PLAIN_READS.has(tool.verb))
      flag(name, 'read or write', `name and description say both: ${tool.verb || '-'} and ${tool.saidVerb || '-'}`);
    if (
      read === 0 &&
      write === 0 &&
      tool.method === undefined &&
      (reading.kind !== 'lookup' || (tool.result === undefined && tool.verb !== ''))
    )
      flag(name, 'unknown deed', `nothing says what ${name} does`);
    const computes = tool.deeds[0] === 'compute' || tool.saidDeeds[0] === 'compute';
    if (computes && reading.kind !== 'lookup' && (reading.kind === 'settings get' || reading.kind === 'get'))
      flag(name, 'no formula', 'it computes something that is only stored here');
    if (computes && reading.kind === 'lookup')
      flag(name, 'no formula', 'it computes something that is only looked up here');
    const stored =
      reading.kind === 'settings get'
        ? draft.leaves.filter(
            (leaf) =>
              leaf.role === 'column' &&
              /(^|[._])(count|total|sum|average|avg|stats?)([._]|$)|Count$|^total[A-Z]|^num_/.test(leaf.leaf),
          )
        : [];
    if (stored.length > 0)
      flag(
        name,
        'stored aggregate',
        `${stored
          .map((leaf) => leaf.leaf)
          .slice(0, 3)
          .join(', ')} is counted somewhere and only stored here`,
      );
    const invented = draft.leaves.filter((leaf) => leaf.role === 'invented');
    if (invented.length > 0 && invented.length * 3 > draft.leaves.length)
      flag(
        name,
        'invented result',
        `nothing says where ${invented
          .map((leaf) => leaf.leaf)
          .slice(0, 3)
          .join(', ')} comes from`,
      );
    const best = bestScore(tool, doubted.context, reading.kind);
    if (best !== undefined && best < 1)
      flag(name, 'uncertain reading', `read as ${reading.kind} with a score of ${best}`);
    if (reading.kind === 'outbox' && best !== undefined && best < 1)
      flag(name, 'kept only', 'what it would do is not known; the call is only kept');
    const inPath = draft.arguments.filter((each) =>
      tool.arguments.some((node) => node.field.inPath === true && node.field.name === each.argument),
    );
    const twice = inPath.find((each, at) => inPath.slice(0, at).some(({ is }) => is === each.is));
    if (twice !== undefined)
      flag(name, 'one place twice', `${twice.argument} and another part of the path are both taken for ${twice.is}`);
    if (reading.kind === 'transition' && !seenChange(model, draft, drafts))
      flag(name, 'unseen status', 'no tool shows the status that it changes', true);
    if (
      reading.kind === 'settings set' &&
      !draft.arguments.some((each) => each.role === 'payload' || each.role === 'amount') &&
      tool.arguments.length > 0 &&
      draft.flags.size === 0
    )
      flag(name, 'nothing to write', 'none of its arguments is kept', true);
    if (reading.kind === 'update' && draft.arguments.some((each) => each.role === 'patch' || each.role === 'payload')) {
      const unseen = unseenColumns(model, draft);
      if (unseen.length > 0)
        flag(name, 'unseen change', `no tool of the source shows ${unseen.slice(0, 3).join(', ')}`);
    }
    if (reading.kind === 'settings set') {
      const blind = blindSettings(model, draft, drafts);
      if (blind.length > 0) flag(name, 'unseen setting', `no tool of the source shows ${blind.slice(0, 3).join(', ')}`);
    }
    const filters = strayFilters(model, draft);
    if (filters.length > 0)
      flag(name, 'filter on nothing', `${filters.join(', ')}: filtered, never written or returned`);
  }
  return found;
}

function isWrite(doubted: Doubted, name: string): boolean {
  return doubted.environment.tools.find((tool) => tool.name === name)?.effect === 'write';
}

function bestScore(tool: DomainTool, context: Context, kind: string): number | undefined {
  return propose(tool, context).find((each) => each.kind === kind)?.score;
}

function seenChange(model: Model, draft: Draft, drafts: Doubted['drafts']): boolean {
  for (const table of model.tables.values())
    for (const column of table.columns.values()) {
      if (column.uses.get('written')?.has(draft.tool.name) !== true) continue;
      const isState =
        column.role === 'boolean' || column.system === 'status' || /(status|state|phase|stage)$/.test(column.name);
      if (isState && readers(column.uses.get('returned'), drafts).length > 0) return true;
    }
  return false;
}

/** The reads among these tools. */
function readers(names: ReadonlySet<string> | undefined, drafts: Doubted['drafts']): string[] {
  return [...(names ?? [])].filter((name) =>
    drafts.some(
      ({ tool, reading }) =>
        tool.name === name && ['get', 'list', 'lookup', 'settings get', 'list links'].includes(reading.kind),
    ),
  );
}

function blindSettings(model: Model, draft: Draft, drafts: Doubted['drafts']): string[] {
  const found: string[] = [];
  for (const table of model.tables.values()) {
    if (table.kind !== 'settings') continue;
    const mine = [...table.columns.values()].filter(
      (column) => column.uses.get('written')?.has(draft.tool.name) === true,
    );
    const blind = mine.filter(
      (column) =>
        readers(column.uses.get('returned'), drafts).length === 0 &&
        column.uses.get('returned')?.has(draft.tool.name) !== true,
    );
    if (blind.length === mine.length) found.push(...blind.map((column) => column.name));
  }
  return found;
}

/** Columns that an update writes, where no tool shows any of them. */
function unseenColumns(model: Model, draft: Draft): string[] {
  const written = [...model.tables.values()].flatMap((table) =>
    [...table.columns.values()].filter((column) => column.uses.get('written')?.has(draft.tool.name) === true),
  );
  const isSeen = written.some(
    (column) => (column.uses.get('returned')?.size ?? 0) + (column.uses.get('filtered')?.size ?? 0) > 0,
  );
  return isSeen ? [] : written.map((column) => column.name);
}

/** get_schedule(doctor_id, date): no doctor has a date that any other tool speaks of. */
function isUnknown(model: Model, draft: Draft, place: string): boolean {
  const [table = '', name = ''] = place.split('.');
  const plan = model.tables.get(table);
  const column = plan?.columns.get(name);
  if (plan === undefined || plan.kind === 'reference' || column === undefined) return false;
  if (plan.key.includes(name) || column.references !== undefined) return false;
  const speakers = [...(column.uses.get('written') ?? []), ...(column.uses.get('filtered') ?? [])];
  const isAlone = speakers.every((tool) => tool === draft.tool.name);
  const isHidden = draft.tool.result === undefined || (column.uses.get('returned')?.size ?? 0) === 0;
  return isAlone && isHidden && draft.tool.path.length === 0 && DATED.test(name);
}

const DATED = /(date|time|month|period|check_in|check_out|arrival|departure)$/;

/** An optional filter over a column that nothing else speaks of. */
function strayFilters(model: Model, draft: Draft): string[] {
  return draft.arguments.flatMap((each) => {
    if (isUnknown(model, draft, each.is) && /^(verification|filter|range)$/.test(each.role)) return [each.argument];
    if (each.role !== 'filter' && each.role !== 'range') return [];
    const [table = '', column = ''] = each.is.split('.');
    const plan = model.tables.get(table)?.columns.get(column);
    if (plan === undefined || model.tables.get(table)?.kind === 'reference') return [];
    const known =
      (plan.uses.get('returned')?.size ?? 0) + (plan.uses.get('written')?.size ?? 0) > 0 ||
      plan.references !== undefined ||
      model.tables.get(table)?.key.includes(column) === true;
    const required = draft.tool.arguments.some((node) => node.field.name === each.argument && node.field.required);
    return known || required || (plan.uses.get('filtered')?.size ?? 0) > 1 ? [] : [each.argument];
  });
}
