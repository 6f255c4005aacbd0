// The rows that a read shows: every argument of a list becomes a condition, a page, an order or the shape of the
// answer; otherwise the reading does not fit.
import type { Need } from '../plan/needs.ts';
import * as sql from '../programs/sql.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { keyOrder, type Page } from '../results/answer.ts';
import { innerValues, type InnerValue } from '../things/inner-values.ts';
import type { KnownColumn } from '../things/known-column.ts';
import type { Thing } from '../things/thing.ts';
import { linkNeeds, needOfKnown, pathNeeds } from './known-needs.ts';
import { belongsElsewhere } from './odd-values.ts';
import { ancestorPath, needOf, roleOf, underAncestor, type Bindings, type Bound } from './bind.ts';
import type { Draft, Unknown } from './filter-draft.ts';
import { pageOf } from './paging.ts';
import { hideArchived, restrict } from './restrict.ts';
import { flagFilter, rangeFilter, wordsFilter } from './search-filters.ts';
import { sorting, statedOrder } from './sorting.ts';
import { refuse, type Domain, type Refusal, type Role } from './reading.ts';

export interface Filters {
  readonly where: readonly sql.Expr[];
  readonly order: readonly sql.Expr[];
  readonly page: Page | undefined;
  readonly roles: readonly Role[];
  readonly needs: readonly Need[];
  /** Arguments, and words of the name, that have no role. */
  readonly unknown: readonly Unknown[];
  readonly doubts: readonly string[];
}

/** The refusal of a list that has arguments or words without a known meaning. */
export function refuseUnknown(unknown: readonly Unknown[]): Refusal {
  const names = unknown.flatMap(({ argument }) => (argument === undefined ? [] : [argument]));
  return refuse(4, unknown.map(({ why }) => why).join('; '), names.length === unknown.length ? names : []);
}

export function filtersOf(tool: ToolFacts, thing: Thing, bindings: Bindings, domain: Domain): Filters {
  const draft: Draft = {
    where: [],
    order: keyOrder(thing).map(sql.name),
    roles: [],
    needs: [],
    unknown: [],
    doubts: [],
  };
  for (const each of bindings.scope) {
    const test = sql.equal(sql.name(each.column), sql.argument(each.path));
    draft.where.push(each.required ? test : sql.any([sql.isNull(sql.argument(each.path)), test]));
    draft.roles.push(roleOf(each, 'scope', thing));
  }
  if (bindings.keys !== undefined) {
    const list = sql.argument(bindings.keys.path);
    const own = sql.column(thing.table, thing.own.column);
    const test =
      bindings.keys.member === undefined ? sql.elementOf(own, list) : sql.memberOf(own, list, bindings.keys.member);
    draft.where.push(bindings.keys.node.field.required ? test : sql.any([sql.isNull(list), test]));
    draft.roles.push({
      place: bindings.keys.path.join('.'),
      role: bindings.keys.member === undefined ? 'keys' : `keys ${bindings.keys.member}`,
      is: `${thing.table}.${thing.own.column}`,
    });
  }
  for (const each of bindings.values) valueFilter(tool, thing, each, domain, draft);
  for (const { node, kind } of bindings.others) {
    const place = node.field.name;
    if (kind.kind === 'words')
      wordsFilter(tool, thing, node.field.name, node.field.required, node.field.description, domain, draft);
    else if (kind.kind === 'range') rangeFilter(thing, node.field.name, kind, domain, draft);
    else if (kind.kind === 'shape' || kind.kind === 'credential') draft.roles.push({ place, role: kind.kind, is: '' });
    else if (kind.kind === 'language')
      draft.unknown.push({ why: `${place} is ${kind.of}, which nothing here can read`, argument: place });
  }
  restrict(tool, thing, domain, draft);
  hideArchived(tool, thing, domain, draft);
  statedOrder(tool, thing, domain, draft);
  sorting(thing, bindings, domain, draft);
  const page = pageOf(bindings, draft);
  return { ...draft, page };
}

function optional(each: Bound, test: sql.Expr): sql.Expr {
  return each.required ? test : sql.any([sql.isNull(sql.argument(each.path)), test]);
}

function valueFilter(tool: ToolFacts, thing: Thing, each: Bound, domain: Domain, draft: Draft): void {
  const { node } = each;
  const known = domain.known.get(thing.table)?.columns.get(each.column);
  const value = sql.argument(each.path);
  if (belongsElsewhere(each, thing, domain))
    return void draft.unknown.push({
      why: `${each.path.join('.')} belongs to another thing than ${thing.words.join(' ')}`,
      argument: each.path[0] ?? '',
    });
  if (each.references !== undefined && each.references !== thing.table) {
    const link = domain.links.find(
      (link) =>
        (link.owner.table === thing.table && link.member.table === each.references) ||
        (link.member.table === thing.table && link.owner.table === each.references),
    );
    if (known?.references === undefined && link !== undefined) {
      const [mine, other] =
        link.owner === thing ? [link.ownerColumn, link.memberColumn] : [link.memberColumn, link.ownerColumn];
      draft.where.push(
        optional(
          each,
          sql.existsAs(link.table, 'l', [
            sql.equal(`l.${mine}`, `${sql.name(thing.table)}.${sql.name(thing.own.column)}`),
            sql.equal(`l.${other}`, value),
          ]),
        ),
      );
      draft.roles.push({ place: each.path.join('.'), role: 'linked', is: `${link.table}.${other}` });
      draft.needs.push(...linkNeeds(link, tool.name));
      return;
    }
    const path = ancestorPath(thing, each.references, domain);
    if (path !== undefined && path.length > 0 && known?.references === undefined) {
      draft.where.push(optional(each, underAncestor(path, '', value, domain.things)));
      draft.roles.push({
        place: each.path.join('.'),
        role: 'ancestor',
        is: path.map((step) => step.column).join(' > '),
      });
      draft.needs.push(...pathNeeds(thing, path, domain, tool.name));
      return;
    }
  }
  if (node.kind === 'list' && node.item.kind === 'scalar') {
    const single = singularColumn(each, thing, domain);
    if (single === undefined)
      return void draft.unknown.push({
        why: `${each.path.join('.')} is no column of ${thing.words.join(' ')}`,
        argument: each.path[0] ?? '',
      });
    const of = sql.column(thing.table, single.column);
    draft.where.push(optional(each, single.type === 'json' ? sql.overlap(of, value) : sql.elementOf(of, value)));
    draft.roles.push({ place: each.path.join('.'), role: 'filter', is: `${thing.table}.${single.column}` });
    draft.needs.push(needOfKnown(thing, single, tool.name));
    return;
  }
  if (node.kind !== 'scalar')
    return void draft.unknown.push({
      why: `${each.path.join('.')} is an object that filters by nothing known`,
      argument: each.path[0] ?? '',
    });
  const flag = known === undefined && node.field.type === 'boolean' ? flagFilter(each, thing, domain) : undefined;
  if (flag !== undefined) {
    draft.where.push(flag.where);
    draft.roles.push({ place: each.path.join('.'), role: 'filter', is: `${thing.table}.${flag.column}` });
    return;
  }
  const moment = known === undefined ? dayOf(each, thing, domain) : undefined;
  if (moment !== undefined) {
    draft.where.push(optional(each, sql.equal(sql.dayOrMoment(sql.name(moment.column), value), value)));
    draft.roles.push({ place: each.path.join('.'), role: 'day', is: `${thing.table}.${moment.column}` });
    draft.needs.push(needOfKnown(thing, moment, tool.name));
    return;
  }
  const inner = known === undefined ? innerOf(each, thing, domain) : undefined;
  if (inner !== undefined) {
    draft.where.push(optional(each, sql.equal(sql.inside(sql.name(inner.of.column), inner.node.field.name), value)));
    draft.roles.push({
      place: each.path.join('.'),
      role: 'filter inside',
      is: `${thing.table}.${inner.of.column}.${inner.node.field.name}`,
    });
    draft.needs.push(needOfKnown(thing, inner.of, tool.name));
    return;
  }
  const isOpen = known !== undefined || each.references !== undefined || mayBeColumn(tool, each, thing, domain);
  if (!isOpen)
    return void draft.unknown.push({
      why: `no ${thing.words.join(' ')} has ${each.words.join(' ')}`,
      argument: each.path[0] ?? '',
    });
  if (known !== undefined && known.type === 'json') {
    draft.where.push(optional(each, sql.elementOf(value, sql.column(thing.table, each.column))));
  } else if (node.field.type === 'real' && node.field.choices.length === 0)
    return void draft.unknown.push({
      why: `${each.path.join('.')} would have to equal a measured number`,
      argument: each.path[0] ?? '',
    });
  else {
    const everything = node.field.choices.find((choice) => choice === 'all' || choice === 'any');
    const isPart =
      node.field.type === 'text' &&
      node.field.choices.length === 0 &&
      (known?.choices.length ?? 0) === 0 &&
      each.references === undefined &&
      containsSaid(tool, node.field.description, each);
    const isOther =
      node.field.choices.length > 0 &&
      (known?.choices ?? []).some(
        (choice) =>
          !node.field.choices.includes(choice) &&
          node.field.choices.some((mine) => String(mine).toLowerCase() === String(choice).toLowerCase()),
      );
    if (isOther)
      return void draft.unknown.push({
        why: `${each.path.join('.')} spells its choices in another way than other tools`,
        argument: each.path[0] ?? '',
      });
    const test = isPart ? sql.matchesWords(sql.name(each.column), value) : sql.equal(sql.name(each.column), value);
    const whole = everything === undefined ? test : sql.any([sql.equal(value, sql.literal(everything)), test]);
    const byDefault = node.field.schema['default'];
    draft.where.push(
      each.required
        ? whole
        : byDefault !== undefined &&
            byDefault !== null &&
            byDefault !== '' &&
            byDefault !== everything &&
            typeof byDefault !== 'object'
          ? whole.replaceAll(value, sql.or(value, sql.literal(byDefault as string | number | boolean)))
          : sql.any([sql.isNull(value), whole]),
    );
  }
  draft.roles.push(roleOf(each, 'filter', thing));
  draft.needs.push(needOf(thing, each, 'filtered', tool.name));
}

/** The member of an object of the row that has the name of the argument. */
function innerOf({ node, words }: Bound, thing: Thing, domain: Domain): InnerValue | undefined {
  const found = innerValues(thing, domain.known).filter(
    (inner) =>
      inner.words.join(' ') === words.join(' ') && node.kind === 'scalar' && inner.node.field.type === node.field.type,
  );
  return found.length === 1 ? found[0] : undefined;
}

/** For an argument day or date: the column of the only moment that a row has. */
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
      /^(start|starts|begin|begins)?_?(at|time|date|day|on)$|_(at|time|date)$|^starts?$/.test(known.column),
  );
  const starting = moments.filter((known) => /start|begin/.test(known.column));
  return starting.length === 1 ? starting[0] : moments.length === 1 ? moments[0] : undefined;
}

/** A search by a name finds a part of it; a list filtered by a name shows the rows with exactly that name. */
function containsSaid(tool: ToolFacts, description: string, each: Bound): boolean {
  const isSearch = tool.verb === 'search' || tool.verb === 'find' || tool.verb === 'lookup';
  return (
    (isSearch && /name|title|subject|description|text|content|author/.test(each.words.join(' '))) ||
    /\b(contain|partial|match(?:es|ing)?|substring|part of|like)\b/i.test(description) ||
    each.words.at(-1) === 'filter'
  );
}

/** Whether an argument may be a column (hall of an exhibit): a usual attribute of a row that no schema declares. */
function mayBeColumn(tool: ToolFacts, each: Bound, thing: Thing, domain: Domain): boolean {
  if (each.node.kind !== 'scalar' || each.node.field.type !== 'text') return false;
  const declared = domain.known.get(thing.table)?.declared === true;
  void tool;
  return !declared && ATTRIBUTES.test(each.words.join(' '));
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
