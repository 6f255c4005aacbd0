// Compares a task with its twin (nearly the same task that wants another outcome) and returns only the aspects that
// differ.
import { describeDiff } from '../../../envs/words/describe-diff.ts';
import { labelOf } from '../../../envs/words/spoken.ts';
import type { Json } from '../shapes.ts';
import type { Task } from '../session/shapes.ts';

export interface Difference {
  readonly aspect: string;
  /** The words of this task and of the twin. Words that the other text lacks are marked. */
  readonly mine: readonly Piece[];
  readonly other: readonly Piece[];
}

export interface Piece {
  readonly text: string;
  readonly differs: boolean;
}

export const SAY: Readonly<Record<string, string>> = {
  open: 'told at once',
  asked: 'told when asked',
  insist: 'insisted on',
  wrong_first: 'told wrongly at first',
  later: 'told later',
};

/**
 * Returns the aspects in which the tasks differ. `ends` holds the sentences about the wanted outcomes of both tasks,
 * and is empty while outcomes are hidden. `money` holds the columns with amounts.
 */
export function differences(
  task: Task,
  twin: Task,
  ends: { readonly mine: readonly string[]; readonly other: readonly string[] },
  money: ReadonlySet<string> = new Set(),
): readonly Difference[] {
  const mine = aspectsOf(task, ends.mine, money);
  const other = aspectsOf(twin, ends.other, money);
  const aspects = [...new Set([...mine.keys(), ...other.keys()])];
  return aspects.flatMap((aspect): Difference[] => {
    const [one, two] = [mine.get(aspect) ?? '', other.get(aspect) ?? ''];
    return one === two ? [] : [{ aspect, ...marked(one, two) }];
  });
}

function aspectsOf(
  { user, patch = {}, setup = [] }: Task,
  end: readonly string[],
  money: ReadonlySet<string>,
): Map<string, string> {
  const begins = [
    ...describeDiff(patch, (column) => money.has(column)),
    ...setup.map(({ name, arguments: args }) => `${name}(${JSON.stringify(args)})`),
  ];
  return new Map([
    ['The user', user.persona],
    ['First words', user.opening],
    ['Wish', user.goal],
    ...user.facts.map(({ key, value, say }): [string, string] => [
      `The user knows: ${labelOf(key)}`,
      `${told(value as Json)} (${SAY[say] ?? say})`,
    ]),
    ['Changed before it begins', begins.join('\n')],
    ['The right end', end.join(' ')],
  ]);
}

function told(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Splits both texts into pieces. A piece is marked if it lies outside the longest sequence of words that both texts
 * share.
 */
export function marked(
  one: string,
  two: string,
): { readonly mine: readonly Piece[]; readonly other: readonly Piece[] } {
  const [a, b] = [words(one), words(two)];
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const common = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1));
  const mine: Piece[] = [];
  const other: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      add(mine, left, false);
      add(other, left, false);
      [i, j] = [i + 1, j + 1];
    } else if (left !== undefined && (right === undefined || common(i + 1, j) >= common(i, j + 1))) {
      add(mine, left, true);
      i += 1;
    } else {
      add(other, right ?? '', true);
      j += 1;
    }
  }
  return { mine, other };
}

function words(text: string): readonly string[] {
  return text.match(/\s+|[^\s]+/g) ?? [];
}

function add(pieces: Piece[], text: string, differs: boolean): void {
  const last = pieces.at(-1);
  if (last?.differs === differs) pieces[pieces.length - 1] = { text: last.text + text, differs };
  else pieces.push({ text, differs });
}
