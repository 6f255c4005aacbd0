// Chooses the recorded calls that the model sees when it plans: a few of each tool, with answers of kinds as different
// as possible, such as each status, each refusal and the empty answer.
import { isJsonObject, type Json } from '../../envs/values/json.ts';
import type { RecordedCall } from './evidence.ts';
import { readMessage } from './read-message.ts';

/**
 * One call is shown for each kind of answer of a tool, at most MOST. If these are fewer than FEW, further calls are
 * added up to FEW.
 */
const FEW = 4;
const MOST = 7;
/** The largest number of letters of an answer. */
const LONGEST = 1200;

/** Returns the calls to show, in the order of the recording. Long answers are cut. */
export function shownEvidence(calls: readonly RecordedCall[]): readonly unknown[] {
  const byTool = Map.groupBy(calls.keys(), (at) => calls[at]?.tool ?? '');
  const shown = [...byTool.values()].flatMap((places) => {
    const kinds = new Map<string, number>();
    for (const at of places) {
      const kind = kindOf(calls[at] as RecordedCall);
      if (!kinds.has(kind)) kinds.set(kind, at);
    }
    const chosen = new Set([...kinds.values()].slice(0, MOST));
    for (const at of places) if (chosen.size < FEW) chosen.add(at);
    return [...chosen];
  });
  return shown
    .sort((a, b) => a - b)
    .map((at) => {
      const { session, tool, arguments: args, ok, answer } = calls[at] as RecordedCall;
      const text = JSON.stringify(answer);
      const whole = text.length <= LONGEST;
      return {
        session,
        tool,
        arguments: args,
        [ok ? 'result' : 'error']: whole ? answer : `${text.slice(0, LONGEST)}…`,
      };
    });
}

/** Returns the kind of an answer. Two answers of one kind differ only in their values. */
export function kindOf({ ok, answer, arguments: args }: RecordedCall): string {
  const given = JSON.stringify(args).match(/[^"\\]{3,}/g) ?? [];
  const outer = isJsonObject(answer)
    ? Object.entries(answer).map(([key, value]) => [key, formOf(value as Json, given)])
    : formOf(answer, given);
  return JSON.stringify([ok, outer]);
}

function formOf(value: Json, given: readonly string[]): Json {
  if (Array.isArray(value)) return value.length === 0 ? 'empty list' : 'list';
  if (isJsonObject(value)) return 'object';
  if (typeof value !== 'string') return typeof value === 'number' ? 'number' : value;
  const [line = ''] = value.split('\n');
  // a single word may be a status, unless the caller gave it
  if (/^[A-Za-z_-]{1,30}$/.test(line)) return given.includes(line) ? 'text' : line;
  return readMessage(line, given)?.wording ?? (line === '' ? 'empty text' : 'text');
}
