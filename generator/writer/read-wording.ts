// Checks new words for a task. The new words must say every value that the old words say, and no value that the user
// says only when asked. They may add no other number, date, time, name, address or quoted text.
import type { Json } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { datesSaid, dateOrderOf } from '../../envs/words/dates-said.ts';
import { numbersSaid } from '../../envs/words/numbers-said.ts';
import { plainWords, says, spoken } from '../../envs/words/spoken.ts';
import { timesSaid } from '../../envs/words/times-said.ts';
import type { World } from '../../envs/world/world.ts';
import { oddities } from '../tasks/words-lint.ts';

/** A user's words: the first message, and the later messages in order. */
export interface Wording {
  readonly opening: string;
  readonly later: readonly string[];
}

const LONGEST = 2000;
/** A stored text counts as a name only if it has at least this many characters. */
const NAME = 4;

export const wordingOf = ({ user }: Task): Wording => ({
  opening: user.opening,
  later: (user.later ?? []).map(({ text }) => text),
});

/** Returns the values of the user's facts that a message says, and the values that it leaves out. */
export function valuesIn({ user }: Task, text: string): { said: readonly string[]; kept: readonly string[] } {
  const plain = plainWords(text);
  const [said, kept]: [string[], string[]] = [[], []];
  for (const { key, value } of user.facts)
    (says(plain, value as Json, key) ? said : kept).push(formIn(text, value as Json, key));
  return { said: [...new Set(said)], kept: [...new Set(kept)] };
}

/** Returns a value in the form in which the text says it. */
function formIn(text: string, value: Json, key: string): string {
  const forms = [spoken(value, key), String(value)];
  const at = (form: string): number => text.toLowerCase().indexOf(form.toLowerCase());
  const own = forms.find((form) => at(form) !== -1);
  return own === undefined ? String(value) : text.slice(at(own), at(own) + own.length);
}

/**
 * Lists the faults of new words for a task, one line for each. The list is empty if the new words say the same values.
 */
export function wordingFaults(world: World, task: Task, wording: Wording): string[] {
  const first = wordingOf(task);
  if (wording.later.length !== first.later.length)
    return [`later has ${wording.later.length} messages; it must have ${first.later.length}`];
  const pairs: [string, string, string][] = [['opening', first.opening, wording.opening]];
  first.later.forEach((text, at) => pairs.push([`later ${at + 1}`, text, wording.later[at] ?? '']));
  return pairs.flatMap(([where, was, now]) => messageFaults(world, task, was, now).map((each) => `${where}: ${each}`));
}

function messageFaults(world: World, task: Task, was: string, now: string): string[] {
  if (now.trim() === '') return ['is empty'];
  if (now.length > LONGEST) return [`has ${now.length} characters; ${LONGEST} are allowed`];
  const faults: string[] = [];
  const [before, after] = [plainWords(was), plainWords(now)];
  for (const { key, value } of task.user.facts) {
    const [had, has] = [says(before, value as Json, key), says(after, value as Json, key)];
    if (had && !has) faults.push(`it does not say "${formIn(was, value as Json, key)}"`);
    if (!had && has) faults.push(`it says "${spoken(value as Json, key)}", which the person tells only when asked`);
  }
  faults.push(...strange(world, was, now).map((each) => `"${each}" does not stand in the request`));
  for (const odd of oddities(now, world)) if (odd !== 'id') faults.push(`it has a ${odd}`);
  if (plainWords(was) === plainWords(now)) faults.push('the words are the same');
  return [...new Set(faults)];
}

/** Lists numbers, dates, times, names, addresses and quoted texts that only the new text contains. */
function strange(world: World, was: string, now: string): string[] {
  const order = dateOrderOf(world.environment.locale);
  const known = plainWords(was);
  const dates = (text: string): { what: string; key: string }[] =>
    datesSaid(text, order).map(({ day, month, year, start, end }) => ({
      what: text.slice(start, end),
      key: `${day} ${month} ${year}`,
    }));
  const times = (text: string): { what: string; key: string }[] =>
    timesSaid(text).map(({ minutes, start, end }) => ({ what: text.slice(start, end), key: String(minutes) }));
  const numbers = (text: string): { what: string; key: string }[] =>
    numbersSaid(text).map(({ number, start, end }) => ({ what: text.slice(start, end), key: String(number) }));
  const found = [dates, times, numbers].flatMap((read) => {
    const keys = new Set(read(was).map(({ key }) => key));
    return read(now)
      .filter(({ what, key }) => !keys.has(key) && !known.includes(plainWords(what)))
      .map(({ what }) => what);
  });
  const quoted = [...now.matchAll(/"([^"]+)"|“([^”]+)”/g)].map(([, a, b]) => a ?? b ?? '');
  const tokens = [...now.matchAll(/[\p{L}\p{N}](?:[\p{L}\p{N}_.@#/'-]*[\p{L}\p{N}])?/gu)]
    .filter(({ 0: token, index }) => /[\d@_]/.test(token) || isNameAt(now, token, index))
    .map(([token]) => token);
  for (const text of [...quoted, ...tokens, ...namesIn(world, now)])
    if (!known.includes(plainWords(text)) && numbersSaid(text).length === 0) found.push(text);
  return [...new Set(found)].map((each) => each.trim());
}

const STARTS = /(?:^|[.!?:;"“(\n–-]\s*)$/;
const OWN = /^(?:I|I'[a-z]+|OK|PS|Mr|Mrs|Ms|Dr|Hi|Hello|Thanks|Cheers)$/;

/** Tells whether a word is a name, because it has a capital letter inside a sentence. */
function isNameAt(text: string, token: string, at: number): boolean {
  return /^\p{Lu}/u.test(token) && !OWN.test(token.replaceAll('’', "'")) && !STARTS.test(text.slice(0, at));
}

const names = new WeakMap<World, ReadonlySet<string>>();

/** Finds names of rows (people, products, places) in a text, spelled as in the rows. */
function namesIn(world: World, text: string): string[] {
  let known = names.get(world);
  if (known === undefined) {
    known = new Set(
      world.environment.seed.flatMap(({ row }) =>
        Object.values(row).filter(
          (value): value is string => typeof value === 'string' && value.length >= NAME && /^\p{Lu}\p{Ll}/u.test(value),
        ),
      ),
    );
    names.set(world, known);
  }
  const plain = plainWords(text);
  return [...known].filter((name) => text.includes(name) && plain.includes(plainWords(name)));
}
