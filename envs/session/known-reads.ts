// Remembers answers of reads that touch no row changed by the session. Such a read gives every session of the
// environment the same answer, with any seed and after any calls, if its program uses neither the clock nor a new id.
// So the read runs once, and later calls get the remembered answer. State, clock and ids are not affected, because they
// follow from the log alone.
import type { TableMask } from '../world/shared-reads.ts';
import type { World } from '../world/world.ts';
import type { KnownAnswer } from './answer-memo.ts';

interface KnownRead {
  readonly answer: KnownAnswer;
  readonly reads: TableMask;
}

interface Kept {
  readonly answers: Map<string, KnownRead>;
  characters: number;
}

/**
 * The most characters that are remembered for one environment. When they are passed, everything is forgotten and
 * learned again.
 */
const CHARACTERS = 4_000_000;

export class KnownReads {
  private readonly worlds = new WeakMap<World, Kept>();
  private readonly limit: number;

  constructor(limit = CHARACTERS) {
    this.limit = limit;
  }

  /**
   * Returns the answer of a call for a session that may have changed the tables `changed`; undefined when it is not
   * known.
   */
  find(world: World, call: string, changed: TableMask): KnownAnswer | undefined {
    const known = this.worlds.get(world)?.answers.get(call);
    return known !== undefined && (known.reads & changed) === 0 ? known.answer : undefined;
  }

  keep(world: World, call: string, reads: TableMask, answer: KnownAnswer): void {
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
