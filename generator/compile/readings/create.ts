import type { Step } from '../../../envs/values/program.ts';
import type { Need } from '../plan/needs.ts';
import { STATE } from '../plan/make-plan.ts';
import type { Plan } from '../plan/plan.ts';
import * as sql from '../programs/sql.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { answerRow } from '../results/answer.ts';
import { columnFor } from '../things/columns.ts';
import { tiesRow } from '../things/stores-nothing.ts';
import { subjectOf } from '../things/subject-of.ts';
import type { Thing } from '../things/thing.ts';
import {
  bind,
  bindingName,
  keyNeeds,
  needOf,
  roleOf,
  type Bindings,
  type Bound,
  otherRoles,
  scopeConditions,
} from './bind.ts';
import { bookingSteps } from './holding.ts';
import {
  aThing,
  called,
  derivedRoles,
  derivedSteps,
  derivedValues,
  freshKey,
  initialValue,
  inMessage,
  listChecks,
  placePairs,
  referenceChecks,
  stored,
  tableOf,
  valueRole,
  answerStep,
  sentence,
} from './parts.ts';
import { stateOf } from '../../lexicon/verbs.ts';
import { derivedNeeds, stampNeeds } from './known-needs.ts';
import { beginningsOf, type FirstState } from './first-states.ts';
import { spanSteps } from './span.ts';
import { parentChecks } from './parents.ts';
import { keptIn, oddValue } from './odd-values.ts';
import { unnamedHolder } from './unnamed-holder.ts';
import { madeSlug } from './made-slug.ts';
import { refuse, type Domain, type Match, type ReadingRule, type Refusal, type Written } from './reading.ts';
import { unplaced, untold, unnamed } from './unproven.ts';

/**
 * The rule for tools such as create_order(customer_id, note?): the tool creates a row with the given values and a new
 * key.
 */
export const createRule: ReadingRule = {
  kind: 'create',
  effect: 'write',
  about: 'A verb that makes something, of a thing, without its key: a new row with all that is given.',
  match(tool, domain) {
    const verbs = tool.senses.has('create') || tool.senses.has('send') || tool.senses.has('book');
    if (!verbs) return refuse(0, `${tool.verb || 'nothing'} does not make anything`);
    const subject = subjectOf(tool, domain.things);
    if (subject === undefined) return unnamed(tool);
    const { thing } = subject;
    if (subject.rest.length > 0) return refuse(1, `${subject.rest.join(' ')} is no thing`);
    return createMatch(tool, thing, domain, `${tool.verb} makes ${aThing(thing)}`);
  },
};

/** Returns the source Y of a tool "create X from Y", if no argument is the key of Y. */
function sourceOf(tool: ToolFacts, thing: Thing, domain: Domain): ToolFacts['qualifiers'][number] | undefined {
  return tool.qualifiers.find(
    ({ preposition, noun }) =>
      preposition === 'from' &&
      !tool.arguments.some(
        (node) =>
          columnFor(thing, node.field.words, domain.things).references !== undefined &&
          noun.every((word) => node.field.words.includes(word)),
      ),
  );
}

export function createMatch(tool: ToolFacts, thing: Thing, domain: Domain, says: string): Match | Refusal {
  const bindings = bind(tool, thing, domain);
  const { stored: values, checks } = derivedValues(thing, bindings.values, domain);
  const { key } = bindings;
  const fault =
    sourceFault(tool, thing, domain) ??
    unnamedHolder(tool, thing, values, domain) ??
    keyFault(tool, thing, bindings, values, domain);
  if (fault !== undefined) return fault;
  const strange = untold(bindings);
  if (strange !== undefined) return strange;
  const odd = oddValue(values, thing, domain);
  if (odd !== undefined) return refuse(4, `nothing tells what ${odd.path.join('.')} does`, odd.path.slice(0, 1));
  const touches = touched(tool, thing, values, domain);
  if (touches !== undefined) return touches;
  const answer = answerRow(tool, thing, domain, sentence(thing, 'created'));
  const lost = unplaced(answer.placer);
  if (lost !== undefined) return lost;
  const given = [...bindings.scope, ...(key === undefined ? [] : [key]), ...values];
  const twice = given.find((each, at) => given.findIndex((other) => other.column === each.column) !== at);
  if (twice !== undefined) return refuse(4, `two arguments are its ${twice.words.join(' ')}`);
  const begins = beginningsOf(tool, thing, values, domain);
  const needs: Need[] = [
    ...keyNeeds(thing, tool.name),
    ...begins.map(({ need }) => need),
    ...stampNeeds(thing, [stateOf(tool.verb), ...begins.map(({ value }) => value)], 'created', domain, tool.name),
    ...(key === undefined ? [] : [needOf(thing, key, 'key', tool.name)]),
    ...values.map((each) => needOf(thing, each, 'given', tool.name)),
    ...[...checks, ...placePairs(values, domain)].flatMap(({ by }) => derivedNeeds(by, domain, tool.name)),
    ...answer.placer.needs,
  ];
  return {
    rule: 'create',
    effect: 'write',
    evidence: [
      {
        says: `${says}, ${given.map((each) => each.path.join('.')).join(', ')} ${given.length === 1 ? 'is' : 'are'} what it is made of`,
        weight: 4,
      },
    ],
    arguments: [
      ...given.map((each) =>
        each === key || bindings.scope.includes(each)
          ? roleOf(each, 'key', thing)
          : valueRole(each, thing, domain.things),
      ),
      ...derivedRoles(checks, domain),
      ...otherRoles(bindings),
    ],
    leaves: answer.placer.leaves,
    needs,
    tables: [],
    makes: [thing.table],
    doubts: [],
    keeps: begins.map(({ sentence: said }) => said),
    program: (plan) =>
      createProgram(tool, thing, { ...bindings, values }, checks, domain, plan, (where) =>
        answerStep(answer, thing, where, plan, domain),
      ),
  };
}

/** Refuses a tool whose new row needs content that no argument gives. */
function sourceFault(tool: ToolFacts, thing: Thing, domain: Domain): Refusal | undefined {
  const where = withoutContent(tool);
  if (where !== undefined) return refuse(4, `nothing tells what ${where} contains`, [where]);
  const source = sourceOf(tool, thing, domain);
  if (source !== undefined) return refuse(4, `nothing tells what comes from ${source.noun.join(' ') || 'elsewhere'}`);
  const kept = keptIn(thing, domain);
  return kept === undefined
    ? undefined
    : refuse(4, `the ${called(thing)} rows stand in the row of their ${called(kept)}`);
}

/**
 * Refuses a tool whose argument is the key of an existing row, or whose arguments tell too little about the new row.
 */
function keyFault(
  tool: ToolFacts,
  thing: Thing,
  bindings: Bindings,
  values: readonly Bound[],
  { things, tools }: Domain,
): Refusal | undefined {
  const { key } = bindings;
  if (bindings.wrapper?.kind === 'list') return refuse(3, `${bindings.wrapper.field.name} is a list`);
  const makesKey =
    thing.natural || (tool.senses.has('create') && (!thing.global || /^(?:create|register)$/.test(tool.verb)));
  if (key !== undefined && (!(key.required && makesKey) || tiesRow(tool, thing, things, tools)))
    return refuse(4, `${key.path.join('.')} names ${aThing(thing)} that is there already`);
  if (thing.natural && key === undefined)
    return refuse(4, `a new ${called(thing)} has no ${thing.own.words.join(' ')}`);
  const isTie =
    thing.natural &&
    tool.senses.has('link') &&
    tool.qualifiers.some(({ preposition }) => preposition === 'to') &&
    values.every((each) => each.references !== undefined || !each.required);
  if (isTie) return refuse(5, `nothing tells whether a ${called(thing)} is made here, or tied to what is there`);
  const missing = thing.scope.filter((part) => !bindings.scope.some((each) => each.column === part.column));
  if (missing.length > 0)
    return refuse(4, `a new ${called(thing)} has no ${missing.map((part) => part.words.join(' ')).join(', ')}`);
  if (bindings.keys !== undefined)
    return refuse(4, `${bindings.keys.node.field.name} names rows that are there already`);
  return values.length === 0 && key === undefined
    ? refuse(3, `nothing is said of the new ${called(thing)}`)
    : undefined;
}

/** Returns the argument that holds the path or URL of a file, where no argument gives the file's content. */
function withoutContent(tool: ToolFacts): string | undefined {
  if (!/^(?:upload|import|attach)$/.test(tool.verb)) return undefined;
  const has = (words: RegExp): string | undefined =>
    tool.arguments.find(({ field }) => words.test(field.words.join(' ')))?.field.name;
  const isThere = has(/(?:^| )(?:content|contents|data|body|text|bytes|base64|markdown|html|blob)$/) !== undefined;
  return isThere ? undefined : has(/(?:^| )(?:path|file|url|uri)$/);
}

/** Refuses a tool whose new row also changes a balance or a stock, if no tool says by how much. */
function touched(tool: ToolFacts, thing: Thing, values: readonly Bound[], domain: Domain): Refusal | undefined {
  const paid = values.find(
    (each) => each.references !== undefined && tool.senses.has('book') && PAYS.test(each.words.join(' ')),
  );
  if (paid !== undefined) return refuse(4, `nothing tells what ${paid.path.join('.')} is charged`);
  const held = values.find(
    (each) =>
      each.references !== undefined &&
      HELD.test([...(domain.known.get(each.references)?.columns.keys() ?? [])].join(' ')),
  );
  if (held !== undefined)
    return refuse(
      4,
      `nothing tells what a new ${called(thing)} takes from its ${held.words.filter((word) => word !== 'id').join(' ')}`,
    );
  return undefined;
}

/** Names of the things with which a customer pays. */
const PAYS = /\b(?:card|account|wallet|payment method|payment source)\b/;
/** Matches columns with an amount that a new row may reduce, such as `seats`. */
const HELD =
  /(^| |_)(balance|stock|inventory|quantity|available_(seats|quantity|units|copies)|seats|copies|credits|remaining)( |$)/;

export function createProgram(
  tool: ToolFacts,
  thing: Thing,
  bindings: Bindings,
  checks: ReturnType<typeof derivedValues>['checks'],
  domain: Domain,
  plan: Plan,
  answer: (where: readonly sql.Expr[]) => Step,
): Written {
  const table = tableOf(plan, thing.table);
  const begins = beginningsOf(tool, thing, bindings.values, domain);
  const binding = `new_${bindingName(thing, tool).replace(/^the_/, '')}`;
  const { key } = bindings;
  const scope = scopeConditions(bindings);
  const keyValue = key === undefined ? `:${binding}.id` : sql.argument(key.path);
  const doubts: string[] = [];
  const steps: Step[] = [
    ...parentChecks(thing, bindings.scope, plan, domain),
    ...referenceChecks(bindings.values, table, domain.things, bindings),
    ...listChecks(bindings.values, plan, domain.things),
    ...derivedSteps([...checks, ...placePairs(bindings.values, domain)], domain),
    ...bookingSteps(thing, bindings.values, plan, domain),
    ...spanSteps(thing, bindings.values, plan, domain),
  ];
  const fresh = key === undefined ? freshKey(thing, table, scope) : undefined;
  if (fresh !== undefined) steps.push({ let: binding, sql: sql.selectValue(fresh, 'id') });
  else if (key === undefined) doubts.push(`nothing makes a new ${thing.own.words.join(' ')} in the form of the others`);
  else
    steps.push({
      refuse: sql.selectFrom(thing.table, [...scope, sql.equal(sql.name(thing.own.column), keyValue)]),
      else: ['CONFLICT', `There is ${aThing(thing)} ${inMessage(key.path)} already.`],
    });
  const values = [
    ...bindings.scope.map((each): [string, sql.Expr] => [each.column, sql.argument(each.path)]),
    [thing.own.column, keyValue] as [string, sql.Expr],
    ...columnValues(bindings.values, table, thing, doubts, { plan, begins }),
  ];
  steps.push(
    { run: sql.insertRow(thing.table, values) },
    answer([...scope, sql.equal(sql.name(thing.own.column), keyValue)]),
  );
  return { steps, doubts };
}

/** The sources of a new row's values, besides the arguments. */
interface NewRow {
  /** The name that stands for one element in SQL, if the call gives a list and each element becomes a row. */
  readonly element?: string;
  /** The plan of the tables. With it, a value may be copied from a row to which the new row refers. */
  readonly plan?: Plan;
  readonly begins?: readonly FirstState[];
}

/** Returns the values of a new row's columns except the key: given, initial, copied from a referenced row, or null. */
export function columnValues(
  values: readonly Bound[],
  table: ReturnType<typeof tableOf>,
  thing: Thing,
  doubts: string[],
  { element, plan, begins = [] }: NewRow = {},
): [string, sql.Expr][] {
  const keys = new Set([...thing.scope.map((part) => part.column), thing.own.column]);
  return table.columns
    .filter((column) => !keys.has(column.name))
    .map((column): [string, sql.Expr] => {
      const each = values.find((value) => value.column === column.name);
      const isState = column.choices !== undefined && STATE.test(column.words.join(' '));
      const said = begins.find((one) => one.column === column.name);
      const first = said === undefined ? initialValue(column) : sql.literal(said.value);
      const begun = isState && first === 'NULL' ? undefined : first;
      if (each === undefined) {
        const value =
          (said === undefined ? copied(column, values, table, plan) : undefined) ?? begun ?? emptyValue(column);
        if (value === undefined) doubts.push(`nothing tells the ${column.words.join(' ')} of a new ${called(thing)}`);
        return [column.name, value ?? sql.literal(null)];
      }
      const value = stored(each, element);
      if (each.required && !each.node.field.nullable) return [column.name, value];
      const otherwise = madeSlug(each, values, element) ?? begun ?? emptyValue(column);
      if (otherwise === undefined)
        doubts.push(`nothing tells the ${column.words.join(' ')} of a new ${called(thing)} where none is given`);
      return [column.name, otherwise === undefined || otherwise === 'NULL' ? value : sql.or(value, otherwise)];
    });
}

/** Copies a value from the column of the same name in a referenced row, such as the doctor of a booked slot. */
function copied(
  column: ReturnType<typeof tableOf>['columns'][number],
  values: readonly Bound[],
  table: ReturnType<typeof tableOf>,
  plan: Plan | undefined,
): sql.Expr | undefined {
  if (
    plan === undefined ||
    column.system !== undefined ||
    OWN.test(column.name) ||
    column.value === 'boolean' ||
    (column.choices !== undefined && column.first !== undefined)
  )
    return undefined;
  const sources = table.references.flatMap((reference) => {
    const given = values.find((each) => each.required && each.column === reference.columns.at(-1));
    const target = plan.tables.find((each) => each.name === reference.table);
    const same = target?.columns.find((each) => each.name === column.name && each.value === column.value);
    return given === undefined || same === undefined || target === table || reference.columns.length > 1
      ? []
      : [{ reference, given }];
  });
  const [only] = sources.length === 1 ? sources : [];
  return only === undefined
    ? undefined
    : sql.valueOf(column.name, only.reference.table, [
        sql.equal(sql.name(only.reference.to[0] ?? ''), sql.argument(only.given.path)),
      ]);
}
const OWN = /^(id|name|title|description|status|state|notes?|url|created_at|updated_at|email|phone)$/;

function emptyValue(column: ReturnType<typeof tableOf>['columns'][number]): sql.Expr | undefined {
  if (column.value === 'json')
    return sql.literal(column.schema['type'] === 'array' || column.name.endsWith('s') ? '[]' : '{}');
  return undefined;
}
