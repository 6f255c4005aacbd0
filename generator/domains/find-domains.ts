// Finds the domains of a pool (a collection of tool schemas), and the dependencies between the tools of each domain.
// Tools are sorted by name, so that the order of lines in the pool does not matter.
import { badInput } from '../../envs/errors/gym-error.ts';
import { digestOf } from '../../envs/values/hash.ts';
import { readPool, type PoolTool } from '../pool/pool-tool.ts';
import { ALONE, findCommunities, modularity, type Bounds, type Communities } from './communities.ts';
import { withContext } from './context.ts';
import { cosineJoin, edgesFrom, type Edges } from './cosine-join.ts';
import { findDependencies, type Dependency } from './dependencies.ts';
import { FeatureMaker, FIELDS, type Field } from './features.ts';
import { asGraphTool, type GraphTool } from './graph-tool.ts';
import { nameDomains, type Domain } from './name-domains.ts';
import { soundGroups } from './source-groups.ts';

export interface DomainOptions extends Bounds {
  /** Two tools are linked if the cosine of their vectors reaches this threshold. */
  readonly threshold: number;
  readonly seed: number;
  readonly fields: readonly Field[];
  readonly ignoreGroups: boolean;
  /** The number of tools that are drawn at random. If absent, all tools are used. */
  readonly sample?: number;
  /** More thresholds. For these, only figures are computed and no domains are written. */
  readonly sweep: readonly number[];
  /** Makes the vectors, one for each tool in the order of names. If absent, the built-in vectors are used. */
  readonly embed?: (tools: readonly PoolTool[]) => Promise<readonly Float32Array[]>;
}

export interface DomainsFile {
  readonly pool: { readonly path: string; readonly sha256: string };
  readonly domains: readonly Domain[];
  readonly dependencies: readonly Dependency[];
  readonly singletons: readonly string[];
}

export interface SweepRow {
  readonly threshold: number;
  readonly edges: number;
  readonly domains: number;
  readonly singletons: number;
  readonly modularity: number;
}

export interface FoundDomains extends SweepRow {
  readonly tools: number;
  readonly file: DomainsFile;
  readonly sweep: readonly SweepRow[];
}

export const DEFAULT_OPTIONS: DomainOptions = {
  threshold: 0.25,
  min: 3,
  max: 60,
  seed: 1,
  fields: FIELDS,
  ignoreGroups: false,
  sweep: [],
};
/** A neighbour adds its features to a tool only if its cosine is at least this number. */
const NEAR = 0.1;

export async function findDomains(pool: string, options: DomainOptions): Promise<FoundDomains> {
  const { tools, sha256, join } = await readTools(pool, options);
  if (tools.length === 0)
    throw badInput({ file: pool, what: 'holds no tool', mend: 'a pool is what callgym pool writes' });
  const edges = join(Math.min(options.threshold, ...options.sweep));
  const at = (threshold: number): { row: SweepRow; communities: Communities } => {
    const kept = edgesFrom(edges, threshold);
    const fixed = options.ignoreGroups ? undefined : soundGroups(tools, kept, options.max);
    const communities = findCommunities(tools.length, kept, options, options.seed, fixed);
    return { communities, row: rowOf(threshold, tools.length, kept, communities) };
  };
  const { row, communities } = at(options.threshold);
  const members = membersOf(tools, communities);
  const file: DomainsFile = {
    pool: { path: pool, sha256 },
    domains: nameDomains(members),
    dependencies: members.flatMap(findDependencies),
    singletons: tools.filter((_tool, node) => communities[node] === ALONE).map((tool) => tool.name),
  };
  return { ...row, tools: tools.length, file, sweep: options.sweep.map((threshold) => at(threshold).row) };
}

interface ReadTools {
  readonly tools: readonly GraphTool[];
  readonly sha256: string;
  readonly join: (threshold: number) => Edges;
}

async function readTools(pool: string, options: DomainOptions): Promise<ReadTools> {
  const wanted = options.sample === undefined ? undefined : drawNames(pool, options.sample, options.seed);
  const read: GraphTool[] = [];
  const whole: PoolTool[] = [];
  const features = new FeatureMaker(options.fields);
  const { sha256 } = readPool(pool, (tool) => {
    if (wanted !== undefined && !wanted.has(tool.name)) return;
    const graph = asGraphTool(tool);
    read.push(graph);
    if (options.embed === undefined) features.add(tool, graph);
    else whole.push(tool);
  });
  const order = Int32Array.from(read.keys()).sort((a, b) => compare(read[a]?.name ?? '', read[b]?.name ?? ''));
  const tools = Array.from(order, (index) => read[index] as GraphTool);
  if (options.embed !== undefined) {
    const vectors = await options.embed(Array.from(order, (index) => whole[index] as PoolTool));
    const { denseJoin } = await import('./embeddings.ts');
    return { tools, sha256, join: (threshold) => denseJoin(vectors, threshold) };
  }
  const plain = features.finish(order);
  const vectors = withContext(plain, cosineJoin(plain, NEAR));
  return { tools, sha256, join: (threshold) => cosineJoin(vectors, threshold) };
}

/** Draws the names with the smallest digests under the seed. The order of the pool therefore does not matter. */
function drawNames(pool: string, count: number, seed: number): ReadonlySet<string> {
  const names: { name: string; draw: number }[] = [];
  readPool(pool, ({ name }) => names.push({ name, draw: digestOf(`${seed}/${name}`) }));
  names.sort((a, b) => a.draw - b.draw || compare(a.name, b.name));
  return new Set(names.slice(0, count).map(({ name }) => name));
}

function membersOf(tools: readonly GraphTool[], communities: Communities): GraphTool[][] {
  const members: GraphTool[][] = [];
  for (const [node, tool] of tools.entries()) {
    const label = communities[node] ?? ALONE;
    if (label !== ALONE) (members[label] ??= []).push(tool);
  }
  return members;
}

function rowOf(threshold: number, size: number, edges: Edges, communities: Communities): SweepRow {
  const labels = new Set(communities);
  labels.delete(ALONE);
  return {
    threshold,
    edges: edges.count,
    domains: labels.size,
    singletons: communities.filter((label) => label === ALONE).length,
    modularity: Math.round(modularity(size, edges, communities) * 1e4) / 1e4,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
