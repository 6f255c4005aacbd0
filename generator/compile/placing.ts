// Fields to columns: which column of which table an argument or a returned leaf is. The one place that knows how names
// meet: order_title, title and newTitle of an order are one column.
import type { JsonObject } from '../../envs/values/json.ts';
import { PERSONS, keyName, type Entity } from './entities.ts';
import { columnName, leavesOf, type Field, type FieldNode, type ObjectNode } from './fields.ts';
import { columnWords, ownWords, type ColumnPlan, type Model, type TablePlan } from './model.ts';

const NEW_WORDS = new Set([
  'new',
  'updated',
  'initial',
  'desired',
  'optional',
  'requested',
  'final',
  'updating',
  'modified',
  'edited',
]);

/** The entity that words mean: exactly, or by their end (credit card of booking credit card). */
export function findEntity(model: Model, words: readonly string[]): Entity | undefined {
  const text = words.join(' ');
  return (
    model.entities.find((entity) => entity.names.includes(text) || entity.words.join(' ') === text) ??
    model.entities.find(
      (entity) =>
        words.length > entity.words.length &&
        entity.words.every((word, at) => words[words.length - entity.words.length + at] === word),
    ) ??
    (PERSONS.has(text) ? model.entities.find((entity) => entity.words.join(' ') === 'user') : undefined)
  );
}

/** The entity that a field is the key of; `own` is that of the row around it. */
export function keyOf(
  model: Model,
  field: Field,
  own: Entity | undefined,
): { entity: Entity; role: readonly string[] } | undefined {
  const key = keyName(field);
  if (key !== undefined) {
    if (key.entity.length === 0 && own !== undefined && (key.strong || columnName(field.words) === own.key.column))
      return { entity: own, role: key.role };
    if (key.entity.length === 0 && key.strong) return undefined;
    const exact =
      key.entity.length === 0
        ? undefined
        : model.entities.find((entity) => entity.names.includes(key.entity.join(' ')));
    const found = key.entity.length === 0 ? undefined : (exact ?? findEntity(model, key.entity));
    // a number is no user name
    const entity =
      found !== undefined &&
      found.key.natural &&
      found.key.type === 'text' &&
      (field.type === 'integer' || field.type === 'real')
        ? undefined
        : found;
    if (entity !== undefined && (key.strong || !entity.key.natural ? key.strong : true))
      return {
        entity,
        role: exact === undefined ? [...key.role, ...key.entity.slice(0, -entity.words.length)] : key.role,
      };
    if (entity !== undefined && !key.strong && columnName(field.words) === entity.key.column)
      return { entity, role: key.role };
  }
  // key, of an issue whose key is the issue_key
  const last = field.words.length === 1 ? (field.words[0] ?? '') : '';
  const isPair = PAIRS.has(own?.words.at(-1) ?? '');
  if (own !== undefined && !isPair && BARE.test(last) && columnName([...own.words, last]) === own.key.column)
    return { entity: own, role: [] };
  if (field.type === 'json' || field.type === 'boolean') return undefined;
  const words = withoutNew(field.words);
  // a symbol, a user name: natural keys by their own name
  const name = columnName(words);
  const natural = model.entities.find(
    (entity) =>
      entity.key.natural &&
      !AMBIGUOUS.has(entity.key.column) &&
      (entity === own || !HOLDER.test(entity.key.column)) &&
      (name === entity.key.column ||
        name.startsWith(`${entity.key.column}_to_`) ||
        name.endsWith(`_${entity.key.column}`)),
  );
  if (natural !== undefined) return { entity: natural, role: [] };
  // created_by: a user, where users are known
  const users = model.entities.find((entity) => entity.words.join(' ') === 'user');
  if (
    users !== undefined &&
    own !== users &&
    OWNERS.test(name) &&
    (users.key.type === 'text') === (field.type === 'text') &&
    (users.key.natural || /\b(id|user)\b/i.test(field.description))
  )
    return { entity: users, role: words };
  // stock, where stocks have a natural key
  const named = model.entities.find((entity) => entity.names.includes(words.join(' ')));
  if (named !== undefined && named !== own && (named.key.natural || /\b(id|identifier|ids)\b/i.test(field.description)))
    return { entity: named, role: [] };
  return undefined;
}

const OWNERS =
  /^(created_by|author|owner|creator|posted_by|sender|requester|submitted_by|uploaded_by|user|username|reporter|from_user|poster)$/;

/** What is a key and a value, on many things. */
const PAIRS = new Set(
  'tag label attribute property metadata setting option parameter variable annotation header dimension filter'.split(
    ' ',
  ),
);

/** What a row calls its own key. */
const BARE = /^(key|code|number|no|slug|sku|arn|ref|reference)$/;

/** resource_arn, of a tag: the key of whatever the row hangs on. */
const HOLDER = /^(resource|object|entity|item|target|source|parent|subject)_[a-z]+$/;

/** Keys that only mean their own table's. */
const AMBIGUOUS = new Set([
  'name',
  'title',
  'key_value',
  'key',
  'code',
  'number',
  'value',
  'path',
  'slug',
  'type',
  'label',
  'text',
]);

export function withoutNew(words: readonly string[]): readonly string[] {
  return words.length > 1 && NEW_WORDS.has(words[0] ?? '') ? words.slice(1) : words;
}

/** The column of a table that a field is; made where there is none. */
export function columnOf(model: Model, table: TablePlan, node: FieldNode, prefix: readonly string[] = []): ColumnPlan {
  const { field } = node;
  const own = prefix.length === 0 ? table.entity : undefined;
  const isList = node.kind === 'list';
  if (!isList && node.kind === 'scalar') {
    const key = keyOf(model, field, own);
    if (key !== undefined) {
      if (key.entity === table.entity && key.role.length === 0 && prefix.length === 0)
        return widen(model.keyColumn(table), field);
      widen(model.keyColumn(model.tableOf(key.entity)), field);
      return referenceColumn(model, table, key.entity, columnName([...prefix, ...withoutNew(field.words)]), field);
    }
  }
  // user, of a user: its name
  const isName =
    !isList &&
    prefix.length === 0 &&
    own !== undefined &&
    field.type === 'text' &&
    own.names.includes(field.words.join(' ')) &&
    /\bname\b/i.test(field.description) &&
    !table.columns.has(columnName(field.words));
  const named = isName
    ? [`${table.words.join('_')}_name`, 'name', 'title']
        .map((name) => table.columns.get(name))
        .find((each) => each !== undefined)
    : undefined;
  if (named !== undefined) return named;
  const words = isName
    ? [...table.words, 'name']
    : [...prefix, ...columnWords({ ...field, words: withoutNew(field.words) }, isList, table.words)];
  const existing = similarColumn(table, words, field);
  if (existing !== undefined) return widen(existing, field);
  return model.column(table, {
    name: columnName(words),
    words,
    valueType: isList ? 'json' : field.type === 'json' && field.choices.length > 0 ? 'text' : field.type,
    schema: field.schema,
    description: field.description,
    nullable: false,
    ...(field.choices.length > 0 && !isList ? { choices: field.choices } : {}),
  });
}

export function similarColumn(table: TablePlan, words: readonly string[], field: Field): ColumnPlan | undefined {
  const exact = table.columns.get(columnName(words));
  if (exact !== undefined) return exact;
  const full = table.columns.get(columnName(field.words));
  if (full !== undefined) return full;
  const tables = ownWords(words, table.words);
  const short = tables === words ? undefined : table.columns.get(columnName(tables));
  if (short !== undefined) return short;
  // the name of a user is its user name
  const text = words.join('_');
  const own = `${table.words.join('_')}_name`;
  const named = text === 'name' ? table.columns.get(own) : text === own ? table.columns.get('name') : undefined;
  if (named !== undefined) return named;
  const same = [...table.columns.values()].filter(
    (column) =>
      column.references === undefined &&
      column.system === undefined &&
      SYNONYMS.some((set) => set.has(text) && set.has(column.words.join('_'))),
  );
  return same.length === 1 ? same[0] : undefined;
}

/** Names of one thing. */
const SYNONYMS: readonly ReadonlySet<string>[] = [
  new Set(['text', 'content', 'body', 'message']),
  new Set(['phone', 'phone_number', 'telephone']),
  new Set(['email', 'email_address', 'mail']),
  new Set(['zip_code', 'postal_code', 'post_code', 'zip', 'postcode']),
  new Set([
    'created_at',
    'create_time',
    'creation_date',
    'created',
    'created_date',
    'date_created',
    'created_on',
    'creation_time',
  ]),
  new Set([
    'updated_at',
    'update_time',
    'updated',
    'modified_at',
    'last_updated',
    'last_modified',
    'date_modified',
    'modified',
  ]),
  new Set(['qty', 'quantity']),
  new Set(['type', 'kind']),
  new Set(['start', 'start_time', 'starts_at', 'start_at']),
  new Set(['end', 'end_time', 'ends_at', 'end_at']),
  new Set(['due_date', 'due', 'due_at', 'deadline']),
  new Set(['verification_number', 'verification_value', 'cvv', 'cvc', 'security_code']),
];

/** Another field of the same column may say more of its values, or that they are wider. */
export function widen(column: ColumnPlan, field: Field): ColumnPlan {
  for (const key of ['pattern', 'format', 'minLength', 'maxLength', 'minimum', 'maximum'] as const)
    if (field.schema[key] !== undefined && column.schema[key] === undefined)
      column.schema = { ...column.schema, [key]: field.schema[key] };
  if (column.isKey === true || column.references !== undefined) return column;
  if (column.role === 'boolean' || column.role === 'json' || field.type === 'boolean' || field.type === 'json')
    return column;
  if (column.type === 'INTEGER' && field.type === 'real') column.type = 'REAL';
  if (column.type !== 'TEXT' && field.type === 'text' && column.references === undefined && column.role !== 'minted')
    column.type = 'TEXT';
  if (
    column.choices === undefined &&
    column.uses.get('written') === undefined &&
    field.choices.length > 0 &&
    column.role === undefined &&
    column.references === undefined
  )
    column.choices = field.choices;
  else if (column.choices !== undefined && field.choices.length > 0)
    column.choices = [...new Set([...column.choices, ...field.choices])];
  return column;
}

function isSameName(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (
    long.startsWith(`${short}_`) && /^(id|name|arn|code|key|number|identifier|uuid)$/.test(long.slice(short.length + 1))
  );
}

export function referenceColumn(
  model: Model,
  table: TablePlan,
  entity: Entity,
  name: string,
  field: Pick<Field, 'description' | 'schema' | 'words'>,
): ColumnPlan {
  const target = model.tableOf(entity);
  const safe = target === table && name === entity.key.column ? `parent_${name}` : name;
  // resource_set beside resource_set_name
  const same =
    target === table ? [] : model.referencesTo(table, entity.table).filter((each) => isSameName(each.name, safe));
  if (same.length === 1 && same[0] !== undefined) return same[0];
  return model.column(table, {
    name: safe,
    words: safe.split('_'),
    valueType: entity.key.type,
    schema: {},
    description: field.description,
    nullable: target === table,
    references: entity.table,
    ...(target === table ? { onDelete: 'SET NULL' as const } : {}),
  });
}

/** Whether an object within a row is spread over columns or stays one JSON column. */
export function isFlat(node: ObjectNode): boolean {
  const leaves = leavesOf(node);
  return leaves.length <= 6 && node.members.every((member) => member.kind === 'scalar');
}

export function jsonColumn(
  model: Model,
  table: TablePlan,
  node: FieldNode,
  prefix: readonly string[] = [],
): ColumnPlan {
  const words = [...prefix, ...columnWords(node.field, node.kind === 'list', table.words)];
  const existing = table.columns.get(columnName(words));
  if (existing !== undefined) return existing;
  return model.column(table, {
    name: columnName(words),
    words,
    valueType: 'json',
    schema: node.field.schema as JsonObject,
    description: node.field.description,
    nullable: node.field.nullable,
  });
}
