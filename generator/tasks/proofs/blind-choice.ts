// If several items of a list fit the user's words, the agent can only guess which one the expected calls take. This
// proof makes the calls with each other fitting item. It reports a flaw if the task does not accept the end state.
import { SessionStore } from '../../../envs/session/session-store.ts';
import {
  canonicalJson,
  checkedAs,
  isJsonObject,
  plainJson,
  type Json,
  type JsonObject,
} from '../../../envs/values/json.ts';
import type { TaskStory } from '../../../envs/values/story.ts';
import type { Tool } from '../../../envs/values/tool-schema.ts';
import { agreeing } from '../../../envs/verification/choice.ts';
import { beginTask, handsOver } from '../../../envs/verification/script.ts';
import { ownWords, splitName } from '../../../envs/words/split-words.ts';
import { remade, type Redirect } from '../ablation.ts';
import { answerFrom } from '../answer-origin.ts';
import { leavesOf, valueAt, withValueAt, type Place } from '../../../envs/values/places.ts';
import { outcomeOf, rerunStory, withLiteral } from '../stories/rerun-story.ts';
import { isWrite, playedWith, type Proof, type ProofGround } from './proof.ts';

export const blindChoice: Proof = {
  name: 'blind choice',
  holes(ground) {
    const { task } = ground;
    const found = new Set<string>();
    for (const [at, call] of task.gold.calls.entries()) {
      if (call.error !== undefined) continue;
      for (const hole of [...chosen(ground, at), ...untold(ground, at), ...unlisted(ground, at)])
        found.add(`${call.name} (call ${at + 1}): ${hole}`);
    }
    return [...found];
  },
};

const TRIED = 6;

/**
 * Reports arguments taken from one item of a list, if another item fits the user's words too and leads to other rows or
 * another answer.
 */
function chosen(ground: ProofGround, at: number): string[] {
  const { origins, results } = ground;
  return (origins[at] ?? []).flatMap(({ argument, call: from, at: place }) => {
    if (from === undefined || place === undefined) return [];
    for (const [depth, step] of place.entries()) {
      const list = place.slice(0, depth);
      const items = valueAt(results[from], list);
      if (typeof step !== 'number' || !Array.isArray(items)) continue;
      const rest = place.slice(depth + 1);
      const own = canonicalJson(valueAt(results[from], place) ?? null);
      const open = agreeing(items as Json[], step, ground.sayable).filter((other) => {
        const value = valueAt((items as Json[])[other], rest);
        return value !== undefined && value !== null && canonicalJson(value) !== own;
      });
      const other = open
        .slice(0, TRIED)
        .find(
          (each) =>
            leadsElsewhere(ground, { from, item: [...list, step], to: [...list, each] }) ||
            storyLeadsElsewhere(
              ground,
              valueAt(results[from], place) ?? null,
              valueAt((items as Json[])[each], rest) ?? null,
            ),
        );
      if (other !== undefined)
        return [
          `nothing tells the ${String(argument.at(-1))} ${own} from ${canonicalJson(valueAt((items as Json[])[other], rest) ?? null)}`,
        ];
    }
    return [];
  });
}

/** Tells whether the calls with another item succeed, break no rule, and end with other rows or another answer. */
function leadsElsewhere(ground: ProofGround, redirect: Redirect): boolean {
  const { world, task, origins } = ground;
  const other = remade(world, task, origins, redirect);
  // if the tools refuse the calls with the other item, the agent had no choice
  if (other === undefined || other.refused) return false;
  const { verdict } = playedWith(ground, (_call, at) => other.calls[at] as Json);
  if (verdict.reward === 1) return answersDiffer(ground, other.shown);
  return verdict.failures.every(({ part }) => part !== 'rules');
}

/**
 * Tells whether the story runs differently if the other item's value replaces a literal of the story. The expected
 * calls alone cannot show this, because a story computes later values anew.
 */
function storyLeadsElsewhere({ world, task }: ProofGround, own: Json, other: Json): boolean {
  if (task.story === undefined) return false;
  const story = checkedAs<TaskStory>(task.story);
  const changed = withLiteral(story, own, other);
  const run = changed === undefined ? undefined : rerunStory(world, task, changed);
  if (run === undefined || typeof run === 'string') return false;
  const writes = run.calls.filter(({ name, refused }) => isWrite(world, name) && !refused);
  const isIdle = writes.length === 0 && run.answers.length === 0 && run.declined === undefined;
  return !isIdle && outcomeOf(run) !== outcomeOf(rerunStory(world, task, story));
}

/** Tells whether the calls with the other item give another answer. */
function answersDiffer({ task, results }: ProofGround, shown: readonly Json[]): boolean {
  return task.gold.outputs.some(({ origin, type }) => {
    if (origin === undefined) return false;
    const own = answerFrom(origin, type, results[origin.call] ?? null);
    const other = answerFrom(origin, type, shown[origin.call] ?? null);
    return other !== undefined && canonicalJson(own ?? null) !== canonicalJson(other);
  });
}

/**
 * Reports yes-or-no arguments of writes that the user's words do not decide, if tools and rules would accept the
 * opposite value but the verdict would not.
 */
function untold(ground: ProofGround, at: number): string[] {
  const { world, task, sayable } = ground;
  const call = task.gold.calls[at];
  if (call === undefined || !isWrite(world, call.name)) return [];
  return leavesOf(call.arguments as Json).flatMap(({ place, value }) => {
    if (typeof value !== 'boolean') return [];
    const name = splitName(String(place.findLast((step) => typeof step === 'string') ?? '')).join(' ');
    const said =
      sayable.facts.some((fact) => fact.value === value && isNamed(fact.key, name, call.name)) ||
      (value ? ON : OFF).test(sayable.words);
    if (said) return [];
    return differs(ground, at, place, !value) ? [`nobody says whether ${name} is ${String(value)}`] : [];
  });
}

const ON = / (?:on|enable[ds]?|activate[ds]?|yes|true|with|include|including|allow|make) /;
const OFF = / (?:off|disable[ds]?|deactivate[ds]?|no|not|false|without|stop|exclude) /;

function isNamed(key: string, name: string, tool: string): boolean {
  const said = splitName(key).join(' ');
  return said === name || said.endsWith(name) || ownWords(tool).join(' ').includes(said);
}

/** Reports keys of which one more read shows a list, if other items of the list fit the user's words too. */
function unlisted(ground: ProofGround, at: number): string[] {
  const { world, task, origins } = ground;
  const call = task.gold.calls[at];
  if (call === undefined || !isWrite(world, call.name)) return [];
  return (origins[at] ?? []).flatMap(({ argument, from }) => {
    const value = valueAt(call.arguments as Json, argument);
    if (
      from === 'user' ||
      from === 'literal' ||
      from === 'computed' ||
      value === undefined ||
      value === null ||
      typeof value === 'boolean'
    )
      return [];
    const name = String(argument.findLast((step) => typeof step === 'string') ?? '');
    for (const shown of furtherLooks(ground)) {
      for (const { items, index } of listsWith(shown, name, value)) {
        const open = agreeing(items, index, ground.sayable)
          .map((other) => (items[other] as JsonObject)[name] as Json)
          .filter((other) => other !== undefined && other !== null && other !== value);
        const other = open.slice(0, TRIED).find((each) => differs(ground, at, argument, each));
        if (other !== undefined)
          return [
            `nothing tells the ${name} ${JSON.stringify(value)} from ${JSON.stringify(other)}, which a look would show`,
          ];
      }
    }
    return [];
  });
}

/**
 * Tells whether the call succeeds with another argument and no rule is broken, although the verdict rejects the play.
 */
function differs(ground: ProofGround, at: number, argument: Place, value: Json): boolean {
  const { verdict, log } = playedWith(ground, (call, index) =>
    index === at ? withValueAt(call.arguments as Json, argument, value) : (call.arguments as Json),
  );
  if (log[at + 1]?.ok !== true) return false;
  return verdict.reward !== 1 && verdict.failures.every(({ part }) => part !== 'rules');
}

function listsWith(result: Json, name: string, value: Json): { items: readonly Json[]; index: number }[] {
  if (Array.isArray(result)) {
    const items = result as readonly Json[];
    const index = items.findIndex((each) => isJsonObject(each) && each[name] === value);
    const deeper = items.flatMap((each) => listsWith(each, name, value));
    return index === -1 || items.length < 2
      ? deeper
      : [{ items: items.map((each) => (isJsonObject(each) ? each : {})), index }, ...deeper];
  }
  return isJsonObject(result) ? Object.values(result).flatMap((each) => listsWith(each as Json, name, value)) : [];
}

const looksOf = new WeakMap<ProofGround, readonly Json[]>();
const MOST_LOOKS = 6;

/**
 * Returns the results of additional reads. Each argument gets a value that has the same name in the expected calls or
 * their results.
 */
function furtherLooks(ground: ProofGround): readonly Json[] {
  const known = looksOf.get(ground);
  if (known !== undefined) return known;
  const { world, task } = ground;
  const inHand = new Map<string, Json>();
  for (const { arguments: args } of task.gold.calls)
    for (const [name, value] of Object.entries(args as JsonObject))
      if (!inHand.has(name) && typeof value !== 'object') inHand.set(name, value as Json);
  for (const result of ground.results)
    if (isJsonObject(result))
      for (const [name, value] of Object.entries(result))
        if (!inHand.has(name) && value !== null && typeof value !== 'object') inHand.set(name, value as Json);
  const made = new Set(task.gold.calls.map(({ name, arguments: args }) => `${name} ${canonicalJson(args as Json)}`));
  const looks = world.environment.tools.flatMap((tool) => {
    const args = argumentsOf(tool, inHand);
    return args === undefined || made.has(`${tool.name} ${canonicalJson(args)}`) ? [] : [{ name: tool.name, args }];
  });
  const store = new SessionStore();
  const session = beginTask(store, world, task);
  try {
    const shown = looks.slice(0, MOST_LOOKS).flatMap(({ name, args }): Json[] => {
      const answer = store.call(session, { by: 'agent', name, arguments: args });
      return answer.ok ? [plainJson(answer.result)] : [];
    });
    looksOf.set(ground, shown);
    return shown;
  } finally {
    store.close(session);
  }
}

function argumentsOf(tool: Tool, inHand: ReadonlyMap<string, Json>): JsonObject | undefined {
  if (tool.effect !== 'read' || tool.audience !== 'agent' || handsOver(tool)) return undefined;
  const required = (tool.parameters['required'] ?? []) as readonly string[];
  if (required.length === 0 || !required.every((name) => inHand.has(name))) return undefined;
  return Object.fromEntries(required.map((name) => [name, inHand.get(name) as Json]));
}
