import type { Step } from '../../../envs/values/program.ts';
import type { ListNode } from '../../fields/fields.ts';
import type { Need } from '../plan/needs.ts';
import type { Plan } from '../plan/plan.ts';
import * as sql from '../programs/sql.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { frameOf } from '../results/frame.ts';
import { framed, keyOrder } from '../results/answer.ts';
import { Placer } from '../results/place.ts';
import { returnStep } from '../results/print-shape.ts';
import type { Shape } from '../results/shape.ts';
import { subjectOf } from '../things/subject-of.ts';
import type { Thing } from '../things/thing.ts';
import { bind, keyNeeds, needOf, roleOf, type Bindings, type Bound, otherRoles, scopeConditions } from './bind.ts';
import { changed, newValue } from './changed-value.ts';
import { columnValues } from './create.ts';
import { oddValue } from './odd-values.ts';
import { aThing, called, freshKey, inMessage, referenceChecks, stamps, stored, tableOf } from './parts.ts';
import { refuse, type Domain, type Match, type ReadingRule, type Refusal } from './reading.ts';
import { partOfKey, unplaced, untold, unnamed } from './unproven.ts';

/**
 * The rule for create_orders(orders: [{…}]) and update_orders(orders: [{id, …}]). The tool creates or changes all rows
 * of a list; if one of them fails, it creates or changes none.
 */
export const manyRule: ReadingRule = {
  kind: 'many',
  effect: 'write',
  about: 'A list of objects, each of which is a new row, or names a row and says what changes in it.',
  match(tool, domain) {
    const makes = tool.senses.has('create');
    const changes = tool.senses.has('update');
    if (!makes && !changes) return refuse(0, `${tool.verb || 'nothing'} neither makes nor changes`);
    const subject = subjectOf(tool, domain.things);
    if (subject === undefined || subject.rest.length > 0) return unnamed(tool);
    const { thing } = subject;
    const bindings = bind(tool, thing, domain);
    if (bindings.wrapper?.kind !== 'list' || !bindings.wrapper.field.required)
      return refuse(1, 'it takes no list of objects');
    const outside = new Set(tool.arguments.filter((node) => node !== bindings.wrapper));
    const isMember = (each: Bound): boolean => !outside.has(each.node);
    const around = bindings.values.filter((each) => !isMember(each));
    const strange = untold(bindings);
    if (strange !== undefined) return strange;
    const partial = partOfKey(thing, bindings);
    if (partial !== undefined) return partial;
    const odd = oddValue(bindings.values, thing, domain);
    if (odd !== undefined) return refuse(4, `nothing tells what ${odd.path.join('.')} does`, odd.path.slice(0, 1));
    const inner = bindings.values.filter(isMember);
    const key = bindings.key !== undefined && isMember(bindings.key) ? bindings.key : undefined;
    if (changes && !makes && (key === undefined || !key.node.field.required || inner.length === 0))
      return refuse(4, `nothing in ${bindings.wrapper.field.name} names a ${called(thing)} and says what changes`);
    if (makes && key !== undefined && !thing.natural)
      return refuse(4, `${bindings.wrapper.field.name} names rows that are there already`);
    if (makes && thing.natural && key === undefined)
      return refuse(4, `a new ${called(thing)} has no ${thing.own.words.join(' ')}`);
    return manyMatch(tool, thing, domain, bindings, { list: bindings.wrapper, around, inner, key, makes });
  },
};

interface Parts {
  readonly list: ListNode;
  /** Arguments beside the list, whose values apply to every row. */
  readonly around: readonly Bound[];
  readonly inner: readonly Bound[];
  readonly key: Bound | undefined;
  readonly makes: boolean;
}

const DONE = 'done';
const ITEM = 'item';

function manyMatch(tool: ToolFacts, thing: Thing, domain: Domain, bindings: Bindings, parts: Parts): Match | Refusal {
  const { list, around, inner, key, makes } = parts;
  const placer = new Placer(tool, domain);
  const shape = answerOf(tool, thing, placer, makes);
  const lost = unplaced(placer);
  if (lost !== undefined) return lost;
  const needs: Need[] = [
    ...keyNeeds(thing, tool.name),
    ...(key === undefined ? [] : [needOf(thing, key, 'key', tool.name)]),
    ...[...around, ...inner].map((each) => ({
      ...needOf(thing, each, makes || inner.includes(each) ? 'given' : 'filtered', tool.name),
      ...(makes ? {} : { required: false }),
    })),
    ...placer.needs,
  ];
  return {
    rule: makes ? 'create many' : 'update many',
    effect: 'write',
    evidence: [
      {
        says: `${tool.verb} ${makes ? 'makes' : 'changes'}, each of ${list.field.name} is ${makes ? 'a new' : 'named by its key:'} ${called(thing)}`,
        weight: 5,
      },
    ],
    arguments: [
      { place: list.field.name, role: 'rows', is: thing.table },
      ...around.map((each) => roleOf(each, makes ? 'value' : 'filter', thing)),
      ...inner.map((each) => ({
        ...roleOf(each, 'value', thing),
        place: `${list.field.name}[].${each.path.join('.')}`,
      })),
      ...otherRoles(bindings),
    ],
    leaves: placer.leaves,
    needs,
    tables: [],
    makes: makes ? [thing.table] : [],
    doubts: [],
    program: (plan) =>
      makes
        ? makeEach(thing, domain, plan, bindings, parts, shape)
        : changeEach(tool, thing, domain, plan, bindings, parts, shape),
  };
}

function answerOf(tool: ToolFacts, thing: Thing, placer: Placer, makes: boolean): Shape {
  const rows = (item: Shape): Shape => ({
    kind: 'rows',
    table: thing.table,
    where: [sql.elementOf(sql.column(thing.table, thing.own.column), `:${DONE}`)],
    order: keyOrder(thing),
    item,
  });
  if (tool.result === undefined) return rows({ kind: 'whole', table: thing.table });
  const frame = frameOf(tool.result, thing);
  const word = (node: Parameters<Placer['word']>[0]): Shape => placer.word(node, makes ? 'Created.' : 'Updated.');
  if (frame.kind === 'rows') return framed(tool.result, frame.list, rows(placer.row(frame.item, thing)), word);
  if (frame.kind === 'word')
    return {
      kind: 'object',
      members: frame.members.map((node) => ({ name: node.field.name, shape: word(node), whenNull: 'shown' })),
    };
  if (frame.kind === 'value' && frame.value.field.type === 'boolean') return word(frame.value);
  placer.unplaced.push('the rows');
  return rows({ kind: 'whole', table: thing.table });
}

function scopeOf(bindings: Bindings): sql.Expr[] {
  return scopeConditions(bindings);
}

function makeEach(
  thing: Thing,
  domain: Domain,
  plan: Plan,
  bindings: Bindings,
  { list, around, inner, key }: Parts,
  shape: Shape,
): { steps: Step[]; doubts: string[] } {
  const table = tableOf(plan, thing.table);
  const doubts: string[] = [];
  const scope = scopeOf(bindings);
  const id = key === undefined ? ':fresh.id' : sql.argument([ITEM, ...key.path]);
  const values = [
    ...bindings.scope.map((each): [string, sql.Expr] => [each.column, sql.argument(each.path)]),
    [thing.own.column, id] as [string, sql.Expr],
    ...columnValues(inner, table, thing, doubts, { element: ITEM }).map(([column, value]): [string, sql.Expr] => {
      const outer = around.find((each) => each.column === column);
      return [column, outer === undefined ? value : stored(outer)];
    }),
  ];
  const lost = doubts.filter((doubt) => !around.some((each) => doubt.includes(` ${each.words.join(' ')} of`)));
  const fresh = freshKey(thing, table, scope);
  if (key === undefined && fresh === undefined)
    lost.push(`nothing makes a new ${thing.own.words.join(' ')} in the form of the others`);
  const taken: Step =
    key === undefined
      ? { let: 'fresh', sql: sql.selectValue(fresh ?? sql.plainId(), 'id') }
      : {
          refuse: sql.selectFrom(thing.table, [...scope, sql.equal(sql.name(thing.own.column), id)]),
          else: ['CONFLICT', `There is ${aThing(thing)} ${inMessage([ITEM, ...key.path])} already.`],
        };
  const steps: Step[] = [
    ...referenceChecks(around, table, domain.things),
    { let: DONE, sql: sql.selectValue("'[]'", 'list') },
    {
      each: sql.argument([list.field.name]),
      as: ITEM,
      do: [
        ...referenceChecks(inner, table, domain.things, { element: ITEM }),
        taken,
        { run: sql.insertRow(thing.table, values) },
        { let: DONE, sql: sql.selectValue(sql.appended(`:${DONE}.list`, id), 'list') },
      ],
    },
    returnStep(replaced(shape), { plan, style: domain.style }),
  ];
  return { steps, doubts: lost };
}

function changeEach(
  tool: ToolFacts,
  thing: Thing,
  domain: Domain,
  plan: Plan,
  bindings: Bindings,
  { list, around, inner, key }: Parts,
  shape: Shape,
): { steps: Step[]; doubts: string[] } {
  const table = tableOf(plan, thing.table);
  const id = sql.argument([ITEM, ...(key?.path ?? [])]);
  const outer = around
    .filter((each) => table.columns.some((column) => column.name === each.column))
    .map((each) =>
      each.required
        ? sql.equal(sql.name(each.column), stored(each))
        : sql.any([sql.isNull(stored(each)), sql.equal(sql.name(each.column), stored(each))]),
    );
  const where = [...scopeOf(bindings), ...outer, sql.equal(sql.name(thing.own.column), id)];
  const sets = [
    ...inner.map((each): [string, sql.Expr] => [each.column, newValue(changed(each, tool), table, ITEM)]),
    ...stamps(table),
  ];
  const steps: Step[] = [
    { let: DONE, sql: sql.selectValue("'[]'", 'list') },
    {
      each: sql.argument([list.field.name]),
      as: ITEM,
      do: [
        {
          let: 'found_row',
          sql: sql.selectRow(thing.table, where),
          else: ['NOT_FOUND', `There is no ${called(thing)} ${inMessage([ITEM, ...(key?.path ?? [])])}.`],
        },
        ...referenceChecks(inner, table, domain.things, { element: ITEM }),
        { run: sql.updateRows(thing.table, sets, where) },
        { let: DONE, sql: sql.selectValue(sql.appended(`:${DONE}.list`, id), 'list') },
      ],
    },
    returnStep(replaced(shape), { plan, style: domain.style }),
  ];
  return { steps, doubts: [] };
}

/** Returns the form of the result with the row keys read from `:done.list`, where the program collects them. */
function replaced(shape: Shape): Shape {
  if (shape.kind === 'rows')
    return { ...shape, where: shape.where.map((each) => each.replace(`:${DONE})`, `:${DONE}.list)`)) };
  return shape.kind === 'object'
    ? { ...shape, members: shape.members.map((member) => ({ ...member, shape: replaced(member.shape) })) }
    : shape;
}
