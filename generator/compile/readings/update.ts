import type { Step } from '../../../envs/values/program.ts';
import type { Need } from '../plan/needs.ts';
import * as sql from '../programs/sql.ts';
import { answerRow, type Answer } from '../results/answer.ts';
import { opensWith } from '../read/opening-verb.ts';
import { saysReplaced } from '../read/said-change.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { columnFor } from '../things/columns.ts';
import { subjectOf } from '../things/subject-of.ts';
import type { Thing } from '../things/thing.ts';
import {
  bind,
  type Bindings,
  bindingName,
  boundConditions,
  keyConditions,
  keyNeeds,
  needOf,
  type Bound,
  otherRoles,
  keyRoles,
} from './bind.ts';
import { changed, clearedBy, newValue, type Changed } from './changed-value.ts';
import { givesState, unclearState } from './given-state.ts';
import { keptIn, oddValue } from './odd-values.ts';
import { derivedNeeds } from './known-needs.ts';
import {
  called,
  derivedRoles,
  derivedSteps,
  derivedValues,
  findRow,
  listChecks,
  referenceChecks,
  rowConditions,
  stamps,
  tableOf,
  valueRole,
  answerStep,
  sentence,
} from './parts.ts';
import {
  refuse,
  type Domain,
  type ReadingRule,
  NO_MORE,
  type Match,
  type Written,
  type Refusal,
  isRefusal,
} from './reading.ts';
import { ADDING, asIds, listChange, listSets, type ListChange } from './list-changes.ts';
import { isPut } from './put.ts';
import { unplaced, untold, keyOf, unnamed } from './unproven.ts';
import type { Plan } from '../plan/plan.ts';
import { spanSteps } from './span.ts';

/** The rule for tools such as update_order(order_id, note?). The given values replace the old values of the row. */
export const updateRule: ReadingRule = {
  kind: 'update',
  effect: 'write',
  about: 'A verb that changes a row, named by its key, with other values beside it.',
  match(tool, domain) {
    const isUpdate = ['update', 'move', 'set'].some((sense) => tool.senses.has(sense as 'update'));
    if (!isUpdate && !tool.senses.has('state')) return refuse(0, `${tool.verb || 'nothing'} does not change anything`);
    const subject = subjectOf(tool, domain.things);
    if (subject === undefined) return unnamed(tool);
    const { thing } = subject;
    const kept = keptIn(thing, domain);
    if (kept !== undefined) return refuse(4, `the ${called(thing)} rows stand in the row of their ${called(kept)}`);
    const { bindings, sources } = withTargets(bind(tool, thing, domain), tool, thing, domain);
    if (!isUpdate && !givesState(tool, thing, bindings, domain))
      return refuse(0, `${tool.verb} leads to a state that no argument gives`);
    if (bindings.wrapper?.kind === 'list') return refuse(2, `${bindings.wrapper.field.name} is a list`);
    const key = keyOf(tool, thing, bindings);
    if (isRefusal(key)) return key;
    const { stored: open, checks } = derivedValues(thing, bindings.values, domain);
    const lists = open.flatMap((each) => listChange(each, tool, thing, domain));
    const plain = open.filter((each) => !lists.some((list) => list.each === each));
    const more = rowConditions(tool, thing, plain, domain, false, sources);
    const rest = more.rest.map((each) => changed(each, tool));
    if (rest.length === 0 && lists.length === 0) return refuse(4, 'nothing is given that it could change');
    const fault = faultOf(tool, thing, rest, subject.rest, domain) ?? unclearState(tool, thing, bindings, domain);
    if (fault !== undefined) return fault;
    if (isPut(tool, thing, domain)) return refuse(3, 'it may make the row too');
    const strange = untold(bindings);
    if (strange !== undefined) return strange;
    const answer = answerRow(tool, thing, domain, sentence(thing, 'updated'));
    const lost = unplaced(answer.placer);
    if (lost !== undefined) return lost;
    return updateMatch({ tool, thing, key, bindings, more, rest, lists, checks, answer, domain });
  },
};

interface Update {
  readonly tool: ToolFacts;
  readonly thing: Thing;
  readonly key: Bound;
  readonly bindings: Bindings;
  readonly more: ReturnType<typeof rowConditions>;
  readonly rest: readonly Changed[];
  readonly lists: readonly ListChange[];
  readonly checks: ReturnType<typeof derivedValues>['checks'];
  readonly answer: Answer;
  readonly domain: Domain;
}

/**
 * Attributes that one word in a tool's name covers: update_member_contact_details changes the phone number and the
 * address.
 */
const PARTS: Readonly<Record<string, RegExp>> = {
  contact: /\b(?:phone|telephone|mobile|fax|e ?mail|mail|address|street|city|zip|postcode|website)\b/,
  address: /\b(?:street|city|zip|postcode|postal code|country|line|house number|state|region)\b/,
  personal: /\b(?:name|birth|birthday|gender|phone|telephone|e ?mail|address)\b/,
  payment: /\b(?:iban|card|bank|account)\b/,
};

/** Refuses a tool whose values cannot be a change of the named row. */
function faultOf(
  tool: ToolFacts,
  thing: Thing,
  rest: readonly Changed[],
  attribute: readonly string[],
  domain: Domain,
): Refusal | undefined {
  const cleared = clearedBy(tool, rest);
  if (cleared !== undefined) return refuse(4, `nothing tells ${cleared.path.join('.')} where it is not given`);
  const unsaid = rest.find((each) => ADDING.test(tool.verb) && each.node.kind === 'list' && !saysSet(tool));
  if (unsaid !== undefined) return refuse(4, `nothing tells whether ${unsaid.path.join('.')} come in place of others`);
  const odd = rest.find((each) => isOwnKey(each, thing, domain)) ?? oddValue(rest, thing, domain);
  if (odd !== undefined) return refuse(4, `nothing tells what ${odd.path.join('.')} does`, odd.path.slice(0, 1));
  const period = rest.find((each) => isPeriod(each, tool));
  if (period !== undefined)
    return refuse(4, `${period.path.join('.')} may name for which time the ${called(thing)} is changed`);
  const second = tool.senses.has('move') || tool.verb === 'change' ? undefined : secondRow(rest, thing);
  if (second !== undefined)
    return refuse(4, `${second.path.join('.')} may name where the ${called(thing)} is, or where it goes`);
  // an attribute in the tool's name must be among the arguments
  const named = attribute.join(' ');
  const isNamed = rest.some(
    ({ words }) =>
      words.join(' ').includes(named) ||
      named.includes(words.join(' ')) ||
      PARTS[named]?.test(words.join(' ')) === true,
  );
  if (attribute.length > 0 && !isNamed) return refuse(4, `${named} of ${called(thing)} is not among its arguments`);
  // "assign an issue to a user" is refused unless another tool fills the column for the user
  const unknown = rest.find(
    (each) => tool.senses.has('move') && each.references !== undefined && !givenElsewhere(tool, each, thing, domain),
  );
  return unknown !== undefined && tool.verb.endsWith('assign')
    ? refuse(4, `nothing tells where a ${called(thing)} keeps ${unknown.path.join('.')}`)
    : undefined;
}

/** Tells whether a required value only names the period for which the others hold, as in "for a specific month". */
function isPeriod({ required, words, node }: Changed, { description }: ToolFacts): boolean {
  const word = words.join(' ');
  return (
    required &&
    /^(?:(?:fiscal )?year|quarter|month|week|day|date|period|season|term|semester)$/.test(word) &&
    new RegExp(
      String.raw`\b(?:in|for|on|of|during) (?:an? |the |one )?(?:specific |given |particular |certain |single )?${word}\b`,
      'i',
    ).test(`${description} ${node.field.description}`)
  );
}

/**
 * Returns a second row that the call must name. It may be the present place of the first row or its new place, so it is
 * unclear what the tool does.
 */
function secondRow(rest: readonly Changed[], thing: Thing): Changed | undefined {
  return rest.find(
    (each) => each.required && each.references !== undefined && each.references !== thing.table && rest.length > 1,
  );
}

function updateMatch(update: Update): Match {
  const { tool, thing, key, bindings, more, rest, lists, checks, answer, domain } = update;
  const given = [...rest, ...lists.map(({ each }) => each)];
  return {
    rule: 'update',
    effect: 'write',
    evidence: [
      {
        says: `${tool.verb} changes, ${key.path.join('.')} is the key of ${called(thing)}, ${given.map((each) => each.path.join('.')).join(', ')} ${given.length === 1 ? 'is' : 'are'} set`,
        weight: 4,
      },
    ],
    arguments: [
      ...keyRoles(thing, key, bindings),
      ...more.roles,
      ...rest.map((each) => valueRole(each, thing, domain.things)),
      ...lists.map(({ each, column, adds }) => ({
        place: each.path.join('.'),
        role: adds ? 'added' : 'taken away',
        is: `${thing.table}.${column}`,
        ...elementsOf(asIds(each), thing, domain),
      })),
      ...derivedRoles(checks, domain),
      ...otherRoles(bindings),
    ],
    leaves: answer.placer.leaves,
    needs: updateNeeds(update),
    ...NO_MORE,
    program: (plan) => updateProgram(update, given, plan),
  };
}

function updateNeeds({ tool, thing, key, more, rest, lists, checks, answer, domain }: Update): Need[] {
  return [
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
}

function updateProgram(
  { tool, thing, key, bindings, more, rest, lists, checks, answer, domain }: Update,
  given: readonly Bound[],
  plan: Plan,
): Written {
  const table = tableOf(plan, thing.table);
  const binding = bindingName(thing, tool);
  const steps: Step[] = [findRow(thing, binding, [...keyConditions(thing, bindings), ...more.where], key)];
  if (given.every((each) => !each.required))
    steps.push({
      require: sql.any(given.map((each) => sql.given(each.path))),
      else: ['INVALID_ARGUMENT', 'Nothing to change was given.'],
    });
  const added = lists.flatMap(({ each, adds }) => (adds ? [asIds(each)] : []));
  steps.push(...referenceChecks(rest, table, domain.things, bindings));
  steps.push(...listChecks([...rest, ...added], plan, domain.things), ...derivedSteps(checks, domain));
  steps.push(...spanSteps(thing, rest, plan, domain, binding));
  const sets = [
    ...rest
      .filter((each) => !lists.some((list) => list.column === each.column))
      .map((each): [string, sql.Expr] => [each.column, newValue(each, table)]),
    ...listSets(lists, rest, table),
    ...stamps(table),
  ];
  const where = boundConditions(thing, binding);
  steps.push({ run: sql.updateRows(thing.table, sets, where) }, answerStep(answer, thing, where, plan, domain));
  return { steps, doubts: [] };
}

/** Tells whether the value is the row's own key. A new key would make the row a different row. */
function isOwnKey(each: Bound, thing: Thing, domain: Domain): boolean {
  const words = each.words[0] === 'body' ? each.words.slice(1) : each.words;
  return columnFor(thing, words, domain.things).isKey;
}

function givenElsewhere(tool: ToolFacts, each: Bound, thing: Thing, domain: Domain): boolean {
  return domain.tools.some(
    (other) =>
      other !== tool &&
      other.told !== 'read' &&
      (other.senses.has('create') || other.verb === 'update') &&
      subjectOf(other, domain.things)?.thing === thing &&
      other.arguments.some((node) => columnFor(thing, node.field.words, domain.things).column === each.column),
  );
}

/** Matches words that mark the new place of a moved row. */
const TARGET = /^(?:target|destination|dest|to|new)$/;

/**
 * Binds the target of a move to the column that it changes: in move_file(file_id, target_folder_id), the second
 * argument sets folder_id. An argument folder_id would only state the present folder.
 */
function withTargets(
  bindings: Bindings,
  tool: ToolFacts,
  thing: Thing,
  domain: Domain,
): { readonly bindings: Bindings; readonly sources: ReadonlySet<string> } {
  const sources = new Set<string>();
  if (!tool.senses.has('move')) return { bindings, sources };
  const values = bindings.values.map((each): Bound => {
    const [first = '', ...rest] = each.node.field.words;
    if (each.references === undefined || !TARGET.test(first)) return each;
    const { column, words } = columnFor(thing, rest, domain.things);
    sources.add(column);
    return { ...each, column, words };
  });
  return { bindings: { ...bindings, values }, sources };
}

function elementsOf(each: Bound, thing: Thing, domain: Domain): { readonly elements?: string } {
  const { elements } = valueRole(each, thing, domain.things);
  return elements === undefined ? {} : { elements };
}

/** Tells whether the description says that the tool replaces a list, such as "Set the tags of a note". */
const saysSet = ({ description }: ToolFacts): boolean => opensWith(description, 'set') || saysReplaced(description);
