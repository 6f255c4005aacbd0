// Reads the HTTP path of an operation as nouns, each with the argument after it. For example, /boards/{boardId}/cards
// gives `board` with boardId, then `card`. A version such as v1 is skipped.
import { singular } from '../../../envs/words/split-words.ts';
import type { PoolTool } from '../../pool/pool-tool.ts';
import { rawWords } from './raw-words.ts';

export interface PathPart {
  /** The words of the noun, in the singular. */
  readonly words: readonly string[];
  readonly plural: boolean;
  /** The argument that follows the noun in the path. */
  readonly argument: string | undefined;
}

const VERSION = /^(v\d[\w.]*|\d+(\.\d+)*|api|rest)$/i;

export function pathOf(pool: PoolTool): PathPart[] {
  const names = new Map(
    Object.entries(pool.http?.names ?? {})
      .filter(([argument]) => (pool.http?.in?.[argument] ?? 'path') === 'path')
      .map(([argument, wire]) => [wire, argument]),
  );
  const found: PathPart[] = [];
  for (const part of ((pool.http?.path ?? '').split('#')[0] ?? '').split('/')) {
    if (part === '' || VERSION.test(part) || part.includes('=')) continue;
    const inside = /^\{([^}]+)\}$/.exec(part);
    if (inside === null) {
      const raw = rawWords(part.replace(/\.json$/, ''));
      const last = raw.at(-1) ?? '';
      found.push({ words: raw.map(singular), plural: singular(last) !== last, argument: undefined });
      continue;
    }
    const wire = inside[1] ?? '';
    const argument = names.get(wire) ?? wire;
    const last = found.at(-1);
    if (last !== undefined && last.argument === undefined) found[found.length - 1] = { ...last, argument };
    else found.push({ words: [], plural: false, argument });
  }
  return found;
}
