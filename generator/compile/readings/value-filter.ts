// Builds the filter of a list from one argument. The filter tests a column, an element of a list, a parent or linked
// row, or a member of a stored object.
import type { Need } from '../plan/needs.ts';
import { saidNoTime } from '../../lexicon/time-words.ts';
import { ATTRIBUTES as USUAL } from '../../lexicon/attributes.ts';
import * as sql from '../programs/sql.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { innerValues, type InnerValue } from '../things/inner-values.ts';
import { isTexts } from '../things/object-column.ts';
import { spelled } from '../../fields/id-of.ts';
import type { KnownColumn } from '../things/known-column.ts';
import type { Thing } from '../things/thing.ts';
import { linkNeeds, needOfKnown, pathNeeds } from './known-needs.ts';
import { belongsElsewhere } from './odd-values.ts';
import { ancestorPath, needOf, roleOf, underAncestor, type Bound } from './bind.ts';
import type { Unknown } from './filter-draft.ts';
import { flagFilter } from './flag-filter.ts';
import { pairedChoices, spelledAsStored } from './spelled-choices.ts';
import type { Domain, Role } from './reading.ts';
import type { ScalarNode } from '../../fields/fields.ts';

export interface Filter {
  readonly where: sql.Expr;
  readonly role: Role;
  readonly needs: readonly Need[];
}

/** Returns the filter for one argument, or the reason why there is none. */
export function valueFilter(tool: ToolFacts, thing: Thing, each: Bound, domain: Domain): Filter | Unknown {
  const { node } = each;
  const fault = (why: string): Unknown => ({ why, argument: each.path[0] ?? '' });
  const place = each.path.join('.');
  if (belongsElsewhere(each, thing, domain))
    return fault(`${place} belongs to another thing than ${thing.words.join(' ')}`);
  const known = domain.known.get(thing.table)?.columns.get(each.column);
  const isOther = each.references !== undefined && each.references !== thing.table;
  const beside =
    isOther && known?.references === undefined
      ? (linkFilter(tool, thing, each, domain) ?? ancestorFilter(tool, thing, each, domain))
      : undefined;
  if (beside !== undefined) return beside;
  if (node.kind === 'list' && node.item.kind === 'scalar')
    return elementFilter(tool, thing, each, domain) ?? fault(`${place} is no column of ${thing.words.join(' ')}`);
  if (node.kind !== 'scalar') return fault(`${place} is an object that filters by nothing known`);
  const indirect = known === undefined ? indirectFilter(tool, thing, each, node, domain) : undefined;
  if (indirect !== undefined) return indirect;
  if (known === undefined && each.references === undefined && !mayBeColumn(each, thing, domain))
    return fault(`no ${thing.words.join(' ')} has ${each.words.join(' ')}`);
  const test = columnTest(tool, thing, each, node, known);
  return 'why' in test
    ? fault(test.why)
    : {
        where: test.where,
        role: roleOf(each, 'filter', thing),
        needs: [
          test.isRespelled && known !== undefined
            ? needOfKnown(thing, known, tool.name)
            : needOf(thing, each, 'filtered', tool.name),
        ],
      };
}

function optional(each: Bound, test: sql.Expr): sql.Expr {
  return each.required ? test : sql.any([sql.isNull(sql.argument(each.path)), test]);
}

/** Returns the filter for rows that a link table links to the given row. */
function linkFilter(tool: ToolFacts, thing: Thing, each: Bound, domain: Domain): Filter | undefined {
  const link = domain.links.find(
    ({ owner, member }) =>
      (owner.table === thing.table && member.table === each.references) ||
      (member.table === thing.table && owner.table === each.references),
  );
  if (link === undefined) return undefined;
  const [mine, other] =
    link.owner === thing ? [link.ownerColumn, link.memberColumn] : [link.memberColumn, link.ownerColumn];
  return {
    where: optional(
      each,
      sql.existsAs(link.table, 'l', [
        sql.equal(`l.${mine}`, `${sql.name(thing.table)}.${sql.name(thing.own.column)}`),
        sql.equal(`l.${other}`, sql.argument(each.path)),
      ]),
    ),
    role: { place: each.path.join('.'), role: 'linked', is: `${link.table}.${other}` },
    needs: linkNeeds(link, tool.name),
  };
}

/**
 * Returns the filter for rows that lead to the given row through a chain of references, as cards lead to a board
 * through lists.
 */
function ancestorFilter(tool: ToolFacts, thing: Thing, each: Bound, domain: Domain): Filter | undefined {
  const path = each.references === undefined ? undefined : ancestorPath(thing, each.references, domain);
  if (path === undefined || path.length === 0) return undefined;
  return {
    where: optional(each, underAncestor(path, '', sql.argument(each.path), domain.things)),
    role: { place: each.path.join('.'), role: 'ancestor', is: path.map((step) => step.column).join(' > ') },
    needs: pathNeeds(thing, path, domain, tool.name),
  };
}

/** Returns the filter for a list of values: the column holds one of these values, or a list with one of them. */
function elementFilter(tool: ToolFacts, thing: Thing, each: Bound, domain: Domain): Filter | undefined {
  const single = singularColumn(each, thing, domain);
  const asked = each.node.kind === 'list' ? each.node.item.field.choices : [];
  if (single === undefined || pairedChoices(asked, single.choices)?.size !== 0) return undefined;
  const value = sql.argument(each.path);
  const of = sql.column(thing.table, single.column);
  return {
    where: optional(each, single.type === 'json' ? sql.overlap(of, value) : sql.elementOf(of, value)),
    role: { place: each.path.join('.'), role: 'filter', is: `${thing.table}.${single.column}` },
    needs: [needOfKnown(thing, single, tool.name)],
  };
}

/**
 * Returns a filter for an argument that is not the name of a column, such as a state, the day of a time, a full name or
 * a member of an object.
 */
function indirectFilter(
  tool: ToolFacts,
  thing: Thing,
  each: Bound,
  node: ScalarNode,
  domain: Domain,
): Filter | undefined {
  const place = each.path.join('.');
  const value = sql.argument(each.path);
  const whole = wholeName(each, thing, domain);
  if (whole !== undefined) {
    const [first, last] = whole.map(({ column }) => sql.name(column)) as [string, string];
    const both = sql.spaced([first, last]);
    const isPart = containsSaid(tool, node.field.description, each);
    return {
      where: optional(each, isPart ? sql.matchesWords(both, value) : sql.equal(both, value)),
      role: isPart
        ? { place, role: 'text search', is: whole.map(({ column }) => `${thing.table}.${column}`).join(', ') }
        : { place, role: 'filter', is: `${thing.table}.${whole[0]?.column ?? ''}` },
      needs: whole.map((known) => needOfKnown(thing, known, tool.name)),
    };
  }
  const list = listColumn(each, thing, domain);
  if (list !== undefined)
    return {
      where: optional(each, sql.elementOf(value, sql.column(thing.table, list.column))),
      role: { place, role: 'filter', is: `${thing.table}.${list.column}` },
      needs: [needOfKnown(thing, list, tool.name)],
    };
  const flag = node.field.type === 'boolean' ? flagFilter(each, thing, domain) : undefined;
  if (flag !== undefined)
    return {
      where: flag.where,
      role: { place, role: 'filter', is: `${thing.table}.${flag.column}` },
      needs: [{ ...flag.need, by: tool.name }],
    };
  const moment = dayOf(each, thing, domain);
  if (moment !== undefined)
    return {
      where: optional(each, sql.equal(sql.dayOrMoment(sql.name(moment.column), value), value)),
      role: { place, role: 'day', is: `${thing.table}.${moment.column}` },
      needs: [needOfKnown(thing, moment, tool.name)],
    };
  const inner = innerOf(each, thing, domain);
  if (inner === undefined) return undefined;
  const { name } = inner.node.field;
  return {
    where: optional(each, sql.equal(sql.inside(sql.name(inner.of.column), name), value)),
    role: { place, role: 'filter inside', is: `${thing.table}.${inner.of.column}.${name}` },
    needs: [needOfKnown(thing, inner.of, tool.name)],
  };
}

/** Returns the column with a list of texts that must contain the argument: `tags` for `tag`. */
const listColumn = ({ words, node }: Bound, thing: Thing, { known }: Domain): KnownColumn | undefined =>
  node.field.type === 'text' && node.field.choices.length === 0
    ? [...(known.get(thing.table)?.columns.values() ?? [])].find(
        (column) => isTexts(column) && spelled(column.words).join(' ') === spelled(words).join(' '),
      )
    : undefined;

/**
 * Returns the columns of the first name and the last name, for an argument `name` of rows that have these two columns.
 */
function wholeName(each: Bound, thing: Thing, domain: Domain): readonly KnownColumn[] | undefined {
  if (!/^(?:full )?name$/.test(each.words.join(' '))) return undefined;
  const columns = domain.known.get(thing.table)?.columns;
  const [first, last] = [columns?.get('first_name'), columns?.get('last_name')];
  return first === undefined || last === undefined ? undefined : [first, last];
}

/** Returns the condition on the column with the argument's name. */
function columnTest(
  tool: ToolFacts,
  thing: Thing,
  each: Bound,
  { field }: ScalarNode,
  known: KnownColumn | undefined,
): { readonly where: sql.Expr; readonly isRespelled?: boolean } | { readonly why: string } {
  const value = sql.argument(each.path);
  if (known?.type === 'json')
    return { where: optional(each, sql.elementOf(value, sql.column(thing.table, each.column))) };
  const isOpen = field.choices.length === 0;
  if (field.type === 'real' && isOpen) return { why: `${each.path.join('.')} would have to equal a measured number` };
  const choices = known?.choices ?? [];
  const pairs = pairedChoices(field.choices, choices);
  if (pairs === undefined) return { why: `${each.path.join('.')} lists other values than the rows have` };
  const isPart =
    field.type === 'text' &&
    isOpen &&
    choices.length === 0 &&
    each.references === undefined &&
    containsSaid(tool, field.description, each);
  const test = isPart
    ? sql.matchesWords(sql.name(each.column), value)
    : sql.equal(sql.name(each.column), spelledAsStored(value, pairs));
  const everything = field.choices.find((choice) => choice === 'all' || choice === 'any');
  const whole = everything === undefined ? test : sql.any([sql.equal(value, sql.literal(everything)), test]);
  const isRespelled = pairs.size > 0;
  if (each.required) return { where: whole, isRespelled };
  const usual = field.schema['default'];
  const isSet = usual !== undefined && usual !== null && usual !== everything;
  return {
    where:
      isSet && typeof usual !== 'object'
        ? whole.replaceAll(value, sql.or(value, sql.literal(usual as string | number | boolean)))
        : sql.any([sql.isNull(value), whole]),
    isRespelled,
  };
}

/** Returns the member of a stored object that has the argument's name. */
function innerOf({ node, words }: Bound, thing: Thing, domain: Domain): InnerValue | undefined {
  const found = innerValues(thing, domain.known).filter(
    (inner) =>
      inner.words.join(' ') === words.join(' ') && node.kind === 'scalar' && inner.node.field.type === node.field.type,
  );
  return found.length === 1 ? found[0] : undefined;
}

/** Returns the row's only start time, or else its only time column, for an argument such as `day` or `date`. */
function dayOf(each: Bound, thing: Thing, domain: Domain): KnownColumn | undefined {
  if (
    !/^(day|date|on|on date)$/.test(each.words.join(' ')) ||
    each.node.kind !== 'scalar' ||
    each.node.field.type !== 'text'
  )
    return undefined;
  const moments = [...(domain.known.get(thing.table)?.columns.values() ?? [])].filter(
    (known) =>
      known.type === 'text' &&
      !/^(created|updated)/.test(known.column) &&
      !saidNoTime(known.words, known.description) &&
      /^(start|starts|begin|begins)?_?(at|time|date|day|on)$|_(at|time|date)$|^starts?$/.test(known.column),
  );
  const starting = moments.filter((known) => /start|begin/.test(known.column));
  return starting.length === 1 ? starting[0] : moments.length === 1 ? moments[0] : undefined;
}

/**
 * Tells whether the argument may match only a part of a value. A search for a name or another text does. Any other
 * filter does so only if its description says so or its name ends in `filter`.
 */
function containsSaid(tool: ToolFacts, description: string, each: Bound): boolean {
  const isSearch = tool.verb === 'search' || tool.verb === 'find' || tool.verb === 'lookup';
  return (
    (isSearch && /name|title|subject|description|text|content|author/.test(each.words.join(' '))) ||
    /\b(contain(?:s|ing)?|partial|match(?:es|ing)?|substring|part of|like)\b/i.test(description) ||
    each.words.at(-1) === 'filter'
  );
}

/**
 * Tells whether an argument, such as the hall of an exhibit, is a usual attribute that no schema declares. The table
 * then gets a column for it.
 */
function mayBeColumn(each: Bound, thing: Thing, domain: Domain): boolean {
  if (each.node.kind !== 'scalar' || each.node.field.type !== 'text') return false;
  const declared = domain.known.get(thing.table)?.declared === true;
  const isListed = each.node.field.choices.length > 1 && USUAL.has(each.words.join(' '));
  return !declared && (isListed || ATTRIBUTES.test(each.words.join(' ')));
}
const ATTRIBUTES =
  /^(name|title|type|kind|category|genre|status|state|city|country|region|location|hall|room|floor|department|priority|language|color|size|brand|date|day|field|topic|subject|level|class|group|author|artist|cuisine|make|model|role|gender|breed|species|stage|phase|section|area|district|zone|team)$/;

function singularColumn(each: Bound, thing: Thing, domain: Domain): KnownColumn | undefined {
  const columns = domain.known.get(thing.table)?.columns;
  const name = each.column.replace(/s$/, '');
  const whole = columns?.get(each.column);
  if (whole?.type === 'json') return whole;
  return (
    columns?.get(name) ?? columns?.get(each.column.replace(/ies$/, 'y')) ?? columns?.get(each.column.replace(/es$/, ''))
  );
}
