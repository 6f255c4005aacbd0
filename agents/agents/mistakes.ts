// Puts one mistake, such as people and models make, into an oracle's plan (the calls of the task's stored solution).
// The record names the kind of the mistake and its step.
import type { Random } from '../../envs/random.ts';
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Task, TaskOutput } from '../../envs/values/task.ts';
import { replyOf } from '../../envs/verification/script.ts';
import type { World } from '../../envs/world/world.ts';
import type { OraclePlan, PlannedStep } from './oracle-plan.ts';

export const MISTAKES = [
  'wrong_id',
  'wrong_amount',
  'skipped_check',
  'early_stop',
  'double_submit',
  'policy_breach',
  'wrong_answer',
] as const;
export type Mistake = (typeof MISTAKES)[number];

export interface Planted {
  readonly plan: OraclePlan;
  readonly mistake: Mistake;
  /** The index of the wrong step, counted from 0. If the mistake is in the final reply, the number of steps. */
  readonly at: number;
}

interface Ground {
  readonly world: World;
  readonly task: Task;
  readonly plan: OraclePlan;
  readonly random: Random;
}

/** Puts one mistake of a random kind into the plan. Returns undefined if no kind of mistake fits the plan. */
export function plantMistake(ground: Ground): Planted | undefined {
  for (const mistake of ground.random.shuffled(MISTAKES)) {
    const planted = PLANTERS[mistake](ground);
    if (planted !== undefined) return { ...planted, mistake };
  }
  return undefined;
}

type Planter = (ground: Ground) => { readonly plan: OraclePlan; readonly at: number } | undefined;

const PLANTERS: Readonly<Record<Mistake, Planter>> = {
  // this mistake replaces an id by the id of another row
  wrong_id: (ground) =>
    changedLeaf(ground, (_step, name, value) => {
      if (typeof value !== 'string' || !/\d/.test(value) || !/id|number|code|key/i.test(name)) return undefined;
      const others = othersLike(ground.world, value);
      return others.length === 0 ? undefined : ground.random.pick(others);
    }),
  wrong_amount: (ground) =>
    changedLeaf(ground, (step, _name, value) => {
      if (typeof value !== 'number' || !isWrite(ground.world, step)) return undefined;
      return ground.random.pick([value + 1, value * 10, Math.max(1, value - 1)].filter((other) => other !== value));
    }),
  // this mistake leaves out one call of the agent that only reads, if the plan also has other calls
  skipped_check: ({ world, plan, random }) => {
    const looks = plan.steps.flatMap((step, at) => (step.by === 'agent' && !isWrite(world, step) ? [at] : []));
    if (looks.length === 0 || plan.steps.length === looks.length) return undefined;
    const at = random.pick(looks);
    const rest = plan.steps.slice(at + 1).map((step) => ({ ...step, forced: true }));
    return { at, plan: { ...plan, steps: [...plan.steps.slice(0, at), ...rest] } };
  },
  // with this mistake, the agent stops just before a change and claims that everything is done
  early_stop: ({ world, plan, random }) => {
    const writes = plan.steps.flatMap((step, at) => (step.by !== 'control' && isWrite(world, step) ? [at] : []));
    if (writes.length === 0) return undefined;
    const at = random.pick(writes);
    return { at, plan: { ...plan, steps: plan.steps.slice(0, at), reply: 'All done, everything is taken care of.' } };
  },
  double_submit: ({ world, plan, random }) => {
    const writes = plan.steps.flatMap((step, at) =>
      step.by === 'agent' && !step.fails && isWrite(world, step) ? [at] : [],
    );
    if (writes.length === 0) return undefined;
    const at = random.pick(writes);
    const again = { ...(plan.steps[at] as PlannedStep), unasked: true };
    return {
      at: at + 1,
      plan: { ...plan, steps: [...plan.steps.slice(0, at + 1), again, ...plan.steps.slice(at + 1)] },
    };
  },
  // with this mistake, the agent makes one change without asking the user for consent
  policy_breach: ({ world, plan, random }) => {
    const writes = plan.steps.flatMap((step, at) => (step.by === 'agent' && isWrite(world, step) ? [at] : []));
    if (writes.length === 0) return undefined;
    const at = random.pick(writes);
    return {
      at,
      plan: { ...plan, steps: plan.steps.map((step, index) => (index === at ? { ...step, unasked: true } : step)) },
    };
  },
  wrong_answer: ({ task, plan, random }) => {
    const outputs = task.gold.outputs.map((output) => ({ output, other: otherAnswer(output, random) }));
    const chosen = outputs.filter(({ other }) => other !== undefined);
    if (chosen.length === 0) return undefined;
    const wrong = random.pick(chosen);
    const gold = outputs.map(({ output, other }) => (output === wrong.output ? { ...output, value: other } : output));
    const told = { ...task, gold: { ...task.gold, outputs: gold } } as Task;
    // if the right reply is a refusal, the wrong reply claims that the change was made
    const reply = wrong.output.type === 'reason' ? 'I have made an exception and done it for you.' : replyOf(told, 1);
    return { at: plan.steps.length, plan: { ...plan, reply } };
  },
};

function isWrite(world: World, step: PlannedStep): boolean {
  return world.tools.get(step.name)?.tool.effect === 'write';
}

/** Changes one value in one of the agent's calls. Returns undefined if no value can be changed. */
function changedLeaf(
  { plan, random }: Ground,
  change: (step: PlannedStep, name: string, value: Json) => Json | undefined,
): { plan: OraclePlan; at: number } | undefined {
  for (const at of random.shuffled(plan.steps.map((_step, index) => index))) {
    const step = plan.steps[at] as PlannedStep;
    if (step.by !== 'agent' || step.fails) continue;
    let done = false;
    const walk = (value: Json, name: string): Json => {
      if (done) return value;
      if (Array.isArray(value)) return (value as readonly Json[]).map((each) => walk(each, name));
      if (isJsonObject(value))
        return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each as Json, key)]));
      const other = change(step, name, value);
      if (other === undefined) return value;
      done = true;
      return other;
    };
    const args = walk(step.arguments, '') as JsonObject;
    if (!done) continue;
    const steps = plan.steps.map((each, index) =>
      index < at ? each : { ...each, forced: true, ...(index === at ? { arguments: args } : {}) },
    );
    return { at, plan: { ...plan, steps } };
  }
  return undefined;
}

const MOST_OTHERS = 50;
const likes = new WeakMap<World, Map<string, string[]>>();

/** Returns other values of the same form from the environment's rows: for A20007, values such as A20001. */
function othersLike(world: World, value: string): string[] {
  let known = likes.get(world);
  if (known === undefined) {
    known = new Map();
    for (const { row } of world.environment.seed)
      for (const each of Object.values(row)) {
        if (typeof each !== 'string' || each.length > 64 || !/\d/.test(each)) continue;
        const alike = known.get(shapeOf(each)) ?? [];
        if (alike.length < MOST_OTHERS && !alike.includes(each)) alike.push(each);
        known.set(shapeOf(each), alike);
      }
    likes.set(world, known);
  }
  return (known.get(shapeOf(value)) ?? []).filter((each) => each !== value);
}

function shapeOf(value: string): string {
  return value.replaceAll(/\d/g, '9').replaceAll(/[a-z]/gi, 'a');
}

function otherAnswer({ type, value, among }: TaskOutput, random: Random): Json | undefined {
  if (type === 'money' || type === 'count') return Number(value) + random.int(1, 9);
  if (type === 'date') {
    const day = Number(String(value).slice(8, 10));
    return `${String(value).slice(0, 8)}${String((day % 27) + 1).padStart(2, '0')}`;
  }
  if (type === 'reason') return value === 'not_found' ? 'no_tool' : 'not_found';
  const others = (among ?? []).filter((each) => each !== value) as Json[];
  return others.length === 0 ? undefined : random.pick(others);
}
