// Finds the pool of a noun: the list of names and number ranges for its rows. Longer nouns are tried first, `side
// table` before `table`. If several pools have the noun, the words of the environment decide.
import { DESK } from './desk.ts';
import { FINANCE } from './finance.ts';
import { FOOD } from './food.ts';
import { HEALTH } from './health.ts';
import { HOUSEHOLD } from './household.ts';
import { LEARNING } from './learning.ts';
import { MEDIA } from './media.ts';
import { NATURE } from './nature.ts';
import { PLACES } from './places.ts';
import { PROSE } from './prose.ts';
import { readPools, type Pool } from './read-pools.ts';
import { SOFTWARE } from './software.ts';
import { TALK } from './talk.ts';
import { TRAVEL } from './travel.ts';
import { VEHICLES } from './vehicles.ts';
import { WORK } from './work.ts';

const SOURCES = [
  FOOD,
  HOUSEHOLD,
  VEHICLES,
  SOFTWARE,
  WORK,
  DESK,
  PLACES,
  TRAVEL,
  HEALTH,
  MEDIA,
  NATURE,
  FINANCE,
  LEARNING,
  TALK,
];

interface Index {
  readonly byNoun: ReadonlyMap<string, readonly Pool[]>;
  readonly byId: ReadonlyMap<string, Pool>;
}

let index: Index | undefined;

/** Returns all pools (lists of names and number ranges), by noun and by id. The first call parses their texts. */
function pools(): Index {
  if (index !== undefined) return index;
  const byNoun = new Map<string, Pool[]>();
  const byId = new Map<string, Pool>();
  for (const pool of SOURCES.flatMap(readPools)) {
    byId.set(pool.id, pool);
    for (const noun of pool.nouns) byNoun.set(noun, [...(byNoun.get(noun) ?? []), pool]);
  }
  for (const pool of readPools(PROSE)) byId.set(pool.id, pool);
  index = { byNoun, byId };
  return index;
}

export function allPools(): readonly Pool[] {
  return [...pools().byId.values()];
}

export function knownNouns(): readonly string[] {
  return [...pools().byNoun.keys()];
}

export function poolById(id: string): Pool | undefined {
  return pools().byId.get(id);
}

/** Last words that mean a fact about something, as in "flight cost". The word before is then the noun. */
const TOLD = new Set(
  'cost price detail info information record data fact history status summary metadata entry result fare rate'.split(
    ' ',
  ),
);

/** Returns the pool of a noun. `world` holds the words of the environment, which decide between several pools. */
export function poolOf(noun: readonly string[], world: ReadonlySet<string> = new Set()): Pool | undefined {
  const told = noun.length > 1 && TOLD.has(noun.at(-1) ?? '') ? ownPool(noun.slice(0, -1), world) : undefined;
  return told ?? ownPool(noun, world);
}

/**
 * The score of a pool without context words. A pool with one matching context word scores less than this, a pool with
 * two scores more.
 */
const USUAL = 1.5;

function ownPool(noun: readonly string[], world: ReadonlySet<string>): Pool | undefined {
  for (let from = 0; from < noun.length; from++) {
    const found = pools().byNoun.get(noun.slice(from).join(' '));
    if (found === undefined) continue;
    const own = new Set([...world, ...noun.slice(0, from)]);
    const hits = (pool: Pool): number =>
      [...pool.context].filter((word) => own.has(word) && !noun.slice(from).includes(word)).length;
    const best = [...found]
      .map((pool, at) => ({ pool, at, score: pool.context.size === 0 ? USUAL : hits(pool) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.at - b.at)[0];
    if (best !== undefined) return best.pool;
  }
  return undefined;
}
