// Measures how many mutants the scenarios and laws notice. A mutant is the environment with one fault in a program,
// fragment or view. A mutant that is refused as unsafe or wrong does not count. An unnoticed mutant is equivalent if no
// trial call shows a difference; all other unnoticed mutants are reported, with calls that show the difference.
import type { JsonObject } from '../../envs/values/json.ts';
import { GymError } from '../../envs/errors/gym-error.ts';
import type { Scenario, ScenarioSuite } from '../../envs/values/scenario.ts';
import { World } from '../../envs/world/world.ts';
import { checkEnvironment } from '../check/check-environment.ts';
import { playScenario } from '../check/scenarios/play-scenario.ts';
import { mutantsOf, type Mutant } from './mutants-of.ts';
import { Probes, type Difference } from './probes.ts';

export interface Survivor extends Pick<Mutant, 'place' | 'operator' | 'was' | 'now' | 'tools'> {
  readonly difference: Difference;
}

interface Tally {
  readonly tried: number;
  readonly killed: number;
}

export interface MutationFigures {
  readonly mutants: number;
  readonly refused: number;
  readonly killed: number;
  readonly killed_by_scenarios: number;
  readonly equivalent: number;
  readonly survived: number;
  /**
   * `rate` is the share of noticed mutants among those that are not equivalent. `raw` is the share among all mutants.
   */
  readonly rate: number;
  readonly raw: number;
  readonly by_operator: Readonly<Record<string, Tally>>;
  readonly by_place: Readonly<Record<string, Tally>>;
  readonly survivors: readonly Survivor[];
}

export interface MutationOptions {
  /** The largest number of mutants to try. They are spread over all programs, fragments and views. */
  readonly most?: number;
  /** Whether the slow full check is also run on mutants that no scenario notices. */
  readonly check?: boolean;
}

export function measureMutation(world: World, options: MutationOptions = {}): MutationFigures {
  const suite: ScenarioSuite = world.environment.scenarios ?? { views: {}, scenarios: [] };
  const played: { scenario: Scenario; tools: ReadonlySet<string> }[] = [];
  const traces: { by: 'agent' | 'user' | 'control'; name: string; arguments: JsonObject }[][] = [];
  for (const scenario of suite.scenarios) {
    const calls: (typeof traces)[number] = [];
    const outcome = playScenario(world, suite, scenario, (session) => {
      const last = session.entries.at(-1);
      if (last !== undefined)
        calls.push({ by: last.by, name: last.name, arguments: JSON.parse(last.args) as JsonObject });
    });
    if (outcome.kind !== 'held') continue;
    played.push({ scenario, tools: new Set(scenario.steps.map(({ name }) => name)) });
    traces.push(calls);
  }
  const probes = new Probes(world, traces);
  const all = mutantsOf(world);
  const every = Math.max(1, Math.ceil(all.length / (options.most ?? Number.POSITIVE_INFINITY)));
  const tally = new Tallies();
  const killers = new Map<Scenario, number>();
  let place = '';
  for (const [at, mutant] of all.entries()) {
    if (at % every !== 0) continue;
    if (mutant.place !== place) killers.clear();
    ({ place } = mutant);
    tally.add(mutant, verdictOn(mutant, world, suite, played, probes, killers, options.check ?? true));
  }
  return tally.figures();
}

type Verdict = 'refused' | 'scenario' | 'check' | 'equivalent' | Difference;

function verdictOn(
  mutant: Mutant,
  like: World,
  suite: ScenarioSuite,
  played: readonly { readonly scenario: Scenario; readonly tools: ReadonlySet<string> }[],
  probes: Probes,
  killers: Map<Scenario, number>,
  check: boolean,
): Verdict {
  let world: World;
  try {
    world = new World(mutant.environment, { pool: 2, like });
  } catch (error) {
    if (error instanceof GymError) return 'refused';
    throw error;
  }
  try {
    const able = played.filter(({ tools }) => mutant.tools.some((name) => tools.has(name)));
    // try first the scenario that noticed the largest number of this place's mutants, because it is likely to notice
    // the next one
    able.sort((a, b) => (killers.get(b.scenario) ?? 0) - (killers.get(a.scenario) ?? 0));
    for (const { scenario } of able) {
      if (playScenario(world, suite, scenario).kind === 'held') continue;
      killers.set(scenario, (killers.get(scenario) ?? 0) + 1);
      return 'scenario';
    }
    const difference = probes.difference(world, mutant.tools);
    if (difference === undefined) return 'equivalent';
    if (check) {
      const { scenarios: _scenarios, ...rest } = mutant.environment;
      if (checkEnvironment(rest, undefined, like).checks.failed > 0) return 'check';
    }
    return difference;
  } finally {
    world.close();
  }
}

class Tallies {
  private readonly count = { refused: 0, scenario: 0, check: 0, equivalent: 0, survived: 0 };
  private readonly byOperator: Record<string, { tried: number; killed: number }> = {};
  private readonly byPlace: Record<string, { tried: number; killed: number }> = {};
  private readonly survivors: Survivor[] = [];

  add(mutant: Mutant, verdict: Verdict): void {
    if (typeof verdict === 'string') this.count[verdict] += 1;
    else {
      this.count.survived += 1;
      const { place, operator, was, now, tools } = mutant;
      this.survivors.push({ place, operator, was, now, tools, difference: verdict });
    }
    if (verdict === 'refused' || verdict === 'equivalent') return;
    for (const [rows, key] of [
      [this.byOperator, mutant.operator],
      [this.byPlace, mutant.place],
    ] as const) {
      const row = (rows[key] ??= { tried: 0, killed: 0 });
      row.tried += 1;
      if (typeof verdict === 'string') row.killed += 1;
    }
  }

  figures(): MutationFigures {
    const { refused, scenario, check, equivalent, survived } = this.count;
    const killed = scenario + check;
    const mutants = killed + equivalent + survived;
    return {
      mutants,
      refused,
      killed,
      killed_by_scenarios: scenario,
      equivalent,
      survived,
      rate: share(killed, killed + survived),
      raw: share(killed, mutants),
      by_operator: this.byOperator,
      by_place: this.byPlace,
      survivors: this.survivors,
    };
  }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : Math.round((part / whole) * 10_000) / 10_000;
}
