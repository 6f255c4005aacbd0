// The end of an episode as its player sees it: the reward, or the reason why there is none. It is decided once and kept
// in the journal, so that messages after a restart of the server cannot change it.
import { checkedAs, isJsonObject, type JsonObject } from '../values/json.ts';
import type { EndReason } from '../values/task.ts';
import type { Verdict } from '../values/verdict.ts';

/** The reasons why an episode has no reward. */
export type Masked = 'callgym:unjudged' | 'session_lost' | 'session_expired' | 'verifier_error';

export interface Outcome {
  readonly reward: 0 | 1 | null;
  readonly masked?: Masked;
  readonly why?: string;
  readonly end: EndReason;
  readonly verdict?: Verdict;
}

/** Returns the outcome that the journal kept. Returns undefined if the episode had none. */
export function outcomeOf(about: JsonObject | undefined): Outcome | undefined {
  const outcome = about?.['outcome'];
  return isJsonObject(outcome) ? checkedAs<Outcome>(outcome) : undefined;
}
