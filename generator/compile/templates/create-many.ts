// A list whose items are new rows, each of its own: create_users(users: [...]). All are made or none is.
import type { Step } from '../../../envs/values/program.ts';
import { type Draft, inMessage, reference, someThing, thing } from '../draft.ts';
import { leavesOf, type FieldNode, type ListNode } from '../fields.ts';
import { listIn } from '../list-in.ts';
import type { ColumnPlan, TablePlan } from '../model.ts';
import { keyOf } from '../placing.ts';
import type { DomainTool } from '../read-tool.ts';
import { type Out, quoted, returnStep, sqlOf } from '../render.ts';
import { signIn } from '../session.ts';
import { wholeRow } from '../whole-row.ts';
import { defaultValue, newId, ownerOf, usesSession } from './new-values.ts';
import { inItem, partColumns, payloadOf, referenceChecks, type PartColumn } from './payload-of.ts';
import type { Payload } from './payload.ts';
import type { Reading } from './reading.ts';

/** The list of new rows that a tool takes, where nothing else is given but what they belong to. */
export function listOfRows(tool: DomainTool, table: TablePlan, payload: readonly FieldNode[]): ListNode | undefined {
  const lists = payload.filter((node): node is ListNode => node.kind === 'list');
  const [list] = lists;
  if (list === undefined || lists.length > 1 || list.item.kind !== 'object') return undefined;
  if (payload.some((node) => node !== list && !(node.kind === 'scalar' && node.field.inPath === true)))
    return undefined;
  // an answer with much to say of its own tells of one row that has a list
  if (tool.result !== undefined && listIn(tool.result) === undefined && leavesOf(tool.result).length > 2)
    return undefined;
  // an item with items is more than a row
  if (list.item.members.some((member) => member.kind === 'list' && member.item.kind === 'object')) return undefined;
  const words = list.field.words.join(' ');
  const isNamed = words === table.words.join(' ') || (table.entity?.names.includes(words) ?? false);
  const isBody = list.field.name === tool.pool.http?.body;
  const isMany = tool.words.some((word) => /^(batch|bulk|multiple|many)$/.test(word));
  return isNamed || isBody || isMany ? list : undefined;
}

export function createManyReading(draft: Draft, table: TablePlan, list: ListNode): Reading {
  const { model, tool } = draft;
  let around: readonly Payload[] = [];
  let columns: readonly PartColumn[] = [];
  let owner: ColumnPlan | undefined;
  let out: Out | undefined;
  const key = (): ColumnPlan => model.keyColumn(table);
  const rows = reference(list.field.path);
  const given = (): PartColumn | undefined => columns.find(({ column }) => column === key());
  // one id is minted, and each item has its number behind it
  const where = (): string => {
    const name = given()?.path[0]?.replaceAll('"', '');
    const stated = name === undefined ? undefined : `json_extract(i.value, '$."${name}"')`;
    const minted = numbered(key(), 'i.key');
    const id = stated === undefined ? minted : given()?.required === true ? stated : `coalesce(${stated}, ${minted})`;
    return `${quoted(key().name)} IN (SELECT ${id} FROM json_each(${rows}) AS i)`;
  };
  return {
    kind: 'create many',
    phase: 2,
    declare() {
      const nodes = draft.specific(false);
      around = payloadOf(
        draft,
        table,
        nodes.filter((node) => node !== list),
        'payload',
      ).fields;
      draft.place(list, 'parts', table.name);
      const members = list.item.kind === 'object' ? list.item.members : [];
      columns = members.flatMap((member): readonly PartColumn[] => {
        const own = member.kind === 'scalar' ? keyOf(model, member.field, table.entity) : undefined;
        return own !== undefined && own.entity === table.entity && own.role.length === 0
          ? [{ column: key(), path: [member.field.name], required: member.field.required }]
          : partColumns(draft, table, member);
      });
      for (const { column } of columns) model.use(table, column, 'written', tool.name);
      owner = ownerOf(draft, table);
      const shown = tool.result === undefined ? undefined : listIn(tool.result);
      if (shown !== undefined)
        out = draft.result(table, {
          list: {
            from: table.name,
            where: [where()],
            order: [quoted(key().name)],
            count: `json_array_length(${rows})`,
          },
        });
      else if (tool.result !== undefined) out = draft.result(undefined, { writes: true });
    },
    write() {
      const own = given();
      const isMinted = own?.required !== true;
      if (isMinted) key().role = 'minted';
      const minted = numbered(key(), ':at');
      const values = [...table.columns.values()].map((column): [string, string] => {
        if (column === key())
          return [
            column.name,
            own === undefined ? minted : isMinted ? `coalesce(${inItem(own.path)}, ${minted})` : inItem(own.path),
          ];
        const belongs = around.find((each) => each.column === column);
        if (belongs !== undefined) return [column.name, belongs.sql];
        const from = columns.find((each) => each.column === column);
        const otherwise = defaultValue(draft, table, column, owner);
        if (from === undefined) return [column.name, otherwise];
        return [
          column.name,
          from.required || column.nullable ? inItem(from.path) : `coalesce(${inItem(from.path)}, ${otherwise})`,
        ];
      });
      const checks = columns.flatMap(({ column, path: at }): Step[] => {
        const target = column === key() ? undefined : model.tables.get(column.references ?? '');
        if (target === undefined) return [];
        const sql = inItem(at);
        return [
          {
            refuse: `SELECT 1 AS missing WHERE ${sql} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${target.name} WHERE ${target.name}.${quoted(target.key[0] ?? '')} = ${sql})`,
            else: ['NOT_FOUND', `There is no ${thing(target)} {${sql.slice(1)}}.`],
          },
        ];
      });
      const taken: Step[] =
        own === undefined
          ? []
          : [
              {
                refuse: `SELECT 1 AS taken FROM ${table.name} WHERE ${quoted(key().name)} = ${inItem(own.path)}`,
                else: ['CONFLICT', `There is ${someThing(table)} ${inMessage(['item', ...own.path])} already.`],
              },
            ];
      return [
        ...signIn(draft, owner !== undefined && usesSession(draft)),
        ...referenceChecks(draft, around),
        {
          require: `json_array_length(${rows}) > 0`,
          else: ['INVALID_ARGUMENT', `${list.field.name} is empty.`],
        },
        ...(isMinted ? [{ let: 'made', sql: `SELECT ${newId(table, key())} AS id` }] : []),
        {
          each: rows,
          as: 'item',
          ...(isMinted ? { at: 'at' } : {}),
          do: [
            ...checks,
            ...taken,
            {
              run: sqlOf(
                `INSERT INTO ${table.name} (${values.map(([name]) => quoted(name)).join(', ')})\nVALUES (${values.map(([, value]) => value).join(', ')})`,
              ),
            },
          ],
        },
        returnStep(
          out ?? {
            kind: 'rows',
            from: table.name,
            where: [where()],
            order: [quoted(key().name)],
            item: wholeRow(table, model, tool.name),
          },
        ),
      ];
    },
  };
}

/** Ids of so many characters have room for the places of thousands of items. */
const ROOMY = 12;

/** The id that was minted, and the place of an item. */
function numbered(key: ColumnPlan, at: string): string {
  if (key.type === 'INTEGER') return `:made.id + ${at}`;
  const { format, pattern, maxLength } = key.schema;
  const isUuid = format === 'uuid' || format === 'guid';
  if (!isUuid && pattern === undefined && maxLength === undefined) return `:made.id || '_' || (${at} + 1)`;
  // the end of an id of a fixed form is written anew: as many digits as it can spare
  const digits = isUuid || Number(maxLength ?? 0) >= ROOMY ? 4 : 2;
  return `substr(:made.id, 1, length(:made.id) - ${digits}) || substr('${'0'.repeat(digits)}' || (${at} % ${10 ** digits}), -${digits})`;
}
