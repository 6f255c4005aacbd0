// Finds out how strong a draft's scenarios are: it looks for faults in programs that no scenario notices.
import { GymError } from '../../envs/errors/gym-error.ts';
import { World } from '../../envs/world/world.ts';
import { measureMutation, type MutationFigures, type Survivor } from '../mutation/measure-mutation.ts';
import type { Draft } from './draft.ts';
import type { Gated } from './gates.ts';

/** The largest number of unnoticed faults about which one round asks. */
const SURVIVORS = 30;

/**
 * Returns faults in programs that no scenario notices. They are taken from the tools in turn, each difference only
 * once, and without those in `undecided`.
 */
export function survivorsOf(
  gated: Gated,
  draft: Draft,
  most: number,
  undecided: ReadonlySet<string>,
): readonly Survivor[] {
  const survivors = strengthOf(gated, draft, most)?.survivors ?? [];
  return spread(survivors.filter((survivor) => !undecided.has(identityOf(survivor))));
}

/** Returns a text that identifies the same fault in every round. */
export function identityOf({ place, operator, was, now }: Survivor): string {
  return JSON.stringify([place, operator, was, now]);
}

function strengthOf(gated: Gated, draft: Draft, most: number): MutationFigures | undefined {
  const failed = new Set([...gated.scenarios.keys(), ...gated.waiting]);
  const scenarios = draft.scenarios.filter(({ name }) => !failed.has(name));
  try {
    const world = new World({ ...gated.environment, scenarios: { views: draft.views, scenarios } });
    try {
      return measureMutation(world, { most, check: false });
    } finally {
      world.close();
    }
  } catch (error) {
    if (error instanceof GymError) return undefined;
    throw error;
  }
}

function spread(survivors: readonly Survivor[]): readonly Survivor[] {
  const seen = new Set<string>();
  const byPlace = new Map<string, Survivor[]>();
  for (const survivor of survivors) {
    const shown = JSON.stringify(survivor.difference.calls) + survivor.difference.now;
    if (seen.has(shown)) continue;
    seen.add(shown);
    byPlace.set(survivor.place, [...(byPlace.get(survivor.place) ?? []), survivor]);
  }
  const chosen: Survivor[] = [];
  for (let at = 0; chosen.length < SURVIVORS && at < survivors.length; at++)
    for (const list of byPlace.values()) {
      const survivor = list[at];
      if (survivor !== undefined && chosen.length < SURVIVORS) chosen.push(survivor);
    }
  return chosen;
}
