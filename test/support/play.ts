// Opens one session of an environment for a test. The test can call tools in it and read answers and differences.
import type { Environment } from '../../envs/values/environment.ts';
import type { Diff } from '../../envs/values/diff.ts';
import type { Json } from '../../envs/values/json.ts';
import type { Audience } from '../../envs/values/tool-schema.ts';
import { SessionStore, type CallAnswer } from '../../envs/session/session-store.ts';
import type { Session, Setup } from '../../envs/session/session.ts';
import { World, type WorldOptions } from '../../envs/world/world.ts';

export interface Play {
  readonly world: World;
  readonly store: SessionStore;
  readonly session: Session;
  call(name: string, args: Json, by?: Audience): CallAnswer;
  diff(): Diff;
  hash(): string;
}

export function play(
  environment: Environment | World,
  options: WorldOptions & { seed?: number; setup?: Setup } = {},
): Play {
  const world = environment instanceof World ? environment : new World(environment, options);
  const store = new SessionStore();
  const session = store.create({
    id: 's',
    world,
    seed: options.seed ?? 1,
    ...(options.setup === undefined ? {} : { setup: options.setup }),
  });
  return {
    world,
    store,
    session,
    call: (name, args, by = 'agent') => store.call(session, { by, name, arguments: args }),
    diff: () => store.diff(session),
    hash: () => store.fullHash(session),
  };
}
