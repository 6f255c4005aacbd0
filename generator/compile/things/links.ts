// Finds links between rows of two tables. A link needs two tools: one connects two rows, and another disconnects them
// or lists connected rows. One tool alone proves no link, because each row might connect to only one row.
import { columnName } from '../../fields/fields.ts';
import { idOf, isOwnCode, spelled } from '../../fields/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { columnFor } from './columns.ts';
import type { Known } from './known.ts';
import { referenceColumn, type Thing, type Things } from './thing.ts';

export interface Link {
  readonly table: string;
  /** The table whose rows have members, such as the cards that have members. */
  readonly owner: Thing;
  readonly member: Thing;
  readonly ownerColumn: string;
  readonly memberColumn: string;
  /**
   * The noun of the connection, such as `watcher`, if it differs from the noun of the member. Otherwise the text is
   * empty.
   */
  readonly called: string;
}

/** Returns the tables whose keys a tool requires, each with its argument. */
export function pairOf(
  tool: ToolFacts,
  things: Things,
): readonly { readonly thing: Thing; readonly argument: string; /** A list argument. */ readonly many: boolean }[] {
  const found: { thing: Thing; argument: string; many: boolean }[] = [];
  for (const node of tool.arguments) {
    const many = node.kind === 'list' && node.item.kind === 'scalar';
    if ((node.kind !== 'scalar' && !many) || !node.field.required) continue;
    const naming = idOf(node.field.words);
    const words = spelled(node.field.words).join(' ');
    const thing =
      naming === undefined
        ? undefined
        : things.byNoun.get((naming.noun.length > 0 ? naming.noun : spelled(tool.noun)).join(' '));
    const natural = [...things.all].find(
      (each) =>
        each.natural &&
        each.scope.length === 0 &&
        (each.nouns.has(words) ||
          (isOwnCode(each.own.words) && words === each.own.words.join(' ')) ||
          [...each.nouns].some((noun) => words === `${noun} ${each.own.words.join(' ')}`)),
    );
    const named = thing ?? natural;
    if (named !== undefined && named.scope.length === 0) found.push({ thing: named, argument: node.field.name, many });
  }
  return found;
}

export function findLinks(tools: readonly ToolFacts[], things: Things, known: Known): Link[] {
  const ties = tools.filter((tool) => tool.senses.has('link') && tool.told !== 'read');
  const links = new Map<string, Link>();
  for (const tool of ties) {
    const pair = pairOf(tool, things);
    const [a, b] = pair;
    if (pair.length !== 2 || a === undefined || b === undefined || a.thing === b.thing) continue;
    const noun = spelled(tool.noun).join(' ');
    // in "assign a member to a card", the tool's noun is the member, and the card is the owner
    const member = a.thing.nouns.has(noun) ? a : b.thing.nouns.has(noun) ? b : tool.qualifiers.length === 0 ? b : a;
    const owner = member === a ? b : a;
    const key = (left: Thing, right: Thing): boolean =>
      known.get(left.table)?.columns.has(columnFor(left, [...right.words, ...right.own.words], things).column) ?? false;
    // if a column of one table holds the key of the other, no link table is needed
    if (key(member.thing, owner.thing) || key(owner.thing, member.thing)) continue;
    const called = tieNoun(tool, member.thing);
    const partner = tools.some(
      (other) => other !== tool && isPartner(other, owner.thing, member.thing, called, things),
    );
    if (!partner) continue;
    const table = `${owner.thing.words.join('_')}_${called === '' ? member.thing.table : columnName([called, 'tie'])}`;
    links.set(table, {
      table,
      called,
      owner: owner.thing,
      member: member.thing,
      ownerColumn: referenceColumn(owner.thing),
      memberColumn: referenceColumn(member.thing),
    });
  }
  return [...links.values()];
}

/**
 * Returns the noun of a connection if it differs from the member's noun. For example, a watcher connects a user and an
 * issue.
 */
export function tieNoun(tool: ToolFacts, member: Thing): string {
  const noun = spelled(tool.noun).join(' ');
  if (noun === '' || member.nouns.has(noun)) return '';
  return noun;
}

/** Tells whether a tool disconnects two rows, or lists the rows of one table for a row of the other. */
function isPartner(tool: ToolFacts, owner: Thing, member: Thing, called: string, things: Things): boolean {
  const pair = pairOf(tool, things).map(({ thing }) => thing);
  if (tool.senses.has('unlink') && pair.length === 2)
    return pair.includes(owner) && pair.includes(member) && tieNoun(tool, member) === called;
  if (called !== '' || !tool.senses.has('show') || pair.length !== 1) return false;
  const noun = spelled(tool.noun).join(' ');
  return (pair[0] === owner && member.nouns.has(noun)) || (pair[0] === member && owner.nouns.has(noun));
}
