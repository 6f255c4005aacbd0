// create, update, change of status, delete and clear over the rows of an entity, with the checks that a real service
// makes: what is referred to exists, the key is new, the status allows it.
import type { Step } from '../../../envs/values/program.ts';
import { bindingName, inMessage, letRow, reference, thing, wholeRow, type Draft } from '../draft.ts';
import type { FieldNode, ListNode } from '../fields.ts';
import { partTable } from '../layout.ts';
import type { ColumnPlan, TablePlan } from '../model.ts';
import { makeRandom } from '../../../envs/random.ts';
import { sample } from '../../recipe/sample-schema.ts';
import { columnOf, findEntity, isFlat, jsonColumn, keyOf, withoutNew } from '../placing.ts';
import { jsonOf, literal, quoted, returnStep, sqlOf, type Out } from '../render.ts';
import { sessionOf, signIn } from '../session.ts';
import { changeOf, initialStatus, statusColumn } from '../statuses.ts';
import { clockValue, isCreated, isUpdated } from './clocks.ts';
import { spendEffect, type EffectPlan } from './effects.ts';
import type { Payload } from './payload.ts';
import { ownKeyArgument } from './read-entity.ts';
import type { Reading } from './reading.ts';

interface PartPayload {
  readonly node: ListNode;
  readonly part: TablePlan;
  readonly link: ColumnPlan;
  readonly columns: readonly { readonly column: ColumnPlan; readonly member: FieldNode | undefined }[];
}

/** Every argument that fills a column. */
export function payloadOf(
  draft: Draft,
  table: TablePlan,
  nodes: readonly FieldNode[],
  role: 'payload' | 'patch',
  prefix: readonly string[] = [],
): { fields: Payload[]; parts: PartPayload[] } {
  const { model, tool } = draft;
  const fields: Payload[] = [];
  const parts: PartPayload[] = [];
  const add = (node: FieldNode, column: ColumnPlan): void => {
    if (fields.some((each) => each.column === column)) {
      draft.place(node, 'unused', `${table.name}.${column.name}`);
      draft.flag('unused argument', `${node.field.name} would fill ${column.name} a second time`);
      return;
    }
    model.use(table, column, 'written', tool.name);
    draft.place(node, role, `${table.name}.${column.name}`);
    fields.push({ column, node, sql: reference(node.field.path), path: node.field.path });
  };
  for (const node of nodes) {
    if (node.kind === 'scalar') {
      add(node, columnOf(model, table, node, prefix));
      continue;
    }
    if (node.kind === 'object') {
      const words = withoutNew(node.field.words);
      const isWhole =
        prefix.length === 0 &&
        (PATCHES.has(words.join(' ')) ||
          findEntity(model, words) === table.entity ||
          node.field.name === tool.pool.http?.body ||
          nodes.length === 1);
      if (isWhole || (prefix.length === 0 && isFlat(node))) {
        const inner = payloadOf(draft, table, node.members, role, isWhole ? [] : words);
        for (const each of inner.fields) if (!fields.some((known) => known.column === each.column)) fields.push(each);
        parts.push(...inner.parts);
        draft.place(node, role, table.name);
      } else add(node, jsonColumn(model, table, node, prefix));
      continue;
    }
    const made = partTable(model, table, node, { depth: 0 });
    if (made === undefined) {
      add(node, jsonColumn(model, table, node, prefix));
      continue;
    }
    draft.place(node, 'parts', made.table.name);
    const members = node.item.kind === 'object' ? node.item.members : [];
    const columns =
      node.item.kind === 'object'
        ? members.map((member) => ({
            column:
              member.kind === 'scalar' ? columnOf(model, made.table, member) : jsonColumn(model, made.table, member),
            member,
          }))
        : [
            {
              column: [...made.table.columns.values()].find(
                (each) => each.references !== undefined && each !== made.link,
              ) as ColumnPlan,
              member: undefined,
            },
          ];
    for (const { column } of columns) if (column !== undefined) model.use(made.table, column, 'written', tool.name);
    parts.push({
      node,
      part: made.table,
      link: made.link,
      columns: columns.filter(({ column }) => column !== undefined && column !== made.link),
    });
  }
  return { fields, parts };
}

const PATCHES = new Set([
  'update',
  'updates',
  'data',
  'body',
  'payload',
  'change',
  'changes',
  'field',
  'fields',
  'attribute',
  'attributes',
  'request',
  'input',
  'value',
  'values',
  'patch',
  'object',
  'resource',
  'record',
  'property',
  'properties',
  'request body',
  'param',
  'params',
  'detail',
  'details',
  'info',
]);

/** Steps that refuse references to nothing. */
export function referenceChecks(draft: Draft, payload: readonly Payload[]): Step[] {
  const { model } = draft;
  return payload.flatMap(({ column, node, sql, path }): Step[] => {
    if (column.references === undefined) return [];
    const target = model.tables.get(column.references);
    if (target === undefined) return [];
    const key = quoted(target.key[0] ?? '');
    const optional = node.field.required && path.length === 1 ? '' : `${sql} IS NOT NULL AND `;
    return [
      {
        refuse: `SELECT 1 AS missing WHERE ${optional}NOT EXISTS (SELECT 1 FROM ${target.name} WHERE ${target.name}.${key} = ${sql})`,
        else: ['NOT_FOUND', `There is no ${thing(target)} ${inMessage(path)}.`],
      },
    ];
  });
}

/** A new id for a table, as an expression. */
export function newId(table: TablePlan, column: ColumnPlan): string {
  if (column.type === 'INTEGER') return "CAST(new_id('', 9) AS INTEGER)";
  const { format, pattern, maxLength } = column.schema;
  if (format === 'uuid' || format === 'guid') return "new_id('', 8) || '-0000-4000-8000-' || new_id('', 12)";
  const fixed = typeof pattern === 'string' ? /^\^?\[([^\]]+)\]\{(\d+)\}\$?$/.exec(pattern) : null;
  if (fixed !== null) {
    const size = Number(fixed[2]);
    if (/0-9|\\d/.test(fixed[1] ?? '') && size <= 15) return `new_id('', ${size})`;
    return `substr(${Array.from({ length: Math.ceil(size / 12) }, () => 'new_id()').join(' || ')}, 1, ${size})`;
  }
  if (typeof maxLength === 'number' && maxLength < idPrefix(table).length + 9)
    return maxLength >= 12 ? 'new_id()' : `new_id('', ${Math.max(1, Math.min(maxLength, 12))})`;
  return `new_id('${idPrefix(table)}', 9)`;
}

export function idPrefix(table: TablePlan): string {
  const letters = table.words.map((word) => word.replaceAll(/[^a-z]/g, '')).filter((word) => word !== '');
  const text = letters.length > 1 ? letters.map((word) => word[0]).join('') : (letters[0] ?? 'x').slice(0, 3);
  return `${text}_`;
}

export function createReading(draft: Draft, table: TablePlan): Reading {
  const { model, tool } = draft;
  let payload: { fields: Payload[]; parts: PartPayload[] } = { fields: [], parts: [] };
  let out: Out | undefined;
  let owner: ColumnPlan | undefined;
  let effect: EffectPlan | undefined;
  return {
    kind: 'create',
    phase: 2,
    declare() {
      const nodes = draft.specific(false);
      const own = ownKeyArgument(model, table, nodes, tool);
      payload = payloadOf(
        draft,
        table,
        nodes.filter((node) => node !== own),
        'payload',
      );
      if (own !== undefined) {
        const column = model.keyColumn(table);
        draft.place(own, 'own key', `${table.name}.${column.name}`);
        payload.fields.unshift({ column, node: own, sql: reference(own.field.path), path: own.field.path });
      }
      owner = ownerOf(draft, table);
      effect = spendEffect(draft, table, payload.fields);
      const status = statusColumn(model, table);
      if (status !== undefined) model.use(table, status, 'written', tool.name);
      if (tool.result !== undefined) out = draft.result(table, { writes: true });
    },
    write() {
      const key = model.keyColumn(table);
      const given = payload.fields.find((each) => each.column === key);
      const name = bindingName(table, tool);
      const steps: Step[] = [
        ...signIn(draft, owner !== undefined && usesSession(draft)),
        ...referenceChecks(
          draft,
          payload.fields.filter((each) => each !== given),
        ),
      ];
      if (given !== undefined)
        steps.push({
          refuse: `SELECT 1 AS taken FROM ${table.name} WHERE ${quoted(key.name)} = ${given.sql}`,
          else: ['CONFLICT', `There is a ${thing(table)} ${inMessage(given.path)} already.`],
        });
      else
        for (const each of payload.fields)
          if (each.column.unique === true)
            steps.push({
              refuse: `SELECT 1 AS taken FROM ${table.name} WHERE ${quoted(each.column.name)} = ${each.sql}`,
              else: [
                'CONFLICT',
                `There is a ${thing(table)} with ${each.column.words.join(' ')} ${inMessage(each.path)} already.`,
              ],
            });
      for (const each of payload.fields)
        if (each.column.floor === true)
          steps.push({
            require: each.node.field.required ? `${each.sql} >= 0` : `${each.sql} IS NULL OR ${each.sql} >= 0`,
            else: ['INVALID_ARGUMENT', `${each.path.join('.')} must not be negative.`],
          });
      const facts = factSteps(draft, table, payload.fields);
      steps.push(...facts.steps);
      // a fare that is known leaves the card that pays
      const fare = [...facts.columns].find(([name]) => COST.test(name));
      if (effect === undefined && fare !== undefined) effect = spendEffect(draft, table, payload.fields, fare[1]);
      steps.push(...(effect?.before ?? []));
      const isFixed = given !== undefined && given.node.field.required && given.path.length === 1;
      const keySql = isFixed ? given.sql : `:${name}.id`;
      if (!isFixed) key.role = 'minted';
      if (!isFixed)
        steps.push({
          let: name,
          sql: `SELECT ${given === undefined ? newId(table, key) : `coalesce(${given.sql}, ${newId(table, key)})`} AS id`,
        });
      const values: [string, string][] = [[key.name, keySql]];
      for (const column of table.columns.values()) {
        if (column === key) continue;
        const from = payload.fields.find((each) => each.column === column);
        if (from === undefined) {
          values.push([
            column.name,
            facts.columns.get(column.name) ??
              borrowed(draft, table, column, payload.fields) ??
              defaultValue(draft, table, column, owner, effect),
          ]);
          continue;
        }
        const optional = !(from.node.field.required && from.path.length === 1);
        if (optional && !column.nullable && looksMinted(column)) column.nullable = true;
        values.push([
          column.name,
          optional && !column.nullable
            ? `coalesce(${from.sql}, ${defaultValue(draft, table, column, owner, effect)})`
            : from.sql,
        ]);
      }
      const runs = [
        `INSERT INTO ${table.name} (${values.map(([column]) => quoted(column)).join(', ')})\nVALUES (${values.map(([, value]) => value).join(', ')})`,
      ];
      steps.push({ run: runs.length === 1 ? sqlOf(runs[0] ?? '') : runs });
      for (const part of payload.parts) steps.push(...partSteps(draft, part, keySql));
      steps.push(...(effect?.after ?? []));
      steps.push(
        returnStep(out ?? wholeRow(table, model, tool.name), {
          table: table.name,
          where: `${quoted(key.name)} = ${keySql}`,
        }),
      );
      return steps;
    },
  };
}

function usesSession(draft: Draft): boolean {
  return sessionOf(draft.model) !== undefined;
}

function ownerOf(draft: Draft, table: TablePlan): ColumnPlan | undefined {
  const owner = [...table.columns.values()].find((column) => column.system === 'owner');
  if (owner !== undefined) draft.model.use(table, owner, 'written', draft.tool.name);
  return owner;
}

/** What a new row has where nobody says. */
export function defaultValue(
  draft: Draft,
  table: TablePlan,
  column: ColumnPlan,
  owner: ColumnPlan | undefined,
  effect?: EffectPlan,
): string {
  const { model } = draft;
  const computed = effect?.columns.get(column.name);
  if (computed !== undefined) return computed;
  if (column === owner)
    return usesSession(draft)
      ? ':session.user_id'
      : `(SELECT u.${quoted(column.name)} FROM ${table.name} AS u LIMIT 0)`;
  const status = statusColumn(model, table);
  if (column === status) return literal(initialStatus(model, table, draft.tool));
  if (isCreated(column)) return clockValue(column);
  if (column.nullable) return 'NULL';
  const stated = column.schema['default'] ?? saidDefault(column);
  if (
    (typeof stated === 'string' || typeof stated === 'number') &&
    column.references === undefined &&
    column.role === undefined
  )
    return literal(stated);
  if (column.choices !== undefined && column.choices.length > 0) return literal(column.choices[0] ?? '');
  const fitting = fittingValue(column);
  if (fitting !== undefined) return fitting;
  if (column.role === 'json') return column.schema['type'] === 'array' || column.name.endsWith('s') ? "'[]'" : "'{}'";
  const shown = column.uses.get('returned')?.has(draft.tool.name) === true;
  if (column.references !== undefined && shown && column.references !== table.name) {
    const target = model.tables.get(column.references);
    if (target !== undefined && target.kind !== 'session') {
      const [key = ''] = target.key;
      for (const leaf of draft.leaves)
        if (leaf.is === `${table.name}.${column.name}`) (leaf as { role: string }).role = 'invented';
      return `(SELECT r.${quoted(key)} FROM ${target.name} AS r ORDER BY r.${quoted(key)} LIMIT 1)`;
    }
  }
  if (column.references !== undefined || column.unique === true) {
    column.nullable = true;
    return 'NULL';
  }
  if (column.type === 'TEXT' && looksMinted(column) && column.uses.get('returned')?.has(draft.tool.name) !== true) {
    column.nullable = true;
    return 'NULL';
  }
  if (column.type === 'TEXT')
    return looksMinted(column)
      ? mintedColumn(column)
      : /(^|_)(date|time|at|on)$/.test(column.name)
        ? ((column.nullable = true), 'NULL')
        : "''";
  return '0';
}

/** What a new row takes over from a row that it refers to: the doctor of its slot, the price of its product. */
function borrowed(draft: Draft, table: TablePlan, column: ColumnPlan, payload: readonly Payload[]): string | undefined {
  const { model } = draft;
  if (
    column.system !== undefined ||
    column === statusColumn(model, table) ||
    isCreated(column) ||
    column.role === 'minted' ||
    column.role === 'json'
  )
    return undefined;
  for (const each of payload) {
    const target = each.column.references === undefined ? undefined : model.tables.get(each.column.references);
    if (target === undefined || target === table) continue;
    const same =
      column.references === undefined
        ? target.columns.get(column.name)
        : model.referencesTo(target, column.references)[0];
    if (
      same === undefined ||
      same.type !== column.type ||
      target.key.includes(same.name) ||
      same.nullable ||
      GENERIC_COLUMNS.has(column.name)
    )
      continue;
    return `(SELECT r.${quoted(same.name)} FROM ${target.name} AS r WHERE r.${quoted(target.key[0] ?? '')} = ${each.sql})`;
  }
  return undefined;
}

/** A fare that a look-up tells for just these arguments: the row takes it, and there is none without it. */
function factSteps(
  draft: Draft,
  table: TablePlan,
  payload: readonly Payload[],
): { steps: Step[]; columns: Map<string, string> } {
  const columns = new Map<string, string>();
  for (const facts of draft.model.tables.values()) {
    if (facts.kind !== 'reference' || facts.rows !== undefined) continue;
    const asked = [...facts.columns.values()].filter((column) => (column.uses.get('filtered')?.size ?? 0) > 0);
    const told = [...facts.columns.values()].filter(
      (column) => !asked.includes(column) && !facts.key.includes(column.name),
    );
    const given = asked.map((column) => payload.find((each) => each.column.name === column.name));
    if (asked.length < 2 || given.some((each) => each === undefined)) continue;
    const taken = told.filter(
      (column) =>
        table.columns.has(column.name) &&
        table.columns.get(column.name)?.type === column.type &&
        !payload.some((each) => each.column.name === column.name),
    );
    if (taken.length === 0) continue;
    const where = asked
      .map(
        (column, at) =>
          `${column.type === 'TEXT' ? `lower(${quoted(column.name)}) = lower(${given[at]?.sql ?? ''})` : `${quoted(column.name)} = ${given[at]?.sql ?? ''}`}`,
      )
      .join(' AND ');
    for (const column of taken) columns.set(column.name, `:known.${column.name}`);
    asked.forEach((column, at) => draft.replace(given[at]?.path ?? [], 'filter', `${facts.name}.${column.name}`));
    return {
      columns,
      steps: [
        {
          let: 'known',
          sql: sqlOf(
            `SELECT ${taken.map((column) => quoted(column.name)).join(', ')}\nFROM ${facts.name}\nWHERE ${where}\nORDER BY ${quoted(facts.key[0] ?? '')}\nLIMIT 1`,
          ),
          else: ['NOT_FOUND', `There is no ${facts.words.join(' ')} for that.`],
        },
      ],
    };
  }
  return { steps: [], columns };
}

/** A value that the schema demands where an empty one would not do. */
function fittingValue(column: ColumnPlan): string | undefined {
  const { schema } = column;
  if (column.references !== undefined || (looksMinted(column) && schema['pattern'] === undefined)) return undefined;
  const demands =
    column.role === 'json'
      ? Array.isArray(schema['required']) || Number(schema['minItems'] ?? 0) > 0
      : column.type === 'TEXT'
        ? schema['pattern'] !== undefined ||
          Number(schema['minLength'] ?? 0) > 0 ||
          (typeof schema['format'] === 'string' && !/^(password|byte|binary|int|float|double)/.test(schema['format']))
        : Number(schema['minimum'] ?? 0) > 0 || Number(schema['exclusiveMinimum'] ?? -1) >= 0;
  if (!demands) return undefined;
  if (column.type !== 'TEXT') return String(schema['minimum'] ?? Number(schema['exclusiveMinimum'] ?? 0) + 1);
  const random = makeRandom(1, column.name);
  const value = sample(column.role === 'json' ? schema : { type: 'string', ...schema }, random, (maker) =>
    maker !== null && typeof maker === 'object' && 'pick' in maker && Array.isArray(maker.pick)
      ? (maker.pick[0] as string)
      : maker !== null && typeof maker === 'object' && 'int' in maker
        ? Math.ceil(maker.int[0])
        : maker !== null && typeof maker === 'object' && 'time' in maker
          ? '2031-05-12T09:00:00Z'
          : 'none',
  );
  return literal(typeof value === 'string' ? value : JSON.stringify(value));
}

/** "Defaults to 1" */
function saidDefault(column: ColumnPlan): string | number | undefined {
  const said = /\bdefaults? (?:is|to|value is|value:)?\s*['"`]?([A-Za-z0-9_.-]+)/i
    .exec(column.description)?.[1]
    ?.replace(/\.$/, '');
  if (said === undefined) return undefined;
  if (column.type !== 'TEXT') return Number.isFinite(Number(said)) ? Number(said) : undefined;
  return column.choices?.includes(said) === true ? said : undefined;
}

const COST = /(^|_)(amount|price|cost|total|fee|fare|premium)$/;

const GENERIC_COLUMNS = new Set(['description', 'notes', 'status', 'state', 'type', 'note', 'comment', 'metadata']);

const looksMinted = (column: ColumnPlan): boolean =>
  column.type === 'TEXT' &&
  (column.role === 'minted' || /(^|_)(id|number|code|token|key|reference|ref)$/.test(column.name)) &&
  column.choices === undefined;

/** A second id of a new row: a transaction, a confirmation number. */
function mintedColumn(column: ColumnPlan): string {
  column.role = 'minted';
  return `new_id('${(column.words[0] ?? 'x').slice(0, 3)}_', 9)`;
}

function partSteps(draft: Draft, part: PartPayload, key: string): Step[] {
  const { model } = draft;
  const table = part.part;
  const inserted: [string, string][] = [];
  for (const column of table.columns.values()) {
    if (column === part.link) inserted.push([column.name, key]);
    else if (column.name === 'position' && table.key.includes('position')) inserted.push([column.name, ':at + 1']);
    else {
      const from = part.columns.find((each) => each.column === column);
      if (from === undefined)
        inserted.push([
          column.name,
          column.name === table.key[0] ? newId(table, column) : defaultValue(draft, table, column, undefined),
        ]);
      else {
        const sql = from.member === undefined ? ':item' : `:item.${from.member.field.name}`;
        inserted.push([
          column.name,
          from.member === undefined || from.member.field.required || column.nullable
            ? sql
            : `coalesce(${sql}, ${defaultValue(draft, table, column, undefined)})`,
        ]);
      }
    }
  }
  const checks = part.columns.flatMap(({ column, member }): Step[] => {
    const target = column.references === undefined ? undefined : model.tables.get(column.references);
    if (target === undefined) return [];
    const sql = member === undefined ? ':item' : `:item.${member.field.name}`;
    return [
      {
        refuse: `SELECT 1 AS missing WHERE ${sql} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${target.name} WHERE ${target.name}.${quoted(target.key[0] ?? '')} = ${sql})`,
        else: ['NOT_FOUND', `There is no ${thing(target)} {${sql.slice(1)}}.`],
      },
    ];
  });
  const insert = `INSERT INTO ${table.name} (${inserted.map(([name]) => quoted(name)).join(', ')})\nVALUES (${inserted.map(([, value]) => value).join(', ')})`;
  return [
    {
      each: reference(part.node.field.path),
      as: 'item',
      ...(insert.includes(':at') ? { at: 'at' } : {}),
      do: [...checks, { run: sqlOf(insert) }],
      ...(part.node.field.required ? {} : { when: `${reference(part.node.field.path)} IS NOT NULL` }),
    },
  ];
}

// ---- update ---------------------------------------------------------------------------------------------------------

export function updateReading(draft: Draft, table: TablePlan): Reading {
  const { model, tool } = draft;
  let own: FieldNode | undefined;
  let payload: { fields: Payload[]; parts: PartPayload[] } = { fields: [], parts: [] };
  let parents: Payload[] = [];
  let out: Out | undefined;
  return {
    kind: 'update',
    phase: 2,
    declare() {
      const nodes = draft.specific(false);
      own = ownKeyArgument(model, table, nodes, tool) ?? fallbackKey(draft, nodes);
      if (own !== undefined) draft.place(own, 'own key', `${table.name}.${table.key[0] ?? ''}`);
      const inPath = new Set(tool.path.flatMap((part) => (part.argument === undefined ? [] : [part.argument])));
      const isParent = (node: FieldNode): boolean => node !== own && inPath.has(node.field.name);
      parents = payloadOf(draft, table, nodes.filter(isParent), 'payload').fields;
      payload = payloadOf(
        draft,
        table,
        nodes.filter((node) => node !== own && !isParent(node)),
        'patch',
      );
      payload.fields = payload.fields.filter((each) => each.column !== model.keyColumn(table));
      if (tool.result !== undefined) out = draft.result(table, { writes: true });
    },
    write() {
      const key = model.keyColumn(table);
      const name = bindingName(table, tool);
      const steps: Step[] = [...signIn(draft, false)];
      if (own === undefined) return [...steps, { fail: ['INVALID_ARGUMENT', `Nothing says which ${thing(table)}.`] }];
      const where = [
        `${quoted(key.name)} = ${reference(own.field.path)}`,
        ...parents.map((each) => `${quoted(each.column.name)} = ${each.sql}`),
      ].join(' AND ');
      steps.push(letRow(table, name, where, `There is no ${thing(table)} ${inMessage(own.field.path)}.`));
      const optional = payload.fields.every((each) => !(each.node.field.required && each.path.length === 1));
      if (
        payload.fields.length > 0 &&
        payload.parts.length === 0 &&
        optional &&
        payload.fields.every((each) => /^:[\w.]+$/.test(each.sql))
      )
        steps.push({
          require: payload.fields.map((each) => `${each.sql} IS NOT NULL`).join(' OR '),
          else: ['INVALID_ARGUMENT', 'Nothing to change was given.'],
        });
      steps.push(...referenceChecks(draft, payload.fields));
      for (const each of payload.fields)
        if (each.column.floor === true)
          steps.push({
            require: `${each.sql} IS NULL OR ${each.sql} >= 0`,
            else: ['INVALID_ARGUMENT', `${each.path.join('.')} must not be negative.`],
          });
      const sets = payload.fields.map(
        (each) =>
          `${quoted(each.column.name)} = ${each.node.field.required && each.path.length === 1 ? each.sql : `coalesce(${each.sql}, ${quoted(each.column.name)})`}`,
      );
      for (const column of table.columns.values())
        if (isUpdated(column)) sets.push(`${quoted(column.name)} = ${clockValue(column)}`);
      if (sets.length > 0)
        steps.push({
          run: sqlOf(`UPDATE ${table.name}\nSET ${sets.join(', ')}\nWHERE ${quoted(key.name)} = :${name}.${key.name}`),
        });
      for (const part of payload.parts) {
        steps.push({
          run: `DELETE FROM ${part.part.name} WHERE ${quoted(part.link.name)} = :${name}.${key.name}`,
          ...(part.node.field.required ? {} : { when: `${reference(part.node.field.path)} IS NOT NULL` }),
        });
        steps.push(...partSteps(draft, part, `:${name}.${key.name}`));
      }
      steps.push(
        returnStep(out ?? wholeRow(table, model, tool.name), {
          table: table.name,
          where: `${quoted(key.name)} = :${name}.${key.name}`,
        }),
      );
      return steps;
    },
  };
}

/** The only thing that can be the key: an id whose entity nobody knows. */
export function fallbackKey(draft: Draft, nodes: readonly FieldNode[]): FieldNode | undefined {
  const ids = nodes.filter(
    (node) =>
      node.kind === 'scalar' &&
      node.field.required &&
      /(^| )(id|uuid|key|number|code|name)$/.test(node.field.words.join(' ')) &&
      !node.field.words.join(' ').startsWith('new ') &&
      keyOf(draft.model, node.field, undefined) === undefined,
  );
  return ids.length === 1 ? ids[0] : ids.find((node) => node.field.words.join(' ').endsWith('id'));
}

// ---- status ---------------------------------------------------------------------------------------------------------

export function transitionReading(draft: Draft, table: TablePlan): Reading {
  const { model, tool } = draft;
  let own: FieldNode | undefined;
  let payload: Payload[] = [];
  let out: Out | undefined;
  return {
    kind: 'transition',
    phase: 3,
    declare() {
      const nodes = draft.specific(false);
      own = ownKeyArgument(model, table, nodes, tool) ?? fallbackKey(draft, nodes);
      if (own !== undefined) draft.place(own, 'own key', `${table.name}.${table.key[0] ?? ''}`);
      payload = payloadOf(
        draft,
        table,
        nodes.filter((node) => node !== own),
        'payload',
      ).fields;
      for (const each of payload) each.column.nullable = true;
      const change = changeOf(model, table, tool);
      model.use(table, change.column, 'written', tool.name);
      if (tool.result !== undefined) out = draft.result(table, { writes: true });
    },
    write() {
      const key = model.keyColumn(table);
      const name = bindingName(table, tool);
      const change = changeOf(model, table, tool);
      const steps: Step[] = [...signIn(draft, false)];
      if (own === undefined) return [...steps, { fail: ['INVALID_ARGUMENT', `Nothing says which ${thing(table)}.`] }];
      const column = `:${name}.${change.column.name}`;
      const parents = payload.filter((each) => tool.path.some((part) => part.argument === each.node.field.name));
      const where = [
        `${quoted(key.name)} = ${reference(own.field.path)}`,
        ...parents.map((each) => `${quoted(each.column.name)} = ${each.sql}`),
      ].join(' AND ');
      steps.push(letRow(table, name, where, `There is no ${thing(table)} ${inMessage(own.field.path)}.`));
      if (change.kind === 'boolean')
        steps.push({
          require: `${column} = ${change.to === 1 ? 0 : 1}`,
          else: [
            'PRECONDITION_FAILED',
            `The ${thing(table)} is ${change.to === 1 ? '' : 'not '}${change.word} already.`,
          ],
        });
      else if (change.from.length > 0)
        steps.push({
          require:
            change.from.length === 1
              ? `${column} = ${literal(change.from[0] ?? '')}`
              : `${column} IN (${change.from.map(literal).join(', ')})`,
          else: [
            'PRECONDITION_FAILED',
            `The ${thing(table)} is {${name}.${change.column.name}}; it must be ${change.from.join(' or ')}.`,
          ],
        });
      steps.push(
        ...referenceChecks(
          draft,
          payload.filter((each) => !parents.includes(each)),
        ),
      );
      const sets = [
        `${quoted(change.column.name)} = ${literal(change.to)}`,
        ...payload
          .filter((each) => !parents.includes(each) && each.column !== change.column)
          .map(
            (each) =>
              `${quoted(each.column.name)} = ${each.node.field.required ? each.sql : `coalesce(${each.sql}, ${quoted(each.column.name)})`}`,
          ),
      ];
      for (const each of table.columns.values()) {
        const isOwnClock = each.name === `${change.word.replaceAll(' ', '_')}_at`;
        if (isOwnClock || isUpdated(each)) sets.push(`${quoted(each.name)} = ${clockValue(each)}`);
      }
      steps.push({
        run: sqlOf(`UPDATE ${table.name}\nSET ${sets.join(', ')}\nWHERE ${quoted(key.name)} = :${name}.${key.name}`),
      });
      steps.push(
        returnStep(out ?? wholeRow(table, model, tool.name), {
          table: table.name,
          where: `${quoted(key.name)} = :${name}.${key.name}`,
        }),
      );
      return steps;
    },
  };
}

// ---- delete ---------------------------------------------------------------------------------------------------------

export function deleteReading(draft: Draft, table: TablePlan): Reading {
  const { model, tool } = draft;
  let own: FieldNode | undefined;
  let others: Payload[] = [];
  let out: Out | undefined;
  return {
    kind: 'delete',
    phase: 3,
    declare() {
      const nodes = draft.specific(false);
      own = ownKeyArgument(model, table, nodes, tool) ?? fallbackKey(draft, nodes);
      if (own !== undefined) draft.place(own, 'own key', `${table.name}.${table.key[0] ?? ''}`);
      others = nodes
        .filter((node) => node !== own)
        .flatMap((node): Payload[] => {
          if (node.kind !== 'scalar') {
            draft.place(node, 'unused', 'none');
            draft.flag('unused argument', `${node.field.name} says nothing about the row`);
            return [];
          }
          if (!node.field.required && keyOf(model, node.field, table.entity) === undefined) {
            draft.place(node, 'formatting', 'a remark on the removal');
            return [];
          }
          const column = columnOf(model, table, node);
          model.use(table, column, 'filtered', tool.name);
          draft.place(
            node,
            keyOf(model, node.field, table.entity) === undefined ? 'verification' : 'reference',
            `${table.name}.${column.name}`,
          );
          return [{ column, node, sql: reference(node.field.path), path: node.field.path }];
        });
      if (tool.result !== undefined) out = draft.result(table, { writes: true });
    },
    write() {
      const key = model.keyColumn(table);
      const name = bindingName(table, tool);
      const mine =
        own === undefined && usesSession(draft)
          ? [...table.columns.values()].find((column) => column.system === 'owner')
          : undefined;
      const steps: Step[] = [...signIn(draft, mine !== undefined)];
      const conditions = [
        ...(mine === undefined ? [] : [`${quoted(mine.name)} = :session.user_id`]),
        ...(own === undefined ? [] : [`${quoted(key.name)} = ${reference(own.field.path)}`]),
        ...others.map((each) =>
          each.node.field.required
            ? `${quoted(each.column.name)} = ${each.sql}`
            : `(${each.sql} IS NULL OR ${quoted(each.column.name)} = ${each.sql})`,
        ),
      ];
      const said = own ?? others[0]?.node;
      const message =
        said === undefined
          ? `There is no ${thing(table)}.`
          : `There is no ${own === undefined ? `${thing(table)} of` : thing(table)} ${inMessage(said.field.path)}.`;
      const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
      // without a key of its own: the latest that fits
      const clock = [...table.columns.values()].find(isCreated);
      steps.push(
        own === undefined
          ? {
              let: name,
              sql: `SELECT * FROM ${table.name}${where} ORDER BY ${clock === undefined ? '' : `${quoted(clock.name)} DESC, `}${quoted(key.name)}${clock === undefined ? ' DESC' : ''} LIMIT 1`,
              else: ['NOT_FOUND', message],
            }
          : letRow(table, name, conditions.join(' AND '), message),
      );
      const blocking = [...model.tables.values()].flatMap((each) =>
        model
          .referencesTo(each, table.name)
          .filter((column) => column.onDelete === undefined && !column.nullable)
          .map((column) => ({ each, column })),
      );
      // an API of resources takes along what belongs to the resource
      if (tool.method === 'DELETE') for (const { column } of blocking) column.onDelete = 'CASCADE';
      for (const { each, column } of tool.method === 'DELETE' ? [] : blocking)
        if (each !== table)
          steps.push({
            refuse: `SELECT 1 AS used FROM ${each.name} WHERE ${quoted(column.name)} = :${name}.${key.name} LIMIT 1`,
            else: ['CONFLICT', `The ${thing(table)} still has ${each.name.replaceAll('_', ' ')}.`],
          });
      if (out === undefined) {
        steps.push(
          { run: `DELETE FROM ${table.name} WHERE ${quoted(key.name)} = :${name}.${key.name}` },
          { return: `SELECT 1 AS deleted`, shape: 'row' },
        );
        return steps;
      }
      const gone: Step = { run: `DELETE FROM ${table.name} WHERE ${quoted(key.name)} = :${name}.${key.name}` };
      if (!showsRow(out)) return [...steps, gone, returnStep(out)];
      // what is shown of the row is read before it goes
      const row = `WHERE ${quoted(key.name)} = :${name}.${key.name}`;
      steps.push({ let: 'shown', sql: sqlOf(`SELECT ${jsonOf(out, false)} AS result\nFROM ${table.name}\n${row}`) });
      return [
        ...steps,
        gone,
        { return: ':shown.result', shape: out.kind === 'sql' && out.as === 'plain' ? 'value' : 'json' },
      ];
    },
  };
}

/** Whether a result speaks of the row at all. */
function showsRow(out: Out): boolean {
  if (out.kind === 'object') return out.members.some(([, each]) => showsRow(each));
  return out.kind === 'rows' || out.column === true || /\bSELECT\b|\./.test(out.sql.replaceAll(/'[^']*'/g, ''));
}

export function clearReading(draft: Draft, table: TablePlan): Reading {
  const { model, tool } = draft;
  let conditions: Payload[] = [];
  let out: Out | undefined;
  return {
    kind: 'clear',
    phase: 3,
    declare() {
      conditions = draft.specific(false).flatMap((node): Payload[] => {
        if (node.kind !== 'scalar') {
          draft.place(node, 'unused', 'none');
          return [];
        }
        const column = columnOf(model, table, node);
        model.use(table, column, 'filtered', tool.name);
        draft.place(node, 'filter', `${table.name}.${column.name}`);
        return [{ column, node, sql: reference(node.field.path), path: node.field.path }];
      });
      model.use(table, model.keyColumn(table), 'written', tool.name);
      if (tool.result !== undefined) out = draft.result(undefined, { writes: true, table: undefined });
    },
    write() {
      const where = conditions.map((each) => `${quoted(each.column.name)} = ${each.sql}`).join(' AND ');
      const clause = where === '' ? '' : ` WHERE ${where}`;
      return [
        ...signIn(draft, false),
        {
          let: 'any',
          sql: `SELECT 1 AS one FROM ${table.name}${clause} LIMIT 1`,
          else: ['NOT_FOUND', `There is no ${thing(table)} to remove.`],
        },
        { run: `DELETE FROM ${table.name}${clause}` },
        returnStep(out ?? { kind: 'object', members: [['success', { kind: 'sql', sql: '1', as: 'boolean' }]] }),
      ];
    },
  };
}
