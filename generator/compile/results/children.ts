// Adds rows of a second table to a result, where a description promises them, such as the photos of an album. The
// program finds them by their reference to the first row, or by a link table.
import { plural } from '../../../envs/words/split-words.ts';
import type { Need, TableNeed } from '../plan/needs.ts';
import { column, countAs, equal, existsAs } from '../programs/sql.ts';
import { promisedFields } from '../read/promised-fields.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { linkNeeds, needOfKnown } from '../readings/known-needs.ts';
import type { Domain } from '../readings/reading.ts';
import { keyNeeds } from '../readings/bind.ts';
import type { KnownColumn } from '../things/known-column.ts';
import type { Link } from '../things/links.ts';
import { isThingOf, type Thing } from '../things/thing.ts';
import { keyOrder } from './answer.ts';
import { styled } from './name-style.ts';
import type { Member, RowsShape } from './shape.ts';

export interface Child {
  /** The noun that the description uses for the rows. */
  readonly words: readonly string[];
  readonly thing: Thing;
  readonly rows: RowsShape;
  readonly needs: readonly Need[];
  readonly tables: readonly TableNeed[];
}

export function childrenOf(tool: ToolFacts, thing: Thing, domain: Domain): readonly Child[] {
  if (tool.result !== undefined) return [];
  return promisedFields(tool.description, isThingOf(domain.things)).flatMap(({ words, plural: isPlural }): Child[] => {
    const noun = words.join(' ');
    const child = domain.things.byNoun.get(noun) ?? domain.things.byNoun.get(`${thing.words.join(' ')} ${noun}`);
    if (!isPlural || child === undefined || child === thing || thing.scope.length > 0) return [];
    const found = byReference(child, thing, domain, tool.name) ?? byLink(child, thing, domain, tool.name);
    return found === undefined ? [] : [{ words, thing: child, ...found }];
  });
}

/** A number that a description promises: the count of rows in a second table, such as the photos of an album. */
export interface Counted {
  readonly words: readonly string[];
  readonly member: Member;
  readonly needs: readonly Need[];
  readonly tables: readonly TableNeed[];
}

export function countsOf(tool: ToolFacts, thing: Thing, domain: Domain): readonly Counted[] {
  if (tool.result !== undefined || thing.scope.length > 0) return [];
  return promisedFields(tool.description, isThingOf(domain.things)).flatMap(({ words }): Counted[] => {
    const child = words.at(-1) === 'count' ? domain.things.byNoun.get(words.slice(0, -1).join(' ')) : undefined;
    if (child === undefined || child === thing) return [];
    const outer = column(thing.table, thing.own.column);
    const reference = referenceTo(thing, child, domain);
    const link = linkOf(thing, child, domain);
    const expression =
      reference !== undefined
        ? countAs(child.table, 'counted', [equal(`counted.${reference.column}`, outer)])
        : link !== undefined
          ? countAs(link.table, 'counted', [
              equal(`counted.${link.owner === thing ? link.ownerColumn : link.memberColumn}`, outer),
            ])
          : undefined;
    if (expression === undefined) return [];
    const name = styled(words, domain.style);
    return [
      {
        words,
        member: { name, shape: { kind: 'expression', expression, as: 'plain' }, whenNull: 'shown' },
        needs:
          reference !== undefined
            ? [...keyNeeds(child, tool.name), needOfKnown(child, reference, tool.name)]
            : link === undefined
              ? []
              : linkNeeds(link, tool.name),
        tables: reference === undefined && link !== undefined ? [tableOfLink(link)] : [],
      },
    ];
  });
}

/** Returns the name of the result's field: the noun in the plural, in the naming style of the tools. */
export function childName({ words }: Child, style: Domain['style']): string {
  return styled([...words.slice(0, -1), plural(words.at(-1) ?? '')], style);
}

type Joined = Omit<Child, 'words' | 'thing'>;

function byReference(child: Thing, thing: Thing, domain: Domain, by: string): Joined | undefined {
  const reference = referenceTo(thing, child, domain);
  if (reference === undefined) return undefined;
  return {
    rows: {
      kind: 'rows',
      table: child.table,
      where: [],
      tie: { column: reference.column, outer: thing.own.column },
      order: keyOrder(child),
      item: { kind: 'whole', table: child.table },
    },
    needs: [needOfKnown(child, reference, by)],
    tables: [],
  };
}

function byLink(child: Thing, thing: Thing, domain: Domain, by: string): Joined | undefined {
  const link = linkOf(thing, child, domain);
  if (link === undefined) return undefined;
  const [mine, other] =
    link.owner === thing ? [link.ownerColumn, link.memberColumn] : [link.memberColumn, link.ownerColumn];
  return {
    rows: {
      kind: 'rows',
      table: child.table,
      where: [
        existsAs(link.table, 'tie', [
          equal(`tie.${other}`, column(child.table, child.own.column)),
          equal(`tie.${mine}`, column(thing.table, thing.own.column)),
        ]),
      ],
      order: keyOrder(child),
      item: { kind: 'whole', table: child.table },
    },
    needs: linkNeeds(link, by),
    tables: [tableOfLink(link)],
  };
}

/** Returns the only column with which the second table refers to the first. */
function referenceTo(thing: Thing, child: Thing, domain: Domain): KnownColumn | undefined {
  const known = [...(domain.known.get(child.table)?.columns.values() ?? [])].filter(
    ({ references, given }) => references === thing.table && given,
  );
  return known.length === 1 ? known[0] : undefined;
}

const linkOf = (thing: Thing, child: Thing, domain: Domain): Link | undefined =>
  domain.links.find(
    ({ owner, member, called }) =>
      called === '' && ((owner === thing && member === child) || (owner === child && member === thing)),
  );

export const tableOfLink = (link: Link): TableNeed => ({
  table: link.table,
  words: [...link.owner.words, ...link.member.words],
  kind: 'link',
  pair: [link.owner.table, link.member.table],
});
