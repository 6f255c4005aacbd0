// Records the conversation between agent and user while it happens: all messages and calls, and separately the messages
// that each side sees.
import type { EpisodeMessage, EpisodeStep } from '../../envs/values/episode.ts';
import { asJson, isJsonObject, parseJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { EndReason } from '../../envs/values/task.ts';
import type { Plane } from '../../envs/server/plane.ts';
import type { CallAnswer } from '../../envs/session/session-store.ts';
import { isHandOver } from '../../envs/verification/script.ts';
import type { Move, Player, Usage, WantedCall } from './players.ts';

/** The only method of a session that a conversation uses. */
export interface Table {
  call(plane: Plane, name: string, args: JsonObject): Promise<CallAnswer> | CallAnswer;
}

/** The largest number of consecutive moves with tool calls that the user may make. */
const USER_CALLS = 20;

export class Conversation {
  private readonly table: Table;
  readonly messages: EpisodeMessage[] = [];
  readonly views = { agent: [] as EpisodeMessage[], user: [] as EpisodeMessage[] };
  readonly steps: EpisodeStep[] = [];
  readonly usage = { agent: { prompt: 0, completion: 0 }, user: { prompt: 0, completion: 0 } };
  /** The number of the agent's calls that were refused or malformed. */
  errors = 0;
  end: EndReason | undefined;
  /** The reason why the episode ended, if neither side chose to end it. */
  why: string | undefined;
  private handedOver = false;
  private made = 0;

  constructor(table: Table) {
    this.table = table;
  }

  async userTurn(user: Player): Promise<void> {
    for (let calls = 0; calls <= USER_CALLS; calls++) {
      const move = await user.next(this.views.user);
      this.count('user', move.usage);
      if (move.kind === 'call') {
        await this.calls('user', move);
        continue;
      }
      if (move.kind === 'say' && move.text.trim() !== '') this.say('user', move.text, move);
      // if the agent has handed the conversation over to a person, the user's `done` or `refused` is recorded as
      // `transferred`
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

  say(
    plane: Plane,
    text: string,
    { acts, reasoning }: { readonly acts?: readonly string[]; readonly reasoning?: string } = {},
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

  async calls(plane: Plane, move: Move & { readonly kind: 'call' }): Promise<void> {
    const at = this.announce(plane, move.calls, move.text, move.reasoning);
    const { tool_calls } = this.messages[at] as EpisodeMessage;
    for (const { id, function: call } of tool_calls ?? []) {
      const args = asArguments(call.arguments);
      if (typeof args === 'string') {
        this.observe(plane, id, call.name, { error: { code: 'INVALID_ARGUMENT', message: args } });
        if (plane === 'agent') this.errors += 1;
        continue;
      }
      this.outcome(plane, at, id, call.name, args, await this.table.call(plane, call.name, args));
    }
    if (plane === 'agent' && move.calls.length === 0) this.errors += 1;
  }

  /** Records a call that was made elsewhere, together with its answer. */
  saw(plane: Plane, name: string, args: JsonObject, answer: CallAnswer): void {
    const at = this.announce(plane, [{ name, arguments: JSON.stringify(args) }]);
    const id = this.messages[at]?.tool_calls?.[0]?.id ?? '';
    this.outcome(plane, at, id, name, args, answer);
  }

  count(side: Plane, usage: Usage | undefined): void {
    if (usage === undefined) return;
    this.usage[side].prompt += usage.prompt;
    this.usage[side].completion += usage.completion;
  }

  private announce(plane: Plane, wanted: readonly WantedCall[], text = '', reasoning?: string): number {
    const message: EpisodeMessage = {
      role: plane === 'agent' ? 'assistant' : 'user',
      content: text,
      tool_calls: wanted.map((call) => ({
        id: `call_${++this.made}`,
        type: 'function',
        function: { name: call.name, arguments: call.arguments },
      })),
      ...(reasoning === undefined ? {} : { reasoning }),
    };
    return this.add(plane, message) - 1;
  }

  private outcome(plane: Plane, at: number, id: string, name: string, args: JsonObject, answer: CallAnswer): void {
    if (!answer.ok && plane === 'agent') this.errors += 1;
    if (answer.ok && plane === 'agent' && isHandOver(name, Object.keys(args))) this.handedOver = true;
    this.steps.push({
      step: answer.step,
      by: plane,
      message: at,
      call_id: id,
      name,
      arguments: args,
      ok: answer.ok,
      ...(answer.ok ? { result: answer.result } : { error: answer.error }),
      log_index: answer.step,
    } as EpisodeStep);
    this.observe(plane, id, name, answer.ok ? answer.result : { error: asJson(answer.error) });
  }

  private observe(plane: Plane, id: string, name: string, result: Json): void {
    const content = typeof result === 'string' ? result : JSON.stringify(result);
    this.add(plane, { role: 'tool', content, tool_call_id: id, name });
  }

  /**
   * Adds a call or a result to the record, and to the messages of the side that made the call. The other side does not
   * see it.
   */
  private add(plane: Plane, message: EpisodeMessage): number {
    this.views[plane].push(message);
    return this.messages.push(message);
  }
}

/**
 * Returns the arguments as an object. If the text is not a JSON object, returns an error message. Empty text counts as
 * {}.
 */
function asArguments(text: string): JsonObject | string {
  if (text.trim() === '') return {};
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : 'The arguments must be a JSON object.';
  } catch (error) {
    return `The arguments are no JSON: ${(error as Error).message}. Write them as one JSON object.`;
  }
}
