// Starts the simulated user of a session; the user then says its first words.
import type { Task } from '../values/task.ts';
import type { ServedSession } from './served-session.ts';
import type { GymContext } from './plugin.ts';

export async function seatUser(served: ServedSession, task: Task, user: string, context: GymContext): Promise<void> {
  served.live = await context.liveUsers?.open(user, {
    world: served.session.world,
    task,
    trialSeed: served.trialSeed,
    call: (name, args) => context.sessions.call(served, { by: 'user', name, arguments: args }),
    changes: () => context.store.diff(served.session),
  });
}
