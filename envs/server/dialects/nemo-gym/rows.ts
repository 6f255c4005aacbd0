// Reads which task a dataset row names, and makes the answer that adds the verdict to the row.
import { isJsonObject, type Json, type JsonObject } from '../../../values/json.ts';
import { VERDICT_PARTS } from '../../../values/verdict.ts';
import type { Masked, Outcome } from '../../outcome.ts';
import { readWish, type SeatWish } from '../../seat/seat-wish.ts';

export interface RowWish extends SeatWish {
  /** True if the row asks for its tools over MCP. */
  readonly mcp: boolean;
}

export function wishOfRow(row: JsonObject): RowWish {
  const about = row['verifier_metadata'];
  const told = isJsonObject(about) ? about : row;
  const environment = row['environment_name'];
  return {
    ...readWish(told, typeof environment === 'string' ? { environment } : {}),
    mcp: told['mcp'] === true,
  };
}

export const NO_SESSION: Outcome = {
  reward: null,
  masked: 'session_expired',
  why: 'the session is not there any more',
  end: 'infrastructure',
};

/**
 * Makes the answer of /verify: the row as it was sent, the reward or a mask (a sign that there is no reward), and 1 or
 * 0 for each part of the verdict. Every answer has all of these keys.
 */
export function verified(row: JsonObject, outcome: Outcome): JsonObject {
  const { reward, masked, why, verdict, end } = outcome;
  const parts: Record<string, Json> = {};
  for (const part of VERDICT_PARTS) {
    const judged = verdict?.parts[part];
    parts[`${part}_pass`] = verdict !== undefined && (judged === null || judged?.pass === true) ? 1 : 0;
  }
  return {
    responses_create_params: row['responses_create_params'] ?? {},
    response: row['response'] ?? {},
    reward: reward ?? 0,
    mask_sample: reward === null,
    ...(masked === undefined ? {} : failure(masked, why)),
    ...parts,
    callgym_end: end,
    callgym_failures: (verdict?.failures ?? []).map(({ message }) => message),
  };
}

export function failure(kind: Masked | 'callgym:retokenized', why: string | undefined): JsonObject {
  return { failure_kind: kind, ...(why === undefined ? {} : { failure_reason: why }) };
}
