// Finds the start and the end of a period among the arguments of a call.
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import type { FieldNode } from '../../fields/fields.ts';
import { spelled } from '../../fields/id-of.ts';
import { senseInStay, timeSenseOf } from '../../lexicon/time-words.ts';

/** Returns the names of the text arguments for start and end. */
export function spanIn(
  members: readonly FieldNode[],
  args: JsonObject,
): { readonly start?: string; readonly end?: string } {
  const index = (word: string): number => members.findIndex(({ field }) => field.words[0] === word);
  // arrival before departure means a stay, which starts with the arrival; otherwise the departure is the start of a
  // journey
  const senseOf = index('arrival') !== -1 && index('arrival') < index('departure') ? senseInStay : timeSenseOf;
  const at = (sense: 'start' | 'end'): string | undefined =>
    members.find(({ field }) => senseOf(spelled(field.words)) === sense && typeof args[field.name] === 'string')?.field
      .name;
  const [start, end] = [at('start'), at('end')];
  return start === undefined || end === undefined ? {} : { start, end };
}

/** Returns the arguments with start and end swapped, or undefined if the call does not give both. */
export function withEndsSwapped(members: readonly FieldNode[], args: JsonObject): JsonObject | undefined {
  const { start, end } = spanIn(members, args);
  if (start === undefined || end === undefined) return undefined;
  return { ...args, [start]: args[end] as Json, [end]: args[start] as Json };
}

/**
 * Swaps start and end if the end is before the start. Sample dates are the 2nd of a month by default; where start and
 * end are the same such date, the end becomes the 3rd, so that the period is not empty.
 */
export function inOrder(members: readonly FieldNode[], args: Record<string, Json>): JsonObject {
  const swapped = withEndsSwapped(members, args);
  const { start = '', end = '' } = spanIn(members, args);
  const day = /^(\d{4}-\d{2}-)02(?=$|T)/.exec(String(args[end]));
  if (swapped !== undefined && day !== null && args[start] === args[end])
    return { ...args, [end]: String(args[end]).replace(day[0], `${day[1] ?? ''}03`) };
  return swapped !== undefined && String(args[start]) > String(args[end]) ? swapped : args;
}
