// Checks that the token of an agent or a user opens no route of the control plane (the routes for training code), not
// even for that player's own session.
import type { QualityCheck } from '../../envs/values/quality.ts';
import { GymUnavailable } from '../http/gym-client.ts';
import type { PlayedSubject } from './played-subject.ts';

type Method = 'GET' | 'POST' | 'DELETE';

const CONTROL: readonly [Method, string][] = [
  ['GET', '/sessions/:id'],
  ['GET', '/sessions/:id/log'],
  ['GET', '/sessions/:id/state'],
  ['GET', '/sessions/:id/diff'],
  ['POST', '/sessions/:id/verdict'],
  ['POST', '/sessions/:id/reset'],
  ['POST', '/sessions/:id/rewind'],
  ['POST', '/sessions/:id/fork'],
  ['GET', '/environments/:name/tasks'],
  ['POST', '/sessions'],
  ['DELETE', '/sessions/:id'],
];
const REFUSED = new Set([401, 403, 404]);

export async function planes({ gym, world, tasks }: PlayedSubject): Promise<QualityCheck> {
  const [task] = tasks;
  if (task === undefined) return { id: 'planes', pass: null, figure: {}, says: 'needs a task' };
  const { client } = gym;
  const { name } = world.environment;
  const session = await client.begin({ environment: world.hash, task: task.id, trialSeed: 1 });
  const open: string[] = [];
  try {
    for (const side of ['agent', 'user'] as const)
      for (const [method, path] of CONTROL) {
        const at = path.replace(':id', session.id).replace(':name', encodeURIComponent(name));
        const status = await statusOf(method, at, session.tokens[side]);
        if (!REFUSED.has(status)) open.push(`${side}: ${method} ${path}: ${status}`);
      }
  } finally {
    await session.close().catch(() => undefined);
  }
  return {
    id: 'planes',
    pass: open.length === 0,
    figure: { tried: CONTROL.length * 2, open },
    says: `${CONTROL.length * 2 - open.length} of ${CONTROL.length * 2} control routes refuse a token of the session's sides; all must`,
  };

  async function statusOf(method: Method, path: string, token: string): Promise<number> {
    try {
      await client.ask(method, path, method === 'POST' ? { step: 0, environment: name } : undefined, { token });
      return 200;
    } catch (error) {
      if (error instanceof GymUnavailable) return error.status;
      throw error;
    }
  }
}
