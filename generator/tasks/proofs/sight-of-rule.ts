// Before a call that a rule may forbid, the agent must have seen the rows by which the rule decides. If a change of one
// row makes the rule decide otherwise, an earlier result must change too. The same holds for calls that the agent
// should decline.
import { canonicalJson, type Json } from '../../../envs/values/json.ts';
import type { LogEntry } from '../../../envs/values/log-entry.ts';
import { sqlText } from '../../../envs/values/program.ts';
import { badTraces, type Rule, type Trace } from '../../../envs/values/rule.ts';
import type { ToolCall } from '../../../envs/values/tool-schema.ts';
import {
  evaluateRules,
  firesUnder,
  playTrace,
  ruleChecks,
  type RuleCheck,
  type TraceStep,
} from '../../../envs/verification/rules.ts';
import { asked, needsYes } from '../../../envs/verification/script.ts';
import { setupOf } from '../../../envs/verification/judge.ts';
import type { World } from '../../../envs/world/world.ts';
import type { JsonObject } from '../../../envs/values/json.ts';
import { leavesOf } from '../../../envs/values/places.ts';
import { patchedPlay } from './patched-play.ts';
import { patchesFor, type Patch } from './patches.ts';
import { changed, isWrite, type Proof, type ProofGround } from './proof.ts';

export const sightOfRule: Proof = {
  name: 'sight of the rule',
  holes: (ground) =>
    unseen(ground).map(({ call, at, rule, patch, declined }) =>
      declined
        ? `${call.name} is declined for rule ${rule.id} without a look at ${placeOf(patch)}`
        : `${call.name} (call ${at + 1}) is made without a look at ${placeOf(patch)}, which rule ${rule.id} asks for`,
    ),
};

/**
 * A change of the start state that changes a rule's decision about a call, but changes no result that the agent sees.
 */
export interface Unseen {
  readonly call: ToolCall;
  /** The number of expected calls before the call about which the rule decides. */
  readonly at: number;
  readonly rule: Rule;
  readonly patch: Patch;
  readonly declined: boolean;
}

function placeOf({ table, column }: Patch): string {
  return column === undefined ? `the rows of ${table}` : `${column} of ${table}`;
}

/**
 * Tells whether an expected write fails only because of a planned fault. The agent must see the rows before such a call
 * too.
 */
function isAttempt({ world, task }: ProofGround, at: number): boolean {
  const call = task.gold.calls[at];
  if (call?.error === undefined || !isWrite(world, call.name)) return false;
  return task.faults?.some(({ tool }) => tool === call.name) === true;
}

/** Returns, for each call and each rule about it, the first unseen change of each table that the rule reads. */
export function unseen(ground: ProofGround): Unseen[] {
  const { world, task } = ground;
  const made = task.gold.calls.flatMap((call, at) =>
    call.by === 'agent' && (changed(ground, at) || isAttempt(ground, at))
      ? [{ call: call as ToolCall, at, declined: false }]
      : [],
  );
  const declines = (task.gold.declines ?? []).map((call) => ({ call, at: task.gold.calls.length, declined: true }));
  return [...made, ...declines].flatMap((deed) =>
    guards(world)
      .filter(({ tools }) => tools.has(deed.call.name))
      .flatMap(({ check }) => unseenBy(ground, deed, check)),
  );
}

function unseenBy(
  ground: ProofGround,
  deed: Pick<Unseen, 'call' | 'at' | 'declined'>,
  { rule, vetted }: RuleCheck,
): Unseen[] {
  const { world, task } = ground;
  const { call, at, declined } = deed;
  const reads = vetted.reads.filter((name) => !name.toLowerCase().startsWith('trace_'));
  if (reads.length === 0) return [];
  const trace = traceUpTo(ground, deed);
  const start = { seed: task.session_seed, setup: setupOf(task) };
  const patches = patchesFor(world, {
    reads,
    text: sqlText(rule.check ?? ''),
    from: leavesOf(call.arguments as Json).map(({ value }) => value),
  });
  // `now` is the decision without a patch; if it is not the expected one, another proof reports the call
  const [now, ...fires] = firesUnder(world, start, trace, rule.id, [{}, ...patches.map(({ diff }) => diff)]);
  if (now !== declined) return [];
  const found = new Map<string, Unseen>();
  const tried = new Map<string, number>();
  for (const [index, patch] of patches.entries()) {
    if (fires[index] !== !declined || found.has(patch.table)) continue;
    const place = `${patch.table}.${patch.column ?? ''}`;
    const times = tried.get(place) ?? 0;
    tried.set(place, times + 1);
    if (times < MOST_TRIED && isUnseen(ground, deed, patch))
      found.set(patch.table, { call, at, rule, patch, declined });
  }
  return [...found.values()];
}

/** The largest number of changes of one column that are played. */
const MOST_TRIED = 2;

/**
 * Tells whether all earlier results are the same from the changed start, and the call in question succeeds there or is
 * expected to fail anyway.
 */
function isUnseen(
  { world, task, results }: ProofGround,
  { call, at }: Pick<Unseen, 'call' | 'at'>,
  patch: Patch,
): boolean {
  let index = 0;
  for (const { ok, result } of patchedPlay(world, task, patch.diff, [
    ...(task.gold.calls.slice(0, at) as ToolCall[]),
    call,
  ])) {
    if (index === at) return ok || task.gold.calls[at]?.error !== undefined;
    if (canonicalJson(result) !== canonicalJson(results[index] ?? null)) return false;
    index += 1;
  }
  return false;
}

/** Returns the expected messages and calls before the call in question, and then this call as if it succeeded. */
function traceUpTo(
  { world, task, log }: ProofGround,
  { call, at }: Pick<Unseen, 'call' | 'at'>,
): { steps: TraceStep[]; facts: Record<string, Json> } {
  const steps: TraceStep[] = [{ kind: 'message', role: 'user', text: task.user.opening, acts: ['ask'] }];
  const add = (each: ToolCall, entry: LogEntry): void => {
    const made = { by: each.by ?? 'agent', name: each.name, arguments: each.arguments as JsonObject };
    if (needsYes(world, made))
      for (const { say, text, acts } of asked(made)) steps.push({ kind: 'message', role: say, text, acts });
    steps.push({ kind: 'call', entry });
  };
  task.gold.calls.slice(0, at).forEach((each, index) => {
    const entry = log[index + 1];
    if (entry !== undefined) add(each as ToolCall, entry);
  });
  add(call, {
    index: at + 1,
    by: 'agent',
    name: call.name,
    arguments: call.arguments as JsonObject,
    ok: true,
    result: null,
    effect: world.tools.get(call.name)?.tool.effect ?? 'write',
    committed: true,
  });
  return { steps, facts: Object.fromEntries(task.user.facts.map(({ key, value }) => [key, value as Json])) };
}

interface Guard {
  readonly check: RuleCheck;
  /**
   * The tools about which the rule decides: those whose calls break it in its examples of forbidden behaviour, and the
   * write tools that its SQL names.
   */
  readonly tools: ReadonlySet<string>;
}

const guardsOf = new WeakMap<World, readonly Guard[]>();

/** Lists the rules of a world that have an executable check, each with the tools about which it decides. */
export function guards(world: World): readonly Guard[] {
  let known = guardsOf.get(world);
  if (known === undefined) {
    known = ruleChecks(world).map((check) => {
      const { rule } = check;
      const text = sqlText(rule.check ?? '');
      const named = world.environment.tools
        .filter(({ name, effect }) => effect === 'write' && text.includes(`'${name}'`))
        .map(({ name }) => name);
      return { check, tools: new Set([...named, ...badTraces(rule).flatMap((trace) => firedOn(world, rule, trace))]) };
    });
    guardsOf.set(world, known);
  }
  return known;
}

function firedOn(world: World, rule: Rule, trace: Trace): string[] {
  const steps = playTrace(world, trace);
  return evaluateRules(world, { seed: 1, setup: { calls: [] } }, steps, trace.facts ?? {}, new Set([rule.id])).flatMap(
    ({ step }) => {
      const at = steps[step - 1];
      return at?.kind === 'call' ? [at.entry.name] : [];
    },
  );
}
