// Holds answers back until an event. A server of a cluster uses this to wait until Redis holds everything that an
// answer tells.
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface Answers {
  /** Called before a request is handled. */
  began(request: FastifyRequest): void;
  /** Returns the event that the request's answer must wait for; undefined when it need not wait. */
  ready(request: FastifyRequest): Promise<void> | undefined;
}

/** Sends each answer only after its event. When the event fails, the client gets that error instead. */
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
