// Finds the rows that the arguments of a call name: the row that the call changes, the rows to which that row refers,
// and their parents.
import { equal, argument, name, valueOf, type Expr } from '../programs/sql.ts';
import type { Need } from '../plan/needs.ts';
import { needOfKnown } from '../readings/known-needs.ts';
import { inMessage } from '../readings/parts.ts';
import type { Domain, Match } from '../readings/reading.ts';
import type { Thing } from '../things/thing.ts';

/** A row that the arguments of a call name: its table and the conditions that find it. */
export interface Named {
  readonly thing: Thing;
  readonly where: readonly Expr[];
  /** The words for the row in an error message, such as "The order {order_id}". */
  readonly says: string;
  /** True for the row that the call changes, false for a row to which that row refers. */
  readonly own: boolean;
  /** Whether the word "it" in a description may mean this row. */
  readonly it: boolean;
  /** The columns that the program reads to find the row. */
  readonly needs: readonly Need[];
  /** The argument that names the row, if the call stores this argument as a reference. */
  readonly place?: string;
  /** The reference that the changed row holds before the call, if that row exists before the call. */
  readonly stored?: { readonly value: Expr; readonly need: Need };
}

export function namedRows(match: Match, domain: Domain): Named[] {
  const own = domain.things.byTable.get(match.needs[0]?.table ?? '');
  if (own === undefined) return tiedRows(match, domain);
  const keys = match.arguments.filter(({ role, is }) => role === 'key' && is.startsWith(`${own.table}.`));
  const last = keys.find(({ is }) => is === `${own.table}.${own.own.column}`)?.place.split('.');
  const where = keys.map(({ place, is }) => equal(name(is.split('.')[1] ?? ''), argument(place.split('.'))));
  const isThere = match.makes.length === 0 && last !== undefined;
  const references = match.arguments.flatMap(({ place, role, is }): Named[] => {
    const column = domain.known.get(own.table)?.columns.get(is.split('.')[1] ?? '');
    const other = role === 'value' ? domain.things.byTable.get(column?.references ?? '') : undefined;
    if (other === undefined || other.scope.length > 0 || place.includes('.')) return [];
    const stored =
      isThere && column !== undefined
        ? { value: valueOf(column.column, own.table, where), need: needOfKnown(own, column, '') }
        : undefined;
    return [
      {
        thing: other,
        says: theRow(other, [place]),
        where: [equal(name(other.own.column), argument([place]))],
        own: false,
        it: true,
        needs: [],
        place,
        ...(stored === undefined ? {} : { stored }),
      },
    ];
  });
  const parents = parentRow(own, keys, domain);
  if (match.makes.length > 0 || last === undefined) return [...references, ...parents];
  const row: Named = { thing: own, says: theRow(own, last), where, own: true, it: true, needs: [] };
  const given = new Set(references.map(({ thing }) => thing));
  return [
    row,
    ...references,
    ...parents,
    ...referredTo(own, where, last, domain).filter(({ thing }) => !given.has(thing)),
  ];
}

/** Returns the two rows that a call links or unlinks. */
function tiedRows({ needs, arguments: roles }: Match, { links }: Domain): Named[] {
  const link = links.find(({ table }) => table === needs[0]?.table);
  if (link === undefined) return [];
  return roles.flatMap(({ place, role, is }): Named[] => {
    const column = is.split('.')[1] ?? '';
    const thing = column === link.ownerColumn ? link.owner : column === link.memberColumn ? link.member : undefined;
    if (role !== 'key' || thing === undefined) return [];
    const where = [equal(name(thing.own.column), argument([place]))];
    return [{ thing, says: theRow(thing, [place]), where, own: false, it: false, needs: [] }];
  });
}

const theRow = (thing: Thing, place: readonly string[]): string => `The ${thing.words.join(' ')} ${inMessage(place)}`;

/** Returns the parent row, where the key of a row includes the key of its parent. */
function parentRow(own: Thing, keys: Match['arguments'], domain: Domain): Named[] {
  const [part] = own.scope.length === 1 ? own.scope : [];
  const place = keys.find(({ is }) => is === `${own.table}.${part?.column ?? ''}`)?.place.split('.');
  const parent = domain.things.byTable.get(own.parent ?? '');
  if (place === undefined || parent === undefined || parent.scope.length > 0) return [];
  const where = [equal(name(parent.own.column), argument(place))];
  return [{ thing: parent, says: theRow(parent, place), where, own: false, it: false, needs: [] }];
}

/** Returns the rows to which the changed row refers, such as the report of an expense. */
function referredTo(own: Thing, where: readonly Expr[], place: readonly string[], domain: Domain): Named[] {
  return [...(domain.known.get(own.table)?.columns.values() ?? [])].flatMap((known): Named[] => {
    const other = domain.things.byTable.get(known.references ?? '');
    if (other === undefined || other === own || other.scope.length > 0) return [];
    return [
      {
        thing: other,
        says: `The ${other.words.join(' ')} of the ${own.words.join(' ')} ${inMessage(place)}`,
        where: [equal(name(other.own.column), valueOf(known.column, own.table, where))],
        own: false,
        it: false,
        needs: [needOfKnown(own, known, '')],
      },
    ];
  });
}
