// Finds exactly the pairs of unit vectors whose cosine reaches a threshold. Each vector is split: a head with its
// commonest features, whose length is below the threshold, and a tail. By the Cauchy-Schwarz inequality, heads alone
// cannot reach the threshold. So the index holds only the tails, and its lists stay short.
import type { SparseVectors } from './features.ts';

export interface Edges {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly weight: Float32Array;
  readonly count: number;
}

interface List {
  members: Int32Array;
  weights: Float32Array;
  count: number;
}

/** A tolerance for rounding errors of sums in single precision. */
const SLACK = 1e-5;

export function cosineJoin(vectors: SparseVectors, threshold: number): Edges {
  const { start, feature, weight, features } = vectors;
  const size = start.length - 1;
  const lists: (List | undefined)[] = Array.from({ length: features });
  const edges = new EdgeList();
  // the length of each vector's head, the part that the index leaves out
  const head = new Float32Array(size);
  const sums = new Float32Array(size);
  const touched = new Int32Array(size);
  const own = new Float32Array(features);
  for (let at = 0; at < size; at++) {
    const begin = start[at] ?? 0;
    const end = start[at + 1] ?? 0;
    let count = 0;
    // start with the rarest features; the length of the rest limits the cosine with a partner that was not found so far
    let rest = 0;
    for (let k = begin; k < end; k++) rest += (weight[k] ?? 0) ** 2;
    for (let k = end - 1; k >= begin; k--) {
      const w = weight[k] ?? 0;
      const isOpen = Math.sqrt(Math.max(rest, 0)) + SLACK >= threshold;
      rest -= w * w;
      const list = lists[feature[k] ?? 0];
      if (list === undefined) continue;
      const { members, weights } = list;
      for (let i = 0; i < list.count; i++) {
        const other = members[i] ?? 0;
        const sum = sums[other] ?? 0;
        if (sum === 0) {
          if (!isOpen) continue;
          touched[count++] = other;
        }
        sums[other] = sum + w * (weights[i] ?? 0);
      }
    }
    for (let k = begin; k < end; k++) own[feature[k] ?? 0] = weight[k] ?? 0;
    for (let i = 0; i < count; i++) {
      const other = touched[i] ?? 0;
      const met = sums[other] ?? 0;
      sums[other] = 0;
      if (met + (head[other] ?? 0) + SLACK < threshold) continue;
      // compute the sum again in a fixed order, so that a cosine is the same number for every threshold
      let sum = 0;
      for (let k = start[other] ?? 0; k < (start[other + 1] ?? 0); k++)
        sum += (own[feature[k] ?? 0] ?? 0) * (weight[k] ?? 0);
      if (sum >= threshold) edges.add(other, at, Math.min(sum, 1));
    }
    for (let k = begin; k < end; k++) own[feature[k] ?? 0] = 0;
    let length = 0;
    let k = begin;
    for (; k < end; k++) {
      const next = length + (weight[k] ?? 0) ** 2;
      if (Math.sqrt(next) + SLACK >= threshold) break;
      length = next;
    }
    head[at] = Math.sqrt(length);
    for (; k < end; k++) push(lists, feature[k] ?? 0, at, weight[k] ?? 0);
  }
  return edges.done();
}

function push(lists: (List | undefined)[], feature: number, member: number, weight: number): void {
  const list = (lists[feature] ??= { members: new Int32Array(4), weights: new Float32Array(4), count: 0 });
  if (list.count === list.members.length) {
    const members = new Int32Array(list.count * 2);
    members.set(list.members);
    list.members = members;
    const weights = new Float32Array(list.count * 2);
    weights.set(list.weights);
    list.weights = weights;
  }
  list.members[list.count] = member;
  list.weights[list.count] = weight;
  list.count += 1;
}

/**
 * A list of edges in typed arrays whose size doubles when they are full. Millions of edges as objects would need too
 * much memory.
 */
export class EdgeList {
  private from = new Int32Array(1024);
  private to = new Int32Array(1024);
  private weight = new Float32Array(1024);
  private count = 0;

  add(from: number, to: number, weight: number): void {
    if (this.count === this.from.length) this.grow();
    this.from[this.count] = from;
    this.to[this.count] = to;
    this.weight[this.count] = weight;
    this.count += 1;
  }

  done(): Edges {
    return { from: this.from, to: this.to, weight: this.weight, count: this.count };
  }

  private grow(): void {
    const size = this.count * 2;
    const [from, to, weight] = [new Int32Array(size), new Int32Array(size), new Float32Array(size)];
    from.set(this.from);
    to.set(this.to);
    weight.set(this.weight);
    [this.from, this.to, this.weight] = [from, to, weight];
  }
}

export function edgesFrom(edges: Edges, threshold: number): Edges {
  const kept = new EdgeList();
  for (let k = 0; k < edges.count; k++) {
    const weight = edges.weight[k] ?? 0;
    if (weight >= threshold) kept.add(edges.from[k] ?? 0, edges.to[k] ?? 0, weight);
  }
  return kept.done();
}
