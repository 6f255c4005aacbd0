import { expect, test } from 'vitest';
import { loadEnvironment } from '../../../envs/folder/environment-folder.ts';
import { checkedAs, type Json } from '../../../envs/values/json.ts';
import type { Environment } from '../../../envs/values/environment.ts';
import type { Story } from '../../../envs/values/story.ts';
import { World } from '../../../envs/world/world.ts';
import { Report } from '../../../generator/check/check-report.ts';
import type { CheckReport } from '../../../generator/check/check-report.ts';
import { checkStories } from '../../../generator/check/check-stories.ts';

const folder = (path: string): Environment => loadEnvironment(new URL(`../../../${path}`, import.meta.url).pathname);
const bank = folder('gallery/bank');

function checked(environment: Environment): CheckReport {
  const world = new World(environment);
  const report = new Report(environment);
  checkStories(world, report);
  world.close();
  return report.done(world.hash);
}

/** Makes the bank environment and puts a fault into its last story by replacing texts. */
function spoiled(...texts: readonly (readonly [string, string])[]): CheckReport {
  const story = bank.stories?.find(({ name }) => name === 'a higher limit');
  const text = texts.reduce((now, [was, is]) => {
    expect(now).toContain(was);
    return now.replaceAll(was, is);
  }, JSON.stringify(story));
  return checked({ ...bank, stories: [checkedAs<Story>(JSON.parse(text) as Json)] });
}

test('the stories and words of an environment name what is there, and each story happens', () => {
  const { checks, warnings } = checked(bank);
  expect(checks.failed).toBe(0);
  expect(checks.run).toBeGreaterThan(bank.stories?.length ?? 0);
  expect(warnings).toBeUndefined();
});

test('a name that leads nowhere is an error with its place', () => {
  const details = (report: CheckReport): string[] => report.failures.map(({ detail }) => detail);
  expect(details(spoiled(['list_cards', 'list_mugs']))).toContain(
    '"a higher limit", call list_mugs: there is no such tool',
  );
  expect(details(spoiled(['{wanted}', '{wished}'])).join('\n')).toMatch(
    /says: \{wished\} is no column of rows; it has/,
  );
  expect(details(spoiled([':wanted', ':wished'])).join('\n')).toMatch(/:wished is bound by no earlier step; known are/);
  const words = { ...bank.speech, tools: { ...bank.speech?.tools, open_mug: { proposes: ['open it'] } } };
  expect(details(checked({ ...bank, stories: [], speech: words }))).toEqual(['there is no tool open_mug']);
});

test('a story that never happens is a warning', () => {
  const story = bank.stories?.find(({ name }) => name === 'a higher limit') as Story;
  const steps = [...story.steps, { choose: "'[]'", as: 'none' }];
  const { checks, warnings } = checked({ ...bank, stories: [{ ...story, steps }] });
  expect(checks.failed).toBe(0);
  expect(warnings?.map(({ detail }) => detail)).toEqual(['"a higher limit" happens on none of 12 occasions']);
});
