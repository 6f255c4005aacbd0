// Plays calls in a new session, and returns the answer and the changes of the last call. Also returns this call as an
// example, without those earlier calls that its outcome does not need.
import { SessionStore, type CallAnswer } from '../../envs/session/session-store.ts';
import { lastStep } from '../../envs/session/session.ts';
import type { Diff } from '../../envs/values/diff.ts';
import type { ToolCall, ToolExample } from '../../envs/values/tool-schema.ts';
import type { World } from '../../envs/world/world.ts';

/** The seed with which `check` plays examples. */
const SEED = 1;

export interface PlayedCall {
  readonly answer: CallAnswer;
  readonly changed: Diff;
  readonly example: ToolExample;
}

interface Outcome {
  readonly answer: CallAnswer;
  readonly changed: Diff;
  /** The earlier calls that changed something. */
  readonly writes: readonly ToolCall[];
}

export function playCalls(world: World, before: readonly ToolCall[], last: ToolCall): PlayedCall {
  const { answer, changed, writes } = outcomeOf(world, before, last);
  let needed = writes;
  for (let at = needed.length - 1; at >= 0; at--) {
    const fewer = needed.toSpliced(at, 1);
    const other = outcomeOf(world, fewer, last);
    if (expected(other.answer) !== expected(answer)) continue;
    if ((Object.keys(other.changed).length === 0) === (Object.keys(changed).length === 0)) needed = fewer;
  }
  return {
    answer,
    changed,
    example: {
      ...(needed.length === 0 ? {} : { before: [...needed] }),
      arguments: last.arguments,
      expect: expected(answer),
    },
  };
}

/** Returns the outcome that an example names: "ok", or the code of the error. */
export function expected(answer: CallAnswer): ToolExample['expect'] {
  return answer.ok ? 'ok' : answer.error.code;
}

export function outcomeOf(world: World, before: readonly ToolCall[], last: ToolCall): Outcome {
  const store = new SessionStore();
  const session = store.create({ id: 'tried', world, seed: SEED });
  const make = (call: ToolCall): CallAnswer =>
    store.call(session, {
      by: call.by ?? world.tools.get(call.name)?.tool.audience ?? 'agent',
      name: call.name,
      arguments: call.arguments,
    });
  try {
    const writes = before.filter((call) => {
      make(call);
      return session.entries.at(-1)?.committed === true;
    });
    const answer = make(last);
    const step = lastStep(session);
    return { answer, changed: store.diff(session, step - 1, step), writes };
  } finally {
    store.close(session);
  }
}
