// A new row: what it refers to exists, its key is new, what it costs is there.
import type { Step } from '../../../envs/values/program.ts';
import { bindingName, type Draft, inMessage, reference, someThing } from '../draft.ts';
import { wholeRow } from '../whole-row.ts';
import type { ColumnPlan, TablePlan } from '../model.ts';
import { type Out, quoted, returnStep, sqlOf } from '../render.ts';
import { signIn } from '../session.ts';
import { statusColumn } from '../statuses.ts';
import { type EffectPlan, spendEffect } from './effects.ts';
import { borrowed, defaultValue, factSteps, looksMinted, newId, ownerOf, usesSession } from './new-values.ts';
import { type PartPayload, partSteps, payloadOf, referenceChecks } from './payload-of.ts';
import type { Payload } from './payload.ts';
import { ownKeyArgument } from './read-entity.ts';
import type { Reading } from './reading.ts';

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
          else: ['CONFLICT', `There is ${someThing(table)} ${inMessage(given.path)} already.`],
        });
      else
        for (const each of payload.fields)
          if (each.column.unique === true)
            steps.push({
              refuse: `SELECT 1 AS taken FROM ${table.name} WHERE ${quoted(each.column.name)} = ${each.sql}`,
              else: [
                'CONFLICT',
                `There is ${someThing(table)} with ${each.column.words.join(' ')} ${inMessage(each.path)} already.`,
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
      for (const part of payload.parts) {
        steps.push(...partSteps(draft, part, keySql));
        const total = totalOf(draft, table, part, payload.fields, keySql);
        if (total !== undefined) steps.push({ run: sqlOf(total) });
      }
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

/** What the parts of a new row cost together: their number times the price of what they refer to. */
function totalOf(
  { model }: Draft,
  table: TablePlan,
  { part, link, columns }: PartPayload,
  given: readonly Payload[],
  key: string,
): string | undefined {
  const numbers = (plan: TablePlan): ColumnPlan[] =>
    [...plan.columns.values()].filter((column) => column.type !== 'TEXT' && column.references === undefined);
  const total = numbers(table).find(
    (column) =>
      /^(sub)?total(_(price|amount|cost))?$/.test(column.name) && !given.some((each) => each.column === column),
  );
  const count = columns.find(({ column }) => /^(quantity|qty|count)$/.test(column.name))?.column;
  const kept = columns.find(({ column }) => column.references !== undefined)?.column;
  const target = model.tables.get(kept?.references ?? '');
  const price =
    target === undefined
      ? undefined
      : numbers(target).find((column) => /(^|_)(price|cost|fee|fare)$/.test(column.name));
  if (total === undefined || kept === undefined || target === undefined || price === undefined) return undefined;
  const each = count === undefined ? `g.${quoted(price.name)}` : `p.${quoted(count.name)} * g.${quoted(price.name)}`;
  return [
    `UPDATE ${table.name}`,
    `SET ${quoted(total.name)} = (SELECT round(coalesce(sum(${each}), 0), 2) FROM ${part.name} AS p`,
    `  JOIN ${target.name} AS g ON g.${quoted(target.key[0] ?? '')} = p.${quoted(kept.name)} WHERE p.${quoted(link.name)} = ${key})`,
    `WHERE ${quoted(table.key[0] ?? '')} = ${key}`,
  ].join('\n');
}

const COST = /(^|_)(amount|price|cost|total|fee|fare|premium)$/;
