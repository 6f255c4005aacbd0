// One episode, tau2-style: the user opens or the agent greets, the agent calls tools or speaks, the user answers or calls
// tools of their own, until somebody ends it or a limit does. Everything stands in the record as it happened.
import type { EpisodeMessage, EpisodeStep } from '../../envs/values/episode.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { EndReason } from '../../envs/values/task.ts';
import type { Plane } from '../../envs/server/capabilities.ts';
import type { CallAnswer } from '../../envs/session/session-store.ts';
import { isHandOver } from '../../envs/verification/script.ts';
import { PlayerFailure, type Move, type Player, type Usage, type WantedCall } from './players.ts';

/** The session as an episode needs it. */
export interface Table {
  call(plane: Plane, name: string, args: JsonObject): Promise<CallAnswer> | CallAnswer;
}

export interface EpisodeLimits {
  /** Moves of the agent. */
  readonly turns: number;
  /** Refused or malformed calls of the agent. */
  readonly errors: number;
}
export const DEFAULT_EPISODE_LIMITS: EpisodeLimits = { turns: 100, errors: 10 };

export interface Episode {
  readonly messages: readonly EpisodeMessage[];
  readonly steps: readonly EpisodeStep[];
  readonly end: EndReason;
  /** Why it ended where that is nobody's choice. */
  readonly why?: string;
  readonly usage: { readonly agent: Usage; readonly user: Usage };
}

export interface Sides {
  readonly agent: Player;
  /** Without one the agent works alone on what `opening` asks. */
  readonly user: Player | undefined;
  readonly opening: string;
  /** The agent's first words, where it is the agent that opens. */
  readonly greeting?: string;
}

const USER_CALLS = 20;

export async function playEpisode(
  table: Table,
  sides: Sides,
  limits: EpisodeLimits = DEFAULT_EPISODE_LIMITS,
): Promise<Episode> {
  const course = new Course(table, sides, limits);
  try {
    await course.play();
  } catch (error) {
    // what was played stays; whose fault it was says the end
    if (error instanceof PlayerFailure) {
      if (error.fatal) throw error;
      course.end = error.end;
      course.why = error.message;
    } else {
      course.end = 'infrastructure';
      course.why = (error as Error).message;
    }
  }
  return course.record();
}

class Course {
  private readonly table: Table;
  private readonly sides: Sides;
  private readonly limits: EpisodeLimits;
  private readonly messages: EpisodeMessage[] = [];
  private readonly views = { agent: [] as EpisodeMessage[], user: [] as EpisodeMessage[] };
  private readonly steps: EpisodeStep[] = [];
  private readonly usage = { agent: { prompt: 0, completion: 0 }, user: { prompt: 0, completion: 0 } };
  private errors = 0;
  private handedOver = false;
  end: EndReason | undefined;
  why: string | undefined;

  constructor(table: Table, sides: Sides, limits: EpisodeLimits) {
    this.table = table;
    this.sides = sides;
    this.limits = limits;
  }

  async play(): Promise<void> {
    const { greeting, user, opening } = this.sides;
    if (greeting !== undefined) this.say('agent', greeting);
    if (user === undefined) this.say('user', opening);
    else await this.userTurn(user);
    let turns = 0;
    while (this.end === undefined) {
      if (turns === this.limits.turns) {
        this.end = 'max_turns';
        return;
      }
      turns += 1;
      const move = await this.sides.agent.next(this.views.agent);
      this.count('agent', move);
      if (move.kind === 'end') {
        this.end = move.end;
        this.why = move.why;
      } else if (move.kind === 'call') {
        await this.calls('agent', move.calls, move);
        if (this.errors >= this.limits.errors) this.end = 'max_errors';
      } else if (move.text.trim() === '') {
        this.end = 'agent_error';
        this.why = 'the agent neither said nor called anything';
      } else {
        this.say('agent', move.text, move);
        if (move.end !== undefined) this.end = move.end;
        else if (user === undefined) this.end = 'done';
        else await this.userTurn(user);
      }
    }
  }

  private async userTurn(user: Player): Promise<void> {
    for (let calls = 0; calls <= USER_CALLS; calls++) {
      const move = await user.next(this.views.user);
      this.count('user', move);
      if (move.kind === 'call') {
        await this.calls('user', move.calls, move);
        continue;
      }
      if (move.kind === 'say' && move.text.trim() !== '') this.say('user', move.text, move);
      // whoever was handed over is served by somebody else now
      if (move.end !== undefined)
        this.end = this.handedOver && ['done', 'refused'].includes(move.end) ? 'transferred' : move.end;
      if (move.kind === 'end') this.why = move.why;
      else if (move.text.trim() === '' && move.end === undefined) {
        this.end = 'user_error';
        this.why = 'the user said nothing';
      }
      return;
    }
    this.end = 'user_error';
    this.why = 'the user called tools without end';
  }

  private say(
    plane: Plane,
    text: string,
    { acts, reasoning }: { acts?: readonly string[]; reasoning?: string } = {},
  ): void {
    const message: EpisodeMessage = {
      role: plane === 'agent' ? 'assistant' : 'user',
      content: text,
      ...(reasoning === undefined ? {} : { reasoning }),
      ...(acts === undefined ? {} : { acts: [...acts] }),
    };
    this.messages.push(message);
    this.views.agent.push(message);
    this.views.user.push(message);
  }

  private async calls(plane: Plane, wanted: readonly WantedCall[], move: Move): Promise<void> {
    const at = this.messages.length;
    const first = this.steps.length;
    const made = this.messages.reduce((sum, { tool_calls }) => sum + (tool_calls?.length ?? 0), 0);
    const message: EpisodeMessage = {
      role: plane === 'agent' ? 'assistant' : 'user',
      content: move.kind === 'call' ? (move.text ?? '') : '',
      tool_calls: wanted.map((call, index) => ({
        id: `call_${made + index + 1}`,
        type: 'function',
        function: { name: call.name, arguments: call.arguments },
      })),
      ...(move.reasoning === undefined ? {} : { reasoning: move.reasoning }),
    };
    this.add(plane, message);
    for (const { id, function: call } of message.tool_calls ?? []) {
      const args = asArguments(call.arguments);
      if (typeof args === 'string') {
        this.observe(plane, id, call.name, { error: { code: 'INVALID_ARGUMENT', message: args } });
        if (plane === 'agent') this.errors += 1;
        continue;
      }
      const answer = await this.table.call(plane, call.name, args);
      if (!answer.ok && plane === 'agent') this.errors += 1;
      if (answer.ok && plane === 'agent' && isHandOver(call.name)) this.handedOver = true;
      this.steps.push({
        step: answer.step,
        by: plane,
        message: at,
        call_id: id,
        name: call.name,
        arguments: args,
        ok: answer.ok,
        ...(answer.ok ? { result: answer.result } : { error: answer.error }),
        log_index: answer.step,
      } as EpisodeStep);
      this.observe(plane, id, call.name, answer.ok ? answer.result : { error: answer.error as unknown as Json });
    }
    if (plane === 'agent' && this.steps.length === first && wanted.length === 0) this.errors += 1;
  }

  private observe(plane: Plane, id: string, name: string, result: Json): void {
    const content = typeof result === 'string' ? result : JSON.stringify(result);
    this.add(plane, { role: 'tool', content, tool_call_id: id, name });
  }

  /** Calls and what came of them are seen by the side that made them. */
  private add(plane: Plane, message: EpisodeMessage): void {
    this.messages.push(message);
    this.views[plane].push(message);
  }

  private count(side: Plane, { usage }: Move): void {
    if (usage === undefined) return;
    this.usage[side].prompt += usage.prompt;
    this.usage[side].completion += usage.completion;
  }

  record(): Episode {
    const { messages, steps, usage, why } = this;
    return {
      messages,
      steps,
      usage,
      end: this.end ?? 'infrastructure',
      ...(why === undefined ? {} : { why }),
    };
  }
}

/** The arguments as an object, or what is wrong with their text. */
function asArguments(text: string): JsonObject | string {
  if (text.trim() === '') return {};
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : 'The arguments must be a JSON object.';
  } catch (error) {
    return `The arguments are no JSON: ${(error as Error).message}. Write them as one JSON object.`;
  }
}
