// Judges the values that the agent's messages must contain. A value is compared by its type, as a whole word. A reply
// with several values for one question is not an answer, and a value that no tool has shown counts as guessed.
import { isJsonObject, plainJson, type Json, type JsonObject } from '../values/json.ts';
import type { LogEntry } from '../values/log-entry.ts';
import type { TaskOutput } from '../values/task.ts';
import { plainMarks } from '../words/clauses.ts';
import type { DateOrder } from '../words/dates-said.ts';
import { canonical, phrasesIn, tokensOf, type Token } from './answer-tokens.ts';
import { Stance } from './stance.ts';
import type { Said } from './trace.ts';

export type Answered =
  | { readonly pass: true }
  /** `pass` is null if it is uncertain whether the words contain the value. */
  | { readonly pass: false | null; readonly found: Json; readonly message: string };

/** The largest number of wrong values of the answer's type that one message may mention besides the right one. */
const ASIDES = 3;
/** The largest number of such wrong values in all messages together. */
const ASIDES_IN_ALL = 12;

export function judgeAnswer(
  output: TaskOutput,
  outputs: readonly TaskOutput[],
  said: readonly Said[],
  log: readonly LogEntry[],
  { order }: { readonly order: DateOrder } = { order: 'month-first' },
): Answered {
  const mine = said.filter((each) => each.role === 'assistant');
  const known = new Set<string>();
  for (const each of said)
    if (each.role === 'user') for (const token of tokensOf(output, each.text)) known.add(token.value);
  for (const each of outputs)
    if (each !== output) for (const token of tokensOf(output, String(each.value))) known.add(token.value);
  const wanted = canonical(output, output.value as Json);
  const others = new Set<string>();
  let carried = false;
  let guessed = false;
  let several: string | undefined;
  let right = false;
  let undone: string | undefined;
  const asked = said.filter((each) => each.role === 'user').map((each) => each.text);
  for (const { text: written, before } of mine) {
    const text = plainMarks(written);
    const tokens = tokensOf(output, text, order).filter(
      ({ start, end }) =>
        !isOfKey(output, written.slice(0, start)) && !isOfName(output, written.slice(0, end), log.slice(1, before + 1)),
    );
    const changed = keysOfChanges(output, log.slice(1, before + 1));
    for (const { value, counts } of tokens)
      if (counts && value !== wanted && !known.has(value) && !changed.has(value)) others.add(value);
    const at = tokens.filter(({ value }) => value === wanted);
    if (at.length === 0) continue;
    carried = true;
    const rivals = tokens.filter(({ value, counts }) => counts && value !== wanted && !known.has(value));
    // if the answer is an amount of money, even a number without a currency may be a second guess
    const offered =
      output.type === 'money' ? tokens.filter(({ value }) => value !== wanted && !known.has(value)) : rivals;
    const parts = output.type === 'money' || output.type === 'count' ? addends(text, at, tokens) : NO_TOKENS;
    const hedged = offered.find(
      (rival) => !parts.has(rival) && (EITHER.test(text) || at.some((token) => isHedge(text, token, rival))),
    );
    const asides = new Set(rivals.map(({ value }) => value).filter((value) => !changed.has(value)));
    const many = asides.size > (output.type === 'reason' ? 0 : ASIDES);
    if (hedged !== undefined || many) {
      several = (hedged ?? rivals[0])?.value;
      continue;
    }
    const stance = new Stance(text, { output, log: log.slice(1, before + 1), asked: asked.join(' . '), order });
    const spoilt =
      output.type === 'reason'
        ? undefined
        : stance.spoils(
            at,
            tokens.filter(({ value, counts }) => counts && value !== wanted),
          );
    if (spoilt !== undefined) {
      undone = spoilt;
      // a denial takes back the answer of an earlier message; words about another thing, or about a plan, do not
      right &&= spoilt === 'of something else' || spoilt === 'it is only supposed';
      continue;
    }
    if (!isGrounded(output, log.slice(1, before + 1))) {
      guessed = true;
      continue;
    }
    right = true;
  }
  const what = `${output.type} ${JSON.stringify(output.value)} (${output.key})`;
  if (right && others.size <= ASIDES_IN_ALL) return { pass: true };
  if (right)
    return { pass: false, found: [...others].slice(0, 5), message: `${what} is one of many values that were said` };
  if (several !== undefined) return { pass: false, found: several, message: `several values were offered for ${what}` };
  if (undone !== undefined) return { pass: false, found: null, message: `${what} is said, but ${undone}` };
  if (guessed) return { pass: false, found: null, message: `${what} was said, but no earlier result shows it` };
  return {
    pass: false,
    found: [...others].slice(0, 3),
    message: carried ? `${what} is not said clearly` : `nothing that the agent said carries the ${what}`,
  };
}

/** Tells whether a number is a part of a key: the digits of loa_1001 are neither a count nor an amount. */
const isOfKey = ({ type }: TaskOutput, before: string): boolean =>
  (type === 'count' || type === 'money') && /[\p{L}\p{N}]_$/u.test(before);

/** Tells whether a number is the end of a name that a result shows: the plan "Go 5" does not state a count. */
function isOfName({ type }: TaskOutput, upTo: string, log: readonly LogEntry[]): boolean {
  const name = type === 'count' || type === 'money' ? /\p{Lu}[\p{L}]* \d+$/u.exec(upTo)?.[0] : undefined;
  if (name === undefined) return false;
  return log.some(({ result }) => leaves((result ?? null) as Json, (leaf) => leaf === name));
}

/**
 * Returns the ids in the arguments and results of the agent's changes. A report of a change may mention them, so they
 * do not count as other answers.
 */
function keysOfChanges(output: TaskOutput, log: readonly LogEntry[]): ReadonlySet<string> {
  if (output.type !== 'id') return NO_KEYS;
  const shown = log.flatMap(({ by, committed, arguments: args, result }) => {
    if (by !== 'agent' || !committed) return [];
    const top = isJsonObject(result as Json) ? Object.values(result as JsonObject) : [];
    return [JSON.stringify(args), ...top.filter((each) => typeof each === 'string')];
  });
  return new Set(shown.flatMap((text) => tokensOf(output, text).map(({ value }) => value)));
}

/**
 * Returns the values in a text that have the type of an output, right or wrong. The right value counts even if the text
 * does not show its type, for example an amount without a currency.
 */
export function tokensSaid(output: TaskOutput, text: string): readonly string[] {
  const wanted = canonical(output, output.value as Json);
  return tokensOf(output, text)
    .filter(({ counts, value }) => counts || value === wanted)
    .map(({ value }) => value);
}

/**
 * Tells whether a text contains the value of an output. The result is false for outputs of type reason, which have no
 * value to say.
 */
export function saysAnswer(output: TaskOutput, text: string): boolean {
  const wanted = canonical(output, output.value as Json);
  return output.type !== 'reason' && tokensOf(output, text).some(({ value }) => value === wanted);
}

const NO_TOKENS: ReadonlySet<Token> = new Set();
const NO_KEYS: ReadonlySet<string> = new Set();
const TOGETHER =
  /\b(?:together|altogether|in all|in total|all told|combined|sum|summed|total(?:s|ling)?|makes|adds? up to|comes? to)\b|=/i;

/** Returns the numbers before a sum that add up to the sum, as in "44.96 and 43.82, 88.78 together". */
function addends(text: string, sums: readonly Token[], tokens: readonly Token[]): ReadonlySet<Token> {
  for (const sum of sums) {
    const around = text.slice(Math.max(0, sum.start - 40), Math.min(text.length, sum.end + 24));
    if (!TOGETHER.test(around)) continue;
    const before = tokens.filter(({ end }) => end <= sum.start).reverse();
    let rest = Math.round(Number(sum.value) * 100);
    const found = new Set<Token>();
    for (const token of before.slice(0, MOST_ADDENDS)) {
      found.add(token);
      rest -= Math.round(Number(token.value) * 100);
      if (rest === 0 && found.size > 1) return found;
      if (rest < 0) break;
    }
  }
  return NO_TOKENS;
}

const MOST_ADDENDS = 12;

/**
 * Tells whether two values are alternatives: only a separator, or a word such as "or" or "maybe", stands between them.
 */
function isHedge(text: string, a: Token, b: Token): boolean {
  const between = text.slice(Math.min(a.end, b.end), Math.max(a.start, b.start));
  return (
    /^[\s,;/|&]*(?:and|or|to|-)?[\s,;/|&]*$/i.test(between) ||
    /^[^.!?]{0,40}\b(?:or|either|maybe|perhaps|possibly|alternatively)\b[^.!?]{0,20}$/i.test(between) ||
    OPEN.test(between)
  );
}

/**
 * Matches the beginning of a sentence or clause that offers an alternative to the value before it, such as "or" or
 * "otherwise".
 */
const OPEN =
  /(?:^|[.!?:;,\n)])[\s*_|-]*(?:or(?: else| maybe| perhaps)?|alternatively|otherwise|maybe|perhaps|possibly|(?:but )?(?:it|that|this) (?:could|might|may) (?:also |as well )?be)\b/i;
/** Matches words that leave the decision to the reader, such as "one of the two". */
const EITHER =
  /\b(?:one of (?:the two|the above|them|these|those)|either of (?:them|these|the two)|(?:not|n't) (?:be )?(?:sure|certain|know) which|whichever)\b/i;

/**
 * Tells whether an earlier result shows the value, or shows all values from which it is computed. Reasons and free
 * texts need no source.
 */
export function isGrounded(output: TaskOutput, seen: readonly LogEntry[]): boolean {
  const { from } = output;
  if (from !== undefined) return from.every((value) => seen.some((entry) => shows(entry, value as Json)));
  if (output.type === 'reason' || output.type === 'contains') return true;
  // no row shows a count of zero, so any result with a list is enough
  if (output.value === 0 && output.origin?.how === 'computed')
    return seen.some(
      (entry) => entry.ok && leaves((entry.result ?? null) as Json, (_leaf, length) => length !== undefined),
    );
  const wanted = canonical(output, output.value as Json);
  return seen.some(
    (entry) =>
      entry.ok &&
      leaves(plainJson((entry.result ?? null) as Json), (leaf, length) => {
        if (output.type === 'count' && length === Number(output.value)) return true;
        if (leaf === undefined || leaf === null) return false;
        if (typeof leaf === 'number')
          return output.type === 'money' ? leaf.toFixed(2) === wanted : String(leaf) === wanted;
        return tokensOf(output, String(leaf)).some(({ value }) => value === wanted);
      }),
  );
}

/**
 * Tells whether a log entry shows a value: as a scalar in the result, as words in a text of the result, or as the code
 * of an error.
 */
function shows(entry: LogEntry, value: Json): boolean {
  if (!entry.ok) return entry.error?.code === value || phrasesIn(entry.error?.message ?? '', String(value)).length > 0;
  return leaves(plainJson((entry.result ?? null) as Json), (leaf) => {
    if (leaf === undefined || leaf === null) return false;
    return (
      leaf === value ||
      String(leaf) === String(value) ||
      (typeof leaf === 'string' && phrasesIn(leaf, String(value)).length > 0)
    );
  });
}

function leaves(value: Json, test: (leaf: Json | undefined, length?: number) => boolean): boolean {
  if (Array.isArray(value))
    return test(undefined, value.length) || (value as readonly Json[]).some((each) => leaves(each, test));
  if (isJsonObject(value)) return Object.values(value).some((each) => leaves(each as Json, test));
  return test(value);
}
