import type { Step } from '../../../envs/values/program.ts';
import type { Need } from '../plan/needs.ts';
import * as sql from '../programs/sql.ts';
import { answerRow } from '../results/answer.ts';
import { returnStep } from '../results/print-shape.ts';
import { spelled } from '../read/id-of.ts';
import { columnFor } from '../things/columns.ts';
import { subjectOf } from '../things/known.ts';
import type { Thing } from '../things/thing.ts';
import { bind, bindingName, boundConditions, keyConditions, keyNeeds, needOf, roleOf, type Bound } from './bind.ts';
import { keptIn, oddValue } from './odd-values.ts';
import { derivedNeeds } from './known-needs.ts';
import {
  called,
  derivedRoles,
  derivedSteps,
  derivedValues,
  findRow,
  referenceChecks,
  rowConditions,
  stamps,
  stored,
  tableOf,
} from './parts.ts';
import { refuse, type Domain, type ReadingRule } from './reading.ts';

/** Labels to put on and labels to take off: both change one list. */
interface ListChange {
  readonly each: Bound;
  readonly column: string;
  readonly words: readonly string[];
  readonly adds: boolean;
}

/** update_order(order_id, note?): what is given replaces what stood there, in the named row. */
export const updateRule: ReadingRule = {
  kind: 'update',
  effect: 'write',
  about: 'A verb that changes a row, named by its key, with other values beside it.',
  match(tool, domain) {
    if (tool.told === 'read') return refuse(0, 'it only reads');
    const isUpdate = ['update', 'move', 'set'].some((sense) => tool.senses.has(sense as 'update'));
    if (!isUpdate) return refuse(0, `${tool.verb || 'nothing'} does not change anything`);
    const subject = subjectOf(tool, domain.things);
    if (subject === undefined) return refuse(1, `no thing is called ${tool.noun.join(' ') || tool.name}`);
    const { thing } = subject;
    const kept = keptIn(thing, domain);
    if (kept !== undefined) return refuse(4, `the ${called(thing)} rows stand in the row of their ${called(kept)}`);
    const bindings = bind(tool, thing, domain);
    if (bindings.wrapper?.kind === 'list') return refuse(2, `${bindings.wrapper.field.name} is a list`);
    const { key } = bindings;
    if (key === undefined || !key.required)
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
    const { stored: open, checks } = derivedValues(thing, bindings.values, domain);
    const lists = open.flatMap((each) => listChange(each, thing, domain));
    const plain = open.filter((each) => !lists.some((list) => list.each === each));
    const more = rowConditions(tool, thing, plain, domain, false);
    const { rest } = more;
    if (rest.length === 0 && lists.length === 0) return refuse(4, 'nothing is given that it could change');
    const odd = oddValue(rest, thing, domain);
    if (odd !== undefined) return refuse(4, `nothing tells what ${odd.path.join('.')} does`, odd.path.slice(0, 1));
    // another row that is always named: what stands in it may be the value, not the reference
    const second =
      tool.senses.has('move') || tool.verb === 'change'
        ? undefined
        : rest.find(
            (each) =>
              each.required && each.references !== undefined && each.references !== thing.table && rest.length > 1,
          );
    if (second !== undefined)
      return refuse(4, `${second.path.join('.')} may name where the ${called(thing)} is, or where it goes`);
    // an attribute that the name singles out must be the one that is given
    if (
      subject.rest.length > 0 &&
      !rest.some(
        (each) =>
          each.words.join(' ').includes(subject.rest.join(' ')) ||
          subject.rest.join(' ').includes(each.words.join(' ')),
      )
    )
      return refuse(4, `${subject.rest.join(' ')} of ${called(thing)} is not among its arguments`);
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
      `${called(thing).charAt(0).toUpperCase()}${called(thing).slice(1)} updated.`,
    );
    if (answer.placer.unplaced.length > 0)
      return refuse(5, `nothing tells ${answer.placer.unplaced.slice(0, 3).join(', ')} of the result`);
    const binding = bindingName(thing, tool);
    const needs: Need[] = [
      ...keyNeeds(thing, tool.name),
      needOf(thing, key, 'key', tool.name),
      ...more.needs,
      ...rest.map((each) => ({ ...needOf(thing, each, 'given', tool.name), required: false })),
      ...checks.flatMap(({ by }) => derivedNeeds(by, domain, tool.name)),
      ...lists.map((each) => ({
        ...needOf(thing, { ...each.each, column: each.column, words: each.words }, 'given', tool.name),
        called: '',
        required: false,
      })),
      ...answer.placer.needs,
    ];
    return {
      rule: 'update',
      effect: 'write',
      evidence: [
        {
          says: `${tool.verb} changes, ${key.path.join('.')} is the key of ${called(thing)}, ${[...rest, ...lists.map(({ each }) => each)].map((each) => each.path.join('.')).join(', ')} ${rest.length + lists.length === 1 ? 'is' : 'are'} set`,
          weight: 4,
        },
      ],
      arguments: [
        roleOf(key, 'key', thing),
        ...bindings.scope.map((each) => roleOf(each, 'key', thing)),
        ...more.roles,
        ...rest.map((each) => roleOf(each, 'value', thing)),
        ...lists.map(({ each, column, adds }) => ({
          place: each.path.join('.'),
          role: adds ? 'added' : 'taken away',
          is: `${thing.table}.${column}`,
        })),
        ...derivedRoles(checks, domain),
        ...bindings.others.map(({ node, kind }) => ({ place: node.field.name, role: kind.kind, is: '' })),
      ],
      leaves: answer.placer.leaves,
      needs,
      tables: [],
      makes: [],
      doubts: [],
      program(plan) {
        const table = tableOf(plan, thing.table);
        const steps: Step[] = [findRow(thing, binding, [...keyConditions(thing, bindings), ...more.where], key)];
        const optional =
          rest.length + lists.length > 0 && [...rest, ...lists.map(({ each }) => each)].every((each) => !each.required);
        if (optional)
          steps.push({
            require: sql.any([...rest, ...lists.map(({ each }) => each)].map((each) => sql.given(each.path))),
            else: ['INVALID_ARGUMENT', 'Nothing to change was given.'],
          });
        steps.push(...referenceChecks(rest, plan, table, domain.things), ...derivedSteps(checks, domain));
        const sets = [
          ...rest.map((each): [string, sql.Expr] => [each.column, newValue(each, table)]),
          ...listSets(lists),
          ...stamps(table),
        ];
        steps.push({ run: sql.updateRows(thing.table, sets, boundConditions(thing, binding)) });
        steps.push(
          returnStep(
            answer.shape,
            { plan, style: domain.style },
            answer.rowless ? undefined : { table: thing.table, where: boundConditions(thing, binding) },
          ),
        );
        return { steps, doubts: [] };
      },
    };
  },
};

/** Given as null it is cleared, where the schema allows null; not given it stays. */
function newValue(each: Bound, table: ReturnType<typeof tableOf>): sql.Expr {
  const column = table.columns.find((one) => one.name === each.column);
  if (each.required && !each.node.field.nullable) return stored(each);
  if (each.node.field.nullable && column?.nullable === true)
    return sql.choose(sql.given(each.path), stored(each), sql.name(each.column));
  return sql.or(stored(each), sql.name(each.column));
}

function listChange(each: Bound, thing: Thing, domain: Domain): ListChange[] {
  const [first = '', ...rest] = spelled(each.node.field.words);
  const adds = first === 'add';
  if (
    (!adds && first !== 'remove') ||
    each.node.kind !== 'list' ||
    each.node.item.kind !== 'scalar' ||
    rest.length === 0
  )
    return [];
  const named = columnFor(thing, rest, domain.things, true);
  return [{ each, column: named.column, words: named.words, adds }];
}

function listSets(lists: readonly ListChange[]): [string, sql.Expr][] {
  const found = new Map<string, sql.Expr>();
  for (const { each, column, adds } of lists) {
    const before = found.get(column) ?? sql.name(column);
    found.set(
      column,
      adds ? sql.listWith(before, sql.argument(each.path)) : sql.listWithout(before, sql.argument(each.path)),
    );
  }
  return [...found];
}
