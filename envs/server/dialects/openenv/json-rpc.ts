// OpenEnv's JSON-RPC: sessions over HTTP, and tool calls over a socket. Every answer has status 200 and holds either a
// result or an error.
import { isJsonObject, numberOf, type Json, type JsonObject } from '../../../values/json.ts';
import type { World } from '../../../world/world.ts';
import { HttpError } from '../../http-errors.ts';
import type { Asked } from '../../seat/repeats.ts';
import type { FaceContext } from '../face.ts';
import { listed, toolResult } from './shapes.ts';
import { Table, TableRefusal } from './table.ts';

const INVALID_REQUEST = -32_600;
const UNKNOWN_METHOD = -32_601;
const INVALID_PARAMS = -32_602;
export const SERVER_ERROR = -32_000;
export const PARSE_ERROR = -32_700;

/** Makes the error answer for a request that was refused before its body was read. */
export function refusedRpc(code: number, message: string, why: string): JsonObject {
  return { jsonrpc: '2.0', id: null, error: { code, message, data: { code: why } } };
}

class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Keeps the JSON-RPC sessions by id. The value is a table (one client's place at an environment). A table is dropped
 * when it is closed or has been idle for too long.
 */
export class RpcSessions {
  private readonly tables = new Map<string, { table: Table; lastUsed: number; socket: boolean }>();
  private readonly context: FaceContext;
  private readonly now: () => number;
  private readonly idle: number;

  constructor(context: FaceContext, now: () => number, idle: number) {
    this.context = context;
    this.now = now;
    this.idle = idle;
  }

  create(world: World, user: string): string {
    this.sweep();
    if (this.tables.size >= this.context.gym.limits.sessions)
      throw new HttpError('SESSIONS_FULL', { limit: this.context.gym.limits.sessions });
    const id = this.context.gym.capabilities.newId();
    this.tables.set(id, { table: new Table(this.context, world, user), lastUsed: this.now(), socket: false });
    return id;
  }

  /** Makes a table for a single request. Such a table can only list tools. */
  passing(world: World, user: string): Table {
    return new Table(this.context, world, user);
  }

  find(id: string): Table | undefined {
    const kept = this.tables.get(id);
    if (kept !== undefined) kept.lastUsed = this.now();
    return kept?.table;
  }

  /**
   * Connects the table of a session to a socket. Returns undefined if the session is unknown or already has a socket.
   */
  attach(id: string): Table | undefined {
    const kept = this.tables.get(id);
    if (kept === undefined || kept.socket) return undefined;
    kept.socket = true;
    return kept.table;
  }

  detach(id: string): void {
    const kept = this.tables.get(id);
    if (kept === undefined) return;
    kept.socket = false;
    kept.lastUsed = this.now();
  }

  close(id: string): boolean {
    const kept = this.tables.get(id);
    kept?.table.leave();
    return this.tables.delete(id);
  }

  private sweep(): void {
    const now = this.now();
    for (const [id, { table, lastUsed, socket }] of this.tables)
      if (!socket && now - lastUsed > this.idle) {
        table.leave();
        this.tables.delete(id);
      }
  }
}

export interface RpcPlace {
  readonly sessions: RpcSessions;
  readonly world: World;
  readonly user: string;
  /** The table of the socket from which the message came. Absent if the message came over HTTP. */
  readonly table?: Table;
  /** The HTTP request with the message, to recognise a repeated request. Absent if the message came over a socket. */
  readonly asked?: Asked;
}

export async function answerRpc(body: Json | undefined, place: RpcPlace): Promise<JsonObject> {
  const request = isJsonObject(body) ? body : {};
  const id = typeof request['id'] === 'string' ? request['id'] : (numberOf(request['id']) ?? null);
  const { method, params } = request;
  try {
    if (request['jsonrpc'] !== '2.0' || typeof method !== 'string')
      throw new RpcError(INVALID_REQUEST, 'not a JSON-RPC 2.0 request');
    return { jsonrpc: '2.0', id, result: await resultOf(method, isJsonObject(params) ? params : {}, place) };
  } catch (error) {
    return { jsonrpc: '2.0', id, error: errorOf(error) };
  }
}

async function resultOf(method: string, params: JsonObject, place: RpcPlace): Promise<JsonObject> {
  const { sessions, world, user } = place;
  switch (method) {
    case 'openenv/session/create':
      return { session_id: sessions.create(world, user) };
    case 'openenv/session/close': {
      const id = params['session_id'];
      if (typeof id !== 'string' || !sessions.close(id)) throw new RpcError(INVALID_PARAMS, 'unknown session_id');
      return { session_id: id, closed: true };
    }
    case 'tools/list':
      return { tools: listed(tableOf(params, place).tools()) };
    case 'tools/call': {
      const { name, arguments: args } = params;
      if (typeof name !== 'string') throw new RpcError(INVALID_PARAMS, 'name is missing');
      return toolResult(await tableOf(params, place).call(name, args ?? {}, place.asked));
    }
    default:
      throw new RpcError(UNKNOWN_METHOD, `there is no method ${method.slice(0, 100)}`);
  }
}

/**
 * Returns the table of the session that `params` names, or else the table of the socket, or else a new table that can
 * only list tools. Throws if the named session is unknown.
 */
function tableOf(params: JsonObject, { sessions, world, user, table }: RpcPlace): Table {
  const id = params['session_id'];
  if (id === undefined || id === null) return table ?? sessions.passing(world, user);
  const found = typeof id === 'string' ? sessions.find(id) : undefined;
  if (found === undefined) throw new RpcError(INVALID_PARAMS, 'unknown session_id');
  return found;
}

function errorOf(error: unknown): JsonObject {
  if (error instanceof RpcError) return { code: error.code, message: error.message };
  if (error instanceof TableRefusal) return { code: INVALID_PARAMS, message: error.message };
  const { message, code } = error as { message?: string; code?: string };
  return {
    code: SERVER_ERROR,
    message: message ?? 'failed',
    data: { code: typeof code === 'string' ? code : 'INTERNAL' },
  };
}
