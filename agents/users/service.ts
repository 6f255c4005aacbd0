// A service as its users know it: its policy, the values of its rows, and the words of its tools.
import { inFull, LITTLE, stem, wordsOf } from '../../envs/verification/reading/reply-features.ts';
import { worldValues, type WorldValues } from '../../envs/verification/world-values.ts';
import { ownWords } from '../../envs/words/split-words.ts';
import type { World } from '../../envs/world/world.ts';

export interface Service {
  readonly policy: string;
  readonly values: WorldValues;
  /** The words of each tool that changes something, with their weights. */
  readonly tools: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

const known = new WeakMap<World, Service>();

export function serviceOf(world: World): Service | undefined {
  if (world.tools === undefined || world.environment?.tools === undefined) return undefined;
  let service = known.get(world);
  if (service === undefined) known.set(world, (service = readService(world)));
  return service;
}

function readService(world: World): Service {
  const { environment } = world;
  const words = new Map<string, Set<string>>();
  for (const { name, description = '', effect } of environment.tools) {
    if (effect !== 'write') continue;
    const frames = (environment.speech?.tools[name]?.proposes ?? []).join(' . ').replaceAll(/\{[\w.]+\}/g, ' ');
    const [first = ''] = description.split(/(?<=[.!?])\s/);
    words.set(name, new Set(contentOf(`${ownWords(name).join(' ')} . ${frames} . ${first}`)));
  }
  const weight = (word: string): number =>
    Math.log(1 + words.size / [...words.values()].filter((each) => each.has(word)).length);
  const tools = new Map(
    [...words].map(([name, own]) => [name, new Map([...own].map((word) => [word, weight(word)]))] as const),
  );
  return { policy: environment.policy, values: worldValues(world), tools };
}

/** Returns the stems of the words of a text, without words such as "the". */
export const contentOf = (text: string): string[] =>
  wordsOf(inFull(text)).flatMap((word) => (LITTLE.has(word) || word.length < LEAST ? [] : [stem(word)]));
const LEAST = 3;
