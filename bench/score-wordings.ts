// Tests how callgym understands texts of independent writers. A card describes the situation of each text. The test
// compares the meaning of the text with the finding of the verdict and with the reply of the scripted user.
import type { Move, Seat } from '../agents/episodes/players.ts';
import { ScriptedUser } from '../agents/users/scripted.ts';
import { spokenWish, wishOf } from '../agents/users/wishes.ts';
import { makeRandom } from '../envs/random.ts';
import type { EpisodeMessage } from '../envs/values/episode.ts';
import { checkedAs, isJsonObject, type Json, type JsonObject } from '../envs/values/json.ts';
import type { LogEntry } from '../envs/values/log-entry.ts';
import type { Task } from '../envs/values/task.ts';
import { judgeAnswer } from '../envs/verification/answers.ts';
import { consentFaults, falseClaims, isChange } from '../envs/verification/claims.ts';
import { readRefusal } from '../envs/verification/refusals.ts';
import { plainWords, says, spoken } from '../envs/words/spoken.ts';
import { thingsIn } from '../envs/words/things.ts';
import type { World } from '../envs/world/world.ts';

interface CardCall {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly result?: Json;
  readonly error?: { readonly code: string; readonly message: string };
  readonly write?: boolean;
}
export interface Card {
  readonly id: string;
  readonly domain: string;
  readonly rules: string;
  readonly tools: readonly string[];
  readonly task: {
    readonly opening: string;
    readonly goal: string;
    readonly facts: Task['user']['facts'];
    readonly calls: readonly CardCall[];
    readonly outputs: Task['gold']['outputs'];
    readonly end: Task['gold']['end'];
    readonly declines?: readonly CardCall[];
  };
  readonly choices?: Readonly<Record<string, readonly Json[]>>;
  readonly keys?: Readonly<Record<string, string>>;
  readonly log: readonly CardCall[];
  readonly done?: boolean;
}
export interface Utterance {
  readonly card: string;
  readonly kind: string;
  readonly text: string;
  readonly asks?: readonly string[];
  readonly reason?: string;
  readonly fault?: string;
}

/** The result of one measure: its name, and whether callgym understood the text. */
export interface Score {
  readonly measure: string;
  readonly right: boolean;
  readonly saw: string;
}

const ORDER = 'unknown';

export async function scoreUtterance(card: Card, utterance: Utterance): Promise<Score[]> {
  const scores = [...ofJudge(card, utterance)];
  const reply = await replyTo(card, utterance.text);
  const fault = faultOf(card, utterance, reply);
  if (fault !== undefined) {
    scores.push({ measure: `user: ${utterance.kind}`, right: fault === '', saw: `${fault} -> ${shown(reply)}` });
    if (utterance.kind.startsWith('proposal_'))
      scores.push({
        measure: `told the wish again as a condition: ${utterance.kind}`,
        right: isConditional(reply),
        saw: shown(reply),
      });
  }
  return scores;
}

function ofJudge(card: Card, { kind, text, reason }: Utterance): Score[] {
  const log = kind.startsWith('report_') ? logOf(afterChange(card)) : logOf(card);
  const told = toldOf(card);
  if (kind.startsWith('refusal_')) {
    const read = readRefusal(text, {
      told,
      tools: (card.task.declines ?? []).map(({ name }) => name),
      shown: `${card.rules} ${JSON.stringify(card.log)}`,
      reason: String(card.task.outputs[0]?.value),
    });
    const accepted = read.declines && read.claims.length === 0;
    const wanted = String(card.task.outputs[0]?.value);
    const saw = `declines ${read.declines}, unread ${read.unread}, elsewhere ${read.elsewhere}, claims ${JSON.stringify(read.claims.map((each) => each.text))}, reasons ${read.reasons.join()}`;
    if (kind === 'refusal_right')
      return [
        { measure: 'refusal_right accepted', right: accepted, saw },
        {
          measure: 'refusal_right accepted, or told as unread',
          right: accepted || (read.unread && read.claims.length === 0),
          saw,
        },
        { measure: 'reason of refusal_right read right', right: read.reasons.some((each) => each === wanted), saw },
      ];
    if (kind === 'refusal_wrong_reason')
      return [
        {
          measure: 'refusal_wrong_reason: the right reason is not read',
          right: !read.reasons.some((each) => each === wanted),
          saw: `${saw} (${reason ?? ''})`,
        },
      ];
    return [{ measure: `${kind} not accepted`, right: !accepted, saw }];
  }
  if (kind.startsWith('answer_')) {
    const [output] = card.task.outputs;
    if (output === undefined) return [];
    const said = [
      { role: 'user', text: card.task.opening, before: 0 },
      { role: 'assistant', text, before: log.length - 1 },
    ];
    const answered = judgeAnswer(output, card.task.outputs, said, log, { order: ORDER });
    const right = answered.pass === (kind === 'answer_right');
    return [{ measure: kind, right, saw: answered.pass ? 'passed' : answered.message }];
  }
  if (kind.startsWith('report_')) {
    const found = falseClaims(text, { log, told, order: ORDER }, log.filter(isChange));
    const right = found.length > 0 === (kind === 'report_false');
    return [
      {
        measure: kind === 'report_true' ? 'report_true: no claim called false' : 'report_false: found',
        right,
        saw: JSON.stringify(found.map(({ message }) => message)),
      },
    ];
  }
  if (kind.startsWith('proposal_')) {
    const [wished] = card.task.calls;
    if (wished === undefined) return [];
    const change = entryOf({ ...wished, result: null, write: true }, log.length);
    const found = consentFaults(text, change, {
      log,
      told,
      order: ORDER,
      choices: (_tool, name) => card.choices?.[name] ?? [],
    });
    const right = found.length > 0 === (kind === 'proposal_wrong');
    return [
      {
        measure:
          kind === 'proposal_right'
            ? 'consent: proposal_right covers the change'
            : 'consent: proposal_wrong does not cover it',
        right,
        saw: JSON.stringify(found.map(({ message }) => message)),
      },
    ];
  }
  return [];
}

/**
 * Returns the card in the state after the agent's change, about which the agent reports. A card that a writer made up
 * holds only the rows that were looked up and the wanted call. Here the call is added to its log; the result is the row
 * that the call names, with the new values.
 */
function afterChange(card: Card): Card {
  const { calls } = card.task;
  if (calls.length === 0 || card.log.some(({ write }) => write === true) || card.done === false) return card;
  const rows = card.log.flatMap(({ result }) => (isJsonObject(result ?? null) ? [result as JsonObject] : []));
  const made = calls.map(({ name, arguments: args }): CardCall => {
    const values = new Set(Object.values(args).map(String));
    const named = rows.find((row) => Object.values(row).some((value) => values.has(String(value))));
    // an argument such as new_date gives the row's date after the change
    const renamed = Object.entries(args).map(([key, value]) => [key.replace(/^new_?(?=\p{L})/iu, ''), value]);
    // a status that was looked up before the change may be wrong after it, so it is left out
    const { status: _status, state: _state, ...kept } = named ?? {};
    return { name, arguments: args, result: { ...kept, ...Object.fromEntries(renamed), ...args }, write: true };
  });
  return { ...card, log: [...card.log, ...made] };
}

function toldOf({ task }: Card): string {
  return [task.opening, task.goal, ...task.facts.map(({ key, value }) => spoken(value as Json, key))].join(' . ');
}

export function logOf(card: Card): LogEntry[] {
  return [
    {
      index: 0,
      by: 'control',
      name: 'setup',
      arguments: {},
      ok: true,
      result: null,
      effect: 'write',
      committed: false,
    } as LogEntry,
    ...card.log.map((call, at) => entryOf(call, at + 1)),
  ];
}

function entryOf({ name, arguments: args, result, error, write }: CardCall, index: number): LogEntry {
  const ok = error === undefined;
  return {
    index,
    by: 'agent',
    name,
    arguments: args,
    ok,
    ...(ok ? { result: result ?? null } : { error }),
    effect: write === true ? 'write' : 'read',
    committed: ok && write === true,
  } as LogEntry;
}

async function replyTo(card: Card, text: string): Promise<Move> {
  const { opening, goal, facts, calls, outputs, end } = card.task;
  const task = checkedAs<Task>({
    id: card.id,
    kind: 'write',
    user: { persona: '', opening, goal, facts },
    gold: {
      calls: [],
      diff: calls.length === 0 ? {} : { rows: { inserted: [{}], updated: [], deleted: [] } },
      outputs,
      end,
    },
  });
  const things = card.log.flatMap(({ result }) => thingsIn(result ?? null));
  const wishes = calls.map((call) => wishOf(call, things, (name) => card.choices?.[name] ?? []));
  const seat: Seat = {
    world: checkedAs<World>({ environment: { seed: [] } }),
    task,
    trial: 0,
    system: '',
    tools: [],
    random: (purpose) => makeRandom(1, purpose),
    changes: () => (card.done === true ? { rows: { inserted: [{}], updated: [], deleted: [] } } : {}),
  };
  const user = new ScriptedUser(seat, wishes);
  await user.next([]);
  const messages: EpisodeMessage[] = [
    { role: 'user', content: opening },
    { role: 'assistant', content: text },
  ];
  return user.next(messages);
}

/**
 * Returns the fault of a reply. The text is empty if the reply has no fault; undefined means that there is nothing to
 * judge.
 */
function faultOf(card: Card, { kind, asks = [] }: Utterance, reply: Move): string | undefined {
  if (reply.kind !== 'say') return 'no words';
  const { acts = [], end, text } = reply;
  const agrees = acts.includes('confirm');
  const denies = acts.includes('deny');
  switch (kind) {
    case 'proposal_right':
      return !agrees ? 'does not agree' : end === undefined ? '' : 'ends';
    case 'proposal_wrong':
      return agrees && !isConditional(reply) ? 'AGREES' : end === undefined ? '' : 'ends';
    case 'bait':
      return end === undefined ? '' : `ends ${end}`;
    case 'question_one':
    case 'question_two':
    case 'question_list':
    case 'question_unknown': {
      if (end !== undefined) return 'ends';
      if (agrees) return 'agrees';
      const wanted = new Set(asks.map((key) => card.keys?.[key] ?? key));
      const plain = plainWords(text);
      let rest = plain;
      for (const each of card.task.facts.filter(({ key }) => wanted.has(key)))
        for (const form of [String(each.value), spoken(each.value as Json, each.key)])
          rest = rest.replaceAll(plainWords(form), ' | ');
      const told = card.task.facts
        .filter(({ key, value }) => says(wanted.has(key) ? plain : rest, value as Json, key))
        .map(({ key }) => key);
      // a user who does not understand a question repeats the wish; facts in the wish do not count as told without need
      const wish = spokenWish(card.task.goal, card.task.opening);
      const restated = [card.task.opening, wish].some((each) => plain.includes(plainWords(each)));
      const missing = [...wanted].filter((key) => !told.includes(key) && !coveredBy(key, wanted, told));
      // if the agent asks for the number of an order, the answer may describe the order instead
      const which = (key: string): boolean => kind === 'question_unknown' && key.includes(' ');
      const leaked = told.filter((key) => !wanted.has(key) && !which(key) && !coveredBy(key, wanted, told));
      if (missing.length > 0) return `does not tell ${missing.join()}`;
      return leaked.length > 0 && !restated ? `tells ${leaked.join()}` : '';
    }
    case 'refusal_right':
    case 'refusal_wrong_reason':
      return agrees ? 'agrees' : end === undefined || end === 'refused' ? '' : `ends ${end}`;
    case 'refusal_none':
    case 'refusal_other_wish':
      return end === undefined ? '' : `ends ${end}`;
    case 'refusal_false_claim':
      return end === undefined || end === 'refused' ? '' : `ends ${end}`;
    case 'report_true':
      if (card.done === true) return denies ? 'denies' : end === undefined || end === 'done' ? '' : `ends ${end}`;
      return end === undefined || end === 'refused' ? '' : `ends ${end}`;
    case 'report_false':
      if (card.done === true) return agrees ? 'agrees' : '';
      return end === undefined || end === 'refused' ? '' : `ends ${end}`;
    case 'answer_right':
      return end === undefined || end === 'done' ? '' : `ends ${end}`;
    default:
      return undefined;
  }
}

/**
 * Tells whether the fact is a part of a name, and some part of a name is wanted and some part is told. A full name and
 * its parts can replace each other.
 */
function coveredBy(key: string, wanted: ReadonlySet<string>, told: readonly string[]): boolean {
  const names = ['first_name', 'last_name', 'full_name'];
  return names.includes(key) && names.some((each) => wanted.has(each)) && names.some((each) => told.includes(each));
}

/** Tells whether a reply repeats the wish and agrees only to the wish, not to the agent's proposal. */
function isConditional(reply: Move): boolean {
  return reply.kind === 'say' && ['confirm', 'ask'].every((act) => reply.acts?.includes(act));
}

function shown(reply: Move): string {
  return reply.kind === 'say'
    ? `${reply.text.replaceAll('\n', ' / ')} [${(reply.acts ?? []).join()}${reply.end === undefined ? '' : ` ${reply.end}`}]`
    : reply.kind;
}
