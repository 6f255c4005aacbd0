// Plays the episodes of a run over HTTP, many at once, and keeps each as it ends. What is already kept is not played again.
import { promptFor } from '../../envs/server/prompt.ts';
import type { Episode } from '../../envs/values/episode.ts';
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { VERDICT_PARTS, type Verdict } from '../../envs/values/verdict.ts';
import { alarmsOf } from '../../envs/verification/alarms.ts';
import type { World } from '../../envs/world/world.ts';
import type { EpisodeLimits, PlayedEpisode } from '../episodes/play-episode.ts';
import { playEpisode } from '../episodes/play-episode.ts';
import { PlayerFailure, type Seat, type SitDown } from '../episodes/players.ts';
import type { GymClient, RemoteSession } from '../http/gym-client.ts';
import { soloOpening } from '../../envs/server/opening.ts';
import type { Outcome } from './outcome.ts';
import type { RunFolder } from './run-folder.ts';
import { seatRandom, trialSeedOf } from './trial-seed.ts';

export interface RunSetting {
  readonly environments: readonly { readonly world: World; readonly tasks: readonly Task[] }[];
  readonly agent: SitDown;
  /** Without one the agent works alone. */
  readonly user: SitDown | undefined;
  readonly trials: number;
  readonly seed: number;
  readonly concurrency: number;
  readonly limits?: EpisodeLimits;
  readonly greeting?: string;
  /** The agent's system prompt from the environment's own. */
  readonly system?: (given: { readonly system: string; readonly policy: string }) => string;
  /** When to begin no more episodes; says which budget is spent. */
  readonly spent?: (soFar: {
    readonly tokens: number;
    readonly prompt: number;
    readonly completion: number;
  }) => string | undefined;
  readonly tell?: (outcome: Outcome) => void;
  /** Seconds of any clock, for timings.jsonl alone. */
  readonly clock?: () => number;
}

interface Job {
  readonly id: string;
  readonly world: World;
  readonly task: Task;
  readonly trial: number;
}

export function jobsOf({ environments, trials }: Pick<RunSetting, 'environments' | 'trials'>): Job[] {
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

/** Which budget ended it, if one did. Throws what makes every episode fail alike. */
export async function runEpisodes(
  client: GymClient,
  folder: RunFolder,
  setting: RunSetting,
): Promise<string | undefined> {
  const jobs = jobsOf(setting).filter(({ id }) => !folder.has(id));
  const briefings = new Briefings(setting);
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
      const job = jobs[at++] as Job;
      const started = setting.clock?.() ?? 0;
      try {
        const episode = await playJob(client, setting, briefings, job);
        const outcome = folder.add(episode, (setting.clock?.() ?? 0) - started);
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

/** What each side of an environment is told and can call: asked for once. */
class Briefings {
  private readonly setting: RunSetting;
  private readonly known = new Map<string, Promise<Briefing>>();

  constructor(setting: RunSetting) {
    this.setting = setting;
  }

  of(session: RemoteSession, { world }: Job): Promise<Briefing> {
    const known = this.known.get(world.hash);
    if (known !== undefined) return known;
    const asked = this.ask(session, world);
    this.known.set(world.hash, asked);
    asked.catch(() => this.known.delete(world.hash));
    return asked;
  }

  private async ask(session: RemoteSession, { environment }: World): Promise<Briefing> {
    const [prompt, own, users] = await Promise.all([
      session.prompt('agent', this.setting.user === undefined),
      session.tools('agent'),
      session.tools('user'),
    ]);
    // alone, the agent has the user's side in its own hands
    return {
      system: this.setting.system?.({ system: prompt.system, policy: environment.policy }) ?? prompt.system,
      tools: this.setting.user === undefined ? [...own, ...users] : own,
      userTools: users,
    };
  }
}

interface Briefing {
  readonly system: string;
  readonly tools: readonly Json[];
  readonly userTools: readonly Json[];
}

async function playJob(client: GymClient, setting: RunSetting, briefings: Briefings, job: Job): Promise<Episode> {
  const { world, task, trial, id } = job;
  const { seed, user, agent, greeting } = setting;
  const trialSeed = trialSeedOf(seed, world.hash, task.id, trial);
  let session: RemoteSession | undefined;
  let briefing: Briefing = { system: '', tools: [], userTools: [] };
  let played: PlayedEpisode = { messages: [], steps: [], end: 'infrastructure', usage: NO_USAGE };
  let verdict: Verdict = NO_VERDICT;
  let notes: { agent: JsonObject; user: JsonObject } = { agent: {}, user: {} };
  try {
    session = await client.begin({ environment: world.hash, task: task.id, trialSeed });
    const table = session;
    briefing = await briefings.of(session, job);
    const random = seatRandom(task.id, trialSeed);
    const seat: Seat = { world, task, trial, random, system: briefing.system, tools: briefing.tools };
    const sitting = agent.sit(seat);
    const other =
      user === undefined
        ? undefined
        : user.sit({
            ...seat,
            system: promptFor(world, task, 'user').system,
            tools: briefing.userTools,
            changes: () => table.changes(),
          });
    const ofUser = new Set(
      world.environment.tools.filter(({ audience }) => audience === 'user').map(({ name }) => name),
    );
    played = await playEpisode(
      {
        // alone, the agent presses the user's buttons too
        call: (plane, name, args) => table.call(user === undefined && ofUser.has(name) ? 'user' : plane, name, args),
      },
      { agent: sitting, user: other, opening: soloOpening(task), ...(greeting === undefined ? {} : { greeting }) },
      setting.limits,
    );
    notes = { agent: { ...sitting.notes?.() }, user: { ...other?.notes?.() } };
    verdict = await session.verdict(played.messages, played.end, user === undefined);
  } catch (error) {
    if (error instanceof PlayerFailure) throw error;
    played = { ...played, end: 'infrastructure', why: (error as Error).message };
    verdict = NO_VERDICT;
  }
  await session?.close().catch(() => undefined);
  const { messages, steps, end, usage, why } = played;
  const alarms = alarmsOf(world, {
    system: briefing.system,
    messages: [...messages],
    steps: [...steps],
    user: user === undefined ? { kind: 'none' } : {},
  });
  const hasUsage = usage.agent.prompt + usage.agent.completion + usage.user.prompt + usage.user.completion > 0;
  return {
    id,
    environment: { name: world.environment.name, hash: world.hash },
    task: task.id,
    trial,
    session_seed: task.session_seed,
    trial_seed: trialSeed,
    system: briefing.system,
    tools: briefing.tools,
    messages,
    steps,
    end_reason: end,
    verdict,
    agent: { ...agent.about, ...notes.agent },
    user: user === undefined ? { kind: 'none' } : { ...user.about, ...notes.user },
    ...(hasUsage ? { usage } : {}),
    ...(alarms.length === 0 ? {} : { alarms }),
    ...(why === undefined ? {} : { why }),
  } as unknown as Episode;
}

const NO_USAGE = { agent: { prompt: 0, completion: 0 }, user: { prompt: 0, completion: 0 } };
const NO_VERDICT: Verdict = {
  reward: null,
  parts: Object.fromEntries(VERDICT_PARTS.map((part) => [part, null])) as Verdict['parts'],
  failures: [],
  unjudged: ['the episode did not come to an end of its own'],
};
