// Starts a server on the authored environments for tests, and sends requests to it.
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { GymServer, type ServerOptions } from '../../envs/server/server.ts';
import type { Json } from '../../envs/values/json.ts';

export const ORDER_DESK = fileURLToPath(new URL('../../fixtures/environments/order-desk', import.meta.url));
export const CARRIER_CARE = fileURLToPath(new URL('../../fixtures/environments/carrier-care', import.meta.url));
export const TOKEN = 'a-token-for-tests-only';

export interface Answer<T = Record<string, never>> {
  readonly status: number;
  readonly body: T;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface SessionBody {
  readonly id: string;
  readonly environment: string;
  readonly hash: string;
  readonly step: number;
  readonly urls: Readonly<Record<'agent' | 'user' | 'mcp' | 'user_mcp' | 'origin', string>>;
  readonly tokens: Readonly<Record<'agent' | 'user', string>>;
}

export interface TestServer {
  readonly server: GymServer;
  ask<T = Record<string, never>>(
    method: string,
    path: string,
    options?: { token?: string | null; body?: unknown; headers?: Record<string, string>; payload?: string },
  ): Promise<Answer<T>>;
  session(body?: Record<string, Json>): Promise<SessionBody>;
  call(session: SessionBody, name: string, args: Json, more?: Record<string, Json>): Promise<Answer<CallBody>>;
}

export interface CallBody {
  readonly step: number;
  readonly ok: boolean;
  readonly result: Json;
  readonly error: { readonly code: string; readonly message: string; readonly details?: Json };
}

/** Starts a server. It stops when the test ends. */
export async function makeServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const server = await GymServer.make({ environments: [ORDER_DESK, CARRIER_CARE], token: TOKEN, ...options });
  onTestFinished(() => server.stop());
  return talkTo(server);
}

export function talkTo(server: GymServer): TestServer {
  async function ask<T>(
    method: string,
    path: string,
    { token = server.token, body, headers, payload }: Parameters<TestServer['ask']>[2] = {},
  ): Promise<Answer<T>> {
    const text = payload ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await server.app.inject({
      method: method as 'GET',
      url: path,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(text === undefined ? {} : { payload: text }),
    });
    let parsed: unknown;
    try {
      parsed = response.json();
    } catch {
      parsed = undefined;
    }
    return {
      status: response.statusCode,
      body: parsed as T,
      headers: response.headers,
      text: response.payload,
    };
  }
  return {
    server,
    ask,
    session: async (body = {}) =>
      (await ask<SessionBody>('POST', '/sessions', { body: { environment: 'order-desk', ...body } })).body,
    call: (session, name, args, more = {}) =>
      ask<CallBody>('POST', `/s/${session.id}/calls`, {
        token: session.tokens.agent,
        body: { name, arguments: args, ...more },
      }),
  };
}
