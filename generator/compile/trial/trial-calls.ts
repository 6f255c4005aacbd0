// Makes one call of a trial in a new session, after the calls that prepare it.
import { GymError } from '../../../envs/errors/gym-error.ts';
import type { VettedFailure } from '../../../envs/program/vet-program.ts';
import { SessionStore, type CallAnswer } from '../../../envs/session/session-store.ts';
import type { JsonObject } from '../../../envs/values/json.ts';
import type { Tool, ToolCall } from '../../../envs/values/tool-schema.ts';
import type { World } from '../../../envs/world/world.ts';

export interface Attempt {
  readonly answer: CallAnswer | undefined;
  readonly failure: VettedFailure | undefined;
  readonly fault: string | undefined;
  readonly committed: boolean;
}

const NOT_MADE: Attempt = { answer: undefined, failure: undefined, fault: undefined, committed: false };

export class TrialCalls {
  private readonly world: World;
  private readonly store = new SessionStore();
  private sessions = 0;

  constructor(world: World) {
    this.world = world;
  }

  make(tool: Tool, before: readonly ToolCall[], args: JsonObject): Attempt {
    const session = this.store.create({ id: `e${++this.sessions}`, world: this.world, seed: 1 });
    try {
      for (const { by, name, arguments: given } of before) {
        const audience = by ?? this.world.tools.get(name)?.tool.audience ?? 'agent';
        if (!this.store.call(session, { by: audience, name, arguments: given }).ok) return NOT_MADE;
      }
      const { answer, failure } = this.store.make(session, { by: tool.audience, name: tool.name, arguments: args });
      return {
        answer,
        failure: answer.ok ? undefined : (failure as VettedFailure | undefined),
        fault: undefined,
        committed: answer.ok && (session.entries.at(-1)?.committed ?? false),
      };
    } catch (error) {
      if (!(error instanceof GymError)) throw error;
      return { ...NOT_MADE, fault: error.message };
    } finally {
      this.store.close(session);
    }
  }
}
