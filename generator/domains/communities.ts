// Finds communities (groups of closely linked nodes) of limited size with the Louvain method. A community that is too
// large is split again at a finer resolution. A community that is too small joins the one to which it is linked most
// strongly, or is dissolved. The same edges and seed give the same communities.
import { UndirectedGraph } from 'graphology';
import louvainModule from 'graphology-communities-louvain';
import { makeRandom, type Random } from '../../envs/random.ts';
import type { Edges } from './cosine-join.ts';
import { linksOf, strongestLinks, type Links } from './links.ts';

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** The community of each node. ALONE marks a node that belongs to none. */
export type Communities = Int32Array;
export const ALONE = -1;

/**
 * Only this many of a node's strongest edges count (`few` in a graph with more than `largePool` nodes), because more
 * edges would join communities that have little in common.
 */
const NEIGHBOURS = { few: 8, many: 12, largePool: 2_000 };
/**
 * Louvain finds only communities that are large compared with the whole graph. The resolution therefore grows with the
 * number of nodes: a pool of 200 tools and one of 30,000 then give communities of similar size.
 */
const TYPICAL = 170;
const COARSEST = 1.0;
const FINER = 1.6;
const FINEST = 1_000;

interface LouvainResult {
  readonly communities: Record<string, number>;
  readonly modularity: number;
}

interface Louvain {
  detailed(
    graph: UndirectedGraph,
    options: { resolution: number; rng: () => number; getEdgeWeight: string },
  ): LouvainResult;
}

const FEW = { nodes: 1_000, walks: 8 };

// the package's types describe the module, but its default export is the function
const louvain = louvainModule as unknown as Louvain;

/**
 * Finds the communities. `fixed` holds the known community of each node; ALONE marks a node whose community is not
 * known.
 */
export function findCommunities(
  size: number,
  edges: Edges,
  bounds: Bounds,
  seed: number,
  fixed?: Communities,
): Communities {
  const random = makeRandom(seed, 'communities');
  const links = strongestLinks(size, edges, size > NEIGHBOURS.largePool ? NEIGHBOURS.few : NEIGHBOURS.many);
  const free: number[] = [];
  const known = new Map<number, number[]>();
  for (let node = 0; node < size; node++) {
    const group = fixed?.[node] ?? ALONE;
    if (group === ALONE) free.push(node);
    else known.set(group, [...(known.get(group) ?? []), node]);
  }
  const found = [...known.values(), ...partition(free, links, Math.max(COARSEST, free.length / TYPICAL), random)];
  const bounded = found.flatMap((nodes) => split(nodes, links, bounds.max, random));
  return numbered(size, join(size, bounded, edges, bounds));
}

/**
 * Returns Newman's modularity of the communities over all edges. A node without a community counts as a community of
 * its own.
 */
export function modularity(size: number, edges: Edges, communities: Communities): number {
  const degree = new Float64Array(size);
  let inside = 0;
  let total = 0;
  for (let k = 0; k < edges.count; k++) {
    const [a, b, w] = [edges.from[k] ?? 0, edges.to[k] ?? 0, edges.weight[k] ?? 0];
    degree[a] = (degree[a] ?? 0) + w;
    degree[b] = (degree[b] ?? 0) + w;
    total += w;
    if (communities[a] === communities[b] && communities[a] !== ALONE) inside += w;
  }
  if (total === 0) return 0;
  const sums = new Map<number, number>();
  let squares = 0;
  for (let node = 0; node < size; node++) {
    const community = communities[node] ?? ALONE;
    if (community === ALONE) squares += (degree[node] ?? 0) ** 2;
    else sums.set(community, (sums.get(community) ?? 0) + (degree[node] ?? 0));
  }
  for (const sum of sums.values()) squares += sum ** 2;
  return inside / total - squares / (2 * total) ** 2;
}

/** Runs Louvain on these nodes. The communities come in the order of their first node. */
function partition(nodes: readonly number[], links: Links, resolution: number, random: Random): number[][] {
  const inside = new Set(nodes);
  const graph = new UndirectedGraph();
  for (const node of nodes) graph.addNode(node);
  for (const node of nodes)
    for (let k = links.start[node] ?? 0; k < (links.start[node + 1] ?? 0); k++) {
      const other = links.to[k] ?? 0;
      if (other > node && inside.has(other))
        graph.addUndirectedEdgeWithKey(k, node, other, { weight: links.weight[k] ?? 0 });
    }
  if (graph.size === 0) return nodes.map((node) => [node]);
  // the result depends on a random walk; on a small graph walks are cheap, so the best of several is taken
  const walks = nodes.length <= FEW.nodes ? FEW.walks : 1;
  let best: LouvainResult | undefined;
  for (let walk = 0; walk < walks; walk++) {
    const found = louvain.detailed(graph, { resolution, rng: () => random.real(), getEdgeWeight: 'weight' });
    if (best === undefined || found.modularity > best.modularity + 1e-9) best = found;
  }
  const labels = best?.communities ?? {};
  return [...Map.groupBy(nodes, (node) => labels[String(node)] ?? ALONE).values()];
}

function split(nodes: number[], links: Links, max: number, random: Random, resolution = 1): number[][] {
  if (nodes.length <= max) return [nodes];
  for (let finer = resolution; finer < FINEST; finer *= FINER) {
    const parts = partition(nodes, links, finer, random);
    // if every node is alone, the resolution is too fine and the search ends
    if (parts.length === 1) continue;
    const largest = Math.max(...parts.map((part) => part.length));
    if (largest === 1) break;
    return parts.flatMap((part) => split(part, links, max, random, finer));
  }
  // no resolution splits these nodes well, so they are cut into equal parts in their order
  const count = Math.ceil(nodes.length / max);
  const length = Math.ceil(nodes.length / count);
  return Array.from({ length: count }, (_none, part) => nodes.slice(part * length, (part + 1) * length));
}

/**
 * Joins each small community, the smallest first, to the community with the strongest links to it. A community that is
 * still too small is left out.
 */
function join(size: number, communities: readonly number[][], edges: Edges, { min, max }: Bounds): number[][] {
  const members = communities.map((nodes) => [...nodes]);
  const of = new Int32Array(size);
  for (const [label, nodes] of members.entries()) for (const node of nodes) of[node] = label;
  const links = linksOf(size, edges);
  const small = members.map((_nodes, label) => label).filter((label) => (members[label]?.length ?? 0) < min);
  small.sort(
    (a, b) => (members[a]?.length ?? 0) - (members[b]?.length ?? 0) || (members[a]?.[0] ?? 0) - (members[b]?.[0] ?? 0),
  );
  for (const label of small) {
    const nodes = members[label] ?? [];
    if (nodes.length === 0 || nodes.length >= min) continue;
    const sums = new Map<number, number>();
    for (const node of nodes)
      for (let k = links.start[node] ?? 0; k < (links.start[node + 1] ?? 0); k++) {
        const other = of[links.to[k] ?? 0] ?? 0;
        if (other !== label) sums.set(other, (sums.get(other) ?? 0) + (links.weight[k] ?? 0));
      }
    let best = ALONE;
    let most = 0;
    for (const [other, sum] of sums) {
      const count = members[other]?.length ?? 0;
      // compare the mean link weight per member, because the other community may be large
      const mean = sum / count;
      if (count + nodes.length <= max && (mean > most || (mean === most && other < best))) [best, most] = [other, mean];
    }
    if (best === ALONE) continue;
    for (const node of nodes) of[node] = best;
    members[best]?.push(...nodes);
    members[label] = [];
  }
  return members.filter((nodes) => nodes.length >= min).map((nodes) => nodes.sort((a, b) => a - b));
}

function numbered(size: number, communities: readonly number[][]): Communities {
  const labels = new Int32Array(size).fill(ALONE);
  const sorted = [...communities].sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
  for (const [label, nodes] of sorted.entries()) for (const node of nodes) labels[node] = label;
  return labels;
}
