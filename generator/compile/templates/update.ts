// Other values in a row, only those that are given.
import type { Step } from '../../../envs/values/program.ts';
import { bindingName, type Draft, inMessage, letRow, reference, thing } from '../draft.ts';
import { wholeRow } from '../whole-row.ts';
import type { FieldNode } from '../fields.ts';
import type { TablePlan } from '../model.ts';
import { keyOf } from '../placing.ts';
import { type Out, quoted, returnStep, sqlOf } from '../render.ts';
import { signIn } from '../session.ts';
import { clockValue, isUpdated } from './clocks.ts';
import { type PartPayload, partSteps, payloadOf, referenceChecks } from './payload-of.ts';
import type { Payload } from './payload.ts';
import { ownKeyArgument } from './read-entity.ts';
import type { Reading } from './reading.ts';

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
