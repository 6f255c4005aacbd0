// Finds tools whose arguments are not columns of the table that the tool is about.
import { idOf } from '../../fields/id-of.ts';
import { saidObject } from '../read/said-object.ts';
import { sentencesOf } from '../read/sentences.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { columnFor } from './columns.ts';
import { isSingle } from './scope-of.ts';
import type { Thing, Things } from './thing.ts';

/**
 * Tells whether a write about a row stores no values in this row, because it changes, links or takes something else.
 */
export const storesNothing = (tool: ToolFacts, thing: Thing, things: Things, tools: readonly ToolFacts[]): boolean =>
  changesOther(tool, thing) ||
  tiesRow(tool, thing, things, tools) ||
  actsOnMany(tool, thing) ||
  speaksTo(tool, thing, things) ||
  takesRow(tool, thing, things);

/** Tells whether a tool takes the keys of several rows. Its other arguments then give new values for these rows. */
function actsOnMany(tool: ToolFacts, thing: Thing): boolean {
  return tool.arguments.some((node) => {
    if (node.kind !== 'list' || node.item.kind !== 'scalar') return false;
    const naming = idOf(node.field.words);
    return naming !== undefined && (naming.noun.length === 0 || thing.nouns.has(naming.noun.join(' ')));
  });
}

/**
 * Tells whether the description says that the tool changes a row of another table. Its arguments are then no columns of
 * this table.
 */
function changesOther(tool: ToolFacts, thing: Thing): boolean {
  const [said] = tool.senses.has('create') ? [] : saidObject(sentencesOf(tool.description)[0] ?? '', tool);
  return said !== undefined && !thing.nouns.has(said);
}

/**
 * Tells whether a tool sends something to a row and stores nothing in it, such as the text of reply_ticket(ticket_id,
 * text).
 */
function speaksTo(tool: ToolFacts, thing: Thing, things: Things): boolean {
  return (
    tool.senses.has('send') &&
    thing.global &&
    tool.arguments.some(({ field }) => field.required && columnFor(thing, field.words, things).isKey)
  );
}

/**
 * Tells whether a tool takes a row for a while, such as checkout_book(book_id, member_id). The member then belongs to
 * the loan, not to the book.
 */
function takesRow(tool: ToolFacts, thing: Thing, things: Things): boolean {
  return (
    tool.senses.has('book') &&
    !tool.senses.has('update') &&
    thing.global &&
    tool.arguments.some(({ field }) => field.required && columnFor(thing, field.words, things).isKey)
  );
}

/**
 * Tells whether a verb that may create rows only links an existing row here, as add_project_to_task does if it takes
 * the key of the project.
 */
export function tiesRow(tool: ToolFacts, thing: Thing, things: Things, tools: readonly ToolFacts[]): boolean {
  return (
    tool.senses.has('link') &&
    (thing.global || (tool.qualifiers.length > 0 && isAskedAlone(thing, things, tools))) &&
    tool.arguments.some((node) => node.field.required && columnFor(thing, node.field.words, things).isKey) &&
    (tool.qualifiers.length > 0 ||
      tool.arguments.every(({ kind, field }) => {
        const named = columnFor(thing, field.words, things);
        return kind === 'scalar' && (named.isKey || named.references !== undefined);
      }))
  );
}

/** Tells whether some tool shows or changes a row of this table and requires only its key. */
const isAskedAlone = (thing: Thing, things: Things, tools: readonly ToolFacts[]): boolean =>
  thing.scope.length === 0 &&
  tools.some((tool) => {
    const required = tool.arguments.filter(({ field }) => field.required);
    const isOwn = thing.nouns.has(tool.noun.join(' ')) && !tool.senses.has('link') && isSingle(tool);
    return isOwn && required.length > 0 && required.every(({ field }) => columnFor(thing, field.words, things).isKey);
  });
