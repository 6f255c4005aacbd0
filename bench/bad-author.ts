// Authors who are careless or sly: an environment that is there already, spoiled before it is authored, in ways that a
// model would. Each case has one fault; the pairs at the end have two that cover each other.
import { makeRandom } from '../envs/random.ts';
import type { Environment } from '../envs/values/environment.ts';
import type { Json, JsonObject } from '../envs/values/json.ts';
import type { Scenario, ScenarioStep } from '../envs/values/scenario.ts';
import { World } from '../envs/world/world.ts';
import { SessionStore } from '../envs/session/session-store.ts';
import { playScenario } from '../generator/check/scenarios/play-scenario.ts';
import { mutantsOf } from '../generator/mutation/mutants-of.ts';

export interface SpoiledCase {
  readonly kind: string;
  /** Tools whose behaviour is another one now; none where rows, plan or scenarios are spoiled. */
  readonly tools: readonly string[];
  readonly environment: Environment;
  readonly pair: boolean;
  /** Whether the fault is in what was made, for faults that are not a tool's behaviour. */
  readonly isIn?: (made: Environment) => boolean;
}

/** All cases of an environment; kinds that are many are drawn from. */
export function spoiledCases(environment: Environment, perKind: number): SpoiledCase[] {
  const random = makeRandom(1, 'bad author');
  const world = new World(environment);
  const cases: SpoiledCase[] = [];
  const programs = new Map<string, SpoiledCase[]>();
  for (const mutant of mutantsOf(world)) {
    if (mutant.place.startsWith('view')) continue;
    const list = programs.get(mutant.operator) ?? [];
    list.push({
      kind: `program: ${mutant.operator}`,
      tools: mutant.tools,
      environment: mutant.environment,
      pair: false,
    });
    programs.set(mutant.operator, list);
  }
  for (const list of programs.values()) cases.push(...random.shuffled(list).slice(0, perKind));
  cases.push(...constants(environment, world, perKind), ...tables(environment, world, perKind));
  cases.push(...scenarioFaults(environment, perKind), ...planFaults(environment), ...rowFaults(environment));
  const drawn = cases.filter(({ tools }) => tools.length === 1).slice(0, perKind * 4);
  world.close();
  for (const each of drawn) {
    const sly = withoutWitnesses(each);
    if (sly !== undefined) cases.push(sly);
  }
  return cases;
}

/** The result of one good call, whatever is asked. */
function constants(environment: Environment, world: World, most: number): SpoiledCase[] {
  return environment.tools
    .filter((tool) => tool.effect === 'read' && tool.audience !== 'control')
    .slice(0, most)
    .flatMap((tool) => {
      const example = tool.examples?.find((each) => each.expect === 'ok' && each.before === undefined);
      if (example === undefined) return [];
      const result = answer(world, tool.name, example.arguments as JsonObject);
      const program: Json = [{ return: `json(${quoted(JSON.stringify(result))})`, shape: 'json' }];
      return [withProgram(environment, tool.name, 'program: a constant', program)];
    });
}

/** A table of the calls that examples make; every other call is NOT_FOUND. */
function tables(environment: Environment, world: World, most: number): SpoiledCase[] {
  return environment.tools
    .filter((tool) => tool.effect === 'read' && tool.audience !== 'control')
    .slice(0, most)
    .flatMap((tool) => {
      const known = (tool.examples ?? []).filter((each) => each.expect === 'ok' && each.before === undefined);
      if (known.length === 0) return [];
      const cases = known
        .map((each) => {
          const result = answer(world, tool.name, each.arguments as JsonObject);
          return `WHEN json(:args) = json(${quoted(JSON.stringify(each.arguments))}) THEN ${quoted(JSON.stringify(result))}`;
        })
        .join(' ');
      const program: Json = [
        { let: 'known', sql: `SELECT CASE ${cases} END AS answer` },
        { require: ':known.answer IS NOT NULL', else: ['NOT_FOUND', 'There is none.'] },
        { return: 'json(:known.answer)', shape: 'json' },
      ];
      return [withProgram(environment, tool.name, 'program: a table of answers', program)];
    });
}

function answer(world: World, name: string, args: JsonObject): Json {
  const store = new SessionStore();
  const session = store.create({ id: 'bad', world, seed: 1 });
  const by = world.tools.get(name)?.tool.audience ?? 'agent';
  const given = store.call(session, { by, name, arguments: args });
  store.close(session);
  return given.ok ? given.result : null;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function withProgram(environment: Environment, name: string, kind: string, program: Json): SpoiledCase {
  const tools = environment.tools.map((tool) =>
    tool.name === name ? { ...tool, effect: 'read' as const, program: program as never } : tool,
  );
  return { kind, tools: [name], environment: { ...environment, tools }, pair: false };
}

// ---- scenarios ----------------------------------------------------------------------------------------------------------

function scenarioFaults(environment: Environment, most: number): SpoiledCase[] {
  const suite = environment.scenarios ?? { views: {}, scenarios: [] };
  const changed = (
    kind: string,
    change: (scenario: Scenario) => Scenario | undefined,
    isIn?: SpoiledCase['isIn'],
  ): SpoiledCase => ({
    kind,
    tools: [],
    pair: false,
    environment: {
      ...environment,
      scenarios: { ...suite, scenarios: suite.scenarios.flatMap((each) => change(each) ?? []) },
    },
    ...(isIn === undefined ? {} : { isIn }),
  });
  const cases: SpoiledCase[] = [];
  for (const { name } of environment.tools.slice(0, most)) {
    const calls = (scenario: Scenario): boolean => scenario.steps.some((step) => step.name === name);
    const isServed = (made: Environment): boolean => isAnswering(made, name);
    cases.push(
      changed('scenarios: none for a tool', (scenario) => (calls(scenario) ? undefined : scenario), isServed),
      changed(
        'scenarios: a tool only called',
        (scenario) => ({ ...scenario, steps: scenario.steps.map((step) => (step.name === name ? bare(step) : step)) }),
        isServed,
      ),
      changed(
        'scenarios: results of any kind',
        (scenario) => ({ ...scenario, steps: scenario.steps.map((step) => (step.name === name ? vain(step) : step)) }),
        isServed,
      ),
    );
  }
  for (const scenario of suite.scenarios.slice(0, most)) {
    const at = scenario.steps.findIndex(({ expect }) => expect.ok);
    if (at < 0) continue;
    const wrong: Scenario = {
      ...scenario,
      steps: scenario.steps.map((step, index) =>
        index === at ? { ...step, expect: { ok: true, result: { no_such_member: 1 } } } : step,
      ),
    };
    cases.push(
      changed(
        'scenarios: a wrong result',
        (each) => (each === scenario ? wrong : each),
        (made) => JSON.stringify(made.scenarios ?? {}).includes('no_such_member'),
      ),
      changed(
        'scenarios: a wrong refusal',
        (each) =>
          each === scenario
            ? {
                ...scenario,
                name: `${scenario.name} refused`,
                steps: scenario.steps.map((step, index) =>
                  index === at ? { ...step, expect: { ok: false, error: 'TIMEOUT' as const } } : step,
                ),
              }
            : each,
        (made) => JSON.stringify(made.scenarios ?? {}).includes('TIMEOUT'),
      ),
    );
  }
  return cases;
}

function bare({ result: _result, ...step }: ScenarioStep & { result?: never }): ScenarioStep {
  const { state: _state, ...rest } = step;
  return { ...rest, expect: { ok: step.expect.ok } };
}

function vain(step: ScenarioStep): ScenarioStep {
  const { state: _state, ...rest } = step;
  return { ...rest, expect: step.expect.ok ? { ok: true, result: {} } : { ok: false } };
}

function isAnswering(made: Environment, name: string): boolean {
  const program = made.tools.find((tool) => tool.name === name)?.program ?? [];
  const [only] = program;
  return !(program.length === 1 && only !== undefined && 'fail' in only && only.fail[0] === 'UNAVAILABLE');
}

// ---- plan and rows ------------------------------------------------------------------------------------------------------

function planFaults(environment: Environment): SpoiledCase[] {
  const [first] = environment.seed;
  const table = first?.table ?? '';
  const broken = { name: 'bad', sql: `SELECT 1 AS a FROM ${table} GROUP BY 1 = 1`, says: 'never' };
  const promise = { sql: `SELECT 1 AS a FROM ${table}`, at_least: 1_000_000, says: 'very many' };
  const holds = (made: Environment, part: 'invariants' | 'promises', says: string): boolean =>
    JSON.stringify(made[part] ?? []).includes(says);
  const wrongRole = Object.keys(environment.columns)[0] ?? '';
  return [
    {
      kind: 'plan: an invariant that the rows break',
      tools: [],
      pair: false,
      environment: { ...environment, invariants: [...(environment.invariants ?? []), broken] },
      isIn: (made) => holds(made, 'invariants', '"bad"'),
    },
    {
      kind: 'plan: an invariant that vetting refuses',
      tools: [],
      pair: false,
      environment: { ...environment, invariants: [{ ...broken, sql: 'PRAGMA table_list' }] },
      isIn: (made) => holds(made, 'invariants', 'PRAGMA'),
    },
    {
      kind: 'plan: a promise that the rows break',
      tools: [],
      pair: false,
      environment: { ...environment, promises: [promise] },
      isIn: (made) => holds(made, 'promises', 'very many'),
    },
    ...environment.tools.flatMap((tool): SpoiledCase[] =>
      tool.returns === undefined
        ? []
        : [
            {
              kind: 'plan: a result schema of something else',
              tools: [],
              pair: false,
              environment: {
                ...environment,
                tools: environment.tools.map((each) =>
                  each === tool
                    ? {
                        ...each,
                        returns: {
                          type: 'object',
                          properties: { no_such_member: { type: 'string' } },
                          required: ['no_such_member'],
                          additionalProperties: false,
                        },
                      }
                    : each,
                ),
              },
              isIn: (made) =>
                isAnswering(made, tool.name) &&
                JSON.stringify(made.tools.find(({ name }) => name === tool.name)?.returns).includes('no_such_member'),
            },
          ],
    ),
    {
      kind: 'plan: a role left out',
      tools: [],
      pair: false,
      environment: {
        ...environment,
        columns: Object.fromEntries(Object.entries(environment.columns).filter(([place]) => place !== wrongRole)),
      },
      isIn: () => false,
    },
  ];
}

function rowFaults(environment: Environment): SpoiledCase[] {
  const [first] = environment.seed;
  if (first === undefined) return [];
  const keyed = environment.seed.map(({ table }) => table);
  const last = keyed.lastIndexOf(first.table);
  const has = (text: string) => (made: Environment) => made.seed.some(({ row }) => JSON.stringify(row).includes(text));
  return [
    {
      kind: 'rows: one twice',
      tools: [],
      pair: false,
      environment: { ...environment, seed: [...environment.seed, first] },
      isIn: (made) => made.seed.filter((each) => JSON.stringify(each) === JSON.stringify(first)).length > 1,
    },
    {
      kind: 'rows: of no table',
      tools: [],
      pair: false,
      environment: { ...environment, seed: [...environment.seed, { table: 'nowhere', row: { a: 'lost row' } }] },
      isIn: has('lost row'),
    },
    {
      kind: 'rows: with a value that no column takes',
      tools: [],
      pair: false,
      environment: {
        ...environment,
        seed: environment.seed.map((each, at) =>
          at === last ? { ...each, row: { ...each.row, no_such_column: 'odd value' } } : each,
        ),
      },
      isIn: has('odd value'),
    },
    {
      kind: 'rows: one only',
      tools: [],
      pair: false,
      environment: { ...environment, seed: [first] },
      isIn: () => false,
    },
  ];
}

// ---- pairs --------------------------------------------------------------------------------------------------------------

/** A wrong program, and the scenarios that would notice it left out: the author knows both. */
function withoutWitnesses(spoiled: SpoiledCase): SpoiledCase | undefined {
  const { environment } = spoiled;
  const suite = environment.scenarios;
  if (suite === undefined) return undefined;
  let world: World;
  try {
    world = new World(environment);
  } catch {
    return undefined;
  }
  const scenarios = suite.scenarios.filter((scenario) => playScenario(world, suite, scenario).kind === 'held');
  world.close();
  if (scenarios.length === suite.scenarios.length) return undefined;
  return {
    ...spoiled,
    kind: 'pair: a wrong program without its witnesses',
    environment: { ...environment, scenarios: { ...suite, scenarios } },
    pair: true,
  };
}
