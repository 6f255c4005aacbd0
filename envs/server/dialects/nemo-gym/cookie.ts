// The cookie that names a client's session. NeMo Gym's clients drop all their cookies after each answer, so every
// answer sets this cookie again.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorAnswer } from '../../http-errors.ts';
import type { Seat } from '../../seat/seat.ts';
import { seatId } from '../../seat/seats.ts';
import type { FaceContext } from '../face.ts';

const NAME = 'callgym';

export function cookieOf({ headers }: FastifyRequest): string | undefined {
  return /(?:^|;\s*)callgym=([\w~-]{1,200})/.exec(headers.cookie ?? '')?.[1];
}

export function setCookie(reply: FastifyReply, id: string): void {
  void reply.header('set-cookie', `${NAME}=${id}; Path=/`);
}

/**
 * Returns the seat (the client's place at a session) that the cookie names. Returns undefined if there is no cookie or
 * the session has ended.
 */
export function seatOfCookie(request: FastifyRequest, reply: FastifyReply, { seats }: FaceContext): Seat | undefined {
  const id = cookieOf(request);
  if (id === undefined) return undefined;
  setCookie(reply, id);
  try {
    return seats.at(id, 'nemo');
  } catch (error) {
    if (errorAnswer(error, { id: '', bodyLimit: 0 }).status >= 500) throw error;
    return undefined;
  }
}

export function sit(reply: FastifyReply, seat: Seat): Seat {
  setCookie(reply, seatId(seat));
  return seat;
}
