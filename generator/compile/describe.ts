// One line over each table: what its rows are and which tool shows or makes them.
import type { Draft } from './draft.ts';
import type { Model } from './model.ts';
import { plural } from '../../envs/words/split-words.ts';
import type { DomainTool } from './read-tool.ts';
import type { Reading } from './templates/reading.ts';

/** When compiled worlds begin. */
export const COMPILED_CLOCK = '2031-05-12T09:00:00Z';

export function describeTables(
  model: Model,
  drafts: readonly { readonly tool: DomainTool; readonly draft: Draft; readonly reading: Reading }[],
): void {
  for (const table of model.tables.values()) {
    if (table.about !== '') continue;
    const words = table.words.slice(0, -1).concat(plural(table.words.at(-1) ?? ''));
    const text = words.join(' ');
    const named = `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
    const using = drafts.filter(({ tool }) => table.tools.has(tool.name));
    const by = (kinds: readonly string[]): string | undefined =>
      using.find(({ reading }) => kinds.includes(reading.kind))?.tool.name;
    const shown = by(['get', 'list', 'lookup', 'list links']);
    const made = by(['create', 'link', 'outbox']);
    table.about =
      shown !== undefined && made !== undefined
        ? `${named}: ${made} makes them, ${shown} shows them.`
        : shown !== undefined
          ? `${named}, as ${shown} shows them.`
          : made !== undefined
            ? `${named} that ${made} makes.`
            : `${named}, known by their key.`;
  }
}
