// choose: of the readings that fit a tool, the one with the best evidence. Where the next is as good, neither is proven.
import type { ToolFacts } from '../read/tool-facts.ts';
import { isRefusal, weightOf, type Domain, type Match, type ReadingRule } from './reading.ts';
import { READINGS } from './registry.ts';

export interface Choice {
  readonly tool: ToolFacts;
  readonly match: Match | undefined;
  readonly others: readonly Match[];
  /** Why no reading fits, or none is proven. */
  readonly why: string;
}

export function choose(
  tool: ToolFacts,
  domain: Domain,
  wanted?: string,
  rules: readonly ReadingRule[] = READINGS,
): Choice {
  const matches: Match[] = [];
  let nearest = { because: `nothing tells what ${tool.verb === '' ? 'it' : `the verb ${tool.verb}`} does`, near: 0 };
  for (const rule of rules) {
    const found = rule.match(tool, domain);
    if (!isRefusal(found)) matches.push(found);
    else if (found.near > nearest.near) nearest = found;
  }
  matches.sort((a, b) => weightOf(b) - weightOf(a));
  const at = wanted === undefined ? 0 : matches.findIndex((match) => match.rule === wanted);
  const match = matches[at];
  if (match === undefined) return { tool, match: undefined, others: matches, why: nearest.because };
  const others = matches.filter((each) => each !== match);
  const [next] = others;
  if (wanted === undefined && next !== undefined && weightOf(next) >= weightOf(match))
    return {
      tool,
      match: undefined,
      others: matches,
      why: `it may be ${match.rule} (${match.evidence[0]?.says ?? ''}) or ${next.rule} (${next.evidence[0]?.says ?? ''})`,
    };
  return { tool, match, others, why: '' };
}
