// Returns the verdict as a player may see it after the end: the parts, and the steps of the failures. The messages and
// the expected values are left out, because they reveal the solution, and the player may play the task again.
import { asJson, type Json } from '../../values/json.ts';
import type { Verdict } from '../../values/verdict.ts';

export function toldVerdict(verdict: Verdict | undefined): Json {
  if (verdict === undefined) return null;
  const failures = verdict.failures.map(({ part, step }) => ({ part, step }));
  return asJson({ reward: verdict.reward, parts: verdict.parts, failures, unjudged: verdict.unjudged });
}
