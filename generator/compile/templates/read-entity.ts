// get, find and list over the rows of an entity: by key, by another of its columns, filtered, searched, sorted, paged.
import type { Step } from '../../../envs/values/program.ts';
import { isSearchText, rangeEnd } from '../argument-roles.ts';
import { Draft, bindingName, inMessage, letRow, reference, thing } from '../draft.ts';
import { wholeRow } from '../whole-row.ts';
import type { FieldNode, ListNode, ScalarNode } from '../fields.ts';
import { columnName, leavesOf } from '../fields.ts';
import { chosenKey } from '../entities.ts';
import { listIn } from '../list-in.ts';
import type { DomainTool } from '../read-tool.ts';
import { originalName } from '../../pool/pool-tool.ts';
import { plural } from '../../../envs/words/split-words.ts';
import type { ColumnPlan, Model, TablePlan } from '../model.ts';
import { columnOf, findEntity, keyOf, referenceColumn, similarColumn, widen } from '../placing.ts';
import { literal, quoted, returnStep, type Out } from '../render.ts';
import { sessionOf, signIn } from '../session.ts';
import { limitOf, nextPage, pagingOf } from './paging.ts';
import type { Reading } from './reading.ts';

/** An unpaged list shows no more. */

/** The argument that is the key of the rows of a table. */
export function ownKeyArgument(
  model: Model,
  table: TablePlan,
  nodes: readonly FieldNode[],
  tool: DomainTool,
): FieldNode | undefined {
  // /rules/{ruleId}: the last place of a path is the key, whatever its name
  const end = tool.path.at(-1);
  if (end?.argument !== undefined && end.words.length > 0 && findEntity(model, end.words) === table.entity) {
    const node = nodes.find((each) => each.kind === 'scalar' && each.field.name === end.argument);
    if (node !== undefined) return node;
  }
  const chosen = chosenKey(tool, nodes);
  if (chosen !== undefined) return chosen;
  const last = tool.path.at(-1)?.argument ?? tool.path.at(-2)?.argument;
  const keys = nodes.filter((node) => {
    if (node.kind !== 'scalar') return false;
    const key = keyOf(model, node.field, table.entity);
    return key?.entity === table.entity && key !== undefined && key.role.length === 0;
  });
  return keys.find((node) => node.field.name === last) ?? keys.find((node) => node.field.required) ?? keys[0];
}

/** What is said of a key holds for all keys of the table. */
export function noteKey(model: Model, table: TablePlan, node: FieldNode): void {
  widen(model.keyColumn(table), node.field);
}

/** Other arguments of a single-row tool: parents in the path, checks such as the last digits of a card. */
export function rowConditions(
  draft: Draft,
  table: TablePlan,
  nodes: readonly FieldNode[],
): { column: ColumnPlan; node: FieldNode }[] {
  const { model, tool } = draft;
  return nodes.flatMap((node) => {
    if (node.kind !== 'scalar') {
      draft.flag('unused argument', `${node.field.name} says nothing about the row`);
      draft.place(node, 'unused', 'none');
      return [];
    }
    const key = keyOf(model, node.field, table.entity);
    // get_logs(service_id, lines?): how much of it is shown
    const isHowMuch =
      !node.field.required &&
      key === undefined &&
      node.field.type === 'integer' &&
      similarColumn(table, node.field.words, node.field) === undefined;
    if (isHowMuch && nodes.length < tool.arguments.length) {
      draft.place(node, 'formatting', 'how much of it is shown');
      return [];
    }
    const column =
      key === undefined || key.entity === table.entity
        ? columnOf(model, table, node)
        : (model.referencesTo(table, key.entity.table)[0] ??
          referenceColumn(
            model,
            table,
            key.entity,
            columnName(node.field.words.length > 1 ? node.field.words : [key.entity.key.column]),
            node.field,
          ));
    model.use(table, column, 'filtered', draft.tool.name);
    draft.place(node, key === undefined ? 'verification' : 'reference', `${table.name}.${column.name}`);
    return [{ column, node }];
  });
}

export function getReading(draft: Draft, table: TablePlan): Reading {
  const { model, tool } = draft;
  let out: Out | undefined;
  let key: FieldNode | undefined;
  let conditions: { column: ColumnPlan; node: FieldNode }[] = [];
  return {
    kind: 'get',
    phase: 0,
    declare() {
      const nodes = draft.specific(true);
      key =
        ownKeyArgument(model, table, nodes, tool) ??
        nodes.find(
          (node) =>
            node.kind === 'scalar' &&
            node.field.required &&
            node.field.words.join(' ').endsWith('id') &&
            keyOf(model, node.field, undefined) === undefined,
        );
      if (key !== undefined) {
        draft.place(key, 'own key', `${table.name}.${table.key[0] ?? ''}`);
        noteKey(model, table, key);
      }
      for (const node of draft.general(true, 'limit', 'page', 'offset', 'cursor', 'sort', 'direction'))
        draft.place(node, 'formatting', 'one row needs no page');
      conditions = rowConditions(
        draft,
        table,
        nodes.filter((node) => node !== key),
      );
      if (tool.result !== undefined) out = draft.result(table);
      else if (key !== undefined) nameWhatIsAsked(model, table, tool);
    },
    write() {
      const name = bindingName(table, tool);
      const own = quoted(table.key[0] ?? '');
      const session = sessionOf(model);
      const isMine = key === undefined && conditions.length === 0 && session?.users === table;
      const steps: Step[] = [...signIn(draft, isMine)];
      const needed = conditions.filter(({ node }) => node.field.required);
      const optional = conditions.filter(({ node }) => !node.field.required);
      const where = [
        ...(isMine ? [`${own} = :session.user_id`] : []),
        ...(key === undefined ? [] : [`${own} = ${reference(key.field.path)}`]),
        ...needed.map(({ column, node }) => matches(column, node)),
        ...optional.map(({ column, node }) => `(${reference(node.field.path)} IS NULL OR ${matches(column, node)})`),
      ];
      const said = key ?? needed[0]?.node ?? optional[0]?.node;
      const message =
        said === undefined
          ? `There is no ${thing(table)}.`
          : `There is no ${thing(table)} ${inMessage(said.field.path)}.`;
      steps.push(
        key === undefined && !isMine
          ? {
              let: name,
              sql: `SELECT * FROM ${table.name}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''} ORDER BY ${table.key.map(quoted).join(', ')} LIMIT 1`,
              else: ['NOT_FOUND', message],
            }
          : letRow(table, name, where.join(' AND '), message),
      );
      const result = out ?? wholeRow(table, model, tool.name);
      steps.push(returnStep(result, { table: table.name, where: `${own} = :${name}.${table.key[0] ?? ''}` }));
      return steps;
    },
  };
}

/** get_hotel_amenities(hotel_id), of which nobody says what it shows: the hotel has amenities. */
function nameWhatIsAsked(model: Model, table: TablePlan, tool: DomainTool): void {
  const own = new Set([...table.words, ...(table.entity?.names.flatMap((name) => name.split(' ')) ?? [])]);
  const asked = tool.noun.filter((word) => !own.has(word));
  const name = columnName(asked);
  if (asked.length === 0 || asked.length > 2 || asked.some((word) => GENERIC_ASKS.has(word))) return;
  if ([...table.columns.keys()].some((each) => each === name || each.endsWith(`_${name}`))) return;
  const isMany =
    tool.words.length > 0 && new RegExp(`${plural(asked.at(-1) ?? '')}`, 'i').test(originalName(tool.pool));
  const column = model.column(table, {
    name,
    words: asked,
    valueType: isMany ? 'json' : 'text',
    schema: isMany ? { type: 'array', items: { type: 'string' } } : {},
    description: '',
    nullable: false,
    assumed: true,
  });
  model.use(table, column, 'returned', tool.name);
}

const GENERIC_ASKS = new Set(
  'detail info information profile record status state data summary overview schedule history balance account statement report'.split(
    ' ',
  ),
);

function matches(column: ColumnPlan, node: FieldNode): string {
  const sql = reference(node.field.path);
  const isName =
    column.type === 'TEXT' &&
    column.references === undefined &&
    node.kind === 'scalar' &&
    node.field.choices.length === 0 &&
    column.role === undefined;
  return isName ? `lower(${quoted(column.name)}) = lower(${sql})` : `${quoted(column.name)} = ${sql}`;
}

interface Filter {
  readonly node: FieldNode;
  readonly sql: string;
  readonly column?: ColumnPlan;
  readonly parent?: TablePlan;
}

export function listReading(draft: Draft, table: TablePlan, owned: boolean): Reading {
  const { model, tool } = draft;
  let filters: Filter[] = [];
  let searches: FieldNode[] = [];
  let out: Out | undefined;
  let ownerFilter = '';
  const paging = pagingOf(draft);
  const sort = draft.general(true, 'sort')[0];
  const direction = draft.general(true, 'direction')[0];
  return {
    kind: 'list',
    phase: 1,
    declare() {
      // the leaves name the columns, the filters use them
      if (tool.result !== undefined) draft.result(table, { list: allRows(table), ...counted(tool, '0') });
      if (tool.result !== undefined && !isMany(tool)) draft.result(table);
      draft.leaves.length = 0;
      for (const node of Object.values(paging)) draft.place(node, 'paging', 'page');
      for (const node of [sort, direction]) if (node !== undefined) draft.place(node, 'sort', 'order');
      for (const node of draft.general(true, 'limit', 'page', 'offset', 'cursor', 'sort', 'direction'))
        draft.place(node, 'paging', 'page');
      const nodes = draft.specific(true);
      searches = nodes.filter(isSearchText);
      for (const node of searches) draft.place(node, 'text search', table.name);
      filters = nodes.filter((node) => !searches.includes(node)).flatMap((node) => filterOf(draft, table, node) ?? []);
    },
    write() {
      const owner = owned ? [...table.columns.values()].find((column) => column.system === 'owner') : undefined;
      if (owner !== undefined && sessionOf(model) !== undefined)
        ownerFilter = `${quoted(owner.name)} = :session.user_id`;
      const steps: Step[] = [...signIn(draft, ownerFilter !== '')];
      for (const filter of filters)
        if (filter.parent !== undefined && filter.node.field.required) {
          const parent = filter.parent;
          steps.push(
            letRow(
              parent,
              bindingName(parent, tool),
              `${quoted(parent.key[0] ?? '')} = ${reference(filter.node.field.path)}`,
              `There is no ${thing(parent)} ${inMessage(filter.node.field.path)}.`,
            ),
          );
        }
      const where = [
        ...(ownerFilter === '' ? [] : [ownerFilter]),
        ...filters.map(({ node, sql }) =>
          node.field.required ? sql : `(${reference(node.field.path)} IS NULL OR ${sql})`,
        ),
        ...searches.map((node) => {
          const text = `text_match(${searchable(table)}, ${reference(node.field.path)})`;
          return node.field.required ? text : `(${reference(node.field.path)} IS NULL OR ${text})`;
        }),
      ];
      const order = orderOf(table, sort, direction);
      const count = `(SELECT count(*) FROM ${table.name}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''})`;
      const paged = Object.keys(paging).length > 0;
      const list = {
        from: table.name,
        where,
        order,
        ...(paged || !listsNames(tool.result) ? { limit: limitOf(paging) } : {}),
        count,
      };
      draft.leaves.length = 0;
      out =
        tool.result === undefined
          ? { kind: 'rows', ...list, item: wholeRow(table, model, tool.name) }
          : draft.result(table, {
              list,
              known: new Map([...(counted(tool, count).known ?? []), ...nextPage(tool, count, paging)]),
            });
      if (out.kind === 'object' && !/"rows"|json_group_object|count\(\*\)/.test(JSON.stringify(out))) {
        draft.leaves.length = 0;
        out = draft.result(table);
        draft.flag('one of many', 'a list whose declared result is one row: the first is shown');
        steps.push({
          let: 'first',
          sql: `SELECT ${table.key.map(quoted).join(', ')} FROM ${table.name}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''} ORDER BY ${order.join(', ')} LIMIT 1`,
          else: ['NOT_FOUND', `There is no such ${thing(table)}.`],
        });
        steps.push(
          returnStep(out, {
            table: table.name,
            where: table.key.map((key) => `${quoted(key)} = :first.${key}`).join(' AND '),
          }),
        );
        return steps;
      }
      steps.push(returnStep(out));
      return steps;
    },
  };
}

/** A list that is only counted. */
function counted(tool: DomainTool, sql: string): { readonly known?: ReadonlyMap<string, string> } {
  const leaves = tool.result === undefined ? [] : leavesOf(tool.result);
  const [only] = leaves;
  return leaves.length === 1 && only?.kind === 'scalar' && only.field.type === 'integer'
    ? { known: new Map([[columnName(only.field.words.length > 0 ? only.field.words : ['value']), sql]]) }
    : {};
}

function isMany(tool: DomainTool): boolean {
  return tool.result !== undefined && (listIn(tool.result) !== undefined || leavesOf(tool.result).length === 1);
}

/** A list of names or ids is short enough to be whole. */
function listsNames(node: FieldNode | undefined): boolean {
  if (node === undefined) return false;
  if (node.kind === 'list') return node.item.kind === 'scalar';
  return node.kind === 'object' && node.members.some(listsNames);
}

/** All rows, before filters and paging are known: enough to tell which columns a result asks for. */
function allRows(table: TablePlan): { from: string; where: string[]; order: string[]; count: string } {
  return { from: table.name, where: [], order: [...table.key], count: '0' };
}

/** A condition of a list. */
export function filterOf(draft: Draft, table: TablePlan, node: FieldNode): Filter | undefined {
  const { model, tool } = draft;
  const sql = reference(node.field.path);
  const using = (
    column: ColumnPlan,
    role: 'filter' | 'range' | 'reference',
    text: string,
    parent?: TablePlan,
  ): Filter => {
    model.use(table, column, 'filtered', tool.name);
    draft.place(node, role, `${table.name}.${column.name}`);
    return { node, sql: text, column, ...(parent === undefined ? {} : { parent }) };
  };
  if (node.kind === 'object') {
    draft.place(node, 'unused', 'none');
    draft.flag('unused argument', `${node.field.name} is an object that selects nothing`);
    return undefined;
  }
  if (node.kind === 'list') return listFilter(draft, table, node, using);
  const { field } = node;
  const range = rangeEnd(field);
  const exact = similarColumn(table, field.words, field);
  const key = keyOf(model, field, table.entity);
  if (range !== undefined && exact === undefined && key === undefined) {
    const column =
      rangedColumn(table, range.of, field.type === 'text') ??
      (range.of.length > 0 || field.type !== 'text' ? undefined : dateColumn(model, table));
    const isText = field.type === 'text';
    const target =
      column ??
      columnOf(model, table, {
        kind: 'scalar',
        field: { ...field, name: range.of.join('_') || 'date', words: range.of.length > 0 ? range.of : ['date'] },
      });
    const both = isText && target.type === 'TEXT';
    return using(
      target,
      'range',
      both
        ? `substr(${quoted(target.name)}, 1, length(${sql})) ${range.op} ${sql}`
        : `${quoted(target.name)} ${range.op} ${sql}`,
    );
  }
  if (key !== undefined) {
    if (key.entity === table.entity && key.role.length === 0) {
      const column = model.keyColumn(table);
      return using(column, 'filter', `${quoted(column.name)} = ${sql}`);
    }
    const references = model.referencesTo(table, key.entity.table);
    const column =
      references.find((each) => each.name === columnName(field.words)) ??
      references[0] ??
      referenceColumn(
        model,
        table,
        key.entity,
        columnName(
          field.words.length > 1 || !key.entity.key.natural
            ? field.words.length > 1
              ? field.words
              : [...field.words, 'id']
            : [key.entity.key.column],
        ),
        field,
      );
    return using(column, 'reference', `${quoted(column.name)} = ${sql}`, model.tableOf(key.entity));
  }
  const column = columnOf(model, table, node);
  if (column.type === 'REAL' && field.type === 'real') {
    draft.flag('equality on a real', `${field.name} would have to be equal to ${table.name}.${column.name}`);
    return using(column, 'filter', `abs(${quoted(column.name)} - ${sql}) < 0.5`);
  }
  if (column.role === 'json')
    return using(
      column,
      'filter',
      `EXISTS (SELECT 1 FROM json_each(${table.name}.${quoted(column.name)}) AS v WHERE v.value = ${sql})`,
    );
  const isName =
    column.type === 'TEXT' && column.choices === undefined && field.type === 'text' && column.references === undefined;
  return using(
    column,
    'filter',
    isName ? `lower(${quoted(column.name)}) = lower(${sql})` : `${quoted(column.name)} = ${sql}`,
  );
}

function listFilter(
  draft: Draft,
  table: TablePlan,
  node: ListNode,
  using: (column: ColumnPlan, role: 'filter', text: string) => Filter,
): Filter | undefined {
  const { model } = draft;
  const { item } = node;
  if (item.kind !== 'scalar') {
    draft.place(node, 'unused', 'none');
    draft.flag('unused argument', `${node.field.name} is a list of objects that selects nothing`);
    return undefined;
  }
  const words = node.field.words;
  const scalar: ScalarNode = { kind: 'scalar', field: { ...item.field, name: node.field.name, words } };
  const isOwn = words.join(' ') === table.words.join(' ') || table.entity?.names.includes(words.join(' ')) === true;
  const column = isOwn ? model.keyColumn(table) : columnOf(model, table, scalar);
  const sql = reference(node.field.path);
  if (column.role === 'json')
    return using(
      column,
      'filter',
      `EXISTS (SELECT 1 FROM json_each(${table.name}.${quoted(column.name)}) AS v WHERE v.value IN (SELECT w.value FROM json_each(${sql}) AS w))`,
    );
  return using(column, 'filter', `${quoted(column.name)} IN (SELECT v.value FROM json_each(${sql}) AS v)`);
}

function rangedColumn(table: TablePlan, of: readonly string[], isText: boolean): ColumnPlan | undefined {
  if (of.length === 0) return undefined;
  const name = columnName(of);
  const columns = [...table.columns.values()].filter((column) => column.role !== 'json' && column.role !== 'boolean');
  return (
    columns.find((column) => column.name === name) ??
    columns.find((column) => of.every((word) => column.words.includes(word)) && (isText || column.type !== 'TEXT'))
  );
}

/** The column that says when. */
export function dateColumn(model: Model, table: TablePlan): ColumnPlan | undefined {
  const columns = [...table.columns.values()].filter(
    (column) => column.type === 'TEXT' && column.role !== 'json' && column.references === undefined,
  );
  const isDate = (column: ColumnPlan): boolean =>
    String(column.schema['format'] ?? '').startsWith('date') ||
    /(^|_)(date|time|timestamp|at|on|day)$/.test(column.name);
  void model;
  return (
    columns.find((column) => isDate(column) && !/updated|modified|birth|expir|due/.test(column.name)) ??
    columns.find((column) => /(^|_)(start|begin|departure|arrival)$/.test(column.name)) ??
    columns.find(isDate)
  );
}

/** The texts of a row that a search looks at. */
export function searchable(table: TablePlan): string {
  const texts = [...table.columns.values()].filter(
    (column) =>
      column.type === 'TEXT' &&
      column.references === undefined &&
      column.role !== 'minted' &&
      column.role !== 'timestamp' &&
      column.choices === undefined &&
      !/(^|_)(url|uri|link|date|time|at|id|hash|token|password|image|icon)$/.test(column.name) &&
      column.system === undefined,
  );
  const named =
    texts.length > 0
      ? texts.slice(0, 6)
      : [...table.columns.values()].filter((column) => column.type === 'TEXT').slice(0, 1);
  if (named.length === 0) return `CAST(${quoted(table.key[0] ?? '')} AS TEXT)`;
  const [first] = named;
  return named.length === 1 && first !== undefined
    ? quoted(first.name)
    : `concat_ws(' ', ${named.map((column) => quoted(column.name)).join(', ')})`;
}

function orderOf(table: TablePlan, sort: FieldNode | undefined, direction: FieldNode | undefined): string[] {
  const key = table.key.map(quoted);
  if (sort === undefined && direction === undefined) return key;
  const choices = sort?.field.choices.map(String) ?? [];
  const columns = [...table.columns.values()].filter((column) => column.role !== 'json');
  const offered =
    choices.length > 0
      ? choices.flatMap((choice) => {
          const bare = choice.replace(/^[-+]/, '').replace(/[ _:.-]?(asc|desc|ascending|descending)$/i, '');
          const column = columns.find(
            (each) =>
              each.name ===
              columnName(
                bare.split(/[^A-Za-z0-9]+/).flatMap((part) =>
                  part
                    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
                    .toLowerCase()
                    .split(' '),
                ),
              ),
          );
          return column === undefined ? [] : [{ choice, column, down: /^-|desc(ending)?$/i.test(choice) }];
        })
      : columns.slice(0, 6).map((column) => ({ choice: column.name, column, down: false }));
  const downward =
    direction === undefined
      ? '0'
      : `lower(CAST(coalesce(${reference(direction.field.path)}, '') AS TEXT)) IN ('desc', 'descending', '-1')`;
  if (sort === undefined) return [`iif(${downward}, ${key[0] ?? ''}, NULL) DESC`, ...key];
  if (offered.length === 0) return key;
  const sql = reference(sort.field.path);
  const cases = (items: typeof offered): string =>
    `CASE ${sql} ${items.map(({ choice, column }) => `WHEN ${literal(choice)} THEN ${quoted(column.name)}`).join(' ')} END`;
  const up = offered.filter((each) => !each.down);
  const down = offered.filter((each) => each.down);
  return [
    ...(direction === undefined ? [] : [`iif(${downward}, ${cases(offered)}, NULL) DESC`]),
    ...(down.length > 0 ? [`${cases(down)} DESC`] : []),
    ...(up.length > 0 ? [cases(up)] : []),
    ...key,
  ];
}
