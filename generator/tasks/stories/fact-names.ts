// Names the user's facts, so that the steps of a story can refer to them.
import type { Json } from '../../../envs/values/json.ts';
import type { Tool } from '../../../envs/values/tool-schema.ts';
import type { Fact } from '../plan.ts';

interface Deed {
  readonly tool: Tool;
  readonly given: Readonly<Record<string, Json>>;
}

/**
 * Names the user's facts. For example, the argument "note" of set_note becomes "note", or "set_note_note" if another
 * fact is called "note".
 */
export function known(
  facts: readonly Fact[],
  deeds: readonly Deed[],
): { knows: Readonly<Record<string, Json>>; names: (key: string) => string } {
  const plain = (key: string): string => key.replaceAll(/\W+/g, '_').replace(/^(?=\d)/, '_');
  const knows: Record<string, Json> = {};
  const short = new Map<string, string>();
  for (const { key, value } of facts) knows[plain(key)] = value;
  for (const { tool, given } of deeds)
    for (const [name, value] of Object.entries(given)) {
      if (typeof value === 'boolean') continue;
      const key = `${tool.name} ${name}`;
      const own = plain(name);
      if (knows[own] === undefined || knows[own] === value) short.set(key, own);
      knows[short.get(key) ?? plain(key)] = value;
    }
  return { knows, names: (key) => short.get(key) ?? plain(key) };
}
