// A proof plays a task in another way than by the expected calls. It reports holes: expected calls that no agent could
// know to make, or that have no effect.
import type { Json } from '../../../envs/values/json.ts';
import type { LogEntry } from '../../../envs/values/log-entry.ts';
import type { Task } from '../../../envs/values/task.ts';
import { isCall, goldScript, play, type Played, type ScriptEvent } from '../../../envs/verification/script.ts';
import type { Sayable } from '../../../envs/verification/choice.ts';
import { plainWords, spoken } from '../../../envs/words/spoken.ts';
import type { World } from '../../../envs/world/world.ts';
import { originsOf, shownBy, type Origin } from '../origins.ts';

export interface ProofGround {
  readonly world: World;
  readonly task: Task;
  /** The log of a play of the expected calls. Its first entry is the start. */
  readonly log: readonly LogEntry[];
  readonly origins: readonly (readonly Origin[])[];
  /** The result of each expected call. */
  readonly results: readonly Json[];
  readonly sayable: Sayable;
}

export interface Proof {
  readonly name: string;
  /** Returns the holes that the proof found, each as a sentence. */
  holes(ground: ProofGround): string[];
}

export function proofGround(world: World, task: Task, log: readonly LogEntry[]): ProofGround {
  const { opening, goal, facts } = task.user;
  return {
    world,
    task,
    log,
    origins: originsOf(world, task, log),
    results: task.gold.calls.map((_call, at) => shownBy(log[at + 1])),
    sayable: {
      facts: facts.map(({ key, value }) => ({ key, value: value as Json })),
      words: plainWords([opening, goal, ...facts.map(({ key, value }) => spoken(value as Json, key))].join(' ')),
    },
  };
}

export function isWrite(world: World, name: string): boolean {
  return world.tools.get(name)?.tool.effect === 'write';
}

/** Tells whether an expected call changed a row. */
export function changed({ world, task, log }: ProofGround, at: number): boolean {
  const call = task.gold.calls[at];
  return call !== undefined && isWrite(world, call.name) && log[at + 1]?.committed === true;
}

/** Plays the expected calls with other arguments. A call for which `change` returns undefined is left out. */
export function playedWith(
  { world, task }: ProofGround,
  change: (call: Task['gold']['calls'][number], at: number) => Json | undefined,
): Played {
  const script = goldScript(world, task);
  let at = -1;
  const events = script.events.flatMap((event): ScriptEvent[] => {
    if (!isCall(event)) return [event];
    at += 1;
    const call = task.gold.calls[at];
    const args = call === undefined ? undefined : change(call, at);
    return args === undefined ? [] : [{ ...event, arguments: args as typeof event.arguments }];
  });
  return play(world, task, { ...script, events });
}
