// Checks the scenarios: it plays each scenario, tests the invariants after each call, and demands that every tool is
// called.
import type { ScenarioSuite } from '../../../envs/values/scenario.ts';
import { partOf } from '../../../envs/words/split-words.ts';
import type { World } from '../../../envs/world/world.ts';
import type { Invariants } from '../check-invariants.ts';
import type { Report } from '../check-report.ts';
import { lintScenarios } from './lint-scenarios.ts';
import { playScenario } from './play-scenario.ts';
import type { ScenarioFigures } from './scenario-figures.ts';

export function checkScenarios(
  world: World,
  suite: ScenarioSuite,
  report: Report,
  invariants: Invariants,
): ScenarioFigures {
  let [failed, lacking, steps] = [0, 0, 0];
  const refused = new Set<string>();
  for (const { scenario, detail, fatal } of lintScenarios(world, suite)) {
    if (!fatal) continue;
    refused.add(scenario);
    report.expect(false, `scenario ${scenario}`, 'scenario', detail);
  }
  for (const scenario of suite.scenarios) {
    if (refused.has(scenario.name)) {
      failed += 1;
      continue;
    }
    const outcome = playScenario(world, suite, scenario, (session, store) => {
      steps += 1;
      invariants.after(store, session);
    });
    if (outcome.kind === 'lacks') lacking += 1;
    const held = outcome.kind === 'held' || outcome.kind === 'lacks';
    if (!held) failed += 1;
    report.expect(held, `scenario ${scenario.name}`, 'scenario', () => {
      if (outcome.kind === 'failed') return `step ${outcome.step}, ${outcome.call.name}: ${outcome.detail}`;
      return outcome.kind === 'unusable' ? outcome.detail : '';
    });
  }
  const covered = new Set(suite.scenarios.flatMap(({ steps: all }) => all.map(({ name }) => name)));
  // a composed environment consists of several environments, and one of them may have no scenarios
  const parts = new Set([...covered].map(partOf));
  for (const { tool, program } of world.tools.values()) {
    if (!parts.has(partOf(tool.name))) continue;
    const [only] = program.steps;
    const isFlagged = program.steps.length === 1 && only?.kind === 'fail' && only.failure.code === 'UNAVAILABLE';
    if (tool === world.after?.tool || isFlagged) continue;
    report.expect(covered.has(tool.name), tool.name, 'covered', 'no scenario calls it');
  }
  return { run: suite.scenarios.length, failed, lacking, steps };
}
