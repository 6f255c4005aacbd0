// Lets a person watch an agent play a session, one move at a time. The agent gets only messages and results of its own
// side. The oracle, an agent that knows the stored solution, can continue from the session's present state.
import { openAgent } from '../../agents/agents/agent-list.ts';
import { planOf } from '../../agents/agents/oracle-plan.ts';
import { Oracle } from '../../agents/agents/oracle.ts';
import { PlayerFailure, type Move, type Player, type Seat } from '../../agents/episodes/players.ts';
import { seatRandom } from '../../agents/runs/trial-seed.ts';
import { badInput } from '../../envs/errors/gym-error.ts';
import { HttpError } from '../../envs/server/http-errors.ts';
import { promptFor } from '../../envs/server/prompt.ts';
import type { ServedSession } from '../../envs/server/served-session.ts';
import { messagesOfLog } from '../../envs/server/told-messages.ts';
import { listTools } from '../../envs/server/tool-listing.ts';
import { lastStep } from '../../envs/session/session.ts';
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import { canonicalJson, isJsonObject, parseJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { LogEntry } from '../../envs/values/log-entry.ts';
import type { Task } from '../../envs/values/task.ts';
import type { StudioContext } from './context.ts';

/** The agents that a person can watch. Other agents, such as human and replay, need a terminal or a file. */
const WATCHED = ['oracle', 'noisy', 'noop', 'random', 'openai'];
/** The number of players that stay in memory. */
const MOST = 100;

interface Sitting {
  readonly agent: string;
  readonly player: Player;
  busy: boolean;
}

export class Watching {
  private readonly context: StudioContext;
  private readonly sitting = new Map<string, Sitting>();

  constructor(context: StudioContext) {
    this.context = context;
  }

  async move(served: ServedSession, agent: string): Promise<void> {
    const { session } = served;
    const end = served.live?.end ?? served.end;
    if (end !== undefined) throw new HttpError('EPISODE_ENDED', { id: session.id, end });
    const seat = await this.sit(served, agent);
    if (seat.busy) throw new HttpError('BAD_REQUEST', { what: 'the player is still making its move' });
    seat.busy = true;
    try {
      await this.make(served, await seat.player.next(this.seen(served)));
    } catch (error) {
      if (!(error instanceof PlayerFailure)) throw error;
      throw badInput({ path: 'agent', what: error.message });
    } finally {
      seat.busy = false;
    }
  }

  private async sit(served: ServedSession, agent: string): Promise<Sitting> {
    const { session, task } = served;
    const known = this.sitting.get(session.id);
    if (known?.agent === agent) return known;
    if (task === undefined) throw new HttpError('NO_TASK', { id: session.id });
    if (!WATCHED.includes(agent.split(':')[0] ?? ''))
      throw badInput({ path: 'agent', what: `${agent} cannot be watched`, mend: `there are ${WATCHED.join(', ')}` });
    const seat: Seat = {
      world: session.world,
      task,
      trial: 0,
      system: promptFor(session.world, task, 'agent').system,
      tools: listTools(session.world, 'agent', 'openai') as readonly Json[],
      random: seatRandom(task.id, served.trialSeed),
    };
    const log = this.context.store.log(session);
    const begun = log.length > 1 || served.words.some(({ by }) => by === 'agent');
    const player =
      agent === 'oracle' && begun
        ? new Oracle(seat, { steps: remaining(task, log) }, { takesOver: true })
        : (await openAgent(agent, {})).sit(seat);
    const sitting = { agent, player, busy: false };
    this.sitting.set(session.id, sitting);
    for (const id of this.sitting.keys()) if (this.sitting.size > MOST) this.sitting.delete(id);
    return sitting;
  }

  private seen(served: ServedSession): EpisodeMessage[] {
    const { live, words, session } = served;
    const all = live?.messages ?? messagesOfLog(this.context.store.log(session), words);
    const others = new Set(
      all.flatMap(({ role, tool_calls }) => (role === 'user' ? (tool_calls ?? []).map(({ id }) => id) : [])),
    );
    return all.filter(
      ({ role, tool_calls, tool_call_id }) =>
        !(role === 'user' && tool_calls !== undefined) && !others.has(tool_call_id ?? ''),
    );
  }

  private async make(served: ServedSession, move: Move): Promise<void> {
    const { sessions } = this.context;
    if (move.kind === 'end') return sessions.finish(served, move.end, move.text);
    if (move.kind === 'call') {
      for (const { name, arguments: text } of move.calls)
        sessions.call(served, { by: 'agent', name, arguments: argumentsOf(text) });
      return;
    }
    if (move.end !== undefined) return sessions.finish(served, move.end, move.text);
    if (served.live !== undefined) await served.live.answer(move.text);
    else served.words.push({ by: 'agent', text: move.text, after: lastStep(served.session) });
    if (served.solo) sessions.finish(served, 'done');
  }
}

/** Returns the steps of the task's solution that the log does not contain yet. */
function remaining(task: Task, log: readonly LogEntry[]): ReturnType<typeof planOf>['steps'] {
  const made = log.slice(1).map((entry) => `${entry.ok} ${entry.name} ${canonicalJson(entry.arguments as Json)}`);
  const plan = planOf(task).steps;
  return task.gold.calls.flatMap((gold, index) => {
    const at = made.indexOf(`${gold.error === undefined} ${gold.name} ${canonicalJson(gold.arguments as Json)}`);
    const step = plan[index];
    if (at === -1) return step === undefined ? [] : [step];
    made.splice(at, 1);
    return [];
  });
}

function argumentsOf(text: string): JsonObject {
  try {
    const value = text.trim() === '' ? {} : parseJson(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
