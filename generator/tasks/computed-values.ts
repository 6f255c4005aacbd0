// Values of gold that a story worked out or chose: each is written beside the call that takes it, with the calls that
// it rests on.
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
 * Gold's calls with the origins of their computed values; places are found anew, since looks were put in or taken out.
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
      // the same call may stand before the results that the value rests on: there it has another reason
      if (known === undefined || !sameCall(each, call) || origin.uses.some((use) => use >= at)) continue;
      gold[at] = { ...known, origins: [...(known.origins ?? []), origin] };
    }
  }
}

export function sameCall(a: PlannedCall, b: PlannedCall): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
