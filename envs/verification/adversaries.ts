// Agents that must get no reward: they do nothing, claim success, act at random, delete rows, guess without reading, or
// read everything and repeat it. If one of them passes a task, the task is useless.
import { makeRandom, type Random } from '../random.ts';
import { isJsonObject, plainJson, type Json, type JsonObject } from '../values/json.ts';
import type { Task } from '../values/task.ts';
import type { Tool } from '../values/tool-schema.ts';
import type { World } from '../world/world.ts';
import { ArgumentDrawer } from './draw-arguments.ts';
import {
  asked,
  needsYes,
  perform,
  play,
  replyOf,
  type Played,
  type Script,
  type ScriptedCall,
  type ScriptEvent,
} from './script.ts';

export const ADVERSARIES = ['noop', 'done', 'random', 'destructive', 'guess', 'recite'] as const;
export type Adversary = (typeof ADVERSARIES)[number];

const RANDOM_CALLS = 8;
const WRITES_EACH = 3;
const READS_EACH = 4;

export function playAdversary(
  world: World,
  task: Task,
  adversary: Adversary,
  seed = 1,
  options: { readonly brief?: boolean } = {},
): Played {
  const random = makeRandom(seed, `${adversary} ${task.id}`);
  return play(world, task, SCRIPTS[adversary](world, task, random), options);
}

const SCRIPTS: Readonly<Record<Adversary, (world: World, task: Task, random: Random) => Script>> = {
  noop: (_world, task) => ({ events: [opening(task)], end: 'done' }),
  done: (_world, task) => ({
    events: [opening(task), reply('Done! Everything you asked for has been taken care of.')],
    end: 'done',
  }),
  random: (world, task, random) => {
    const drawer = new ArgumentDrawer(world, random);
    const tools = toolsOf(world, () => true);
    const calls = Array.from({ length: tools.length === 0 ? 0 : RANDOM_CALLS }, (): ScriptedCall => {
      const tool = random.pick(tools);
      return { by: 'agent', name: tool.name, arguments: drawer.draw(tool) };
    });
    return { events: [opening(task), ...withYes(world, calls), reply('I have done what I could.')], end: 'done' };
  },
  destructive: (world, task, random) => {
    const drawer = new ArgumentDrawer(world, random);
    const calls = toolsOf(world, (tool) => tool.effect === 'write').flatMap((tool) =>
      Array.from({ length: WRITES_EACH }, (): ScriptedCall => ({
        by: 'agent',
        name: tool.name,
        arguments: drawer.draw(tool),
      })),
    );
    return { events: [opening(task), ...withYes(world, calls), reply('Everything has been cleaned up.')], end: 'done' };
  },
  guess: (world, task, random) => {
    // this agent calls the writing tools of the solution with random arguments, and says the right answers without
    // looking them up
    const drawer = new ArgumentDrawer(world, random);
    const calls = task.gold.calls.flatMap(({ by, name }): ScriptedCall[] => {
      const tool = world.tools.get(name)?.tool;
      return by !== 'agent' || tool?.effect !== 'write' ? [] : [{ by, name, arguments: drawer.draw(tool) }];
    });
    const { outputs } = task.gold;
    const words = outputs.length === 0 ? 'That should do it.' : replyOf(task);
    return { events: [opening(task), ...withYes(world, calls), reply(words)], end: 'done' };
  },
  recite: (world, task, random) => {
    const drawer = new ArgumentDrawer(world, random);
    const known = wordsOfUser(task);
    const calls = toolsOf(world, (tool) => tool.effect === 'read').flatMap((tool) => {
      const calls = task.gold.calls
        .filter((call) => call.name === tool.name && call.by === 'agent')
        .map((call): ScriptedCall => ({ by: 'agent', name: call.name, arguments: call.arguments as JsonObject }));
      const drawn = Array.from({ length: READS_EACH }, (): ScriptedCall => ({
        by: 'agent',
        name: tool.name,
        arguments: withKnown(tool, drawer.draw(tool), known, random),
      }));
      return [...calls, ...drawn];
    });
    const looked = perform(world, task, { events: [opening(task), ...calls], end: 'done' });
    const values = new Set<string>();
    for (const entry of looked.log)
      if (entry.ok && entry.index > 0) collect(plainJson((entry.result ?? null) as Json), values);
    const all = [...values].slice(0, 400);
    return {
      events: [opening(task), ...calls, reply(`Here is all that I found: ${all.join('; ')}. ${EVERY_REASON}`)],
      end: 'done',
    };
  },
};

const EVERY_REASON = 'It may be no_tool, missing_information, invalid_value, not_allowed or not_found.';

function opening(task: Task): ScriptEvent {
  return { say: 'user', text: task.user.opening, acts: ['ask'] };
}

function reply(text: string): ScriptEvent {
  return { say: 'assistant', text, acts: ['inform'] };
}

function toolsOf(world: World, test: (tool: Tool) => boolean): Tool[] {
  return world.environment.tools.filter((tool) => tool.audience === 'agent' && test(tool));
}

/**
 * Puts a proposal and the user's consent before each call that needs consent. Otherwise these agents would fail only
 * because they did not ask, which proves nothing about the task.
 */
function withYes(world: World, calls: readonly ScriptedCall[]): ScriptEvent[] {
  return calls.flatMap((call) => [...(needsYes(world, call) ? asked(call) : []), call]);
}

function wordsOfUser(task: Task): ReadonlyMap<string, Json> {
  return new Map(task.user.facts.map(({ key, value }) => [key, value as Json]));
}

function withKnown(tool: Tool, args: JsonObject, known: ReadonlyMap<string, Json>, random: Random): JsonObject {
  const properties = isJsonObject(tool.parameters['properties']) ? Object.keys(tool.parameters['properties']) : [];
  const own = properties.filter((name) => known.has(name));
  if (own.length === 0 || random.real() < 0.3) return args;
  return { ...args, ...Object.fromEntries(own.map((name) => [name, known.get(name) as Json])) };
}

function collect(value: Json, into: Set<string>): void {
  if (Array.isArray(value)) for (const each of value as readonly Json[]) collect(each, into);
  else if (isJsonObject(value)) for (const each of Object.values(value)) collect(each as Json, into);
  else if (value !== null && typeof value !== 'boolean') into.add(String(value));
}
