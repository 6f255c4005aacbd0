// The players that play the user of a served session: they answer an agent that talks over HTTP.
import type { LiveAnswer, LiveSeat, LiveUser, LiveUserHost } from '../../envs/server/live-user.ts';
import type { EndReason } from '../../envs/values/task.ts';
import { namesEndpoint } from '../../envs/model/openai-client.ts';
import { promptFor } from '../../envs/server/prompt.ts';
import { listTools } from '../../envs/server/tool-listing.ts';
import { Conversation } from '../episodes/conversation.ts';
import { PlayerFailure, type PlayerOptions, type Player, type SitDown } from '../episodes/players.ts';
import { seatRandom } from '../runs/trial-seed.ts';
import { openUser } from '../users/user-list.ts';

export function liveUsers(options: PlayerOptions = {}): LiveUserHost {
  const opened = new Map<string, Promise<SitDown>>();
  return {
    models: namesEndpoint(options),
    async open(name, seat) {
      const known = opened.get(name) ?? openUser(name, options);
      opened.set(name, known);
      let sitDown: SitDown;
      try {
        sitDown = await known;
      } catch (error) {
        opened.delete(name);
        throw error;
      }
      return Live.begin(sitDown, seat);
    },
  };
}

class Live implements LiveUser {
  private readonly talk: Conversation;
  private readonly user: Player;
  /**
   * Settles when the latest answer has been given. A further message waits for it, so that the answers come one after
   * the other.
   */
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(user: Player, { call }: LiveSeat) {
    this.user = user;
    this.talk = new Conversation({ call: (_plane, name, args) => call(name, args) });
  }

  static async begin(sitDown: SitDown, seat: LiveSeat): Promise<Live> {
    const { world, task, trialSeed } = seat;
    const user = sitDown.sit({
      world,
      task,
      trial: 0,
      system: promptFor(world, task, 'user').system,
      tools: listTools(world, 'user', 'openai'),
      random: seatRandom(task.id, trialSeed),
      changes: () => seat.changes(),
    });
    const live = new Live(user, seat);
    await live.userTurn();
    return live;
  }

  get messages(): Conversation['messages'] {
    return this.talk.messages;
  }

  get end(): Conversation['end'] {
    return this.talk.end;
  }

  saw(...call: Parameters<LiveUser['saw']>): void {
    this.talk.saw(...call);
  }

  leave(end: EndReason, text = ''): void {
    if (this.talk.end !== undefined) return;
    if (text !== '') this.talk.say('agent', text);
    this.talk.end = end;
  }

  async answer(text: string): Promise<LiveAnswer> {
    const answered = this.turn.then(() => this.reply(text));
    this.turn = answered.catch(() => undefined);
    return answered;
  }

  private async reply(text: string): Promise<LiveAnswer> {
    const before = this.talk.messages.length;
    this.talk.say('agent', text);
    await this.userTurn();
    const said = this.talk.messages
      .slice(before + 1)
      .findLast(({ role, tool_calls }) => role === 'user' && tool_calls === undefined);
    const { end } = this.talk;
    return {
      message: said?.content ?? null,
      done: end !== undefined,
      ...(end === undefined ? {} : { end_reason: end }),
    };
  }

  /**
   * Lets the user take a turn. If the user's player fails, the conversation ends, and this end does not count against
   * the agent.
   */
  private async userTurn(): Promise<void> {
    try {
      await this.talk.userTurn(this.user);
    } catch (error) {
      if (!(error instanceof PlayerFailure)) throw error;
      this.talk.end = error.end === 'max_tokens' ? 'user_error' : error.end;
    }
  }
}
