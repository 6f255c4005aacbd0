// Plays one episode of a run over HTTP: begins a session on the task, lets agent and user talk, and asks for the
// verdict.
import { soloOpening } from '../../envs/server/opening.ts';
import { promptFor } from '../../envs/server/prompt.ts';
import type { Episode } from '../../envs/values/episode.ts';
import { checkedAs, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { VERDICT_PARTS, type Verdict } from '../../envs/values/verdict.ts';
import { alarmsOf } from '../../envs/verification/alarms.ts';
import type { Tracer } from '../../envs/tracing/tracer.ts';
import type { World } from '../../envs/world/world.ts';
import type { EpisodeLimits, PlayedEpisode } from '../episodes/play-episode.ts';
import { playEpisode } from '../episodes/play-episode.ts';
import { PlayerFailure, type Seat, type SitDown } from '../episodes/players.ts';
import type { GymClient, RemoteSession } from '../http/gym-client.ts';
import { EpisodeTrace } from './episode-trace.ts';
import { seatRandom, trialSeedOf } from './trial-seed.ts';

export interface PlaySetting {
  readonly agent: SitDown;
  /** The player of the user's side. If undefined, the agent works alone. */
  readonly user: SitDown | undefined;
  readonly seed: number;
  readonly limits?: EpisodeLimits;
  readonly greeting?: string;
  /** Makes the agent's system prompt. Its input is the environment's own system prompt and policy. */
  readonly system?: (given: { readonly system: string; readonly policy: string }) => string;
  /**
   * Returns the time in seconds. Only timings.jsonl contains times, so that the other files are the same in every run.
   */
  readonly clock?: () => number;
  /** Records a trace span for each episode, with spans for its turns and requests. */
  readonly tracer?: Tracer;
}

export interface EpisodeJob {
  readonly id: string;
  readonly world: World;
  readonly task: Task;
  readonly trial: number;
}

export interface PlayedJob {
  readonly episode: Episode;
  readonly seconds: number;
}

/**
 * Plays an episode, in this process or in another one. The promise rejects only if an error would make every further
 * episode fail too; otherwise the failure is recorded in the episode.
 */
export type PlayJob = (job: EpisodeJob) => Promise<PlayedJob>;

export function playOver(client: GymClient, setting: PlaySetting): PlayJob {
  const briefings = new Briefings(setting);
  return async (job) => {
    const started = setting.clock?.() ?? 0;
    const episode = await playOne(client, setting, briefings, job);
    return { episode, seconds: (setting.clock?.() ?? 0) - started };
  };
}

/** Holds the prompts and tools of both sides. They are requested once per environment. */
class Briefings {
  private readonly setting: PlaySetting;
  private readonly known = new Map<string, Promise<Briefing>>();

  constructor(setting: PlaySetting) {
    this.setting = setting;
  }

  of(session: RemoteSession, { world }: EpisodeJob): Promise<Briefing> {
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
    // an agent that works alone also gets the user's tools
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

async function playOne(
  client: GymClient,
  setting: PlaySetting,
  briefings: Briefings,
  job: EpisodeJob,
): Promise<Episode> {
  const { world, task, trial } = job;
  const { seed, user, agent, greeting } = setting;
  const trialSeed = trialSeedOf(seed, world.hash, task.id, trial);
  const trace = new EpisodeTrace(setting.tracer, job);
  let session: RemoteSession | undefined;
  let briefing: Briefing = { system: '', tools: [], userTools: [] };
  let played: PlayedEpisode = { messages: [], steps: [], end: 'infrastructure', usage: NO_USAGE };
  let verdict: Verdict = NO_VERDICT;
  let notes: { agent: JsonObject; user: JsonObject } = { agent: {}, user: {} };
  try {
    session = await client.begin({ environment: world.hash, task: task.id, trialSeed }, trace.episode);
    const table = session;
    trace.session = session;
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
        // if there is no user, the agent's calls of the user's tools are made in the user's name
        call: (plane, name, args) => table.call(user === undefined && ofUser.has(name) ? 'user' : plane, name, args),
      },
      {
        agent: sitting,
        user: other,
        opening: soloOpening(task),
        turns: (side) => trace.turn(side),
        ...(greeting === undefined ? {} : { greeting }),
      },
      setting.limits,
    );
    trace.turnsEnded();
    notes = { agent: { ...sitting.notes?.() }, user: { ...other?.notes?.() } };
    verdict = await session.verdict(played.messages, played.end, user === undefined);
  } catch (error) {
    if (error instanceof PlayerFailure) throw error;
    played = { ...played, end: 'infrastructure', why: (error as Error).message };
    verdict = NO_VERDICT;
  }
  trace.turnsEnded();
  await session?.close().catch(() => undefined);
  trace.end(played.end, verdict.reward, played.why);
  return episodeOf(setting, job, { played, verdict, briefing, notes });
}

/** Makes the record of an episode that could not be played because each process that tried to play it died. */
export function unplayedEpisode(setting: PlaySetting, job: EpisodeJob, why: string): Episode {
  return episodeOf(setting, job, {
    played: { messages: [], steps: [], end: 'infrastructure', usage: NO_USAGE, why },
    verdict: NO_VERDICT,
    briefing: { system: '', tools: [], userTools: [] },
    notes: { agent: {}, user: {} },
  });
}

interface Ended {
  readonly played: PlayedEpisode;
  readonly verdict: Verdict;
  readonly briefing: Briefing;
  readonly notes: { readonly agent: JsonObject; readonly user: JsonObject };
}

function episodeOf(
  { seed, user, agent }: PlaySetting,
  { world, task, trial, id }: EpisodeJob,
  { played, verdict, briefing, notes }: Ended,
): Episode {
  const { messages, steps, end, usage, why } = played;
  const alarms = alarmsOf(world, {
    system: briefing.system,
    messages: [...messages],
    steps: [...steps],
    user: user === undefined ? { kind: 'none' } : {},
  });
  const hasUsage = usage.agent.prompt + usage.agent.completion + usage.user.prompt + usage.user.completion > 0;
  return checkedAs<Episode>({
    id,
    environment: { name: world.environment.name, hash: world.hash },
    task: task.id,
    trial,
    session_seed: task.session_seed,
    trial_seed: trialSeedOf(seed, world.hash, task.id, trial),
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
  });
}

const NO_USAGE = { agent: { prompt: 0, completion: 0 }, user: { prompt: 0, completion: 0 } };
const NO_VERDICT: Verdict = {
  reward: null,
  parts: Object.fromEntries(VERDICT_PARTS.map((part) => [part, null])) as Verdict['parts'],
  failures: [],
  unjudged: ['the episode did not come to an end of its own'],
};
