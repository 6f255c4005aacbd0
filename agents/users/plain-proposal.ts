// Recognises a proposal that states one of the user's wishes and nothing else: the action, all rows and all values,
// and otherwise only words that ask for consent. To such a proposal the user can say yes with certainty. Other
// proposals are compared word by word in other files.
import type { Json } from '../../envs/values/json.ts';
import { walkLeaves } from '../../envs/verification/derivable.ts';
import { measured } from '../../envs/words/measured.ts';
import { plainMarks } from '../../envs/words/clauses.ts';
import { labelOf, plainWords, says, saysSwitch, spoken } from '../../envs/words/spoken.ts';
import { singular, splitName } from '../../envs/words/split-words.ts';
import type { Name } from '../../envs/words/things.ts';
import type { Wish } from './wishes.ts';

export function isPlainly(proposal: string, wish: Wish, wishes: readonly Wish[]): boolean {
  const text = plainMarks(proposal);
  const plain = plainWords(text);
  const isSaid = ({ label, value }: Name): boolean => says(plain, value, label);
  if (wish.slots.length === 0 || !saysDeed(plain, wish)) return false;
  for (const { own, others, isRow, value, name } of wish.slots) {
    const names = own.filter((each) => !others.some((other) => other.value === each.value));
    if (!says(plain, value, name) && !(isRow && names.some(isSaid))) return false;
  }
  if (!saysSwitches(plain, wish.arguments as Json)) return false;
  const set = wish.outside === undefined ? [wish] : wishes.filter(({ tool }) => tool === wish.tool);
  return restOf(text, set).length === 0;
}

const UPDATES = new Set(['update', 'change', 'edit', 'modify', 'set', 'adjust', 'patch', 'alter', 'switch', 'mark', 'turn', 'configure', 'amend', 'apply']); // prettier-ignore

/** Parts of a tool's name without a meaning for people, such as api, v2 and a. */
const NO_WORD = /^(?:api|v|the|an?|\d+)$/;

/**
 * Tells whether the text contains the words of the tool's name. If the name has a verb such as "update", any such verb
 * is enough.
 */
function saysDeed(plain: string, { words }: Wish): boolean {
  const said = new Set(plain.trim().split(' ').map(singular));
  const changes = words.some((word) => UPDATES.has(word));
  return (
    words.every((word) => said.has(word) || NO_WORD.test(word)) ||
    (changes && [...said].some((word) => UPDATES.has(word)))
  );
}

/** Tells whether the text states every true or false value of the call. */
function saysSwitches(plain: string, args: Json): boolean {
  let isSure = true;
  walkLeaves(args, (value, path) => {
    if (typeof value === 'boolean') isSure &&= saysSwitch(plain, path.at(-1) ?? '', value);
  });
  return isSure;
}

/** Words that may surround a proposal without changing what it proposes. */
const AROUND = new Set(
  `i we you me it that this these the a an to do so now then and or of for in on at with from by is are be shall should would will can could may like want okay ok right correct alright fine agree yes please thank thanks just let put plainly what ask asked have sure mean same nothing else go ahead before first all right your my order all done confirm switched one its as called using off not`.split(
    ' ',
  ),
);

/** Returns the words of a text that belong neither to the user's wishes nor to a request for consent. */
function restOf(text: string, wishes: readonly Wish[]): string[] {
  const names = wishes.flatMap(({ slots }) =>
    slots.flatMap(({ own, name, value }) => [...own, { label: name, value: value as Name['value'] }]),
  );
  const forms = names.flatMap(({ label, value }) => {
    const unit = typeof value === 'number' ? measured(labelOf(label))?.unit : undefined;
    return [String(value), spoken(value, label), ...(unit === undefined ? [] : [`${value} ${unit}`])];
  });
  let rest = plainWords(text.replaceAll(/\b(?:these|all) \d+(?= \p{L})/gu, ' '));
  for (const form of [...new Set(forms.map(plainWords))].sort((one, other) => other.length - one.length))
    if (form.trim() !== '') while (rest.includes(form)) rest = rest.replace(form, ' ');
  const known = new Set([
    ...wishes.flatMap(({ words, arguments: args }) => [...words, ...Object.keys(args).flatMap(splitName)]),
    ...wishes.flatMap(({ slots }) =>
      slots.flatMap(({ name, own }) => [...splitName(name), ...own.flatMap(({ label }) => splitName(label))]),
    ),
  ]);
  return rest
    .trim()
    .split(/ +/)
    .filter((word) => word !== '' && !AROUND.has(word) && !known.has(singular(word)) && !UPDATES.has(word));
}
