// Tests the graph of tools: an exact search for similar pairs, communities of limited size, and generic names, which
// must not link tools.
import { fc, test as property } from '../../support/laws.ts';
import { describe, expect, test } from 'vitest';
import { makeRandom } from '../../../envs/random.ts';
import { ALONE, findCommunities, modularity } from '../../../generator/domains/communities.ts';
import { cosineJoin, EdgeList, type Edges } from '../../../generator/domains/cosine-join.ts';
import { FeatureMaker, FIELDS, type SparseVectors } from '../../../generator/domains/features.ts';
import { asGraphTool } from '../../../generator/domains/graph-tool.ts';
import { poolOf } from '../../support/pool.ts';
import { draws } from '../../support/draws.ts';

/** Makes random unit vectors in the form of real features: the commonest feature has the smallest number. */
function randomVectors(
  seed: number,
  size: number,
  features: number,
): { vectors: SparseVectors; rows: Map<number, number>[] } {
  const random = makeRandom(seed);
  const raw = Array.from({ length: size }, () => {
    const row = new Map<number, number>();
    for (let k = random.int(0, 8); k > 0; k--) row.set(Math.floor(random.real() ** 2 * features), random.real() + 0.05);
    return row;
  });
  const frequency = new Map<number, number>();
  for (const row of raw) for (const id of row.keys()) frequency.set(id, (frequency.get(id) ?? 0) + 1);
  const rank = new Map([...frequency].sort(([a, x], [b, y]) => y - x || a - b).map(([id], place) => [id, place]));
  const rows = raw.map((row) => {
    const length = Math.hypot(...row.values());
    return new Map(
      [...row]
        .map(([id, value]): [number, number] => [rank.get(id) ?? 0, Math.fround(value / length)])
        .sort(([a], [b]) => a - b),
    );
  });
  const start = new Int32Array(size + 1);
  for (const [at, row] of rows.entries()) start[at + 1] = (start[at] ?? 0) + row.size;
  return {
    rows,
    vectors: {
      start,
      feature: Int32Array.from(rows.flatMap((row) => [...row.keys()])),
      weight: Float32Array.from(rows.flatMap((row) => [...row.values()])),
      features,
    },
  };
}

property.prop(
  [fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 2, max: 60 }), fc.constantFrom(0.05, 0.2, 0.4, 0.7, 0.95)],
  { numRuns: draws(200) },
)('the join finds exactly the pairs that comparing all finds', (seed, size, threshold) => {
  const { vectors, rows } = randomVectors(seed, size, 40);
  const edges = cosineJoin(vectors, threshold);
  const found = new Map(
    Array.from({ length: edges.count }, (_none, k): [string, number] => [
      `${edges.from[k]}-${edges.to[k]}`,
      edges.weight[k] ?? 0,
    ]),
  );
  for (let b = 0; b < size; b++)
    for (let a = 0; a < b; a++) {
      let sum = 0;
      for (const [id, value] of rows[a] ?? []) sum += value * (rows[b]?.get(id) ?? 0);
      const weight = found.get(`${a}-${b}`);
      // because of rounding, a sum very close to the threshold may fall on either side
      if (Math.abs(sum - threshold) > 1e-5) expect(weight !== undefined, `${a}-${b} ${sum}`).toBe(sum >= threshold);
      if (weight !== undefined) expect(weight).toBeCloseTo(Math.min(sum, 1), 4);
    }
});

function vectorsOf(tools: readonly object[]): { vectors: SparseVectors; names: string[] } {
  const pooled = poolOf({ 'x.json': tools });
  const maker = new FeatureMaker(FIELDS);
  for (const tool of pooled.tools) maker.add(tool, asGraphTool(tool));
  return { vectors: maker.finish(Int32Array.from(pooled.tools.keys())), names: pooled.tools.map(({ name }) => name) };
}

describe('generic names link nothing', () => {
  const text = { type: 'string' };
  const generic = {
    id: text,
    limit: { type: 'integer' },
    page: { type: 'integer' },
    api_key: text,
    query: text,
    sort_by: text,
    status: text,
  };

  test('tools that share only such arguments have no edge', () => {
    const { vectors } = vectorsOf([
      {
        name: 'get_volcano',
        description: 'Lava temperature.',
        parameters: { type: 'object', properties: { ...generic, crater: text } },
      },
      {
        name: 'list_violins',
        description: 'Strings and bows.',
        parameters: { type: 'object', properties: { ...generic, luthier: text } },
      },
      { name: 'search_recipes', description: 'Soups.', parameters: { type: 'object', properties: generic } },
    ]);
    expect(cosineJoin(vectors, 0.001).count).toBe(0);
  });

  test('an entity that they share links them', () => {
    const { vectors, names } = vectorsOf([
      {
        name: 'get_volcano',
        description: 'Lava temperature.',
        parameters: { type: 'object', properties: { volcano_id: text } },
      },
      {
        name: 'rename',
        description: 'Another title.',
        parameters: { type: 'object', properties: { volcano_id: text } },
      },
      {
        name: 'list_violins',
        description: 'Strings and bows.',
        parameters: { type: 'object', properties: { limit: text } },
      },
    ]);
    const edges = cosineJoin(vectors, 0.05);
    expect(
      Array.from({ length: edges.count }, (_none, k) => [names[edges.from[k] ?? 0], names[edges.to[k] ?? 0]].sort()),
    ).toEqual([['get_volcano', 'rename']]);
  });
});

/** Makes a ring of cliques (fully joined groups of nodes), with a weak edge between neighbours. */
function ring(cliques: number, size: number): { nodes: number; edges: Edges } {
  const edges = new EdgeList();
  for (let c = 0; c < cliques; c++) {
    for (let a = 0; a < size; a++) for (let b = a + 1; b < size; b++) edges.add(c * size + a, c * size + b, 0.9);
    const next = ((c + 1) % cliques) * size;
    edges.add(Math.min(c * size, next), Math.max(c * size, next), 0.3);
  }
  return { nodes: cliques * size, edges: edges.done() };
}

describe('communities', () => {
  test('cliques are found, and modularity says so', () => {
    const { nodes, edges } = ring(8, 6);
    const found = findCommunities(nodes, edges, { min: 3, max: 60 }, 1);
    expect(new Set(found).size).toBe(8);
    for (let node = 0; node < nodes; node++) expect(found[node]).toBe(found[node - (node % 6)]);
    expect(modularity(nodes, edges, found)).toBeGreaterThan(0.8);
    expect(modularity(nodes, edges, new Int32Array(nodes))).toBeCloseTo(0);
  });

  property.prop([fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 6 }), fc.integer({ min: 6, max: 20 })], {
    numRuns: draws(60),
  })('stay within their bounds; the same seed gives the same; all are somewhere', (seed, min, max) => {
    const random = makeRandom(seed);
    const edges = new EdgeList();
    const size = random.int(1, 120);
    for (let a = 0; a < size; a++)
      for (let b = a + 1; b < size; b++) if (random.real() < 0.1) edges.add(a, b, 0.2 + random.real() * 0.8);
    const made = edges.done();
    const found = findCommunities(size, made, { min, max }, seed);
    expect(findCommunities(size, made, { min, max }, seed)).toEqual(found);
    const sizes = new Map<number, number>();
    for (const label of found) sizes.set(label, (sizes.get(label) ?? 0) + 1);
    sizes.delete(ALONE);
    for (const count of sizes.values()) {
      expect(count).toBeGreaterThanOrEqual(min);
      expect(count).toBeLessThanOrEqual(max);
    }
  });

  test('what is all alike and too large is cut into equal parts', () => {
    const { nodes, edges } = ring(1, 50);
    const found = findCommunities(nodes, edges, { min: 3, max: 20 }, 1);
    expect(
      Math.max(
        ...Map.groupBy(found, (label) => label)
          .values()
          .map((each) => each.length),
      ),
    ).toBeLessThanOrEqual(20);
    expect(found.includes(ALONE)).toBe(false);
  });
});
