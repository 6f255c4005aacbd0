// Makes a task from the goal that a failed episode did reach. The user's words are changed to ask for exactly that
// goal: an unfulfilled wish is left out, or the user names the value that the agent used. The new task is played, and
// the episode is judged against it. The result is a reason if any of this fails.
import { SessionStore } from '../../envs/session/session-store.ts';
import type { Episode, EpisodeMessage } from '../../envs/values/episode.ts';
import { checkedAs, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Task, TaskOutput } from '../../envs/values/task.ts';
import type { Verdict } from '../../envs/values/verdict.ts';
import { judge, setupOf } from '../../envs/verification/judge.ts';
import { plainWords, says, spoken } from '../../envs/words/spoken.ts';
import { ownWords, splitName } from '../../envs/words/split-words.ts';
import type { World } from '../../envs/world/world.ts';
import type { Attribution } from '../keep/attribute.ts';
import { invalidity } from '../keep/validity.ts';
import { replay } from '../runs/run-record.ts';
import { sameStep } from './take-over.ts';

export interface Relabelled {
  readonly task: Task;
  readonly messages: readonly EpisodeMessage[];
  readonly end: Episode['end_reason'];
  readonly verdict: Verdict;
}

interface Failed {
  readonly world: World;
  readonly task: Task;
  readonly episode: Episode;
  readonly fault: Attribution;
}

/**
 * The parts of a rewritten task. Its results and changes of rows are missing; `executed` finds them by playing the
 * calls.
 */
interface Rewriting {
  readonly calls: Task['gold']['calls'];
  readonly outputs: Task['gold']['outputs'];
  readonly opening: string;
  readonly messages: readonly EpisodeMessage[];
  readonly facts: Task['user']['facts'];
}

export function relabel(whole: Failed): Relabelled | string {
  const failed = { ...whole, episode: beforeReminders(whole.episode) };
  const { world, task, episode } = failed;
  if (Object.keys(task.gold.diff).length === 0) return 'nothing was to be changed';
  if (episode.user?.['kind'] === 'none') return 'nobody said what they want';
  const rewriting = withoutUnfulfilled(failed) ?? withUsedValue(failed);
  if (rewriting === undefined) return 'no goal of it was achieved whole';
  const made = executed(world, task, rewriting, `${task.id}~${episode.trial}`);
  if (made === undefined) return 'what was achieved does not follow from its calls';
  const messages = [...rewriting.messages];
  const form = invalidity({ ...episode, messages } as Episode);
  if (form !== undefined) return `not well-formed: ${form}`;
  const log = replay(world, made, { ...episode, task: made.id });
  const verdict = judge(world, made, log, { messages, end: episode.end_reason });
  if (verdict.reward !== 1) return 'the episode does not achieve it either';
  const idle = judge(world, made, log.slice(0, 1), { messages: messages.slice(0, 1), end: 'done' });
  return idle.reward === 1
    ? 'nothing has to be done for it'
    : { task: made, messages, end: episode.end_reason, verdict };
}

/**
 * If the user gave up, cuts the episode after the agent's first reply behind the last call, unless this reply asks a
 * question. After it the user only repeated the unfulfilled wish; a user without this wish would have left.
 */
function beforeReminders(episode: Episode): Episode {
  if (episode.end_reason !== 'user_gave_up') return episode;
  const last = episode.messages.findLastIndex(({ role, tool_calls }) => role === 'tool' || tool_calls !== undefined);
  const reply = episode.messages.findIndex(
    ({ role, content }, at) => at > last && role === 'assistant' && content !== '',
  );
  if (reply === -1 || episode.messages[reply]?.content.includes('?') === true) return episode;
  return { ...episode, messages: episode.messages.slice(0, reply + 1), end_reason: 'done' };
}

/**
 * Leaves out the wishes that the episode did not fulfil, and removes their sentences from the user's first message.
 * Returns undefined if this is not possible.
 */
function withoutUnfulfilled({ world, task, episode }: Failed): Rewriting | undefined {
  const steps = [...episode.steps];
  const done = task.gold.calls.map((gold) => {
    const at = steps.findIndex((step) => step.ok === (gold.error === undefined) && sameStep(gold, step));
    if (at !== -1) steps.splice(at, 1);
    return at !== -1;
  });
  const isWrite = (name: string): boolean => world.tools.get(name)?.tool.effect === 'write';
  const missing = task.gold.calls.filter((call, at) => !done[at] && isWrite(call.name));
  const fulfilled = task.gold.calls.filter((call, at) => done[at] && isWrite(call.name));
  const answered = !episode.verdict.failures.some(({ part }) => part === 'outputs');
  const outputs = answered ? task.gold.outputs : [];
  if (fulfilled.length === 0 || (missing.length === 0 && outputs.length === task.gold.outputs.length)) return undefined;
  const [first] = episode.messages;
  if (first?.role !== 'user') return undefined;
  const sentences = first.content.match(/[^.?!]+(?:[.?!](?=\S)[^.?!]*)*[.?!"]*\s*/g) ?? [];
  const isOf = (sentence: string, name: string, args: JsonObject): boolean => {
    const plain = plainWords(sentence);
    const words = ownWords(name);
    return (
      words.every((word) => plain.includes(` ${word} `)) ||
      Object.entries(args).some(
        ([key, value]) => typeof value === 'string' && value.length > 3 && says(plain, value, key),
      )
    );
  };
  const ofCalls = (sentence: string, calls: Task['gold']['calls']): boolean =>
    calls.some(({ name, arguments: args }) => isOf(sentence, name, args as JsonObject));
  const ofOutputs = (sentence: string): boolean =>
    task.gold.outputs.some(({ key }) =>
      splitName(key)
        .filter((word) => word.length > 3)
        .every((word) => plainWords(sentence).includes(` ${word}`)),
    );
  const stays = sentences.map(
    (sentence) =>
      ofCalls(sentence, fulfilled) ||
      !(ofCalls(sentence, missing) || (!answered && (ofOutputs(sentence) || ASKS.test(sentence)))),
  );
  if (stays.every(Boolean)) return undefined;
  const opening = sentences
    .filter((_each, at) => stays[at])
    .join('')
    .replace(/^(?:after that|besides|also|and last|then),? (\w)/i, (_found, letter: string) => letter.toUpperCase())
    .trim();
  if (tellsOf(episode, missing, fulfilled, answered ? [] : task.gold.outputs)) return undefined;
  if (!fulfilled.every(({ name, arguments: args }) => isOf(opening, name, args as JsonObject))) return undefined;
  const calls = task.gold.calls.filter((_call, at) => done[at]);
  return {
    calls,
    outputs: outputs.map((output) => withOrigin(output, task.gold.calls, calls)),
    opening,
    messages: [{ ...first, content: opening }, ...episode.messages.slice(1)],
    facts: task.user.facts.filter(({ value }) => used(value as Json, calls, opening)),
  };
}

/**
 * Matches a sentence that asks for information. If the episode answered no question, such sentences are removed from
 * the user's first message.
 */
const ASKS = /\?["\s]*$|\b(?:tell|find out|look up|know|how (?:much|many)|what|which|when)\b/i;

/**
 * Corrects the index of the call whose result holds the answer, because the list of calls has become shorter. Removes
 * the origin if that call is gone.
 */
function withOrigin(output: TaskOutput, before: Task['gold']['calls'], now: Task['gold']['calls']): TaskOutput {
  const { origin, ...rest } = output;
  if (origin === undefined) return output;
  const call = before[origin.call];
  const at = call === undefined ? -1 : now.indexOf(call);
  return at === -1 ? rest : { ...rest, origin: { ...origin, call: at } };
}

/**
 * Tells whether the episode still shows a dropped wish or an unanswered question: the agent tried or mentioned it, or a
 * kept call uses the same tool.
 */
function tellsOf(
  { messages, steps }: Episode,
  dropped: Task['gold']['calls'],
  kept: Task['gold']['calls'],
  unanswered: Task['gold']['outputs'],
): boolean {
  const words = messages.filter(({ role }) => role === 'assistant').map(({ content }) => plainWords(content));
  const mentions = (name: string): boolean => {
    const told = ownWords(name).filter((word) => word.length > 2);
    return words.some((text) => told.every((word) => text.includes(` ${word} `)));
  };
  return (
    dropped.some(
      ({ name }) =>
        kept.some((call) => call.name === name) || steps.some((step) => step.name === name) || mentions(name),
    ) || unanswered.some(({ key }) => mentions(key))
  );
}

function used(value: Json, calls: Task['gold']['calls'], opening: string): boolean {
  const text = plainWords(`${JSON.stringify(calls.map(({ arguments: args }) => args))} ${opening}`);
  return says(text, value);
}

/**
 * Makes the user name the value that the agent used. Returns undefined unless the agent had exactly one wrong value and
 * used it everywhere.
 */
function withUsedValue({ task, episode, fault }: Failed): Rewriting | undefined {
  if (fault.reason !== 'wrong_argument' || fault.step === null || (fault.detail ?? '').includes(',')) return undefined;
  const name = fault.detail ?? '';
  const step = episode.steps.find(({ log_index: index }) => index === fault.step);
  const gold = task.gold.calls.find((call) => call.name === step?.name && call.arguments[name] !== undefined);
  const [was, now] = [gold?.arguments[name] as Json, step?.arguments[name] as Json];
  if (!isScalar(was) || !isScalar(now) || was === now || task.gold.outputs.length > 0) return undefined;
  const forms = [String(was), spoken(was, name)];
  const others = [String(now), spoken(now, name)];
  const rename = (text: string): string =>
    forms.reduce((all, form, at) => replaceWord(all, form, others[at] as string), text);
  const told = episode.messages.filter(({ role, tool_calls }) => role === 'user' && tool_calls === undefined);
  if (!told.some(({ content }) => rename(content) !== content)) return undefined;
  // if the agent also used or said the value that the user had named, it did not use the wrong value everywhere
  const worked = episode.messages.filter(({ role }) => role === 'assistant');
  if (
    worked.some(
      ({ content, tool_calls }) =>
        rename(content + JSON.stringify(tool_calls ?? [])) !== content + JSON.stringify(tool_calls ?? []),
    )
  )
    return undefined;
  const renamed = (value: Json): Json => JSON.parse(rename(JSON.stringify(plainJson(value)))) as Json;
  const swap = (value: Json): Json => (value === was ? now : renamed(value));
  return {
    calls: task.gold.calls.map((call) => ({
      by: call.by,
      name: call.name,
      arguments: Object.fromEntries(
        Object.entries(call.arguments).map(([key, value]) => [key, swap(value as Json)]),
      ) as JsonObject,
    })) as Task['gold']['calls'],
    outputs: [],
    opening: rename(task.user.opening),
    facts: task.user.facts.map((fact) => ({ ...fact, value: swap(fact.value as Json) })) as Task['user']['facts'],
    messages: episode.messages.map((message) =>
      message.role === 'user' && message.tool_calls === undefined
        ? { ...message, content: rename(message.content) }
        : message,
    ),
  };
}

function isScalar(value: Json): value is string | number {
  return (typeof value === 'string' && value.length > 1) || typeof value === 'number';
}

function replaceWord(text: string, word: string, by: string): string {
  const quoted = word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${quoted}(?![\\p{L}\\p{N}])`, 'gu'), () => by);
}

/**
 * Plays the calls of the new task, and adds their results and changes to the task. Returns undefined if a call fails
 * that should succeed.
 */
function executed(
  world: World,
  task: Task,
  { calls, outputs, opening, facts }: Rewriting,
  id: string,
): Task | undefined {
  const store = new SessionStore();
  const session = store.create({ id: 'relabel', world, seed: task.session_seed, setup: setupOf(task) });
  try {
    const made = calls.map((call) => {
      const { by, name, arguments: args } = call;
      const answer = store.call(session, { by, name, arguments: args as Json });
      return answer.ok
        ? { by, name, arguments: args, result: answer.result }
        : { by, name, arguments: args, error: answer.error };
    });
    if (made.some((call, at) => 'error' in call && calls[at]?.error === undefined)) return undefined;
    const { accept: _accept, twin: _twin, ...rest } = task;
    return checkedAs<Task>({
      ...rest,
      id,
      user: { ...task.user, opening, goal: `What you want is what you said at first: ${opening}`, facts },
      gold: { calls: made, diff: store.diff(session), outputs, end: task.gold.end },
      tags: [...task.tags, 'relabelled'],
    });
  } finally {
    store.close(session);
  }
}
