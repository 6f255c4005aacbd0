// Finds the table that a tool is about.
import { idOf, spelled } from '../../fields/id-of.ts';
import { columnFor } from './columns.ts';
import { isWhole } from './whole-row.ts';
import { headOf } from './head-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Thing, Things } from './thing.ts';

/**
 * Returns the table that a tool is about. It tries the whole noun, then the first words of the noun if the tool asks
 * for their key, then the last words.
 */
export function subjectOf(tool: ToolFacts, things: Things): { thing: Thing; rest: readonly string[] } | undefined {
  const noun = headOf(tool);
  const holder = holderOf(tool, noun, things);
  if (holder !== undefined) return holder;
  const exact = things.byNoun.get(noun.join(' '));
  if (exact !== undefined) return { thing: exact, rest: tailOf(tool, noun) };
  // the noun `order status` begins with `order`, and the tool asks for the key of an order
  for (let end = noun.length - 1; end > 0; end--) {
    const thing = things.byNoun.get(noun.slice(0, end).join(' '));
    if (thing !== undefined && asksFor(tool, thing))
      return { thing, rest: isWhole(noun.slice(end), tool, thing, things) ? [] : noun.slice(end) };
  }
  for (let from = 1; from < noun.length; from++) {
    const thing = things.byNoun.get(noun.slice(from).join(' '));
    // "blocked tasks" are tasks, limited by an adjective
    if (thing !== undefined) return { thing, rest: noun.slice(0, from).filter(isRestricting) };
  }
  // log_time makes rows of "time entry"
  const entries = ['entry', 'record', 'item', 'log'].flatMap(
    (word) => things.byNoun.get([...noun, word].join(' ')) ?? [],
  );
  const [entry] = tool.senses.has('create') && noun.length > 0 && entries.length === 1 ? entries : [];
  return entry === undefined ? undefined : { thing: entry, rest: [] };
}

/**
 * Finds the row in set_issue_milestone(issue_number, milestone_number): the first noun is the row, and the second is
 * its column. No other argument may give a value.
 */
function holderOf(
  tool: ToolFacts,
  noun: readonly string[],
  things: Things,
): { thing: Thing; rest: readonly string[] } | undefined {
  if (tool.told === 'read' || !/^(?:set|change)$/.test(tool.verb)) return undefined;
  for (let end = noun.length - 1; end > 0; end--) {
    const thing = things.byNoun.get(noun.slice(0, end).join(' '));
    const rest = noun.slice(end);
    const value = things.byNoun.get(rest.join(' '));
    if (thing === undefined || value === undefined || thing === value) continue;
    const keys = tool.arguments.filter(({ kind, field }) => {
      const named = columnFor(thing, field.words, things);
      return kind === 'scalar' && field.required && (named.isKey || named.references === value.table);
    });
    const owns = keys.some(({ field }) => columnFor(thing, field.words, things).column === thing.own.column);
    if (owns && keys.length === tool.arguments.length && asksFor(tool, value)) return { thing, rest };
  }
  return undefined;
}

/** Tells whether a word before a noun limits the rows, such as `recent` or `archived`. */
export const isRestricting = (word: string): boolean =>
  /^(?:unread|open|public|private|default|current|primary|main|recent|latest|top|my|own|next|last|past|free|due)$|(?:[^e]ed|able|ible|ive|ous|ing)$/.test(
    word,
  ) &&
  !/^(?:building|meeting|booking|listing|pricing|billing|shipping|training|parking|marketing|advertising|cable|table|archive|drive|incentive|initiative|sing|thing|king|ring)$/.test(
    word,
  );

/**
 * Returns the last words of a path, such as `status` of /jobs/{id}/status. Returns none if the path ends in a noun of
 * rows, an argument or the verb.
 */
function tailOf(tool: ToolFacts, head: readonly string[]): readonly string[] {
  const last = tool.path.at(-1);
  if (last === undefined || last.argument !== undefined || last.plural || tool.path.length < 2) return [];
  const words = spelled(last.words);
  return words.join(' ') === head.join(' ') || words[0] === tool.verb ? [] : words;
}

function asksFor(tool: ToolFacts, thing: Thing): boolean {
  return tool.arguments.some((node) => {
    const naming = idOf(node.field.words);
    const words = node.field.words.join(' ');
    return (
      (naming !== undefined &&
        (thing.nouns.has(naming.noun.join(' ')) || (naming.noun.length === 0 && node.field.required))) ||
      (thing.natural && (thing.nouns.has(words) || words === thing.own.words.join(' ')))
    );
  });
}
