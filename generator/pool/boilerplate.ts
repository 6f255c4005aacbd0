// Removes sentences that describe the whole source and not a tool, such as "This tool belongs to the … system." Such
// sentences are recognized because many tools share them, not by the groups that the source states.
import { splitName, splitProse } from '../../envs/words/split-words.ts';
import { sentences } from './prose.ts';

export interface Described {
  readonly name: string;
  readonly description: string;
  readonly group?: string | undefined;
}

/**
 * A sentence at the beginning may be removed if it has at least this many words and at least this many tools share it.
 */
const LEAST_TOOLS = 3;
const LEAST_WORDS = 6;
/** A sentence is removed anywhere in a description if this share of a source's tools has it. */
const WHOLE_SOURCE = { tools: 5, share: 0.8, words: 4 };

/** Returns the descriptions of one source without the sentences that they share. The order stays. */
export function withoutBoilerplate(tools: readonly Described[]): string[] {
  const descriptions = tools.map((tool) => tool.description);
  cutOpenings(tools, descriptions);
  for (const members of byGroup(tools)) cutShared(members, descriptions);
  return descriptions;
}

function cutOpenings(tools: readonly Described[], descriptions: string[]): void {
  const sharing = new Map<string, number[]>();
  for (const [at, { description }] of tools.entries()) {
    const [first = ''] = sentences(description);
    if (first.length === description.length || splitProse(first).length < LEAST_WORDS) continue;
    const same = sharing.get(first);
    if (same === undefined) sharing.set(first, [at]);
    else same.push(at);
  }
  for (const [first, members] of sharing) {
    const whole = new Set(members.map((at) => descriptions[at]));
    if (members.length < LEAST_TOOLS || whole.size < LEAST_TOOLS || describesThem(first, members, tools)) continue;
    const length = commonOpening(
      members.map((at) => descriptions[at] ?? ''),
      first.length,
    );
    for (const at of members) {
      const rest = (descriptions[at] ?? '').slice(length).trim();
      if (rest !== '') descriptions[at] = rest;
    }
  }
}

/**
 * Tells whether the sentence contains all words of the tool's name, for over half of the tools. Such a sentence
 * describes the tools and stays.
 */
function describesThem(sentence: string, members: readonly number[], tools: readonly Described[]): boolean {
  const told = new Set(splitProse(sentence));
  const named = members.filter((at) => splitName(tools[at]?.name ?? '').every((word) => told.has(word)));
  return named.length * 2 > members.length;
}

/**
 * Returns the length of the text that all descriptions begin with, up to the end of a sentence or of a label such as
 * "Tool description: ".
 */
function commonOpening(texts: readonly string[], least: number): number {
  const [first = ''] = texts;
  let common = first.length;
  for (const text of texts) {
    let same = 0;
    while (same < common && text[same] === first[same]) same += 1;
    common = same;
  }
  const opening = first.slice(0, common);
  const ends = [...opening.matchAll(/[.!?。！？:：]\s+|\n+/gu)].map((match) => match.index + match[0].length);
  return Math.max(least, ...ends);
}

function cutShared(members: readonly number[], descriptions: string[]): void {
  if (members.length < WHOLE_SOURCE.tools) return;
  const split = members.map((at) => sentences(descriptions[at] ?? ''));
  const counts = new Map<string, number>();
  for (const each of split) for (const sentence of new Set(each)) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  const shared = new Set<string>();
  for (const [sentence, count] of counts)
    if (count >= members.length * WHOLE_SOURCE.share && splitProse(sentence).length >= WHOLE_SOURCE.words)
      shared.add(sentence);
  if (shared.size === 0) return;
  for (const [index, at] of members.entries()) {
    const kept = (split[index] ?? []).filter((sentence) => !shared.has(sentence));
    if (kept.length > 0 && kept.length < (split[index] ?? []).length) descriptions[at] = kept.join(' ');
  }
}

function byGroup(tools: readonly Described[]): number[][] {
  const groups = new Map<string, number[]>();
  for (const [at, { group = '' }] of tools.entries()) {
    const members = groups.get(group);
    if (members === undefined) groups.set(group, [at]);
    else members.push(at);
  }
  return [...groups.values()];
}
