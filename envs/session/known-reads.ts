// Answers of reads that touch no row which a session has changed. Such a read gives every session of the environment
// the same answer, with any seed and after any other calls, unless its program reads the clock or mints an id. So it is
// run once, and its answer is given again: state, clock and ids follow from the log alone.
import type { Asked, TableMask } from '../world/shared-reads.ts';
import type { World } from '../world/world.ts';
import type { KnownAnswer } from './answer-memo.ts';
import { stands, tallyOf, type Session } from './session.ts';

/** The rows that a read depends on: the tables as a mask, and its queries. */
export interface ReadRows {
  readonly mask: TableMask;
  readonly asked: readonly Asked[];
}

interface KnownRead {
  readonly answer: KnownAnswer;
  readonly reads: ReadRows;
}

interface Kept {
  readonly answers: Map<string, KnownRead>;
  characters: number;
}

/** Characters that are kept of one environment. Past them, everything is forgotten and learned again. */
const CHARACTERS = 4_000_000;

export class KnownReads {
  private readonly worlds = new WeakMap<World, Kept>();
  private readonly limit: number;

  constructor(limit = CHARACTERS) {
    this.limit = limit;
  }

  /** The answer of a call for a session, if it is that of the template. */
  find(session: Session, call: string): KnownAnswer | undefined {
    const known = this.worlds.get(session.world)?.answers.get(call);
    if (known === undefined) return undefined;
    const { mask, asked } = known.reads;
    const { changed } = tallyOf(session);
    const isSame =
      (mask & changed) === 0 || asked.every((each) => (each.reads & changed) === 0 || stands(session, each));
    return isSame ? known.answer : undefined;
  }

  keep(world: World, call: string, reads: ReadRows, answer: KnownAnswer): void {
    let kept = this.worlds.get(world);
    const characters = call.length + answer.text.length;
    if (kept === undefined || kept.characters + characters > this.limit) {
      kept = { answers: new Map(), characters: 0 };
      this.worlds.set(world, kept);
    }
    kept.answers.set(call, { answer, reads });
    kept.characters += characters;
  }
}
