// Writes messages in the forms that trainers read. Forms differ in whether arguments are text or objects; all use tool
// names that model APIs accept.
import { checkedAs, parseAsWritten, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Told } from './profile.ts';
import { argumentsOf, type RowMessage } from './row.ts';

const MOST_NAME = 64;

/**
 * Replaces characters that OpenAI's API does not accept in a tool's name by "_", and cuts the name to its longest
 * length.
 */
export function plainName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, MOST_NAME);
}

export function plainTools(tools: readonly Json[]): Json[] {
  return tools.map((tool) => {
    const { function: own, ...rest } = checkedAs<{ function: JsonObject }>(tool);
    return { ...rest, type: 'function', function: { ...own, name: plainName(String(own['name'])) } } as Json;
  });
}

/** Tells whether all tools still have distinct names after plainName has changed them. */
export function hasDistinctNames(tools: readonly Json[]): boolean {
  const names = plainTools(tools).map((tool) => String(((tool as JsonObject)['function'] as JsonObject)['name']));
  return new Set(names).size === names.length;
}

/**
 * Returns the messages in OpenAI's form, without the fields that only callgym uses. The flags choose: arguments as
 * objects (not text), the model's reasoning, and the tool's name beside each result.
 */
export function chatOf(
  messages: readonly RowMessage[],
  {
    objects = false,
    reasoning = false,
    names = false,
  }: { readonly objects?: boolean; readonly reasoning?: boolean; readonly names?: boolean } = {},
): JsonObject[] {
  return messages.map((message): JsonObject => {
    const { role, content, tool_calls: calls, tool_call_id: id, name } = message;
    if (role === 'tool')
      return {
        role,
        content,
        tool_call_id: id ?? '',
        ...(names && name !== undefined ? { name: plainName(name) } : {}),
      };
    return {
      role,
      content,
      ...(reasoning && message.reasoning !== undefined ? { reasoning_content: message.reasoning } : {}),
      ...(calls === undefined
        ? {}
        : {
            tool_calls: calls.map((call) => ({
              id: call.id,
              type: 'function',
              function: {
                name: plainName(call.function.name),
                arguments: objects ? argumentsOf(call) : textOf(call.function.arguments),
              },
            })),
          }),
    };
  });
}

function textOf(text: string): string {
  return text.trim() === '' ? '{}' : text;
}

export function toldOf(messages: readonly Json[]): Told[] {
  return (messages as readonly JsonObject[]).map((message) => {
    const calls = message['tool_calls'] as
      | readonly { function: { name: string; arguments: Json } }[]
      | undefined
      | null;
    return {
      role: String(message['role']),
      content: typeof message['content'] === 'string' ? message['content'] : '',
      ...(calls === undefined || calls === null
        ? {}
        : {
            calls: calls.map(({ function: call }) => ({
              name: call.name,
              arguments: typeof call.arguments === 'string' ? parseAsWritten(call.arguments) : call.arguments,
            })),
          }),
    };
  });
}

/** Returns the conversation that a file of any format must give when it is read back. Tests compare the two. */
export function toldOfRow(messages: readonly RowMessage[]): Told[] {
  return toldOf(chatOf(messages, { objects: true }));
}

export function prefixes(messages: readonly RowMessage[]): { before: readonly RowMessage[]; message: RowMessage }[] {
  return messages.flatMap((message, at) => (message.train ? [{ before: messages.slice(0, at), message }] : []));
}

/**
 * Writes one line {prompt, completion, tools} for each trained message. Each message is converted to text only once,
 * although many lines repeat it.
 */
export function prefixLines(
  messages: readonly RowMessage[],
  shaped: readonly JsonObject[],
  tools: Json,
): readonly string[] {
  const end = `],"tools":${JSON.stringify(tools)}}`;
  const lines: string[] = [];
  let before = '';
  for (const [at, { train }] of messages.entries()) {
    const text = JSON.stringify(shaped[at]);
    if (train) lines.push(`{"prompt":[${before}],"completion":[${text}${end}`);
    before = before === '' ? text : `${before},${text}`;
  }
  return lines;
}

export function allTrained(messages: readonly RowMessage[]): boolean {
  return messages.every(({ role, train }) => role !== 'assistant' || train);
}

/** Returns the first fault that would break any chat trainer, or undefined if there is none. */
export function lintChat(
  messages: readonly Json[],
  { ends = true, objects }: { readonly ends?: boolean; readonly objects?: boolean } = {},
): string | undefined {
  const open = new Set<string>();
  let before = '';
  for (const [at, each] of (messages as readonly JsonObject[]).entries()) {
    const role = String(each['role']);
    if (!['system', 'user', 'assistant', 'tool'].includes(role)) return `message ${at} has role ${role}`;
    if (role === 'system' && at !== 0) return 'a system message that is not the first';
    if (typeof each['content'] !== 'string' && each['tool_calls'] === undefined) return `message ${at} has no content`;
    const calls = each['tool_calls'] as
      | readonly { id: string; function: { name: string; arguments: Json } }[]
      | undefined;
    if (role === 'tool') {
      if (!open.delete(String(each['tool_call_id']))) return `message ${at} answers no call`;
    } else if (open.size > 0) return `message ${at} comes before a call is answered`;
    if (role === 'assistant' && before === 'assistant') return 'two messages of the assistant in a row';
    if (calls !== undefined) {
      if (calls.length === 0) return `message ${at} has an empty tool_calls`;
      for (const { id, function: call } of calls) {
        if (!/^[A-Za-z0-9_-]{1,64}$/.test(call.name)) return `the name ${call.name} is none for a model API`;
        if ((typeof call.arguments === 'string') === (objects === true)) return 'arguments in the wrong form';
        if (typeof call.arguments === 'string' && !isObjectText(call.arguments)) return 'arguments that are no object';
        open.add(id);
      }
    }
    before = role;
  }
  // a row may end with calls that have no answers, because the assistant's last message may make calls
  if (open.size > 0 && before !== 'assistant') return 'a call without an answer';
  return ends && before !== 'assistant' ? 'does not end with the assistant' : undefined;
}

function isObjectText(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
