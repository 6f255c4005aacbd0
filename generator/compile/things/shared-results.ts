// Gives an HTTP operation without a declared result the result that another operation declares for the same row. A
// service shows a row in one form, so an update should show no less than the get.
import type { FieldNode } from '../../fields/fields.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { frameOf } from '../results/frame.ts';
import { keyLeaf } from './find-things.ts';
import { subjectOf } from './subject-of.ts';
import type { Things } from './thing.ts';

const SHOWING = ['show', 'create', 'update'] as const;

/** Returns the table of a tool that shows one row, or undefined for any other tool. */
function rowTable(tool: ToolFacts, things: Things): string | undefined {
  const last = tool.path.at(-1);
  if (last === undefined || !SHOWING.some((sense) => tool.senses.has(sense))) return undefined;
  const isOne = last.argument !== undefined || tool.senses.has('create');
  const subject = isOne ? subjectOf(tool, things) : undefined;
  return subject === undefined || subject.rest.length > 0 ? undefined : subject.thing.table;
}

export function withSharedResults(tools: readonly ToolFacts[], things: Things): readonly ToolFacts[] {
  const results = new Map<string, FieldNode>();
  for (const tool of tools) {
    const table = tool.result === undefined ? undefined : rowTable(tool, things);
    const thing = things.byTable.get(table ?? '');
    if (table === undefined || thing === undefined || tool.result === undefined) continue;
    const isRow = frameOf(tool.result, thing).kind === 'row' && keyLeaf(tool.result, thing.nouns) !== undefined;
    if (isRow && (tool.senses.has('show') || !results.has(table))) results.set(table, tool.result);
  }
  if (results.size === 0) return tools;
  return tools.map((tool) => {
    const result = tool.result === undefined ? results.get(rowTable(tool, things) ?? '') : undefined;
    return result === undefined ? tool : { ...tool, result };
  });
}
