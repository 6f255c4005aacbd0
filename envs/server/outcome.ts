// How an episode ended for its player: the reward, or the reason why there is none. It is decided once; the journal
// keeps it, so that words that come after a restart change nothing.
import { checkedAs, isJsonObject, type JsonObject } from '../values/json.ts';
import type { EndReason } from '../values/task.ts';
import type { Verdict } from '../values/verdict.ts';

/** Why an episode has no reward. */
export type Masked = 'callgym:unjudged' | 'session_lost' | 'session_expired' | 'verifier_error';

export interface Outcome {
  readonly reward: 0 | 1 | null;
  readonly masked?: Masked;
  readonly why?: string;
  readonly end: EndReason;
  readonly verdict?: Verdict;
}

/** The outcome that a journal kept, if the episode had one. */
export function outcomeOf(about: JsonObject | undefined): Outcome | undefined {
  const outcome = about?.['outcome'];
  return isJsonObject(outcome) ? checkedAs<Outcome>(outcome) : undefined;
}
