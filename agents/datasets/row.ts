// The row from which all formats, splits and figures are made: an episode as the agent saw it, in OpenAI's messages.
// Each message has a flag that says whether a model should learn to write it, and the reason if not.
import type { Episode, EpisodeMessage } from '../../envs/values/episode.ts';
import { isJsonObject, parseAsWritten, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { invalidity } from '../keep/validity.ts';
import { difficultyOf } from '../runs/outcome.ts';
import { workflowOf } from './tasks.ts';

export interface RowCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface RowMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly reasoning?: string;
  readonly tool_calls?: readonly RowCall[];
  readonly tool_call_id?: string;
  readonly name?: string;
  readonly train: boolean;
  /** The reason why the model should not learn to write this message. Absent if the model should. */
  readonly why?: string;
}

export const TIERS = ['clean', 'recovered', 'mended'] as const;
export type Tier = (typeof TIERS)[number];

export interface Row {
  readonly id: string;
  readonly messages: readonly RowMessage[];
  readonly tools: readonly Json[];
  readonly environment: { readonly name: string; readonly hash: string };
  readonly task: string;
  readonly kind: Task['kind'];
  readonly difficulty: 'easy' | 'medium' | 'hard';
  /** The number of calls in the task's stored solution. */
  readonly calls: number;
  readonly workflow: string;
  readonly tags: readonly string[];
  readonly tier: Tier;
  readonly session_seed: number;
  readonly trial: number;
  readonly trial_seed: number;
  readonly agent: string;
  readonly user: string;
  readonly reward: 0 | 1 | null;
  readonly parts: Json;
  readonly phase: 1 | 2;
  readonly split: 'train' | 'test';
}

export interface RowOptions {
  /** If true, a message is not trained on if all of its calls were refused. */
  readonly maskErrors: boolean;
  /**
   * If true, only the messages after the fork are trained on. The fork is the message from which a repaired episode
   * differs from its original.
   */
  readonly suffixOnly: boolean;
  /** If true, messages that are marked as faulty are trained on too. */
  readonly trainFaulty: boolean;
  readonly reasoning: boolean;
}

export const USUAL_ROW: RowOptions = { maskErrors: false, suffixOnly: false, trainFaulty: false, reasoning: true };

/** Returns the reason why no model can learn from the episode, or undefined if a model can. */
export function unfit(episode: Episode, options: RowOptions): string | undefined {
  const bad = invalidity(episode) ?? (episode.tools.every(isTool) ? undefined : 'tools that are none');
  if (bad !== undefined) return bad;
  return messagesOf(episode, options).some(({ train }) => train) ? undefined : 'no message to be trained';
}

/**
 * Returns the messages that the agent saw or wrote, with the system message first and the agent's last message at the
 * end.
 */
export function messagesOf(episode: Episode, options: RowOptions): readonly RowMessage[] {
  const fork = options.suffixOnly ? Number(episode.agent?.['from'] ?? 0) : 0;
  const hidden = new Set<string>();
  const refused = new Set(episode.steps.flatMap(({ ok, call_id: id }) => (ok || id === null ? [] : [id])));
  const rows: RowMessage[] = [
    { role: 'system', content: episode.system, train: false, why: 'only the assistant is trained' },
  ];
  for (const [at, message] of episode.messages.entries()) {
    const { role, content, tool_calls: calls, tool_call_id: id, name, reasoning } = message;
    // the agent does not see the calls that the user makes with the user's own tools
    if (role === 'user' && calls !== undefined) {
      for (const call of calls) hidden.add(call.id);
      continue;
    }
    if (role === 'tool' && hidden.has(id ?? '')) continue;
    if (role !== 'assistant') {
      rows.push({
        role,
        content,
        ...(id === undefined ? {} : { tool_call_id: id }),
        ...(name === undefined ? {} : { name }),
        train: false,
        why: 'only the assistant is trained',
      });
      continue;
    }
    const why = untrained(message, at, fork, refused, options);
    rows.push({
      role,
      content,
      ...(reasoning === undefined || !options.reasoning ? {} : { reasoning }),
      ...(calls === undefined ? {} : { tool_calls: calls as readonly RowCall[] }),
      train: why === undefined,
      ...(why === undefined ? {} : { why }),
    });
  }
  // messages after the agent's last one are dropped, because no trained message depends on them
  while (rows.length > 1 && rows.at(-1)?.role !== 'assistant') rows.pop();
  return rows;
}

function isTool(tool: unknown): boolean {
  const own = isJsonObject(tool as Json) ? (tool as { readonly function?: Json }).function : undefined;
  return isJsonObject(own) && typeof own['name'] === 'string';
}

function untrained(
  { untrained: mark, tool_calls: calls }: EpisodeMessage,
  at: number,
  fork: number,
  refused: ReadonlySet<string>,
  { maskErrors, trainFaulty }: RowOptions,
): string | undefined {
  if (at < fork) return 'before the fork';
  if (mark !== undefined && !trainFaulty) return mark;
  if (maskErrors && calls !== undefined && calls.every(({ id }) => refused.has(id))) return 'its calls were refused';
  return undefined;
}

export function rowOf(
  episode: Episode,
  task: Task,
  place: Pick<Row, 'id' | 'phase' | 'split'>,
  options: RowOptions,
): Row {
  const messages = messagesOf(episode, options);
  const { environment, trial, session_seed, trial_seed, verdict, agent, user } = episode;
  return {
    messages,
    tools: episode.tools as readonly Json[],
    environment,
    task: task.id,
    kind: task.kind,
    difficulty: difficultyOf(task),
    calls: task.gold.calls.length,
    workflow: workflowOf(task),
    tags: task.tags,
    tier: tierOf(episode),
    session_seed,
    trial,
    trial_seed,
    agent: String(agent?.['model'] ?? agent?.['kind'] ?? 'unknown'),
    user: String(user?.['model'] ?? user?.['kind'] ?? 'unknown'),
    reward: verdict.reward,
    parts: Object.fromEntries(
      Object.entries(verdict.parts).map(([part, result]) => [part, result === null ? null : result.pass]),
    ),
    ...place,
  };
}

export function tierOf({ agent, steps }: Episode): Tier {
  if (agent?.['kind'] === 'mended') return 'mended';
  return steps.some(({ by, ok }) => by === 'agent' && !ok) ? 'recovered' : 'clean';
}

/**
 * Returns the arguments of a call as an object, with numbers as the model wrote them (2.0 stays 2.0). If the text is
 * not a JSON object, returns {}.
 */
export function argumentsOf({ function: call }: RowCall): JsonObject {
  try {
    const value = parseAsWritten(call.arguments);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
