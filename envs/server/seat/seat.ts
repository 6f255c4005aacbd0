// A session that an outside agent plays through a dialect: its prompt, tools, calls, words, end and verdict. Every
// dialect is a face of a seat. A verdict is made once. A fault of the server is remembered and never gives a reward.
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

/** The answer to a move. `text` is the value as JSON; a value that is a text is told as it is. */
export interface SeatAnswer {
  readonly text: string;
  readonly value: Json;
  readonly refused: boolean;
  readonly step: number;
  readonly done: boolean;
}

export class Seat {
  readonly served: ServedSession;
  /** The dialect of these calls, for the metrics. */
  readonly dialect: string;
  private readonly gym: GymContext;
  private readonly own: OwnTools;
  /** The number of moves so far: calls, words, the end. */
  moves = 0;
  /** Gives the stored answer to a request that comes again. */
  readonly repeats = new Repeats();

  /** The side that sits here: the user's own seat is one of two at a session. */
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

  /** Whether its words go to a live user. */
  private get speaks(): boolean {
    return this.talk && this.plane === 'agent';
  }

  /** Its live user did not outlive a restart: the agent has no user to speak to and gets no reward. */
  get lost(): boolean {
    return this.served.forsaken;
  }

  private get settled(): Outcome | undefined {
    return this.served.outcome;
  }

  get ended(): boolean {
    return this.settled !== undefined || this.served.end !== undefined || this.served.live?.end !== undefined;
  }

  /** The system prompt and the user's first words; `own` adds how to speak or end by tool. */
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

  /** The seat's own tools. Only the agent's side ends an episode. */
  private get offered(): readonly SeatTool[] {
    if (this.plane === 'user') return [this.own.tellAgent];
    if (this.speaks) return [this.own.say];
    return this.served.shared ? [this.own.tellUser, this.own.finish] : [this.own.finish];
  }

  /** The name of the tool that does the work of words alone. */
  get voice(): string {
    return this.offered[0]?.name ?? '';
  }

  knows(name: string): boolean {
    if (this.offered.some((tool) => tool.name === name)) return true;
    const audience = this.served.session.world.tools.get(name)?.tool.audience;
    return audience === this.plane || (audience === 'user' && this.served.solo);
  }

  /** Whether a call of a tool can still be answered. The one that ended the episode may come again after a restart. */
  takes(name: string): boolean {
    const ends = name === this.own.finish.name && this.offered.includes(this.own.finish);
    return !this.ended || (this.unsure && ends);
  }

  /** The log was begun before a restart and nothing was asked since, so the last answer may have been lost. */
  private get unsure(): boolean {
    return this.served.adopted && this.moves === 0;
  }

  /**
   * Calls a tool, or one of the seat's own tools. A refusal is an answer; a fault of the server is thrown. `sent` is
   * the request's own id, and `given` whether the client gave it: a request with the same id never acts twice, also
   * after a restart. Without an id of the client's, the first request after a restart does not act when it is the last
   * one of the log.
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

  /** Words to the live user. */
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

  /** Words that come without a tool: to the user, to the other side of a shared session, or the last ones. */
  speak(words: string): SeatAnswer | Promise<SeatAnswer> {
    if (this.speaks) return this.say(words);
    return this.served.shared ? this.tell(words) : this.finishWith({ answer: words });
  }

  /** Words to a side that is played elsewhere: they stand in the record. */
  private tell(words: string): SeatAnswer {
    const last = this.served.words.at(-1);
    const again = this.unsure && last?.by === this.plane && last.after === this.step && last.text === words;
    this.moves += 1;
    if (words.trim() !== '' && !again) this.gym.sessions.hear(this.served, this.plane, words);
    const text = 'Said.';
    return { text, value: text, refused: false, step: this.step, done: this.ended };
  }

  /**
   * Ends the episode and judges it, once. The client's messages count instead of the log, if it sends them. The user's
   * side of a shared session ends nothing: it has the outcome when the agent's side has ended the episode.
   */
  finish(words?: string, messages?: readonly JsonObject[]): Outcome {
    if (this.settled !== undefined) return this.settled;
    if (this.plane === 'user') return { ...OPEN, end: this.served.end ?? 'done' };
    if (this.served.live === undefined) return this.settle(words, messages);
    this.gym.sessions.finish(this.served, 'done', words);
    return this.settle();
  }

  /** Ends the episode by a limit; the reward is lost for good. */
  lose(end: EndReason): Outcome {
    if (this.plane === 'user') return this.finish();
    if (this.settled === undefined) {
      this.gym.sessions.finish(this.served, end);
      this.settle();
    }
    return this.settled ?? this.settle();
  }

  /**
   * The present value of the episode, without ending it: 0 when it cannot be judged, null after a fault of the server.
   */
  worth(): 0 | 1 | null {
    if (this.served.fault !== undefined || this.lost) return null;
    if (this.settled !== undefined) return this.settled.reward ?? 0;
    return this.judged({ end: 'done' }).reward ?? 0;
  }

  get outcome(): Outcome | undefined {
    return this.settled;
  }

  /** Notes that a fault of the server answered a request of this seat: clients show the error to the model. */
  failed(error: unknown): void {
    if (error === undefined) return;
    this.gym.sessions.failed(this.served, error instanceof Error ? error.message : String(error));
  }

  /** Closes the session. The user's side of a shared one only leaves. */
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

/** Whether an error is a fault of the server. */
function isOurs(error: unknown): boolean {
  return errorAnswer(error, { id: '', bodyLimit: 0 }).status >= 500;
}
