// Writes the answers of a draft, each with the index of the call that shows it, and the remarks of a draft, each with the
// number of calls before it.
import type { TaskOutput } from '../../envs/values/task.ts';
import { sameCall } from './computed-values.ts';
import type { Task } from '../../envs/values/task.ts';
import type { Remark } from './stories/remarks.ts';
import type { PlannedCall } from './plan.ts';

/** An answer, and the look (a read) whose result shows it. */
export type Answer = TaskOutput & { readonly look?: PlannedCall };

export function answersIn(answers: readonly Answer[], calls: readonly PlannedCall[]): TaskOutput[] {
  return answers.map(({ look, ...output }): TaskOutput => {
    if (look === undefined || output.origin === undefined) return output;
    const call = calls.findIndex((each) => sameCall(each, look));
    return { ...output, origin: { ...output.origin, call } };
  });
}

/** A remark of a story, and the story's calls before it. */
export interface PlacedRemark extends Omit<Remark, 'after'> {
  readonly calls: readonly PlannedCall[];
  /** The number of the later wish to which it belongs, from 0. */
  readonly late?: number;
}

/** Writes remarks. Reads may have been added or removed, and a call may be made again after a fault. */
export function saysIn(
  remarks: readonly PlacedRemark[] = [],
  calls: readonly PlannedCall[],
): Pick<Task['gold'], 'says'> {
  if (remarks.length === 0) return {};
  return { says: remarks.map(({ calls: before, ...remark }) => ({ after: placeAfter(before, calls), ...remark })) };
}

/** Returns the number of calls up to the last one that is among the calls of the story before the remark. */
function placeAfter(before: readonly PlannedCall[], calls: readonly PlannedCall[]): number {
  for (let at = before.length - 1; at >= 0; at--) {
    const call = before[at] as PlannedCall;
    const times = before.slice(0, at + 1).filter((each) => sameCall(each, call)).length;
    const places = calls.flatMap((each, place) => (sameCall(each, call) ? [place] : []));
    // a call that follows itself was repeated after a fault
    const firsts = places.filter((place) => !places.includes(place - 1));
    let place = firsts[times - 1] ?? places[times - 1];
    if (place === undefined) continue;
    while (places.includes(place + 1)) place += 1;
    return place + 1;
  }
  return 0;
}
