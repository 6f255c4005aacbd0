// Finds out whether a mutant (an environment with one fault) behaves differently from the original. The same calls are
// made in both, and answers and changed rows are compared. The calls are the tools' examples, calls with similar
// arguments, and the calls of every scenario.
import { makeRandom } from '../../envs/random.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import { plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Audience, ToolCall } from '../../envs/values/tool-schema.ts';
import type { World } from '../../envs/world/world.ts';
import { GymError } from '../../envs/errors/gym-error.ts';
import { ArgumentDrawer } from '../../envs/verification/draw-arguments.ts';

interface ProbeCall {
  readonly by: Audience;
  readonly name: string;
  readonly arguments: JsonObject;
}

interface Probe {
  readonly tools: ReadonlySet<string>;
  readonly calls: readonly ProbeCall[];
  /** The answers of the original environment, one for each call. */
  readonly answers: readonly string[];
}

export interface Difference {
  readonly calls: readonly ProbeCall[];
  readonly was: string;
  readonly now: string;
}

const DRAWN = 40;

export class Probes {
  private readonly probes: readonly Probe[];

  constructor(world: World, played: readonly (readonly ProbeCall[])[]) {
    const drawer = new ArgumentDrawer(world, makeRandom(1, 'probes'));
    const calls: (readonly ProbeCall[])[] = [...played];
    for (const { tool } of world.tools.values()) {
      if (world.after?.tool === tool) continue;
      const call = (args: JsonObject): ProbeCall => ({ by: tool.audience, name: tool.name, arguments: args });
      for (const example of tool.examples ?? [])
        calls.push([...(example.before ?? []).map((each) => asProbe(each, world)), call(example.arguments)]);
      for (let at = 0; at < DRAWN; at++) calls.push([call(drawer.draw(tool))]);
    }
    this.probes = calls.map((each) => ({
      tools: new Set(each.map(({ name }) => name)),
      calls: each,
      answers: answersOf(world, each),
    }));
  }

  /** Returns the first difference in answers to calls of these tools. Returns undefined if no call shows one. */
  difference(mutant: World, tools: readonly string[]): Difference | undefined {
    for (const { tools: called, calls, answers } of this.probes) {
      if (!tools.some((name) => called.has(name))) continue;
      const now = answersOf(mutant, calls);
      const at = now.findIndex((answer, index) => answer !== answers[index]);
      if (at >= 0) return { calls: calls.slice(0, at + 1), was: answers[at] ?? '', now: now[at] ?? '' };
    }
    return undefined;
  }
}

function asProbe(call: ToolCall, world: World): ProbeCall {
  return {
    by: call.by ?? world.tools.get(call.name)?.tool.audience ?? 'agent',
    name: call.name,
    arguments: call.arguments as JsonObject,
  };
}

/** Returns each call's answer, with the rows changed so far. A fault of the environment counts as an answer too. */
function answersOf(world: World, calls: readonly ProbeCall[]): string[] {
  const store = new SessionStore();
  const session = store.create({ id: 'probe', world, seed: 1 });
  try {
    return calls.map((call) => {
      try {
        const answer = store.call(session, call);
        const told: Json = answer.ok ? plainJson(answer.result) : answer.error.code;
        const committed = session.entries.at(-1)?.committed === true;
        return `${JSON.stringify(told)}${committed ? ` ${JSON.stringify(store.diff(session))}` : ''}`;
      } catch (error) {
        if (!(error instanceof GymError)) throw error;
        return `fault ${error.code}`;
      }
    });
  } finally {
    store.close(session);
  }
}
