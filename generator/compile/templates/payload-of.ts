// Arguments that fill columns, and the parts that lists of them make; steps that refuse references to nothing.
import type { Step } from '../../../envs/values/program.ts';
import { type Draft, inMessage, reference, thing } from '../draft.ts';
import type { FieldNode, ListNode } from '../fields.ts';
import { partTable } from '../layout.ts';
import type { ColumnPlan, TablePlan } from '../model.ts';
import { columnName } from '../fields.ts';
import { columnOf, findEntity, isFlat, jsonColumn, withoutNew, keyOf } from '../placing.ts';
import { quoted, sqlOf } from '../render.ts';
import { defaultValue, newId } from './new-values.ts';
import type { Payload } from './payload.ts';

export interface PartPayload {
  readonly node: ListNode;
  readonly part: TablePlan;
  readonly link: ColumnPlan;
  /** Each with where it stands in an item; nowhere: it is the item. */
  readonly columns: readonly PartColumn[];
}

export interface PartColumn {
  readonly column: ColumnPlan;
  readonly path: readonly string[];
  readonly required: boolean;
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
  const add = (node: FieldNode, wanted: ColumnPlan): void => {
    const isTaken = (column: ColumnPlan): boolean => fields.some((each) => each.column === column);
    // type and tokenType of a token are two
    const column = isTaken(wanted) ? (ownColumn(draft, table, node) ?? wanted) : wanted;
    if (isTaken(column)) {
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
      // customer: {id}, of an order that refers to a customer
      const other = prefix.length === 0 ? findEntity(model, words) : undefined;
      const refers = other === undefined || other === table.entity ? [] : model.referencesTo(table, other.table);
      const key = node.members.find(
        (member) => member.kind === 'scalar' && keyOf(model, member.field, other)?.entity === other,
      );
      if (refers.length === 1 && refers[0] !== undefined && key !== undefined) {
        draft.place(node, role, `${table.name}.${refers[0].name}`);
        add(key, refers[0]);
        continue;
      }
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
    const reference = [...made.table.columns.values()].find(
      (each) => each.references !== undefined && each !== made.link,
    );
    const columns =
      node.item.kind === 'object'
        ? node.item.members.flatMap((member) => partColumns(draft, made.table, member))
        : reference === undefined
          ? []
          : [{ column: reference, path: [], required: true }];
    for (const { column } of columns) model.use(made.table, column, 'written', tool.name);
    parts.push({
      node,
      part: made.table,
      link: made.link,
      columns: columns.filter(({ column }) => column !== made.link),
    });
  }
  return { fields, parts };
}

/** A column by the whole name of an argument whose short one is taken. */
function ownColumn({ model }: Draft, table: TablePlan, node: FieldNode): ColumnPlan | undefined {
  const name = columnName(node.field.words);
  if (node.kind !== 'scalar' || node.field.type === 'json' || table.columns.has(name)) return undefined;
  const { words, type, schema, description, choices } = node.field;
  return model.column(table, {
    name,
    words,
    valueType: type,
    schema,
    description,
    nullable: false,
    ...(choices.length > 0 ? { choices } : {}),
  });
}

/** The columns that a member of an item fills: those over which a result has spread it, else one. */
export function partColumns({ model }: Draft, table: TablePlan, member: FieldNode): PartColumn[] {
  const { name, required, words } = member.field;
  if (member.kind === 'scalar') return [{ column: columnOf(model, table, member), path: [name], required }];
  const isKept = table.columns.has(columnName(words));
  if (member.kind === 'object' && !isKept) {
    const spread = member.members.flatMap((inner): PartColumn[] => {
      const column = table.columns.get(columnName(inner.field.words));
      return column === undefined
        ? []
        : [{ column, path: [name, inner.field.name], required: required && inner.field.required }];
    });
    if (spread.length > 0 && spread.length === member.members.length) return spread;
  }
  return [{ column: jsonColumn(model, table, member), path: [name], required }];
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

/** A member of the item at hand, as SQL names it. */
export function inItem(path: readonly string[]): string {
  return [':item', ...path].join('.');
}

export function partSteps(draft: Draft, part: PartPayload, key: string): Step[] {
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
        const sql = inItem(from.path);
        inserted.push([
          column.name,
          from.required || column.nullable ? sql : `coalesce(${sql}, ${defaultValue(draft, table, column, undefined)})`,
        ]);
      }
    }
  }
  const checks = part.columns.flatMap(({ column, path }): Step[] => {
    const target = column.references === undefined ? undefined : model.tables.get(column.references);
    if (target === undefined) return [];
    const sql = inItem(path);
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
