// One client's place at an environment, for a socket or a JSON-RPC session. Before the first reset, the client can only
// list tools. A reset begins a new session for the client. If the connection breaks, the session stays open for a
// while, so that a client can fork it.
import type { Json, JsonObject } from '../../../values/json.ts';
import { isJsonObject, numberOf } from '../../../values/json.ts';
import type { World } from '../../../world/world.ts';
import { parametersOf, toolsOf } from '../../tool-listing.ts';
import { ownTools, type SeatTool } from '../../seat/own-tools.ts';
import type { Asked } from '../../seat/repeats.ts';
import type { Seat, SeatAnswer } from '../../seat/seat.ts';
import { readWish, type SeatWish } from '../../seat/seat-wish.ts';
import type { FaceContext } from '../face.ts';
import { firstObservation, toolObservation, toolsObservation, type Observed } from './shapes.ts';

/** Seconds after which an idle session is closed. A session with an open socket is not closed. */
export const IDLE_S = 60;
const LONGEST_NAME = 200;

/**
 * Thrown if a client asks for an action that is not possible at the moment. The client may go on with other actions.
 */
export class TableRefusal extends Error {
  readonly code: 'VALIDATION_ERROR' | 'EXECUTION_ERROR';
  constructor(code: 'VALIDATION_ERROR' | 'EXECUTION_ERROR', message: string) {
    super(message);
    this.code = code;
  }
}

export class Table {
  private readonly context: FaceContext;
  private readonly world: World;
  private readonly user: string;
  seat: Seat | undefined;
  /** The name that the client gave to the episode. Undefined if it gave none. */
  private episode: string | undefined;

  constructor(context: FaceContext, world: World, user: string) {
    this.context = context;
    this.world = world;
    this.user = user;
  }

  /** Begins a new session and closes the old one. Unknown options are ignored. */
  async reset(options: JsonObject): Promise<Observed> {
    const wish = this.wishOf(options);
    const before = this.seat;
    const seat = await this.context.seats.take(wish, { dialect: 'openenv', ttl: IDLE_S });
    // the old session is closed only now, because the new one may be a fork of it
    if (before !== undefined && before !== seat) before.close();
    this.seat = seat;
    const { episode_id: named } = options;
    this.episode = typeof named === 'string' && named !== '' ? named.slice(0, LONGEST_NAME) : undefined;
    return firstObservation(seat);
  }

  private wishOf(options: JsonObject): SeatWish {
    const tasks = this.context.seats.tasks(this.world);
    const named = options['task_id'] ?? options['task'];
    const at = [options['seed'], options['index']].map(numberOf).find(Number.isInteger);
    const count = tasks.length;
    const drawn = count === 0 ? undefined : tasks[(((Number(at ?? 0) % count) + count) % count) | 0]?.id;
    // a fork keeps the task of the session that it copies, so no task is drawn for it
    const forks = options['fork_of'] !== undefined && options['fork_of'] !== null;
    const task = typeof named === 'string' && named !== '' ? named : forks ? undefined : drawn;
    const { environment: _environment, task_id: _id, task: _task, ...rest } = options;
    return readWish(
      { user: this.user, ...rest, ...(task === undefined ? {} : { task }) },
      { environment: this.world.environment.name },
    );
  }

  tools(): SeatTool[] {
    if (this.seat !== undefined) return this.seat.tools(true);
    const own = ownTools(this.world);
    const alone = this.user === 'none';
    return [
      ...toolsOf(this.world, 'agent', alone).map((tool) => ({
        name: tool.name,
        description: tool.description,
        parameters: parametersOf(tool),
      })),
      alone ? own.finish : own.say,
    ];
  }

  async step(action: Json | undefined): Promise<Observed> {
    if (!isJsonObject(action)) throw new TableRefusal('VALIDATION_ERROR', 'an action is an object');
    if (action['type'] === 'list_tools') return toolsObservation(this.tools());
    const { tool_name: name, arguments: args, message } = action;
    // some clients send the model's plain words in this form if the model wrote no JSON
    if (name === undefined && typeof message === 'string') return this.words(message);
    if (typeof name !== 'string' || (action['type'] !== undefined && action['type'] !== 'call_tool'))
      throw new TableRefusal(
        'VALIDATION_ERROR',
        'an action is {"type": "call_tool", "tool_name", "arguments"} or {"type": "list_tools"}',
      );
    const seat = this.playing();
    return toolObservation(seat, name, await this.call(name, args ?? {}));
  }

  private async words(message: string): Promise<Observed> {
    const seat = this.playing();
    return toolObservation(seat, seat.voice, await seat.speak(message));
  }

  /** Calls a tool. If the client repeats a request, `asked` identifies it, and the tool is not called a second time. */
  async call(name: string, args: Json, asked?: Asked): Promise<SeatAnswer> {
    const { seat } = this;
    if (asked === undefined || seat === undefined) return this.playing().call(name, args);
    return seat.repeats.answer(asked, () => this.playing().call(name, args, asked.key));
  }

  state(): JsonObject {
    return {
      episode_id: this.seat === undefined ? null : (this.episode ?? this.seat.id),
      step_count: this.seat?.moves ?? 0,
    };
  }

  /** Marks the session as used, so that it does not expire while its connection is open. */
  touch(): void {
    if (this.seat !== undefined && this.context.gym.sessions.has(this.seat.id))
      this.context.gym.sessions.get(this.seat.id);
  }

  leave(): void {
    this.seat?.close();
    this.seat = undefined;
  }

  private playing(): Seat {
    const { seat } = this;
    if (seat === undefined || !this.context.gym.sessions.has(seat.id))
      throw new TableRefusal('EXECUTION_ERROR', 'there is no episode here: reset first');
    if (seat.ended) throw new TableRefusal('EXECUTION_ERROR', 'the episode has ended: reset first');
    this.touch();
    return seat;
  }
}
