// Checks a draft: rows, SQL and programs, the laws that hold in every environment, invariants and scenarios. Complaints
// are grouped by the part that must change: tools, the plan with its rows, or scenarios.
import { GymError } from '../../envs/errors/gym-error.ts';
import type { Environment, SeedRow } from '../../envs/values/environment.ts';
import { World } from '../../envs/world/world.ts';
import { checkEnvironment } from '../check/check-environment.ts';
import type { CheckReport } from '../check/check-report.ts';
import { lintScenarios } from '../check/scenarios/lint-scenarios.ts';
import { playScenario, type ScenarioOutcome } from '../check/scenarios/play-scenario.ts';
import { vetEnvironment } from '../check/vet-environment.ts';
import { makeSeed } from '../recipe/make-seed.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';
import { deadInvariants } from './dead-invariants.ts';
import { environmentOf, recipeOf, type Draft } from './draft.ts';
import { withinRows } from './reply-limits.ts';

export type FailedOutcome = Extract<ScenarioOutcome, { kind: 'failed' | 'unusable' }>;

export interface Gated {
  /** The environment with its rows. Tools whose programs are refused as unsafe or wrong answer UNAVAILABLE. */
  readonly environment: Environment;
  readonly recipe: Recipe;
  /** False when the environment cannot be opened with its schema and rows. */
  readonly opens: boolean;
  readonly checked: CheckReport | undefined;
  readonly tools: ReadonlyMap<string, readonly string[]>;
  /** Complaints about tables, rows, invariants and promises. */
  readonly world: readonly string[];
  /** Names of invariants that prove nothing, because they hold even for wrong rows. */
  readonly dead: ReadonlySet<string>;
  readonly scenarios: ReadonlyMap<string, FailedOutcome>;
  /** Scenarios that cannot be played yet, because they call a tool whose program is refused. */
  readonly waiting: ReadonlySet<string>;
}

const MOST_COMPLAINTS = 8;

export function gate(draft: Draft, flagged: ReadonlySet<string> = new Set()): Gated {
  const recipe = recipeOf(draft);
  const tools = new Map<string, string[]>();
  const world: string[] = [];
  const complain = (name: string, detail: string): void => {
    const known = tools.get(name) ?? [];
    if (known.length < MOST_COMPLAINTS && !known.includes(detail)) known.push(detail);
    tools.set(name, known);
  };
  const whole = withRoleless(environmentOf(draft, flagged));
  const names = new Set(whole.tools.map((tool) => tool.name));
  for (const tool of whole.tools)
    if (draft.programs[tool.name] === undefined && !flagged.has(tool.name))
      complain(tool.name, 'it has no program yet');
  const { seed, complaints } = rowsOf(whole, recipe);
  world.push(...complaints, ...withinRows([...draft.anchors, ...draft.tables]).complaints);
  // complaints about tools come first, so that many complaints about rows do not hide them
  for (const error of vetEnvironment({ ...whole, seed })) {
    const tool =
      /^tool ([^,]+)/.exec(String(error.fields['where'] ?? ''))?.[1] ??
      /tools\.json (\S+)/.exec(String(error.fields['where'] ?? ''))?.[1];
    if (tool !== undefined && names.has(tool)) complain(tool, error.message);
    else world.push(error.message);
  }
  const unfit = new Set([...flagged, ...tools.keys()]);
  const environment: Environment = {
    ...withRoleless(environmentOf(draft, unfit)),
    seed: fitting(environmentOf(draft, unfit), seed),
  };
  const waiting = new Set(
    draft.scenarios.filter(({ steps }) => steps.some(({ name }) => unfit.has(name))).map(({ name }) => name),
  );
  let opened: World;
  try {
    opened = new World(environment, { pool: 2 });
  } catch (error) {
    if (!(error instanceof GymError)) throw error;
    world.push(error.message);
    const none = { scenarios: new Map(), dead: new Set<string>() };
    return { environment, recipe, opens: false, checked: undefined, tools, world, waiting, ...none };
  }
  const scenarios = new Map<string, FailedOutcome>();
  const suite = { views: draft.views, scenarios: draft.scenarios };
  try {
    for (const { scenario, detail, fatal } of lintScenarios(opened, suite))
      if (fatal && !waiting.has(scenario)) scenarios.set(scenario, { kind: 'unusable', step: 1, detail });
    for (const scenario of draft.scenarios) {
      if (waiting.has(scenario.name) || scenarios.has(scenario.name)) continue;
      const outcome = playScenario(opened, suite, scenario);
      if (outcome.kind === 'failed' || outcome.kind === 'unusable') scenarios.set(scenario.name, outcome);
    }
  } finally {
    opened.close();
  }
  const { scenarios: _scenarios, ...bare } = environment;
  const checked = checkEnvironment(bare);
  for (const { tool, check, detail } of checked.failures) {
    if (names.has(tool)) complain(tool, `${check}: ${detail}`);
    else world.push(`${tool}: ${check}: ${detail}`);
  }
  const dead = deadInvariants(environment);
  for (const name of dead)
    world.push(`invariant ${name}: nothing that is put into its columns makes it return a row, so it proves nothing`);
  return { environment, recipe, opens: true, checked, tools, world: [...new Set(world)], dead, scenarios, waiting };
}

/**
 * Makes the rows of the recipe. A table with a broken row maker is left out, with a complaint. If the error names no
 * such table, all tables with row makers are left out.
 */
function rowsOf(environment: Environment, recipe: Recipe): { seed: SeedRow[]; complaints: string[] } {
  const complaints: string[] = [];
  let { tables } = recipe;
  for (;;) {
    try {
      return { seed: makeSeed({ ...recipe, tables }, environment), complaints };
    } catch (error) {
      if (!(error instanceof GymError)) throw error;
      complaints.push(error.message);
      const at = tables.findIndex(
        (each) => String(error.fields['where'] ?? '').includes(` ${each.table}`) && each.columns !== undefined,
      );
      if (at < 0)
        return {
          seed: makeSeed({ ...recipe, tables: tables.filter((each) => each.columns === undefined) }, environment),
          complaints,
        };
      tables = [...tables.slice(0, at), ...tables.slice(at + 1)];
    }
  }
}

const MOST_UNFIT = 300;

/**
 * Leaves out rows that the schema refuses, so that the other rows can be checked. Stops after MOST_UNFIT attempts, or
 * when the error does not tell which row is at fault.
 */
function fitting(environment: Environment, seed: readonly SeedRow[]): readonly SeedRow[] {
  const { after: _after, invariants: _invariants, promises: _promises, scenarios: _scenarios, ...rest } = environment;
  let kept = [...seed];
  for (let tried = 0; tried < MOST_UNFIT; tried++) {
    try {
      new World({ ...rest, tools: [], seed: kept }, { pool: 1 }).close();
      return kept;
    } catch (error) {
      if (!(error instanceof GymError)) throw error;
      const where = String(error.fields['where'] ?? '');
      const line = Number(/^seed\.jsonl:(\d+)/.exec(where)?.[1] ?? 0);
      const table = /the first in (\S+) towards/.exec(error.message)?.[1];
      if (line > 0) kept.splice(line - 1, 1);
      else if (table !== undefined) kept = withoutOrphans(environment, kept, table);
      else return kept;
    }
  }
  return kept;
}

function withoutOrphans(environment: Environment, seed: readonly SeedRow[], table: string): SeedRow[] {
  const { invariants: _i, promises: _p, scenarios: _s, ...rest } = environment;
  const world = new World({ ...rest, tools: [], seed: [] }, { pool: 1 });
  const keys = world.schema.tables.find((each) => each.name.toLowerCase() === table.toLowerCase())?.foreignKeys ?? [];
  world.close();
  return seed.filter(
    ({ table: own, row }) =>
      own.toLowerCase() !== table.toLowerCase() ||
      keys.every(({ columns, table: parent, references }) => {
        const values = columns.map((column) => row[column] ?? null);
        if (values.includes(null)) return true;
        return seed.some(
          (each) =>
            each.table.toLowerCase() === parent.toLowerCase() &&
            references.every((column, at) => each.row[column] === values[at]),
        );
      }),
  );
}

/** Leaves out column roles whose columns do not exist. */
function withRoleless(environment: Environment): Environment {
  const text = environment.schema.toLowerCase();
  const columns = Object.fromEntries(
    Object.entries(environment.columns).filter(([place]) => {
      const [table = '', column = ''] = place.toLowerCase().split('.');
      return (
        new RegExp(`\\btable\\s+(?:if\\s+not\\s+exists\\s+)?["\`]?${escaped(table)}\\b`).test(text) &&
        new RegExp(`\\b${escaped(column)}\\b`).test(text)
      );
    }),
  );
  return { ...environment, columns };
}

function escaped(text: string): string {
  return text.replaceAll(/[^\w]/g, (letter) => `\\${letter}`);
}
