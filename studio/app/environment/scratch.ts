// The session in which a person tries an environment's tools. It begins with the first call, can call every tool, and
// begins anew if the person asks for that.
import { useCallback, useMemo, useState } from 'preact/hooks';
import { ask, Refused } from '../api.ts';
import type { Answer, Diff, JsonObject, SessionShown, ToolCall, ToolExample } from '../shapes.ts';

export interface Scratch {
  readonly session: SessionShown | undefined;
  /** The number of calls in the session. */
  readonly step: number;
  call(by: string, name: string, args: JsonObject): Promise<Tried>;
  anew(): void;
}

export interface Tried {
  readonly answer: Answer;
  readonly changed: Diff;
  /** The earlier calls of the session that changed something. */
  readonly before: readonly ToolCall[];
  /** The call as an example, if the server made one of it. */
  readonly example?: ToolExample;
}

/**
 * The seed with which `check` plays examples. With the same seed, a call that becomes an example creates the same ids
 * again.
 */
const SEED = 1;

interface Open extends SessionShown {
  readonly writes: readonly ToolCall[];
}

const open = new Map<string, Open>();

export function writesIn(environment: string): readonly ToolCall[] {
  return open.get(environment)?.writes ?? [];
}

async function sessionFor(environment: string): Promise<Open> {
  const known = open.get(environment);
  if (known !== undefined) return known;
  const begun = await ask<SessionShown>('/sessions', { body: { environment, session_seed: SEED } });
  const made = { ...begun, writes: [] };
  open.set(environment, made);
  return made;
}

export function useScratch(environment: string): Scratch {
  const [session, setSession] = useState(open.get(environment));
  const [step, setStep] = useState(session?.step ?? 0);
  const call = useCallback(
    async (by: string, name: string, args: JsonObject): Promise<Tried> => {
      let mine = await sessionFor(environment);
      const make = (): Promise<Answer> =>
        ask<Answer>(`/sessions/${mine.id}/calls`, { body: { by, name, arguments: args } });
      let answer: Answer;
      try {
        answer = await make();
      } catch (error) {
        // after 404 or 410 (the session was idle for too long, or the server was started again) the call is made in a
        // new session
        if (!(error instanceof Refused) || ![404, 410].includes(error.status)) throw error;
        open.delete(environment);
        mine = await sessionFor(environment);
        answer = await make();
      }
      const changed = await ask<Diff>(`/sessions/${mine.id}/diff?from=${answer.step - 1}&to=${answer.step}`);
      const isWrite = Object.keys(changed).length > 0;
      const made = { by, name, arguments: args } as ToolCall;
      open.set(environment, { ...mine, step: answer.step, writes: isWrite ? [...mine.writes, made] : mine.writes });
      setSession(open.get(environment));
      setStep(answer.step);
      return { answer, changed, before: mine.writes };
    },
    [environment],
  );
  const anew = useCallback(() => {
    open.delete(environment);
    setSession(undefined);
    setStep(0);
  }, [environment]);
  return useMemo(() => ({ session, step, call, anew }), [session, step, call, anew]);
}
