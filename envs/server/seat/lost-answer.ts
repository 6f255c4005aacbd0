// Detects that an answer was lost on its way to the client. An answer that the operating system has accepted may still
// be lost if the client has closed its connection; the connection is then reset. A client that did read its answer
// closes the connection properly or sends another request.
import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

interface Answered {
  /**
   * The number of bytes received on the connection when the answer was sent. A further byte shows that the client is
   * alive.
   */
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
  // a reset connection has no peer, so its remote port is undefined; Node remembers address and port when they are
  // first read, so only a route that closes its connection (/metrics) may read them earlier
  socket.once('end', () => {
    if (!socket.destroyed && socket.remotePort === undefined) tell();
  });
  socket.once('close', (failed: boolean) => {
    if (failed) tell();
  });
}
