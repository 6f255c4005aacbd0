// The messages that a user sends later in a conversation: a further wish, or a wish that replaces an earlier one.
import type { Json } from '../../envs/values/json.ts';
import { walkLeaves } from '../../envs/verification/derivable.ts';
import { deedsIn } from '../../envs/words/deeds.ts';
import { plainWords, says, saysSwitch } from '../../envs/words/spoken.ts';
import type { Seat } from '../episodes/players.ts';
import type { Assent } from './assent.ts';
import type { Wish } from './wishes.ts';

export type Later = NonNullable<Seat['task']['user']['later']>[number];

interface Heard {
  readonly text: string;
  readonly seat: Seat;
  readonly wishes: readonly Wish[];
}

/**
 * Tells whether a message proposes the earlier wish that this later wish replaces. False if the later wish replaces
 * none.
 */
export function isReplaced({ kind, call, was }: Later, { text, seat, wishes }: Heard, assent: Assent): boolean {
  if (kind !== 'instead' || was === undefined) return false;
  const name = seat.task.gold.calls[call]?.name ?? '';
  const wish = wishes.find(({ tool }) => tool === name);
  const deeds = deedsIn(text);
  const isNamed =
    wish === undefined ||
    [...wish.deeds].some((deed) => deeds.has(deed)) ||
    wish.words.every((word) => text.toLowerCase().includes(word));
  return (
    isNamed ||
    saysFirst(was as Json, seat.task.gold.calls[call]?.arguments as Json, text) ||
    assent.weigh(text, '').kind === 'value'
  );
}

/** Tells whether a message contains a value that is in the earlier call (`was`) and not in the later one (`now`). */
function saysFirst(was: Json, now: Json, text: string): boolean {
  const kept = new Set<Json>();
  walkLeaves(now, (value) => void kept.add(value));
  const plain = plainWords(text);
  let isSaid = false;
  walkLeaves(was, (value, path) => {
    if (value === null || kept.has(value)) return;
    isSaid ||=
      typeof value === 'boolean' ? saysSwitch(plain, path.at(-1) ?? '', value) : says(plain, value, path.at(-1));
  });
  return isSaid;
}
