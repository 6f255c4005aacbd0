// Puts the episodes of a run into a queue. Processes of `callgym worker` play the episodes.
import { playInQueue } from '../agents/queue/play-in-queue.ts';
import { QueueDoor, type RunCard } from '../agents/queue/queue-door.ts';
import type { PlayJob } from '../agents/runs/play-job.ts';
import { badInput } from '../envs/errors/gym-error.ts';
import { readEnvironmentFiles } from '../envs/folder/environment-files.ts';
import { asJson, type JsonObject } from '../envs/values/json.ts';
import type { Invocation } from './command.ts';
import { numberOption, requiredOption, wholeOption } from './options.ts';
import type { OpenedRun } from './run-setting.ts';

export interface QueuedRun {
  readonly play: PlayJob;
  close(): Promise<void>;
}

/**
 * The largest number of episodes that one run keeps in the queue: enough to keep many workers busy, and few enough to
 * be removed quickly.
 */
export const QUEUE_WINDOW = 2_000;
const MOST_PRIORITY = 2_000_000;
/**
 * Matches players that a worker on another machine cannot play, because they need this terminal or a file of this
 * machine.
 */
const LOCAL = /^(?:human|replay)(?:$|:)/;

export async function playQueued(
  url: string,
  options: Invocation['options'],
  opened: OpenedRun,
  head: JsonObject,
): Promise<QueuedRun> {
  const agent = requiredOption(options, 'agent', 'for example --agent oracle');
  for (const other of ['server', 'jobs'])
    if (options[other] !== undefined)
      throw badInput({ path: '--queue', what: 'workers play the episodes', mend: `leave --${other} out` });
  if (LOCAL.test(agent))
    throw badInput({ path: `--agent ${agent}`, what: 'plays on this machine only', mend: 'leave --queue out' });
  const priority = wholeOption(options, 'priority', 0, MOST_PRIORITY) ?? 0;
  const door = await QueueDoor.open(url);
  try {
    for (const { dir, world } of opened.played) await door.putEnvironment(world.hash, () => readEnvironmentFiles(dir));
    const tasks = Object.fromEntries(
      opened.played.map(({ world, tasks: each }) => [world.hash, each.map(({ id }) => id)]),
    );
    const queued = await playInQueue(door, { ...head, tasks: asJson(tasks) }, cardOf(options, opened), { priority });
    return {
      play: queued.play,
      async close() {
        await queued.close();
        await door.close();
      },
    };
  } catch (error) {
    await door.close();
    throw error;
  }
}

function cardOf(options: Invocation['options'], { setting, played, system }: OpenedRun): RunCard {
  const temperature = numberOption(options, 'temperature', 0, 10);
  const maxTokens = wholeOption(options, 'max-tokens', 1);
  const model: JsonObject = {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  };
  const { seed, limits, greeting } = setting;
  return {
    agent: String(options['agent']),
    user: String(options['user']),
    agentOptions: { ...model, ...baseUrlOf(options['agent-base-url']) },
    userOptions: { ...model, ...baseUrlOf(options['user-base-url']) },
    seed,
    limits,
    ...(greeting === undefined ? {} : { greeting }),
    ...(system === undefined ? {} : { system }),
    environments: played.map(({ world, tasks }) => ({
      hash: world.hash,
      name: world.environment.name,
      tasks: tasks.map((task) => `${JSON.stringify(task)}\n`).join(''),
    })),
  };
}

function baseUrlOf(value: string | boolean | undefined): JsonObject {
  return typeof value === 'string' ? { baseUrl: value } : {};
}
