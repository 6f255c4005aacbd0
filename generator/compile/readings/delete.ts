import type { Step } from '../../../envs/values/program.ts';
import * as sql from '../programs/sql.ts';
import { answerRow } from '../results/answer.ts';
import { returnStep } from '../results/print-shape.ts';
import { spelled } from '../read/id-of.ts';
import { subjectOf } from '../things/known.ts';
import { bind, bindingName, boundConditions, keyConditions, keyNeeds, needOf, roleOf } from './bind.ts';
import { called, findRow, inMessage, rowConditions, tableOf } from './parts.ts';
import { keptIn } from './odd-values.ts';
import { refuse, type ReadingRule } from './reading.ts';

/** delete_order(order_id): the row is gone; what belongs to it goes with it. */
export const deleteRule: ReadingRule = {
  kind: 'delete',
  effect: 'write',
  about: 'A verb that takes away, with the key of a row, or with a list of keys: all of them or none.',
  match(tool, domain) {
    if (tool.told === 'read') return refuse(0, 'it only reads');
    if (!tool.senses.has('delete')) return refuse(0, `${tool.verb || 'nothing'} does not delete anything`);
    const subject = subjectOf(tool, domain.things);
    if (subject === undefined) return refuse(1, `no thing is called ${tool.noun.join(' ') || tool.name}`);
    const { thing } = subject;
    if (subject.rest.length > 0) return refuse(3, `${subject.rest.join(' ')} of ${called(thing)} is no thing`);
    // out of a watchlist is not out of the world
    const out = tool.qualifiers.find(
      ({ preposition, noun }) =>
        (preposition === 'from' || preposition === 'of') &&
        noun.length > 0 &&
        !tool.arguments.some((node) => noun.every((word) => spelled(node.field.words).includes(word))),
    );
    if (out !== undefined)
      return refuse(4, `it takes ${called(thing)} out of ${out.noun.join(' ')}, which nothing names`);
    const kept = keptIn(thing, domain);
    if (kept !== undefined) return refuse(4, `the ${called(thing)} rows stand in the row of their ${called(kept)}`);
    const bindings = bind(tool, thing, domain);
    if (bindings.wrapper?.kind === 'list') return refuse(2, `${bindings.wrapper.field.name} is a list`);
    const { key, keys } = bindings;
    const many = key === undefined && keys?.node.field.required === true;
    if ((key === undefined || !key.required) && !many)
      return refuse(
        3,
        `no thing has ${
          tool.arguments
            .filter((node) => node.field.required)
            .map((node) => node.field.name)
            .join(', ') || 'nothing'
        } as its key`,
      );
    if (bindings.scope.length < thing.scope.length)
      return refuse(
        3,
        `the key of ${called(thing)} is ${[...thing.scope, thing.own].map((part) => part.words.join(' ')).join(' + ')}, and not all of it is asked for`,
      );
    const values = bindings.values.filter(
      (each) => !/^(batch size|reason)$/.test(each.words.join(' ')) || each.required,
    );
    const more = rowConditions(tool, thing, values, domain, true);
    if (more.rest.length > 0)
      return refuse(
        4,
        `nothing tells what ${more.rest.map((each) => each.path.join('.')).join(', ')} does to a ${called(thing)} that goes`,
        more.rest.map((each) => each.path[0] ?? ''),
      );
    const strange = bindings.others.filter(({ kind }) => kind.kind !== 'shape' && kind.kind !== 'credential');
    if (strange.length > 0)
      return refuse(
        4,
        `nothing tells what ${strange.map(({ node }) => node.field.name).join(', ')} does`,
        strange.map(({ node }) => node.field.name),
      );
    const answer = answerRow(
      tool,
      thing,
      domain,
      `${called(thing).charAt(0).toUpperCase()}${called(thing).slice(1)} deleted.`,
      true,
    );
    if (answer.placer.unplaced.length > 0)
      return refuse(5, `nothing tells ${answer.placer.unplaced.slice(0, 3).join(', ')} of the result`);
    const binding = bindingName(thing, tool);
    const named = key?.path.join('.') ?? keys?.path.join('.') ?? '';
    return {
      rule: many ? 'delete many' : 'delete',
      effect: 'write',
      evidence: [
        {
          says: `${tool.verb} takes away, ${named} ${many ? 'are the keys' : 'is the key'} of ${called(thing)}`,
          weight: tool.senses.has('state') ? 3 : 4,
        },
      ],
      arguments: [
        ...(key === undefined ? [] : [roleOf(key, 'key', thing)]),
        ...(many && keys !== undefined
          ? [{ place: named, role: 'keys', is: `${thing.table}.${thing.own.column}` }]
          : []),
        ...bindings.scope.map((each) => roleOf(each, 'key', thing)),
        ...more.roles,
        ...bindings.others.map(({ node, kind }) => ({ place: node.field.name, role: kind.kind, is: '' })),
        ...bindings.values
          .filter((each) => !values.includes(each))
          .map((each) => ({ place: each.path.join('.'), role: 'shape', is: '' })),
      ],
      leaves: answer.placer.leaves,
      needs: [
        ...keyNeeds(thing, tool.name),
        ...(key === undefined ? [] : [needOf(thing, key, 'key', tool.name)]),
        ...more.needs,
      ],
      tables: [],
      makes: [],
      doubts: [],
      program(plan) {
        const table = tableOf(plan, thing.table);
        void table;
        const last = returnStep(answer.shape, { plan, style: domain.style });
        if (key !== undefined) {
          return {
            steps: [
              findRow(thing, binding, [...keyConditions(thing, bindings), ...more.where], key),
              { run: sql.deleteRows(thing.table, boundConditions(thing, binding)) },
              last,
            ],
            doubts: [],
          };
        }
        const scope = bindings.scope.map((each) => sql.equal(sql.name(each.column), sql.argument(each.path)));
        const own = sql.equal(sql.name(thing.own.column), ':each_key');
        const each: Step = {
          each: sql.argument(keys?.path ?? []),
          as: 'each_key',
          do: [
            {
              let: binding,
              sql: sql.selectRow(thing.table, [...scope, ...more.where, own]),
              else: ['NOT_FOUND', `There is no ${called(thing)} ${inMessage(['each_key'])}.`],
            },
            { run: sql.deleteRows(thing.table, boundConditions(thing, binding)) },
          ],
        };
        return { steps: [each, last], doubts: [] };
      },
    };
  },
};
