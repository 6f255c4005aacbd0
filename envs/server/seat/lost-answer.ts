// Detects that an answer has not reached its client. An answer that was handed to the operating system may still be
// lost when the client has closed its connection. Such a connection is then reset. A client that has read its answer
// closes the connection properly or sends another request on it.
import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

interface Answered {
  /** The bytes received on the connection when the answer was sent. A later byte shows that the client lives. */
  readonly read: number;
  readonly lost: () => void;
}

/** The last answer on each connection. */
const answered = new WeakMap<Socket, Answered>();

export function whenLost({ raw }: FastifyReply, lost: () => void): void {
  let written = false;
  raw.once('finish', () => {
    written = true;
  });
  raw.once('close', () => {
    if (!written) lost();
  });
  const { socket } = raw;
  if (!(socket instanceof Socket)) return;
  if (!answered.has(socket)) watch(socket);
  answered.set(socket, { read: socket.bytesRead, lost });
}

function watch(socket: Socket): void {
  const tell = (): void => {
    const last = answered.get(socket);
    if (last !== undefined && socket.bytesRead === last.read) last.lost();
  };
  // A reset connection has no peer, so its remote port is undefined. Node remembers the client's address and port when
  // they are first read, so no route may read them before, except a route that closes its connection (/metrics).
  socket.once('end', () => {
    if (!socket.destroyed && socket.remotePort === undefined) tell();
  });
  socket.once('close', (failed: boolean) => {
    if (failed) tell();
  });
}
