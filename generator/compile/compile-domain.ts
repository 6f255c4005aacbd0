// A domain of tools -> an environment. Read all tools, find what the rows are about, choose a reading for each tool, let
// the readings declare tables and columns, write schema, rows and programs, try them, and doubt the result: what stays
// suspect is flagged. Sorted first, so that the order of tools does not matter; seeded, so that the bytes do not either.
import { badInput, GymError } from '../../envs/errors/gym-error.ts';
import { stepKind, type Step, type ToolProgram } from '../../envs/values/program.ts';
import { ENVIRONMENT_FORMAT, type ColumnRole, type Environment } from '../../envs/values/environment.ts';
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import { World } from '../../envs/world/world.ts';
import { originalName, type PoolTool } from '../pool/pool-tool.ts';
import { makeSeed } from '../recipe/make-seed.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';
import { findArchetypes } from './archetypes.ts';
import { addDiscovery } from './discovery.ts';
import { Draft } from './draft.ts';
import { findEntities } from './entities.ts';
import { findExamples } from './find-examples.ts';
import { leavesOf } from './fields.ts';
import { Model } from './model.ts';
import { assignOwners, planSession, sessionSigns, usersOf } from './plan-session.ts';
import { findSets } from './find-sets.ts';
import { propose, type Context } from './propose.ts';
import { subjectOf } from './tool-subject.ts';
import { withWholeKeys, namespacesOf, readTool, type DomainTool } from './read-tool.ts';
import { refute, type Flag } from './refute.ts';
import { sessionOf } from './session.ts';
import { settingsName } from './settings-name.ts';
import type { CheckReport } from '../check/check-report.ts';
import { prove, unavailable } from './prove.ts';
import { completeStatuses } from './statuses.ts';
import { addTypicalColumns } from './typical-columns.ts';
import type { Proposal, Reading } from './templates/reading.ts';
import { recipeOf, type KnownKinds } from './rows-of-model.ts';
import { cutCycles, orderedTables, schemaText } from './write-schema.ts';
import { COMPILED_CLOCK, describeTables } from './describe.ts';

export interface DomainInput {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly tools: readonly PoolTool[];
}

export interface CompileOptions {
  readonly seed: number;
  readonly rows?: number;
  /** Which half of the names people have. */
  readonly names?: 'a' | 'b';
  /** Tools that show what else could not be seen. */
  readonly discovery: boolean;
  readonly overrides: Overrides;
}

/** What a person decided: the reading of a tool by its kind, or a program of their own. */
export interface Overrides {
  readonly tools?: Readonly<
    Record<string, { readonly reading?: string; readonly program?: ToolProgram; readonly accept?: true }>
  >;
}

export interface CompiledTool {
  readonly name: string;
  readonly pool: PoolTool | undefined;
  readonly reading: string;
  readonly proposals: readonly Pick<Proposal, 'kind' | 'score' | 'why'>[];
  readonly draft: Draft | undefined;
  readonly flags: readonly Flag[];
  readonly overridden: boolean;
}

export interface Compiled {
  readonly environment: Environment;
  readonly recipe: Recipe;
  readonly model: Model;
  readonly tools: readonly CompiledTool[];
  readonly kinds: KnownKinds;
  /** Columns that such rows usually have, though no tool says so. */
  readonly assumed: readonly string[];
  /** The proof of the environment as it is. */
  readonly checked: CheckReport;
}

type Attempted = Omit<Compiled, 'checked'> & {
  readonly drafts: Parameters<typeof addDiscovery>[2];
  /** Closed, for what it knows. */
  readonly world: World;
};

interface Chosen {
  readonly tool: DomainTool;
  readonly proposals: readonly Proposal[];
  /** Which of the proposals is taken. */
  readonly at: number;
}

/** A doubt never makes a read of a write. */
const READS = new Set([
  'get',
  'list',
  'lookup',
  'settings get',
  'list links',
  'formula',
  'conversion',
  'distance',
  'exchange rate',
  'clock',
  'login status',
  'echo',
]);

/** What may take the place of a reading that was refuted: likely enough, and no write for a read. */
function isOpen(proposal: Pick<Proposal, 'kind' | 'score'>, gone: ReadonlySet<string>, first: string): boolean {
  return !gone.has(proposal.kind) && proposal.score >= LIKELY && READS.has(proposal.kind) === READS.has(first);
}

const LIKELY = 1.4;

/** Readings whose rows are new. */
const CREATES = new Set(['create', 'create many']);

/** How often the refuter may send a tool to its next reading. */
const ROUNDS = 2;

export function compileDomain(input: DomainInput, options: CompileOptions): Compiled {
  const tools = readTools(input.tools);
  const demoted = new Map<string, Set<string>>();
  let best: Attempted | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const compiled = attempt(input, tools, options, demoted);
    if (best === undefined || flagged(compiled) < flagged(best)) best = compiled;
    const again = compiled.tools.filter(
      (tool) =>
        !tool.overridden &&
        tool.flags.some((flag) => flag.demotes) &&
        tool.pool?.http === undefined &&
        tool.proposals.some((each) =>
          isOpen(each, new Set([...(demoted.get(tool.name) ?? []), tool.reading]), tool.proposals[0]?.kind ?? ''),
        ),
    );
    if (again.length === 0) break;
    for (const tool of again) {
      const known = demoted.get(tool.name) ?? new Set<string>();
      known.add(tool.reading);
      demoted.set(tool.name, known);
    }
  }
  return proven(best as Attempted, options);
}

/** What a check or a law catches is flagged too. */
function proven(compiled: Attempted, options: CompileOptions): Compiled {
  const own = new Set(
    compiled.tools
      .filter((tool) => options.overrides.tools?.[tool.name]?.program === undefined)
      .map(({ name }) => name),
  );
  const drafts = compiled.drafts;
  const close = (environment: Environment): Environment =>
    options.discovery ? addDiscovery(environment, compiled.model, drafts) : environment;
  const { environment, checked, caught } = prove(compiled.environment, own, close, compiled.world);
  const tools = compiled.tools.map((tool): CompiledTool => {
    const failure = caught.get(tool.name);
    if (failure === undefined) return tool;
    const flag: Flag = { reason: 'caught by check', detail: `${failure.check}: ${failure.detail}`, demotes: false };
    return { ...tool, flags: [...tool.flags, flag] };
  });
  return { ...compiled, environment, checked, tools };
}

function flagged(compiled: Attempted): number {
  return compiled.tools.filter((tool) => tool.flags.length > 0).length;
}

/** Short names come back where they are unique in the domain. */
function readTools(pool: readonly PoolTool[]): DomainTool[] {
  const counts = new Map<string, number>();
  const short = (tool: PoolTool): string => {
    const original = originalName(tool);
    return /^[A-Za-z0-9_.-]{1,64}$/.test(original) ? original : tool.name;
  };
  for (const tool of pool) counts.set(short(tool), (counts.get(short(tool)) ?? 0) + 1);
  const namespaces = namespacesOf(pool);
  const tools = pool.map((tool) => readTool(tool, counts.get(short(tool)) === 1 ? short(tool) : tool.name, namespaces));
  return withWholeKeys(tools).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function attempt(
  input: DomainInput,
  tools: readonly DomainTool[],
  options: CompileOptions,
  demoted: ReadonlyMap<string, ReadonlySet<string>>,
): Attempted {
  const { overrides } = options;
  const signs = sessionSigns(tools);
  const found = findEntities(tools);
  const users = usersOf(tools, found, signs);
  const entities =
    users === undefined || found.includes(users)
      ? found
      : [...found, users].sort((a, b) => (a.table < b.table ? -1 : 1));
  const model = new Model(entities);
  const session = users === undefined ? undefined : planSession(model, tools, users, signs);
  // whose they are is known when it is known who signs in
  const sets = findSets(tools, model);
  model.sets = [...sets.values()];
  const context: Context = {
    model,
    tools,
    settings: settingsName(input, tools),
    archetypes: findArchetypes(tools),
    sets,
  };

  const chosen = tools.map((tool): Chosen => {
    const proposals = propose(tool, context);
    const wanted = overrides.tools?.[tool.name]?.reading;
    const first = proposals[0]?.kind ?? '';
    const gone = demoted.get(tool.name);
    const at =
      wanted !== undefined
        ? proposals.findIndex((each) => each.kind === wanted)
        : proposals.findIndex((each) => gone === undefined || isOpen(each, gone, first));
    if (wanted !== undefined && at === -1)
      throw badInput({
        file: 'overrides.json',
        path: `tools/${tool.name}`,
        what: `has no reading ${wanted}`,
        mend: `there are ${proposals.map((each) => each.kind).join(', ')}`,
      });
    return { tool, proposals, at: Math.max(at, 0) };
  });
  const drafts = chosen.map(({ tool, proposals, at }) => {
    const draft = new Draft(tool, model);
    draft.signedIn = session?.hasLogin === true && needsSignIn(tool);
    return { tool, draft, reading: (proposals[at] as Proposal).make(draft) };
  });

  // single rows name the columns, lists follow, then writes
  const ordered = [...drafts].sort((a, b) => a.reading.phase - b.reading.phase || (a.tool.name < b.tool.name ? -1 : 1));
  for (const each of ordered.filter(({ reading }) => reading.phase < 2)) each.reading.declare();
  if (session !== undefined) {
    const created = new Set(
      drafts.filter(({ reading }) => CREATES.has(reading.kind)).flatMap(({ tool }) => tableNamesOf(tool, context)),
    );
    const owned = new Set(
      drafts
        .filter(({ reading, tool }) => reading.kind === 'list' && speaksOfMine(tool))
        .flatMap(({ tool }) => tableNamesOf(tool, context)),
    );
    assignOwners(
      model,
      session,
      created,
      (table, column) =>
        drafts.some(
          ({ tool, reading }) =>
            CREATES.has(reading.kind) &&
            tableNamesOf(tool, context).includes(table.name) &&
            tool.arguments.some(
              (node) => node.field.words.join('_') === column || `${node.field.words.join('_')}_id` === column,
            ),
        ),
      owned,
    );
  }
  for (const each of ordered.filter(({ reading }) => reading.phase >= 2)) each.reading.declare();
  const assumed = addTypicalColumns(model);
  completeStatuses(model);

  const programs = new Map<string, readonly Step[]>();
  for (const { tool, reading } of drafts)
    programs.set(tool.name, overrides.tools?.[tool.name]?.program ?? reading.write());
  dropEmptyRow(model, programs);
  describeTables(model, drafts);
  cutCycles(orderedTables(model));
  const { recipe, kinds } = recipeOf(model, {
    title: `${input.name} ${input.description}`,
    seed: options.seed,
    ...(options.rows === undefined ? {} : { rows: options.rows }),
    ...(options.names === undefined ? {} : { names: options.names }),
  });

  const environment = assemble(input, model, drafts, programs);
  const seeded: Environment = { ...environment, seed: makeSeed(recipe, environment) };
  const closed = options.discovery ? addDiscovery(seeded, model, drafts) : seeded;
  const vetted = withPrograms(closed);
  const examined = findExamples(vetted.environment, model, drafts, options.seed, vetted.world);
  vetted.world.close();
  const doubts = refute({
    model,
    drafts,
    environment: examined.environment,
    broken: vetted.broken,
    outcomes: examined.outcomes,
    kinds,
    context,
  });

  const flags = doubts;
  const honest = withoutHopeless(examined.environment, doubts, overrides);
  // a read that turned out hopeless shows nothing
  const simulated = options.discovery && honest !== examined.environment ? addDiscovery(honest, model, drafts) : honest;

  return {
    environment: simulated,
    world: vetted.world,
    recipe,
    model,
    kinds,
    assumed,
    drafts,
    tools: chosen.map(({ tool, proposals, at }): CompiledTool => {
      const override = overrides.tools?.[tool.name];
      return {
        name: tool.name,
        pool: tool.pool,
        reading: (proposals[at] as Proposal).kind,
        proposals: proposals.map(({ kind, score, why }) => ({ kind, score, why })),
        draft: drafts.find((each) => each.tool === tool)?.draft,
        flags: override?.program !== undefined || override?.accept === true ? [] : (flags.get(tool.name) ?? []),
        overridden: override !== undefined,
      };
    }),
  };
}

/** The one row of an environment that no tool found anything to keep in. */
function dropEmptyRow(model: Model, programs: Map<string, readonly Step[]>): void {
  for (const table of model.tables.values()) {
    if (table.kind !== 'settings' || table.columns.size > table.key.length) continue;
    const named = new RegExp(`\\b${table.name}\\b`);
    // an answer that is always the same needs no row to stand in
    const without = [...programs].map(([name, program]): readonly [string, string] => [
      name,
      JSON.stringify(program).replaceAll(` FROM ${table.name} WHERE id = 1`, ''),
    ]);
    if (without.some(([, program]) => named.test(program))) continue;
    for (const [name, program] of without) programs.set(name, JSON.parse(program) as readonly Step[]);
    model.tables.delete(table.name);
  }
}

function speaksOfMine(tool: DomainTool): boolean {
  return tool.words.includes('my') || /\b(current|authenticated|logged[- ]in|my)\b/i.test(tool.description);
}

function tableNamesOf(tool: DomainTool, context: Context): string[] {
  const subject = subjectOf(tool, context.model);
  return subject === undefined ? [] : [subject.entity.table];
}

/** Writes, and reads of one's own. */
function needsSignIn(tool: DomainTool): boolean {
  const own = speaksOfMine(tool) && !/login|log in|sign/i.test(tool.words.join(' '));
  const isWrite = !tool.deeds.includes('read') && !tool.deeds.includes('compute') && tool.deeds.length > 0;
  return own || isWrite;
}

function assemble(
  input: DomainInput,
  model: Model,
  drafts: readonly { tool: DomainTool; draft: Draft; reading: Reading }[],
  programs: ReadonlyMap<string, readonly Step[]>,
): Environment {
  const columns: Record<string, ColumnRole> = {};
  for (const table of orderedTables(model))
    for (const column of table.columns.values())
      if (column.role !== undefined) columns[`${table.name}.${column.name}`] = column.role;
  const session = sessionOf(model);
  const token = session?.token === true ? ', access_token' : '';
  const signedIn: ToolProgram = [
    { let: 'session', sql: `SELECT user_id${token} FROM session WHERE id = 1` },
    { require: ':session.user_id IS NOT NULL', else: ['UNAUTHENTICATED', 'Nobody is signed in; sign in first.'] },
  ];
  const used = JSON.stringify([...programs.values()]);
  const fragments: Record<string, ToolProgram> = {
    ...(used.includes('"signed_in"') ? { signed_in: signedIn } : {}),
    ...(used.includes('"current_user"')
      ? { current_user: [{ let: 'session', sql: 'SELECT user_id FROM session WHERE id = 1' }] }
      : {}),
  };
  return {
    format: ENVIRONMENT_FORMAT,
    name: input.name,
    title: input.title,
    description: input.description,
    origin: 'compiled',
    clock: COMPILED_CLOCK,
    columns,
    documents: {},
    arguments: 'strict',
    ...(Object.keys(fragments).length > 0 ? { fragments } : {}),
    schema: schemaText(model, input.title),
    tools: withOnePath(drafts.map(({ tool }) => asTool(tool, programs.get(tool.name) ?? []))),
    seed: [],
    policy: '',
    rules: [],
  };
}

/** Of two tools with one path, the first keeps it. */
function withOnePath(tools: readonly Tool[]): Tool[] {
  const taken = new Set<string>();
  return tools.map((tool): Tool => {
    if (tool.http === undefined) return tool;
    const place = `${tool.audience} ${tool.http.method} ${tool.http.path.replaceAll(/\{[^}]*\}/g, '{}')}`;
    if (!taken.has(place)) {
      taken.add(place);
      return tool;
    }
    const { http: _http, ...rest } = tool;
    return rest;
  });
}

function asTool(tool: DomainTool, program: readonly Step[]): Tool {
  const { pool } = tool;
  return {
    name: tool.name,
    description: pool.description,
    parameters: readable(pool.parameters as JsonObject) as Tool['parameters'],
    ...(pool.returns === undefined ? {} : { returns: readable(pool.returns as JsonObject) as JsonObject }),
    audience: pool.hints?.audience ?? 'agent',
    effect: writes(program) ? 'write' : 'read',
    program: program as Tool['program'],
    ...(pool.http === undefined ? {} : { http: pool.http }),
  };
}

/** Without integers beyond 2^53 (bounds of 64 bits, mostly): nobody could read them exactly, and they bound nothing. */
function readable(schema: Json): Json {
  if (Array.isArray(schema)) return schema.filter(isReadable).map(readable);
  if (typeof schema !== 'object' || schema === null || JSON.isRawJSON(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => (isReadable(value) ? [[key, readable(value)]] : [])),
  );
}

function isReadable(value: Json): boolean {
  return typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value);
}

function writes(program: readonly Step[]): boolean {
  return program.some((step) => stepKind(step) === 'run' || ('do' in step && writes(step.do)));
}

/** A program that vetting refuses is our fault, and never stops the rest: the tool says so and is flagged. */
/** What never succeeds says so: the agent gets UNAVAILABLE, and nothing is pretended. */
function withoutHopeless(
  environment: Environment,
  flags: ReadonlyMap<string, readonly Flag[]>,
  overrides: Overrides,
): Environment {
  const tools = environment.tools.map((tool): Tool => {
    const hopeless = (flags.get(tool.name) ?? []).some((flag) => HOPELESS.has(flag.reason));
    if (!hopeless || overrides.tools?.[tool.name]?.program !== undefined) return tool;
    return unavailable(tool);
  });
  return tools.every((tool, at) => tool === environment.tools[at]) ? environment : { ...environment, tools };
}

const HOPELESS = new Set(['never succeeds', 'result does not fit', 'fault', 'not simulated']);

function withPrograms(environment: Environment): {
  environment: Environment;
  world: World;
  broken: ReadonlyMap<string, string>;
} {
  const broken = new Map<string, string>();
  let tools = environment.tools;
  for (let attempt = 0; attempt <= environment.tools.length; attempt++) {
    const now = { ...environment, tools };
    try {
      return { environment: now, world: new World(now, { pool: 1 }), broken };
    } catch (error) {
      if (!(error instanceof GymError)) throw error;
      const where = String(error.fields['where'] ?? error.fields['path'] ?? '');
      const name =
        /^tool ([^,]+)/.exec(where)?.[1] ??
        environment.tools.find((tool) => where === tool.name || where.startsWith(`${tool.name}/`))?.name;
      if (name === undefined || broken.has(name)) throw error;
      broken.set(name, error.message);
      tools = tools.map((tool) =>
        tool.name === name
          ? { ...tool, effect: 'read', program: [{ fail: ['UNAVAILABLE', 'This tool is not simulated.'] }] }
          : tool,
      );
    }
  }
  throw new TypeError('unreachable');
}

/** Every leaf of every result, for those who count. */
export function leafCount(tool: DomainTool): number {
  return tool.result === undefined ? 0 : leavesOf(tool.result).length;
}

export type { JsonObject };
