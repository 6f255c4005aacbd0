import type { Step } from '../../../envs/values/program.ts';
import { columnName } from '../../fields/fields.ts';
import type { Need } from '../plan/needs.ts';
import * as sql from '../programs/sql.ts';
import { idOf } from '../../fields/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { answerRow } from '../results/answer.ts';
import { returnStep } from '../results/print-shape.ts';
import { BEGINNINGS, sameState, stateOf, undoes } from '../../lexicon/verbs.ts';
import { adjectiveOf } from '../things/adjective.ts';
import { subjectOf } from '../things/known.ts';
import type { Thing } from '../things/thing.ts';
import { bind, bindingName, boundConditions, keyConditions, keyNeeds, needOf, roleOf, type Bound } from './bind.ts';
import { NOT_STORED } from './odd-values.ts';
import {
  called,
  clockValue,
  findRow,
  inMessage,
  referenceChecks,
  rowConditions,
  stamps,
  stored,
  tableOf,
} from './parts.ts';
import { refuse, type Domain, type ReadingRule } from './reading.ts';
import { partOfKey, untold, withoutKey } from './unproven.ts';

/** cancel_order(order_id): the row gets the state that the verb names. */
export const stateRule: ReadingRule = {
  kind: 'state',
  effect: 'write',
  about:
    'A verb that leads a row, named by its key, into a state: one that its result declares, or one that the verb names.',
  match(tool, domain) {
    if (tool.told === 'read') return refuse(0, 'it only reads');
    if (!tool.senses.has('state')) return refuse(0, `${tool.verb || 'nothing'} leads to no state`);
    const named = subjectOf(tool, domain.things);
    const asked = askedFor(tool, domain);
    const subject =
      named === undefined ||
      (asked !== undefined && asked !== named.thing && bind(tool, named.thing, domain).key === undefined)
        ? asked === undefined
          ? named
          : { thing: asked, rest: [] }
        : named;
    if (subject === undefined) return refuse(1, `no thing is called ${tool.noun.join(' ') || tool.name}`);
    const { thing } = subject;
    if (subject.rest.length > 0) return refuse(1, `${subject.rest.join(' ')} is no thing`);
    const bindings = bind(tool, thing, domain);
    if (bindings.wrapper?.kind === 'list') return refuse(2, `${bindings.wrapper.field.name} is a list`);
    const { key } = bindings;
    if (key === undefined || !key.required)
      return withoutKey(
        tool.arguments.filter((node) => node.field.required),
        3,
      );
    const partial = partOfKey(thing, bindings);
    if (partial !== undefined) return partial;
    const state = targetOf(tool, thing, domain);
    if (typeof state === 'string') return refuse(4, state);
    // a parent beside the key only helps to find the row; the row does not move
    const places = rowConditions(tool, thing, bindings.values.filter(isPlace(thing)), domain, true);
    const others = rowConditions(
      tool,
      thing,
      bindings.values.filter((each) => !isPlace(thing)(each)),
      domain,
      false,
    );
    const more = {
      where: [...places.where, ...others.where],
      roles: [...places.roles, ...others.roles],
      needs: [...places.needs, ...others.needs],
      rest: [...places.rest, ...others.rest],
    };
    const said = adjectiveOf(tool);
    const from =
      said === undefined
        ? undefined
        : domain.known
            .get(thing.table)
            ?.columns.get(state.column)
            ?.choices.map(String)
            .find((each) => sameState(each, said));
    // "Reopen a completed task" sets completed to no, and a task that is not completed cannot be reopened
    const isUndone = said !== undefined && state.value === false && sameState(said, state.column);
    const odd = more.rest.find(
      (each) =>
        NOT_STORED.test(each.words.join(' ')) ||
        each.node.field.type === 'boolean' ||
        each.references !== undefined ||
        !SAID_WITH.test(each.words.join(' ')),
    );
    if (odd !== undefined) return refuse(4, `nothing tells what ${odd.path.join('.')} does`, odd.path.slice(0, 1));
    const strange = untold(bindings);
    if (strange !== undefined) return strange;
    const done = `${called(thing).charAt(0).toUpperCase()}${called(thing).slice(1)} ${stateOf(tool.verb).replaceAll('_', ' ')}.`;
    const answer = answerRow(tool, thing, domain, done);
    if (answer.placer.unplaced.length > 0)
      return refuse(5, `nothing tells ${answer.placer.unplaced.slice(0, 3).join(', ')} of the result`);
    const binding = bindingName(thing, tool);
    const stateNeed: Need = {
      table: thing.table,
      column: state.column,
      words: state.column.split('_'),
      value: typeof state.value === 'boolean' ? 'boolean' : 'text',
      use: 'set',
      required: false,
      mayLack: false,
      schema: {},
      description: '',
      choices: state.declared ? (domain.known.get(thing.table)?.columns.get(state.column)?.choices ?? []) : [],
      state: state.value,
      ...(state.first === undefined ? {} : { first: state.first }),
      by: tool.name,
    };
    return {
      rule: 'state',
      effect: 'write',
      evidence: [
        {
          says: `${tool.verb} leads ${called(thing)} ${key.path.join('.')} to ${state.column} = ${String(state.value)}, ${state.why}`,
          weight: state.declared ? 5 : 4,
        },
      ],
      arguments: [
        roleOf(key, 'key', thing),
        ...bindings.scope.map((each) => roleOf(each, 'key', thing)),
        ...more.roles,
        ...more.rest.map((each) => roleOf(each, 'value', thing)),
        ...bindings.others.map(({ node, kind }) => ({ place: node.field.name, role: kind.kind, is: '' })),
        ...(from === undefined && !isUndone ? [] : [{ place: '', role: 'from', is: said ?? '' }]),
      ],
      leaves: answer.placer.leaves,
      needs: [
        ...keyNeeds(thing, tool.name),
        needOf(thing, key, 'key', tool.name),
        ...more.needs,
        ...more.rest.map((each) => ({ ...needOf(thing, each, 'given', tool.name), required: false })),
        stateNeed,
        ...answer.placer.needs,
      ],
      tables: [],
      makes: [],
      doubts: [],
      program(plan) {
        const table = tableOf(plan, thing.table);
        const steps: Step[] = [findRow(thing, binding, [...keyConditions(thing, bindings), ...more.where], key)];
        const now = sql.bound(binding, state.column);
        if (from !== undefined)
          steps.push({
            require: sql.equal(now, sql.literal(from)),
            else: [
              'PRECONDITION_FAILED',
              `The ${called(thing)} ${inMessage(key.path)} is not ${from.replaceAll('_', ' ')}.`,
            ],
          });
        else
          steps.push({
            require: sql.or(sql.compare(now, '<>', sql.literal(state.value)), '1'),
            else: [
              'PRECONDITION_FAILED',
              `The ${called(thing)} ${inMessage(key.path)} is ${typeof state.value === 'string' ? state.value.replaceAll('_', ' ') : stateOf(tool.verb).replaceAll('_', ' ')} already.`,
            ],
          });
        steps.push(...referenceChecks(more.rest, plan, table, domain.things));
        const sets = [
          [state.column, sql.literal(state.value)] as const,
          ...more.rest.map(
            (each) =>
              [each.column, each.required ? stored(each) : sql.or(stored(each), sql.name(each.column))] as const,
          ),
          ...stateStamp(table, state.value, tool.verb),
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

/** closed_at, where the verb closes: the moment of the change; where it reopens: none. */
function stateStamp(
  table: ReturnType<typeof tableOf>,
  value: string | boolean,
  verb: string,
): readonly (readonly [string, sql.Expr])[] {
  const at = (state: string): (typeof table.columns)[number] | undefined =>
    table.columns.find(
      (column) =>
        column.value === 'text' &&
        sameState(column.name.replace(/_(?:at|on)$/, ''), state) &&
        /_(?:at|on)$/.test(column.name),
    );
  const done = at(stateOf(verb));
  if (done !== undefined && value !== false) return [[done.name, clockValue(done)]];
  const undone = undoes(verb)
    .map((each) => at(stateOf(each)))
    .find((each) => each?.nullable === true);
  return undone === undefined ? [] : [[undone.name, sql.literal(null)]];
}

/** Values that a change of state may bring with it. */
const SAID_WITH =
  /\b(?:reason|note|comment|message|resolution|remark|text|description|until|date|at|on|by|time|result|outcome|score|amount)$/;

const isPlace =
  (thing: Thing) =>
  (each: Bound): boolean =>
    each.references !== undefined && each.references !== thing.table;

/** The only thing whose key the tool asks for: return_book(loan_id) is about the loan. */
function askedFor(tool: ToolFacts, domain: Domain): Thing | undefined {
  const things = new Set(
    tool.arguments
      .filter((node) => node.kind === 'scalar' && node.field.required)
      .flatMap((node) => {
        const naming = idOf(node.field.words);
        const thing =
          naming === undefined || naming.noun.length === 0
            ? undefined
            : domain.things.byNoun.get(naming.noun.join(' '));
        return thing === undefined ? [] : [thing];
      }),
  );
  const [only] = things.size === 1 ? things : [];
  return only;
}

interface Target {
  readonly column: string;
  readonly value: string | boolean;
  readonly first?: string | boolean;
  readonly declared: boolean;
  readonly why: string;
}

/** The column and the value that the verb sets; a text gives the reason why there is none. */
export function targetOf(tool: ToolFacts, thing: Thing, domain: Domain): Target | string {
  const columns = [...(domain.known.get(thing.table)?.columns.values() ?? [])].filter(
    (known) => known.told || known.choices.length > 0 || known.type === 'text',
  );
  const state = stateOf(tool.verb);
  const undone = undoes(tool.verb).find((verb) =>
    domain.tools.some((other) => other.verb === verb && sharesNoun(other, tool)),
  );
  // locked, is_locked: yes-or-no columns
  for (const [verb, value] of [[tool.verb, true], ...undoes(tool.verb).map((each) => [each, false])] as [
    string,
    boolean,
  ][]) {
    const column = columns.find(
      (known) =>
        known.type === 'boolean' &&
        (sameState(known.column.replace(/^is_/, ''), stateOf(verb)) ||
          new RegExp(`\\b${verb}`, 'i').test(known.description)),
    );
    if (column !== undefined)
      return { column: column.column, value, declared: true, why: `a ${called(thing)} has ${column.words.join(' ')}` };
  }
  const status = columns.find(
    (known) => known.type === 'text' && known.choices.some((choice) => sameState(String(choice), state)),
  );
  if (status !== undefined) {
    const choice = status.choices.find((each) => sameState(String(each), state));
    return {
      column: status.column,
      value: String(choice),
      declared: true,
      why: `one of its ${status.words.join(' ')}`,
    };
  }
  const open = columns.find((known) => /(^|_)(status|state)$/.test(known.column) && known.type === 'text');
  if (open !== undefined && open.choices.length > 0)
    return `${open.words.join(' ')} of ${called(thing)} knows no ${state.replaceAll('_', ' ')}`;
  const siblings = domain.tools.filter((other) => other.senses.has('state') && sharesNoun(other, tool));
  const states = new Set(siblings.map((other) => stateOf(other.verb)));
  const first =
    BEGINNINGS.find((each) => !states.has(each) && ['open', 'active', 'scheduled', 'pending'].includes(each)) ??
    'active';
  if (open !== undefined)
    return {
      column: open.column,
      value: state,
      first,
      declared: true,
      why: `the state that the verb names, of its ${open.words.join(' ')}`,
    };
  if (domain.known.get(thing.table)?.declared === true)
    return `no tool shows whether a ${called(thing)} is ${state.replaceAll('_', ' ')}`;
  // results that are not declared show the state by its own name
  if (undone !== undefined)
    return { column: columnName([stateOf(undone)]), value: false, declared: false, why: `the reverse of ${undone}` };
  const isAlone =
    states.size === 1 ||
    domain.tools.some((other) => undoes(other.verb).includes(tool.verb) && sharesNoun(other, tool));
  if (isAlone)
    return { column: columnName([state]), value: true, declared: false, why: 'the state that the verb names' };
  return { column: 'status', value: state, first, declared: false, why: 'the state that the verb names' };
}

function sharesNoun(a: ToolFacts, b: ToolFacts): boolean {
  return a.noun.join(' ') === b.noun.join(' ');
}
