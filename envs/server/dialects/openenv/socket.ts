// OpenEnv's socket. The server sends exactly one answer to each message. The client plays in a session of the socket
// itself, or in a JSON-RPC session.
import type { WebSocket } from 'ws';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../../values/json.ts';
import { errorAnswer } from '../../http-errors.ts';
import { answerRpc, type RpcPlace } from './json-rpc.ts';
import type { Observed } from './shapes.ts';
import { TableRefusal, type Table } from './table.ts';

/** Milliseconds between two pings. A session stays open while its client answers the pings. */
const PING_MS = 20_000;

export interface Held extends RpcPlace {
  readonly table: Table;
  readonly onGone: () => void;
}

export function holdSocket(socket: WebSocket, held: Held): void {
  let turn: Promise<unknown> = Promise.resolve();
  const beat = setInterval(() => socket.ping(), PING_MS);
  socket.on('pong', () => held.table.touch());
  socket.on('message', (data: Buffer, binary: boolean) => {
    turn = turn
      .then(() => (binary ? failed('INVALID_JSON', 'frames are text') : answerFrame(data.toString(), held, socket)))
      .then((answer) => {
        if (answer !== undefined && socket.readyState === socket.OPEN) socket.send(JSON.stringify(answer));
      })
      .catch(() => socket.terminate());
  });
  socket.on('close', () => {
    clearInterval(beat);
    held.onGone();
  });
  socket.on('error', () => socket.terminate());
}

async function answerFrame(text: string, held: Held, socket: WebSocket): Promise<JsonObject | undefined> {
  let frame: Json;
  try {
    frame = parseJson(text);
  } catch {
    return failed('INVALID_JSON', 'the frame is no JSON');
  }
  const { type, data } = isJsonObject(frame) ? frame : ({} as JsonObject);
  const { table } = held;
  try {
    switch (type) {
      case 'reset':
        return observation(await table.reset(isJsonObject(data) ? data : {}));
      case 'step':
        return observation(await table.step(data));
      case 'state':
        return { type: 'state', data: table.state() };
      case 'mcp':
        return { type: 'mcp', data: await answerRpc(data, held) };
      case 'close':
        table.leave();
        socket.close(1000);
        return undefined;
      default:
        return failed('UNKNOWN_TYPE', `there is no message ${JSON.stringify(type ?? null).slice(0, 60)}`);
    }
  } catch (error) {
    if (error instanceof TableRefusal) return failed(error.code, error.message);
    const { status, body } = errorAnswer(error, { id: '', bodyLimit: 0 });
    if (status >= 500) table.seat?.failed(error);
    return failed(status === 400 || status === 404 ? 'VALIDATION_ERROR' : 'EXECUTION_ERROR', body.error.message);
  }
}

function observation({ observation: seen, reward, done, metadata }: Observed): JsonObject {
  return { type: 'observation', data: { observation: seen, reward, done, metadata } };
}

export function failed(code: string, message: string, more: JsonObject = {}): JsonObject {
  return { type: 'error', data: { message, code, ...more } };
}
