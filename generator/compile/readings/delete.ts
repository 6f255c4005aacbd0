import type { Step } from '../../../envs/values/program.ts';
import * as sql from '../programs/sql.ts';
import { answerRow, type Answer } from '../results/answer.ts';
import { returnStep } from '../results/print-shape.ts';
import { idOf, spelled } from '../../fields/id-of.ts';
import { subjectOf } from '../things/subject-of.ts';
import { singular } from '../../../envs/words/split-words.ts';
import { saidAlong } from '../read/said-along.ts';
import { sentencesOf } from '../read/sentences.ts';
import {
  ancestorPath,
  bind,
  bindingName,
  boundConditions,
  keyConditions,
  keyNeeds,
  needOf,
  roleOf,
  otherRoles,
  type Bindings,
  type Bound,
  scopeConditions,
} from './bind.ts';
import { called, findRow, inMessage, rowConditions, sentence } from './parts.ts';
import { keptIn } from './odd-values.ts';
import { stateOf } from '../../lexicon/verbs.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { isStateColumn } from '../things/known-column.ts';
import type { Thing } from '../things/thing.ts';
import { refuse, type Domain, type ReadingRule, NO_MORE, type Match, isRefusal } from './reading.ts';
import { unnamedHolder } from './unnamed-holder.ts';
import { partOfKey, unplaced, untold, keyOf, unnamed } from './unproven.ts';
import type { Plan } from '../plan/plan.ts';

/**
 * The rule for tools such as delete_order(order_id). The tool deletes the row and the rows that belong to it, such as
 * the lines of the order.
 */
export const deleteRule: ReadingRule = {
  kind: 'delete',
  effect: 'write',
  about: 'A verb that takes away, with the key of a row, or with a list of keys: all of them or none.',
  match(tool, domain) {
    if (!tool.senses.has('delete')) return refuse(0, `${tool.verb || 'nothing'} does not delete anything`);
    const subject = subjectOf(tool, domain.things);
    if (subject === undefined) return unnamed(tool);
    const { thing } = subject;
    if (subject.rest.length > 0) return refuse(3, `${subject.rest.join(' ')} of ${called(thing)} is no thing`);
    const out = emptiedPlace(tool);
    if (out !== undefined) return refuse(4, `it takes ${called(thing)} out of ${out.join(' ')}, which nothing names`);
    const kept = keptIn(thing, domain);
    if (kept !== undefined) return refuse(4, `the ${called(thing)} rows stand in the row of their ${called(kept)}`);
    if (leadsToState(tool, thing, domain))
      return refuse(
        4,
        `${tool.verb} may lead the ${called(thing)} to a state, and no state of it is ${stateOf(tool.verb)}`,
      );
    const along = carriedAlong(tool, thing, domain);
    if (typeof along === 'string') return refuse(4, `nothing tells the ${along} that go with a ${called(thing)}`);
    const bindings = bind(tool, thing, domain);
    if (bindings.wrapper?.kind === 'list') return refuse(2, `${bindings.wrapper.field.name} is a list`);
    const whole = takenOutOf(tool, thing, domain);
    if (whole !== undefined) return refuse(4, `it may only take the ${called(thing)} out of its ${whole}`);
    const isOwn = thing.scope.every(({ words }) => words.every((word) => thing.words.includes(word)));
    const unnamedOne = thing.natural && isOwn ? unnamedHolder(tool, thing, bindings.values, domain) : undefined;
    if (unnamedOne !== undefined) return unnamedOne;
    const keys = bindings.key === undefined && bindings.keys?.node.field.required ? bindings.keys : undefined;
    const key = keys === undefined ? keyOf(tool, thing, bindings) : partOfKey(thing, bindings);
    if (key !== undefined && isRefusal(key)) return key;
    const values = bindings.values.filter(
      (each) => !REASON.test(each.words.join(' ')) && (each.required || each.words.join(' ') !== 'batch size'),
    );
    const more = rowConditions(tool, thing, values, domain, true);
    if (more.rest.length > 0)
      return refuse(
        4,
        `nothing tells what ${more.rest.map((each) => each.path.join('.')).join(', ')} does to a ${called(thing)} that goes`,
        more.rest.map((each) => each.path[0] ?? ''),
      );
    const strange = untold(bindings);
    if (strange !== undefined) return strange;
    const answer = answerRow(tool, thing, domain, sentence(thing, 'deleted'), true);
    const lost = unplaced(answer.placer);
    if (lost !== undefined) return lost;
    return deleteMatch({ tool, thing, key, keys, bindings, values, more, answer, domain, along });
  },
};

/**
 * Tells whether a verb such as "cancel" may set a state and not delete the row: the rows have a state column, and the
 * HTTP method is not DELETE.
 */
const leadsToState = ({ senses, pool }: ToolFacts, { table }: Thing, { known }: Domain): boolean =>
  senses.has('state') &&
  pool.http?.method !== 'DELETE' &&
  pool.hints?.method !== 'DELETE' &&
  [...(known.get(table)?.columns.values() ?? [])].some(
    ({ column, choices }) => isStateColumn(column) && choices.length > 1,
  );

/**
 * Matches arguments in which the caller explains a deletion. The row is gone, so nothing has to store the explanation.
 */
const REASON = /(?:^| )(?:reason|justification|comment|remark)$/;

interface Deletion {
  readonly tool: ToolFacts;
  readonly thing: Thing;
  readonly key: Bound | undefined;
  readonly keys: Bindings['keys'];
  readonly bindings: Bindings;
  readonly values: readonly Bound[];
  readonly more: ReturnType<typeof rowConditions>;
  readonly answer: Answer;
  readonly domain: Domain;
  readonly along: Along;
}

/** The tables of the rows that are deleted with the row, and the sentences of the description that say so. */
interface Along {
  readonly tables: readonly string[];
  readonly sentences: readonly string[];
}

function deleteMatch(deletion: Deletion): Match {
  const { tool, thing, key, keys, bindings, values, more, answer, along } = deletion;
  const named = key?.path.join('.') ?? keys?.path.join('.') ?? '';
  return {
    rule: keys === undefined ? 'delete' : 'delete many',
    effect: 'write',
    evidence: [
      {
        says: `${tool.verb} takes away, ${named} ${keys === undefined ? 'is the key' : 'are the keys'} of ${called(thing)}`,
        weight: tool.senses.has('state') ? 3 : 4,
      },
    ],
    arguments: [
      ...(key === undefined ? [] : [roleOf(key, 'key', thing)]),
      ...(keys === undefined ? [] : [{ place: named, role: 'keys', is: `${thing.table}.${thing.own.column}` }]),
      ...bindings.scope.map((each) => roleOf(each, 'key', thing)),
      ...more.roles,
      ...otherRoles(bindings),
      ...bindings.values
        .filter((each) => !values.includes(each))
        .map((each) => ({
          place: each.path.join('.'),
          role: REASON.test(each.words.join(' ')) ? 'goes with the row' : 'shape',
          is: '',
        })),
    ],
    leaves: answer.placer.leaves,
    needs: [
      ...keyNeeds(thing, tool.name),
      ...(key === undefined ? [] : [needOf(thing, key, 'key', tool.name)]),
      ...more.needs,
    ],
    ...NO_MORE,
    carries: along.tables,
    keeps: along.sentences,
    program: (plan) => ({ steps: deleteSteps(deletion, plan), doubts: [] }),
  };
}

function deleteSteps({ tool, thing, key, keys, bindings, more, answer, domain }: Deletion, plan: Plan): Step[] {
  const binding = bindingName(thing, tool);
  const gone: Step = { run: sql.deleteRows(thing.table, boundConditions(thing, binding)) };
  const last = returnStep(answer.shape, { plan, style: domain.style });
  if (key !== undefined)
    return [findRow(thing, binding, [...keyConditions(thing, bindings), ...more.where], key), gone, last];
  const scope = scopeConditions(bindings);
  const own = sql.equal(sql.name(thing.own.column), ':each_key');
  const found: Step = {
    let: binding,
    sql: sql.selectRow(thing.table, [...scope, ...more.where, own]),
    else: ['NOT_FOUND', `There is no ${called(thing)} ${inMessage(['each_key'])}.`],
  };
  return [{ each: sql.argument(keys?.path ?? []), as: 'each_key', do: [found, gone] }, last];
}

/**
 * Returns the rows that the description says are deleted with the row. If it names rows that do not refer to the row,
 * returns their noun, because such a deletion cannot be simulated. A noun without a table, as in "along with the
 * metadata", and the row itself, as in "The task is deleted", are ignored.
 */
function carriedAlong(tool: ToolFacts, thing: Thing, domain: Domain): Along | string {
  const tables: string[] = [];
  const sentences: string[] = [];
  for (const said of saidAlong(tool.description)) {
    let isKept = true;
    for (const noun of said.nouns) {
      const words = noun.split(/[ -]/).map(singular);
      const whole = domain.things.byNoun.get(words.join(' '));
      const other = whole ?? (LIMITED.test(noun) ? undefined : domain.things.byNoun.get(words.at(-1) ?? ''));
      if (other === undefined || other === thing) {
        isKept = false;
        continue;
      }
      const refers =
        other.parent === thing.table ||
        [...(domain.known.get(other.table)?.columns.values() ?? [])].some(
          ({ references }) => references === thing.table,
        );
      if (!refers) return noun;
      tables.push(other.table);
    }
    if (isKept) sentences.push(said.sentence);
  }
  return { tables, sentences };
}

/**
 * Matches nouns with a phrase or clause after them, as "files in the project". There the last word is not the noun of
 * the rows.
 */
const LIMITED =
  / (?:of|in|on|at|by|to|for|from|with|within|under|that|which|who|is|are|was|were|has|have|will|can|cannot) /;

/**
 * Returns the container in the tool's name, such as a watchlist, if no argument names it. The tool then takes the row
 * out of this container and does not delete it.
 */
function emptiedPlace(tool: ToolFacts): readonly string[] | undefined {
  return tool.qualifiers.find(
    ({ preposition, noun }) =>
      (preposition === 'from' || preposition === 'of') &&
      noun.length > 0 &&
      !tool.arguments.some((node) => noun.every((word) => spelled(node.field.words).includes(word))),
  )?.noun;
}

/** Matches containers: a row that is taken out of a container continues to exist. */
const CONTAINERS =
  /^(?:(?:watch|wish|play|waiting|reading|mailing|contact|price|guest|black|white|allow|block|deny)[ -]?list|list|favou?rites?|cart|basket|queue|group|collection|library|team|channel|audience|segment|album|bundle|set|series|room|roster|shelf|campaign|sequence|squad|class|course|program|event|meeting|schedule)s?$/i;

/**
 * Returns the container from which the tool only takes the row. For example, remove_project_from_task leaves the
 * project in existence. This does not hold if every new project names its task: then the project is deleted.
 */
function takenOutOf(tool: ToolFacts, thing: Thing, domain: Domain): string | undefined {
  if (tool.verb === 'delete' && tool.qualifiers.length === 0) return undefined;
  const first = sentencesOf(tool.description)[0] ?? '';
  const said =
    /^(?:removes?|deletes?|takes?|drops?|clears?)\b.*?\bfrom (?:the |an? |your |its |this |that |given )*([a-z]+(?:[ -][a-z]+)?)/i.exec(
      first,
    )?.[1];
  const named = tool.qualifiers.flatMap(({ preposition, noun }) => (preposition === 'from' ? [noun] : []));
  const places = [...named, ...(said === undefined ? [] : [said.toLowerCase().split(/[ -]/).map(singular)])];
  for (const place of places)
    for (const words of [place, place.slice(0, 1)]) {
      const noun = words.join(' ');
      const other = domain.things.byNoun.get(noun);
      if (other === thing || thing.words.includes(words[0] ?? '')) break;
      if (other !== undefined ? !isMadeIn(thing, other, domain) : CONTAINERS.test(noun)) return noun;
    }
  return bindsElsewhere(tool, thing, domain);
}

/** Returns another table whose key the tool requires, if new rows never refer to that table. */
function bindsElsewhere(tool: ToolFacts, thing: Thing, domain: Domain): string | undefined {
  const others = tool.arguments.flatMap((node) => {
    const naming = node.kind === 'scalar' && node.field.required ? idOf(node.field.words) : undefined;
    const other = naming === undefined ? undefined : domain.things.byNoun.get(naming.noun.join(' '));
    return other === undefined || other === thing ? [] : [other];
  });
  return others.find((other) => !isMadeIn(thing, other, domain))?.words.join(' ');
}

/**
 * Tells whether the rows belong to rows of the other table, or some tool creates them with a direct or indirect
 * reference to it.
 */
function isMadeIn(thing: Thing, other: Thing, domain: Domain): boolean {
  if (thing.parent === other.table) return true;
  const path = ancestorPath(thing, other.table, domain);
  const [first] = path ?? [];
  const column = first === undefined ? undefined : domain.known.get(thing.table)?.columns.get(first.column);
  if (column === undefined) return false;
  return domain.tools.some(
    (by) =>
      column.givers.includes(by.name) &&
      ['create', 'book', 'send'].some((sense) => by.senses.has(sense as 'create')) &&
      bind(by, thing, domain).key === undefined,
  );
}
