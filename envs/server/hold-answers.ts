// Holds answers back until an event. A server in a cluster uses this to send an answer only after Redis has stored all
// that the answer reports.
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface Answers {
  began(request: FastifyRequest): void;
  /** Returns the event that the request's answer must wait for, or undefined if it need not wait. */
  ready(request: FastifyRequest): Promise<void> | undefined;
}

/** Sends each answer only after its event. If the event fails, the client gets the error of the event instead. */
export function holdAnswers(app: FastifyInstance, { began, ready }: Answers): void {
  app.addHook('preHandler', (request, _reply, done) => {
    began(request);
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    const event = ready(request);
    if (event === undefined) done(null, payload);
    else
      event.then(
        () => done(null, payload),
        (error: Error) => done(error),
      );
  });
}
