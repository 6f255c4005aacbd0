// Checks that an episode is a well-formed conversation that ended properly, whether it passed or not. A model must
// not learn malformed messages.
import type { Episode, EpisodeMessage } from '../../envs/values/episode.ts';
import { canonicalJson, isJsonObject, parseJson, type Json } from '../../envs/values/json.ts';
import { plainWords } from '../../envs/words/spoken.ts';
import { hasScaffolding } from '../language/scaffolding.ts';

const PROPER_ENDS: ReadonlySet<string> = new Set(['done', 'refused', 'transferred']);
const GRAM = 8;
const SAME_GRAM = 4;
/**
 * If at least this many consecutive words of the agent occur in a message of the user or in a result, they count as a
 * quoted value, such as an address.
 */
const QUOTED = 5;
const SAME_TEXT = 3;
const SAME_CALL = 4;

/** Returns the reason why the episode is not valid, or undefined if it is valid. */
export function invalidity(episode: Episode): string | undefined {
  const { messages, end_reason: end } = episode;
  if (!PROPER_ENDS.has(end)) return `ended by ${end}`;
  return alternation(messages) ?? calls(episode) ?? scaffolding(messages) ?? repetition(messages);
}

/**
 * Returns a reason if the order of the messages is wrong, otherwise undefined. It is wrong if one side speaks twice in
 * a row, a call has no result before the next message, a result has no call, two calls have the same id, a message is
 * empty, or nothing was said.
 */
function alternation(messages: readonly EpisodeMessage[]): string | undefined {
  const open = new Set<string>();
  const ids = new Set<string>();
  let spoke: string | undefined;
  let worked = false;
  for (const { role, content, tool_calls, tool_call_id } of messages) {
    if (role === 'tool') {
      if (!open.delete(tool_call_id ?? '')) return 'a result without its call';
      continue;
    }
    if (open.size > 0) return 'a call without its result';
    if (tool_calls !== undefined) {
      for (const { id } of tool_calls) {
        if (ids.has(id)) return 'an id used twice';
        ids.add(id);
        open.add(id);
      }
      worked ||= role === 'assistant';
      continue;
    }
    if (content.trim() === '') return 'an empty message';
    if (role === spoke) return 'two messages of one side in a row';
    spoke = role;
  }
  if (open.size > 0) return 'a call without its result';
  if (spoke === undefined || !messages.some(({ role }) => role === 'assistant')) return 'nothing was said';
  return worked || messages.length > 1 ? undefined : 'nothing was said';
}

/**
 * Returns a reason if a call of the agent names an unknown tool or has arguments that are not an object, otherwise
 * undefined. A call that the tool refused is allowed.
 */
function calls({ messages, tools }: Episode): string | undefined {
  const known = new Set(tools.map((tool) => (tool['function'] as { name?: string } | undefined)?.name));
  for (const { role, tool_calls } of messages) {
    if (role !== 'assistant') continue;
    for (const { function: call } of tool_calls ?? []) {
      if (!known.has(call.name)) return 'a tool that does not exist';
      if (!isArguments(call.arguments)) return 'arguments that are no JSON object';
    }
  }
  return undefined;
}

function isArguments(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    return isJsonObject(parseJson(text));
  } catch {
    return false;
  }
}

function scaffolding(messages: readonly EpisodeMessage[]): string | undefined {
  return messages.some(({ role, content }) => role === 'assistant' && hasScaffolding(content))
    ? 'leaked scaffolding'
    : undefined;
}

/**
 * Returns a reason if the agent repeats a text or a call too often, otherwise undefined. A quoted value may occur
 * several times in a message if words of the agent's own stand in between, because several orders may have the same
 * address.
 */
function repetition(messages: readonly EpisodeMessage[]): string | undefined {
  const said = messages.flatMap(({ role, content }) =>
    role === 'assistant' ? [] : [` ${plainWords(content).trim()} `],
  );
  const texts = new Map<string, number>();
  const made = new Map<string, number>();
  for (const [at, { role, content, tool_calls }] of messages.entries()) {
    if (role !== 'assistant') continue;
    for (const { function: call } of tool_calls ?? [])
      if (count(made, canonicalJson([call.name, call.arguments, answerTo(messages, at)])) >= SAME_CALL)
        return 'the same call over and over';
    if (content === '') continue;
    const words = plainWords(content).trim().split(' ');
    if (words.length >= 4 && count(texts, words.join(' ')) > SAME_TEXT) return 'the same words over and over';
    const grams = new Map<string, number>();
    const own = ownWords(words, said);
    const last = new Map<string, number>();
    for (let start = 0; start + GRAM <= words.length; start++) {
      const gram = words.slice(start, start + GRAM).join(' ');
      const isQuoted = !own.slice(start, start + GRAM).every(Boolean);
      // the count of a quoted value begins again if words of the agent's own stand between the two places
      if (isQuoted && own.slice(last.get(gram) ?? start, start).some(Boolean)) grams.delete(gram);
      last.set(gram, start);
      if (count(grams, gram) >= SAME_GRAM) return 'a text that repeats itself';
    }
  }
  return undefined;
}

/**
 * Tells for each word whether it is the agent's own. A word is quoted if it lies in a run of QUOTED words that also
 * occurs in one of the texts.
 */
function ownWords(words: readonly string[], texts: readonly string[]): boolean[] {
  const own = words.map(() => true);
  for (let start = 0; start + QUOTED <= words.length; start++) {
    const run = words.slice(start, start + QUOTED).join(' ');
    if (texts.some((text) => text.includes(` ${run} `))) own.fill(false, start, start + QUOTED);
  }
  return own;
}

function answerTo(messages: readonly EpisodeMessage[], at: number): Json {
  return messages[at + 1]?.content ?? null;
}

function count(into: Map<string, number>, key: string): number {
  const times = (into.get(key) ?? 0) + 1;
  into.set(key, times);
  return times;
}
