// Records the values that a story computes or chooses. Each expected call keeps the expression of its value, and the
// calls whose results the expression uses.
import { canonicalJson } from '../../envs/values/json.ts';
import { pointer, type Place } from '../../envs/values/places.ts';
import type { GoldCall } from '../../envs/values/task.ts';
import type { PlannedCall } from './plan.ts';

export interface ComputedValue {
  readonly call: PlannedCall;
  readonly argument: Place;
  readonly expression: string;
  readonly uses: readonly PlannedCall[];
}

interface Computed {
  readonly calls: readonly PlannedCall[];
  readonly computed?: readonly ComputedValue[];
}

/**
 * Adds the origins of computed values to the expected calls. The position of each call is looked up anew, because reads
 * may have been added or removed before it.
 */
export function withComputed(gold: GoldCall[], { calls, computed = [] }: Computed): void {
  const placeOf = (call: PlannedCall): number => calls.findIndex((each) => sameCall(each, call));
  for (const { call, argument, expression, uses } of computed) {
    const origin = {
      argument: pointer(argument),
      from: 'computed' as const,
      expression,
      uses: uses.map(placeOf).filter((at) => at !== -1),
    };
    for (const [at, each] of calls.entries()) {
      const known = gold[at];
      // an equal call may stand before the results that the expression uses; its value then comes from elsewhere
      if (known === undefined || !sameCall(each, call) || origin.uses.some((use) => use >= at)) continue;
      gold[at] = { ...known, origins: [...(known.origins ?? []), origin] };
    }
  }
}

export function sameCall(a: PlannedCall, b: PlannedCall): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
