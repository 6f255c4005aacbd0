// Plays calls that were recorded from the real service in an environment, and reports the calls whose answers differ
// from those of the service.
import { SessionStore } from '../../envs/session/session-store.ts';
import { plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { World } from '../../envs/world/world.ts';
import { Likeness, Wordings, type Difference } from './alike-answers.ts';
import type { RecordedCall } from './evidence.ts';

export interface Unequal {
  readonly index: number;
  readonly tool: string;
  readonly kind: 'unknown tool' | 'unserved' | 'refused' | 'accepted' | 'result' | 'wording';
  readonly expected: string;
  readonly got: string;
}

export interface EvidenceReport {
  readonly calls: number;
  readonly equal: number;
  readonly unequal: readonly Unequal[];
}

const SHOWN = 300;

/**
 * Plays the calls session by session. Ids of the service in arguments are replaced by ids of the environment. If a
 * result differs only in the wording of a message, the call is reported with the kind `wording`.
 */
export function playEvidence(world: World, calls: readonly RecordedCall[], shown = SHOWN): EvidenceReport {
  const sessions = new Map<string, { readonly call: RecordedCall; readonly index: number }[]>();
  for (const [index, call] of calls.entries())
    sessions.set(call.session, [...(sessions.get(call.session) ?? []), { call, index }]);
  const unequal: Unequal[] = [];
  const store = new SessionStore();
  const wordings = new Wordings();
  for (const [name, recorded] of sessions) {
    const session = store.create({ id: `evidence ${name}`, world, seed: 1 });
    const likeness = new Likeness(wordings);
    for (const { call, index } of recorded) {
      const tool = world.tools.get(call.tool)?.tool;
      const put = (kind: Unequal['kind'], got: Json, difference?: Difference): void =>
        void unequal.push({ index, tool: call.tool, kind, ...cutAlike(call.answer, got, shown, difference) });
      if (tool === undefined) {
        put('unknown tool', null);
        continue;
      }
      likeness.give(call.arguments);
      const args = likeness.renamed(call.arguments) as JsonObject;
      const answer = store.call(session, { by: tool.audience, name: tool.name, arguments: args });
      if (!answer.ok) {
        // a tool that is not simulated refuses every call, so its refusal does not count as agreement
        const isUnserved = answer.error.code === 'UNAVAILABLE';
        if (call.ok || isUnserved)
          put(isUnserved ? 'unserved' : 'refused', { code: answer.error.code, message: answer.error.message });
        continue;
      }
      const got = plainJson(answer.result);
      const difference = call.ok ? likeness.difference(call.tool, call.answer, got) : undefined;
      if (!call.ok) put('accepted', got);
      else if (difference !== undefined) put(difference.found, got, difference);
    }
    store.close(session);
  }
  unequal.sort((a, b) => a.index - b.index);
  return { calls: calls.length, equal: calls.length - unequal.length, unequal };
}

/**
 * Makes texts of two answers. Long answers are cut: around their first difference if it is known, otherwise after
 * `shown` letters.
 */
function cutAlike(
  expected: Json,
  got: Json,
  shown: number,
  difference?: Difference,
): { readonly expected: string; readonly got: string } {
  const whole = [expected, got].map((each) => JSON.stringify(each));
  if (whole.every((text) => text.length <= shown) || difference === undefined)
    return { expected: cut(whole[0], 0, shown), got: cut(whole[1], 0, shown) };
  const [one = '', other = ''] = [difference.recorded, difference.got].map((each) => JSON.stringify(each));
  let alike = 0;
  while (alike < one.length && one[alike] === other[alike]) alike++;
  const from = alike < shown / 2 ? 0 : alike - Math.floor(shown / 4);
  const at = difference.path === '' ? '' : `(at ${difference.path}) `;
  return { expected: `${at}${cut(one, from, shown)}`, got: `${at}${cut(other, from, shown)}` };
}

function cut(text = '', from = 0, shown = SHOWN): string {
  return `${from > 0 ? '…' : ''}${text.slice(from, from + shown)}${from + shown < text.length ? '…' : ''}`;
}
