// Plays the episodes of a run, many at the same time, and stores each episode when it ends. Stored episodes are not
// played again.
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import type { GymClient } from '../http/gym-client.ts';
import type { Outcome } from './outcome.ts';
import { playOver, type EpisodeJob, type PlayJob, type PlaySetting } from './play-job.ts';
import type { RunFolder } from './run-folder.ts';

export interface JobsSetting {
  readonly environments: readonly { readonly world: World; readonly tasks: readonly Task[] }[];
  readonly trials: number;
  readonly concurrency: number;
  /**
   * Returns the name of a budget that is used up, or undefined if none is. Once a name was returned, no further episode
   * begins.
   */
  readonly spent?: (soFar: {
    readonly tokens: number;
    readonly prompt: number;
    readonly completion: number;
  }) => string | undefined;
  readonly tell?: (outcome: Outcome) => void;
}

export function jobsOf({ environments, trials }: Pick<JobsSetting, 'environments' | 'trials'>): EpisodeJob[] {
  return environments.flatMap(({ world, tasks }) =>
    tasks.flatMap((task) =>
      Array.from({ length: trials }, (_each, trial) => ({
        id: `${world.environment.name}/${task.id}/${trial}`,
        world,
        task,
        trial,
      })),
    ),
  );
}

export type RunSetting = JobsSetting & PlaySetting;

/** Plays the episodes on the sessions of a server; otherwise like runJobs. */
export async function runEpisodes(
  client: GymClient,
  folder: RunFolder,
  setting: RunSetting,
): Promise<string | undefined> {
  return await runJobs(playOver(client, setting), folder, setting);
}

/**
 * Plays the episodes that the folder does not have yet. Returns the name of the budget that ended the run, or undefined
 * if all episodes were played. Throws if an error would make every further episode fail.
 */
export async function runJobs(play: PlayJob, folder: RunFolder, setting: JobsSetting): Promise<string | undefined> {
  const jobs = jobsOf(setting).filter(({ id }) => !folder.has(id));
  let at = 0;
  let stopped: string | undefined;
  let failure: unknown;
  const tokens = { prompt: 0, completion: 0 };
  for (const { tokens: used } of folder.outcomes()) {
    tokens.prompt += used.prompt;
    tokens.completion += used.completion;
  }
  const worker = async (): Promise<void> => {
    while (at < jobs.length && stopped === undefined && failure === undefined) {
      stopped = setting.spent?.({ ...tokens, tokens: tokens.prompt + tokens.completion });
      if (stopped !== undefined) return;
      const job = jobs[at++] as EpisodeJob;
      try {
        const { episode, seconds } = await play(job);
        const outcome = folder.add(episode, seconds);
        tokens.prompt += outcome.tokens.prompt;
        tokens.completion += outcome.tokens.completion;
        setting.tell?.(outcome);
      } catch (error) {
        failure = error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(setting.concurrency, jobs.length) }, worker));
  if (failure !== undefined) throw failure;
  return stopped;
}
