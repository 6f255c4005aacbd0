// The verdict as a player may see it at the end: parts and the places of failures. Expected values, found values and
// messages tell gold, and the next episode of the task would know it.
import { asJson, type Json } from '../../values/json.ts';
import type { Verdict } from '../../values/verdict.ts';

export function toldVerdict(verdict: Verdict | undefined): Json {
  if (verdict === undefined) return null;
  const failures = verdict.failures.map(({ part, step }) => ({ part, step }));
  return asJson({ reward: verdict.reward, parts: verdict.parts, failures, unjudged: verdict.unjudged });
}
