// The work of the processes of `run --jobs N`: plays episodes, on a server inside the process or on the server that the
// user names. Each process parses the same command line as the command.
import { playOver, type EpisodeJob, type PlayedJob } from '../../agents/runs/play-job.ts';
import { badInput } from '../../envs/errors/gym-error.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import { Output } from '../output.ts';
import { gymOf } from '../run-gym.ts';
import { openRun } from '../run-setting.ts';
import type { Job } from './job.ts';

export interface RunJobSetup {
  readonly args: readonly string[];
  readonly options: JsonObject;
}

export interface RunItem {
  readonly id: string;
  readonly environment: string;
  readonly task: string;
  readonly trial: number;
}

export type RunJob = Job<RunJobSetup, RunItem, PlayedJob>;

export const runJob: RunJob = {
  async open({ args, options }) {
    const opened = await openRun({
      args,
      options: options as Record<string, string | boolean | undefined>,
      output: new Output(true),
    });
    const gym = await gymOf(options['server'] as string | undefined, opened.played, opened.traces);
    const play = playOver(gym.client, opened.setting);
    const jobOf = ({ id, environment, task: wanted, trial }: RunItem): EpisodeJob => {
      const played = opened.played.find(({ world }) => world.hash === environment);
      const task = played?.tasks.find((each) => each.id === wanted);
      if (played === undefined || task === undefined)
        throw badInput({ path: id, what: 'has changed while the run went on', mend: 'run again' });
      return { id, world: played.world, task, trial };
    };
    return {
      do: (item) => play(jobOf(item)),
      async close() {
        await gym.close();
        await opened.close();
      },
    };
  },
};
