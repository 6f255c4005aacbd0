// Rows that go: one by its key, or all.
import type { Step } from '../../../envs/values/program.ts';
import { bindingName, type Draft, inMessage, letRow, reference, thing } from '../draft.ts';
import type { FieldNode } from '../fields.ts';
import type { TablePlan } from '../model.ts';
import { columnOf, keyOf } from '../placing.ts';
import { jsonOf, type Out, quoted, returnStep, sqlOf } from '../render.ts';
import { signIn } from '../session.ts';
import { isCreated } from './clocks.ts';
import { usesSession } from './new-values.ts';
import type { Payload } from './payload.ts';
import { ownKeyArgument } from './read-entity.ts';
import type { Reading } from './reading.ts';
import { fallbackKey } from './update.ts';

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
          const isRemark =
            !node.field.required ||
            /(^| )(reason|comment|note|remark|message|feedback|explanation)$/.test(node.field.words.join(' '));
          if (isRemark && keyOf(model, node.field, table.entity) === undefined) {
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
      for (const name of table.key) {
        const column = table.columns.get(name);
        if (column !== undefined) model.use(table, column, 'written', tool.name);
      }
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
