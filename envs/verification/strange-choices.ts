// Finds a choice that a report tells in place of the one that the change has: "it goes back to you as a voucher", where
// the call's destination is the card. The choices of a field are those that its column or parameter can have.
import { plainJson, type Json } from '../values/json.ts';
import { leavesOf } from '../values/places.ts';
import { plainWords } from '../words/spoken.ts';
import { splitName, splitProse } from '../words/split-words.ts';
import type { Fact, FactGround } from './fact-ground.ts';
import { isCommon } from './reading/reply-reader.ts';
import type { WorldValues } from './world-values.ts';

/** Matches the end of the words before a value that is said of a thing: "in the", "as a", "with your". */
const BEFORE = / (?:in|on|at|for|to|by|via|with|as|from|of|a|an|the|your|is|now) $/;
/** A common word is a choice only where its phrase ends, or where a word of the field's name follows. */
const ENDS = /^ (?:[.,]|$|on |at |in |of |for |from |to |with |and |by )/;

const LONGEST = 80;

/** Returns the choices of other values that a text says, where it does not say the change's own. */
export function saidChoices(
  text: string,
  facts: readonly Fact[],
  { log, told }: Pick<FactGround, 'log' | 'told'>,
  values: WorldValues,
): string[] {
  const plain = spaced(text);
  const labels = new Map<string, Set<string>>();
  for (const { label, value } of facts) {
    if (typeof value !== 'string') continue;
    const own = labels.get(label) ?? new Set();
    labels.set(label, own.add(wordsOf(value)));
  }
  const leaves = log.flatMap(({ arguments: args, result, error }) =>
    leavesOf([args, plainJson((result ?? error ?? null) as Json)] as Json).map(({ value, place }) => ({
      label: String(place.findLast((step) => typeof step === 'string') ?? ''),
      // a long text, such as an article, says which choices there are, and not which one this is
      words: typeof value === 'string' && value.length <= LONGEST ? wordsOf(value) : '',
    })),
  );
  const names = new Set(leaves.map(({ label }) => ` ${splitName(label).join(' ')} `));
  const isShown = (choice: string, label: string, own: ReadonlySet<string>): boolean =>
    plainWords(told).includes(choice) ||
    names.has(choice) ||
    (saysOwn(own) && isCommon(choice.trim())) ||
    // that another row has this value does not make it the value of this one, unless the text compares them
    leaves.some((leaf) => leaf.words.includes(choice) && (leaf.label !== label || saysOwn(own)));
  const saysOwn = (own: ReadonlySet<string>): boolean => [...own].some((value) => plain.includes(value));
  return [...labels].flatMap(([label, own]) => {
    const other = otherChoice(text, label, own, values, (choice) => isShown(choice, label, own));
    return other === undefined ? [] : [other.trim()];
  });
}

/**
 * Returns a choice of a field that a text says and that is none of the field's own values, as words between spaces.
 * `isNone` tells of a choice that it is said of something else; `things` are further words that may follow a choice.
 */
export function otherChoice(
  text: string,
  label: string,
  own: ReadonlySet<string>,
  values: WorldValues,
  isNone: (choice: string) => boolean = () => false,
  things: readonly string[] = [],
): string | undefined {
  const plain = spaced(text);
  const mine = new Set([...own].map(wordsOf));
  // fields of other tables may have the same name
  const [choices = []] = values
    .choices(label)
    .map((list) => list.map(wordsOf))
    .filter((list) => [...mine].every((value) => list.includes(value)))
    .sort((one, two) => one.length - two.length);
  return choices.find(
    (choice) => !mine.has(choice) && saysOf(plain, choice, [...splitName(label), ...things]) && !isNone(choice),
  );
}

const spaced = (text: string): string => ` ${splitProse(text).join(' ')} `;
const wordsOf = (value: string): string => ` ${splitName(value).join(' ')} `;

/** Tells whether a text says a choice of its thing: "in the hall", "as a DVD", but not "Good morning". */
function saysOf(plain: string, choice: string, names: readonly string[]): boolean {
  for (let at = plain.indexOf(choice); at !== -1; at = plain.indexOf(choice, at + 1)) {
    const before = plain.slice(0, at + 1);
    const after = plain.slice(at + choice.length - 1);
    const [next = ''] = splitName(after);
    if (names.includes(next)) return true;
    if (BEFORE.test(before) && (!isCommon(choice.trim()) || ENDS.test(after))) return true;
  }
  return false;
}
