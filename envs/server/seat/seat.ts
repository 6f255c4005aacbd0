// A session played by somebody through a dialect: what is told first, the tools, calls, words, the end and its verdict.
// Each dialect is a face of this one thing. A verdict is made once; a fault of ours is remembered, and is never a reward.
import { isJsonObject, type Json, type JsonObject } from '../../values/json.ts';
import type { EndReason } from '../../values/task.ts';
import type { Verdict } from '../../values/verdict.ts';
import { withoutNulls } from '../dropped-nulls.ts';
import { errorAnswer } from '../http-errors.ts';
import { promptOf } from '../prompt-of.ts';
import type { Plane } from '../plane.ts';
import type { ServedSession } from '../served-sessions.ts';
import type { GymContext } from '../dialect.ts';
import { parametersOf, toolsOf } from '../tool-listing.ts';
import { verdictOf } from '../verdict-of.ts';
import { ownTools, type OwnTools, type SeatTool } from './own-tools.ts';

/** What a move brought. `text` is the value as JSON; a value that is a text is told as it is. */
export interface SeatAnswer {
  readonly text: string;
  readonly value: Json;
  readonly refused: boolean;
  readonly step: number;
  readonly done: boolean;
}

/** Why an episode has no reward. */
export type Masked = 'callgym:unjudged' | 'session_lost' | 'session_expired' | 'verifier_error';

export interface Outcome {
  readonly reward: 0 | 1 | null;
  readonly masked?: Masked;
  readonly why?: string;
  readonly end: EndReason;
  readonly verdict?: Verdict;
}

export class Seat {
  readonly served: ServedSession;
  /** Which dialect's calls these are, for the metrics. */
  readonly dialect: string;
  private readonly gym: GymContext;
  private readonly own: OwnTools;
  /** A request of this seat was answered by a fault of ours. */
  private fault: string | undefined;
  private settled: Outcome | undefined;
  /** Moves so far: calls, words, the end. */
  moves = 0;

  /** Whose seat it is: the user's own is one of two at a session. */
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

  get ended(): boolean {
    return this.settled !== undefined || this.served.end !== undefined || this.served.live?.end !== undefined;
  }

  /** The system prompt and the user's first words; `own` adds how to speak or end by tool. */
  first(own = false): { readonly system: string; readonly opening: string } {
    const { system, opening } = promptOf(this.served, this.plane);
    const { say, finish } = this.own;
    const how = this.speaks
      ? `Speak to the user with the tool ${say.name} alone; its result is their answer.`
      : `End with the tool ${finish.name}; its answer is what you tell the user.`;
    return { system: own ? `${system}\n\n${how}` : system, opening: opening ?? '' };
  }

  tools(own = false): SeatTool[] {
    const { world } = this.served.session;
    const tools = toolsOf(world, this.plane, this.served.solo).map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: parametersOf(tool),
    }));
    return own ? [...tools, this.speaks ? this.own.say : this.own.finish] : tools;
  }

  knows(name: string): boolean {
    if (name === (this.speaks ? this.own.say : this.own.finish).name) return true;
    const audience = this.served.session.world.tools.get(name)?.tool.audience;
    return audience === this.plane || (audience === 'user' && this.served.solo);
  }

  /** A call of a tool, the seat's own among them. What is refused is an answer; a fault of ours is thrown. */
  call(name: string, args: Json): SeatAnswer | Promise<SeatAnswer> {
    if (name === this.own.say.name && this.speaks) return this.sayWith(args);
    if (name === this.own.finish.name && !this.speaks) return this.finishWith(args);
    return this.guarded(() => {
      const { session } = this.served;
      const { answer, text } = this.gym.sessions.make(this.served, {
        by: this.plane,
        name,
        arguments: withoutNulls(session.world, name, args),
      });
      this.gym.metrics.called(this.dialect, answer);
      this.moves += 1;
      if (!answer.ok) {
        const value = { error: answer.error as unknown as Json };
        return { text: `{"error":${text}}`, value, refused: true, step: answer.step, done: this.ended };
      }
      const { result } = answer;
      const told = typeof result === 'string' ? result : text;
      return { text: told, value: result, refused: false, step: answer.step, done: this.ended };
    });
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

  /** Words of a side whose other side is played elsewhere: they stand in the record. */
  tell(words: string): void {
    if (words.trim() === '' || this.served.live !== undefined) return;
    this.served.words.push({ by: this.plane, text: words, after: this.step });
  }

  /** Ends it and judges, once; told messages count instead of the log where the client has them. */
  finish(words?: string, messages?: readonly JsonObject[]): Outcome {
    if (this.settled !== undefined) return this.settled;
    if (this.served.live === undefined) return this.settle(words, messages);
    this.gym.sessions.finish(this.served, 'done', words);
    return this.settle();
  }

  /** Ends it by a limit, which nothing makes good. */
  lose(end: EndReason): Outcome {
    if (this.settled === undefined) {
      this.gym.sessions.finish(this.served, end);
      this.settle();
    }
    return this.settled ?? this.settle();
  }

  /** What it is worth so far, without ending it; an episode that has no reward counts nothing. */
  worth(): 0 | 1 {
    if (this.settled !== undefined) return this.settled.reward ?? 0;
    return this.judged({ end: 'done' }).reward ?? 0;
  }

  get outcome(): Outcome | undefined {
    return this.settled;
  }

  /** A request of this seat was answered by a fault of ours: clients show its body to the model and go on. */
  failed(error: unknown): void {
    if (error === undefined) return;
    this.fault ??= error instanceof Error ? error.message : String(error);
  }

  close(): void {
    if (this.gym.sessions.has(this.id)) this.gym.sessions.close(this.id);
  }

  get step(): number {
    return this.served.session.entries.length;
  }

  private sayWith(args: Json): SeatAnswer | Promise<SeatAnswer> {
    const text = isJsonObject(args) ? args['text'] : undefined;
    if (typeof text !== 'string') return this.refusal('INVALID_ARGUMENT', 'text must be a string');
    if (this.ended) return this.refusal('PRECONDITION_FAILED', 'the conversation is over');
    return this.say(text);
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
    const { live, end, task, forsaken } = this.served;
    const over = live?.end ?? end ?? 'done';
    if (this.fault !== undefined)
      this.settled = { reward: null, masked: 'verifier_error', why: this.fault, end: 'infrastructure' };
    else if (forsaken)
      this.settled = {
        reward: null,
        masked: 'session_lost',
        why: 'the user did not outlive the server',
        end: 'infrastructure',
      };
    else if (task === undefined)
      this.settled = { reward: null, masked: 'callgym:unjudged', why: 'the session has no task', end: over };
    else {
      try {
        this.settled = this.judged({
          end: over,
          ...(answer === undefined ? {} : { answer }),
          ...(messages === undefined ? {} : { messages }),
        });
      } catch (error) {
        this.settled = {
          reward: null,
          masked: 'verifier_error',
          why: (error as Error).message,
          end: 'infrastructure',
        };
      }
    }
    this.served.end ??= this.settled.end;
    return this.settled;
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

/** Whether an error is no fault of the client's. */
function isOurs(error: unknown): boolean {
  return errorAnswer(error, { id: '', bodyLimit: 0 }).status >= 500;
}
