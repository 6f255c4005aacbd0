// The facts of a draft: those of its looks beside its own, and a key of its own for each.
import { canonicalJson } from '../../envs/values/json.ts';
import type { Fact } from './plan.ts';

export function merged(facts: readonly Fact[], more: readonly Fact[]): Fact[] {
  return [
    ...facts,
    ...more.filter((each) => !facts.some(({ key, value }) => key === each.key && value === each.value)),
  ];
}

/** Keys are names: a second value under the same key gets a number. */
export function unique(facts: readonly Fact[]): Fact[] {
  const found: Fact[] = [];
  for (const fact of [...facts.filter(({ role }) => role === 'who'), ...facts.filter(({ role }) => role !== 'who')]) {
    const text = canonicalJson(fact.value);
    const same = found.filter(({ key }) => key === fact.key || key.startsWith(`${fact.key} `));
    if (same.some((each) => canonicalJson(each.value) === text)) continue;
    const key = same.length === 1 && fact.role === 'what' ? `new ${fact.key}` : `${fact.key} ${same.length + 1}`;
    found.push(same.length === 0 ? fact : { ...fact, key });
  }
  return found;
}
