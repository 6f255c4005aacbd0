import { expect, test } from 'vitest';
import { loadEnvironment } from '../../../envs/folder/environment-folder.ts';
import type { Environment } from '../../../envs/values/environment.ts';
import { World } from '../../../envs/world/world.ts';
import { checkRules } from '../../../generator/check/check-rules.ts';
import { Report } from '../../../generator/check/check-report.ts';
import { playScenario } from '../../../generator/check/scenarios/play-scenario.ts';
import { makeRandom } from '../../../envs/random.ts';
import type { Task } from '../../../envs/values/task.ts';
import { partOf } from '../../../envs/words/split-words.ts';
import { Atlas } from '../../../generator/tasks/atlas.ts';
import { auditTask } from '../../../generator/tasks/audit.ts';
import { TaskDrafter } from '../../../generator/tasks/draft-task.ts';
import { Stage } from '../../../generator/tasks/stage.ts';
import { draftsOf } from '../../../generator/tasks/stories/story-drafts.ts';
import { together } from '../../../generator/tasks/stories/together.ts';
import { compose } from '../../../generator/compose/compose.ts';
import { renameExpression, renameSql } from '../../../generator/compose/rename-sql.ts';
import { shiftBetween } from '../../../generator/compose/shift-dates.ts';

const folder = (name: string): Environment =>
  loadEnvironment(new URL(`../../../fixtures/environments/${name}`, import.meta.url).pathname);
const [desk, care] = [folder('order-desk'), folder('carrier-care')];

test('tables get new names where tables stand, and columns of the same name keep theirs', () => {
  const names = { table: (name: string) => (['orders', 'items'].includes(name) ? `shop__${name}` : undefined) };
  expect(renameSql('SELECT items, o.items FROM orders AS o JOIN items ON items.id = o.id', names)).toBe(
    'SELECT items, o.items FROM shop__orders AS o JOIN shop__items ON shop__items.id = o.id',
  );
  expect(renameSql("INSERT INTO items (id, orders) SELECT id, 'orders' FROM orders, json_each(:items.x)", names)).toBe(
    "INSERT INTO shop__items (id, orders) SELECT id, 'orders' FROM shop__orders, json_each(:items.x)",
  );
  expect(renameExpression('EXISTS (SELECT 1 FROM orders WHERE orders.id = :orders.id)', names)).toBe(
    'EXISTS (SELECT 1 FROM shop__orders WHERE shop__orders.id = :orders.id)',
  );
});

test('a part is moved to the common clock as a whole', () => {
  const shift = shiftBetween('2031-05-12T09:00:00Z', '2031-09-03T10:00:00Z');
  expect(shift?.text('from 2031-04-12 to 2031-05-12T08:30:00Z')).toBe('from 2031-08-04 to 2031-09-03T08:30:00Z');
  // a time that a call sets follows the clock to the second
  expect(shift?.text('2031-05-12T09:00:07Z')).toBe('2031-09-03T10:00:07Z');
  expect(shift?.text('^2031-05-12T09:')).toBe('^2031-09-03T10:');
  expect(shift?.text('It is 12 May 2031, 9:00 UTC')).toBe('It is 3 September 2031, 10:00 UTC');
  expect(shift?.value('2031-02')).toBe('2031-06');
  expect(shiftBetween('2031-05-12T09:00:00Z', '2031-05-12T09:00:00Z')).toBeUndefined();
});

test('the programs, rules and scenarios of the parts go on working under one clock, with the same people', () => {
  const { environment, shared } = compose([care, desk], { name: 'both', people: true });
  expect(environment.clock).toBe(care.clock);
  expect(environment.tools.map(({ name }) => name)).toContain('order_desk__cancel_order');
  const world = new World(environment);
  try {
    const suite = environment.scenarios;
    const played = (suite?.scenarios ?? [])
      .filter((_each, at) => at % 3 === 0)
      .map((scenario) => ({
        name: scenario.name,
        outcome: playScenario(world, suite ?? { views: {}, scenarios: [] }, scenario),
      }));
    // shared people have the names of the care desk; these two scenarios look for customers named Ana, or for two with
    // the same name
    const nameless = [
      'order-desk: identify by e-mail',
      'order-desk: once one of the two has moved, each is found by the postcode',
    ];
    expect(
      played
        .filter(({ outcome }) => outcome.kind !== 'held')
        .map(({ name, outcome }) => [name, outcome.kind])
        .sort(),
    ).toEqual(nameless.map((name) => [name, 'lacks']));
    const parts = [care, desk].map(({ scenarios }) => scenarios?.scenarios.length ?? 0);
    expect(suite?.scenarios.length).toBe((parts[0] ?? 0) + (parts[1] ?? 0));
    expect(Math.min(...parts)).toBeGreaterThan(0);
    const report = new Report(environment);
    checkRules(world, report);
    expect(report.done(null).failures).toEqual([]);
  } finally {
    world.close();
  }
  const emails = (table: string): string[] =>
    environment.seed.flatMap(({ table: name, row }) => (name === table ? [String(row['email'])] : []));
  const [ours, theirs] = [emails('carrier_care__customers'), emails('order_desk__customers')];
  const both = ours.filter((email) => theirs.includes(email));
  expect(both.length).toBe(Math.min(ours.length, theirs.length));
  expect(shared).toEqual([{ kind: 'people', keys: expect.any(Array) as unknown, parts: 2 }]);
  expect(new Set(shared[0]?.keys)).toEqual(new Set(both));
});

test('stories come along, and a task chains them across the parts for one person', () => {
  const { environment } = compose([desk, care], { name: 'both', people: true });
  expect(environment.stories?.length).toBe((desk.stories?.length ?? 0) + (care.stories?.length ?? 0));
  const world = new World(environment);
  const stage = new Stage(world);
  const atlas = new Atlas(world);
  const drafter = new TaskDrafter(atlas, stage);
  let task: Task | undefined;
  for (let draw = 0; draw < 16 && task === undefined; draw++) {
    const random = makeRandom(draw, 'together');
    const ground = { atlas, stage, random, forbids: () => false };
    const occasion = together(ground, environment.stories ?? []);
    const [draft] = occasion === undefined ? [] : (draftsOf(ground, occasion) ?? []);
    const made = draft === undefined ? 'none' : drafter.make(draft, 'both-1', 7, random);
    // drafts are not audited yet, so one whose wishes must come in a fixed order is skipped here
    if (typeof made !== 'string' && auditTask(world, made.task, { mutants: 1 }).reasons.length === 0) ({ task } = made);
  }
  expect(task).toBeDefined();
  expect(new Set(task?.gold.calls.map(({ name }) => partOf(name)))).toEqual(new Set(['order_desk', 'carrier_care']));
  world.close();
});

test('two parts of one name, and one part alone, are refused in one clear line', () => {
  const options = { name: 'both', people: false };
  expect(() => compose([desk], options)).toThrow('name two or more');
  expect(() => compose([desk, desk], options)).toThrow('is the name of two parts');
});
