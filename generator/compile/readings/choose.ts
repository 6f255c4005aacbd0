// Each rule may offer one reading of a tool: a way to understand what the tool does. This file chooses the reading with
// the most evidence. If two readings share the most evidence, neither is proven, and the tool gets no program.
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Step } from '../../../envs/values/program.ts';
import { argument, given, isTrue } from '../programs/sql.ts';
import { argumentKind } from '../read/argument-kind.ts';
import { keepPromises } from '../promises/keep-promises.ts';
import { isRefusal, weightOf, type Domain, type Match, type ReadingRule, type Refusal, type Role } from './reading.ts';
import { READINGS } from './registry.ts';

export interface Choice {
  readonly tool: ToolFacts;
  readonly match: Match | undefined;
  readonly others: readonly Match[];
  /** The reason why the tool has no reading: none fits, or none is proven. */
  readonly why: string;
}

export function choose(
  tool: ToolFacts,
  domain: Domain,
  wanted?: string,
  rules: readonly ReadingRule[] = READINGS,
): Choice {
  const found = bestReading(tool, domain, wanted, rules);
  if (found.match === undefined) return found;
  const kept = keepPromises(tool, found.match, domain, wanted !== undefined);
  return typeof kept === 'string'
    ? { ...found, match: undefined, others: [found.match, ...found.others], why: kept }
    : { ...found, match: kept };
}

function bestReading(
  tool: ToolFacts,
  domain: Domain,
  wanted: string | undefined,
  rules: readonly ReadingRule[],
): Choice {
  const first = tryRules(tool, domain, wanted, rules);
  if (first.match !== undefined || first.others.length > 0) return first;
  // next, ignore optional arguments that no reading can use: the tool may work without them and refuse calls that give
  // one
  const refused: string[] = [];
  let at = first;
  while (at.match === undefined && at.others.length === 0 && refused.length < MOST_REFUSED) {
    const faults = at.faults.filter((name) => !refused.includes(name));
    if (faults.length === 0 || !faults.every((name) => isOptional(tool, name))) return first;
    refused.push(...faults);
    at = tryRules(
      { ...tool, arguments: tool.arguments.filter((node) => !refused.includes(node.field.name)) },
      domain,
      wanted,
      rules,
    );
  }
  // a search that refuses its own criteria would be a different tool
  const isLost =
    tool.verb === 'search' &&
    refused.some(
      (name) =>
        CRITERIA.test(name) &&
        (isStructured(tool, name) || !at.match?.arguments.some(({ role }) => role === 'text search')),
    );
  if (at.match === undefined || isLost || hasNoFilter(tool, at.match, refused)) return first;
  const asked = refused.find((name) => asksByDefault(tool, name));
  if (asked !== undefined)
    return {
      ...first,
      why: `nothing tells what ${asked} does, which is ${defaultOf(tool, asked)} where it is not given`,
    };
  return { ...at, tool, match: withoutArguments(at.match, refused, tool) };
}

const defaultOf = (tool: ToolFacts, name: string): string =>
  JSON.stringify(tool.arguments.find(({ field }) => field.name === name)?.field.schema['default'] ?? null);

/**
 * Tells whether an argument that a call leaves out has a default that selects something, such as only the open rows.
 */
const asksByDefault = (tool: ToolFacts, name: string): boolean =>
  !['null', 'false', '""', '[]', '{}', '"all"', '"any"', '"none"'].includes(defaultOf(tool, name));

/** Tells whether a list would refuse all of its filters. Such a list would lack too much of the tool. */
function hasNoFilter(tool: ToolFacts, match: Match, refused: readonly string[]): boolean {
  const isFilter = (name: string): boolean =>
    tool.arguments.some(
      (node) =>
        node.field.name === name &&
        !/^(?:include|show|with)$/.test(node.field.words[0] ?? '') &&
        /^(?:value|range|words)$/.test(argumentKind(node, tool).kind),
    );
  return (
    match.rule === 'list' &&
    refused.some(isFilter) &&
    !match.arguments.some(({ place, role }) => isFilter(place) && role !== 'shape')
  );
}

const CRITERIA = /quer|filter|criteri|where|condition|keyword|text|term|search/i;
const MOST_REFUSED = 12;

/**
 * Tells whether an argument holds several filters in one object. A search needs such filters, even if it also takes a
 * search text.
 */
function isStructured(tool: ToolFacts, name: string): boolean {
  return tool.arguments.some(({ kind, field }) => field.name === name && (kind !== 'scalar' || field.type === 'json'));
}

function isOptional(tool: ToolFacts, name: string): boolean {
  return tool.arguments.some((node) => node.field.name === name && !node.field.required);
}

/** Returns the reading with an added check: a call that gives one of these arguments answers UNAVAILABLE. */
function withoutArguments(match: Match, names: readonly string[], tool: ToolFacts): Match {
  // an argument such as `only_free` selects nothing if its value is false
  const isOnly = (name: string): boolean =>
    tool.arguments.some(
      ({ kind, field }) =>
        field.name === name &&
        kind === 'scalar' &&
        field.type === 'boolean' &&
        (field.schema['default'] === false || /\bonly\b/i.test(`${field.words.join(' ')} ${field.description}`)),
    );
  return {
    ...match,
    evidence: [
      ...match.evidence,
      { says: `${names.join(', ')} answer${names.length === 1 ? 's' : ''} UNAVAILABLE when given`, weight: 0 },
    ],
    arguments: [...match.arguments, ...names.map((place): Role => ({ place, role: 'not simulated', is: '' }))],
    program(plan) {
      const { steps, doubts } = match.program(plan);
      return {
        steps: [
          ...names.map((name): Step => ({
            fail: ['UNAVAILABLE', `The argument ${name} is not simulated.`],
            when: isOnly(name) ? isTrue(argument([name])) : given([name]),
          })),
          ...steps,
        ],
        doubts,
      };
    },
  };
}

function tryRules(
  tool: ToolFacts,
  domain: Domain,
  wanted: string | undefined,
  rules: readonly ReadingRule[],
): Choice & { readonly faults: readonly string[] } {
  const matches: Match[] = [];
  let nearest: Refusal = {
    because: `nothing tells what ${tool.verb === '' ? 'it' : `the verb ${tool.verb}`} does`,
    near: 0,
  };
  for (const rule of rules) {
    // a tool that the source declares as a read never gets a reading that writes
    if (rule.effect === 'write' && tool.told === 'read') continue;
    const found = rule.match(tool, domain);
    if (!isRefusal(found)) matches.push(found);
    else if (found.near > nearest.near) nearest = found;
  }
  matches.sort((a, b) => weightOf(b) - weightOf(a));
  const at = wanted === undefined ? 0 : matches.findIndex((match) => match.rule === wanted);
  const match = matches[at];
  if (match === undefined)
    return { tool, match: undefined, others: matches, why: nearest.because, faults: nearest.faults ?? [] };
  const others = matches.filter((each) => each !== match);
  const [next] = others;
  if (wanted === undefined && next !== undefined && weightOf(next) >= weightOf(match))
    return {
      tool,
      match: undefined,
      others: matches,
      faults: [],
      why: `it may be ${match.rule} (${match.evidence[0]?.says ?? ''}) or ${next.rule} (${next.evidence[0]?.says ?? ''})`,
    };
  return { tool, match, others, why: '', faults: [] };
}
