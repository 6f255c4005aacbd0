import { returnStep } from '../results/print-shape.ts';
import { answerRows, type Answer } from '../results/answer.ts';
import { countsOf, tableOfLink } from '../results/children.ts';
import { frameOf } from '../results/frame.ts';
import type { Member, Shape } from '../results/shape.ts';
import { sameState } from '../../lexicon/verbs.ts';
import { leadingState } from '../things/adjective.ts';
import { isRestricting, subjectOf } from '../things/subject-of.ts';
import type { Step } from '../../../envs/values/program.ts';
import * as sql from '../programs/sql.ts';
import type { Plan } from '../plan/plan.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { bind, keyNeeds, type Bound, type Bindings } from './bind.ts';
import { filtersOf, refuseUnknown, type Filters } from './filters.ts';
import { saidMost } from './paging.ts';
import { parentChecks } from './parents.ts';
import { derivedNeeds } from './known-needs.ts';
import { called, derivedSteps, findRow, placePairs } from './parts.ts';
import { refuse, type Domain, type ReadingRule, type Match, type Refusal, type Role } from './reading.ts';
import { statesOf } from './state-words.ts';
import { unplaced, unnamed } from './unproven.ts';
import type { Thing } from '../things/thing.ts';

/** The rule for list_orders(status?) or search_orders(query): the tool shows the rows that its arguments select. */
export const listRule: ReadingRule = {
  kind: 'list',
  effect: 'read',
  about: 'A read of a plural noun without its key shows rows: filtered, searched, ordered, page by page.',
  match(stated, domain) {
    let tool = stated;
    if (!tool.senses.has('show') && !tool.senses.has('search')) return refuse(0, 'it does not show anything');
    const subject = subjectOf(tool, domain.things);
    if (subject === undefined) return unnamed(tool);
    const { thing } = subject;
    if (subject.rest.length > 0 && !subject.rest.every(isRestricting))
      return refuse(1, `${subject.rest.join(' ')} is no thing`);
    if (isDerived(tool, thing, domain)) return refuse(4, `nothing tells from which rows each ${called(thing)} comes`);
    const said = saidState(tool, thing, domain);
    if (said !== undefined && 'because' in said) return said;
    tool = { ...tool, restricting: [...tool.restricting, ...subject.rest, ...(said === undefined ? [] : [said.is])] };
    const bindings = bind(tool, thing, domain);
    const declaresRows = tool.result !== undefined && frameOf(tool.result, thing).kind === 'rows';
    if (bindings.key?.required === true) return refuse(2, `${bindings.key.path.join('.')} names one ${called(thing)}`);
    const isPlural = tool.plural || declaresRows || SEVERAL.has(tool.verb) || isFinder(tool);
    if (!isPlural) return refuse(2, `it asks for one ${called(thing)} and no key says which`);
    const last = tool.path.at(-1);
    if (last !== undefined && last.argument === undefined && !last.plural && !declaresRows)
      return refuse(3, 'its path does not end in a collection');
    const withKey =
      bindings.key === undefined
        ? bindings
        : { ...bindings, key: undefined, values: [...bindings.values, bindings.key] };
    const filters = filtersOf(tool, thing, withKey, domain);
    if (filters.unknown.length > 0) return refuseUnknown(filters.unknown);
    if (tool.verb === 'search' && !searches(tool, filters)) return refuse(4, 'it searches, and nothing says for what');
    const { page } = filters;
    const answer = answerRows(
      tool,
      thing,
      domain,
      {
        where: filters.where,
        order: filters.order,
        ...(page === undefined
          ? {}
          : { limit: page.limit, ...(page.offset === undefined ? {} : { offset: page.offset }) }),
      },
      page,
    );
    const lost = unplaced(answer.placer);
    if (lost !== undefined) return lost;
    const roles = said === undefined ? filters.roles : [...filters.roles, said];
    return listMatch(tool, thing, withKey, { ...filters, roles }, answer, domain);
  },
};

/**
 * Tells whether the listed items are only values of other rows, as in "List distinct tags used across notes". No tool
 * then creates such rows.
 */
function isDerived(tool: ToolFacts, thing: Thing, domain: Domain): boolean {
  const [first = ''] = tool.description.split(/[.;]/);
  const isMade = domain.tools.some(
    (other) => other.verb === 'create' && thing.nouns.has(other.noun.join(' ')) && other.told !== 'read',
  );
  return (
    !isMade &&
    /^\w+ (?:all )?(?:the )?(?:distinct|unique)\b|\b(?:used|present|found) (?:by|across|in|on|among)\b/i.test(first)
  );
}

/**
 * Returns the state to which the description limits the rows, as in "Open alarms of a site". The role has no argument.
 * Returns undefined if an argument asks for this state, because the argument then decides.
 */
function saidState(tool: ToolFacts, thing: Thing, domain: Domain): Role | Refusal | undefined {
  const states = statesOf(thing, domain);
  const word = leadingState(tool, thing, (each) => states.some((state) => sameState(state.word, each)));
  if (word === undefined || [...tool.restricting, ...tool.noun].includes(word)) return undefined;
  if (tool.arguments.some(({ field }) => field.words.some((each) => sameState(each, word)))) return undefined;
  const other = tool.arguments.find(({ field }) => field.choices.some((each) => sameState(String(each), word)));
  if (other === undefined) return { place: '', role: 'from', is: word };
  if (sameState(String(other.field.schema['default'] ?? ''), word)) return undefined;
  return refuse(4, `nothing tells whether only ${word} rows are shown where ${other.field.name} is not given`);
}

function listMatch(
  tool: ToolFacts,
  thing: Thing,
  bindings: Bindings,
  filters: Filters,
  answer: Answer,
  domain: Domain,
): Match {
  const counts = countsOf(tool, thing, domain);
  const parents = namedParents(thing, bindings.values, domain);
  const pairs = placePairs(parents, domain);
  return {
    rule: 'list',
    effect: 'read',
    evidence: [
      {
        says: `${tool.verb} shows, ${tool.plural ? `${tool.noun.join(' ')} is plural` : 'the result is a list'}, no argument is the key of ${called(thing)}`,
        weight: 4,
      },
    ],
    arguments: filters.roles,
    leaves: answer.placer.leaves,
    needs: [
      ...keyNeeds(thing, tool.name),
      ...filters.needs,
      ...pairs.flatMap(({ by }) => derivedNeeds(by, domain, tool.name)),
      ...answer.placer.needs,
      ...counts.flatMap((each) => each.needs),
    ],
    tables: [
      ...domain.links.filter((link) => filters.needs.some((need) => need.table === link.table)).map(tableOfLink),
      ...counts.flatMap((each) => each.tables),
    ],
    makes: [],
    doubts: filters.doubts,
    keeps: [saidMost(tool.description)?.sentence ?? ''],
    program: (plan) => ({
      steps: [
        ...(bindings.scope.every((each) => each.required) ? parentChecks(thing, bindings.scope, plan, domain) : []),
        ...parents.flatMap((each) => parentThere(each, plan, domain)),
        ...derivedSteps(pairs, domain),
        ...(isFinder(tool) && !tool.plural ? [oneGiven(tool, filters)] : []),
        returnStep(
          withMembers(
            answer.shape,
            counts.map(({ member }) => member),
          ),
          { plan, style: domain.style },
        ),
      ],
      doubts: [],
    }),
  };
}

/** Returns the parents whose key the caller must give. If such a parent does not exist, the list answers NOT_FOUND. */
function namedParents(thing: Thing, values: readonly Bound[], domain: Domain): Bound[] {
  return values.filter(
    (each) =>
      each.required &&
      each.references !== undefined &&
      each.references !== thing.table &&
      (domain.things.byTable.get(each.references)?.scope.length ?? 1) === 0,
  );
}

/** Adds members to each row of the result, where no schema declares the result. */
const withMembers = (shape: Shape, more: readonly Member[]): Shape =>
  more.length > 0 && shape.kind === 'rows' && shape.item.kind === 'whole'
    ? { ...shape, item: { ...shape.item, more } }
    : shape;

/** Returns the step that answers NOT_FOUND if the parent does not exist. */
function parentThere(each: Bound, plan: Plan, domain: Domain): Step[] {
  const other = domain.things.byTable.get(each.references ?? '');
  const [name = ''] = each.path;
  if (other === undefined || !plan.tables.some((table) => table.name === other.table)) return [];
  if (!/^[A-Za-z_]\w*$/.test(name) || each.path.length > 1) return [];
  return [findRow(other, `the_${other.words.join('_')}`, [`${other.own.column} = :${name}`], each)];
}

/** Verbs that ask for several rows, even before a singular noun, as in search_note. */
const SEVERAL = new Set(['search', 'list', 'browse']);

/** Tells whether a tool such as find_contact(name?, email?) takes several values and requires none. */
function isFinder(tool: ToolFacts): boolean {
  return (
    /^(?:find|query|lookup)$/.test(tool.verb) &&
    tool.arguments.length > 1 &&
    !tool.arguments.some((node) => node.field.required)
  );
}

/** Returns the step that refuses a call which gives none of the arguments that select rows. */
function oneGiven(tool: ToolFacts, filters: Filters): Step {
  const names = tool.arguments.map(({ field }) => field.name).filter((name) => selects(name, filters));
  return {
    fail: ['INVALID_ARGUMENT', `Give one of ${names.join(', ')}.`],
    when: sql.all(names.map((name) => sql.isNull(sql.argument([name])))),
  };
}

const SAYS_WHICH = new Set(['text search', 'filter', 'filter inside', 'range', 'ancestor', 'scope', 'linked']);

const selects = (name: string, { roles }: Filters): boolean =>
  roles.some(({ place, role }) => place.split('.')[0] === name && SAYS_WHICH.has(role));

function searches(tool: ToolFacts, filters: Filters): boolean {
  return tool.arguments.some(({ field }) => selects(field.name, filters));
}
