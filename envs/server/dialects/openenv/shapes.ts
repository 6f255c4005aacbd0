// The JSON shapes that OpenEnv's clients read: schemas, observations, and results of tools.
import { toldVerdict } from '../../seat/told-verdict.ts';
import { isJsonObject, type JsonObject } from '../../../values/json.ts';
import type { Outcome } from '../../outcome.ts';
import type { Seat, SeatAnswer } from '../../seat/seat.ts';
import type { SeatTool } from '../../seat/own-tools.ts';

/** The schema of an action. The library verifiers lists tools only if the schema has this title. */
export const ACTION_SCHEMA = {
  title: 'CallToolAction',
  type: 'object',
  properties: {
    type: { const: 'call_tool', type: 'string' },
    tool_name: { type: 'string' },
    arguments: { type: 'object' },
    metadata: { type: 'object' },
  },
  required: ['tool_name'],
};

export const SCHEMAS = {
  action: ACTION_SCHEMA,
  observation: { title: 'Observation', type: 'object', properties: { metadata: { type: 'object' } } },
  state: {
    title: 'State',
    type: 'object',
    properties: { episode_id: { type: ['string', 'null'] }, step_count: { type: 'integer' } },
  },
};

export function listed(tools: readonly SeatTool[]): JsonObject[] {
  return tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters }));
}

/**
 * Returns a tool's answer with the value under `data`. Clients read the outer `data` only, so a value that has its own
 * key `data` stays whole.
 */
export function toolResult({ text, value, refused }: SeatAnswer): JsonObject {
  return {
    content: [{ type: 'text', text }],
    structured_content: isJsonObject(value) ? value : { result: value },
    data: value,
    is_error: refused,
  };
}

export interface Observed {
  readonly observation: JsonObject;
  readonly reward: number | null;
  readonly done: boolean;
  readonly metadata: JsonObject;
}

export function firstObservation(seat: Seat): Observed {
  const { system, opening } = seat.first(true);
  const metadata: JsonObject = {
    task: seat.served.task?.id ?? null,
    session: seat.id,
    user: seat.talk ? 'live' : 'none',
  };
  const observation = {
    system,
    prompt: opening,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: opening },
    ],
    metadata,
  };
  return { observation, reward: null, done: false, metadata };
}

export function toolObservation(seat: Seat, name: string, answer: SeatAnswer): Observed {
  const { outcome } = seat;
  const metadata = outcome === undefined ? {} : endOf(outcome);
  return {
    observation: { tool_name: name, result: toolResult(answer), error: null, metadata },
    reward: outcome?.reward ?? null,
    done: answer.done,
    metadata,
  };
}

export function toolsObservation(tools: readonly SeatTool[]): Observed {
  return { observation: { tools: listed(tools), metadata: {} }, reward: null, done: false, metadata: {} };
}

function endOf({ verdict, end, masked, why }: Outcome): JsonObject {
  return {
    end,
    verdict: toldVerdict(verdict),
    ...(masked === undefined ? {} : { mask_sample: true, failure_kind: masked }),
    ...(why === undefined ? {} : { failure_reason: why }),
  };
}
