// An environment while a model writes it: the current plan, rows, programs and scenarios. A reply of the model gives a
// new draft; a draft object is never changed.
import type { ColumnRole, Environment, Invariant, Promised } from '../../envs/values/environment.ts';
import type { Json, JsonObject } from '../../envs/values/json.ts';
import { stepKind, stepsInside, type ToolProgram } from '../../envs/values/program.ts';
import type { Scenario } from '../../envs/values/scenario.ts';
import type { Tool, ToolExample } from '../../envs/values/tool-schema.ts';
import { withEffect } from '../../envs/folder/environment-folder.ts';
import { isJsonObject } from '../../envs/values/json.ts';
import type { Maker, Recipe, TableRecipe } from '../recipe/recipe-schema.ts';
import type { AuthorTool } from './author-tool.ts';
import { withinRows } from './reply-limits.ts';
import type { AddedTool, ChangesReply, PlanReply, RowsTable, ToolPlan } from './replies.ts';

export interface Draft {
  readonly name: string;
  readonly seed: number;
  readonly given: readonly AuthorTool[];
  readonly title: string;
  readonly purpose: string;
  readonly clock: string;
  readonly conventions: readonly string[];
  readonly sql: readonly string[];
  readonly roles: Readonly<Record<string, ColumnRole>>;
  readonly invariants: readonly Invariant[];
  readonly promises: readonly Promised[];
  readonly anchors: readonly RowsTable[];
  readonly tables: readonly RowsTable[];
  readonly dropped: readonly { readonly table: string; readonly where: JsonObject }[];
  readonly plans: Readonly<Record<string, ToolPlan>>;
  readonly added: readonly AddedTool[];
  readonly unseen: Readonly<Record<string, string>>;
  readonly fragments: Readonly<Record<string, ToolProgram>>;
  readonly programs: Readonly<
    Record<string, { readonly program: ToolProgram; readonly examples: readonly ToolExample[] }>
  >;
  readonly views: Readonly<Record<string, string>>;
  readonly scenarios: readonly Scenario[];
}

const CLOCK = '2031-05-12T09:00:00Z';

export function emptyDraft(name: string, title: string, seed: number, given: readonly AuthorTool[]): Draft {
  return {
    name,
    seed,
    given,
    title,
    purpose: '',
    clock: CLOCK,
    conventions: [],
    sql: [],
    roles: {},
    invariants: [],
    promises: [],
    anchors: [],
    tables: [],
    dropped: [],
    plans: {},
    added: [],
    unseen: {},
    fragments: {},
    programs: {},
    views: {},
    scenarios: [],
  };
}

/**
 * Puts a reply into the plan. Members of the reply replace members of the plan, but tools are added. With `more`, the
 * title, the purpose and the clock stay, and lists and statements are added instead of replaced.
 */
export function withPlan(draft: Draft, plan: PlanReply, more = false): Draft {
  const list = <T>(old: readonly T[], fresh: readonly T[] | undefined): readonly T[] =>
    fresh === undefined ? old : more ? [...old, ...fresh] : fresh;
  const sql = plan.sql === undefined ? draft.sql : more ? withStatements(draft.sql, plan.sql) : plan.sql;
  const names = new Set([...draft.given.map((tool) => tool.name), ...draft.added.map((tool) => tool.name)]);
  return {
    ...draft,
    title: more ? draft.title : (plan.title ?? draft.title),
    purpose: more ? draft.purpose : (plan.purpose ?? draft.purpose),
    clock: more ? draft.clock : (plan.clock ?? draft.clock),
    conventions: list(draft.conventions, plan.conventions),
    sql,
    roles: withRoles(draft.roles, plan.roles),
    invariants: list(
      draft.invariants,
      plan.invariants?.map((each) => ({ ...each, says: each.says ?? each.name })),
    ),
    promises: list(draft.promises, plan.seed),
    anchors: list(draft.anchors, plan.anchors),
    plans: { ...draft.plans, ...plan.tools },
    added: [
      ...draft.added,
      ...(plan.added ?? [])
        .filter((tool) => !names.has(tool.name) && /^[A-Za-z0-9_.-]{1,64}$/.test(tool.name))
        .map((tool) => ({ ...tool, parameters: isJsonObject(tool.parameters) ? tool.parameters : NO_PARAMETERS })),
    ],
    unseen: { ...draft.unseen, ...plan.unseen },
  };
}

const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} };

export interface Taking {
  /** Whether programs, rows and tables may change. A reply about scenarios may change only scenarios. */
  readonly programs: boolean;
  readonly scenarios: boolean;
  /** A prefix for those fragments and views of the reply whose names are already taken. */
  readonly prefix: string;
}

export function withChanges(draft: Draft, changes: ChangesReply, taking: Taking): Draft {
  let next = draft;
  if (taking.programs) next = withPrograms(next, changes, taking.prefix);
  if (taking.scenarios) next = withScenarios(next, changes);
  return next;
}

function withPrograms(draft: Draft, changes: ChangesReply, prefix: string): Draft {
  const views = Array.isArray(changes.views) ? (changes.views as readonly string[]) : [];
  const known = new Set([...draft.given.map(({ name }) => name), ...draft.added.map(({ name }) => name)]);
  // if two replies used one name for different fragments, the later fragment gets another name
  const renamed = new Map<string, string>();
  for (const [name, steps] of Object.entries(changes.fragments ?? {})) {
    const there = draft.fragments[name];
    if (prefix !== '' && there !== undefined && JSON.stringify(there) !== JSON.stringify(steps))
      renamed.set(name, `${prefix}${name}`);
  }
  const using = (program: ToolProgram): ToolProgram => (renamed.size === 0 ? program : renameUses(program, renamed));
  const fragments = Object.fromEntries(
    Object.entries(changes.fragments ?? {}).map(([name, steps]) => [renamed.get(name) ?? name, using(steps)]),
  );
  const programs: Record<string, Draft['programs'][string]> = { ...draft.programs };
  const plans: Record<string, ToolPlan> = { ...draft.plans };
  for (const [name, { program, examples, returns }] of Object.entries(changes.tools ?? {})) {
    if (!known.has(name)) continue;
    const old = programs[name];
    const whole = program ?? old?.program;
    if (whole !== undefined) programs[name] = { program: using(whole), examples: examples ?? old?.examples ?? [] };
    const plan = plans[name];
    if (returns !== undefined && plan !== undefined) plans[name] = { ...plan, returns };
  }
  const invariants = new Map(draft.invariants.map((each) => [each.name, each]));
  for (const each of changes.invariants ?? []) {
    if (each.sql === undefined) invariants.delete(each.name);
    else invariants.set(each.name, { name: each.name, sql: each.sql, says: each.says ?? each.name });
  }
  return {
    ...draft,
    sql: withStatements(draft.sql, [...(changes.sql ?? []), ...views]),
    roles: withRoles(draft.roles, changes.roles),
    tables: [...draft.tables, ...(changes.tables ?? [])],
    dropped: [...draft.dropped, ...(changes.drop_rows ?? [])],
    invariants: [...invariants.values()],
    promises: changes.seed ?? draft.promises,
    unseen: { ...draft.unseen, ...changes.unseen },
    fragments: { ...draft.fragments, ...fragments },
    programs,
    plans,
  };
}

function withScenarios(draft: Draft, changes: ChangesReply): Draft {
  const views = Array.isArray(changes.views) ? {} : ((changes.views ?? {}) as Readonly<Record<string, string>>);
  const byName = new Map(draft.scenarios.map((each) => [each.name, each]));
  for (const each of changes.scenarios ?? []) byName.set(each.name, each);
  for (const name of changes.drop ?? []) byName.delete(name);
  return { ...draft, views: { ...draft.views, ...views }, scenarios: [...byName.values()] };
}

function withRoles(
  old: Readonly<Record<string, ColumnRole>>,
  fresh: Readonly<Record<string, ColumnRole | null>> | undefined,
): Readonly<Record<string, ColumnRole>> {
  return Object.fromEntries(
    Object.entries({ ...old, ...fresh }).filter((entry): entry is [string, ColumnRole] => entry[1] !== null),
  );
}

/** A new statement replaces the old one that makes the same table, index or view. Other new statements are added. */
function withStatements(old: readonly string[], fresh: readonly string[]): readonly string[] {
  const next = [...old];
  for (const statement of fresh) {
    const made = madeBy(statement);
    const at = made === undefined ? -1 : next.findIndex((each) => madeBy(each) === made);
    if (at >= 0) next[at] = statement;
    else next.push(statement);
  }
  return next;
}

function madeBy(statement: string): string | undefined {
  const found = /^\s*CREATE\s+(?:UNIQUE\s+)?(TABLE|VIEW|INDEX)\s+(?:IF\s+NOT\s+EXISTS\s+)?["`]?(\w+)/i.exec(statement);
  return found === null ? undefined : `${(found[1] ?? '').toUpperCase()} ${(found[2] ?? '').toLowerCase()}`;
}

function renameUses(program: ToolProgram, names: ReadonlyMap<string, string>): ToolProgram {
  return program.map((step) => {
    if ('use' in step) return { ...step, use: names.get(step.use) ?? step.use };
    return 'do' in step ? { ...step, do: renameUses(step.do, names) } : step;
  });
}

/** Makes the environment of a draft. Tools without a program and the tools in `flagged` answer UNAVAILABLE. */
export function environmentOf(draft: Draft, flagged: ReadonlySet<string> = new Set()): Environment {
  const tools = [
    ...draft.given,
    ...draft.added.map((tool): AuthorTool => ({
      name: tool.name,
      description: tool.description,
      audience: 'agent',
      parameters: { ...tool.parameters, type: 'object' },
    })),
  ].map((tool) => toolOf(draft, tool, flagged));
  const used = usedFragments(tools, draft.fragments);
  return {
    format: 1,
    name: draft.name,
    title: draft.title,
    description: draft.purpose,
    origin: 'authored by a model, admitted by gates',
    clock: draft.clock,
    columns: draft.roles,
    documents: {},
    arguments: 'strict',
    ...(Object.keys(used).length === 0 ? {} : { fragments: used }),
    ...(draft.invariants.length === 0 ? {} : { invariants: draft.invariants }),
    ...(draft.promises.length === 0 ? {} : { promises: draft.promises }),
    ...(Object.keys(draft.unseen).length === 0 ? {} : { unseen: draft.unseen }),
    schema: `${[...draft.sql]
      .sort((a, b) => rankOf(a) - rankOf(b))
      .map((each) => each.trim().replace(/;+\s*$/, ''))
      .join(';\n\n')};\n`,
    tools,
    seed: [],
    policy: '',
    rules: [],
    ...(draft.scenarios.length === 0 ? {} : { scenarios: { views: draft.views, scenarios: draft.scenarios } }),
  };
}

/** Ranks a statement so that tables come first, then indexes, then views. */
function rankOf(statement: string): number {
  const made = madeBy(statement)?.split(' ')[0];
  return made === 'TABLE' ? 0 : made === 'INDEX' ? 1 : 2;
}

function toolOf(draft: Draft, tool: AuthorTool, flagged: ReadonlySet<string>): Tool {
  const written = draft.programs[tool.name];
  const returns = tool.returns ?? draft.plans[tool.name]?.returns;
  const base = {
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    ...(returns === undefined ? {} : { returns }),
    audience: tool.audience,
    ...(tool.http === undefined ? {} : { http: tool.http }),
  };
  if (written === undefined || flagged.has(tool.name))
    return { ...base, effect: 'read', program: [{ fail: ['UNAVAILABLE', `${tool.name} is not simulated.`] }] };
  return withEffect({ ...base, program: written.program, examples: written.examples }, draft.fragments);
}

/** Leaves out fragments that no tool uses, because the SQL of an unused fragment would not be vetted. */
function usedFragments(
  tools: readonly Tool[],
  fragments: Readonly<Record<string, ToolProgram>>,
): Readonly<Record<string, ToolProgram>> {
  const used = new Set<string>();
  const visit = (program: ToolProgram): void => {
    for (const step of program) {
      if (stepKind(step) === 'use' && 'use' in step && !used.has(step.use)) {
        used.add(step.use);
        visit(fragments[step.use] ?? []);
      }
      visit(stepsInside(step));
    }
  };
  for (const tool of tools) visit(tool.program);
  return Object.fromEntries(Object.entries(fragments).filter(([name]) => used.has(name)));
}

/**
 * Makes the recipe for the rows: first the fixed rows of the plan, then the rows and row makers that the model wrote.
 */
export function recipeOf(draft: Draft): Recipe {
  const tables = withinRows([...draft.anchors, ...draft.tables]).kept.flatMap((each): TableRecipe[] => {
    const { table, columns, rows, per, count } = each;
    if (Array.isArray(columns) || rows !== undefined) {
      const names = Array.isArray(columns) ? (columns as readonly string[]) : [];
      const made = (rows ?? [])
        .map((row) => Object.fromEntries(names.map((name, at) => [name, stored(row[at] ?? null)])))
        .filter((row) => !draft.dropped.some((drop) => drop.table === table && matches(row, drop.where)));
      return made.length === 0 ? [] : [{ table, rows: made }];
    }
    return columns === undefined
      ? []
      : [
          {
            table,
            ...(per === undefined ? {} : { per }),
            ...(count === undefined ? {} : { count }),
            columns: columns as Readonly<Record<string, Maker>>,
          },
        ];
  });
  return { seed: draft.seed, as_made: true, tables };
}

function matches(row: Readonly<Record<string, Json>>, where: JsonObject): boolean {
  const entries = Object.entries(where);
  return entries.length > 0 && entries.every(([column, value]) => row[column] === value);
}

/** Converts a value to the form in which a column stores it: a boolean as 1 or 0, a structure as JSON text. */
function stored(value: Json): Json {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : value;
}
