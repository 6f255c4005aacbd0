// Compiles the tools of one domain to an environment, in several passes. Each pass has its own folder and never changes
// the values of an earlier pass. A tool whose program the compiler cannot prove right answers UNAVAILABLE, and
// decisions.json gives the reason.
import { badInput, GymError } from '../../envs/errors/gym-error.ts';
import { ENVIRONMENT_FORMAT, type ColumnRole, type Environment, type SeedRow } from '../../envs/values/environment.ts';
import type { Step } from '../../envs/values/program.ts';
import { World } from '../../envs/world/world.ts';
import type { CheckReport } from '../check/check-report.ts';
import type { PoolTool } from '../pool/pool-tool.ts';
import { makeSeed } from '../recipe/make-seed.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';
import { addDiscovery, DISCOVERY_MARK } from './close/discovery.ts';
import { OVERRIDES_FILE, type Overrides } from './overrides.ts';
import { makePlan } from './plan/make-plan.ts';
import { makersOfTie } from './plan/makers-of-tie.ts';
import type { Plan } from './plan/plan.ts';
import { schemaText } from './plan/schema-text.ts';
import { asCalled } from './programs/as-called.ts';
import { failureReason, prove, unavailable } from './prove.ts';
import { readTools, type ToolFacts } from './read/tool-facts.ts';
import type { Choice } from './readings/choose.ts';
import type { Domain, Match } from './readings/reading.ts';
import { styleOf } from './results/name-style.ts';
import { makeRows } from './rows/make-rows.ts';
import { findThings } from './things/find-things.ts';
import { knownOf } from './things/known.ts';
import { withSharedResults } from './things/shared-results.ts';
import { findLinks } from './things/links.ts';
import { tryTools } from './trial/try-tools.ts';
import type { ToolOutcome } from './trial/tool-trial.ts';
import { checkNames, chooseFor, withGiven } from './use-overrides.ts';
import { withOnePath, asTool } from './as-tool.ts';

export const COMPILED_CLOCK = '2031-05-01T09:00:00Z';

export interface DomainInput {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly tools: readonly PoolTool[];
}

export interface CompileOptions {
  readonly seed: number;
  readonly rows?: number;
  readonly names?: 'a' | 'b';
  readonly discovery: boolean;
  readonly overrides: Overrides;
  /** Rows that a person gave. In the tables that they belong to, they replace the generated rows. */
  readonly given?: readonly SeedRow[];
}

export interface CompiledTool {
  readonly name: string;
  readonly facts: ToolFacts;
  readonly match: Match | undefined;
  readonly others: readonly Match[];
  /** The reasons why the tool answers UNAVAILABLE. The list is empty for a tool that works. */
  readonly flags: readonly string[];
  readonly overridden: boolean;
}

export interface Compiled {
  readonly environment: Environment;
  readonly checked: CheckReport;
  readonly recipe: Recipe;
  readonly plan: Plan;
  readonly domain: Domain;
  readonly tools: readonly CompiledTool[];
}

const ROUNDS = 5;

export function compileDomain(input: DomainInput, options: CompileOptions): Compiled {
  const { overrides } = options;
  const tools = readTools(input.tools);
  checkNames(overrides, tools);
  const domain = domainOf(tools, overrides);
  const choices = domain.tools.map((tool) => chooseFor(tool, domain, overrides));
  const flags = new Map<string, string>();
  for (const { tool, match, why } of choices) if (match === undefined) flags.set(tool.name, why);
  const made = settle(input, choices, domain, flags, options);
  return finish(choices, domain, made, flags, options);
}

function domainOf(stated: readonly ToolFacts[], overrides: Overrides): Domain {
  const things = findThings(stated, overrides.things ?? {});
  const tools = withSharedResults(stated, things);
  const known = knownOf(tools, things);
  const shaping = new Map(
    Object.entries(overrides.tools ?? {}).map(([name, { shapes = [] }]) => [name, new Set(shapes)]),
  );
  return {
    tools,
    things,
    known,
    links: findLinks(tools, things, known),
    style: styleOf(tools),
    shaping,
  };
}

interface Settled {
  readonly environment: Environment;
  readonly world: World;
  readonly plan: Plan;
  readonly recipe: Recipe;
  readonly served: ReadonlyMap<string, Match>;
}

/**
 * Flags faulty tools (their calls then answer UNAVAILABLE) and makes the plan of the tables again. Repeats this until
 * no tool contradicts another tool, needs an unknown value or shows a column for whose values no rule exists.
 */
function settle(
  input: DomainInput,
  choices: readonly Choice[],
  domain: Domain,
  flags: Map<string, string>,
  options: CompileOptions,
): Settled {
  for (let round = 0; ; round++) {
    const served = new Map(
      choices.flatMap(({ tool, match }) =>
        match === undefined || flags.has(tool.name) ? [] : [[tool.name, match] as const],
      ),
    );
    const { plan, conflicts } = makePlan([...served.values()], domain.things, input.title, input.description);
    const before = flags.size;
    if (round < ROUNDS) for (const [name, why] of conflicts) flags.set(name, why);
    const programs = new Map<string, readonly Step[]>();
    for (const [name, match] of served) {
      if (flags.has(name)) continue;
      const { steps, doubts } = match.program(plan);
      const [doubt] = [...match.doubts, ...doubts];
      const tool = choices.find((each) => each.tool.name === name)?.tool;
      if (doubt === undefined) programs.set(name, tool === undefined ? steps : asCalled(steps, tool));
      else flags.set(name, doubt);
    }
    const { recipe: made, unexplained } = makeRows(plan, options);
    const recipe = withGiven(made, plan, options.given ?? []);
    for (const [name, match] of served) {
      const shown = flags.has(name) ? undefined : shownAmong(match, plan, unexplained);
      if (shown !== undefined) flags.set(name, `nothing tells what ${shown.replace('.', ': ')} would say`);
    }
    if (flags.size > before) continue;
    const environment = assemble(input, plan, choices, programs, options.overrides);
    const filled = filledOrBroken(environment, recipe, served, flags, options);
    if ('untied' in filled) {
      for (const [name, why] of filled.untied) flags.set(name, why);
      continue;
    }
    const { seeded, world, broken } = filled;
    for (const [name, why] of broken) flags.set(name, why);
    if (broken.size === 0) return { environment: seeded, world, plan, recipe, served };
    world.close();
  }
}

/**
 * Makes the rows and the world. If a row refers to a key that does not exist, returns in `untied` the tools that made
 * this reference, each with the reason; the build then goes on without these tools.
 */
function filledOrBroken(
  environment: Environment,
  recipe: Recipe,
  served: ReadonlyMap<string, Match>,
  flags: ReadonlyMap<string, string>,
  { overrides, given = [] }: CompileOptions,
): ({ seeded: Environment } & ReturnType<typeof vetted>) | { untied: ReadonlyMap<string, string> } {
  try {
    const seeded: Environment = { ...environment, seed: makeSeed(recipe, environment) };
    return { seeded, ...vetted(seeded, overrides) };
  } catch (error) {
    // where a person gave rows, that person has to correct them; flagging tools would not help
    if (!(error instanceof GymError) || given.length > 0) throw error;
    const untied = makersOfTie(error, new Map([...served].filter(([name]) => !flags.has(name))));
    if (untied.size === 0) throw error;
    return { untied };
  }
}

/** Returns the first column in the tool's result for whose values no rule exists, or undefined. */
function shownAmong(match: Match, plan: Plan, unexplained: readonly string[]): string | undefined {
  // a tool that makes a row shows the values that the caller gave, so it needs no rule for them
  if (match.makes.length > 0 || (match.tables.length > 0 && match.rule !== 'list')) return undefined;
  const table = match.needs[0]?.table ?? '';
  const isWhole = match.leaves.length === 0 && (match.effect === 'read' || match.rule !== 'delete');
  const places = isWhole
    ? (plan.tables.find((each) => each.name === table)?.columns ?? []).map((column) => `${table}.${column.name}`)
    : match.leaves.map((leaf) => leaf.is);
  return places.find((place) => unexplained.includes(place));
}

function assemble(
  input: DomainInput,
  plan: Plan,
  choices: readonly Choice[],
  programs: ReadonlyMap<string, readonly Step[]>,
  overrides: Overrides,
): Environment {
  const columns: Record<string, ColumnRole> = {};
  for (const table of plan.tables)
    for (const column of table.columns)
      if (column.role !== undefined) columns[`${table.name}.${column.name}`] = column.role;
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
    schema: schemaText(plan),
    tools: withOnePath(
      choices.map(({ tool }) => {
        const { program = programs.get(tool.name), examples } = overrides.tools?.[tool.name] ?? {};
        return asTool(tool, program, examples);
      }),
    ),
    seed: [],
    policy: '',
    rules: [],
  };
}

/**
 * Makes the world of an environment. Throws when the world refuses a program that a person wrote. When the world
 * refuses a compiled program, the tool is marked as broken and answers UNAVAILABLE.
 */
function vetted(environment: Environment, overrides: Overrides): { world: World; broken: ReadonlyMap<string, string> } {
  const broken = new Map<string, string>();
  let tools = environment.tools;
  for (let attempt = 0; attempt <= environment.tools.length; attempt++) {
    try {
      return { world: new World({ ...environment, tools }, { pool: 1 }), broken };
    } catch (error) {
      if (!(error instanceof GymError)) throw error;
      const where = String(error.fields['where'] ?? error.fields['path'] ?? '');
      const name =
        /^tool ([^,]+)/.exec(where)?.[1] ??
        environment.tools.find((tool) => where === tool.name || where.startsWith(`${tool.name}/`))?.name;
      if (name === undefined || broken.has(name)) throw error;
      if (overrides.tools?.[name]?.program !== undefined)
        throw badInput({
          file: OVERRIDES_FILE,
          path: `tools/${name}/program`,
          what: error.message,
          mend: 'docs/program-language.md has the language',
        });
      broken.set(name, `a fault of callgym: ${error.message}`);
      tools = tools.map((tool) => (tool.name === name ? unavailable(tool) : tool));
    }
  }
  throw new TypeError('unreachable');
}

function finish(
  choices: readonly Choice[],
  domain: Domain,
  made: Settled,
  flags: Map<string, string>,
  options: CompileOptions,
): Compiled {
  const { overrides } = options;
  const own = (name: string): boolean => overrides.tools?.[name]?.program !== undefined;
  const tried = tryTools(made.environment, made.plan, made.served, options.seed, made.world, own);
  for (const [name, outcome] of tried.outcomes) {
    const why = flags.has(name) || own(name) ? undefined : outcomeFlag(outcome, made.served.get(name));
    if (why !== undefined) flags.set(name, why);
  }
  const close = (now: Environment, caught: ReadonlySet<string>): Environment => {
    const honest = {
      ...now,
      tools: now.tools
        .filter((tool) => !tool.description.startsWith(DISCOVERY_MARK))
        .map((tool) => (flags.has(tool.name) && !own(tool.name) ? unavailable(tool, flags.get(tool.name)) : tool)),
    };
    const served = [...made.served].filter(([name]) => !flags.has(name) && !caught.has(name));
    return options.discovery ? addDiscovery(honest, made.plan, new Map(served), domain.style) : honest;
  };
  const mine = new Set(choices.map(({ tool }) => tool.name).filter((name) => !own(name)));
  const { environment, checked, caught } = prove(close(tried.environment, new Set()), mine, close, made.world);
  made.world.close();
  for (const [name, failure] of caught) flags.set(name, failureReason(failure));
  return {
    environment,
    checked,
    recipe: made.recipe,
    plan: made.plan,
    domain,
    tools: choices.map(({ tool, match, others }): CompiledTool => {
      const override = overrides.tools?.[tool.name];
      const why = flags.get(tool.name);
      return {
        name: tool.name,
        facts: tool,
        match,
        others,
        flags: own(tool.name) || why === undefined ? [] : [why],
        overridden: override !== undefined,
      };
    }),
  };
}

function outcomeFlag(outcome: ToolOutcome, match: Match | undefined): string | undefined {
  if (match === undefined) return undefined;
  if (outcome.fault !== undefined) return `a fault of callgym: ${outcome.fault}`;
  if (outcome.invalid !== undefined) return `its result would not fit what is declared: ${outcome.invalid}`;
  if (!outcome.good) return `no call of it succeeds${outcome.refusal === undefined ? '' : `: ${outcome.refusal}`}`;
  return match.effect === 'write' && !outcome.changed ? 'no call of it changes anything' : undefined;
}
