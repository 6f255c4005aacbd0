// A message that goes out and that nobody reads back: an append-only table. And sets of links: follow, add to, subscribe.
import type { Step } from '../../../envs/values/program.ts';
import { plural } from '../../../envs/words/split-words.ts';
import { inMessage, reference, thing, type Draft } from '../draft.ts';
import { columnName, type FieldNode } from '../fields.ts';
import type { Model, TablePlan } from '../model.ts';
import { keyOf } from '../placing.ts';
import { literal, quoted, returnStep, sqlOf, type Out } from '../render.ts';
import { sessionOf, signIn } from '../session.ts';
import { clockValue } from './clocks.ts';
import type { Payload } from './payload.ts';
import { payloadOf, referenceChecks } from './payload-of.ts';
import type { LinkPlan } from '../link-table.ts';
import type { Reading } from './reading.ts';

export function outboxTable(model: Model, words: readonly string[]): TablePlan {
  const own = words.length > 0 ? words : ['message'];
  const name = columnName([...own.slice(0, -1), plural(own.at(-1) ?? '')]);
  const known = model.tables.get(name);
  if (known !== undefined) return known;
  const key = columnName([...own, 'id']);
  const table = model.table(name, own, 'outbox', [key]);
  table.about = 'What was sent, in order. Rows are only added.';
  model.column(table, {
    name: key,
    words: [...own, 'id'],
    valueType: 'text',
    schema: {},
    description: '',
    nullable: false,
    role: 'minted',
  });
  return table;
}

export function outboxReading(draft: Draft, table: TablePlan): Reading {
  const { model, tool } = draft;
  let payload: Payload[] = [];
  let out: Out | undefined;
  return {
    kind: 'outbox',
    phase: 2,
    declare() {
      payload = payloadOf(draft, table, draft.specific(false), 'payload').fields;
      for (const each of payload) {
        each.column.nullable ||= !each.node.field.required || each.column.references !== undefined;
        if (each.column.references !== undefined) each.column.onDelete = 'SET NULL';
      }
      const sent = model.column(table, {
        name: 'sent_at',
        words: ['sent', 'at'],
        valueType: 'text',
        schema: { format: 'date-time' },
        description: '',
        nullable: false,
        system: 'created',
      });
      model.use(table, sent, 'written', tool.name);
      if (tool.result !== undefined) out = draft.result(table, { writes: true });
    },
    write() {
      const key = table.key[0] ?? '';
      const id = `SELECT new_id('${columnName(table.words.slice(-1)).slice(0, 3)}_', 9) AS id`;
      const values = [...table.columns.values()].map((column): [string, string] => {
        if (column.name === key) return [column.name, ':sent.id'];
        const from = payload.find((each) => each.column === column);
        if (from !== undefined) return [column.name, from.sql];
        if (column.system === 'created') return [column.name, clockValue(column)];
        column.nullable = true;
        return [column.name, 'NULL'];
      });
      return [
        ...signIn(draft, false),
        ...referenceChecks(draft, payload),
        { let: 'sent', sql: id },
        {
          run: sqlOf(
            `INSERT INTO ${table.name} (${values.map(([column]) => quoted(column)).join(', ')})\nVALUES (${values.map(([, value]) => value).join(', ')})`,
          ),
        },
        returnStep(out ?? { kind: 'object', members: [['success', { kind: 'sql', sql: '1', as: 'boolean' }]] }, {
          table: table.name,
          where: `${quoted(key)} = :sent.id`,
        }),
      ];
    },
  };
}

// ---- links ----------------------------------------------------------------------------------------------------------

export function linkReading(draft: Draft, plan: () => LinkPlan, deed: 'link' | 'unlink'): Reading {
  const { model, tool } = draft;
  let link: LinkPlan | undefined;
  let targetNode: FieldNode | undefined;
  let ownerNode: FieldNode | undefined;
  let rest: Payload[] = [];
  let out: Out | undefined;
  return {
    kind: deed,
    phase: 2,
    declare() {
      const made = plan();
      link = made;
      const nodes = draft.specific(false);
      const targetEntity = model.tables.get(made.target.references ?? '')?.entity;
      const ownerEntity = made.owner === undefined ? undefined : model.tables.get(made.owner.references ?? '')?.entity;
      const keys = nodes.filter((node) => node.kind === 'scalar');
      ownerNode =
        ownerEntity === undefined || ownerEntity === targetEntity
          ? undefined
          : keys.find((node) => keyOf(model, node.field, undefined)?.entity === ownerEntity);
      targetNode =
        keys.find((node) => node !== ownerNode && keyOf(model, node.field, targetEntity)?.entity === targetEntity) ??
        keys.find((node) => node !== ownerNode && node.field.required);
      if (ownerNode !== undefined) draft.place(ownerNode, 'reference', `${made.table.name}.${made.owner?.name ?? ''}`);
      if (targetNode !== undefined) draft.place(targetNode, 'reference', `${made.table.name}.${made.target.name}`);
      const others = nodes.filter((node) => node !== ownerNode && node !== targetNode);
      if (deed === 'link') rest = payloadOf(draft, made.table, others, 'payload').fields;
      else for (const node of others) draft.place(node, 'formatting', 'a remark');
      for (const each of rest) each.column.nullable = true;
      model.use(made.table, made.target, 'written', tool.name);
      if (tool.result !== undefined) out = draft.result(undefined, { writes: true, ...listScope(draft, made) });
    },
    write() {
      const made = link as LinkPlan;
      const target = model.tables.get(made.target.references ?? '') as TablePlan;
      const sql = targetNode === undefined ? 'NULL' : reference(targetNode.field.path);
      const said = targetNode === undefined ? '' : ` ${inMessage(targetNode.field.path)}`;
      const owner =
        made.owner === undefined
          ? undefined
          : ownerNode === undefined
            ? ':session.user_id'
            : reference(ownerNode.field.path);
      const steps: Step[] = [...signIn(draft, owner === ':session.user_id')];
      const ownerTable = made.owner === undefined ? undefined : model.tables.get(made.owner.references ?? '');
      const refuse = (table: TablePlan, value: string, node: FieldNode): Step => ({
        refuse: `SELECT 1 AS missing WHERE NOT EXISTS (SELECT 1 FROM ${table.name} WHERE ${table.name}.${quoted(table.key[0] ?? '')} = ${value})`,
        else: ['NOT_FOUND', `There is no ${thing(table)} ${inMessage(node.field.path)}.`],
      });
      if (ownerNode !== undefined && ownerTable !== undefined) steps.push(refuse(ownerTable, owner ?? '', ownerNode));
      if (targetNode !== undefined) steps.push(refuse(target, sql, targetNode));
      const where = [
        ...(made.owner === undefined ? [] : [`${quoted(made.owner.name)} = ${owner ?? ''}`]),
        `${quoted(made.target.name)} = ${sql}`,
      ].join(' AND ');
      const set = made.table.words.join(' ');
      if (deed === 'link') {
        steps.push({
          refuse: `SELECT 1 AS there FROM ${made.table.name} WHERE ${where}`,
          else: ['CONFLICT', `The ${thing(target)}${said} is in the ${set} already.`],
        });
        const values: [string, string][] = [
          ...(made.owner === undefined ? [] : [[made.owner.name, owner ?? ''] as [string, string]]),
          [made.target.name, sql],
          ...rest.map((each): [string, string] => [each.column.name, each.sql]),
        ];
        for (const column of made.table.columns.values())
          if (!values.some(([name]) => name === column.name)) column.nullable = true;
        steps.push({
          run: sqlOf(
            `INSERT INTO ${made.table.name} (${values.map(([name]) => quoted(name)).join(', ')})\nVALUES (${values.map(([, value]) => value).join(', ')})`,
          ),
        });
      } else {
        steps.push({
          let: 'link',
          sql: `SELECT 1 AS there FROM ${made.table.name} WHERE ${where}`,
          else: ['NOT_FOUND', `The ${thing(target)}${said} is not in the ${set}.`],
        });
        steps.push({ run: `DELETE FROM ${made.table.name} WHERE ${where}` });
      }
      const scope = listScope(draft, made);
      draft.leaves.length = 0;
      const result =
        tool.result === undefined
          ? out
          : scope?.list === undefined
            ? draft.result(undefined, { writes: true })
            : withSet(draft, tool.result, made, scope.list);
      steps.push(
        returnStep(result ?? { kind: 'object', members: [['success', { kind: 'sql', sql: '1', as: 'boolean' }]] }),
      );
      return steps;
    },
  };
}

/** The set stands where the result has a list of names; the rest is what the tool says. */
function withSet(
  draft: Draft,
  node: FieldNode,
  made: LinkPlan,
  list: { readonly from: string; readonly where: readonly string[]; readonly order: readonly string[] },
): Out {
  const items = findList(node);
  if (items === undefined) return draft.result(undefined, { writes: true });
  return substitute(draft, node, items, {
    kind: 'rows',
    ...list,
    item: { kind: 'sql', sql: quoted(made.target.name), as: 'plain' },
  });
}

/** A result that shows the whole set afterwards. */
function listScope(draft: Draft, made: LinkPlan): Partial<Parameters<Draft['result']>[1]> | undefined {
  const { result } = draft.tool;
  if (result === undefined || result.kind !== 'object' || !result.members.some((member) => member.kind === 'list'))
    return undefined;
  const where = made.owner === undefined || ownerless(draft) ? [] : [`${quoted(made.owner.name)} = :session.user_id`];
  return {
    table: made.table,
    list: {
      from: made.table.name,
      where,
      order: [quoted(made.target.name)],
      count: `(SELECT count(*) FROM ${made.table.name})`,
    },
  };
}

function ownerless(draft: Draft): boolean {
  return sessionOf(draft.model) === undefined;
}

export function linkListReading(draft: Draft, plan: () => LinkPlan): Reading {
  const { model, tool } = draft;
  let link: LinkPlan | undefined;
  let ownerNode: FieldNode | undefined;
  return {
    kind: 'list links',
    phase: 2,
    declare() {
      link = plan();
      const ownerEntity = link.owner === undefined ? undefined : model.tables.get(link.owner.references ?? '')?.entity;
      const nodes = draft.specific(true);
      ownerNode =
        ownerEntity === undefined
          ? undefined
          : nodes.find((node) => keyOf(model, node.field, undefined)?.entity === ownerEntity);
      if (ownerNode !== undefined) draft.place(ownerNode, 'reference', `${link.table.name}.${link.owner?.name ?? ''}`);
      for (const node of nodes)
        if (node !== ownerNode) {
          draft.place(node, 'unused', 'none');
          draft.flag('unused argument', `${node.field.name} selects nothing`);
        }
      for (const node of draft.general(true, 'limit', 'page', 'offset', 'cursor', 'sort', 'direction'))
        draft.place(node, 'formatting', 'the set is small');
      model.use(link.table, link.target, 'returned', tool.name);
    },
    write() {
      const made = link as LinkPlan;
      const owner =
        made.owner === undefined
          ? undefined
          : ownerNode === undefined
            ? ':session.user_id'
            : reference(ownerNode.field.path);
      const where = made.owner === undefined || owner === undefined ? [] : [`${quoted(made.owner.name)} = ${owner}`];
      const clause = where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`;
      const target = model.tables.get(made.target.references ?? '') as TablePlan;
      const node = tool.result;
      const items = node === undefined ? undefined : findList(node);
      const isObjects = items?.kind === 'list' && items.item.kind === 'object';
      const list = isObjects
        ? {
            from: target.name,
            where: [
              `${quoted(target.key[0] ?? '')} IN (SELECT l.${quoted(made.target.name)} FROM ${made.table.name} AS l${where.length === 0 ? '' : ` WHERE l.${where[0] ?? ''}`})`,
            ],
            order: target.key.map(quoted),
            count: `(SELECT count(*) FROM ${made.table.name}${clause})`,
          }
        : {
            from: made.table.name,
            where,
            order: [quoted(made.target.name)],
            count: `(SELECT count(*) FROM ${made.table.name}${clause})`,
          };
      draft.leaves.length = 0;
      const shown = isObjects ? target : made.table;
      const out: Out =
        node === undefined
          ? {
              kind: 'rows',
              ...list,
              item: {
                kind: 'object',
                members: [[made.target.name, { kind: 'sql', sql: quoted(made.target.name), as: 'plain' }]],
              },
            }
          : items?.kind === 'list' && !isObjects
            ? substitute(draft, node, items, {
                kind: 'rows',
                ...list,
                item: { kind: 'sql', sql: quoted(made.target.name), as: 'plain' },
              })
            : draft.result(shown, { list });
      const steps: Step[] = [...signIn(draft, owner === ':session.user_id')];
      if (ownerNode !== undefined) {
        const ownerTable = model.tables.get(made.owner?.references ?? '') as TablePlan;
        steps.push({
          refuse: `SELECT 1 AS missing WHERE NOT EXISTS (SELECT 1 FROM ${ownerTable.name} WHERE ${quoted(ownerTable.key[0] ?? '')} = ${owner ?? ''})`,
          else: ['NOT_FOUND', `There is no ${thing(ownerTable)} ${inMessage(ownerNode.field.path)}.`],
        });
      }
      return [...steps, returnStep(out)];
    },
  };
}

function findList(node: FieldNode): FieldNode | undefined {
  if (node.kind === 'list') return node;
  if (node.kind === 'object') return node.members.map(findList).find((each) => each !== undefined);
  return undefined;
}

function substitute(draft: Draft, node: FieldNode, list: FieldNode, rows: Out): Out {
  if (node === list) return rows;
  if (node.kind !== 'object') return draft.result(undefined);
  return {
    kind: 'object',
    members: node.members.map(
      (member) =>
        [
          member.field.name,
          member === list || findList(member) === list
            ? substitute(draft, member, list, rows)
            : {
                kind: 'sql',
                sql:
                  member.field.type === 'integer' && rows.kind === 'rows'
                    ? `(SELECT count(*) FROM ${rows.from}${rows.where.length === 0 ? '' : ` WHERE ${rows.where.join(' AND ')}`})`
                    : member.field.type === 'boolean'
                      ? '1'
                      : literal('ok'),
                as: member.field.type === 'boolean' ? 'boolean' : 'plain',
              },
        ] as const,
    ),
  };
}
