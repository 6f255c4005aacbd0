// Merges the facts of a draft with the facts that its reads need, and decides when the user tells each fact.
import { plainWords, says, spoken } from '../../envs/words/spoken.ts';
import { canonicalJson, type Json } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import type { Fact } from './plan.ts';

export function merged(facts: readonly Fact[], more: readonly Fact[]): Fact[] {
  return [
    ...facts,
    ...more.filter((each) => !facts.some(({ key, value }) => key === each.key && value === each.value)),
  ];
}

/**
 * Gives each fact a name that no other fact has. A second value under the same name gets a number or the word "new" in
 * its name. The same value under the same name is kept once.
 */
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

interface Telling {
  readonly opening: string;
  readonly asked: ReadonlySet<string>;
  readonly insisted?: ReadonlySet<string>;
  readonly corrected?: ReadonlySet<string>;
  readonly laterKeys?: ReadonlySet<string>;
}

/**
 * Decides when the user tells a fact: in a later message, insisting on it, with a wrong value at first, in the first
 * message (`open`), or only when asked.
 */
export function howSaid(draft: Telling, { key, value, role }: Fact): Task['user']['facts'][number]['say'] {
  if (draft.laterKeys?.has(key) === true) return 'later';
  if (draft.insisted?.has(key) === true) return 'insist';
  if (draft.corrected?.has(key) === true && role === 'who') return 'wrong_first';
  return isSaid(draft, key, value) ? 'open' : 'asked';
}

/**
 * Tells whether the user's first message contains a fact. A short value may occur in the message by chance. It does not
 * count if the user should tell the fact only when asked.
 */
export function isSaid(
  draft: { readonly opening: string; readonly asked: ReadonlySet<string> },
  key: string,
  value: Json,
): boolean {
  // the first message may express a yes in other words, such as "switched on" or "paused"
  if (typeof value === 'boolean') return !draft.asked.has(key);
  const isShort = spoken(value, key).length <= SHORT;
  return !(isShort && draft.asked.has(key)) && says(plainWords(draft.opening), value, key);
}

const SHORT = 3;
