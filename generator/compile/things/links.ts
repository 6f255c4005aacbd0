// Links: pairs of things that one tool ties and another unties or lists. A pair without either is no proof: whether a row may
// have one of the other or many is then unknown.
import { idOf, spelled } from '../read/id-of.ts';
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
}

/** The things whose keys a tool asks for, with the arguments; undefined where another argument stands beside them. */
export function pairOf(
  tool: ToolFacts,
  things: Things,
): readonly { readonly thing: Thing; readonly argument: string }[] {
  const found: { thing: Thing; argument: string }[] = [];
  for (const node of tool.arguments) {
    if (node.kind !== 'scalar' || !node.field.required) continue;
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
    if (named !== undefined && named.scope.length === 0) found.push({ thing: named, argument: node.field.name });
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
    // assign a member to a card: the noun is the member, the other one has it
    const member = a.thing.nouns.has(noun) ? a : b.thing.nouns.has(noun) ? b : tool.qualifiers.length === 0 ? b : a;
    const owner = member === a ? b : a;
    const key = (left: Thing, right: Thing): boolean =>
      known.get(left.table)?.columns.has(columnFor(left, [...right.words, ...right.own.words], things).column) ?? false;
    // one column that holds the other: no pair
    if (key(member.thing, owner.thing) || key(owner.thing, member.thing)) continue;
    const partner = tools.some((other) => other !== tool && isPartner(other, owner.thing, member.thing, things));
    if (!partner) continue;
    const table = `${owner.thing.words.join('_')}_${member.thing.table}`;
    links.set(table, {
      table,
      owner: owner.thing,
      member: member.thing,
      ownerColumn: referenceColumn(owner.thing),
      memberColumn: referenceColumn(member.thing),
    });
  }
  return [...links.values()];
}

/** It unties the pair, or lists the one by the other. */
function isPartner(tool: ToolFacts, owner: Thing, member: Thing, things: Things): boolean {
  const pair = pairOf(tool, things).map(({ thing }) => thing);
  if (tool.senses.has('unlink') && pair.length === 2) return pair.includes(owner) && pair.includes(member);
  if (!tool.senses.has('show') || pair.length !== 1) return false;
  const noun = spelled(tool.noun).join(' ');
  return (pair[0] === owner && member.nouns.has(noun)) || (pair[0] === member && owner.nouns.has(noun));
}
