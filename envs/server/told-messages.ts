// Reads messages in the forms that other programs send: content as text, null or parts, calls without ids, arguments as
// text or object, unknown keys. Also makes messages from a log, for clients that send none.
import { isClock } from '../verification/trace.ts';
import type { EpisodeMessage } from '../values/episode.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/json.ts';
import type { LogEntry } from '../values/log-entry.ts';
import type { Plane } from './plane.ts';

/**
 * A message of one side outside a conversation with a simulated user. `after` is the number of steps before the
 * message.
 */
export interface Words {
  readonly by: Plane;
  readonly text: string;
  readonly after: number;
}

/**
 * The schema of the messages that a client may send for a verdict. It is loose; `readMessages` converts the messages to
 * callgym's form.
 */
export const LENIENT_MESSAGES_SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    properties: { role: { enum: ['system', 'developer', 'user', 'assistant', 'tool'] } },
    required: ['role'],
  },
} as const;

type Call = NonNullable<EpisodeMessage['tool_calls']>[number];

export function readMessages(given: readonly JsonObject[]): EpisodeMessage[] {
  return given.map((message, at): EpisodeMessage => {
    const role = message['role'] === 'developer' ? 'system' : (message['role'] as EpisodeMessage['role']);
    const calls = readCalls(message['tool_calls'], at);
    const acts = message['acts'];
    return {
      role,
      content: textOf(message['content']),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
      ...(role === 'tool' && typeof message['tool_call_id'] === 'string'
        ? { tool_call_id: message['tool_call_id'] }
        : {}),
      ...(role === 'tool' && typeof message['name'] === 'string' ? { name: message['name'] } : {}),
      ...(Array.isArray(acts) && acts.every((act) => typeof act === 'string') ? { acts: acts as string[] } : {}),
    };
  });
}

function readCalls(given: Json | undefined, at: number): Call[] {
  if (!Array.isArray(given)) return [];
  return (given as readonly Json[]).filter(isJsonObject).map((call, index) => {
    const about = isJsonObject(call['function']) ? call['function'] : call;
    const args = about['arguments'];
    return {
      id: typeof call['id'] === 'string' && call['id'] !== '' ? call['id'] : `call_${at}_${index}`,
      type: 'function',
      function: {
        name: typeof about['name'] === 'string' ? about['name'] : '',
        arguments: typeof args === 'string' ? args : JSON.stringify(args ?? {}),
      },
    };
  });
}

/**
 * Returns the text of a message's content, which is a text, null or a list of parts. Parts without text are left out.
 */
export function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as readonly Json[])
    .map((part) =>
      typeof part === 'string' ? part : isJsonObject(part) && typeof part['text'] === 'string' ? part['text'] : '',
    )
    .join('');
}

/** Converts the entries of a log, from step `from` on, to messages, and puts the spoken words between them. */
export function messagesOfLog(log: readonly LogEntry[], words: readonly Words[] = [], from = 1): EpisodeMessage[] {
  const messages: EpisodeMessage[] = [];
  const open = [...words];
  const speak = (before: number): void => {
    for (let next = open[0]; next !== undefined && next.after < before; next = open[0]) {
      messages.push({ role: next.by === 'agent' ? 'assistant' : 'user', content: next.text });
      open.shift();
    }
  };
  for (const entry of log.slice(from)) {
    speak(entry.index);
    if (isClock(entry) || entry.by === 'control') continue;
    const id = `step_${entry.index}`;
    messages.push(
      {
        role: entry.by === 'user' ? 'user' : 'assistant',
        content: '',
        tool_calls: [
          { id, type: 'function', function: { name: entry.name, arguments: JSON.stringify(entry.arguments) } },
        ],
      },
      {
        role: 'tool',
        content: JSON.stringify(entry.ok ? (entry.result ?? null) : { error: entry.error }),
        tool_call_id: id,
        name: entry.name,
      },
    );
  }
  speak(Infinity);
  return messages;
}

/** Adds the agent's last words after all calls of the log. If a call has no message yet, adds one for it first. */
export function withLastWords(
  messages: readonly EpisodeMessage[],
  log: readonly LogEntry[],
  answer: string,
): EpisodeMessage[] {
  const spoken = messages.reduce((sum, { tool_calls }) => sum + (tool_calls?.length ?? 0), 0);
  const unspoken = log.slice(1).filter((entry) => !isClock(entry) && entry.by !== 'control');
  const from = unspoken[spoken]?.index;
  return [
    ...messages,
    ...(from === undefined ? [] : messagesOfLog(log, [], from)),
    { role: 'assistant', content: answer },
  ];
}
