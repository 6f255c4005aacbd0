// The routes for one side (agent or user) of one session: its prompt, its tools, its calls and its conversation.
import type { ServerPlugin } from '../plugin.ts';
import { enter } from './agent-acting.ts';
import { agentCalls } from './agent-calls.ts';
import { agentTalk } from './agent-talk.ts';
import { agentView } from './agent-view.ts';

export const agentPlane: ServerPlugin = (app, context) => {
  app.decorateRequest('acting', null);
  app.addHook('onRequest', (request, _reply, done) => {
    try {
      request.acting = enter(request, context);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  agentView(app);
  agentCalls(app, context);
  agentTalk(app, context);
};
