// Tests the mutants and the harmless variants of a task's stored solution. A mutant has one mistake of its kind; a
// variant makes the same changes in another way.
import { afterAll, describe, expect, test } from 'vitest';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { makeRandom } from '../../envs/random.ts';
import { canonicalJson } from '../../envs/values/json.ts';
import { mutantsOf, type Mutant } from '../../envs/verification/gold-mutants.ts';
import { variantsOf } from '../../envs/verification/gold-variants.ts';
import { goldScript, isCall, play, type Script, type ScriptedCall } from '../../envs/verification/script.ts';
import { World } from '../../envs/world/world.ts';
import { auditTask } from '../../generator/tasks/audit.ts';
import { ORDER_DESK } from '../support/server.ts';
import { taskByHand } from '../support/task-by-hand.ts';

const world = openEnvironment(ORDER_DESK);
afterAll(() => world.close());
const email = 'marta.ilves@example.com';
const task = taskByHand(world, {
  opening: `Please cancel order A20001, I no longer need it, and send A20004's line 2 back, it does not fit, with the money to PM1001. My e-mail address is ${email}. Which status does A20003 have?`,
  facts: { email, order_id: 'A20001', order_id_2: 'A20004', order_id_3: 'A20003' },
  calls: [
    ['find_customer_by_email', { email }],
    ['get_order', { order_id: 'A20001' }],
    ['get_order', { order_id: 'A20004' }],
    ['get_order', { order_id: 'A20003' }],
    ['cancel_order', { order_id: 'A20001', reason: 'no longer needed' }],
    [
      'request_return',
      {
        order_id: 'A20004',
        items: [{ line: 2, quantity: 1 }],
        payment_method_id: 'PM1001',
        reason: 'it does not fit',
      },
    ],
  ],
  outputs: [{ key: 'status', type: 'choice', value: 'shipped', among: ['pending', 'packed', 'shipped', 'delivered'] }],
});
const gold = goldScript(world, task);
const first = play(world, task, gold);

const callsOf = ({ events }: Script): readonly ScriptedCall[] => events.filter(isCall);
const isWrite = ({ name }: ScriptedCall): boolean => world.tools.get(name)?.tool.effect === 'write';
const writesOf = (script: Script): readonly ScriptedCall[] => callsOf(script).filter(isWrite);
const asText = (value: unknown): string => canonicalJson(value);
/** Returns the events of a script that differ from those of the solution at the same position. */
const changedIn = ({ events }: Script): Script['events'] =>
  events.filter((each, at) => asText(each) !== asText(gold.events[at]));

const mutants = mutantsOf(world, task, makeRandom(1));
const of = (...operators: readonly string[]): Mutant[] =>
  mutants.filter(({ operator }) => operators.includes(operator));

describe('mutants', () => {
  test('are scripts of their own, the same for the same seed', () => {
    const texts = mutants.map(({ script }) => asText(script.events));
    expect(new Set([...texts, asText(gold.events)]).size).toBe(mutants.length + 1);
    expect(mutantsOf(world, task, makeRandom(1))).toEqual(mutants);
  });

  test('leave out each write once', () => {
    const left = of('write left out').map(({ script }) => writesOf(script).map(({ name }) => name));
    expect(left).toEqual([['request_return'], ['cancel_order']]);
  });

  test('change one argument of one write, and nothing else', () => {
    const kinds = ['another row', 'another choice', 'another number', 'another text', 'the opposite', 'in a list'];
    const changed = of(...kinds);
    expect(new Set(changed.map(({ operator }) => operator))).toEqual(
      new Set(['another row', 'another choice', 'in a list']),
    );
    for (const { script } of changed) {
      expect(script.events).toHaveLength(gold.events.length);
      const [call, ...more] = changedIn(script).filter(isCall);
      expect(more).toEqual([]);
      const before = writesOf(gold).find(({ name }) => name === call?.name);
      const names = Object.keys(call?.arguments ?? {});
      expect(names).toEqual(Object.keys(before?.arguments ?? {}));
      expect(names.filter((name) => asText(call?.arguments[name]) !== asText(before?.arguments[name]))).toHaveLength(1);
    }
  });

  test('take another choice of the schema, and another row of the same column', () => {
    const reasons = of('another choice').map(({ script }) => writesOf(script)[0]?.arguments['reason']);
    expect(reasons.length).toBeGreaterThan(0);
    // the other values come from the reasons in other rows
    for (const reason of reasons) expect(['ordered by mistake', 'found cheaper elsewhere']).toContain(reason);
    for (const { script } of of('another row')) {
      const call = changedIn(script).find(isCall);
      for (const [name, value] of Object.entries(call?.arguments ?? {}))
        if (name === 'order_id') expect(value).toMatch(/^A\d+$/);
        else if (name === 'payment_method_id') expect(value).toMatch(/^PM\d{4}$/);
    }
  });

  test('swap two texts of a write, and leave out no required argument', () => {
    expect(of('an option left out')).toEqual([]);
    for (const { script } of of('swapped arguments')) {
      const call = changedIn(script).find(isCall);
      const before = writesOf(gold).find(({ name }) => name === call?.name);
      expect(
        Object.values(call?.arguments ?? {})
          .map(asText)
          .sort(),
      ).toEqual(
        Object.values(before?.arguments ?? {})
          .map(asText)
          .sort(),
      );
    }
    expect(of('swapped arguments')).toHaveLength(3);
  });

  test('add a write, or call another tool for one', () => {
    for (const { script } of of('done twice')) {
      const texts = writesOf(script).map(asText);
      expect([texts.length, new Set(texts).size]).toEqual([3, 2]);
    }
    expect(of('done twice').length).toBeGreaterThan(0);
    for (const { script } of of('another tool')) {
      const names = writesOf(script).map(({ name }) => name);
      expect(names).toHaveLength(2);
      expect(names).not.toEqual(['cancel_order', 'request_return']);
    }
    for (const { script } of of('one more write')) expect(writesOf(script)).toHaveLength(3);
    expect(of('one more write')).toHaveLength(2);
  });

  test('say nothing, another answer or several, or answer without a look', () => {
    const answers = of('nothing said', 'another answer', 'several answers');
    expect(answers.map(({ operator }) => operator)).toEqual([
      'nothing said',
      'another answer',
      'another answer',
      'several answers',
    ]);
    for (const { script, sameAnswer } of answers) {
      expect(sameAnswer).toBe(false);
      expect(changedIn(script)).toEqual(script.events.slice(-1));
    }
    for (const { script } of of('answered without looking')) expect(callsOf(script)).toEqual([]);
    for (const { script } of of('stopped early')) {
      expect(callsOf(script)).toEqual(callsOf(gold).slice(0, 3));
      expect(script.events.at(-1)).toEqual(gold.events.at(-1));
    }
  });

  test('are refused, unless they end in the same rows with the same answer', () => {
    expect(first.verdict.reward).toBe(1);
    for (const { operator, script, sameAnswer } of mutants) {
      const outcome = play(world, task, script, { brief: true });
      if (outcome.verdict.reward === 1)
        expect([operator, sameAnswer, outcome.rows]).toEqual([operator, true, first.rows]);
    }
  });
});

describe('variants', () => {
  const variants = variantsOf(world, task);

  test('make the changes of the solution, each once, and give the same answer in their own way', () => {
    expect(variants.length).toBeGreaterThan(8);
    for (const { operator, script } of variants) {
      const tried = writesOf(script).filter((call) => call.arguments['no_such_argument'] !== true);
      const made = tried.map(({ name, arguments: args }) => asText([name, args]));
      for (const { name, arguments: args } of writesOf(gold))
        expect([operator, made.filter((each) => each === asText([name, args])).length]).toEqual([operator, 1]);
      expect([operator, made.length]).toEqual([operator, operator === 'a detour, repaired' ? 3 : 2]);
    }
  });

  test('are accepted', () => {
    for (const { operator, script, sameRows } of variants) {
      const outcome = play(world, task, script, { brief: true });
      if (sameRows !== true || outcome.rows === first.rows)
        expect([operator, outcome.verdict.reward, outcome.verdict.failures]).toEqual([operator, 1, []]);
    }
  });

  test('in an order of writes that a rule forbids are left out by the audit', () => {
    const check =
      "SELECT c.tool FROM trace_calls AS c WHERE c.step = :step AND c.tool = 'add_note' AND NOT EXISTS (SELECT 1 FROM trace_calls AS w WHERE w.step < :step AND w.ok AND w.tool = 'cancel_order')";
    const rules = [{ id: 'order', text: 'A note is left after a cancellation.', check }];
    const ruled = new World({ ...world.environment, rules });
    const noted = taskByHand(ruled, {
      opening: `Please cancel order A20001, I no longer need it, and leave the note "Away in May" on my account. My e-mail address is ${email}.`,
      facts: { email, order_id: 'A20001', note: 'Away in May' },
      calls: [
        ['find_customer_by_email', { email }],
        ['get_order', { order_id: 'A20001' }],
        ['cancel_order', { order_id: 'A20001', reason: 'no longer needed' }],
        ['add_note', { customer_id: 'C1001', body: 'Away in May' }],
      ],
    });
    const turned = variantsOf(ruled, noted).filter(({ operator }) => operator === 'writes in another order');
    expect(turned.map(({ script }) => play(ruled, noted, script, { brief: true }).verdict.reward)).toEqual([0]);
    expect(auditTask(ruled, noted, { hasty: false, mutants: 0 }).rejected).toEqual([]);
    ruled.close();
  });
});
