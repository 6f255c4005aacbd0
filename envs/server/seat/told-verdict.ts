// The verdict as a player may see it at the end: the parts and the places of failures. The messages and the expected
// and found values stay secret. They reveal the solution, which the next episode of the task could use.
import { asJson, type Json } from '../../values/json.ts';
import type { Verdict } from '../../values/verdict.ts';

export function toldVerdict(verdict: Verdict | undefined): Json {
  if (verdict === undefined) return null;
  const failures = verdict.failures.map(({ part, step }) => ({ part, step }));
  return asJson({ reward: verdict.reward, parts: verdict.parts, failures, unjudged: verdict.unjudged });
}
