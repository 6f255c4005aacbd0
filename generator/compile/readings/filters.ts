// Which rows a read shows: every argument of a list becomes a condition, a page, an order or the shape of the answer, or
// the reading does not fit.
import { columnName } from '../fields.ts';
import type { Need } from '../plan/needs.ts';
import * as sql from '../programs/sql.ts';
import { spelled } from '../read/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { keyOrder, type Page } from '../results/answer.ts';
import { sameState } from '../../lexicon/verbs.ts';
import { targetOf } from './state.ts';
import type { KnownColumn } from '../things/known.ts';
import type { Thing } from '../things/thing.ts';
import { linkNeeds, needOfKnown, pathNeeds } from './known-needs.ts';
import { belongsElsewhere } from './odd-values.ts';
import { ancestorPath, needOf, roleOf, underAncestor, type Bindings, type Bound } from './bind.ts';
import { FREE, holdingsOf, holds } from './holding.ts';
import { refuse, type Domain, type Refusal, type Role } from './reading.ts';

export interface Unknown {
  readonly why: string;
  readonly argument?: string;
}

export interface Filters {
  readonly where: readonly sql.Expr[];
  readonly order: readonly sql.Expr[];
  readonly page: Page | undefined;
  readonly roles: readonly Role[];
  readonly needs: readonly Need[];
  /** What has no role: an argument, or a word of the name. */
  readonly unknown: readonly Unknown[];
  readonly doubts: readonly string[];
}

/** The refusal of a list some of whose arguments, or words, say nothing known. */
export function refuseUnknown(unknown: readonly Unknown[]): Refusal {
  const names = unknown.flatMap(({ argument }) => (argument === undefined ? [] : [argument]));
  return refuse(4, unknown.map(({ why }) => why).join('; '), names.length === unknown.length ? names : []);
}

const FULL_PAGE = 200;
const USUAL_PAGE = 20;

interface Draft {
  readonly where: sql.Expr[];
  order: sql.Expr[];
  readonly roles: Role[];
  readonly needs: Need[];
  readonly unknown: Unknown[];
  readonly doubts: string[];
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
    draft.where.push(optional(each, sql.elementOf(sql.column(thing.table, single.column), value)));
    draft.roles.push({ place: each.path.join('.'), role: 'filter', is: `${thing.table}.${single.column}` });
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
  const isOpen = known !== undefined || each.references !== undefined || mayBeColumn(tool, each, thing, domain);
  if (!isOpen)
    return void draft.unknown.push({
      why: `no ${thing.words.join(' ')} has ${each.words.join(' ')}`,
      argument: each.path[0] ?? '',
    });
  if (known !== undefined && known.type === 'json') {
    draft.where.push(optional(each, sql.elementOf(value, sql.column(thing.table, each.column))));
  } else if (node.field.type === 'real')
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
    const test = isPart ? sql.matchesWords(sql.name(each.column), value) : sql.equal(sql.name(each.column), value);
    const whole = everything === undefined ? test : sql.any([sql.equal(value, sql.literal(everything)), test]);
    const byDefault = node.field.schema['default'];
    draft.where.push(
      each.required
        ? whole
        : typeof byDefault === 'string' && byDefault !== everything && (known?.choices.includes(byDefault) ?? false)
          ? whole.replaceAll(value, sql.or(value, sql.literal(byDefault)))
          : sql.any([sql.isNull(value), whole]),
    );
  }
  draft.roles.push(roleOf(each, 'filter', thing));
  draft.needs.push(needOf(thing, each, 'filtered', tool.name));
}

/** day, date: the day of the only moment that a row has. */
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

/** A search by a name finds parts of it; a list of one name shows exactly those. */
function containsSaid(tool: ToolFacts, description: string, each: Bound): boolean {
  const isSearch = tool.verb === 'search' || tool.verb === 'find' || tool.verb === 'lookup';
  return (
    (isSearch && /name|title|subject|description|text|content|author/.test(each.words.join(' '))) ||
    /\b(contain|partial|match(?:es|ing)?|substring|part of|like)\b/i.test(description) ||
    each.words.at(-1) === 'filter'
  );
}

/** hall of an exhibit: an attribute that nobody else tells, where nothing speaks against it. */
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
  return (
    columns?.get(name) ?? columns?.get(each.column.replace(/ies$/, 'y')) ?? columns?.get(each.column.replace(/es$/, ''))
  );
}

/** open_only, include_archived, unread: a state or a yes-or-no column. */
function flagFilter(each: Bound, thing: Thing, domain: Domain): { where: sql.Expr; column: string } | undefined {
  const columns = [...(domain.known.get(thing.table)?.columns.values() ?? [])];
  const words = each.words.filter(
    (word) => !['only', 'include', 'show', 'is', 'with', 'exclude', 'hide'].includes(word),
  );
  const value = sql.argument(each.path);
  const includes = each.words.includes('include') || each.words.includes('show');
  const excludes = each.words.includes('exclude') || each.words.includes('hide');
  const only = each.words.includes('only');
  const column = columns.find(
    (known) => known.type === 'boolean' && known.words.filter((word) => word !== 'is').join(' ') === words.join(' '),
  );
  const state = columns.find((known) => known.choices.some((choice) => sameState(String(choice), words.join('_'))));
  const choice = state?.choices.find((each) => sameState(String(each), words.join('_')));
  const found = column ?? state;
  if (found === undefined) return undefined;
  const holds =
    column !== undefined
      ? sql.equal(sql.name(column.column), '1')
      : sql.equal(sql.name(found.column), sql.literal(choice ?? ''));
  const given = sql.equal(sql.or(value, '0'), '1');
  if (includes) return { where: sql.any([given, sql.not(holds)]), column: found.column };
  if (excludes) return { where: sql.not(sql.grouped(`${given} AND ${holds}`)), column: found.column };
  if (only) return { where: sql.any([sql.not(given), holds]), column: found.column };
  return {
    where: sql.any([sql.isNull(value), sql.same(sql.grouped(holds), sql.grouped(sql.equal(value, '1')))]),
    column: found.column,
  };
}

function wordsFilter(
  tool: ToolFacts,
  thing: Thing,
  argument: string,
  required: boolean,
  description: string,
  domain: Domain,
  draft: Draft,
): void {
  const columns = [...(domain.known.get(thing.table)?.columns.values() ?? [])].filter(
    (known) =>
      known.type === 'text' &&
      known.references === undefined &&
      known.choices.length === 0 &&
      !/(^|_)(id|url|at|date|time|password|token)$/.test(known.column),
  );
  const said = `${tool.description} ${description}`.toLowerCase();
  const named = columns.filter((known) => new RegExp(`\\b${known.words.join('[ _-]')}`).test(said));
  const searched = named.length > 0 ? named : columns;
  const texts = [
    ...searched.map((known) => known.column),
    ...(thing.natural && named.length === 0 ? [thing.own.column] : []),
  ];
  const maps =
    named.length > 0
      ? []
      : [...(domain.known.get(thing.table)?.columns.values() ?? [])].filter(
          (known) => known.type === 'json' && known.schema['type'] !== 'array' && known.given,
        );
  if (texts.length === 0 && maps.length === 0)
    return void draft.unknown.push({
      why: `${argument} searches a ${thing.words.join(' ')}, of which no text is known`,
      argument: argument,
    });
  const value = sql.argument([argument]);
  const parts = [...new Set(texts)]
    .map(sql.name)
    .concat(maps.map((known) => sql.textsIn(sql.column(thing.table, known.column))));
  const text = parts.length === 1 ? sql.or(parts[0] ?? '', "''") : sql.spaced(parts);
  const test = sql.matchesWords(text, value);
  draft.where.push(required ? test : sql.any([sql.isNull(value), test]));
  draft.roles.push({
    place: argument,
    role: 'text search',
    is: texts.map((each) => `${thing.table}.${each}`).join(', '),
  });
  for (const known of [...searched, ...maps]) draft.needs.push(needOfKnown(thing, known, tool.name));
}

function rangeFilter(
  thing: Thing,
  argument: string,
  kind: { op: string; of: readonly string[]; date: boolean },
  domain: Domain,
  draft: Draft,
): void {
  const columns = [...(domain.known.get(thing.table)?.columns.values() ?? [])];
  const of = spelled(kind.of);
  const isDate = (known: KnownColumn): boolean =>
    known.type === 'text' &&
    (/(^|_)(date|time|at|on|day|due|timestamp|start|end)$/.test(known.column) ||
      String(known.schema['format'] ?? '').startsWith('date') ||
      /\b(ISO ?8601|YYYY-MM-DD)\b/i.test(known.description));
  const fits = columns.filter((known) =>
    kind.date ? isDate(known) : known.type === 'integer' || known.type === 'real',
  );
  const bare = (known: KnownColumn): string =>
    known.words.filter((word) => !['date', 'time', 'at', 'on', 'timestamp', 'day'].includes(word)).join(' ');
  const byName = fits.find((known) =>
    kind.date ? bare(known) === of.join(' ') && of.length > 0 : known.words.join(' ') === of.join(' '),
  );
  const found = byName ?? (kind.date && of.length === 0 && fits.length === 1 ? fits[0] : undefined);
  if (found === undefined)
    return void draft.unknown.push({
      why: `${argument} bounds ${of.join(' ') || 'a date'}, which no ${thing.words.join(' ')} has`,
      argument: argument,
    });
  const value = sql.argument([argument]);
  // a day includes its hours
  const column =
    kind.date && kind.op === '<=' ? sql.dayOrMoment(sql.name(found.column), value) : sql.name(found.column);
  draft.where.push(sql.any([sql.isNull(value), sql.compare(column, kind.op, value)]));
  draft.roles.push({ place: argument, role: 'range', is: `${thing.table}.${found.column}` });
  draft.needs.push(needOfKnown(thing, found, ''));
}

/** What was archived or put into the trash is in no list, unless the list asks about it. */
function hideArchived(tool: ToolFacts, thing: Thing, domain: Domain, draft: Draft): void {
  const by = domain.tools.find(
    (other) =>
      (other.verb === 'archive' || other.verb === 'trash') &&
      other.told !== 'read' &&
      thing.nouns.has(spelled(other.noun).join(' ')),
  );
  const target = by === undefined ? undefined : targetOf(by, thing, domain);
  if (by === undefined || target === undefined || typeof target === 'string' || typeof target.value !== 'boolean')
    return;
  const speaks = [...tool.restricting, ...tool.arguments.flatMap((node) => node.field.words)].some((word) =>
    ['archived', 'archive', 'closed', 'trashed', 'trash', 'deleted', 'inactive', 'all'].includes(word),
  );
  if (speaks || draft.roles.some((role) => role.is === `${thing.table}.${target.column}`)) return;
  draft.where.push(sql.equal(sql.name(target.column), sql.literal(!target.value)));
  draft.needs.push({
    table: thing.table,
    column: target.column,
    words: target.column.split('_'),
    value: 'boolean',
    use: 'filtered',
    required: false,
    mayLack: false,
    schema: {},
    description: '',
    choices: [],
    state: target.value,
    by: tool.name,
  });
}

const PAST = new Set(['recent', 'latest', 'newest', 'last']);
const NOT_RESTRICTING = new Set(
  'all a an the specific single multiple many one existing some every bulk batch any this list new full complete'.split(
    ' ',
  ),
);

/** Words of the name that restrict the rows: open, archived, recent. */
function restrict(tool: ToolFacts, thing: Thing, domain: Domain, draft: Draft): void {
  for (const word of tool.restricting) {
    if (NOT_RESTRICTING.has(word)) continue;
    const columns = [...(domain.known.get(thing.table)?.columns.values() ?? [])];
    if (PAST.has(word)) {
      const created = columns.find((known) =>
        /^(created|sent|posted|added)(_at|_date|_on)?$|^(date|timestamp)$/.test(known.column),
      );
      if (created === undefined) draft.unknown.push({ why: `nothing tells which ${thing.words.join(' ')} is ${word}` });
      else {
        draft.order = [sql.descending(sql.name(created.column)), ...draft.order];
        draft.needs.push(needOfKnown(thing, created, tool.name));
      }
      continue;
    }
    const holding = FREE.has(word) ? holdingsOf(domain).find((each) => each.held === thing) : undefined;
    if (holding !== undefined) {
      draft.where.push(
        sql.not(
          sql.existsAs(
            holding.booking.table,
            'held',
            holds(holding, 'held', `${sql.name(thing.table)}.${sql.name(thing.own.column)}`),
          ),
        ),
      );
      const known = domain.known.get(holding.booking.table)?.columns.get(holding.column);
      if (known !== undefined) draft.needs.push(needOfKnown(holding.booking, known, tool.name));
      continue;
    }
    const state = columns.find((known) => known.choices.some((choice) => sameState(String(choice), word)));
    const flag = columns.find(
      (known) => known.type === 'boolean' && (known.column === word || known.column === `is_${word}`),
    );
    const choice = state?.choices.find((each) => sameState(String(each), word));
    if (flag !== undefined) draft.where.push(sql.equal(sql.name(flag.column), '1'));
    else if (state !== undefined && choice !== undefined)
      draft.where.push(sql.equal(sql.name(state.column), sql.literal(choice)));
    else
      draft.unknown.push({
        why:
          word === 'my' || word === 'own'
            ? 'nothing tells who is asking'
            : `nothing tells which ${thing.words.join(' ')} is ${word}`,
      });
    const used = flag ?? state;
    if (used !== undefined) draft.needs.push(needOfKnown(thing, used, tool.name));
  }
}

function sorting(thing: Thing, bindings: Bindings, domain: Domain, draft: Draft): void {
  const sort = bindings.others.find(({ kind }) => kind.kind === 'sort')?.node;
  const direction = bindings.others.find(({ kind }) => kind.kind === 'direction')?.node;
  if (sort === undefined) {
    if (direction !== undefined)
      draft.unknown.push({
        why: `${direction.field.name} turns an order round that nothing names`,
        argument: direction.field.name,
      });
    return;
  }
  if (sort.kind !== 'scalar')
    return void draft.unknown.push({ why: `${sort.field.name} is a list of orders`, argument: sort.field.name });
  const columns = [...(domain.known.get(thing.table)?.columns.values() ?? [])].filter((known) => known.type !== 'json');
  const { choices } = sort.field;
  const ways = (choices.length > 0 ? choices.map(String) : columns.map((known) => known.column)).map((choice) => ({
    choice,
    ...wayOf(choice, columns, thing),
  }));
  const lost = ways.filter(({ column }) => column === undefined);
  if (ways.length === 0 || lost.length > 0)
    return void draft.unknown.push({
      why: `${sort.field.name} sorts by ${lost.map(({ choice }) => choice).join(', ') || 'nothing known'}, which nothing tells`,
      argument: sort.field.name,
    });
  const value = sql.argument([sort.field.name]);
  const byDefault = sort.field.schema['default'];
  const chosen = typeof byDefault === 'string' ? sql.or(value, sql.literal(byDefault)) : value;
  const plainText = direction === undefined ? undefined : sql.lower(sql.or(directionText(direction), "'asc'"));
  const down = plainText === undefined ? '0' : sql.compare(plainText, 'LIKE', "'desc%'");
  const cases = (descending: boolean): sql.Expr =>
    sql.case_(
      ways.map(({ choice, column, down: own }): [sql.Expr, sql.Expr] => [
        sql.equal(chosen, sql.literal(choice)),
        plainText === undefined
          ? own === descending
            ? sql.name(column ?? '')
            : 'NULL'
          : sql.choose(descending ? down : sql.not(down), sql.name(column ?? ''), 'NULL'),
      ]),
      'NULL',
    );
  draft.order = [cases(false), sql.descending(cases(true)), ...draft.order];
  draft.roles.push({ place: sort.field.name, role: 'sort', is: thing.table });
  if (direction !== undefined) draft.roles.push({ place: direction.field.name, role: 'sort', is: thing.table });
  for (const { column } of ways) {
    const known = columns.find((each) => each.column === column);
    if (known !== undefined) draft.needs.push(needOfKnown(thing, known, ''));
  }
}

function directionText(node: Bindings['others'][number]['node']): sql.Expr {
  const value = sql.argument([node.field.name]);
  if (node.kind !== 'scalar' || node.field.type !== 'boolean') return value;
  const isUp = node.field.words.includes('ascending') || node.field.words.includes('asc');
  return sql.choose(sql.equal(value, '1'), isUp ? "'asc'" : "'desc'", isUp ? "'desc'" : "'asc'");
}

/** created_at, -created_at, price_desc, newest */
function wayOf(
  choice: string,
  columns: readonly KnownColumn[],
  thing: Thing,
): { column: string | undefined; down: boolean } {
  const down = choice.startsWith('-') || /[_: ]desc(ending)?$/i.test(choice);
  const name = columnName(
    spelled(
      choice
        .replace(/^[-+]/, '')
        .replace(/[_: ](asc|desc)(ending)?$/i, '')
        .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
        .toLowerCase()
        .split(/[_\s.-]+/),
    ),
  );
  const created = columns.find((known) => /^created(_at|_date|_on)?$/.test(known.column))?.column;
  if (name === 'newest' || name === 'latest' || name === 'recent') return { column: created, down: true };
  if (name === 'oldest') return { column: created, down: false };
  if (name === 'id' || name === thing.own.column) return { column: thing.own.column, down };
  if (name === 'created' || name === 'updated')
    return {
      column: columns.find((known) => new RegExp(`^${name}(_at|_date|_on)?$`).test(known.column))?.column,
      down,
    };
  return { column: columns.find((known) => known.column === name)?.column, down };
}

function pageOf(bindings: Bindings, draft: Draft): Page | undefined {
  const one = (kind: string): string | undefined =>
    bindings.others.find((each) => each.kind.kind === kind)?.node.field.name;
  const [limit, page, offset, cursor] = [one('limit'), one('page'), one('offset'), one('cursor')];
  for (const name of [limit, page, offset, cursor])
    if (name !== undefined) draft.roles.push({ place: name, role: 'paging', is: '' });
  const full = { limit: String(FULL_PAGE), reach: String(FULL_PAGE), text: false };
  if (limit === undefined && page === undefined && offset === undefined && cursor === undefined) return full;
  const size = limit === undefined ? String(page === undefined ? FULL_PAGE : USUAL_PAGE) : sizeOf(bindings, limit);
  if (page !== undefined) {
    const node = bindings.others.find((each) => each.node.field.name === page)?.node;
    const first = node?.field.schema['default'] === 0 || node?.field.schema['minimum'] === 0 ? 0 : 1;
    const at = sql.most(sql.or(sql.asWhole(sql.argument([page])), String(first)), String(first));
    const skip = sql.times(sql.grouped(first === 0 ? at : sql.minus(at, '1')), size);
    return { limit: size, offset: skip, reach: sql.plus(skip, size), page: at, text: false };
  }
  const from = offset ?? cursor;
  if (from === undefined) return { ...full, limit: size, reach: size };
  const skip = sql.most(sql.or(sql.asWhole(sql.argument([from])), '0'), '0');
  return { limit: size, offset: skip, reach: sql.plus(skip, size), text: offset === undefined };
}

function sizeOf(bindings: Bindings, name: string): sql.Expr {
  const node = bindings.others.find((each) => each.node.field.name === name)?.node;
  const stated = node?.field.schema['default'];
  const said = /defaults? (?:is |to |= ?|: ?)?(\d+)/i.exec(node?.field.description ?? '')?.[1];
  const usual = typeof stated === 'number' ? stated : said === undefined ? FULL_PAGE : Number(said);
  return sql.least(sql.most(sql.or(sql.asWhole(sql.argument([name])), String(usual)), '0'), String(FULL_PAGE));
}
