// Puts faults into a good environment, as a careless or dishonest model could have written it. Each case has one fault,
// except the pairs at the end of the file: these have two faults, and one hides the other.
import { makeRandom, type Random } from '../envs/random.ts';
import type { Environment } from '../envs/values/environment.ts';
import type { Json, JsonObject } from '../envs/values/json.ts';
import type { ToolProgram } from '../envs/values/program.ts';
import type { Scenario, ScenarioStep } from '../envs/values/scenario.ts';
import { World } from '../envs/world/world.ts';
import { SessionStore } from '../envs/session/session-store.ts';
import { playScenario } from '../generator/check/scenarios/play-scenario.ts';
import { isAnswering, planFaults, rowFaults } from './bad-plans.ts';
import type { SpoiledCase } from './spoiled-case.ts';
import { mutantsOf } from '../generator/mutation/mutants-of.ts';

/** Returns the faulty cases of an environment. At most `perKind` of each kind are drawn with a fixed seed. */
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
  for (const list of programs.values())
    for (const spoiled of random.shuffled(list).slice(0, perKind)) {
      const agreeing = withAgreeingExamples(spoiled);
      if (agreeing !== undefined) cases.push(agreeing);
    }
  cases.push(...twoFaults([...programs.values()].flat(), random, perKind));
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

/** Makes programs that answer every call with the result of one good call. */
function constants(environment: Environment, world: World, most: number): SpoiledCase[] {
  return environment.tools
    .filter((tool) => tool.effect === 'read' && tool.audience !== 'control')
    .slice(0, most)
    .flatMap((tool) => {
      const example = tool.examples?.find((each) => each.expect === 'ok' && each.before === undefined);
      if (example === undefined) return [];
      const result = answer(world, tool.name, example.arguments as JsonObject);
      const program: ToolProgram = [{ return: `json(${quoted(JSON.stringify(result))})`, shape: 'json' }];
      return [withProgram(environment, tool.name, 'program: a constant', program)];
    });
}

/** Makes programs that know only the calls of the examples. Any other call gets NOT_FOUND. */
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
      const program: ToolProgram = [
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

function withProgram(environment: Environment, name: string, kind: string, program: ToolProgram): SpoiledCase {
  const tools = environment.tools.map((tool) =>
    tool.name === name ? { ...tool, effect: 'read' as const, program } : tool,
  );
  return { kind, tools: [name], environment: { ...environment, tools }, pair: false };
}

/** Makes programs with two faults: a tool that already has a fault gets a second one. */
function twoFaults(cases: readonly SpoiledCase[], random: Random, most: number): SpoiledCase[] {
  return random
    .shuffled(cases)
    .slice(0, most)
    .flatMap((first) => {
      let world: World;
      try {
        world = new World(first.environment);
      } catch {
        return [];
      }
      const more = mutantsOf(world).filter(({ tools }) => tools.join() === first.tools.join());
      world.close();
      if (more.length === 0) return [];
      const { environment } = random.pick(more);
      return [{ ...first, kind: 'two faults in a program', environment }];
    });
}

/**
 * Gives a wrong program examples that expect its wrong results. An author who misunderstands the tool would write such
 * examples.
 */
function withAgreeingExamples(spoiled: SpoiledCase): SpoiledCase | undefined {
  const { environment } = spoiled;
  let world: World;
  try {
    world = new World(environment);
  } catch {
    return undefined;
  }
  let changed = false;
  const tools = environment.tools.map((tool) => {
    if (!spoiled.tools.includes(tool.name)) return tool;
    const examples = (tool.examples ?? []).map((example) => {
      const store = new SessionStore();
      const session = store.create({ id: 'bad', world, seed: 1 });
      for (const before of example.before ?? [])
        store.call(session, {
          by: world.tools.get(before.name)?.tool.audience ?? 'agent',
          name: before.name,
          arguments: before.arguments as JsonObject,
        });
      const given = store.call(session, {
        by: tool.audience,
        name: tool.name,
        arguments: example.arguments as JsonObject,
      });
      store.close(session);
      const expect = given.ok ? ('ok' as const) : given.error.code;
      if (expect === example.expect) return example;
      changed = true;
      return { ...example, expect };
    });
    return { ...tool, examples };
  });
  world.close();
  return changed
    ? { ...spoiled, kind: 'program: a fault, and examples that agree with it', environment: { ...environment, tools } }
    : undefined;
}

function scenarioFaults(environment: Environment, most: number): SpoiledCase[] {
  const suite = environment.scenarios ?? { views: {}, scenarios: [] };
  const changed = (
    kind: string,
    change: (scenario: Scenario) => Scenario | undefined,
    isIn?: SpoiledCase['isIn'],
    about?: string,
  ): SpoiledCase => ({
    kind,
    tools: [],
    ...(about === undefined ? {} : { about }),
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
      changed('scenarios: none for a tool', (scenario) => (calls(scenario) ? undefined : scenario), isServed, name),
      changed(
        'scenarios: a tool only called',
        (scenario) => ({ ...scenario, steps: scenario.steps.map((step) => (step.name === name ? bare(step) : step)) }),
        isServed,
        name,
      ),
      changed(
        'scenarios: results of any kind',
        (scenario) => ({ ...scenario, steps: scenario.steps.map((step) => (step.name === name ? vain(step) : step)) }),
        isServed,
        name,
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
        scenario.steps[at]?.name,
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
        scenario.steps[at]?.name,
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

/** Removes the scenarios that would notice the fault of a wrong program, as if the author had not written them. */
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
