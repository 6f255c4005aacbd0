// Every way to read a tool, scored: by its verb, by what its description begins with, by its path, by what its arguments
// and its result are. The best is taken unless an override or the refuter says otherwise; the others stay as alternatives.
import type { Deed } from '../words/deeds.ts';
import { archetypeProposals, type Archetypes } from './archetypes.ts';
import { leavesOf } from './fields.ts';
import { setOf, type SetPlan } from './find-sets.ts';
import { conversionReading, formulaReading, matchConversion, matchFormula } from './formulas/match-formula.ts';
import type { Model } from './model.ts';
import { readProposals } from './propose-reads.ts';
import { writeProposals } from './propose-writes.ts';
import type { DomainTool } from './read-tool.ts';
import { sessionOf } from './session.ts';
import { linkTable, type LinkPlan } from './link-table.ts';
import { clearReading } from './templates/delete.ts';
import { linkListReading, linkReading } from './templates/outbox.ts';
import { ownKeyArgument } from './templates/read-entity.ts';
import type { Proposal } from './templates/reading.ts';
import { distanceReading, isDistance, isRate, rateReading } from './templates/references.ts';
import {
  clockReading,
  echoReading,
  loginReading,
  loginStatusReading,
  logoutReading,
} from './templates/session-tools.ts';
import { effectOf, isLogin, subjectOf } from './tool-subject.ts';

export interface Context {
  readonly model: Model;
  readonly tools: readonly DomainTool[];
  /** What the tools without keys speak of. */
  readonly settings: { readonly name: string; readonly words: readonly string[] };
  readonly archetypes: Archetypes;
  /** Sets that some tool adds to: watchlist, following. */
  readonly sets: ReadonlyMap<string, SetPlan>;
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
    if (!isRead && weight('clear') > 0)
      add('clear', 5.4, `all of the set ${set.name.join(' ')}`, (draft) => clearReading(draft, plan().table));
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

export type Add = (kind: string, score: number, why: string, make: Proposal['make']) => void;

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
