// Lists the kinds of stories that are made from the tools and rows of any environment, without an author.
import type { Ground } from '../../plan-goals.ts';
import type { Occasion } from '../occasion.ts';
import { bestOf } from './best-of.ts';
import { eitherOr } from './either-or.ts';
import { everyOne } from './every-one.ts';
import { ifRefused } from './if-refused.ts';
import { makeAndUse } from './make-and-use.ts';
import { severalOwn } from './several-own.ts';

/** The number of times that a story is drawn in one turn until it fits the rows. */
const TRIES = 12;

type Drawer = (ground: Ground) => Occasion | undefined;

const tried =
  (draw: Drawer): Drawer =>
  (ground) => {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const occasion = draw(ground);
      if (occasion !== undefined) return occasion;
    }
    return undefined;
  };

const SINGLE: readonly { readonly name: string; readonly occasion: Drawer }[] = [
  { name: 'as its state is', occasion: tried(eitherOr) },
  { name: 'every one in some state', occasion: tried(everyOne) },
  { name: 'unless it is refused', occasion: tried(ifRefused) },
  { name: 'make and use', occasion: tried(makeAndUse) },
  { name: 'the first or the last', occasion: tried(bestOf) },
];

export const OWN_STORIES = [
  ...SINGLE,
  {
    name: 'several of these',
    occasion: (ground: Ground) =>
      severalOwn(
        ground,
        SINGLE.map(({ occasion }) => occasion),
      ),
  },
];
