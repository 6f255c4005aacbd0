// A server with the OpenAI API that gives the answers of a test. The bad answers imitate those of real servers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../envs/values/json.ts';

export interface ChatBody {
  readonly model: string;
  readonly messages: readonly (JsonObject & { readonly role: string; readonly content: string | null })[];
  readonly tools?: readonly JsonObject[];
}

export interface Reply {
  readonly content?: string | null | readonly JsonObject[];
  readonly reasoning_content?: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: string | JsonObject }[];
  readonly finish_reason?: string;
  readonly role?: string;
}

/** Faults that replace a reply. */
export type Trouble =
  | { readonly status: number; readonly error: JsonObject }
  | { readonly raw: string }
  | { readonly drop: true }
  | { readonly slow: number; readonly reply: Reply };

export interface ModelServer {
  readonly url: string;
  readonly asked: ChatBody[];
}

/** Starts the server. `answer` gets each request and the number of requests before it. */
export async function modelServer(answer: (body: ChatBody, at: number) => Reply | Trouble): Promise<ModelServer> {
  const asked: ChatBody[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((text) => {
      const body = JSON.parse(text) as ChatBody;
      asked.push(body);
      send(response, body, answer(body, asked.length - 1));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

function send(response: ServerResponse, body: ChatBody, reply: Reply | Trouble): void {
  // tells the client to wait only 5 ms before it asks again, so that the test is fast
  response.setHeader('retry-after-ms', '5');
  if ('drop' in reply) {
    response.destroy();
    return;
  }
  if ('slow' in reply) {
    setTimeout(() => send(response, body, reply.reply), reply.slow);
    return;
  }
  response.setHeader('content-type', 'application/json');
  if ('status' in reply) {
    response.statusCode = reply.status;
    response.end(JSON.stringify({ error: reply.error }));
    return;
  }
  if ('raw' in reply) {
    response.end(reply.raw);
    return;
  }
  const { content = null, reasoning_content, calls, finish_reason, role = 'assistant' } = reply;
  response.end(
    JSON.stringify({
      id: 'chat',
      object: 'chat.completion',
      created: 0,
      model: body.model,
      choices: [
        {
          index: 0,
          finish_reason: finish_reason ?? (calls === undefined ? 'stop' : 'tool_calls'),
          message: {
            role,
            content,
            ...(reasoning_content === undefined ? {} : { reasoning_content }),
            ...(calls === undefined
              ? {}
              : { tool_calls: calls.map((call, at) => ({ id: `x${at}`, type: 'function', function: call })) }),
          },
        },
      ],
      usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
    }),
  );
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
