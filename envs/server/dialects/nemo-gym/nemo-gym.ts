// NeMo Gym's protocol, at the root of the server: simple and typed sessions, the gymnasium routes, verdicts and whole
// episodes.
import type { FastifyInstance } from 'fastify';
import { isJsonObject, numberOf, type Json } from '../../../values/json.ts';
import { HttpError } from '../../http-errors.ts';
import { bodyOf, guardFace, LARGE_BODY, OPEN_PAGE, toldError, type Face, type FaceContext } from '../face.ts';
import { cookieOf, setCookie } from './cookie.ts';
import { gymnasiumRoutes } from './gymnasium.ts';
import { runRoutes } from './run.ts';
import { sessionRoutes } from './sessions.ts';

export const nemoGym: Face = {
  name: 'nemo',
  about: 'NeMo Gym resources server at the root; verifiers and axolotl through it',
  plug(app, context) {
    guardFace(app, context);
    app.setErrorHandler((error, request, reply) => {
      const { status, retryAfter, body } = toldError(error, request, context);
      const id = cookieOf(request);
      if (id !== undefined) {
        setCookie(reply, id);
        if (status >= 500) remember(id, error, context);
      }
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      if (body.error.code === 'NO_SEAT') return reply.status(409).send({ error: 'no session: seed one first' });
      return reply.status(status).send({ error: body.error.message, code: body.error.code });
    });
    gymnasiumRoutes(app, context);
    runRoutes(app, context);
    restRoutes(app, context);
    sessionRoutes(app, context);
  },
};

/**
 * Notes that a request failed, for the verdict. The model sees the error as an answer and goes on, but a reward would
 * be wrong after a fault of the server.
 */
function remember(id: string, error: unknown, { seats }: FaceContext): void {
  try {
    seats.at(id, 'nemo').failed(error);
  } catch {
    // the session is already closed, so its verdict cannot change any more
  }
}

function restRoutes(app: FastifyInstance, { gym }: FaceContext): void {
  app.post('/aggregate_metrics', { schema: { hide: true }, bodyLimit: LARGE_BODY }, (request) => {
    const given = bodyOf(request)['verify_responses'];
    const rewards = (Array.isArray(given) ? (given as readonly Json[]) : [])
      .filter(isJsonObject)
      .filter(({ mask_sample: masked }) => masked !== true)
      .map(({ reward }) => numberOf(reward))
      .filter((reward) => reward !== undefined);
    // if there are no rewards, the mean is left out, because a mean of 0 would look measured
    const mean =
      rewards.length === 0 ? {} : { 'mean/reward': rewards.reduce((sum, each) => sum + each, 0) / rewards.length };
    return { agent_metrics: mean, key_metrics: mean, group_level_metrics: [] };
  });
  app.get('/reverify_mode', { schema: { hide: true } }, () => 'unsupported');
  app.get('/livez', OPEN_PAGE, () => ({ status: 'ok' }));
  app.get('/readyz', OPEN_PAGE, () => {
    if (gym.stopping()) throw new HttpError('STOPPING');
    return { status: 'ok' };
  });
}
