// Adds the features of each tool's nearest neighbours to its vector. For example, `divide` gets features of tools for
// sums and powers, although it shares few words with them. Features move only one step, because more steps would mix
// unrelated tools.
import type { Edges } from './cosine-join.ts';
import type { SparseVectors } from './features.ts';
import { leastKept, linksOf } from './links.ts';

const NEIGHBOURS = 6;
/** The weight of all neighbours together, compared with 1 for the tool itself. */
const SHARE = 0.7;
/** A vector keeps this number of its strongest features. */
const FEATURES = 40;

export function withContext(vectors: SparseVectors, edges: Edges): SparseVectors {
  const { start, feature, weight, features } = vectors;
  const size = start.length - 1;
  const links = linksOf(size, edges);
  const least = leastKept(links, size, NEIGHBOURS);
  const sums = new Float64Array(features);
  const kept: { ids: Int32Array; values: Float64Array }[] = [];
  const frequency = new Int32Array(features);
  for (let node = 0; node < size; node++) {
    const touched: number[] = [];
    const add = (other: number, scale: number): void => {
      for (let k = start[other] ?? 0; k < (start[other + 1] ?? 0); k++) {
        const id = feature[k] ?? 0;
        const before = sums[id] ?? 0;
        if (before === 0) touched.push(id);
        sums[id] = before + scale * (weight[k] ?? 0);
      }
    };
    const [begin, end] = [links.start[node] ?? 0, links.start[node + 1] ?? 0];
    let total = 0;
    for (let k = begin; k < end; k++) if ((links.weight[k] ?? 0) >= (least[node] ?? 0)) total += links.weight[k] ?? 0;
    add(node, 1);
    for (let k = begin; k < end; k++) {
      const w = links.weight[k] ?? 0;
      if (w >= (least[node] ?? 0)) add(links.to[k] ?? 0, (SHARE * w) / total);
    }
    const ids = strongest(touched, sums);
    let length = 0;
    for (const id of ids) length += (sums[id] ?? 0) ** 2;
    const norm = Math.sqrt(length);
    const values = new Float64Array(ids.length);
    for (let k = 0; k < ids.length; k++) values[k] = (sums[ids[k] ?? 0] ?? 0) / norm;
    kept.push({ ids, values });
    for (const id of ids) frequency[id] = (frequency[id] ?? 0) + 1;
    for (const id of touched) sums[id] = 0;
  }
  return packed(kept, frequency);
}

/**
 * Returns the features with the greatest weights, ordered by number. Features with the same weight as the last kept
 * feature are kept too.
 */
function strongest(touched: readonly number[], sums: Float64Array): Int32Array {
  const ids = Int32Array.from(touched).sort();
  if (ids.length <= FEATURES) return ids;
  const values = new Float64Array(ids.length);
  for (let k = 0; k < ids.length; k++) values[k] = sums[ids[k] ?? 0] ?? 0;
  values.sort();
  const least = values[values.length - FEATURES] ?? 0;
  return ids.filter((id) => (sums[id] ?? 0) >= least);
}

/** Packs the rows into one array. Features get new numbers, so that the commonest feature comes first in each row. */
function packed(rows: readonly { ids: Int32Array; values: Float64Array }[], frequency: Int32Array): SparseVectors {
  const sorted = frequency.map((_count, id) => id).sort((a, b) => (frequency[b] ?? 0) - (frequency[a] ?? 0) || a - b);
  const rank = new Int32Array(frequency.length);
  for (let place = 0; place < sorted.length; place++) rank[sorted[place] ?? 0] = place;
  const start = new Int32Array(rows.length + 1);
  for (const [at, { ids }] of rows.entries()) start[at + 1] = (start[at] ?? 0) + ids.length;
  const feature = new Int32Array(start[rows.length] ?? 0);
  const weight = new Float32Array(start[rows.length] ?? 0);
  // each row is sorted by the new numbers, and each value moves with its number
  const valueOf = new Float64Array(frequency.length);
  for (const [at, { ids, values }] of rows.entries()) {
    const begin = start[at] ?? 0;
    const mine = feature.subarray(begin, begin + ids.length);
    for (let k = 0; k < ids.length; k++) {
      const place = rank[ids[k] ?? 0] ?? 0;
      mine[k] = place;
      valueOf[place] = values[k] ?? 0;
    }
    mine.sort();
    for (let k = 0; k < mine.length; k++) weight[begin + k] = valueOf[mine[k] ?? 0] ?? 0;
  }
  return { start, feature, weight, features: frequency.length };
}
