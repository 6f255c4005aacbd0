// Writes the final draft as replies: plan, rows, programs and scenarios. A recorded answer fits only a question with
// exactly the same words, but these replies fit any question. They can rebuild the environment after prompts or checks
// have changed, and the checks run again. Programs of flagged tools are left out, so that these tools stay flagged.
import type { ModelProvider } from '../../envs/model/model-door.ts';
import type { ModelAnswer, ModelRequest } from '../../envs/model/model-request.ts';
import { asJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Finished } from './finish.ts';

export const SETTLED_FILE = 'author/settled.json';

export function settledReplies({ draft, flags }: Pick<Finished, 'draft' | 'flags'>): JsonObject {
  const flagged = new Set(flags.map(({ tool }) => tool));
  const { title, purpose, clock, conventions, sql, roles, invariants, promises, plans, added, unseen } = draft;
  const { anchors, tables, dropped, fragments, programs, views, scenarios } = draft;
  const served = Object.entries(programs).filter(([name]) => !flagged.has(name));
  return asJson({
    plan: {
      title,
      purpose,
      clock,
      conventions,
      sql,
      roles,
      invariants,
      anchors,
      seed: promises,
      tools: plans,
      added,
      unseen,
    },
    rows: { tables },
    programs: { fragments, tools: Object.fromEntries(served), drop_rows: dropped },
    scenarios: { views, scenarios },
  });
}

/** Makes a model provider that answers each stage with these replies. It never repairs anything. */
export function settledProvider(replies: JsonObject): ModelProvider {
  return { answer: (request) => Promise.resolve(replyOf(request, replies)) };
}

function replyOf({ stage, about }: ModelRequest, replies: JsonObject): ModelAnswer {
  const plan = (replies['plan'] ?? {}) as JsonObject;
  const isLater = stage === 'scenarios' && !about.endsWith(' 1');
  const known: Readonly<Record<string, Json>> = {
    ...replies,
    entities: { ...plan, tools: {} },
    'plan slice': { tools: plan['tools'] ?? {} },
    review: { tools: {} },
  };
  const text = JSON.stringify(isLater ? {} : (known[stage] ?? {}));
  return { text, cut: false, usage: { prompt: 0, completion: 0 } };
}
