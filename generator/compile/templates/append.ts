// Values put into, or taken out of, a list that a row has: tags, mentions, ingredients.
import type { Step } from '../../../envs/values/program.ts';
import { stem } from '../../words/deeds.ts';
import { bindingName, inMessage, letRow, reference, thing, type Draft } from '../draft.ts';
import { wholeRow } from '../whole-row.ts';
import type { FieldNode } from '../fields.ts';
import type { ColumnPlan, TablePlan } from '../model.ts';
import { jsonColumn } from '../placing.ts';
import { quoted, returnStep, type Out } from '../render.ts';
import { signIn } from '../session.ts';
import { ownKeyArgument } from './read-entity.ts';
import type { Reading } from './reading.ts';

export function appendReading(draft: Draft, table: TablePlan, adds: boolean): Reading {
  const { model, tool } = draft;
  let own: FieldNode | undefined;
  let list: FieldNode | undefined;
  let column: ColumnPlan | undefined;
  let out: Out | undefined;
  return {
    kind: adds ? 'add to list' : 'take from list',
    phase: 2,
    declare() {
      const nodes = draft.specific(false);
      own = ownKeyArgument(model, table, nodes, tool);
      list = nodes.find((node) => node !== own && node.kind === 'list');
      if (own !== undefined) draft.place(own, 'own key', `${table.name}.${table.key[0] ?? ''}`);
      if (list === undefined) return;
      const words = new Set([...list.field.words, ...tool.words].map(stem));
      const lists = [...table.columns.values()].filter(
        (each) => each.role === 'json' && each.schema['type'] !== 'object',
      );
      column = lists.find((each) => each.words.some((word) => words.has(stem(word)))) ?? jsonColumn(model, table, list);
      model.use(table, column, 'written', tool.name);
      draft.place(list, 'payload', `${table.name}.${column.name}`);
      if (tool.result !== undefined) out = draft.result(table, { writes: true });
    },
    write() {
      const steps: Step[] = [...signIn(draft, false)];
      if (own === undefined || list === undefined || column === undefined)
        return [...steps, { fail: ['INVALID_ARGUMENT', 'Nothing says what goes where.'] }];
      const name = bindingName(table, tool);
      const key = table.key[0] ?? '';
      const given = reference(list.field.path);
      const stored = `:${name}.${column.name}`;
      steps.push(
        letRow(
          table,
          name,
          `${quoted(key)} = ${reference(own.field.path)}`,
          `There is no ${thing(table)} ${inMessage(own.field.path)}.`,
        ),
      );
      steps.push({
        require: `json_array_length(${given}) > 0`,
        else: ['INVALID_ARGUMENT', `${list.field.name} is empty.`],
      });
      const value = adds
        ? `(SELECT json_group_array(e.value ORDER BY e.part, e.place, e.value) FROM (SELECT a.value AS value, 1 AS part, a.key AS place FROM json_each(${stored}) AS a UNION ALL SELECT b.value, 2, b.key FROM json_each(${given}) AS b WHERE b.value NOT IN (SELECT c.value FROM json_each(${stored}) AS c)) AS e)`
        : `(SELECT json_group_array(a.value ORDER BY a.key) FROM json_each(${stored}) AS a WHERE a.value NOT IN (SELECT b.value FROM json_each(${given}) AS b))`;
      steps.push({
        run: {
          lines: [
            `UPDATE ${table.name}`,
            `SET ${quoted(column.name)} = ${value}`,
            `WHERE ${quoted(key)} = :${name}.${key}`,
          ],
        },
      });
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
