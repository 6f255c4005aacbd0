// Writes the answers of a draft, each with the index of the call whose result shows it. Also writes the remarks of a
// draft, each with the number of calls before it.
import type { TaskOutput } from '../../envs/values/task.ts';
import { sameCall } from './computed-values.ts';
import type { Task } from '../../envs/values/task.ts';
import type { Remark } from './stories/remarks.ts';
import type { PlannedCall } from './plan.ts';

/** An answer, and the read whose result shows it. */
export type Answer = TaskOutput & { readonly look?: PlannedCall };

export function answersIn(answers: readonly Answer[], calls: readonly PlannedCall[]): TaskOutput[] {
  return answers.map(({ look, ...output }): TaskOutput => {
    if (look === undefined || output.origin === undefined) return output;
    const call = calls.findIndex((each) => sameCall(each, look));
    return { ...output, origin: { ...output.origin, call } };
  });
}

/** A remark of a story, and the calls of the story that come before the remark. */
export interface PlacedRemark extends Omit<Remark, 'after'> {
  readonly calls: readonly PlannedCall[];
  /** The index, from 0, of the later wish to which the remark belongs. */
  readonly late?: number;
}

/**
 * Writes the remarks with their new positions: reads may have been added or removed, and a call may occur twice because
 * of a planned fault.
 */
export function saysIn(
  remarks: readonly PlacedRemark[] = [],
  calls: readonly PlannedCall[],
): Pick<Task['gold'], 'says'> {
  if (remarks.length === 0) return {};
  return { says: remarks.map(({ calls: before, ...remark }) => ({ after: placeAfter(before, calls), ...remark })) };
}

/** Returns the position after the last of the story's calls before the remark. */
function placeAfter(before: readonly PlannedCall[], calls: readonly PlannedCall[]): number {
  for (let at = before.length - 1; at >= 0; at--) {
    const call = before[at] as PlannedCall;
    const times = before.slice(0, at + 1).filter((each) => sameCall(each, call)).length;
    const places = calls.flatMap((each, place) => (sameCall(each, call) ? [place] : []));
    // a call directly after an equal call is its repetition after a planned fault
    const firsts = places.filter((place) => !places.includes(place - 1));
    let place = firsts[times - 1] ?? places[times - 1];
    if (place === undefined) continue;
    while (places.includes(place + 1)) place += 1;
    return place + 1;
  }
  return 0;
}
