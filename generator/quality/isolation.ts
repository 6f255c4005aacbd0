// Checks that sessions do not affect one another: two tasks whose calls alternate must each end as if played alone.
import { SessionStore } from '../../envs/session/session-store.ts';
import { sha256 } from '../../envs/values/hash.ts';
import { canonicalJson, type Json } from '../../envs/values/json.ts';
import type { QualityCheck } from '../../envs/values/quality.ts';
import type { Task } from '../../envs/values/task.ts';
import { setupOf } from '../../envs/verification/judge.ts';
import type { World } from '../../envs/world/world.ts';
import type { QualitySubject } from './quality-subject.ts';

/**
 * Plays every task alone, and with its calls alternating with those of another task. `make` makes the store; a test
 * passes a store with a fault.
 */
export function isolation(
  { world, tasks }: Pick<QualitySubject, 'world' | 'tasks'>,
  make: () => SessionStore = () => new SessionStore(),
): QualityCheck {
  const alone = tasks.map((task) => playTogether(make(), world, [task])[0]);
  const mixed: string[] = [];
  let pairs = 0;
  tasks.forEach((task, at) => {
    const other = (at + 1) % tasks.length;
    const partner = tasks[other];
    if (partner === undefined || other === at) return;
    pairs += 1;
    const [first, second] = playTogether(make(), world, [task, partner]);
    if (first !== alone[at] || second !== alone[other]) mixed.push(`${task.id} beside ${partner.id}`);
  });
  return {
    id: 'isolation',
    pass: pairs === 0 ? null : mixed.length === 0,
    figure: { pairs, mixed },
    says:
      pairs === 0
        ? 'needs two tasks'
        : `${pairs - mixed.length} of ${pairs} pairs of sessions, played in turn, end as each does alone; all must`,
  };
}

/**
 * Makes the first call of every session, then the second of every session, and so on. Returns one digest of log and
 * rows for each session.
 */
function playTogether(store: SessionStore, world: World, tasks: readonly Task[]): string[] {
  const sessions = tasks.map((task, at) =>
    store.create({ id: `session ${at}`, world, seed: task.session_seed, setup: setupOf(task) }),
  );
  const longest = Math.max(...tasks.map(({ gold }) => gold.calls.length));
  for (let step = 0; step < longest; step += 1)
    tasks.forEach(({ gold }, at) => {
      const call = gold.calls[step];
      const session = sessions[at];
      if (call === undefined || session === undefined) return;
      store.call(session, { by: call.by, name: call.name, arguments: call.arguments as Json });
    });
  return sessions.map((session) => {
    const text = canonicalJson({ log: store.log(session), diff: store.diff(session) });
    store.close(session);
    return sha256(text);
  });
}
