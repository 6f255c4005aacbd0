// Adds a task to MCP besides the tools, so that a generic client needs nothing else to play the task. The instructions
// contain the policy, the date and the user's first words. The same text is also a prompt that a person can choose. The
// conversation is a resource, and one tool speaks to the simulated user.
import type { CallToolResult, Server, Tool as ListedTool } from '@modelcontextprotocol/server';
import { asJson, isJsonObject, type Json } from '../values/json.ts';
import { HttpError } from './http-errors.ts';
import type { Plane } from './plane.ts';
import { promptOf } from './prompt-of.ts';
import type { ServedSession } from './served-session.ts';

const TASK_PROMPT = 'task';
const OPENING = 'callgym://opening';
const TALK = 'callgym://talk';

export function instructionsOf(served: ServedSession, plane: Plane): string {
  const { system, opening } = promptOf(served, plane);
  const parts = [system];
  if (plane === 'agent' && opening !== null && opening !== '') parts.push(`# The user's first message\n\n${opening}`);
  if (plane === 'agent' && served.live !== undefined)
    parts.push(
      `Speak to the user with the tool ${sayName(served)}; its result is their answer. The task is over when they say goodbye.`,
    );
  return parts.join('\n\n');
}

/**
 * Returns the tool with which the agent speaks to the simulated user. Returns undefined if the session has no such
 * user, or for the user's own side.
 */
export function sayTool(served: ServedSession, plane: Plane): ListedTool | undefined {
  if (served.live === undefined || plane !== 'agent') return undefined;
  return {
    name: sayName(served),
    title: 'Say',
    description: 'Says something to the user and gives their answer. done tells that the conversation is over.',
    inputSchema: { type: 'object', properties: { text: { type: 'string', minLength: 1 } }, required: ['text'] },
    outputSchema: {
      type: 'object',
      properties: {
        message: { type: ['string', 'null'] },
        done: { type: 'boolean' },
        end_reason: { type: 'string' },
      },
      required: ['message', 'done'],
    },
    annotations: { title: 'Say', readOnlyHint: false, openWorldHint: false },
  };
}

function sayName({ session }: ServedSession): string {
  return session.world.tools.has('say') ? 'callgym_say' : 'say';
}

/** Offers the task as a prompt, for clients in which a person chooses prompts. */
export function tellPrompt(server: Server, served: ServedSession): void {
  const description = 'The rules of the work and what the user asks for';
  server.setRequestHandler('prompts/list', () => ({
    prompts: [{ name: TASK_PROMPT, title: 'The task', description }],
    ttlMs: 3_600_000,
    cacheScope: 'private' as const,
  }));
  server.setRequestHandler('prompts/get', ({ params: { name } }) => {
    if (name !== TASK_PROMPT) throw new HttpError('NOT_FOUND', { what: `prompt ${name.slice(0, 100)}` });
    const text = instructionsOf(served, 'agent');
    return { description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
  });
}

export async function sayToUser(served: ServedSession, args: Json): Promise<CallToolResult> {
  const { live } = served;
  const text = isJsonObject(args) ? args['text'] : undefined;
  if (live === undefined || typeof text !== 'string' || text === '')
    return refused('INVALID_ARGUMENT', 'text must be a string of one character or more');
  if (live.end !== undefined) return refused('PRECONDITION_FAILED', `the conversation is over (${live.end})`);
  const answer = await live.answer(text);
  return {
    content: [{ type: 'text', text: answer.message ?? '(the user has left)' }],
    structuredContent: asJson(answer),
    isError: false,
  };
}

function refused(code: string, message: string): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify({ code, message }) }], isError: true };
}

/** Offers two resources to the agent of a session with a task: the user's first message and the conversation so far. */
export function tellTalk(server: Server, served: ServedSession): void {
  server.setRequestHandler('resources/list', () => ({
    resources: [
      { uri: OPENING, name: 'opening', title: "The user's first message", mimeType: 'text/plain' },
      { uri: TALK, name: 'talk', title: 'The conversation so far', mimeType: 'application/json' },
    ],
    ttlMs: 0,
    cacheScope: 'private' as const,
  }));
  server.setRequestHandler('resources/read', (request) => {
    const { uri } = request.params;
    if (uri === OPENING)
      return {
        contents: [{ uri, mimeType: 'text/plain', text: promptOf(served, 'agent').opening ?? '' }],
        ttlMs: 0,
        cacheScope: 'private' as const,
      };
    if (uri !== TALK) throw new HttpError('NOT_FOUND', { what: `resource ${uri.slice(0, 100)}` });
    const { live, words } = served;
    const opening = promptOf(served, 'agent').opening ?? '';
    const said =
      live === undefined
        ? [
            { role: 'user', content: opening },
            ...words.map(({ by, text }) => ({ role: by === 'agent' ? 'assistant' : 'user', content: text })),
          ]
        : live.messages
            .filter(({ role, tool_calls }) => role !== 'tool' && tool_calls === undefined)
            .map(({ role, content }) => ({ role, content }));
    const text = JSON.stringify({ messages: said, done: (live?.end ?? served.end) !== undefined });
    return { contents: [{ uri, mimeType: 'application/json', text }], ttlMs: 0, cacheScope: 'private' as const };
  });
}
