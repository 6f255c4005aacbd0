// Holds the answers of a server back until an event: in a cluster, until Redis holds everything that they tell.
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface Answers {
  /** A request is about to be handled. */
  began(request: FastifyRequest): void;
  /** The event that its answer waits for; undefined when nothing is under way. */
  ready(request: FastifyRequest): Promise<void> | undefined;
}

/** Lets an answer go only after an event; when the event fails, its error is the answer. */
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
