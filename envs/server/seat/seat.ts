// A seat: one client's place at a session, through which an outside agent plays with any protocol. It offers the
// prompt, tools, calls, messages, the end and the verdict. The verdict is made once. A fault of the server is
// remembered, because such an episode must get no reward.
import { asJson, isJsonObject, type Json, type JsonObject } from '../../values/json.ts';
import type { EndReason } from '../../values/task.ts';
import type { MadeCall } from '../../session/call.ts';
import { lastAnswerTo } from '../../session/logged-answer.ts';
import { sentKey } from '../../session/call-keys.ts';
import { withoutNulls } from '../dropped-nulls.ts';
import { errorAnswer } from '../http-errors.ts';
import { promptOf } from '../prompt-of.ts';
import type { Plane } from '../plane.ts';
import type { Masked, Outcome } from '../outcome.ts';
import { asSide, type ServedSession } from '../served-session.ts';
import type { GymContext } from '../plugin.ts';
import { parametersOf, toolsOf } from '../tool-listing.ts';
import { verdictOf } from '../verdict-of.ts';
import { ownTools, type OwnTools, type SeatTool } from './own-tools.ts';
import { Repeats } from './repeats.ts';

/** The answer to a move. `text` is `value` as JSON; a value that is already a text is not changed. */
export interface SeatAnswer {
  readonly text: string;
  readonly value: Json;
  readonly refused: boolean;
  readonly step: number;
  readonly done: boolean;
}

export class Seat {
  readonly served: ServedSession;
  /** The name of the protocol that this client uses, for the metrics. */
  readonly dialect: string;
  private readonly gym: GymContext;
  private readonly own: OwnTools;
  /** The number of moves so far: calls, messages and the end of the episode. */
  moves = 0;
  readonly repeats = new Repeats();

  /** The side that this client plays: the user's side only if two clients share a session, otherwise the agent's. */
  readonly plane: Plane;

  constructor(served: ServedSession, gym: GymContext, dialect: string, plane: Plane = 'agent') {
    this.served = served;
    this.plane = plane;
    this.gym = gym;
    this.dialect = dialect;
    this.own = ownTools(served.session.world);
  }

  get id(): string {
    return this.served.session.id;
  }

  get talk(): boolean {
    return this.served.live !== undefined || this.served.forsaken;
  }

  /** True if messages of this client go to a simulated user. */
  private get speaks(): boolean {
    return this.talk && this.plane === 'agent';
  }

  /** True if the simulated user was lost in a restart. The agent then has no partner and gets no reward. */
  get lost(): boolean {
    return this.served.forsaken;
  }

  private get settled(): Outcome | undefined {
    return this.served.outcome;
  }

  get ended(): boolean {
    return this.settled !== undefined || this.served.end !== undefined || this.served.live?.end !== undefined;
  }

  /** Returns the system prompt and the user's first words. With `own`, adds how to speak or end with a tool. */
  first(own = false): { readonly system: string; readonly opening: string } {
    const { system, opening } = promptOf(this.served, this.plane);
    const { say, finish, tellUser, tellAgent } = this.own;
    const end = `End with the tool ${finish.name}; its answer is what you tell the user.`;
    const how = this.speaks
      ? `Speak to the user with the tool ${say.name} alone; its result is their answer.`
      : this.plane === 'user'
        ? `Speak to the agent with the tool ${tellAgent.name}.`
        : this.served.shared
          ? `Speak to the user with the tool ${tellUser.name}. ${end}`
          : end;
    return { system: own ? `${system}\n\n${how}` : system, opening: opening ?? '' };
  }

  tools(own = false): SeatTool[] {
    const { world } = this.served.session;
    const tools = toolsOf(world, this.plane, this.served.solo).map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: parametersOf(tool),
    }));
    return own ? [...tools, ...this.offered] : tools;
  }

  /** The tools that the server adds for this client. A client that plays the user has no tool to end the episode. */
  private get offered(): readonly SeatTool[] {
    if (this.plane === 'user') return [this.own.tellAgent];
    if (this.speaks) return [this.own.say];
    return this.served.shared ? [this.own.tellUser, this.own.finish] : [this.own.finish];
  }

  /** The name of the tool that carries messages. A message that comes without a tool counts as a call of it. */
  get voice(): string {
    return this.offered[0]?.name ?? '';
  }

  knows(name: string): boolean {
    if (this.offered.some((tool) => tool.name === name)) return true;
    const audience = this.served.session.world.tools.get(name)?.tool.audience;
    return audience === this.plane || (audience === 'user' && this.served.solo);
  }

  /** Tells whether a call of a tool can be answered now. After the end, only a repeated call of the ending tool can. */
  takes(name: string): boolean {
    const ends = name === this.own.finish.name && this.offered.includes(this.own.finish);
    return !this.ended || (this.unsure && ends);
  }

  /** True if the last answer may be lost: the log is from before a restart, and this client has not moved since. */
  private get unsure(): boolean {
    return this.served.adopted && this.moves === 0;
  }

  /**
   * Calls a tool of the environment or of the seat. A refusal is an answer; a fault of the server is thrown. `sent` is
   * the id of the request, and `given` tells whether the client chose the id. A request that repeats an id has no
   * second effect, even after a restart. If the client gives no ids, the first request after a restart has no effect
   * if it equals the last call of the log.
   */
  call(name: string, args: Json, sent?: string, given = sent !== undefined): SeatAnswer | Promise<SeatAnswer> {
    const own = this.offered.find((tool) => tool.name === name);
    if (own === this.own.finish) return this.finishWith(args);
    if (own !== undefined) return this.sayWith(args);
    return this.guarded(() => {
      const { answer, text } = this.made(name, args, sent, given);
      this.gym.metrics.called(this.dialect, answer, this.served.session.world.environment.name);
      this.moves += 1;
      if (!answer.ok) {
        const value = { error: asJson(answer.error) };
        return { text: `{"error":${text}}`, value, refused: true, step: answer.step, done: this.ended };
      }
      const { result } = answer;
      const told = typeof result === 'string' ? result : text;
      return { text: told, value: result, refused: false, step: answer.step, done: this.ended };
    });
  }

  private made(name: string, args: Json, sent: string | undefined, given: boolean): MadeCall {
    const { session } = this.served;
    const request = { by: this.plane, name, arguments: withoutNulls(session.world, name, args) };
    const lost = given || !this.unsure ? undefined : lastAnswerTo(session, asSide(this.served, request));
    if (lost !== undefined) return lost;
    return this.gym.sessions.make(this.served, { ...request, ...(sent === undefined ? {} : { key: sentKey(sent) }) });
  }

  /** Says words to the simulated user and returns the user's answer. */
  async say(words: string): Promise<SeatAnswer> {
    const { live } = this.served;
    if (live === undefined) return this.refusal('PRECONDITION_FAILED', 'the user is not there any more');
    try {
      const { message, done } = await live.answer(words.trim() === '' ? '…' : words);
      this.moves += 1;
      const text = message ?? '';
      if (done) this.settle();
      return { text, value: text, refused: false, step: this.step, done };
    } catch (error) {
      this.failed(error);
      throw error;
    }
  }

  /** Handles a message without a tool: it goes to the simulated user or the other client, or ends the episode. */
  speak(words: string): SeatAnswer | Promise<SeatAnswer> {
    if (this.speaks) return this.say(words);
    return this.served.shared ? this.tell(words) : this.finishWith({ answer: words });
  }

  /** Says words to the other side of a session that two clients share. The words are recorded. */
  private tell(words: string): SeatAnswer {
    const last = this.served.words.at(-1);
    const again = this.unsure && last?.by === this.plane && last.after === this.step && last.text === words;
    this.moves += 1;
    if (words.trim() !== '' && !again) this.gym.sessions.hear(this.served, this.plane, words);
    const text = 'Said.';
    return { text, value: text, refused: false, step: this.step, done: this.ended };
  }

  /**
   * Ends the episode and judges it once. If the client sends messages, they are judged in place of the log. In a
   * session that two clients share, only the agent's client can end the episode; the user's client gets the outcome
   * afterwards.
   */
  finish(words?: string, messages?: readonly JsonObject[]): Outcome {
    if (this.settled !== undefined) return this.settled;
    if (this.plane === 'user') return { ...OPEN, end: this.served.end ?? 'done' };
    if (this.served.live === undefined) return this.settle(words, messages);
    this.gym.sessions.finish(this.served, 'done', words);
    return this.settle();
  }

  /** Ends the episode because of a limit. The reward is then 0. */
  lose(end: EndReason): Outcome {
    if (this.plane === 'user') return this.finish();
    if (this.settled === undefined) {
      this.gym.sessions.finish(this.served, end);
      this.settle();
    }
    return this.settled ?? this.settle();
  }

  /**
   * Returns the reward that the episode would get if it ended now: 0 if it cannot be judged, null after a fault of the
   * server.
   */
  worth(): 0 | 1 | null {
    if (this.served.fault !== undefined || this.lost) return null;
    if (this.settled !== undefined) return this.settled.reward ?? 0;
    return this.judged({ end: 'done' }).reward ?? 0;
  }

  get outcome(): Outcome | undefined {
    return this.settled;
  }

  /**
   * Notes that the server failed to answer a request. The model has seen that error, so the episode must get no reward.
   */
  failed(error: unknown): void {
    if (error === undefined) return;
    this.gym.sessions.failed(this.served, error instanceof Error ? error.message : String(error));
  }

  /** Closes the session. Does nothing if this client plays the user. */
  close(): void {
    if (this.plane === 'agent' && this.gym.sessions.has(this.id)) this.gym.sessions.close(this.id);
  }

  get step(): number {
    return this.served.session.entries.length;
  }

  private sayWith(args: Json): SeatAnswer | Promise<SeatAnswer> {
    const text = isJsonObject(args) ? args['text'] : undefined;
    if (typeof text !== 'string') return this.refusal('INVALID_ARGUMENT', 'text must be a string');
    if (this.ended) return this.refusal('PRECONDITION_FAILED', 'the conversation is over');
    return this.speak(text);
  }

  private finishWith(args: Json): SeatAnswer {
    const answer = isJsonObject(args) ? args['answer'] : undefined;
    if (typeof answer !== 'string') return this.refusal('INVALID_ARGUMENT', 'answer must be a string');
    this.moves += 1;
    this.finish(answer);
    const text = 'The task has ended.';
    return { text, value: text, refused: false, step: this.step, done: true };
  }

  private refusal(code: string, message: string): SeatAnswer {
    const value = { error: { code, message } };
    return { text: JSON.stringify(value), value, refused: true, step: this.step, done: this.ended };
  }

  private settle(answer?: string, messages?: readonly JsonObject[]): Outcome {
    if (this.settled !== undefined) return this.settled;
    const outcome = this.outcomeNow(answer, messages);
    this.gym.sessions.settled(this.served, outcome);
    return outcome;
  }

  private outcomeNow(answer: string | undefined, messages: readonly JsonObject[] | undefined): Outcome {
    const { live, end, task, forsaken, fault } = this.served;
    const over = live?.end ?? end ?? 'done';
    const none = (masked: Masked, why: string, at: EndReason = 'infrastructure'): Outcome => ({
      reward: null,
      masked,
      why,
      end: at,
    });
    if (fault !== undefined) return none('verifier_error', fault);
    if (forsaken) return none('session_lost', 'the user did not outlive the server');
    if (task === undefined) return none('callgym:unjudged', 'the session has no task', over);
    try {
      return this.judged({
        end: over,
        ...(answer === undefined ? {} : { answer }),
        ...(messages === undefined ? {} : { messages }),
      });
    } catch (error) {
      return none('verifier_error', (error as Error).message);
    }
  }

  private judged(wish: { end: EndReason; answer?: string; messages?: readonly JsonObject[] }): Outcome {
    if (this.served.task === undefined) return { reward: null, masked: 'callgym:unjudged', end: wish.end };
    const silent = !this.served.shared && wish.answer === undefined && wish.messages === undefined;
    const alone = this.served.live === undefined ? { ...wish, solo: true } : wish;
    const verdict = verdictOf(
      this.gym.store,
      this.served,
      silent && this.served.live === undefined ? { ...alone, answer: '' } : alone,
    );
    const { reward, unjudged } = verdict;
    if (reward !== null) return { reward, verdict, end: wish.end };
    return { reward, verdict, end: wish.end, masked: 'callgym:unjudged', why: unjudged.join('; ') };
  }

  private guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (isOurs(error)) this.failed(error);
      throw error;
    }
  }
}

const OPEN = {
  reward: null,
  masked: 'callgym:unjudged',
  why: "the agent's side has not ended the episode",
} as const;

/** Tells whether the server is to blame for an error. */
function isOurs(error: unknown): boolean {
  return errorAnswer(error, { id: '', bodyLimit: 0 }).status >= 500;
}
