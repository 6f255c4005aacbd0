import type { Step } from '../../../envs/values/program.ts';
import type { Need } from '../plan/needs.ts';
import * as sql from '../programs/sql.ts';
import { idOf } from '../../fields/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { answerRow, type Answer } from '../results/answer.ts';
import { BEGINNINGS, READING, sameState, stateOf, undoes } from '../../lexicon/verbs.ts';
import { adjectiveOf } from '../things/adjective.ts';
import { subjectOf } from '../things/subject-of.ts';
import type { Thing } from '../things/thing.ts';
import {
  bind,
  bindingName,
  boundConditions,
  keyConditions,
  keyNeeds,
  needOf,
  roleOf,
  type Bound,
  otherRoles,
  keyRoles,
  type Bindings,
} from './bind.ts';
import { unclearState } from './given-state.ts';
import { isPlainData, NOT_STORED } from './odd-values.ts';
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
  answerStep,
  sentence,
} from './parts.ts';
import { refuse, type Domain, type ReadingRule, NO_MORE, type Match, type Written, isRefusal } from './reading.ts';
import { unplaced, untold, keyOf, unnamed } from './unproven.ts';
import type { Plan } from '../plan/plan.ts';
import { isStampOf, needOfState, stampNeeds } from './known-needs.ts';
import { saidTarget } from './said-target.ts';
import { targetOf, type Target } from './state-target.ts';

/** The rule for tools such as cancel_order(order_id). The tool sets the state that its verb names. */
export const stateRule: ReadingRule = {
  kind: 'state',
  effect: 'write',
  about:
    'A verb that leads a row, named by its key, into a state: one that its result declares, or one that the verb names.',
  match(tool, domain) {
    const subject = subjectIn(tool, domain);
    const isSaid = subject !== undefined && saysTarget(tool, subject.thing, domain);
    if (!tool.senses.has('state') && !isSaid) return refuse(0, `${tool.verb || 'nothing'} leads to no state`);
    if (subject === undefined) return unnamed(tool);
    const { thing } = subject;
    if (subject.rest.length > 0 && !isSaid) return refuse(1, `${subject.rest.join(' ')} is no thing`);
    const bindings = bind(tool, thing, domain);
    if (bindings.wrapper?.kind === 'list') return refuse(2, `${bindings.wrapper.field.name} is a list`);
    const key = keyOf(tool, thing, bindings);
    if (isRefusal(key)) return key;
    const target = targetOf(tool, thing, domain);
    if (typeof target === 'string') return refuse(4, target);
    const which = bindings.values.find(({ column }) => column === target.column);
    if (which !== undefined) return refuse(4, `${which.path.join('.')} says which ${which.words.join(' ')} it gets`);
    const unclear = unclearState(tool, thing, bindings, domain);
    if (unclear !== undefined) return unclear;
    const more = conditionsOf(tool, thing, bindings, domain);
    const odd = more.rest.find((each) => isOdd(each, domain));
    if (odd !== undefined) return refuse(4, `nothing tells what ${odd.path.join('.')} does`, odd.path.slice(0, 1));
    const strange = untold(bindings);
    if (strange !== undefined) return strange;
    const answer = answerRow(tool, thing, domain, sentence(thing, stateOf(tool.verb).replaceAll('_', ' ')));
    const lost = unplaced(answer.placer);
    if (lost !== undefined) return lost;
    return stateMatch({ tool, thing, key, bindings, target, more, answer, domain });
  },
};

/** Tells whether the description names the state that the tool sets. */
const saysTarget = (tool: ToolFacts, thing: Thing, domain: Domain): boolean =>
  tool.told !== 'read' &&
  ![...tool.senses].some((sense) => READING.has(sense)) &&
  saidTarget(tool, [...(domain.known.get(thing.table)?.columns.values() ?? [])], domain) !== undefined;

interface StateChange {
  readonly tool: ToolFacts;
  readonly thing: Thing;
  readonly key: Bound;
  readonly bindings: Bindings;
  readonly target: Target;
  readonly more: ReturnType<typeof rowConditions>;
  readonly answer: Answer;
  readonly domain: Domain;
}

function stateMatch(change: StateChange): Match {
  const { tool, thing, key, bindings, target, more, answer, domain } = change;
  const before = stateBefore(change);
  const choices = target.declared ? (domain.known.get(thing.table)?.columns.get(target.column)?.choices ?? []) : [];
  return {
    rule: 'state',
    effect: 'write',
    evidence: [
      {
        says: `${tool.verb} leads ${called(thing)} ${key.path.join('.')} to ${target.column} = ${String(target.value)}, ${target.why}`,
        weight: target.declared ? 5 : 4,
      },
    ],
    arguments: [
      ...keyRoles(thing, key, bindings),
      ...more.roles,
      ...more.rest.map((each) => roleOf(each, 'value', thing)),
      ...otherRoles(bindings),
      ...(before === undefined ? [] : [{ place: '', role: 'from', is: before.said }]),
    ],
    leaves: answer.placer.leaves,
    needs: [
      ...keyNeeds(thing, tool.name),
      needOf(thing, key, 'key', tool.name),
      ...more.needs,
      ...more.rest.map((each) => givenNeed(change, each)),
      {
        ...needOfState(thing, target.column, target.value, 'set', tool.name),
        choices,
        ...(target.first === undefined ? {} : { first: target.first }),
      },
      ...stampNeeds(thing, [stateOf(tool.verb), target.value], 'changed', domain, tool.name),
      ...answer.placer.needs,
    ],
    ...NO_MORE,
    program: (plan) => stateProgram(change, before?.value, plan),
  };
}

/**
 * Returns the need of a value that comes with the change. If return_bike(hire_id, returned_on?) is called without a
 * time, the program takes the current time.
 */
function givenNeed({ tool, thing, target }: StateChange, each: Bound): Need {
  const need: Need = { ...needOf(thing, each, 'given', tool.name), required: false };
  const isStamp = [stateOf(tool.verb), String(target.value)].some((state) => isStampOf(each.column, state));
  return isStamp && !each.required && target.value !== false ? { ...need, stamp: 'changed' } : need;
}

function stateProgram(
  { tool, thing, key, bindings, target, more, answer, domain }: StateChange,
  from: string | undefined,
  plan: Plan,
): Written {
  const table = tableOf(plan, thing.table);
  const binding = bindingName(thing, tool);
  const now = sql.bound(binding, target.column);
  const row = `The ${called(thing)} ${inMessage(key.path)}`;
  const reached =
    typeof target.value === 'string'
      ? target.value
      : target.value
        ? target.column.replace(/^is_/, '')
        : stateOf(tool.verb);
  const inState: Step =
    from === undefined
      ? {
          require: sql.or(sql.compare(now, '<>', sql.literal(target.value)), '1'),
          else: ['PRECONDITION_FAILED', `${row} is ${reached.replaceAll('_', ' ')} already.`],
        }
      : {
          require: sql.equal(now, sql.literal(from)),
          else: ['PRECONDITION_FAILED', `${row} is not ${from.replaceAll('_', ' ')}.`],
        };
  const stamped = stateStamp(table, target.value, tool.verb);
  const sets = [
    [target.column, sql.literal(target.value)] as const,
    ...more.rest.map((each) => {
      const otherwise = stamped.find(([column]) => column === each.column)?.[1] ?? sql.name(each.column);
      return [each.column, each.required ? stored(each) : sql.or(stored(each), otherwise)] as const;
    }),
    ...stamped.filter(([column]) => !more.rest.some((each) => each.column === column)),
    ...stamps(table),
  ];
  const where = boundConditions(thing, binding);
  return {
    steps: [
      findRow(thing, binding, [...keyConditions(thing, bindings), ...more.where], key),
      inState,
      ...referenceChecks(more.rest, table, domain.things, bindings),
      { run: sql.updateRows(thing.table, sets, where) },
      answerStep(answer, thing, where, plan, domain),
    ],
    doubts: [],
  };
}

/**
 * Returns the table that the tool's noun names. If there is none, or the call gives no key of it, returns the only
 * table whose key the tool requires.
 */
function subjectIn(tool: ToolFacts, domain: Domain): ReturnType<typeof subjectOf> {
  const named = subjectOf(tool, domain.things);
  const asked = askedFor(tool, domain);
  if (asked === undefined) return named;
  const isOther = named === undefined || (asked !== named.thing && bind(tool, named.thing, domain).key === undefined);
  return isOther ? { thing: asked, rest: [] } : named;
}

/**
 * Returns the conditions that find the row. A parent's key in the call helps to find the row; it never moves the row to
 * another parent.
 */
function conditionsOf(
  tool: ToolFacts,
  thing: Thing,
  { values }: Bindings,
  domain: Domain,
): ReturnType<typeof rowConditions> {
  const isPlace = (each: Bound): boolean => each.references !== undefined && each.references !== thing.table;
  const places = rowConditions(tool, thing, values.filter(isPlace), domain, true);
  const others = rowConditions(
    tool,
    thing,
    values.filter((each) => !isPlace(each)),
    domain,
    false,
  );
  return {
    where: [...places.where, ...others.where],
    roles: [...places.roles, ...others.roles],
    needs: [...places.needs, ...others.needs],
    rest: [...places.rest, ...others.rest],
  };
}

/**
 * Returns the state that the description requires of the row, such as `completed` in "Reopen a completed task". Without
 * `value`, the row may have any state but the new one.
 */
function stateBefore({
  tool,
  thing,
  target,
  domain,
}: StateChange): { readonly said: string; readonly value: string | undefined } | undefined {
  const said = adjectiveOf(tool);
  if (said === undefined) return undefined;
  const choices = domain.known.get(thing.table)?.columns.get(target.column)?.choices ?? [];
  const value = choices.map(String).find((each) => sameState(each, said));
  // "Reopen a completed task" sets `completed` to false, and refuses a task that is not completed
  const isUndone = target.value === false && sameState(said, target.column);
  // if the tools know no other state of alarms, an open alarm is one that is not acknowledged yet
  const isNotYet = target.value === true && !target.declared && BEGINNINGS.includes(said);
  if (isNotYet) return { said, value: undefined };
  if (value === undefined && target.first !== undefined && sameState(String(target.first), said))
    return { said, value: String(target.first) };
  return value === undefined && !isUndone ? undefined : { said, value };
}

/**
 * Tells whether a value does not belong to a change of state. It may be an instruction about the call, a boolean or a
 * reference. It may also have a name unlike that of a reason, a note or a time, without being plain data such as the
 * hours that a job took.
 */
function isOdd(each: Bound, domain: Domain): boolean {
  const text = each.words.join(' ');
  if (NOT_STORED.test(text) || each.node.field.type === 'boolean' || each.references !== undefined) return true;
  return !SAID_WITH.test(text) && (!isPlainData(each.node, each.words) || domain.things.byNoun.has(text));
}

/**
 * Returns the change of a time column such as closed_at: the current time if the verb sets the state, null if it ends
 * the state.
 */
export function stateStamp(
  table: ReturnType<typeof tableOf>,
  value: string | boolean,
  verb: string,
): readonly (readonly [string, sql.Expr])[] {
  const at = (state: string): (typeof table.columns)[number] | undefined =>
    table.columns.find((column) => column.value === 'text' && isStampOf(column.name, state));
  const done = at(stateOf(verb)) ?? (typeof value === 'string' ? at(value) : undefined);
  if (done !== undefined && value !== false) return [[done.name, clockValue(done)]];
  const undone = undoes(verb)
    .map((each) => at(stateOf(each)))
    .find((each) => each?.nullable === true);
  return undone === undefined ? [] : [[undone.name, sql.literal(null)]];
}

/** Matches values that may come with a change of state, such as a reason or a note. */
const SAID_WITH =
  /\b(?:reason|note|comment|message|resolution|remark|text|description|until|date|at|on|by|time|result|outcome|score|amount|method)$/;

/** Returns the table whose key the tool requires, if there is exactly one: return_book(loan_id) is about the loan. */
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
