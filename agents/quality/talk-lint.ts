// Finds odd places in an episode, such as a change without consent, an unclear proposal, an answer with both yes and
// no, a repeated sentence, or a column's name in the talk. Episodes of the oracle (an agent that knows the solution)
// with the scripted user must have none, because they are training data.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Episode, EpisodeMessage } from '../../envs/values/episode.ts';
import type { Task } from '../../envs/values/task.ts';
import { needsYes } from '../../envs/verification/script.ts';
import { thingsOfWorld } from '../../envs/verification/things-of-world.ts';
import { plainMarks } from '../../envs/words/clauses.ts';
import { compareDeeds, deedsIn } from '../../envs/words/deeds.ts';
import { datesSaid, mayBeDay } from '../../envs/words/dates-said.ts';
import { numbersSaid } from '../../envs/words/numbers-said.ts';
import { DATE } from '../../envs/words/reading.ts';
import { labelOf, plainWords, says } from '../../envs/words/spoken.ts';
import { ownWords, splitName } from '../../envs/words/split-words.ts';
import { slotsOf, thingsIn, type Slot, type Thing } from '../../envs/words/things.ts';
import { isUnspoken } from '../../envs/words/unspoken.ts';
import type { World } from '../../envs/world/world.ts';
import { asJson } from '../agents/tool-answers.ts';

export const TALK_FAULTS = [
  'change without a yes',
  'proposal without its deed',
  'proposal without its row',
  'proposal without a value',
  'yes and no',
  'said again',
  'name of a column',
  'odd words',
] as const;

export interface TalkFault {
  readonly kind: (typeof TALK_FAULTS)[number];
  readonly message: number;
  readonly found: string;
}

export interface Talk {
  readonly world: World;
  readonly task: Task;
  readonly messages: Episode['messages'];
}

export function talkFaults(talk: Talk): TalkFault[] {
  return [
    ...consentOf(talk),
    ...saidAgain(talk.messages),
    ...talk.messages.flatMap((each, at) => wordsOf(talk, each, at)),
  ];
}

/**
 * Checks that the user consented to each change that needs consent, and that the proposal, together with the user's
 * answer, names the action, the row and the values.
 */
function consentOf({ world, task, messages }: Talk): TalkFault[] {
  const found: TalkFault[] = [];
  const shown: Thing[] = [];
  let proposal = '';
  let agreed: string | undefined;
  for (const [at, { role, content, acts = [], tool_calls: calls }] of messages.entries()) {
    if (role === 'tool') shown.push(...thingsIn(asJson(content)));
    if (role === 'assistant' && calls === undefined) proposal = `${proposal}\n${content}`;
    if (role === 'user' && calls === undefined) {
      if (acts.includes('confirm')) agreed = `${proposal}\n${content}`;
      else if (acts.length > 0) agreed = undefined;
      proposal = '';
    }
    if (role !== 'assistant') continue;
    for (const { function: made } of calls ?? []) {
      const call = { by: 'agent' as const, name: made.name, arguments: asJson(made.arguments) as JsonObject };
      if (!needsYes(world, call)) continue;
      if (agreed === undefined) found.push({ kind: 'change without a yes', message: at, found: call.name });
      else
        for (const { kind, what } of unsaidIn(
          agreed,
          call,
          [...thingsOfWorld(world, task, [call]), ...shown],
          isFramed(world, call.name),
        ))
          found.push({ kind, message: at, found: `${call.name} ${what}: ${agreed.trim().slice(0, 300)}` });
    }
  }
  return found;
}

/** Tells whether the environment has its own phrases for proposing a call of this tool. */
function isFramed({ environment }: World, tool: string): boolean {
  return (environment.speech?.tools[tool]?.proposes?.length ?? 0) > 0;
}

/** Returns the parts of a change that the proposal does not say: the action, the row or a value. */
function unsaidIn(
  proposal: string,
  { name, arguments: args }: { readonly name: string; readonly arguments: JsonObject },
  things: readonly Thing[],
  isFramed: boolean,
): { kind: TalkFault['kind']; what: string }[] {
  const plain = plainWords(proposal);
  const numbers = new Set(numbersSaid(plainMarks(proposal)).map(({ number }) => number));
  const days = datesSaid(plainMarks(proposal));
  const isSaid = ({ label, value }: Slot['own'][number]): boolean =>
    says(plain, value, label) ||
    (typeof value === 'number' && numbers.has(value)) ||
    saidInShort(plain, value) ||
    // the year of a date may be missing, because people leave it out in the present year
    (typeof value === 'string' && DATE.test(value) && days.some((day) => mayBeDay(day, value)));
  const found: { kind: TalkFault['kind']; what: string }[] = [];
  const verb = ownWords(name);
  const deeds = compareDeeds(deedsIn(proposal), deedsIn(verb.join(' ')));
  const isNamed = deeds === 'same' || deeds === 'more' || verb.some((word) => splitName(proposal).includes(word));
  if (!isNamed && !isFramed) found.push({ kind: 'proposal without its deed', what: '' });
  const slots = slotsOf(args, things);
  // an environment's own phrases may leave out a row that the tool's name does not mention, for example the caller's
  // only phone line
  const rows = slots.filter(({ isRow, name: argument }) => isRow && (!isFramed || verb.includes(labelOf(argument))));
  const isNamedRow = ({ own, isRow, value }: Slot): boolean =>
    (isRow || /^\S*\d\S*$/.test(String(value))) && own.some(isSaid);
  if (rows.length > 0 && !slots.some(isNamedRow))
    found.push({ kind: 'proposal without its row', what: rows.map(({ value }) => String(value)).join() });
  for (const { name: argument, own, isRow } of slots)
    if (!isRow && !isUnspoken(argument, name) && !own.some(isSaid))
      found.push({ kind: 'proposal without a value', what: `${argument} ${String(own[0]?.value)}` });
  return found;
}

const LONG = 40;
const SHORT = 4;

/**
 * Tells whether a text says the first words of a long value. This is enough, because people do not repeat a long text
 * in full.
 */
function saidInShort(plain: string, value: Json): boolean {
  if (typeof value !== 'string') return false;
  const words = plainWords(value).trim().split(' ');
  return value.length > LONG && plain.includes(` ${words.slice(0, SHORT).join(' ')} `);
}

const MOST_TIMES = 2;
const FEW_WORDS = 7;

/** Finds sentences of more than FEW_WORDS words that one side says for the third time. */
function saidAgain(messages: readonly EpisodeMessage[]): TalkFault[] {
  const found: TalkFault[] = [];
  const times = new Map<string, number>();
  for (const [at, { role, content, tool_calls: calls }] of messages.entries()) {
    if (role === 'tool' || role === 'system' || (calls?.length ?? 0) > 0) continue;
    for (const sentence of new Set(content.split(/(?<=[.!?])\s+|\n+/))) {
      if (sentence.split(/\s+/).length <= FEW_WORDS) continue;
      const key = `${role} ${plainWords(sentence)}`;
      const count = (times.get(key) ?? 0) + 1;
      times.set(key, count);
      if (count === MOST_TIMES + 1) found.push({ kind: 'said again', message: at, found: `${role}: ${sentence}` });
    }
  }
  return found;
}

const YES = /^(?:yes|sure|of course|certainly|okay|right)\b/i;
const NO = /(?:^|[.!?] )(?:no|not (?:before|yet|now)|don't|stop|wait)\b/i;
const ODD =
  /\b(?!had had\b|that that\b)(\p{L}{2,}) \1\b|(?<!\.)\.\.(?!\.)|[,;:]\.|\bundefined\b|\bnull\b|\[object|\{"|\b\d{4}-\d\d-\d\dT|\b(?:a|an) (?:a|an|the)\b|\bthe (?:the|a|an|my|your)\b| {2}|\( *\)|""/iu;
const NAME = /\b[a-z]+_[a-z_]+\b|\b[a-z]+[a-z][A-Z][a-z]\w*\b/g;

function wordsOf(
  { world, messages }: Talk,
  { role, content, acts = [], tool_calls: calls }: EpisodeMessage,
  at: number,
): TalkFault[] {
  if (role === 'tool' || role === 'system' || (calls?.length ?? 0) > 0) return [];
  const found: TalkFault[] = [];
  const quoted = content.replaceAll(/"[^"]*"|“[^”]*”/g, '"x"').replaceAll(/\S+@\S+|https?:\S+/g, 'x');
  if (role === 'user' && YES.test(content) && NO.test(quoted))
    found.push({ kind: 'yes and no', message: at, found: content });
  if (role === 'user' && acts.includes('confirm') && acts.includes('deny'))
    found.push({ kind: 'yes and no', message: at, found: content });
  const odd = ODD.exec(quoted);
  if (odd !== null)
    found.push({ kind: 'odd words', message: at, found: `${role}: "${odd[0]}" in ${content.slice(0, 300)}` });
  for (const [name] of quoted.matchAll(NAME))
    if (!isValue(name, world, messages))
      found.push({ kind: 'name of a column', message: at, found: `${role}: ${name} in ${content.slice(0, 300)}` });
  return found;
}

/**
 * Tells whether a word that looks like a column's name occurs in a value of a row or of a result. Such a word may be
 * said.
 */
function isValue(word: string, world: World, messages: readonly EpisodeMessage[]): boolean {
  const holds = (json: Json): boolean =>
    typeof json === 'string'
      ? json.includes(word)
      : Array.isArray(json)
        ? (json as readonly Json[]).some(holds)
        : isJsonObject(json) && Object.values(json).some((each) => holds(each as Json));
  return (
    messages.some(({ role, content }) => role === 'tool' && holds(asJson(content))) ||
    world.environment.seed.some(({ row }) => holds(row as Json))
  );
}
