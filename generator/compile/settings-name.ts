// What the tools without keys are about: the vehicle, for tools whose descriptions keep speaking of it.
import { STOP_WORDS, VERBS } from '../words/vocabulary.ts';
import { splitProse } from '../../envs/words/split-words.ts';
import { columnName } from './fields.ts';
import type { DomainTool } from './read-tool.ts';

const NO_NAMES = new Set([
  'user',
  'value',
  'number',
  'name',
  'current',
  'list',
  'system',
  'id',
  'file',
  'date',
  'time',
  'session',
  'text',
  'amount',
  'specified',
  'given',
  'provided',
  'result',
  'string',
]);

export function settingsName(
  input: { readonly name: string },
  tools: readonly DomainTool[],
): { name: string; words: readonly string[] } {
  const counts = new Map<string, number>();
  for (const tool of tools) {
    const said = new Set<string>();
    for (const [, phrase = ''] of tool.description.matchAll(/\bthe ([a-z]+)\b/gi)) {
      const [word = ''] = splitProse(phrase);
      if (word.length > 2 && !NO_NAMES.has(word) && !STOP_WORDS.has(word) && !VERBS.has(word)) said.add(word);
    }
    for (const word of said) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const best = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0];
  if (best !== undefined && best[1] >= Math.max(3, tools.length * 0.3))
    return { name: columnName([best[0], 'state']), words: [best[0], 'state'] };
  void input;
  return { name: 'settings', words: ['settings'] };
}
