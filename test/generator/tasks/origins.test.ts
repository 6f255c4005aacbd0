// Tests the origins of the arguments in a task's solution: the calls and facts from which each argument comes. Also
// tests the effects of changed facts, and rows of which the user accepts any.
import { describe, expect, test } from 'vitest';
import { loadEnvironment } from '../../../envs/folder/environment-folder.ts';
import { canonicalJson, plainJson, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { Task } from '../../../envs/values/task.ts';
import { goldScript, isCall, play, type Played } from '../../../envs/verification/script.ts';
import { World } from '../../../envs/world/world.ts';
import { ablate } from '../../../generator/tasks/ablation.ts';
import { makeTasks } from '../../../generator/tasks/make-tasks.ts';
import { originsOf, shownBy } from '../../../generator/tasks/origins.ts';
import { valueAt } from '../../../envs/values/places.ts';

// stories are left out, because they compute values from several places; without stories, tasks are drawn at random
const { stories: _stories, ...plain } = loadEnvironment('fixtures/environments/order-desk');
const world = new World(plain);
const { tasks } = makeTasks(world, { count: 30, seed: 1, existing: [] });

const gold = (task: Task): Played => play(world, task, goldScript(world, task));
const steps = (pointer: string): (string | number)[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

test('every scalar that gold takes has an origin, and those of results stand where they are said to', () => {
  let results = 0;
  for (const task of tasks) {
    const { log } = gold(task);
    for (const call of task.gold.calls) {
      expect(call.origins, `${task.id} ${call.name}`).toBeDefined();
      for (const { argument, from, call: source, at } of call.origins ?? []) {
        const value = plainJson(valueAt(call.arguments as Json, steps(argument)) ?? null);
        expect(value, `${task.id} ${call.name} ${argument}`).not.toBeNull();
        expect(from === 'result').toBe(source !== undefined && at !== undefined);
        if (source === undefined || at === undefined) continue;
        results += 1;
        expect(valueAt(shownBy(log[source + 1]), steps(at))).toEqual(value);
      }
    }
  }
  expect(results).toBeGreaterThan(30);
});

describe('ablation', () => {
  test('what the users of made tasks know is needed', () => {
    const found = tasks.map((task) => ablate(world, task, gold(task).log));
    expect(found.flatMap(({ idle }) => idle)).toEqual([]);
    expect(found.reduce((sum, { facts }) => sum + facts, 0)).toBeGreaterThan(100);
  });

  test('a fact that decides nothing is found', () => {
    const task = tasks.find(({ kind, gold: { outputs } }) => kind === 'write' && outputs.length === 0) as Task;
    const look = { by: 'agent', name: 'search_products', arguments: { query: 'umbrella' } } as const;
    const spoiled: Task = {
      ...task,
      user: { ...task.user, facts: [...task.user.facts, { key: 'query', value: 'umbrella', say: 'asked' }] },
      gold: { ...task.gold, calls: [look, ...task.gold.calls] },
    };
    expect(ablate(world, spoiled, gold(spoiled).log).idle).toEqual([
      'query "umbrella" could be another, and gold would be the same',
    ]);
  });

  test('a fact that an earlier result shows anyway is found; one that the result rests on is needed', () => {
    const task = tasks.find(({ kind, gold: { outputs } }) => kind === 'write' && outputs.length === 0) as Task;
    const look = { by: 'agent', name: 'get_customer', arguments: { customer_id: 'C1001' } } as const;
    const { email } = shownBy(gold({ ...task, gold: { ...task.gold, calls: [look] } }).log[1]) as { email: string };
    const find = { by: 'agent', name: 'find_customer_by_email', arguments: { email } } as const;
    const give = { by: 'agent', name: 'issue_gift_card', arguments: { customer_id: 'C1001', amount: 7 } } as const;
    const facts: Task['user']['facts'] = [
      { key: 'email', value: email, say: 'open' },
      { key: 'customer', value: 'C1001', say: 'open' },
      { key: 'amount', value: 7, say: 'open' },
    ];
    const told: Task = {
      ...task,
      user: { ...task.user, opening: `I am ${email}, customer C1001: $7 please.`, goal: '', facts },
      gold: { ...task.gold, calls: [find, give] },
    };
    const { log } = gold(told);
    expect(ablate(world, told, log).idle).toEqual(['customer "C1001" need not be told']);
    expect(originsOf(world, told, log).map((origins) => origins.map(({ from }) => from))).toEqual([
      ['user'],
      ['user', 'user'],
    ]);
  });
});

test('where any of some rows will do, each of them passes and no other does', () => {
  const free = makeTasks(world, { count: 30, seed: 4, kinds: ['write'], existing: [] }).tasks.filter(
    (task) => task.accept !== undefined,
  );
  expect(free.length).toBeGreaterThan(0);
  for (const task of free) {
    const accepted = new Set([task.gold.diff, ...(task.accept ?? [])].map((diff) => canonicalJson(diff)));
    expect(accepted.size).toBe((task.accept?.length ?? 0) + 1);
    const { log } = gold(task);
    const passing = new Set<string>();
    // if an argument comes from a list, every other value of the list is tried in its place
    for (const { origins = [], arguments: args } of task.gold.calls)
      for (const { argument, call, at } of origins) {
        if (call === undefined || at === undefined) continue;
        const value = valueAt(args as Json, steps(argument));
        const place = steps(at);
        const depth = place.findLastIndex((step) => typeof step === 'number');
        const items = depth === -1 ? [] : (valueAt(shownBy(log[call + 1]), place.slice(0, depth)) as readonly Json[]);
        for (const item of items) {
          const other = valueAt(item, place.slice(depth + 1));
          if (other === undefined) continue;
          const script = goldScript(world, task);
          const swapped = (each: JsonObject): JsonObject =>
            JSON.parse(JSON.stringify(each).replaceAll(JSON.stringify(value), JSON.stringify(other))) as JsonObject;
          const events = script.events.map((event) =>
            isCall(event) ? { ...event, arguments: swapped(event.arguments) } : event,
          );
          const { verdict, rows } = play(world, task, { ...script, events });
          if (verdict.reward === 1) passing.add(rows);
        }
      }
    expect(
      [...passing].filter((rows) => !accepted.has(rows)),
      task.id,
    ).toEqual([]);
  }
});
