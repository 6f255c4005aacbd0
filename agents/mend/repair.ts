// Turns a failed episode into a successful one: keeps the record up to the fault, adds a correction in the agent's
// words, and plays the rest of the stored solution. If the fault can be corrected, it stays in the record and is
// marked, so that no model is trained on it; otherwise the record is cut before it. Also makes pairs of the right and
// the wrong message for preference training.
import type { Episode, EpisodeMessage } from '../../envs/values/episode.ts';
import type { Task } from '../../envs/values/task.ts';
import { labelOf, listed } from '../../envs/words/spoken.ts';
import type { Random } from '../../envs/random.ts';
import type { World } from '../../envs/world/world.ts';
import type { Attribution } from '../keep/attribute.ts';
import { invalidity } from '../keep/validity.ts';
import { seatRandom } from '../runs/trial-seed.ts';
import { bareDeed } from '../agents/deed-words.ts';
import { sameStep, sameTool, takeOver, type TakenOver } from './take-over.ts';

export interface PreferencePair {
  readonly prompt: readonly EpisodeMessage[];
  readonly chosen: EpisodeMessage;
  readonly rejected: EpisodeMessage;
}

export interface Repaired {
  readonly played: TakenOver;
  /**
   * 'corrected': the fault stays in the record and is corrected later. 'rerouted': the record is cut before the fault.
   */
  readonly how: 'corrected' | 'rerouted';
  readonly messages: readonly EpisodeMessage[];
  /** The number of messages that are taken from the record. */
  readonly upTo: number;
}

interface Failed {
  readonly world: World;
  readonly task: Task;
  readonly episode: Episode;
  readonly fault: Attribution;
}

export async function repair(failed: Failed): Promise<Repaired | string> {
  const at = faultyMessage(failed);
  if (at === undefined) return 'no message of the agent is at fault';
  const random = seatRandom(failed.task.id, failed.episode.trial_seed)('repair');
  let why = 'the oracle does not get there from the fault';
  for (const how of ['corrected', 'rerouted'] as const) {
    const upTo = how === 'rerouted' ? at : pastFault(failed.episode, at);
    // the fault can stay only if the record goes on behind it, with the results of its calls or with the user's answer;
    // otherwise the record is cut before the fault
    if (upTo === undefined) continue;
    const announced = announcements(failed.episode, at, failed.fault);
    const opening = how === 'corrected' || announced.length > 0 ? correction(failed, random) : undefined;
    const played = await success({ ...failed, upTo, ...(opening === undefined ? {} : { opening }) });
    if (typeof played === 'string') {
      why = played;
      continue;
    }
    const marks = new Map(announced.map((index) => [index, 'announces the faulty step']));
    if (how === 'corrected') marks.set(at, `the faulty step: ${failed.fault.reason.replaceAll('_', ' ')}`);
    const messages = played.messages.map((message, index) => {
      const untrained = marks.get(index);
      return untrained === undefined ? message : { ...message, untrained };
    });
    return { played, how, messages, upTo };
  }
  return why;
}

export async function preference(failed: Failed): Promise<PreferencePair | string> {
  const at = faultyMessage(failed);
  if (at === undefined) return 'no message of the agent is at fault';
  const played = await success({ ...failed, upTo: at });
  if (typeof played === 'string') return played;
  const [chosen, rejected] = [played.messages[at], failed.episode.messages[at]];
  if (chosen?.role !== 'assistant' || rejected === undefined) return 'there is no choice at the fault';
  if (alike(chosen, rejected)) return 'the oracle does the same there';
  return { prompt: played.messages.slice(0, at), chosen, rejected };
}

/**
 * Lets the oracle (an agent that knows the solution) continue from a message. Returns the episode if it succeeds and is
 * well-formed, otherwise the reason why not. A recorded call counts as done if it equals a call of the solution or, in
 * a second try, if it uses the same tool.
 */
async function success(
  given: Pick<Failed, 'world' | 'task' | 'episode'> & { readonly upTo: number; readonly opening?: string },
): Promise<TakenOver | string> {
  let why = 'the oracle does not get there from the fault';
  for (const isDone of [sameStep, sameTool]) {
    const played = await takeOver({ ...given, isDone });
    if (played.verdict.reward !== 1) continue;
    const { episode } = given;
    const form = invalidity({ ...episode, messages: [...played.messages], end_reason: played.end } as Episode);
    if (form === undefined) return played;
    why = `not well-formed: ${form}`;
  }
  return why;
}

/**
 * Returns the index of the message that made the decisive step, or of the agent's reply that ended the episode too
 * early. Returns undefined if the agent wrote no such message.
 */
export function faultyMessage({
  episode: { messages, steps },
  fault,
}: Pick<Failed, 'episode' | 'fault'>): number | undefined {
  if (fault.step !== null) {
    const step = steps.find(({ log_index: index }) => index === fault.step);
    const at = step?.message ?? undefined;
    return at !== undefined && messages[at]?.role === 'assistant' ? at : undefined;
  }
  const lastCall = messages.findLastIndex(({ role, tool_calls }) => role === 'tool' || tool_calls !== undefined);
  const found = messages.findIndex(
    ({ role, tool_calls, content }, at) =>
      at > lastCall && role === 'assistant' && tool_calls === undefined && !isQuestion(content),
  );
  return found === -1 ? undefined : found;
}

function isQuestion(text: string): boolean {
  return text.trimEnd().endsWith('?');
}

/**
 * Returns the index of the first message after the results of this message's calls. If the message makes no calls,
 * returns the index after the user's answer to it, or undefined if nothing follows that answer.
 */
function pastFault({ messages }: Episode, at: number): number | undefined {
  const calls = messages[at]?.tool_calls?.length ?? 0;
  if (calls > 0) return at + 1 + calls;
  return messages[at + 1]?.role === 'user' && messages.length > at + 2 ? at + 2 : undefined;
}

/**
 * Returns the indexes of the agent's messages that mention a wrong value, between the last result and the faulty
 * message.
 */
function announcements({ messages, steps }: Episode, at: number, { reason, detail, step }: Attribution): number[] {
  if (reason !== 'wrong_argument') return [];
  const args = steps.find(({ log_index: index }) => index === step)?.arguments ?? {};
  const wrong = (detail ?? '')
    .split(', ')
    .map((path) => leaf(args, path.split('.')))
    .filter((value) => value !== undefined && value.length > 1);
  const from = messages.slice(0, at).findLastIndex(({ role }) => role === 'tool');
  return messages.flatMap(({ role, content }, index) =>
    index > from && index < at && role === 'assistant' && wrong.some((value) => content.includes(value as string))
      ? [index]
      : [],
  );
}

function leaf(value: unknown, path: readonly string[]): string | undefined {
  for (const name of path) value = (value as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function alike(a: EpisodeMessage, b: EpisodeMessage): boolean {
  const key = ({ content, tool_calls }: EpisodeMessage): string =>
    JSON.stringify([content, tool_calls?.map(({ function: call }) => call)]);
  return key(a) === key(b);
}

/** Returns words in which the agent admits the fault and goes on. */
function correction({ episode, fault }: Failed, random: Random): string {
  const { reason, detail = '', step } = fault;
  const tool = episode.steps.find(({ log_index: index }) => index === step)?.name ?? '';
  switch (reason) {
    case 'wrong_argument': {
      const what = listed(detail.split(', ').map((path) => labelOf(path.split('.').at(-1) ?? path)));
      return random.pick([
        `Sorry, I had the ${what} wrong there. Let me do this properly.`,
        `That was not the right ${what}; I will correct that.`,
        `I mixed up the ${what}. Once more, with the right one.`,
      ]);
    }
    case 'wrong_tool':
      return random.pick(['That was not the right way to do it. Let me correct that.', 'I took a wrong turn there.']);
    case 'missing_precondition':
      return random.pick([
        'I went ahead too quickly; let me check first.',
        'Before I go on I have to check something that I skipped.',
      ]);
    case 'rule_broken':
      return random.pick(['I should not have done that without asking.', 'I went ahead too quickly, my apologies.']);
    case 'collateral_write':
      return random.pick([
        `There was no need to ${bareDeed(tool)}; let me put that right.`,
        'That was not what you asked for; let me put it right.',
      ]);
    default:
      return random.pick(['Let me check that once more.', 'One moment, I am not done yet.']);
  }
}
