// Tells when an answer has not reached its client. An answer that was handed to the operating system may still be lost,
// when the client had closed its line before. The line is then reset, while a client that has read its answer closes
// the line properly or sends another request on it.
import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

interface Answered {
  /** The bytes that had come on the line by then; any further byte shows that the client goes on. */
  readonly read: number;
  readonly lost: () => void;
}

/** The last answer on each line. */
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
  // a line that was reset has no other end; this must not be the first time that it is asked for
  socket.once('end', () => {
    if (!socket.destroyed && socket.remotePort === undefined) tell();
  });
  socket.once('close', (failed: boolean) => {
    if (failed) tell();
  });
}
