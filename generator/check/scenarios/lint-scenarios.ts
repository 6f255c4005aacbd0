// Finds faults of scenarios before they are played: unknown tools, no assertion, literal values of the initial rows,
// sums that the author computed by hand, and lists too short to show an order.
import { asJson, isJsonObject, type Json } from '../../../envs/values/json.ts';
import type { Scenario, ScenarioStep, ScenarioSuite } from '../../../envs/values/scenario.ts';
import type { World } from '../../../envs/world/world.ts';

export interface ScenarioFault {
  readonly scenario: string;
  readonly step?: number;
  readonly detail: string;
  /** True if the scenario cannot be played or proves nothing. Other faults are advice for the author. */
  readonly fatal: boolean;
}

const LONG_ENOUGH = 4;

export function lintScenarios(world: World, suite: ScenarioSuite): ScenarioFault[] {
  const stored = new Set(
    world.environment.seed.flatMap(({ row }) => Object.values(row).filter((value) => typeof value === 'string')),
  );
  const names = new Set<string>();
  return suite.scenarios.flatMap((scenario) => {
    const faults = [
      ...toolFaults(world, scenario),
      ...assertFaults(scenario),
      ...literalFaults(world, scenario, stored),
    ];
    if (names.has(scenario.name))
      faults.push({ scenario: scenario.name, detail: 'two scenarios have this name', fatal: true });
    names.add(scenario.name);
    return faults;
  });
}

function toolFaults(world: World, scenario: Scenario): ScenarioFault[] {
  const unknown = scenario.steps.find(({ name }) => !world.tools.has(name));
  const faults: ScenarioFault[] = [];
  if (unknown !== undefined)
    faults.push({ scenario: scenario.name, detail: `there is no tool ${unknown.name}`, fatal: true });
  const uncalled = scenario.covers.find((name) => !scenario.steps.some((step) => step.name === name));
  if (uncalled !== undefined)
    faults.push({
      scenario: scenario.name,
      detail: `it says that it covers ${uncalled} and never calls it`,
      fatal: false,
    });
  return faults;
}

function assertFaults(scenario: Scenario): ScenarioFault[] {
  const asserts = scenario.steps.some(
    ({ expect, state }) => (state?.length ?? 0) > 0 || !isVain(expect.result) || expect.error !== undefined,
  );
  return asserts
    ? []
    : [{ scenario: scenario.name, detail: 'no step says what the result or the rows must be', fatal: true }];
}

/** Tells whether every value would meet an expectation, so that the expectation proves nothing. */
export function isVain(expected: Json | undefined): boolean {
  if (expected === undefined) return true;
  if (!isJsonObject(expected)) return false;
  const members = Object.entries(expected);
  if (members.length === 0) return true;
  return members.every(([key, value]) =>
    key === '$type' ? true : key.startsWith('$') ? false : isVain(value as Json),
  );
}

function literalFaults(world: World, scenario: Scenario, stored: ReadonlySet<Json>): ScenarioFault[] {
  const faults: ScenarioFault[] = [];
  const written = new Map<string, number>();
  for (const [index, step] of scenario.steps.entries()) {
    const isWrite = world.tools.get(step.name)?.tool.effect === 'write';
    for (const text of textsOf(step.arguments as Json)) {
      if (text.length < LONG_ENOUGH || text.startsWith('$') || !stored.has(text)) continue;
      if (isWrite) written.set(text, index + 1);
      else if (written.has(text))
        faults.push({
          scenario: scenario.name,
          step: index + 1,
          detail: `${JSON.stringify(text)} is written in step ${written.get(text)} and searched for here, and the first rows hold it too`,
          fatal: false,
        });
    }
    faults.push(...sums(scenario, step, index + 1), ...shortLists(scenario, step, index + 1));
  }
  return faults;
}

/**
 * Finds a number with a fraction, such as an amount with cents, that no argument gives. The author must have computed
 * it by hand and may be wrong.
 */
function sums(scenario: Scenario, step: ScenarioStep, at: number): ScenarioFault[] {
  const given = new Set(numbersOf(asJson(scenario.steps.map((each) => each.arguments))));
  const found = numbersOf(step.expect.result ?? null).find((value) => !Number.isInteger(value) && !given.has(value));
  return found === undefined
    ? []
    : [
        {
          scenario: scenario.name,
          step: at,
          detail: `${found} is worked out in the head; say it as {"$value": SELECT}`,
          fatal: false,
        },
      ];
}

function shortLists(scenario: Scenario, step: ScenarioStep, at: number): ScenarioFault[] {
  const text = JSON.stringify(step.expect.result ?? null);
  return /"\$ordered"/.test(text) && !/"\$length"|"\$rows"|"\$min"/.test(text)
    ? [
        {
          scenario: scenario.name,
          step: at,
          detail: 'an order shows only in two elements or more: say how many there are',
          fatal: false,
        },
      ]
    : [];
}

function textsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object'
    ? Object.values(value).flatMap((each) => textsOf(each as Json))
    : [];
}

function numbersOf(value: Json): number[] {
  if (typeof value === 'number') return [value];
  return value !== null && typeof value === 'object'
    ? Object.values(value).flatMap((each) => numbersOf(each as Json))
    : [];
}
