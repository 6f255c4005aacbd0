// Money and stock of a row: put in, take out, transfer between two rows of one table. Never below zero.
import type { Step } from '../../../envs/values/program.ts';
import { bindingName, inMessage, letRow, reference, thing, type Draft } from '../draft.ts';
import { wholeRow } from '../whole-row.ts';
import type { Entity } from '../entities.ts';
import { columnName, leavesOf, type FieldNode } from '../fields.ts';
import type { ColumnPlan, Model, TablePlan } from '../model.ts';
import { columnOf, keyOf, referenceColumn } from '../placing.ts';
import { literal, quoted, returnStep, sqlOf, type Out } from '../render.ts';
import { sessionOf, signIn } from '../session.ts';
import { ownKeyArgument } from './read-entity.ts';
import type { Reading } from './reading.ts';
import { isCreated, isUpdated, clockValue } from './clocks.ts';
import { defaultValue, newId } from './new-values.ts';

const LEVEL =
  /(^|_)(balance|credits?|funds?|stock|quantity|points?|inventory|level|available|amount|count|seats?_left|remaining|minutes?|hours?|score|mile|due|owed|debt|outstanding)$/;
const AMOUNT =
  /(^|_)(amount|quantity|qty|value|points?|sum|delta|number|units?|count|credits?|miles?|minutes?|hours?|by|fuel|change)$/;

export function amountArgument(nodes: readonly FieldNode[]): FieldNode | undefined {
  return nodes.find(
    (node) =>
      node.kind === 'scalar' &&
      (node.field.type === 'real' || node.field.type === 'integer') &&
      AMOUNT.test(columnName(node.field.words)),
  );
}

/** The number of a row that goes up and down. */
export function levelColumn(table: TablePlan, amount: FieldNode | undefined): ColumnPlan | undefined {
  const numbers = [...table.columns.values()].filter(
    (column) =>
      column.type !== 'TEXT' &&
      column.role === undefined &&
      column.references === undefined &&
      !table.key.includes(column.name),
  );
  const words = amount?.field.words ?? [];
  return (
    numbers.find(
      (column) => LEVEL.test(column.name) && words.some((word) => column.words.includes(word) && word !== 'amount'),
    ) ??
    numbers.find((column) => LEVEL.test(column.name) && !/^(amount|count|level|score)$/.test(column.name)) ??
    numbers.find((column) => LEVEL.test(column.name))
  );
}

/** The column that goes up and down, never below zero; a balance where the row has none. */
function declareLevel({ model, tool }: Draft, table: TablePlan, amount: FieldNode | undefined): ColumnPlan {
  const level =
    levelColumn(table, amount) ??
    model.column(table, {
      name: 'balance',
      words: ['balance'],
      valueType: 'real',
      schema: {},
      description: '',
      nullable: false,
    });
  level.floor = true;
  model.use(table, level, 'written', tool.name);
  return level;
}

export function adjustReading(draft: Draft, table: TablePlan, up: boolean): Reading {
  const { model, tool } = draft;
  let own: FieldNode | undefined;
  let amount: FieldNode | undefined;
  let out: Out | undefined;
  return {
    kind: up ? 'increase' : 'decrease',
    phase: 3,
    declare() {
      const nodes = draft.specific(false);
      own = ownKeyArgument(model, table, nodes, tool);
      amount = amountArgument(nodes.filter((node) => node !== own));
      if (own !== undefined) draft.place(own, 'own key', `${table.name}.${table.key[0] ?? ''}`);
      const level = declareLevel(draft, table, amount);
      if (amount !== undefined) draft.place(amount, 'amount', `${table.name}.${level.name}`);
      for (const node of nodes)
        if (node !== own && node !== amount)
          draft.place(node, node.field.required ? 'unused' : 'formatting', 'a remark');
      for (const node of nodes)
        if (node !== own && node !== amount && node.field.required)
          draft.flag('unused argument', `${node.field.name} is kept nowhere`);
      if (tool.result !== undefined)
        out = draft.result(table, {
          writes: true,
          known: new Map([
            ['new_balance', quoted(level.name)],
            ['balance', quoted(level.name)],
            ['updated_balance', quoted(level.name)],
          ]),
        });
    },
    write() {
      const level = levelColumn(table, amount) ?? (table.columns.get('balance') as ColumnPlan);
      const name = bindingName(table, tool);
      const key = table.key[0] ?? '';
      const isMine = own === undefined && sessionOf(model)?.users === table;
      const steps: Step[] = [...signIn(draft, isMine)];
      if ((own === undefined && !isMine) || amount === undefined)
        return [...steps, { fail: ['INVALID_ARGUMENT', 'Nothing says how much of what.'] }];
      const sql = reference(amount.field.path);
      steps.push(
        letRow(
          table,
          name,
          `${quoted(key)} = ${own === undefined ? ':session.user_id' : reference(own.field.path)}`,
          own === undefined
            ? `There is no ${thing(table)}.`
            : `There is no ${thing(table)} ${inMessage(own.field.path)}.`,
        ),
      );
      steps.push({ require: `${sql} > 0`, else: ['INVALID_ARGUMENT', `${amount.field.name} must be positive.`] });
      if (!up)
        steps.push({
          require: `:${name}.${level.name} >= ${sql}`,
          else: ['PRECONDITION_FAILED', `Only {${name}.${level.name}} ${level.words.join(' ')} is left.`],
        });
      const sets = [`${quoted(level.name)} = ${quoted(level.name)} ${up ? '+' : '-'} ${sql}`];
      for (const column of table.columns.values())
        if (isUpdated(column)) sets.push(`${quoted(column.name)} = ${clockValue(column)}`);
      steps.push({
        run: sqlOf(`UPDATE ${table.name}\nSET ${sets.join(', ')}\nWHERE ${quoted(key)} = :${name}.${key}`),
      });
      steps.push(...ledgerSteps(draft, sql));
      steps.push(
        returnStep(out ?? wholeRow(table, model, tool.name), {
          table: table.name,
          where: `${quoted(key)} = :${name}.${key}`,
        }),
      );
      return steps;
    },
  };
}

const LEDGER = /transaction|ledger|movement|statement|history/;

/** A list of movements that no tool writes is written by those that move money. */
function ledgerSteps(draft: Draft, amount: string): Step[] {
  const { model, tool } = draft;
  const ledger = [...model.tables.values()].find(
    (table) =>
      LEDGER.test(table.name) &&
      table.columns.has('amount') &&
      (table.columns.has('type') || table.columns.has('kind')) &&
      [...table.columns.values()].every((column) => !(column.uses.get('written')?.size ?? 0)),
  );
  if (ledger === undefined || ledger.key.length !== 1) return [];
  const key = model.keyColumn(ledger);
  const values: [string, string][] = [];
  for (const column of ledger.columns.values()) {
    if (column === key)
      values.push([
        column.name,
        key.type === 'INTEGER'
          ? `(SELECT coalesce(max(l.${quoted(key.name)}), 0) + 1 FROM ${ledger.name} AS l)`
          : newId(ledger, key),
      ]);
    else if (column.name === 'amount') values.push([column.name, amount]);
    else if (column.name === 'type' || column.name === 'kind')
      values.push([
        column.name,
        literal(tool.deeds[0] === 'decrease' || tool.deeds.includes('decrease') ? 'withdrawal' : 'deposit'),
      ]);
    else if (isCreated(column) || /date|time/.test(column.name)) values.push([column.name, clockValue(column)]);
    else {
      column.nullable = true;
      values.push([column.name, 'NULL']);
    }
  }
  const type = ledger.columns.get('type') ?? ledger.columns.get('kind');
  if (type !== undefined) type.choices = [...new Set([...(type.choices ?? []), 'deposit', 'withdrawal'])];
  return [
    {
      run: sqlOf(
        `INSERT INTO ${ledger.name} (${values.map(([name]) => quoted(name)).join(', ')})\nVALUES (${values.map(([, value]) => value).join(', ')})`,
      ),
    },
  ];
}

/** Two keys of one table and an amount. */
export function transferKeys(
  model: Model,
  entity: Entity,
  nodes: readonly FieldNode[],
): { from: FieldNode; to: FieldNode } | undefined {
  const isKey = (node: FieldNode): boolean =>
    node.kind === 'scalar' &&
    (keyOf(model, node.field, undefined)?.entity === entity ||
      // from_account, to_account: the keys of two accounts
      (node.field.type === entity.key.type &&
        /^(from|to|source|target|destination|sender|receiver|recipient) /.test(node.field.words.join(' ')) &&
        entity.names.includes(node.field.words.slice(1).join(' '))));
  const keys = nodes.filter(isKey);
  if (keys.length !== 2) return undefined;
  const [first, second] = keys as [FieldNode, FieldNode];
  const isTo = (node: FieldNode): boolean =>
    /\b(to|target|destination|dest|recipient|receiver|payee|beneficiary|credit)\b/.test(node.field.words.join(' '));
  return isTo(first) ? { from: second, to: first } : { from: first, to: second };
}

export function transferReading(draft: Draft, table: TablePlan): Reading {
  const { model, tool } = draft;
  let keys: { from: FieldNode; to: FieldNode } | undefined;
  let amount: FieldNode | undefined;
  let out: Out | undefined;
  let record: Recorded | undefined;
  return {
    kind: 'transfer',
    phase: 3,
    declare() {
      const nodes = draft.specific(false);
      keys = table.entity === undefined ? undefined : transferKeys(model, table.entity, nodes);
      amount = amountArgument(nodes);
      const level = declareLevel(draft, table, amount);
      for (const node of nodes) {
        if (node === keys?.from || node === keys?.to)
          draft.place(node, 'reference', `${table.name}.${table.key[0] ?? ''}`);
        else if (node === amount) draft.place(node, 'amount', `${table.name}.${level.name}`);
        else {
          draft.place(node, 'formatting', 'a remark');
        }
      }
      record = recordOf(draft, table, amount);
      if (tool.result !== undefined) out = draft.result(record?.table ?? table, { writes: true });
    },
    write() {
      const steps: Step[] = [...signIn(draft, false)];
      if (keys === undefined || amount === undefined)
        return [...steps, { fail: ['INVALID_ARGUMENT', 'Nothing says how much goes where.'] }];
      const level = quoted(levelColumn(table, amount)?.name ?? 'balance');
      const key = quoted(table.key[0] ?? '');
      const sql = reference(amount.field.path);
      const [from, to] = [reference(keys.from.field.path), reference(keys.to.field.path)];
      steps.push(
        letRow(table, 'source', `${key} = ${from}`, `There is no ${thing(table)} ${inMessage(keys.from.field.path)}.`),
        letRow(table, 'target', `${key} = ${to}`, `There is no ${thing(table)} ${inMessage(keys.to.field.path)}.`),
        { require: `${from} <> ${to}`, else: ['INVALID_ARGUMENT', `Both are ${inMessage(keys.to.field.path)}.`] },
        { require: `${sql} > 0`, else: ['INVALID_ARGUMENT', `${amount.field.name} must be positive.`] },
        {
          require: `:source.${level.replaceAll('"', '')} >= ${sql}`,
          else: ['PRECONDITION_FAILED', `Only {source.${level.replaceAll('"', '')}} is there.`],
        },
        {
          run: [
            `UPDATE ${table.name} SET ${level} = ${level} - ${sql} WHERE ${key} = ${from}`,
            `UPDATE ${table.name} SET ${level} = ${level} + ${sql} WHERE ${key} = ${to}`,
          ],
        },
      );
      if (record === undefined) {
        steps.push(
          returnStep(out ?? wholeRow(table, model, tool.name), { table: table.name, where: `${key} = ${from}` }),
        );
        return steps;
      }
      // what was done stands in a row of its own
      const made = record;
      const own = model.keyColumn(made.table);
      own.role = 'minted';
      const values = [...made.table.columns.values()].map((column): [string, string] => [
        column.name,
        column === own
          ? ':record.id'
          : column === made.amount
            ? sql
            : column === made.owner
              ? from
              : defaultValue(draft, made.table, column, undefined),
      ]);
      steps.push(
        { let: 'record', sql: `SELECT ${newId(made.table, own)} AS id` },
        {
          run: sqlOf(
            `INSERT INTO ${made.table.name} (${values.map(([name]) => quoted(name)).join(', ')})\nVALUES (${values.map(([, value]) => value).join(', ')})`,
          ),
        },
        returnStep(out ?? wholeRow(made.table, model, tool.name), {
          table: made.table.name,
          where: `${quoted(own.name)} = :record.id`,
        }),
      );
      return steps;
    },
  };
}

interface Recorded {
  readonly table: TablePlan;
  readonly amount: ColumnPlan;
  readonly owner: ColumnPlan;
}

/** transfer_money(...) -> transaction_id: the row that tells of it. */
function recordOf(draft: Draft, table: TablePlan, amount: FieldNode | undefined): Recorded | undefined {
  const { model, tool } = draft;
  const holder = table.entity;
  if (tool.result === undefined || amount === undefined || holder === undefined) return undefined;
  for (const leaf of leavesOf(tool.result)) {
    const key = leaf.kind === 'scalar' ? keyOf(model, leaf.field, undefined) : undefined;
    if (key === undefined || key.entity === holder || key.role.length > 0) continue;
    if (tool.arguments.some((node) => node.field.name === leaf.field.name)) continue;
    const made = model.tableOf(key.entity);
    const owner =
      model.referencesTo(made, table.name)[0] ??
      referenceColumn(model, made, holder, holder.key.column, { description: '', schema: {}, words: holder.words });
    const kept = columnOf(model, made, amount);
    for (const column of [owner, kept]) model.use(made, column, 'written', tool.name);
    return { table: made, amount: kept, owner };
  }
  return undefined;
}
