// Plays one episode. The user speaks first, unless the agent has a greeting. Then the agent calls tools or speaks,
// and the user answers or calls their own tools, until one side ends the episode or a limit is reached. tau2-bench
// plays episodes in the same way.
import type { EpisodeMessage, EpisodeStep } from '../../envs/values/episode.ts';
import type { Plane } from '../../envs/server/plane.ts';
import type { EndReason } from '../../envs/values/task.ts';
import { Conversation, type Table } from './conversation.ts';
import { PlayerFailure, type Player, type Usage } from './players.ts';

export interface EpisodeLimits {
  /** The largest number of moves that the agent may make. */
  readonly turns: number;
  /** The number of refused or malformed calls that the agent may make before the episode ends. */
  readonly errors: number;
}
export const DEFAULT_EPISODE_LIMITS: EpisodeLimits = { turns: 100, errors: 10 };

export interface PlayedEpisode {
  readonly messages: readonly EpisodeMessage[];
  readonly steps: readonly EpisodeStep[];
  readonly end: EndReason;
  /** The reason why the episode ended, if neither side chose to end it. */
  readonly why?: string;
  readonly usage: { readonly agent: Usage; readonly user: Usage };
}

export interface Sides {
  readonly agent: Player;
  /** The user. If undefined, the agent works alone, and `opening` is the first message that it gets. */
  readonly user: Player | undefined;
  readonly opening: string;
  /** The agent's first words, if the agent speaks first. */
  readonly greeting?: string;
  /** Called when a side begins its turn. */
  readonly turns?: (side: Plane) => void;
}

export async function playEpisode(
  table: Table,
  sides: Sides,
  limits: EpisodeLimits = DEFAULT_EPISODE_LIMITS,
): Promise<PlayedEpisode> {
  const course = new Conversation(table);
  try {
    await play(course, sides, limits);
  } catch (error) {
    // the messages so far are kept, and `end` says whether the agent, the user or the infrastructure failed; a fatal
    // failure would hit every episode and is thrown
    if (error instanceof PlayerFailure && error.fatal) throw error;
    course.end = error instanceof PlayerFailure ? error.end : 'infrastructure';
    course.why = (error as Error).message;
  }
  const { messages, steps, usage, why, end } = course;
  return { messages, steps, usage, end: end ?? 'infrastructure', ...(why === undefined ? {} : { why }) };
}

async function play(course: Conversation, sides: Sides, limits: EpisodeLimits): Promise<void> {
  const { agent, user, greeting, opening, turns: told } = sides;
  const userTurn = async (player: Player): Promise<void> => {
    told?.('user');
    await course.userTurn(player);
  };
  if (greeting !== undefined) course.say('agent', greeting);
  if (user === undefined) course.say('user', opening);
  else await userTurn(user);
  for (let turns = 0; course.end === undefined; turns++) {
    if (turns === limits.turns) {
      course.end = 'max_turns';
      return;
    }
    told?.('agent');
    const move = await agent.next(course.views.agent);
    course.count('agent', move.usage);
    if (move.kind === 'end') {
      if (move.text !== undefined && move.text !== '') course.say('agent', move.text, move);
      course.end = move.end;
      course.why = move.why;
    } else if (move.kind === 'call') {
      await course.calls('agent', move);
      if (course.errors >= limits.errors) course.end = 'max_errors';
    } else if (move.text.trim() === '') {
      course.end = 'agent_error';
      course.why = 'the agent neither said nor called anything';
    } else {
      course.say('agent', move.text, move);
      if (move.end !== undefined) course.end = move.end;
      else if (user === undefined) course.end = 'done';
      else await userTurn(user);
    }
  }
}
