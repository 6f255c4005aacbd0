// Collects the findings of a check: it counts every check and keeps the failed ones.
import type { ScenarioFigures } from './scenarios/scenario-figures.ts';
import type { Environment } from '../../envs/values/environment.ts';

export interface CheckFailure {
  /** The tool, the rule or the file that has the fault. */
  readonly tool: string;
  readonly check: string;
  readonly detail: string;
}

export interface CheckReport {
  readonly name: string;
  readonly hash: string | null;
  readonly tools: number;
  readonly checks: { readonly run: number; readonly failed: number };
  readonly failures: readonly CheckFailure[];
  /** For each law, the number of tests in which the law could have failed. */
  readonly laws: Readonly<Record<string, number>>;
  /** It is undefined when the environment has no scenarios. */
  readonly scenarios?: ScenarioFigures;
  /** Findings that a person should look at, although they are not faults. */
  readonly warnings?: readonly CheckFailure[];
}

export class Report {
  private run = 0;
  private readonly laws: Record<string, number> = {};
  private readonly failures: CheckFailure[] = [];
  private readonly warnings: CheckFailure[] = [];
  private readonly environment: Environment;
  private played: ScenarioFigures | undefined;

  constructor(environment: Environment) {
    this.environment = environment;
  }

  /** Counts one check, and records it if it fails. */
  expect(holds: boolean, tool: string, check: string, detail: string | (() => string)): boolean {
    this.run += 1;
    if (!holds) this.failures.push({ tool, check, detail: typeof detail === 'string' ? detail : detail() });
    return holds;
  }

  /** Counts a test in which the law could have failed, and records the failure if it did not hold. */
  law(law: string, holds: boolean, tool: string, detail: string | (() => string)): void {
    this.laws[law] = (this.laws[law] ?? 0) + 1;
    this.expect(holds, tool, law, detail);
  }

  warn(tool: string, check: string, detail: string): void {
    this.warnings.push({ tool, check, detail });
  }

  scenarios(figures: ScenarioFigures): void {
    this.played = figures;
  }

  done(hash: string | null): CheckReport {
    return {
      name: this.environment.name,
      hash,
      tools: this.environment.tools.length,
      checks: { run: this.run, failed: this.failures.length },
      failures: this.failures,
      laws: this.laws,
      ...(this.played === undefined ? {} : { scenarios: this.played }),
      ...(this.warnings.length === 0 ? {} : { warnings: this.warnings }),
    };
  }
}
