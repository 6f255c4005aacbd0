// The session cookie. NeMo Gym's clients replace their jar with each answer, so every answer sets it.
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

/** The seat of the request's cookie; undefined when there is no cookie or the seat is gone. */
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
