// Finds links: two kinds of rows that one tool connects and another tool disconnects or lists. One tool alone proves no
// link, because it does not show whether a row connects to one row of the other kind or to several.
import { columnName } from '../../fields/fields.ts';
import { idOf, spelled } from '../../fields/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { columnFor } from './columns.ts';
import type { Known } from './known.ts';
import { referenceColumn, type Thing, type Things } from './thing.ts';

export interface Link {
  readonly table: string;
  /** The thing that has the others: a card its members. */
  readonly owner: Thing;
  readonly member: Thing;
  readonly ownerColumn: string;
  readonly memberColumn: string;
  /** The noun of the connection, where it differs from that of the member: watcher. Else empty. */
  readonly called: string;
}

/** The things whose keys a tool requires, each with its argument. */
export function pairOf(
  tool: ToolFacts,
  things: Things,
): readonly { readonly thing: Thing; readonly argument: string; /** A list of keys. */ readonly many: boolean }[] {
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
        (each.nouns.has(words) || [...each.nouns].some((noun) => words === `${noun} ${each.own.words.join(' ')}`)),
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
    // assign a member to a card: the noun of the tool is the member, the other thing is the owner
    const member = a.thing.nouns.has(noun) ? a : b.thing.nouns.has(noun) ? b : tool.qualifiers.length === 0 ? b : a;
    const owner = member === a ? b : a;
    const key = (left: Thing, right: Thing): boolean =>
      known.get(left.table)?.columns.has(columnFor(left, [...right.words, ...right.own.words], things).column) ?? false;
    // where a column of one thing holds the key of the other, the two are not a pair
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
 * The noun of a connection, where it differs from that of the member: a user and an issue are connected by a watcher.
 */
export function tieNoun(tool: ToolFacts, member: Thing): string {
  const noun = spelled(tool.noun).join(' ');
  if (noun === '' || member.nouns.has(noun)) return '';
  return noun;
}

/** Whether a tool removes the pair, or lists one thing by the other. */
function isPartner(tool: ToolFacts, owner: Thing, member: Thing, called: string, things: Things): boolean {
  const pair = pairOf(tool, things).map(({ thing }) => thing);
  if (tool.senses.has('unlink') && pair.length === 2)
    return pair.includes(owner) && pair.includes(member) && tieNoun(tool, member) === called;
  if (called !== '' || !tool.senses.has('show') || pair.length !== 1) return false;
  const noun = spelled(tool.noun).join(' ');
  return (pair[0] === owner && member.nouns.has(noun)) || (pair[0] === member && owner.nouns.has(noun));
}
