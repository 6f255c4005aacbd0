// A result schema over a row: every returned leaf gets one role (key, column, derived, echo, outcome, envelope) and the
// expression that gives it. Columns that results need and nobody has are made here, and are marked when only a write
// shows them.
import { participle, stem } from '../words/deeds.ts';
import { plural, singular } from '../../envs/words/split-words.ts';
import { GENERIC_LISTS, type Entity } from './entities.ts';
import { columnName, leavesOf, type FieldNode, type ListNode, type ObjectNode, type ScalarNode } from './fields.ts';
import { columnWords, ownWords, type ColumnPlan, type Model, type TablePlan } from './model.ts';
import {
  columnOf,
  findEntity,
  isFlat,
  jsonColumn,
  keyOf,
  referenceColumn,
  similarColumn,
  widen,
  withoutNew,
} from './placing.ts';
import { linkTable } from './link-table.ts';
import type { DomainTool } from './read-tool.ts';
import { literal, quoted, type Out, type RowsOut } from './render.ts';

export interface Scope {
  readonly model: Model;
  readonly tool: DomainTool;
  /** The table of the row; none where there is no row. */
  readonly table: TablePlan | undefined;
  /** How the row is called in the statement; empty: columns stand alone. */
  readonly row: string;
  readonly writes: boolean;
  /** Arguments that results may repeat, by words: their reference. */
  readonly echoes: ReadonlyMap<string, { readonly sql: string; readonly type: string; readonly required: boolean }>;
  /** Where the rows of a list of the table's own entity come from. */
  readonly list?: Omit<RowsOut, 'kind' | 'item'> & { readonly count: string };
  /** The list of a result that holds the rows. */
  readonly mainList?: FieldNode;
  readonly prefix: readonly string[];
  readonly depth: number;
  readonly notes: LeafNote[];
  /** Expressions for leaves that the template knows, by column name: new_balance, count. */
  readonly known?: ReadonlyMap<string, string>;
}

export interface LeafNote {
  readonly leaf: string;
  readonly role:
    | 'key'
    | 'column'
    | 'derived'
    | 'echo'
    | 'outcome'
    | 'envelope'
    | 'clock'
    | 'joined'
    | 'paging'
    | 'invented';
  readonly is: string;
}

const COUNTS = new Set([
  'count',
  'total',
  'total count',
  'size',
  'length',
  'total result',
  'result count',
  'total item',
  'item count',
  'total size',
  'num result',
  'number of result',
  'total record',
  'record count',
  'full count',
  'hit count',
  'total hit',
  'total element',
]);
const OUTCOMES = new Set([
  'success',
  'successful',
  'ok',
  'status',
  'message',
  'msg',
  'result',
  'detail',
  'info',
  'note',
  'response',
  'confirmation',
  'succeeded',
  'acknowledged',
  'error',
  'error message',
  'error code',
  'code',
  'status code',
  'errors',
  'warning',
  'reason',
  'response message',
  'status message',
  'confirmation message',
  'output',
]);

export function layOut(node: FieldNode, scope: Scope): Out {
  if (node.kind === 'scalar') return leaf(node, scope, []);
  if (node.kind === 'list') return list(node, scope);
  return object(node, scope);
}

function note(scope: Scope, node: FieldNode, role: LeafNote['role'], is: string): void {
  scope.notes.push({ leaf: node.field.path.join('.') || '(whole)', role, is });
}

function column(scope: Scope, table: TablePlan, plan: ColumnPlan, node?: ScalarNode | ListNode): Out {
  if (node !== undefined && !node.field.nullable) {
    plan.shown = true;
    // what refers to its own table may have nothing to refer to
    if (plan.references === table.name && !scope.writes) delete plan.references;
  }
  scope.model.use(table, plan, 'returned', scope.tool.name);
  const name = quoted(plan.name);
  let sql = scope.row === '' ? name : `${scope.row}.${name}`;
  const wanted = node?.kind === 'scalar' ? node.field.type : undefined;
  if (wanted === 'integer' && plan.type === 'TEXT' && plan.role !== 'json') sql = `CAST(${sql} AS INTEGER)`;
  else if (wanted === 'real' && plan.type === 'TEXT' && plan.role !== 'json') sql = `CAST(${sql} AS REAL)`;
  else if (wanted === 'text' && plan.type !== 'TEXT')
    sql = plan.role === 'boolean' ? `iif(${sql}, 'true', 'false')` : `CAST(${sql} AS TEXT)`;
  const isBoolean = plan.role === 'boolean' && wanted !== 'text';
  return { kind: 'sql', sql, as: isBoolean ? 'boolean' : plan.role === 'json' ? 'json' : 'plain', column: true };
}

// ---- objects --------------------------------------------------------------------------------------------------------

function object(node: ObjectNode, scope: Scope): Out {
  return {
    kind: 'object',
    members: node.members
      .filter((member) => !isSpare(member, scope))
      .map((member): readonly [string, Out] => [member.field.name, memberOut(member, node, scope)]),
  };
}

/** A list told as an object, keyed by the key of its rows. */
function keyed(member: ScalarNode | ObjectNode, scope: Scope): Out | undefined {
  const { table, list: source } = scope;
  if (source === undefined || table === undefined || member.field.type !== 'json' || table.key.length !== 1)
    return undefined;
  const words = member.field.words;
  if (words.some((word) => ['stat', 'statistic', 'summary', 'count', 'total', 'metric', 'analytic'].includes(word)))
    return undefined;
  const isList =
    words.includes('list') ||
    words.includes('history') ||
    isOwnName(table, words) ||
    /\b(keyed by|dictionary|mapping|grouped by|containing all)\b/i.test(member.field.description);
  if (!isList) return undefined;
  const { list: _list, known: _known, mainList: _main, ...inner } = scope;
  const key = quoted(table.key[0] ?? '');
  const members =
    member.kind === 'object'
      ? member.members.map((each): readonly [string, Out] => [each.field.name, memberOut(each, member, inner)])
      : [...table.columns.values()]
          .filter((each) => each.name !== 'password')
          .map((each): readonly [string, Out] => [each.name, column(scope, table, each)]);
  const where = source.where.length === 0 ? '' : ` WHERE ${source.where.join(' AND ')}`;
  note(scope, member, 'envelope', `rows of ${table.name} by key`);
  return {
    kind: 'sql',
    sql: `json((SELECT json_group_object(CAST(${key} AS TEXT), ${jsonText({ kind: 'object', members })} ORDER BY ${key}) FROM ${source.from}${where}))`,
    as: 'json',
  };
}

/** A next page that is not there, beside a list: left out where the schema lets it be. */
function isSpare(member: FieldNode, scope: Scope): boolean {
  if (scope.list === undefined || member.kind !== 'scalar' || member.field.required || member.field.type !== 'text')
    return false;
  const { words, choices, schema } = member.field;
  if (choices.length > 0 || scope.echoes.has(words.join(' ')) || scope.known?.has(columnName(words)) === true)
    return false;
  return (
    /\b(next|prev|previous|cursor|token|etag|error|first|last|self|link|href|url|uri)\b/.test(words.join(' ')) ||
    schema['format'] !== undefined ||
    schema['pattern'] !== undefined ||
    Number(schema['minLength'] ?? 0) > 0
  );
}

function memberOut(member: FieldNode, around: ObjectNode, scope: Scope): Out {
  if (member.kind !== 'list') {
    const map = keyed(member, scope);
    if (map !== undefined) return map;
  }
  if (member.kind === 'scalar') return leaf(member, scope, around.members);
  if (member.kind === 'list') return list(member, scope);
  const { table, model } = scope;
  const words = member.field.words;
  if (table === undefined || scope.list !== undefined) return object(member, scope);
  if (table.kind === 'settings' && member.members.length > 0) return object(member, { ...scope, prefix: words });
  const scalars = member.members.filter((each) => each.kind === 'scalar');
  const matching = scalars.filter(
    (each) =>
      similarColumn(table, ownWords(withoutNew(each.field.words), table.words), each.field) !== undefined ||
      keyOf(model, each.field, table.entity)?.entity === table.entity,
  );
  // the one that holds the row's key, where nothing beside it does, is the row
  const isRow = scalars.some((each) => isOwnKey(each, table)) && !around.members.some((each) => isOwnKey(each, table));
  const isSame = scalars.length >= 3 && (isRow || matching.length * 10 >= scalars.length * 6);
  const isEnvelope =
    scope.prefix.length === 0 &&
    (isSame ||
      (scope.depth === 0 && around.members.length === 1 && otherEntity(member, scope) === undefined) ||
      GENERIC_LISTS.has(words.join(' ')) ||
      isOwnName(table, words) ||
      holdsList(member, scope));
  if (isEnvelope) return object(member, scope);
  const entity = otherEntity(member, scope);
  if (entity !== undefined) {
    const target = model.tableOf(entity);
    const reference =
      [...table.columns.values()].find((each) => each.references === entity.table && each.system !== 'owner') ??
      referenceColumn(
        model,
        table,
        entity,
        columnName([...withoutNew(words), ...(entity.key.natural ? entity.key.column.split('_') : ['id'])]),
        member.field,
      );
    model.use(table, reference, 'returned', scope.tool.name);
    const alias = aliasOf(target, scope);
    const inner = object(member, {
      ...scope,
      table: target,
      row: alias,
      prefix: [],
      depth: scope.depth + 1,
      writes: false,
    });
    note(scope, member, 'joined', target.name);
    return {
      kind: 'sql',
      sql: `(SELECT ${jsonText(inner)} FROM ${target.name} AS ${alias} WHERE ${alias}.${quoted(entity.key.column)} = ${outer(scope)}.${quoted(reference.name)})`,
      as: 'json',
    };
  }
  if (isFlat(member) && scope.prefix.length === 0)
    return object(member, { ...scope, prefix: ownWords(words, table.words) });
  const plan = jsonColumn(model, table, member, scope.prefix);
  note(scope, member, 'column', `${table.name}.${plan.name}`);
  return column(scope, table, plan);
}

function isOwnKey(node: FieldNode, table: TablePlan): boolean {
  return node.kind === 'scalar' && table.key.length === 1 && columnName(node.field.words) === table.key[0];
}

/** A row's own name when a subquery speaks of it. */
function outer(scope: Scope): string {
  return scope.row === '' ? (scope.table?.name ?? '') : scope.row;
}

function aliasOf(table: TablePlan, scope: Scope): string {
  const letter = /^[a-z]/.exec(table.name)?.[0] ?? 't';
  return scope.depth === 0 ? letter : `${letter}${scope.depth + 1}`;
}

function isOwnName(table: TablePlan, words: readonly string[]): boolean {
  const text = words.join(' ');
  return text === table.words.join(' ') || (table.entity?.names.includes(text) ?? false);
}

function holdsList(node: ObjectNode, scope: Scope): boolean {
  return scope.list !== undefined && node.members.some((member) => member.kind === 'list');
}

/** Another entity that an object stands for: customer {id, name} within an order. */
function otherEntity(node: ObjectNode, scope: Scope): Entity | undefined {
  const { model, table } = scope;
  const entity = findEntity(model, withoutNew(node.field.words));
  if (entity === undefined || scope.depth > 1) return undefined;
  const hasKey = node.members.some(
    (member) => member.kind === 'scalar' && keyOf(model, member.field, entity)?.entity === entity,
  );
  const known = model.tables.get(entity.table);
  const refers = table !== undefined && model.referencesTo(table, entity.table).length > 0;
  if (entity === table?.entity && !hasKey) return undefined;
  return hasKey || (refers && known !== undefined) ? entity : undefined;
}

// ---- lists ----------------------------------------------------------------------------------------------------------

function list(node: ListNode, scope: Scope): Out {
  const { model, table } = scope;
  const words = ownWords(node.field.words, []).filter((word) => word !== 'list');
  if (scope.list !== undefined && table !== undefined && isListOf(node, table, scope)) {
    const { count: _count, ...source } = scope.list;
    const inner: Scope = { ...dropList(scope), row: scope.row, prefix: [], depth: scope.depth };
    note(scope, node, 'envelope', `rows of ${table.name}`);
    if (node.item.kind === 'object') return { kind: 'rows', ...source, item: object(node.item, inner) };
    return { kind: 'rows', ...source, item: scalarItem(node, table, inner) };
  }
  // beside the rows of a list there is no row that could have another
  if (table === undefined || scope.list !== undefined) return { kind: 'sql', sql: 'json_array()', as: 'json' };
  const paired = pairedRows(node, table, scope);
  if (paired !== undefined) return paired;
  const part = partTable(model, table, node, scope);
  if (part === undefined) {
    const plan = jsonColumn(model, table, node, scope.prefix);
    note(scope, node, 'column', `${table.name}.${plan.name}`);
    return column(scope, table, plan);
  }
  const alias = aliasOf(part.table, { ...scope, depth: scope.depth + 1 });
  const inner: Scope = {
    ...dropList(scope),
    table: part.table,
    row: alias,
    prefix: [],
    depth: scope.depth + 1,
    writes: false,
  };
  note(scope, node, 'joined', part.table.name);
  return {
    kind: 'rows',
    from: `${part.table.name} AS ${alias}`,
    where: [`${alias}.${quoted(part.link.name)} = ${outer(scope)}.${quoted(table.key[0] ?? '')}`],
    order: (part.table.key.length === 1 ? part.table.key : part.table.key.filter((key) => key !== part.link.name)).map(
      (key) => `${alias}.${quoted(key)}`,
    ),
    item:
      node.item.kind === 'object'
        ? object(node.item, inner)
        : scalarItem({ ...node, field: { ...node.field, words } }, part.table, inner),
  };
}

function dropList(scope: Scope): Scope {
  const { list: _list, known: _known, mainList: _main, ...rest } = scope;
  return rest;
}

/** Whether a list in a result is the list that the tool is about. */
function isListOf(node: ListNode, table: TablePlan, scope: Scope): boolean {
  if (scope.mainList !== undefined) return node === scope.mainList;
  if (node.field.path.length === 0) return true;
  const words = node.field.words.filter((word) => word !== 'list');
  const text = words.join(' ');
  if (GENERIC_LISTS.has(text) || isOwnName(table, words)) return true;
  const entity = findEntity(scope.model, words);
  if (entity !== undefined) return entity === table.entity;
  return node.item.kind === 'object'
    ? true
    : table.entity === undefined ||
        text.includes(table.words.at(-1) ?? '') ||
        scope.tool.noun.some((word) => words.includes(word));
}

/** A list of names or ids: the column that each stands for. */
export function scalarItem(node: ListNode, table: TablePlan, scope: Scope): Out {
  const words = node.field.words.filter(
    (word) => !['list', 'all', 'available', 'filtered', 'matching', 'history'].includes(word),
  );
  const own = ownWords(words, table.words);
  const field = { ...node.item.field, words, name: node.field.name };
  const key = keyOf(scope.model, { ...field, type: node.item.field.type }, table.entity);
  const reference = key === undefined ? undefined : scope.model.referencesTo(table, key.entity.table)[0];
  const item: ScalarNode = {
    kind: 'scalar',
    field: { ...field, type: node.item.field.type === 'json' ? 'text' : node.item.field.type },
  };
  if (reference !== undefined) return column(scope, table, reference, item);
  const existing =
    own === words && !isOwnName(table, words)
      ? similarColumn(table, own, field)
      : own === words
        ? undefined
        : table.columns.get(columnName(own));
  if (table.kind === 'reference' && existing === undefined && node.item.field.type === 'text') {
    const named = columnOf(scope.model, table, {
      kind: 'scalar',
      field: { ...field, type: 'text', words: table.words },
    });
    note(scope, node, 'column', `${table.name}.${named.name}`);
    return column(scope, table, named, item);
  }
  const isKey =
    (key !== undefined && key.entity === table.entity) || isOwnName(table, words) || GENERIC_LISTS.has(words.join(' '));
  const named =
    item.field.type === 'text' && table.entity?.key.natural !== true
      ? (table.columns.get('name') ?? table.columns.get('title'))
      : undefined;
  const plan =
    existing ??
    (isKey
      ? /\bids?\b/i.test(node.field.description) || key?.entity === table.entity
        ? scope.model.keyColumn(table)
        : (named ?? scope.model.keyColumn(table))
      : columnOf(scope.model, table, item));
  note(scope, node, 'column', `${table.name}.${plan.name}`);
  return column(scope, table, plan, item);
}

interface PartTable {
  readonly table: TablePlan;
  /** The column that holds the key of the whole. */
  readonly link: ColumnPlan;
}

/** The table of a list within a row: another entity's rows that refer to it, or parts of its own. */
/** The courses of a student, where tools enroll students in courses: through the pairs. */
function pairedRows(node: ListNode, table: TablePlan, scope: Scope): Out | undefined {
  const { model } = scope;
  const { item } = node;
  const words = columnWords(node.field, false, table.words).filter((word) => word !== 'list');
  const entity =
    findEntity(model, words) ?? keyOf(model, { ...item.field, words: node.field.words }, undefined)?.entity;
  const set = model.sets.find(({ owner, target }) => owner === table.entity && target === entity);
  if (set?.owner === undefined || entity === undefined || scope.depth > 1) return undefined;
  const holdsKey =
    item.kind === 'scalar'
      ? item.field.type !== 'json'
      : item.kind === 'object' &&
        item.members.some((each) => each.kind === 'scalar' && keyOf(model, each.field, entity)?.entity === entity);
  if (!holdsKey) return undefined;
  const target = model.tableOf(entity);
  const pairs = linkTable(model, set.name, target.name, table.name);
  if (pairs.owner === undefined) return undefined;
  const alias = aliasOf(target, { ...scope, depth: scope.depth + 1 });
  const pair = `${alias}_of`;
  const key = quoted(target.key[0] ?? '');
  note(scope, node, 'joined', pairs.table.name);
  const inner: Scope = {
    ...dropList(scope),
    table: target,
    row: alias,
    prefix: [],
    depth: scope.depth + 1,
    writes: false,
  };
  return {
    kind: 'rows',
    from: `${pairs.table.name} AS ${pair} JOIN ${target.name} AS ${alias} ON ${alias}.${key} = ${pair}.${quoted(pairs.target.name)}`,
    where: [`${pair}.${quoted(pairs.owner.name)} = ${outer(scope)}.${quoted(table.key[0] ?? '')}`],
    order: [`${alias}.${key}`],
    item: item.kind === 'object' ? object(item, inner) : { kind: 'sql', sql: `${alias}.${key}`, as: 'plain' },
  };
}

export function partTable(
  model: Model,
  table: TablePlan,
  node: ListNode,
  scope: { readonly depth: number },
): PartTable | undefined {
  if (table.key.length !== 1 || scope.depth > 1 || (table.kind !== 'entity' && table.kind !== 'reference'))
    return undefined;
  const words = columnWords(node.field, false, table.words).filter((word) => word !== 'list');
  const entity = findEntity(model, words);
  const parent = table.entity;
  if (node.item.kind === 'object') {
    const ownKey =
      entity !== undefined &&
      node.item.members.some(
        (member) => member.kind === 'scalar' && keyOf(model, member.field, entity)?.entity === entity,
      );
    if (entity !== undefined && ownKey && entity !== table.entity) {
      const target = model.tableOf(entity);
      const link =
        model.referencesTo(target, table.name)[0] ??
        (parent === undefined ? undefined : referenceColumn(model, target, parent, parent.key.column, node.field));
      return link === undefined ? undefined : { table: target, link };
    }
    const leaves = leavesOf(node.item);
    if (leaves.length === 0 || leaves.length > 12) return undefined;
    // nothing but keys of rows like this one: no part has anything of its own
    const isOwn = (leaf: ScalarNode): boolean =>
      keyOf(model, leaf.field, parent)?.entity === parent ||
      columnName(leaf.field.words) === table.key[0] ||
      columnName(ownWords(leaf.field.words, [...table.words, ...words.map(singular)])) === table.key[0];
    if (parent !== undefined && leaves.every((leaf) => leaf.kind === 'scalar' && isOwn(leaf))) return undefined;
    return madePart(model, table, node.field.words);
  }
  const key = keyOf(model, { ...node.item.field, words: node.field.words }, undefined);
  const target =
    key?.entity ??
    (entity !== undefined &&
    node.item.kind === 'scalar' &&
    node.item.field.type !== 'json' &&
    (entity.key.natural ||
      /\b(ids?|identifiers?|keys?)\b/i.test(`${node.field.description} ${node.item.field.description}`))
      ? entity
      : undefined);
  // of the row's own kind: the cells of a cell stay a list
  if (target === undefined || target.table === table.name || node.item.kind !== 'scalar') return undefined;
  const part = madePart(model, table, node.field.words);
  if (part === undefined) return undefined;
  if (![...part.table.columns.values()].some((each) => each.references === target.table))
    referenceColumn(
      model,
      part.table,
      target,
      part.link.name === target.key.column ? `other_${target.key.column}` : target.key.column,
      node.field,
    );
  return part;
}

function madePart(model: Model, table: TablePlan, words: readonly string[]): PartTable | undefined {
  const own = ownWords(words, table.words).map((word, at, all) => (at === all.length - 1 ? singular(word) : word));
  const short = columnName([...table.words, ...columnWords({ words: own } as never, true, [])]);
  const namesake = model.tables.get(short);
  // parts of two tables may have one name: the later one has the table's in front
  const name =
    namesake?.kind === 'part' && namesake.parent !== table.name ? columnName([table.name, 'parts', ...own]) : short;
  const known = model.tables.get(name);
  const keyColumn = model.keyColumn(table);
  if (known !== undefined && known.kind !== 'part') {
    const parent = table.entity;
    const link =
      model.referencesTo(known, table.name)[0] ??
      (parent === undefined
        ? undefined
        : referenceColumn(model, known, parent, parent.key.column, {
            description: '',
            schema: {},
            words: parent.words,
          }));
    return link === undefined ? undefined : { table: known, link };
  }
  const part = known ?? model.table(name, [...table.words, ...own], 'part', [keyColumn.name, 'position']);
  if (known === undefined) {
    part.parent = table.name;
    part.about = `The ${columnWords({ words: own } as never, true, []).join(' ')} of each ${table.words.join(' ')}, in order.`;
    model.column(part, {
      name: keyColumn.name,
      words: keyColumn.words,
      valueType: keyColumn.type === 'INTEGER' ? 'integer' : 'text',
      schema: {},
      description: '',
      nullable: false,
      references: table.name,
      onDelete: 'CASCADE',
    });
    model.column(part, {
      name: 'position',
      words: ['position'],
      valueType: 'integer',
      schema: {},
      description: '',
      nullable: false,
    });
  }
  const link = part.columns.get(keyColumn.name) as ColumnPlan;
  return { table: part, link };
}

// ---- leaves ---------------------------------------------------------------------------------------------------------

function leaf(node: ScalarNode, scope: Scope, siblings: readonly FieldNode[]): Out {
  const { table, model, tool } = scope;
  const { field } = node;
  const own = table === undefined ? field.words : ownWords(withoutNew(field.words), table.words);
  const text = field.words.join(' ');
  const known = scope.known?.get(columnName(field.words)) ?? scope.known?.get(columnName(own));
  if (known !== undefined) {
    note(scope, node, 'derived', known);
    return { kind: 'sql', sql: known, as: field.type === 'boolean' ? 'boolean' : 'plain' };
  }
  if (scope.list !== undefined) {
    const counted =
      COUNTS.has(text) ||
      COUNTS.has(own.join(' ')) ||
      (field.type === 'integer' &&
        table !== undefined &&
        /(^| )(count|total)( |$)/.test(text) &&
        siblings.some((each) => each.kind === 'list'));
    if (counted) {
      note(scope, node, 'derived', 'count');
      return { kind: 'sql', sql: scope.list.count, as: 'plain' };
    }
    const echo = scope.echoes.get(text);
    if (echo !== undefined) return echoed(node, echo, scope);
    return envelope(node, scope);
  }
  if (table !== undefined && !(scope.writes && isOutcome(node, scope, siblings))) {
    const place = keyOf(model, field, scope.prefix.length === 0 ? table.entity : undefined);
    if (place !== undefined && place.entity === table.entity && place.role.length === 0 && scope.prefix.length === 0) {
      note(scope, node, 'key', `${table.name}.${table.key[0] ?? ''}`);
      return column(scope, table, widen(model.keyColumn(table), field), node);
    }
    const words = table.kind === 'settings' && own.length > 1 ? own : [...scope.prefix, ...own];
    const existing = similarColumn(table, words, field);
    if (existing !== undefined) {
      note(scope, node, 'column', `${table.name}.${existing.name}`);
      return column(scope, table, existing, node);
    }
    const count = countOf(node, scope);
    if (count !== undefined) return count;
    const joined = joinedColumn(node, scope);
    if (joined !== undefined) return joined;
    const echo = scope.echoes.get(text);
    if (echo !== undefined && scope.writes) return echoed(node, echo, scope);
    if (scope.writes && field.type === 'text' && /message|notification|result|output|confirmation/.test(text))
      return outcome(node, scope);
    const plan = columnOf(model, table, node, table.kind === 'settings' && own.length > 1 ? [] : scope.prefix);
    if (scope.writes && place === undefined && table.kind !== 'settings') plan.invented ??= plan.uses.size === 0;
    note(scope, node, plan.invented === true ? 'invented' : 'column', `${table.name}.${plan.name}`);
    return column(scope, table, plan, node);
  }
  const said = table !== undefined && scope.writes;
  const echo = scope.echoes.get(text);
  if (echo !== undefined && field.type !== 'boolean' && !said) return echoed(node, echo, scope);
  if (isClock(node)) {
    note(scope, node, 'clock', 'now()');
    return { kind: 'sql', sql: clockSql(node), as: 'plain' };
  }
  void tool;
  return outcome(node, scope);
}

function echoed(node: ScalarNode, echo: { sql: string; type: string; required: boolean }, scope: Scope): Out {
  note(scope, node, 'echo', echo.sql);
  const { type } = node.field;
  const sql =
    type === echo.type || type === 'json'
      ? echo.sql
      : type === 'text'
        ? `CAST(${echo.sql} AS TEXT)`
        : type === 'integer'
          ? `CAST(${echo.sql} AS INTEGER)`
          : type === 'real'
            ? `CAST(${echo.sql} AS REAL)`
            : echo.sql;
  return {
    kind: 'sql',
    sql: node.field.nullable || echo.required || echo.type === 'json' ? sql : `coalesce(${sql}, ${emptyOf(node)})`,
    as: type === 'boolean' ? 'boolean' : type === 'json' ? 'json' : 'plain',
  };
}

function emptyOf(node: ScalarNode): string {
  const [first] = node.field.choices;
  if (first !== undefined) return literal(first);
  return node.field.type === 'text' ? "''" : '0';
}

/** next_page, has_more, offset beside a list. */
function envelope(node: ScalarNode, scope: Scope): Out {
  const { field } = node;
  note(scope, node, 'paging', field.name);
  if (field.type === 'boolean')
    return { kind: 'sql', sql: /more|next/.test(field.words.join(' ')) ? '0' : '1', as: 'boolean' };
  if (field.type === 'integer' || field.type === 'real') {
    const echo = [...scope.echoes].find(([words]) => words.split(' ').at(-1) === field.words.at(-1));
    if (echo !== undefined) return echoed(node, echo[1], scope);
    return {
      kind: 'sql',
      sql: /code|status/.test(field.words.join(' ')) ? '200' : /page/.test(field.words.join(' ')) ? '1' : '0',
      as: 'plain',
    };
  }
  if (field.nullable && /next|prev|cursor|token|more|error/.test(field.words.join(' ')))
    return { kind: 'sql', sql: 'NULL', as: 'plain' };
  if (field.type === 'json') return { kind: 'sql', sql: 'json_object()', as: 'json' };
  return {
    kind: 'sql',
    sql: literal(
      field.choices[0] ??
        (/next|prev|cursor|token|more|error|etag/.test(field.words.join(' '))
          ? ''
          : /status|message|msg/.test(field.words.join(' '))
            ? 'ok'
            : ''),
    ),
    as: 'plain',
  };
}

function isClock(node: ScalarNode): boolean {
  return (
    node.field.type === 'text' &&
    /^(current|server|local|now)? ?(time|date|timestamp|datetime|now)$/.test(node.field.words.join(' ')) &&
    node.field.words.length > 1
  );
}

export function clockSql(node: ScalarNode): string {
  const said = node.field.description;
  if (/HH:MM\s*(AM|PM)/i.test(said)) return "strftime('%I:%M %p', now())";
  if (/HH:MM:SS/.test(said) && !/YYYY/.test(said)) return 'time(now())';
  if (/HH:MM/.test(said) && !/YYYY/.test(said)) return "strftime('%H:%M', now())";
  if (
    node.field.schema['format'] === 'date' ||
    (node.field.words.includes('date') && !node.field.words.includes('time') && /YYYY-MM-DD(?!.?HH)/.test(said))
  )
    return 'date(now())';
  return 'now()';
}

/** What a write says of itself: done, a message. */
function isOutcome(node: ScalarNode, scope: Scope, siblings: readonly FieldNode[]): boolean {
  const { field } = node;
  const { table, tool } = scope;
  const text = field.words.join(' ');
  const own = table === undefined ? field.words : ownWords(withoutNew(field.words), table.words);
  const last = field.words.at(-1) ?? '';
  // is_deleted, which other tools show too, is what the row is
  if (field.words[0] === 'is' && table !== undefined && similarColumn(table, own, field) !== undefined) return false;
  if (field.type === 'boolean') {
    if (
      /\b(success|successful|succeeded|ok|acknowledged|accepted|deleted|created|updated|done)\b/.test(text) ||
      last === 'status'
    )
      return true;
    return (
      /^(true|whether|indicates)\b.*\b(success|was|is)\b/i.test(field.description) &&
      (table === undefined || similarColumn(table, own, field) === undefined)
    );
  }
  if (field.type !== 'text') return /\b(status code|http status|error code)\b/.test(text);
  if (
    /\b(new|current|initial|updated|resulting) (status|state)\b/i.test(field.description) &&
    (text === 'status' || text === 'state')
  )
    return false;
  if (
    /\b(of|for) the [a-z ]*(operation|action|attempt|request|process|removal|deletion|update)\b|whether|success or|outcome|result of/i.test(
      field.description,
    ) &&
    (OUTCOMES.has(text) || last === 'status' || last === 'message' || last === 'result')
  )
    return true;
  if (table?.columns.has(columnName(own)) === true && text !== 'message') return false;
  if (field.choices.length > 1 && !field.choices.some((each) => /^(success|ok|error|fail)/i.test(String(each))))
    return false;
  if (table?.kind === 'settings' && last === 'status' && field.words.length > 1) return false;
  if (last === 'status' && table !== undefined && scope.model.statuses.has(table.name)) return false;
  if (OUTCOMES.has(text))
    return (
      text !== 'status' ||
      !siblings.some(
        (each) =>
          table !== undefined &&
          each.kind === 'scalar' &&
          each.field.words.at(-1) !== 'message' &&
          similarColumn(table, ownWords(each.field.words, table.words), each.field) !== undefined &&
          !scope.echoes.has(each.field.words.join(' ')),
      ) ||
      table === undefined ||
      !table.columns.has('status')
    );
  return (
    last === 'status' &&
    field.words.some((word) => tool.words.includes(word)) &&
    (table === undefined || !table.columns.has(columnName(field.words)))
  );
}

const SAID =
  /(^| )(message|msg|detail|result|output|note|info|confirmation|response|notification|error|failure|warning|reason|status|state|code|type|kind|version|object|self|kind|link|href|url|next|token|request id|etag)$/;

function outcome(node: ScalarNode, scope: Scope): Out {
  const { field } = node;
  // of what else there is nobody knows where it comes from
  const isSaid =
    field.type === 'boolean' ||
    field.choices.length > 0 ||
    OUTCOMES.has(field.words.join(' ')) ||
    COUNTS.has(field.words.join(' ')) ||
    SAID.test(field.words.join(' '));
  note(scope, node, isSaid ? 'outcome' : 'invented', 'said by the tool');
  if (field.type === 'boolean')
    return { kind: 'sql', sql: /\b(error|failed|failure)\b/.test(field.words.join(' ')) ? '0' : '1', as: 'boolean' };
  if (field.type === 'integer' || field.type === 'real')
    return { kind: 'sql', sql: /code/.test(field.words.join(' ')) ? '200' : '0', as: 'plain' };
  if (field.type === 'json') return { kind: 'sql', sql: 'json_object()', as: 'json' };
  const said = field.words.join(' ');
  if (field.choices.length > 0) {
    const good =
      field.choices.find((each) => /success|ok|done|complete|accepted/i.test(String(each))) ?? field.choices[0] ?? '';
    return { kind: 'sql', sql: literal(good), as: 'plain' };
  }
  if (/error|failure|warning|reason/.test(said))
    return { kind: 'sql', sql: field.nullable ? 'NULL' : "''", as: 'plain' };
  if (/message|msg|detail|result|output|note|info|confirmation|response|notification/.test(said))
    return { kind: 'sql', sql: literal(sentence(scope)), as: 'plain' };
  return { kind: 'sql', sql: literal('success'), as: 'plain' };
}

function sentence(scope: Scope): string {
  const { tool } = scope;
  if (tool.verb === 'login' || tool.saidDeeds[0] === 'login') return 'Signed in.';
  if (tool.verb === 'logout' || tool.saidDeeds[0] === 'logout') return 'Signed out.';
  const thing = tool.noun.length > 0 ? tool.noun.join(' ') : (scope.table?.words.join(' ') ?? 'request');
  const verb = tool.verb || tool.saidVerb || 'complete';
  return `${thing[0]?.toUpperCase() ?? ''}${thing.slice(1)} ${participle(verb)}.`;
}

/** comment_count, total_orders: the rows of another entity that refer to this one. */
function countOf(node: ScalarNode, scope: Scope): Out | undefined {
  const { table, model } = scope;
  const { field } = node;
  if (table === undefined || table.key.length !== 1 || (field.type !== 'integer' && field.type !== 'real'))
    return undefined;
  const words = [...field.words];
  const at = words.findIndex((word) => word === 'count' || word === 'total' || word === 'num');
  if (at === -1) return undefined;
  words.splice(at, 1);
  if (words[0] === 'of') words.shift();
  const entity = findEntity(model, words);
  const set =
    model.tables.get(columnName(words)) ??
    model.tables.get(columnName([...words.slice(0, -1), plural(words.at(-1) ?? '')])) ??
    [...model.tables.values()].find(
      (each) => each.kind === 'link' && words.length === 1 && stem(each.name) === stem(words[0] ?? ''),
    );
  const target = entity === undefined ? (set?.kind === 'link' ? set : undefined) : model.tables.get(entity.table);
  const link =
    target === undefined
      ? undefined
      : target.kind === 'link'
        ? target.columns.get(target.key.find((key) => target.columns.get(key)?.references === table.name) ?? '')
        : model.referencesTo(target, table.name)[0];
  if (target === undefined || link === undefined) return undefined;
  model.use(target, link, 'returned', scope.tool.name);
  const alias = aliasOf(target, { ...scope, depth: scope.depth + 1 });
  note(scope, node, 'derived', `count of ${target.name}`);
  return {
    kind: 'sql',
    sql: `(SELECT count(*) FROM ${target.name} AS ${alias} WHERE ${alias}.${quoted(link.name)} = ${outer(scope)}.${quoted(table.key[0] ?? '')})`,
    as: 'plain',
  };
}

/** customer_name in an order: the name of the customer that it refers to. */
function joinedColumn(node: ScalarNode, scope: Scope): Out | undefined {
  const { table, model } = scope;
  const { field } = node;
  if (table === undefined || field.words.length < 2 || scope.prefix.length > 0) return undefined;
  for (let end = field.words.length - 1; end > 0; end--) {
    const entity = findEntity(model, field.words.slice(0, end));
    if (entity === undefined || entity === table.entity) continue;
    // the aliases of an artist are not all its own one
    const isPart = table.kind === 'part' && entity.table === table.parent;
    const reference = isPart ? undefined : model.referencesTo(table, entity.table)[0];
    if (reference === undefined) continue;
    const target = model.tableOf(entity);
    const rest = field.words.slice(end);
    const plan =
      target.columns.get(columnName(rest)) ??
      model.column(target, {
        name: columnName(rest),
        words: rest,
        valueType: field.type,
        schema: field.schema,
        description: field.description,
        nullable: false,
        ...(field.choices.length > 0 ? { choices: field.choices } : {}),
      });
    model.use(target, plan, 'returned', scope.tool.name);
    model.use(table, reference, 'returned', scope.tool.name);
    const alias = aliasOf(target, { ...scope, depth: scope.depth + 1 });
    note(scope, node, 'joined', `${target.name}.${plan.name}`);
    return {
      kind: 'sql',
      sql: `(SELECT ${alias}.${quoted(plan.name)} FROM ${target.name} AS ${alias} WHERE ${alias}.${quoted(entity.key.column)} = ${outer(scope)}.${quoted(reference.name)})`,
      as: field.type === 'boolean' ? 'boolean' : plan.role === 'json' ? 'json' : 'plain',
    };
  }
  return undefined;
}

function jsonText(out: Out): string {
  if (out.kind !== 'object') return 'NULL';
  return `json_object(${out.members.map(([name, each]) => `${literal(name)}, ${nested(each)}`).join(', ')})`;
}

function nested(out: Out): string {
  if (out.kind === 'object') return jsonText(out);
  if (out.kind === 'rows') return 'json_array()';
  if (out.as === 'boolean') return `json(iif(${out.sql}, 'true', 'false'))`;
  return out.as === 'json' ? `json(${out.sql})` : out.sql;
}
