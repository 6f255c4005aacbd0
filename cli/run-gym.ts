// Opens the server that a run uses: a server that the user names, or a server in this process.
import { GymClient, GymUnavailable } from '../agents/http/gym-client.ts';
import { openLocalGym, type Gym } from '../agents/http/local-gym.ts';
import { badInput } from '../envs/errors/gym-error.ts';
import type { Tracing } from '../envs/server/trace-requests.ts';
import { asJson, canonicalJson, plainJson } from '../envs/values/json.ts';
import type { Task } from '../envs/values/task.ts';
import type { World } from '../envs/world/world.ts';
import type { Invocation } from './command.ts';

export interface Played {
  readonly dir: string;
  readonly world: World;
  readonly tasks: readonly Task[];
}

/**
 * If a server is named, checks that it serves the same environments and tasks, and returns a client for it. Otherwise
 * starts a server in this process on a free port.
 */
export async function gymOf(
  url: Invocation['options'][string],
  played: readonly Played[],
  tracing?: Tracing,
): Promise<Gym> {
  if (typeof url !== 'string') return openLocalGym(played, tracing);
  if (!URL.canParse(url))
    throw badInput({ path: '--server', what: `${url} is no URL`, mend: 'for example http://127.0.0.1:8080' });
  const token = process.env['CALLGYM_TOKEN'];
  if (token === undefined)
    throw badInput({ path: 'CALLGYM_TOKEN', what: 'is not set', mend: "it is the server's control token" });
  const client = new GymClient(url, token);
  try {
    for (const { world, tasks } of played) {
      const { name } = world.environment;
      const there = await client.environment(name);
      if (there.hash !== world.hash)
        throw badInput({
          path: `--server ${url}`,
          what: `serves another ${name}: ${there.hash.slice(0, 12)}, here it is ${world.hash.slice(0, 12)}`,
        });
      const known = new Map((await client.tasks(name)).map((task) => [String(task['id']), task]));
      for (const task of tasks) {
        const other = known.get(task.id);
        if (other === undefined || canonicalJson(plainJson(other)) !== canonicalJson(plainJson(asJson(task))))
          throw badInput({
            path: `--server ${url}`,
            what: `${other === undefined ? 'has no' : 'has another'} task ${task.id} of ${name}`,
            mend: 'start it on the same tasks.jsonl',
          });
      }
    }
  } catch (error) {
    client.close();
    if (
      error instanceof GymUnavailable ||
      ((error as NodeJS.ErrnoException).code !== undefined && !('fields' in (error as object)))
    )
      throw badInput({ path: `--server ${url}`, what: (error as Error).message });
    throw error;
  }
  return { client, close: async () => client.close() };
}
