// A gym server in this process on a free port. Runs use it over real sockets, as they use a remote server.
import { GymServer } from '../../envs/server/server.ts';
import type { Tracing } from '../../envs/server/trace-requests.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import { GymClient } from './gym-client.ts';

export interface Gym {
  readonly client: GymClient;
  close(): Promise<void>;
}

export async function openLocalGym(
  played: readonly { readonly dir: string; readonly world: World; readonly tasks: readonly Task[] }[],
  tracing?: Tracing,
): Promise<Gym> {
  const server = await GymServer.make({
    environments: played.map(({ dir }) => dir),
    tasks: new Map(played.map(({ world, tasks }) => [world.environment.name, tasks])),
    ...(tracing === undefined ? {} : { tracing }),
  });
  const client = new GymClient(await server.listen(0, '127.0.0.1'), server.token);
  return {
    client,
    close: async () => {
      client.close();
      await server.stop();
    },
  };
}
