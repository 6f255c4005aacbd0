// Finds the calls at which a user tells the later wishes of an occasion. The user tells a wish just before its first
// call.
import type { Diff } from '../../../envs/values/diff.ts';
import type { Draft } from '../draft-task.ts';
import type { Later } from '../later-values.ts';
import type { PlannedCall } from '../plan.ts';
import type { Ground } from '../plan-goals.ts';
import { plainWords, says } from '../../../envs/words/spoken.ts';
import type { Occasion } from './occasion.ts';
import type { StoryCall } from './run-story.ts';
import { ranOn } from './ran-on.ts';

/** A call of a story that the draft keeps, and its index among all calls of the story. */
export interface KeptCall {
  readonly call: StoryCall;
  readonly planned: PlannedCall;
  readonly at: number;
}

/** Returns the key of the fact that tells a value of a story: `new_street` becomes "new street". */
export const factKey = (name: string): string => name.replace(/^new_/, 'new ');

const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

/** The numbers of the story's calls and remarks before a later wish. */
export interface Start {
  readonly calls: number;
  readonly remarks: number;
}

export function startsOf(ground: Ground, occasion: Occasion, patch: Diff | undefined): readonly Start[] {
  return (occasion.later ?? []).map(({ before }) => {
    const run = ranOn(ground, { ...occasion, story: before }, patch);
    return { calls: run?.calls.length ?? Infinity, remarks: run?.remarks.length ?? Infinity };
  });
}

/**
 * Returns the parts of a draft about its later wishes. Returns undefined if a later wish has no call of its own,
 * because the user then has no moment to tell it.
 */
export function toldLater(
  { later = [], story }: Occasion,
  calls: readonly KeptCall[],
  starts: readonly Start[],
): Partial<Draft> | undefined {
  if (later.length === 0) return {};
  const told: Later[] = [];
  for (const [index, { text }] of later.entries()) {
    const [start = Infinity, end = Infinity] = starts.slice(index).map((each) => each.calls);
    const first = calls.find(({ at }) => at >= start && at < end);
    if (first === undefined) return undefined;
    told.push({ kind: 'also', call: first.planned, text });
  }
  const keys = later.flatMap((each) =>
    each.keys.filter((key) => says(plainWords(each.text), story.knows[key] ?? null, key)),
  );
  return { later: told, laterKeys: new Set(keys.map(factKey)), aside: asideOf(told) };
}

function asideOf({ length }: readonly Later[]): string {
  if (length === 1) return 'The last of these comes to your mind only when the rest is done.';
  return `The last ${NUMBERS[length] ?? String(length)} of these come to your mind one by one, each only when those before it are done.`;
}
