// Scripts: prepared messages and calls that are played on a task without a language model. The stored solution, agents
// that deserve no reward, solutions with a mistake and harmless variants are scripts. Playing a script gives a log and
// messages, like an episode.
import { entryOf } from '../session/replay.ts';
import { setupEntry } from '../session/run-setup.ts';
import { SessionStore } from '../session/session-store.ts';
import { lastStep, type Session } from '../session/session.ts';
import type { EpisodeMessage } from '../values/episode.ts';
import { canonicalJson, type Json, type JsonObject } from '../values/json.ts';
import type { LogEntry } from '../values/log-entry.ts';
import type { EndReason, Task, TaskOutput } from '../values/task.ts';
import type { Audience, Tool } from '../values/tool-schema.ts';
import type { Verdict } from '../values/verdict.ts';
import { ownWords } from '../words/split-words.ts';
import type { World } from '../world/world.ts';
import { untoldCharges } from './charges.ts';
import { judge, judgePlayed, setupOf } from './judge.ts';
import { wantsAmounts } from './rules.ts';

export interface ScriptedCall {
  readonly by: Audience;
  readonly name: string;
  readonly arguments: JsonObject;
}
export interface ScriptedWords {
  readonly say: 'user' | 'assistant';
  readonly text: string;
  readonly acts: readonly string[];
}
export type ScriptEvent = ScriptedCall | ScriptedWords;

export interface Script {
  readonly events: readonly ScriptEvent[];
  readonly end: EndReason;
}

export interface Played {
  readonly log: readonly LogEntry[];
  readonly messages: readonly EpisodeMessage[];
  readonly verdict: Verdict;
  /** All changes as text, with exact values. Two plays with equal texts have led to equal rows. */
  readonly rows: string;
  readonly refused: number;
}

export const isCall = (event: ScriptEvent): event is ScriptedCall => 'name' in event;

const HANDS_OVER = /^(?:transfer|hand|handover|escalate|escalation)$/;
/**
 * Words in names of tools that hand the conversation over to a person. In other tools, each of these words may be the
 * thing that is transferred.
 */
const TOPICS = new Set('service staff user customer request case'.split(' '));
/** Words that say nothing about the thing that is transferred. */
const LITTLE = new Set('to the a over off'.split(' '));
/**
 * All other words that occur in names of tools that hand the conversation over. Names of money transfers have other
 * words.
 */
const TALK = new Set(
  'to the a over off human agent agents person people supervisor supervisors manager colleague operator representative rep specialist support team desk department live call chat conversation session caller handoff'.split(
    ' ',
  ),
);
/** Matches names of tools that hand over to a department, such as transfer_to_billing. */
const TO_SOMEBODY = /^(?:transfer|escalate|hand_?over)_to_/;
/** Matches names that end with a place for money, such as transfer_to_account. */
const TO_MONEY = /_(?:account|iban|bank|balance|wallet|saving|card|payee|beneficiary)$/;
/** Matches names of arguments that say which thing is transferred, or from where to where. */
const MOVED =
  /^(?:amount|sum|money|fund|currency|quantity|iban|point|mile|credit|stock|item|product|seat|room|bed|membership|contract|source|destination|recipient|payee|beneficiary)$/;

/**
 * Tells whether a tool hands the conversation over to a person; after it the agent makes no calls. A tool that
 * transfers money or a booking, or hands over a claim, does not. `given` are the names of arguments that the tool
 * requires or gets.
 */
export function isHandOver(tool: string, given: readonly string[] = []): boolean {
  const words = ownWords(tool);
  const name = words.join('_');
  if (TO_SOMEBODY.test(name) && !TO_MONEY.test(name)) return !given.some(movesSomething);
  return (
    words.some((word) => HANDS_OVER.test(word)) &&
    words.every((word) => HANDS_OVER.test(word) || TALK.has(word) || TOPICS.has(word)) &&
    (words.some((word) => TALK.has(word) && !LITTLE.has(word)) ||
      /customer_service/.test(name) ||
      (/escalat/.test(name) && words.some((word) => TOPICS.has(word))) ||
      /^(?:escalate|hand_?over)$/.test(name))
  );
}

/** Tells whether a tool with its required arguments hands the conversation over to a person. */
export function handsOver({ name, parameters }: Pick<Tool, 'name' | 'parameters'>): boolean {
  return isHandOver(name, (parameters['required'] ?? []) as readonly string[]);
}

function movesSomething(argument: string): boolean {
  const words = ownWords(argument);
  return words[0] === 'from' || words.some((word) => MOVED.test(word));
}

const OPENS: readonly string[] = ['ask'];

/**
 * Makes a script of the stored solution, as an agent would play it: the agent proposes each change, the user consents,
 * and the agent answers at the end.
 */
export function goldScript(world: World, task: Task): Script {
  const events: ScriptEvent[] = [{ say: 'user', text: task.user.opening, acts: OPENS }];
  for (const [at, call] of task.gold.calls.entries()) {
    const step: ScriptedCall = { by: call.by, name: call.name, arguments: call.arguments as JsonObject };
    for (const later of task.user.later ?? []) if (later.call === at) events.push(...saidLater(later, step));
    events.push(...(needsYes(world, step) ? asked(step) : []), step);
  }
  events.push({ say: 'assistant', text: replyOf(task), acts: ['inform'] });
  return { events, end: task.gold.end };
}

/**
 * Makes the messages around a later wish. For "instead", the agent proposes the first wish, and the user asks for
 * another value. Otherwise the agent asks for further wishes, and the user tells one.
 */
function saidLater({ kind, text }: NonNullable<Task['user']['later']>[number], step: ScriptedCall): ScriptedWords[] {
  const [proposal] = asked(step);
  if (kind === 'instead' && proposal !== undefined) return [proposal, { say: 'user', text, acts: ['deny', 'inform'] }];
  return [
    { say: 'assistant', text: 'Is there anything else that I can do for you?', acts: ['ask'] },
    { say: 'user', text, acts: OPENS },
  ];
}

export function needsYes(world: World, call: ScriptedCall): boolean {
  return (
    call.by === 'agent' &&
    world.tools.get(call.name)?.tool.effect === 'write' &&
    world.environment.speech?.tools[call.name]?.asks !== false
  );
}

/** Makes the agent's proposal of a call and the user's consent. */
export function asked(call: ScriptedCall): ScriptedWords[] {
  const words = ownWords(call.name).join(' ');
  return [
    { say: 'assistant', text: `I can do this for you: ${words}. Shall I go ahead?`, acts: ['ask'] },
    { say: 'user', text: 'Yes, please do.', acts: ['confirm'] },
  ];
}

/** Makes the last message of an agent that did all that the stored solution does. */
export function replyOf(task: Task, wording = 0): string {
  const { outputs, end } = task.gold;
  const parts = outputs.map((output) => phraseOf(output, wording));
  if (end === 'transferred') parts.push('I hand you over to a colleague.');
  if (parts.length === 0)
    return ['That is done.', 'All set, I have taken care of it.', 'It is all taken care of now.'][wording % 3] ?? '';
  return parts.join(' ');
}

const REASON_TEXT: Readonly<Record<string, readonly string[]>> = {
  no_tool: ['I am sorry, I do not have a tool for that (no_tool).', 'That is beyond what my tools can do.'],
  missing_information: [
    'I am sorry, I cannot go on without the missing information (missing_information).',
    'There is not enough information for me to do this.',
  ],
  invalid_value: [
    'I am sorry, that value is not possible (invalid_value).',
    'Unfortunately that is not a valid value.',
  ],
  not_allowed: [
    'I am sorry, our rules do not allow that (not_allowed).',
    'Unfortunately this is not allowed, so I cannot do it.',
  ],
  not_found: [
    'I am sorry, what you ask about does not exist (not_found).',
    'I could not find it: there is no such record.',
  ],
};

function phraseOf(output: TaskOutput, wording: number): string {
  const { type, key } = output;
  const name = nameOf(key);
  const value = output.value as Json;
  if (type === 'reason') {
    const texts = REASON_TEXT[String(value)] ?? [String(value)];
    return texts[wording % texts.length] ?? '';
  }
  const shown =
    type === 'money' ? money(Number(value), wording) : type === 'date' ? day(String(value), wording) : String(value);
  const done = type === 'date' ? /^(?:\w+ )?(\w+ed) (?:at|on)$/.exec(key.replaceAll('_', ' '))?.[1] : undefined;
  if (done !== undefined)
    return (
      [
        `It was ${done} on ${shown}.`,
        `I have looked it up: ${done} on **${shown}**.`,
        `I see that it was ${done} on ${shown}.`,
      ][wording % 3] ?? ''
    );
  return (
    [
      `The ${name} is ${shown}.`,
      `I have looked it up for you, the ${name} is **${shown}**.`,
      `According to what I see, the ${name} is ${shown}.`,
    ][wording % 3] ?? ''
  );
}

/** Writes the key of an answer in words: sum_of_total becomes "total altogether". */
function nameOf(key: string): string {
  const name = key.replaceAll('_', ' ');
  const sum = /^sum of (.+)$/.exec(name)?.[1];
  return sum === undefined ? name.replace(/^count of /, 'number of ') : `${sum} altogether`;
}

function money(value: number, wording: number): string {
  const text = value.toFixed(2);
  return wording % 2 === 0 ? `$${text}` : `${text.replaceAll(/\B(?=(\d{3})+(?=\.))/g, ',')} dollars`;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

function day(value: string, wording: number): string {
  const [year = '', month = '', date = ''] = value.slice(0, 10).split('-');
  return wording % 2 === 1 ? value.slice(0, 10) : `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}

/** Begins a session on a task, with the task's seed, set-up and planned faults. */
export function beginTask(store: SessionStore, world: World, task: Task): Session {
  return store.create({
    id: 'play',
    world,
    seed: task.session_seed,
    setup: setupOf(task),
    ...(task.faults === undefined ? {} : { faults: { trialSeed: 0, planned: task.faults } }),
  });
}

/** Plays a script on a session of the task and judges it. With `brief`, judging stops at the first failed part. */
export function play(world: World, task: Task, script: Script, { brief = false } = {}): Played {
  return onSession(world, task, script, (acted, at) => {
    const extras = { messages: acted.messages, end: script.end, brief };
    // planned faults must not hit the calls of the judge, so the judge then makes its own session
    const verdict =
      task.faults === undefined
        ? judgePlayed(world, task, { ...at, log: acted.log }, extras)
        : judge(world, task, acted.log, extras);
    return { ...acted, verdict };
  });
}

/** Plays a script on a session of the task, without judging it. */
export function perform(world: World, task: Task, script: Script): Acted {
  return onSession(world, task, script, (acted) => acted);
}

type Acted = Omit<Played, 'verdict'>;

function onSession<T>(
  world: World,
  task: Task,
  script: Script,
  then: (acted: Acted, at: { readonly store: SessionStore; readonly session: Session }) => T,
): T {
  const store = new SessionStore();
  const session = beginTask(store, world, task);
  const messages: EpisodeMessage[] = [];
  const log: LogEntry[] = [setupEntry(session)];
  let refused = 0;
  const priced = wantsAmounts(world);
  let proposal: number | undefined;
  try {
    script.events.forEach((event, at) => {
      if (!isCall(event)) {
        if (event.say === 'assistant') proposal = event.acts.includes('ask') ? messages.length : undefined;
        messages.push({ role: event.say, content: event.text, acts: [...event.acts] });
        return;
      }
      const answer = store.call(session, event);
      if (!answer.ok) refused += 1;
      // the price is known only after the call, so it is added to the proposal afterwards
      const asked = proposal === undefined ? undefined : messages[proposal];
      if (priced && answer.ok && proposal !== undefined && asked !== undefined && needsYes(world, event))
        messages[proposal] = {
          ...asked,
          content: `${untoldCharges(asked.content, answer.result as Json)} ${asked.content}`.trim(),
        };
      // a call that repeats a key adds nothing to the log
      if (lastStep(session) === log.length)
        log.push(entryOf(session, log.length - 1, { ok: answer.ok, value: answer.ok ? answer.result : answer.error }));
      const id = `call_${at}`;
      messages.push({
        role: event.by === 'user' ? 'user' : 'assistant',
        content: '',
        tool_calls: [
          { id, type: 'function', function: { name: event.name, arguments: JSON.stringify(event.arguments) } },
        ],
      });
      messages.push({
        role: 'tool',
        content: JSON.stringify(answer.ok ? answer.result : answer.error),
        tool_call_id: id,
      });
    });
    const rows = canonicalJson(store.diff(session));
    return then({ log, messages, rows, refused }, { store, session });
  } finally {
    store.close(session);
  }
}
