// Public word vectors (word-vectors.bin, made by bench/write-word-vectors.ts). Words that are used in similar ways have
// similar vectors, so that a model fitted to the words of some people also works for the words of others.
import { readFileSync } from 'node:fs';

export interface WordVectors {
  readonly dimensions: number;
  /**
   * Returns the position of a word in the table, which is sorted by frequency. Returns undefined for an unknown word.
   */
  placeOf(word: string): number | undefined;
  /** The numbers of all vectors, one vector after the other. */
  readonly values: Float32Array;
  /** Returns how similarly two words are used, from -1 to 1. */
  similarity(one: number, other: number): number;
}

let known: WordVectors | undefined;

export function wordVectors(): WordVectors {
  known ??= load();
  return known;
}

function load(): WordVectors {
  const file = readFileSync(new URL('./word-vectors.bin', import.meta.url));
  const end = file.indexOf('\n');
  const { dimensions, scale, words } = JSON.parse(file.toString('utf8', 0, end)) as {
    readonly dimensions: number;
    readonly scale: number;
    readonly words: string;
  };
  const places = new Map(words.split(' ').map((word, place) => [word, place]));
  const bytes = new Int8Array(file.buffer, file.byteOffset + end + 1);
  // this is a plain loop, because Float32Array.from with a function takes half a second for these millions of numbers
  const values = new Float32Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) values[at] = (bytes[at] ?? 0) * scale;
  return {
    dimensions,
    placeOf: (word) => places.get(word),
    values,
    similarity: (one, other) => {
      let sum = 0;
      for (let at = 0; at < dimensions; at++)
        sum += (values[one * dimensions + at] ?? 0) * (values[other * dimensions + at] ?? 0);
      return sum;
    },
  };
}
