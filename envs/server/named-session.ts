// Finds the session that a request names in its path, cookie, header or body. The name is not checked here: if it is
// wrong, the server that gets the request refuses it.
import type { FastifyRequest } from 'fastify';
import { isJsonObject, type Json } from '../values/json.ts';
import type { Plane } from './plane.ts';

export type Named =
  | { readonly kind: 'session'; readonly id: string; readonly plane: Plane | 'control' }
  | { readonly kind: 'name'; readonly name: string };

const AGENT_PATH = /^\/(?:s|mcp|origin|tau\/environments)\/([\w-]+)/;
const CONTROL_PATH = /^\/(?:studio\/api\/)?sessions\/([\w-]+)/;
const COOKIE = /(?:^|;\s*)callgym=([\w-]{1,200})/;
const SOCKET = /^\/openenv\/[^/]+\/ws\?(?:.*&)?session_id=([\w-]+)/;

/** Returns the session that the path, the header or the cookie of a request names. */
export function namedInHead({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): Named | undefined {
  const agent = AGENT_PATH.exec(url) ?? SOCKET.exec(url);
  if (agent !== null) return { kind: 'session', id: agent[1] ?? '', plane: 'agent' };
  const control = CONTROL_PATH.exec(url);
  if (control !== null) return { kind: 'session', id: control[1] ?? '', plane: 'control' };
  const seat = headers['x-session-id'];
  if (typeof seat === 'string' && seat !== '') return { kind: 'name', name: seat };
  const cookie = headers.cookie === undefined ? null : COOKIE.exec(headers.cookie);
  // these requests begin a new session, although the cookie still names the client's last one
  if (cookie !== null && !/^\/(?:seed_session|reset|sessions)\b/.test(url))
    return { kind: 'session', id: cookie[1] ?? '', plane: 'agent' };
  return undefined;
}

/**
 * Returns the session that the body of a request names. Only NeMo Gym's typed sessions and OpenEnv's JSON-RPC sessions
 * name it there.
 */
export function namedInBody({ url, body }: Pick<FastifyRequest, 'url' | 'body'>): Named | undefined {
  if (!isJsonObject(body)) return undefined;
  const typed = body['resources_session_id'];
  if (typeof typed === 'string' && typed !== '') return { kind: 'name', name: typed };
  if (!/^\/openenv\/[^/]+\/mcp/.test(url)) return undefined;
  const params: Json | undefined = body['params'];
  const id = isJsonObject(params) ? params['session_id'] : undefined;
  return typeof id === 'string' && id !== '' ? { kind: 'session', id, plane: 'agent' } : undefined;
}
