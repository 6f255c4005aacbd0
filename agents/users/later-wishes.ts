// Messages that a user still has to say: one more wish, or a wish that takes the place of an earlier one.
import { deedsIn } from '../../envs/words/deeds.ts';
import type { Seat } from '../episodes/players.ts';
import type { Assent } from './assent.ts';
import type { Wish } from './wishes.ts';

export type Later = NonNullable<Seat['task']['user']['later']>[number];

interface Heard {
  readonly text: string;
  readonly seat: Seat;
  readonly wishes: readonly Wish[];
}

/** Whether a message proposes the earlier wish, whose place the later one takes. */
export function isReplaced({ kind, call, was }: Later, { text, seat, wishes }: Heard, assent: Assent): boolean {
  if (kind !== 'instead' || was === undefined) return false;
  const name = seat.task.gold.calls[call]?.name ?? '';
  const wish = wishes.find(({ tool }) => tool === name);
  const deeds = deedsIn(text);
  const isNamed =
    wish === undefined ||
    [...wish.deeds].some((deed) => deeds.has(deed)) ||
    wish.words.every((word) => text.toLowerCase().includes(word));
  return isNamed || assent.weigh(text, '').kind === 'value';
}
