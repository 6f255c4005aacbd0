// Which groups of the source are groups: what is a bag of unrelated tools, or repeats its own names, groups nothing.
import { ALONE, type Communities } from './communities.ts';
import type { GraphTool } from './graph-tool.ts';
import { linksOf } from './links.ts';
import type { Edges } from './cosine-join.ts';

/** So many of a group's names may occur twice in it. */
const REPEATED = 0.05;
/** A group larger than a domain may be is a group only if it hangs together and is not woven into the rest. */
const CONNECTED = 0.5;
const INSIDE = 0.5;

/** The group of each tool, numbered; ALONE where it has none that is sound. */
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
  // the largest part that is connected
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
