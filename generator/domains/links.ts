// Stores the edges of a graph as one list of neighbours for each node.
import type { Edges } from './cosine-join.ts';

/** The neighbours of node k stand from start[k] up to, but not including, start[k + 1]. */
export interface Links {
  readonly start: Int32Array;
  readonly to: Int32Array;
  readonly weight: Float32Array;
}

export function linksOf(
  size: number,
  edges: Edges,
  counts: (a: number, b: number, weight: number) => boolean = () => true,
): Links {
  const start = new Int32Array(size + 1);
  const each = (visit: (a: number, b: number, w: number) => void): void => {
    for (let k = 0; k < edges.count; k++) {
      const [a, b, w] = [edges.from[k] ?? 0, edges.to[k] ?? 0, edges.weight[k] ?? 0];
      if (counts(a, b, w)) visit(a, b, w);
    }
  };
  each((a, b) => {
    start[a + 1] = (start[a + 1] ?? 0) + 1;
    start[b + 1] = (start[b + 1] ?? 0) + 1;
  });
  for (let node = 0; node < size; node++) start[node + 1] = (start[node + 1] ?? 0) + (start[node] ?? 0);
  const next = start.slice();
  const to = new Int32Array(start[size] ?? 0);
  const weight = new Float32Array(start[size] ?? 0);
  const put = (a: number, b: number, w: number): void => {
    const at = next[a] ?? 0;
    to[at] = b;
    weight[at] = w;
    next[a] = at + 1;
  };
  each((a, b, w) => {
    put(a, b, w);
    put(b, a, w);
  });
  return { start, to, weight };
}

/**
 * Keeps an edge if it is among the `most` strongest edges of one of its two nodes. Edges with the same weight as the
 * last of these are kept too.
 */
export function strongestLinks(size: number, edges: Edges, most: number): Links {
  const least = leastKept(linksOf(size, edges), size, most);
  return linksOf(size, edges, (a, b, w) => w >= (least[a] ?? 0) || w >= (least[b] ?? 0));
}

/**
 * Returns for each node the weight of the weakest among its `most` strongest neighbours, or 0 if the node has no more
 * neighbours than that.
 */
export function leastKept(links: Links, size: number, most: number): Float32Array {
  const least = new Float32Array(size);
  const best = new Float32Array(most);
  for (let node = 0; node < size; node++) {
    const [begin, end] = [links.start[node] ?? 0, links.start[node + 1] ?? 0];
    if (end - begin <= most) continue;
    // holds the `most` greatest weights found so far, the smallest of them first
    best.fill(0);
    for (let k = begin; k < end; k++) {
      const weight = links.weight[k] ?? 0;
      if (weight <= (best[0] ?? 0)) continue;
      let at = 1;
      for (; at < most && (best[at] ?? 0) < weight; at++) best[at - 1] = best[at] ?? 0;
      best[at - 1] = weight;
    }
    least[node] = best[0] ?? 0;
  }
  return least;
}
