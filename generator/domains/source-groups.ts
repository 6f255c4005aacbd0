// Selects the groups of a source that can serve as domains. A group cannot serve if its tools are not linked or if too
// many of its tool names repeat.
import { ALONE, type Communities } from './communities.ts';
import type { GraphTool } from './graph-tool.ts';
import { linksOf } from './links.ts';
import type { Edges } from './cosine-join.ts';

/** A group is not used if more than this share of its tool names repeats other names in the group. */
const REPEATED = 0.05;
/**
 * A group that is larger than a domain may be is used only under two conditions: over half of its tools are connected
 * with each other, and over half of the weight of its tools' links stays inside the group.
 */
const CONNECTED = 0.5;
const INSIDE = 0.5;

/** Returns the index of each tool's group. ALONE marks a tool without a usable group. */
export function soundGroups(tools: readonly GraphTool[], edges: Edges, max: number): Communities {
  const fixed = new Int32Array(tools.length).fill(ALONE);
  const groups = new Map<string, number[]>();
  for (const [at, { group }] of tools.entries()) {
    if (group === undefined) continue;
    const members = groups.get(group);
    if (members === undefined) groups.set(group, [at]);
    else members.push(at);
  }
  const links = linksOf(tools.length, edges);
  let label = 0;
  for (const members of groups.values()) {
    const names = new Set(members.map((at) => tools[at]?.nameWords.join(' ')));
    if (members.length - names.size > members.length * REPEATED) continue;
    if (members.length > max && !hangsTogether(members, links)) continue;
    for (const at of members) fixed[at] = label;
    label += 1;
  }
  return fixed;
}

function hangsTogether(members: readonly number[], links: ReturnType<typeof linksOf>): boolean {
  const own = new Set(members);
  let inside = 0;
  let all = 0;
  for (const node of members)
    for (let k = links.start[node] ?? 0; k < (links.start[node + 1] ?? 0); k++) {
      const weight = links.weight[k] ?? 0;
      all += weight;
      if (own.has(links.to[k] ?? 0)) inside += weight;
    }
  if (inside < all * INSIDE) return false;
  // find the largest connected part
  const seen = new Set<number>();
  let largest = 0;
  for (const first of members) {
    if (seen.has(first)) continue;
    const queue = [first];
    seen.add(first);
    for (let next = queue[0], at = 0; next !== undefined; next = queue[++at])
      for (let k = links.start[next] ?? 0; k < (links.start[next + 1] ?? 0); k++) {
        const other = links.to[k] ?? 0;
        if (!own.has(other) || seen.has(other)) continue;
        seen.add(other);
        queue.push(other);
      }
    largest = Math.max(largest, queue.length);
  }
  return largest >= members.length * CONNECTED;
}
