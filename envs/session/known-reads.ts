// Remembers answers of reads that used only rows which no session's calls had changed. Such a read gives the same
// answer in every session of the environment, if its program uses neither the clock nor a new id. So it runs once, and
// later calls get the stored answer. This changes neither the state nor the clock nor the ids, because they follow from
// the log.
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
 * The largest number of characters that are stored for one environment. If it is exceeded, all its stored answers are
 * dropped.
 */
const CHARACTERS = 4_000_000;

export class KnownReads {
  private readonly worlds = new WeakMap<World, Kept>();
  private readonly limit: number;

  constructor(limit = CHARACTERS) {
    this.limit = limit;
  }

  /**
   * Returns the stored answer of a call. `changed` are the tables that the session may have changed. Returns undefined
   * if no stored answer is valid.
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
