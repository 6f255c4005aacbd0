// Gives each domain a name and a one-line description, made from the subjects and verbs of its tools. Names are unique
// and do not depend on the order of the domains.
import { sha256 } from '../../envs/values/hash.ts';
import { slug } from '../pool/legal-names.ts';
import { plural } from '../../envs/words/split-words.ts';
import { GENERIC_NAMES, STOP_WORDS, VERBS } from '../words/vocabulary.ts';
import type { GraphTool } from './graph-tool.ts';

export interface Domain {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly string[];
}

/** If at least this share of a domain's tools has a word, this word alone is the domain's name. */
const ENOUGH = 0.6;
const NAMED_SUBJECTS = 3;
const NAMED_VERBS = 5;

export function nameDomains(domains: readonly (readonly GraphTool[])[]): Domain[] {
  const subjects = domains.map(countSubjects);
  const spread = new Map<string, number>();
  for (const counts of subjects) for (const word of counts.keys()) spread.set(word, (spread.get(word) ?? 0) + 1);
  const ranked = subjects.map((counts) => rank(counts, spread, domains.length));
  let names = domains.map((tools, at) => groupName(tools) || subjectName(ranked[at] ?? [], tools.length));
  // domains with the same name add another subject; if they still have the same name, they add a digest of their tools
  for (let more = 2; more <= 4; more++)
    names = apart(names, (name, at) => {
      const another = (ranked[at] ?? []).find(({ word }) => !name.split('_').includes(slug(word)));
      return another === undefined ? name : `${name}_${slug(another.word)}`;
    });
  names = apart(
    names,
    (name, at) => `${name}_${sha256((domains[at] ?? []).map((tool) => tool.name).join('\n')).slice(0, 6)}`,
  );
  return domains.map((tools, at) => ({
    name: names[at] ?? '',
    description: describe(
      tools,
      (ranked[at] ?? []).map(({ word }) => word),
    ),
    tools: tools.map((tool) => tool.name),
  }));
}

function apart(names: readonly string[], other: (name: string, at: number) => string): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.map((name, at) =>
    name === '' || (counts.get(name) ?? 0) > 1 ? other(name === '' ? 'tools' : name, at) : name,
  );
}

/** Counts for each word the tools that are about it. A word that stands only in a path or an id counts less. */
function countSubjects(tools: readonly GraphTool[]): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (words: Iterable<string>, weight: number): void => {
    for (const word of new Set(words)) if (isSubject(word)) counts.set(word, (counts.get(word) ?? 0) + weight);
  };
  for (const { noun, route, inputs } of tools) {
    add(noun, 1);
    add(route.flat(), 0.4);
    add(
      inputs
        .filter(({ words }) => words.length > 1 && words.at(-1) === 'id')
        .flatMap(({ words }) => words.slice(0, -1)),
      0.4,
    );
  }
  return counts;
}

function isSubject(word: string): boolean {
  return word.length > 2 && !STOP_WORDS.has(word) && !VERBS.has(word) && !/^\p{N}/u.test(word);
}

function rank(
  counts: ReadonlyMap<string, number>,
  spread: ReadonlyMap<string, number>,
  domains: number,
): { word: string; count: number }[] {
  const score = ({ word, count }: { word: string; count: number }): number =>
    count * Math.log(1 + domains / (spread.get(word) ?? 1)) * (GENERIC_NAMES.has(word) ? 0.5 : 1);
  return [...counts]
    .map(([word, count]) => ({ word, count }))
    .sort((a, b) => score(b) - score(a) || (a.word < b.word ? -1 : 1));
}

function subjectName(ranked: readonly { word: string; count: number }[], size: number): string {
  const [first, second] = ranked;
  if (first === undefined) return '';
  return slug(first.count >= size * ENOUGH || second === undefined ? first.word : `${first.word}_${second.word}`);
}

/** Returns the name of the group in the source if all tools belong to one group. Otherwise returns an empty text. */
function groupName(tools: readonly GraphTool[]): string {
  const group = commonGroup(tools);
  return group === undefined ? '' : slug(group.split('/').at(-1) ?? group);
}

function commonGroup(tools: readonly GraphTool[]): string | undefined {
  const [first] = tools;
  return tools.every((tool) => tool.group === first?.group) ? first?.group : undefined;
}

function describe(tools: readonly GraphTool[], subjects: readonly string[]): string {
  const group = commonGroup(tools);
  const verbs = new Map<string, number>();
  for (const { nameWords } of tools) {
    const verb = nameWords.find((word) => VERBS.has(word));
    if (verb !== undefined) verbs.set(verb, (verbs.get(verb) ?? 0) + 1);
  }
  const named = [...verbs]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, NAMED_VERBS)
    .map(([verb]) => verb);
  const about = subjects.slice(0, NAMED_SUBJECTS).map(plural);
  const what = `${tools.length} tools${about.length === 0 ? '' : ` about ${listed(about)}`}`;
  const does = named.length === 0 ? '' : `: ${named.join(', ')}`;
  return `${group === undefined ? '' : `${group}: `}${what}${does}`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
