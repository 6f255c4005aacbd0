// Ends the writing of an environment. Tools with complaints are flagged and answer UNAVAILABLE, wrong scenarios and
// invariants are left out, and the strength of the other scenarios is measured. Nothing is added here.
import { GymError } from '../../envs/errors/gym-error.ts';
import type { Environment } from '../../envs/values/environment.ts';
import type { Scenario } from '../../envs/values/scenario.ts';
import { World } from '../../envs/world/world.ts';
import { checkEnvironment } from '../check/check-environment.ts';
import type { CheckReport } from '../check/check-report.ts';
import { isVain } from '../check/scenarios/lint-scenarios.ts';
import { measureMutation, type MutationFigures } from '../mutation/measure-mutation.ts';
import { makeSeed } from '../recipe/make-seed.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';
import type { Draft } from './draft.ts';
import { gate, type Gated } from './gates.ts';

/** A tool is flagged as weak if its scenarios notice less than this share of its mutants (programs with one fault). */
export const WEAK = 0.75;
const FEW_MUTANTS = 8;
const WEAK_FEW = 0.5;
const PASSES = 8;

export interface Flag {
  readonly tool: string;
  /** The check that has a complaint about the tool. */
  readonly gate: 'missing' | 'check' | 'scenario' | 'review' | 'strength' | 'dispute' | 'world';
  readonly reason: string;
}

export interface Finished {
  readonly draft: Draft;
  readonly environment: Environment;
  /**
   * The recipe for the rows. It is undefined if rows that break the schema were left out, because the recipe would make
   * them again.
   */
  readonly recipe: Recipe | undefined;
  readonly checked: CheckReport;
  readonly strength: MutationFigures;
  readonly flags: readonly Flag[];
  readonly dropped: readonly { readonly what: string; readonly reason: string }[];
  readonly scenarios: { readonly run: number; readonly failed: number };
}

export interface Doubts {
  readonly verdicts: ReadonlyMap<string, string>;
  readonly reviewedWrong: ReadonlyMap<string, string>;
  readonly disputed: ReadonlyMap<string, string>;
}

/** Finishes a draft. `most` is the number of mutants with which the strength of scenarios is measured. */
export function finish(draft: Draft, gated: Gated, doubts: Doubts, most: number): Finished {
  return new Finishing(draft, gated, doubts, most).run();
}

class Finishing {
  private draft: Draft;
  private gated: Gated;
  private readonly doubts: Doubts;
  private readonly flags = new Map<string, Flag>();
  private readonly dropped: { what: string; reason: string }[] = [];
  private failed = 0;

  private readonly most: number;

  constructor(draft: Draft, gated: Gated, doubts: Doubts, most: number) {
    this.most = most;
    this.draft = draft;
    this.gated = gated;
    this.doubts = doubts;
  }

  run(): Finished {
    const run = this.draft.scenarios.length;
    for (const [tool, reason] of this.doubts.reviewedWrong) this.flag(tool, 'review', reason);
    for (const [tool, reason] of this.doubts.disputed) this.flag(tool, 'dispute', reason);
    for (let pass = 0; pass < PASSES; pass++) {
      if (pass > 0 || this.flags.size > 0) this.again();
      if (!this.takeAway()) break;
    }
    if (!this.gated.opens)
      for (const tool of this.draft.given)
        this.flag(tool.name, 'world', this.gated.world[0] ?? 'the tables do not open');
    this.again();
    let strength = this.strength();
    const weak = this.weak(strength);
    for (const [tool, reason] of weak) this.flag(tool, 'strength', reason);
    if (weak.size > 0) {
      for (let pass = 0; pass < PASSES; pass++) {
        this.again();
        if (!this.takeAway()) break;
      }
      strength = this.strength();
    }
    const { environment, recipe } = this.gated;
    const made = makesThem(environment, recipe) ? recipe : undefined;
    const checked = checkEnvironment(this.whole(), made);
    return {
      draft: this.draft,
      environment: this.whole(),
      recipe: made,
      checked,
      strength,
      flags: [...this.flags.values()],
      dropped: this.dropped,
      scenarios: { run, failed: this.failed },
    };
  }

  private whole(): Environment {
    const { scenarios: _scenarios, ...bare } = this.gated.environment;
    return this.draft.scenarios.length === 0
      ? bare
      : { ...bare, scenarios: { views: this.draft.views, scenarios: this.draft.scenarios } };
  }

  private again(): void {
    this.gated = gate(this.draft, new Set(this.flags.keys()));
  }

  private flag(tool: string, gate: Flag['gate'], reason: string): void {
    if (!this.flags.has(tool)) this.flags.set(tool, { tool, gate, reason: reason.slice(0, 400) });
  }

  /** Removes faulty parts once. Returns true if it removed something, because the checks may then find other faults. */
  private takeAway(): boolean {
    const before = this.flags.size + this.dropped.length;
    this.rolesAndWorld();
    for (const [tool, [first = '']] of this.gated.tools)
      this.flag(tool, this.draft.programs[tool] === undefined ? 'missing' : 'check', first);
    for (const [name, outcome] of this.gated.scenarios) {
      const scenario = this.draft.scenarios.find((each) => each.name === name);
      const verdict = this.doubts.verdicts.get(name);
      const tool = scenario?.steps[outcome.step - 1]?.name;
      // the tool is to blame, unless the scenario cannot be played, or the model blamed the scenario, the plan or the
      // rows
      const isScenarios =
        outcome.kind === 'unusable' || verdict === 'scenario' || verdict === 'plan' || verdict === 'rows';
      if (!isScenarios && tool !== undefined) this.flag(tool, 'scenario', `${name}: ${outcome.detail}`);
      this.failed += 1;
      this.drop(scenario, outcome.detail);
    }
    for (const scenario of this.draft.scenarios)
      if (scenario.steps.some(({ name }) => this.flags.has(name))) this.drop(scenario, 'it calls a flagged tool');
    return this.flags.size + this.dropped.length > before;
  }

  private drop(scenario: Scenario | undefined, reason: string): void {
    if (scenario === undefined) return;
    this.dropped.push({ what: `scenario ${scenario.name}`, reason: reason.slice(0, 300) });
    this.draft = { ...this.draft, scenarios: this.draft.scenarios.filter((each) => each !== scenario) };
  }

  /**
   * Drops wrong column roles, invariants that prove nothing, and invariants and promises that the rows break. These
   * faults flag no tool.
   */
  private rolesAndWorld(): void {
    const roles = { ...this.draft.roles };
    for (const { name } of this.draft.invariants)
      if (this.gated.dead.has(name)) this.dropped.push({ what: `invariant ${name}`, reason: 'nothing breaks it' });
    const invariants = this.draft.invariants.filter(({ name }) => !this.gated.dead.has(name));
    this.draft = { ...this.draft, invariants };
    for (const { tool, check, detail } of this.gated.checked?.failures ?? []) {
      if (check === 'role' && tool.includes('.')) {
        delete roles[tool];
        this.dropped.push({ what: `role of ${tool}`, reason: detail });
      }
      if (check === 'invariant' && tool.startsWith('invariant ')) {
        const name = tool.slice('invariant '.length);
        this.draft = { ...this.draft, invariants: this.draft.invariants.filter((each) => each.name !== name) };
        this.dropped.push({ what: tool, reason: detail });
      }
      if (check === 'promise') {
        const at = Number(tool.split(' ')[1]) - 1;
        const promise = this.gated.environment.promises?.[at];
        this.draft = { ...this.draft, promises: this.draft.promises.filter((each) => each !== promise) };
        this.dropped.push({ what: promise?.says ?? tool, reason: detail });
      }
    }
    this.draft = { ...this.draft, roles };
  }

  private strength(): MutationFigures {
    const world = new World(this.whole());
    try {
      return measureMutation(world, { most: this.most, check: false });
    } finally {
      world.close();
    }
  }

  /**
   * Finds tools whose scenarios are weak: no scenario checks a successful call of the tool, or the scenarios notice too
   * few of its mutants.
   */
  private weak(strength: MutationFigures): Map<string, string> {
    // tools with a successful call whose result or state a scenario checks
    const held = new Set(
      this.draft.scenarios.flatMap(({ steps }) =>
        steps
          .filter(({ expect, state }) => expect.ok && (!isVain(expect.result) || (state?.length ?? 0) > 0))
          .map(({ name }) => name),
      ),
    );
    const found = new Map<string, string>();
    for (const tool of this.gated.environment.tools) {
      if (this.flags.has(tool.name)) continue;
      if (!held.has(tool.name)) {
        found.set(tool.name, 'no scenario says what a good call of it must do');
        continue;
      }
      const tally = strength.by_place[`tool ${tool.name}`];
      const least = (tally?.tried ?? 0) < FEW_MUTANTS ? WEAK_FEW : WEAK;
      if (tally !== undefined && tally.tried > 1 && tally.killed / tally.tried < least)
        found.set(tool.name, `its scenarios notice ${tally.killed} of ${tally.tried} mutants`);
    }
    return found;
  }
}

/** Tells whether the recipe makes exactly the environment's rows. Rows that break the schema may have been left out. */
function makesThem(environment: Environment, recipe: Recipe): boolean {
  try {
    return JSON.stringify(makeSeed(recipe, environment)) === JSON.stringify(environment.seed);
  } catch (error) {
    if (error instanceof GymError) return false;
    throw error;
  }
}
