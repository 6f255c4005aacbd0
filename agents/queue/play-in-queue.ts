// Lets the workers of a queue play the episodes of a run. The run folder gets the same bytes as a local run, because an
// episode depends only on its seeds, and the folder sorts the episodes.
import { createHash } from 'node:crypto';
import type { QueueEvents } from 'bullmq';
import { canonicalJson, checkedAs, parseJson, type JsonObject } from '../../envs/values/json.ts';
import type { Episode } from '../../envs/values/episode.ts';
import { PlayerFailure } from '../episodes/players.ts';
import type { EpisodeJob, PlayedJob, PlayJob } from '../runs/play-job.ts';
import type { EpisodeQueue, QueueDoor, QueuedResult, RunCard } from './queue-door.ts';

export interface QueuePlay {
  readonly play: PlayJob;
  /** Stops waiting, and removes from the queue the episodes that no worker has begun. */
  close(): Promise<void>;
}

export interface QueuePlayOptions {
  /** Runs with a smaller number are played first. The smallest number is 0. */
  readonly priority?: number;
  /** The number of attempts to play an episode if its infrastructure fails. */
  readonly attempts?: number;
}

const USUAL_ATTEMPTS = 3;
/** Milliseconds between two searches for jobs that have ended, in case an event was lost. */
const LOOK_MS = 3_000;
const LOOKED_AT_ONCE = 100;
const BACKOFF_MS = 500;

interface Awaited {
  readonly resolve: (played: PlayedJob) => void;
  readonly reject: (error: Error) => void;
}

/** Plays the run. `head` identifies the run: a later command with the same head continues the same jobs. */
export async function playInQueue(
  door: QueueDoor,
  head: JsonObject,
  card: RunCard,
  { priority = 0, attempts = USUAL_ATTEMPTS }: QueuePlayOptions = {},
): Promise<QueuePlay> {
  const run = createHash('sha256').update(canonicalJson(head)).digest('hex').slice(0, 24);
  await door.putCard(run, card);
  const queue = await door.queue();
  const events = await door.events();
  const awaited = new Map<string, Awaited>();
  listen(events, queue, awaited);
  let from = 0;
  const looking = setInterval(() => {
    const ids = [...awaited.keys()];
    from = from >= ids.length ? 0 : from;
    for (const id of ids.slice(from, from + LOOKED_AT_ONCE)) void look(queue, id, awaited);
    from += LOOKED_AT_ONCE;
  }, LOOK_MS);
  return {
    play: async (job) => {
      const id = jobId(run, job);
      const { world, task, trial } = job;
      const played = new Promise<PlayedJob>((resolve, reject) => {
        awaited.set(id, { resolve, reject });
      });
      await queue.add(
        'episode',
        { run, environment: world.hash, task: task.id, trial },
        {
          jobId: id,
          priority,
          attempts,
          backoff: { type: 'exponential', delay: BACKOFF_MS },
          removeOnFail: { age: 3_600 },
          removeOnComplete: { age: 86_400 },
        },
      );
      // a job that ended before this process started sends no event, so its result is looked up once here
      await look(queue, id, awaited);
      return await played;
    },
    async close() {
      clearInterval(looking);
      for (const id of awaited.keys()) await queue.remove(id).catch(() => undefined);
      awaited.clear();
    },
  };
}

function jobId(run: string, { id }: EpisodeJob): string {
  return `${run}-${createHash('sha256').update(id).digest('hex').slice(0, 24)}`;
}

function listen(events: QueueEvents, queue: EpisodeQueue, awaited: Map<string, Awaited>): void {
  events.on('completed', ({ jobId: id }) => void look(queue, id, awaited));
  events.on('failed', ({ jobId: id }) => void look(queue, id, awaited));
}

/** If the job has ended, settles the promise that waits for its episode. */
async function look(queue: EpisodeQueue, id: string, awaited: Map<string, Awaited>): Promise<void> {
  if (!awaited.has(id)) return;
  const job = await queue.getJob(id).catch(() => undefined);
  const wait = awaited.get(id);
  if (job?.finishedOn === undefined || wait === undefined) return;
  awaited.delete(id);
  const result = job.returnvalue as QueuedResult | null;
  if (result === null) wait.reject(new PlayerFailure('agent_error', job.failedReason ?? 'a worker failed', true));
  else wait.resolve({ episode: checkedAs<Episode>(parseJson(result.line)), seconds: result.seconds });
  await job.remove().catch(() => undefined);
}
