// Repeats a recorded episode up to a message: both sides repeat their recorded calls and words. After this message, the
// oracle (an agent that knows the solution) plays the remaining calls of the stored solution.
import { SessionStore } from '../../envs/session/session-store.ts';
import type { Episode, EpisodeMessage } from '../../envs/values/episode.ts';
import { asJson, canonicalJson, plainJson, type Json } from '../../envs/values/json.ts';
import type { GoldCall, Task } from '../../envs/values/task.ts';
import type { Verdict } from '../../envs/values/verdict.ts';
import { judge } from '../../envs/verification/judge.ts';
import type { World } from '../../envs/world/world.ts';
import { planOf } from '../agents/oracle-plan.ts';
import { Oracle } from '../agents/oracle.ts';
import { playEpisode, type PlayedEpisode } from '../episodes/play-episode.ts';
import type { Move, Player, Seat } from '../episodes/players.ts';
import { recogniseActs } from '../language/acts.ts';
import { sessionOf } from '../runs/run-record.ts';
import { seatRandom } from '../runs/trial-seed.ts';
import { scriptedUser } from '../users/scripted.ts';

export interface TakenOver extends PlayedEpisode {
  readonly verdict: Verdict;
}

export interface TakeOver {
  readonly world: World;
  readonly task: Task;
  readonly episode: Episode;
  /** The number of messages to repeat from the record. */
  readonly upTo: number;
  /** Words that begin the agent's first new message. */
  readonly opening?: string;
  /** Tells whether a recorded step has done this call of the stored solution. */
  readonly isDone: (gold: GoldCall, step: Episode['steps'][number]) => boolean;
}

const LIMITS = { turns: 120, errors: 20 };

export async function takeOver({ world, task, episode, upTo, opening, isDone }: TakeOver): Promise<TakenOver> {
  const kept = episode.messages.slice(0, upTo);
  const solo = episode.user?.['kind'] === 'none';
  const seat: Seat = {
    world,
    task,
    trial: episode.trial,
    system: episode.system,
    tools: asJson(episode.tools),
    random: seatRandom(task.id, episode.trial_seed),
  };
  const oracle = new Oracle(
    seat,
    { steps: remainingSteps(task, episode, upTo, isDone) },
    { takesOver: kept.some(({ role }) => role === 'assistant'), agreed: hasYes(episode, upTo) },
  );
  const greets = kept[0]?.role === 'assistant';
  const own = kept.filter(({ role }, at) => role === 'assistant' && !(greets && at === 0));
  const store = new SessionStore();
  const session = sessionOf(store, world, task, episode);
  const usersTools = world.environment.tools.filter(({ audience }) => audience === 'user');
  const ofUser = new Set(usersTools.map(({ name }) => name));
  try {
    const played = await playEpisode(
      {
        call: (plane, name, args) =>
          store.call(session, { by: solo && ofUser.has(name) ? 'user' : plane, name, arguments: args }),
      },
      {
        agent: after(own, oracle, (move) => opened(move, opening)),
        user: solo ? undefined : await followedUser(seat, kept),
        opening: solo ? (kept[greets ? 1 : 0]?.content ?? '') : '',
        ...(greets ? { greeting: kept[0]?.content ?? '' } : {}),
      },
      LIMITS,
    );
    const verdict = judge(world, task, store.log(session), {
      messages: played.messages,
      end: played.end,
      ...(solo ? { solo } : {}),
    });
    return { ...played, verdict };
  } finally {
    store.close(session);
  }
}

async function followedUser(seat: Seat, kept: readonly EpisodeMessage[]): Promise<Player> {
  const usersTools = seat.world.environment.tools
    .filter(({ audience }) => audience === 'user')
    .map(({ name, description, parameters }) => ({ type: 'function', function: { name, description, parameters } }));
  const sitDown = await scriptedUser.open('', {});
  const player = sitDown.sit({ ...seat, tools: asJson(usersTools) });
  return after(
    kept.filter(({ role }) => role === 'user'),
    player,
    (move) => move,
    true,
  );
}

/**
 * Returns a player that makes the recorded moves and then the moves of `player`. If `listens` is true, `player`
 * receives the messages during the recorded moves too.
 */
function after(
  recorded: readonly EpisodeMessage[],
  player: Player,
  first: (move: Move) => Move,
  listens = false,
): Player {
  let at = 0;
  return {
    async next(messages) {
      const message = recorded[at++];
      if (message === undefined) {
        const move = await player.next(messages);
        return at === recorded.length + 1 ? first(move) : move;
      }
      if (listens) await player.next(messages);
      return asMove(message);
    },
  };
}

function asMove({ content, tool_calls, acts, reasoning }: EpisodeMessage): Move {
  const more = reasoning === undefined ? {} : { reasoning };
  if (tool_calls === undefined) return { kind: 'say', text: content, ...(acts === undefined ? {} : { acts }), ...more };
  return {
    kind: 'call',
    calls: tool_calls.map(({ function: call }) => ({ name: call.name, arguments: call.arguments })),
    ...(content === '' ? {} : { text: content }),
    ...more,
  };
}

function opened(move: Move, opening: string | undefined): Move {
  if (opening === undefined || move.kind === 'end') return move;
  return { ...move, text: move.text === undefined || move.text === '' ? opening : `${opening} ${move.text}` };
}

function remainingSteps(task: Task, { steps }: Episode, upTo: number, isDone: TakeOver['isDone']) {
  const made = steps.filter(({ message }) => message !== null && message < upTo);
  const plan = planOf(task).steps;
  return task.gold.calls.flatMap((gold, index) => {
    const at = made.findIndex((step) => step.ok === (gold.error === undefined) && isDone(gold, step));
    if (at === -1) return [plan[index] as (typeof plan)[number]];
    made.splice(at, 1);
    return [];
  });
}

/**
 * Tells whether the user's last repeated message consents to the next step. The result is false if the proposal named a
 * value of the recorded next step, because that value may be wrong.
 */
function hasYes({ messages, steps }: Episode, upTo: number): boolean {
  const [proposal, answer] = [messages[upTo - 2], messages[upTo - 1]];
  if (proposal?.role !== 'assistant' || answer?.role !== 'user') return false;
  if (!(answer.acts ?? recogniseActs('user', answer.content, true) ?? []).includes('confirm')) return false;
  const next = steps.find(({ message }) => message === upTo);
  return next !== undefined && !Object.values(next.arguments).some((value) => proposal.content.includes(String(value)));
}

export function sameStep(gold: GoldCall, step: Episode['steps'][number]): boolean {
  return (
    gold.name === step.name &&
    gold.by === step.by &&
    canonicalJson(plainJson(gold.arguments as Json)) === canonicalJson(plainJson(step.arguments as Json))
  );
}

/**
 * Tells whether the tool and the caller (agent or user) are the same. Arguments are not compared, because a free text
 * may be worded differently.
 */
export function sameTool(gold: GoldCall, step: Episode['steps'][number]): boolean {
  return gold.name === step.name && gold.by === step.by;
}
