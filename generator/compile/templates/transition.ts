// A change of status, from where the status allows it.
import type { Step } from '../../../envs/values/program.ts';
import { bindingName, type Draft, inMessage, letRow, reference, thing } from '../draft.ts';
import { wholeRow } from '../whole-row.ts';
import type { FieldNode } from '../fields.ts';
import type { TablePlan } from '../model.ts';
import { literal, type Out, quoted, returnStep, sqlOf } from '../render.ts';
import { signIn } from '../session.ts';
import { changeOf } from '../statuses.ts';
import { clockValue, isUpdated } from './clocks.ts';
import { payloadOf, referenceChecks } from './payload-of.ts';
import type { Payload } from './payload.ts';
import { ownKeyArgument } from './read-entity.ts';
import type { Reading } from './reading.ts';
import { fallbackKey } from './update.ts';

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
