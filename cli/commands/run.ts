// callgym run: agents and users play the tasks of environments over HTTP. callgym judges and stores every episode.
import { AGENTS } from '../../agents/agents/agent-list.ts';
import { DEFAULT_EPISODE_LIMITS } from '../../agents/episodes/play-episode.ts';
import { PlayerFailure } from '../../agents/episodes/players.ts';
import { figuresOf, type Prices } from '../../agents/runs/figures.ts';
import { playOver, unplayedEpisode, type PlayJob } from '../../agents/runs/play-job.ts';
import { jobsOf, runJobs } from '../../agents/runs/run-episodes.ts';
import { RunFolder } from '../../agents/runs/run-folder.ts';
import { USERS } from '../../agents/users/user-list.ts';
import { badInput } from '../../envs/errors/gym-error.ts';
import { asJson, type JsonObject } from '../../envs/values/json.ts';
import { ALARM_WORDS } from '../../envs/words/alarm-words.ts';
import type { Command, Invocation } from '../command.ts';
import { JobPool } from '../jobs/job-pool.ts';
import type { RunJobSetup } from '../jobs/run-job.ts';
import { TRACES_OPTION } from '../open-traces.ts';
import { countOfCores, requiredOption } from '../options.ts';
import type { Output } from '../output.ts';
import { Progress } from '../progress.ts';
import { budgetOf, pricesOf } from '../run-budget.ts';
import { playQueued, QUEUE_WINDOW } from '../run-queue.ts';
import { gymOf } from '../run-gym.ts';
import { openRun, USUAL_CONCURRENCY, type OpenedRun } from '../run-setting.ts';
import { readVersion } from '../version.ts';
import { counted } from '../output.ts';

export const runCommand: Command = {
  name: 'run',
  usage: 'run ENV… --agent A --user U --out RUN',
  about:
    'Plays episodes over HTTP, judges and keeps them. The same command again goes on where it stopped; the same seed gives the same episodes.',
  args: { least: 1 },
  options: {
    agent: { type: 'string', value: 'A', about: AGENTS.map(({ name }) => name).join(', ') },
    user: {
      type: 'string',
      value: 'U',
      about: `${USERS.map(({ name }) => name).join(', ')}, none (the agent works alone)`,
    },
    out: { type: 'string', value: 'RUN', about: 'the run folder' },
    trials: { type: 'string', value: 'K', about: 'episodes of each task; 1' },
    concurrency: { type: 'string', value: 'N', about: `episodes at once; ${USUAL_CONCURRENCY}` },
    tasks: { type: 'string', value: 'IDS', about: 'only these tasks (a,b), or those of a .jsonl file' },
    jobs: { type: 'string', value: 'N|auto', about: 'processes that play; 1. The run is the same with any number' },
    server: {
      type: 'string',
      value: 'URL',
      about: 'a server that runs, with CALLGYM_TOKEN; otherwise one in this process',
    },
    queue: {
      type: 'string',
      value: 'URL',
      about: 'redis://… where workers take the episodes (callgym worker), instead of playing them here',
    },
    priority: { type: 'string', value: 'N', about: 'of these episodes in the queue: smaller comes first; 0' },
    'agent-base-url': { type: 'string', value: 'URL', about: 'of the agent model; OPENAI_BASE_URL' },
    'user-base-url': { type: 'string', value: 'URL', about: 'of the user model; OPENAI_BASE_URL' },
    system: { type: 'string', value: 'FILE', about: "the agent's instructions; {policy} stands for the environment's" },
    greet: { type: 'boolean', about: 'the agent opens with a greeting' },
    temperature: { type: 'string', value: 'T', about: 'of models' },
    'max-turns': { type: 'string', value: 'N', about: `moves of the agent; ${DEFAULT_EPISODE_LIMITS.turns}` },
    'max-errors': { type: 'string', value: 'N', about: `refused calls of the agent; ${DEFAULT_EPISODE_LIMITS.errors}` },
    'max-tokens': { type: 'string', value: 'N', about: 'of one reply of the agent model' },
    'budget-tokens': { type: 'string', value: 'N', about: 'begin no more episodes after so many tokens' },
    'budget-minutes': { type: 'string', value: 'N', about: 'or after so many minutes' },
    'budget-cost': { type: 'string', value: 'X', about: 'or after so much money; needs --price' },
    price: { type: 'string', value: 'IN,OUT', about: 'money for a million prompt and completion tokens' },
    seed: { type: 'string', value: 'N', about: 'default 1' },
    ...TRACES_OPTION,
  },
  examples: [
    'callgym run fixtures/environments/order-desk --agent oracle --user scripted --out out/run',
    'callgym run my-env --agent openai:my-model --agent-base-url http://127.0.0.1:8000/v1 --user scripted --trials 4 --out out/run',
  ],
  async run({ args, options, output }) {
    const dir = requiredOption(options, 'out', 'name a folder for the run');
    const jobs = countOfCores(options, 'jobs') ?? 1;
    if (jobs > 1 && options['agent'] === 'human')
      throw badInput({ path: '--jobs', what: 'is more than 1', mend: 'a person plays in one process' });
    const prices = pricesOf(options);
    const spent = budgetOf(options, prices, output);
    const opened = await openRun({ args, options, output });
    const { setting, played, trials, concurrency } = opened;
    const head: JsonObject = {
      callgym: readVersion(),
      agent: setting.agent.about,
      user: setting.user?.about ?? { kind: 'none' },
      trials,
      seed: setting.seed,
      limits: asJson(setting.limits),
      greeting: setting.greeting ?? null,
      system: opened.system ?? null,
    };
    const queue = options['queue'];
    const playing =
      typeof queue === 'string'
        ? await playQueued(queue, options, opened, head)
        : jobs === 1
          ? await playHere(options['server'], opened)
          : playInJobs({ args, options: asJson({ ...options }) as JsonObject }, opened, jobs);
    const folder = await orClose(playing, () => RunFolder.open(dir, { head, environments: played }));
    const total = jobsOf({ environments: played, trials }).length;
    const begun = folder.count;
    if (begun > 0) output.progress(`${begun} of ${total} episodes are there already`);
    const progress = new Progress(output, total);
    let passes = folder.outcomes().filter(({ reward }) => reward === 1).length;
    let judged = folder.outcomes().filter(({ reward }) => reward !== null).length;
    let tokens = 0;
    const started = output.seconds();
    let stopped: string | undefined;
    try {
      stopped = await runJobs(playing.play, folder, {
        environments: played,
        trials,
        concurrency: typeof queue === 'string' ? QUEUE_WINDOW : Math.max(concurrency, jobs),
        spent,
        tell: (outcome) => {
          passes += outcome.reward ?? 0;
          judged += outcome.reward === null ? 0 : 1;
          tokens += outcome.tokens.prompt + outcome.tokens.completion;
          progress.at(folder.count, begun, () => {
            const cost = prices === undefined ? '' : `  cost ${costOf(folder, prices).toFixed(4)}`;
            return `pass ${judged === 0 ? '-' : (passes / judged).toFixed(3)}${tokens === 0 ? '' : `  ${tokens} tokens`}${cost}`;
          });
        },
      });
    } catch (error) {
      folder.close();
      if (error instanceof PlayerFailure) throw badInput({ path: 'the model', what: `cannot play: ${error.message}` });
      throw error;
    } finally {
      progress.end();
      await playing.close();
      await opened.close();
    }
    const outcomes = folder.outcomes();
    const figures = figuresOf(outcomes, prices);
    const seconds = output.seconds() - started;
    if (folder.count === total) folder.finish(figures);
    else folder.close();
    const infrastructure = outcomes.filter(({ end }) => end === 'infrastructure').length;
    tell(output, dir, figures, folder.count, total, stopped);
    return {
      summary: {
        ...figures,
        ...(stopped === undefined ? {} : { stopped }),
        complete: folder.count === total,
        seconds,
        episodes_per_second: Number(((folder.count - begun) / Math.max(seconds, 1e-9)).toFixed(2)),
      },
      status: infrastructure === 0 ? 0 : 1,
    };
  },
};

function tell(
  output: Output,
  dir: string,
  figures: JsonObject,
  count: number,
  total: number,
  stopped: string | undefined,
): void {
  const interval = (figures['pass_hat_interval'] as JsonObject)['1'] as readonly number[] | undefined;
  const hat = figures['pass_hat'] as JsonObject;
  const shown = Object.entries(hat).map(([k, value]) => `pass^${k} ${String(value)}`);
  output.line(
    `${output.bold(String(figures['passes']))} of ${String(figures['judged'])} judged episodes passed${interval === undefined ? '' : ` (95 %: ${interval.join(' to ')})`}${shown.length > 1 ? `, ${shown.join(', ')}` : ''}`,
  );
  for (const [kind, value] of Object.entries(figures['by_kind'] as JsonObject)) {
    const { episodes, pass } = value as { episodes: number; pass: number };
    output.line(`  ${kind.padEnd(9)} ${pass.toFixed(3)}  of ${episodes}`);
  }
  const errors = figures['errors'] as Record<string, number>;
  const reasons = Object.entries(figures['failure_reasons'] as JsonObject).map(
    ([part, times]) => `${part} ${String(times)}`,
  );
  if (reasons.length > 0) output.line(`  failed for: ${reasons.join(', ')}`);
  const alarms = Object.entries(figures['alarms'] as JsonObject).map(
    ([kind, times]) =>
      `${(ALARM_WORDS as Readonly<Record<string, string>>)[kind] ?? kind} in ${counted(Number(times), 'episode')}`,
  );
  if (alarms.length > 0) output.line(`  ${output.bad('alarms')}: ${alarms.join(', ')}`);
  for (const [whose, times] of Object.entries(errors))
    if (times > 0) output.line(`  ${output.bad(`${whose} errors: ${times}`)}`);
  if (stopped !== undefined)
    output.line(
      `${output.bad('stopped')}  ${stopped}; ${count} of ${counted(total, 'episode')}. The same command goes on.`,
    );
  output.line(`${counted(count, 'episode')} in ${dir}`);
}

function costOf(folder: RunFolder, prices: Prices): number {
  return folder
    .outcomes()
    .reduce(
      (sum, { tokens }) => sum + (tokens.prompt * prices.prompt + tokens.completion * prices.completion) / 1e6,
      0,
    );
}

interface Playing {
  readonly play: PlayJob;
  close(): Promise<void>;
}

async function playHere(
  server: Invocation['options'][string],
  { setting, played, traces }: OpenedRun,
): Promise<Playing> {
  const gym = await gymOf(server, played, traces);
  return { play: playOver(gym.client, setting), close: () => gym.close() };
}

function playInJobs(setup: RunJobSetup, { setting, concurrency }: OpenedRun, jobs: number): Playing {
  const pool = new JobPool('run', setup, { jobs, each: Math.ceil(concurrency / jobs) });
  return {
    async play(job) {
      const { world, task, trial, id } = job;
      const done = await pool.do({ id, environment: world.hash, task: task.id, trial });
      if ('error' in done)
        throw done.error.name === 'PlayerFailure'
          ? new PlayerFailure('agent_error', done.error.message, true)
          : done.error;
      return 'result' in done ? done.result : { episode: unplayedEpisode(setting, job, done.died), seconds: 0 };
    },
    close: () => pool.close(),
  };
}

/** Returns the result of `make`. If `make` throws, closes `playing` and throws the same error. */
async function orClose<T>(playing: Playing, make: () => T): Promise<T> {
  try {
    return make();
  } catch (error) {
    await playing.close();
    throw error;
  }
}
