// The control plane: the routes for training code, about environments, tasks, and all data of sessions that an agent
// must not see. Every request to these routes must carry the server's control token.
import { credentialOf } from '../credentials.ts';
import { HttpError } from '../http-errors.ts';
import type { ServerPlugin } from '../plugin.ts';
import { environmentRoutes } from './environment-routes.ts';
import { sessionRoutes } from './session-routes.ts';

export const controlPlane: ServerPlugin = (app, context) => {
  const { capabilities, sessions } = context;
  app.addHook('onRequest', (request, _reply, done) => {
    const token = credentialOf(request.headers);
    if (token !== undefined && capabilities.isControl(token)) return done();
    const opened = token === undefined ? undefined : sessions.opens(token);
    if (opened === undefined) return done(new HttpError('UNAUTHENTICATED'));
    sessions.trespass(opened.id, opened.plane, `${request.method} ${request.url}`);
    return done(new HttpError('FORBIDDEN', { what: 'this needs the control token' }));
  });
  environmentRoutes(app, context);
  sessionRoutes(app, context);
};
