// Finds the rows that a list tool shows. Each argument must be understood as a condition, a page, an order or a form of
// the result; otherwise the tool is not treated as a list.
import type { Need } from '../plan/needs.ts';
import * as sql from '../programs/sql.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { keyOrder, type Page } from '../results/answer.ts';
import type { Thing } from '../things/thing.ts';
import { roleOf, type Bindings } from './bind.ts';
import type { Draft, Unknown } from './filter-draft.ts';
import { pageOf, saidMost } from './paging.ts';
import { hideArchived, restrict } from './restrict.ts';
import { rangeFilter, wordsFilter } from './search-filters.ts';
import { sorting, statedOrder } from './sorting.ts';
import { refuse, type Domain, type Refusal, type Role } from './reading.ts';
import { valueFilter } from './value-filter.ts';

export interface Filters {
  readonly where: readonly sql.Expr[];
  readonly order: readonly sql.Expr[];
  readonly page: Page | undefined;
  readonly roles: readonly Role[];
  readonly needs: readonly Need[];
  /** Arguments, and words of the tool's name, that got no role. */
  readonly unknown: readonly Unknown[];
  readonly doubts: readonly string[];
}

/** Refuses a list that has arguments or words without a known meaning. */
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
  for (const each of bindings.values) {
    const filter = valueFilter(tool, thing, each, domain);
    if ('why' in filter) draft.unknown.push(filter);
    else {
      draft.where.push(filter.where);
      draft.roles.push(filter.role);
      draft.needs.push(...filter.needs);
    }
  }
  for (const { node, kind } of bindings.others) {
    const place = node.field.name;
    if (kind.kind === 'words')
      wordsFilter(tool, thing, node.field.name, node.field.required, node.field.description, domain, draft);
    else if (kind.kind === 'range') rangeFilter(thing, node.field, kind, domain, draft);
    else if (kind.kind === 'shape' || kind.kind === 'credential') draft.roles.push({ place, role: kind.kind, is: '' });
    else if (kind.kind === 'language')
      draft.unknown.push({ why: `${place} is ${kind.of}, which nothing here can read`, argument: place });
  }
  restrict(tool, thing, domain, draft);
  hideArchived(tool, thing, domain, draft);
  statedOrder(tool, thing, domain, draft);
  sorting(thing, bindings, domain, draft);
  const page = pageOf(bindings, draft, saidMost(tool.description)?.most);
  return { ...draft, page };
}
