import { returnStep } from '../results/print-shape.ts';
import { answerRow, type Answer } from '../results/answer.ts';
import { childName, childrenOf, countsOf } from '../results/children.ts';
import type { Member, Shape } from '../results/shape.ts';
import { isObjectColumn } from '../things/object-column.ts';
import type { KnownColumn } from '../things/known-column.ts';
import { subjectOf } from '../things/subject-of.ts';
import type { Thing } from '../things/thing.ts';
import {
  bind,
  bindingName,
  boundConditions,
  keyConditions,
  keyNeeds,
  needOf,
  otherRoles,
  keyRoles,
  type Bindings,
  type Bound,
} from './bind.ts';
import { called, findRow, rowConditions } from './parts.ts';
import { needOfKnown } from './known-needs.ts';
import { refuse, type Domain, type ReadingRule, type Match, NO_MORE, type Refusal } from './reading.ts';
import { partOfKey, unplaced, withoutKey, unnamed } from './unproven.ts';
import type { ToolFacts } from '../read/tool-facts.ts';

/** The rule for tools such as get_order(order_id): the tool shows the row with this key, or answers NOT_FOUND. */
export const getRule: ReadingRule = {
  kind: 'get',
  effect: 'read',
  about: 'A read that names one row by its key shows that row.',
  match(tool, domain) {
    if (!tool.senses.has('show')) return refuse(0, 'it does not show anything');
    const subject = subjectOf(tool, domain.things);
    if (subject === undefined) return unnamed(tool);
    const { thing } = subject;
    const part = subject.rest.length === 0 ? undefined : partOf(subject.rest, thing, domain);
    if (subject.rest.length > 0 && (part === undefined || tool.result !== undefined))
      return refuse(1, `${subject.rest.join(' ')} is no thing`);
    // list_folder may show the files in the folder, not the folder
    if (tool.verb === 'list') return refuse(2, `nothing tells the rows that a ${called(thing)} holds`);
    const bindings = bind(tool, thing, domain);
    if (bindings.wrapper?.kind === 'list') return refuse(2, `${bindings.wrapper.field.name} is a list`);
    const { key } = bindings;
    // the plural with the key of one row asks for other rows, such as the row's children or versions
    if (tool.plural && tool.result === undefined && key !== undefined)
      return refuse(3, `${key.path.join('.')} names one ${called(thing)}, and several are asked for`);
    if (key === undefined) return withoutKey(tool.arguments, 2);
    if (!key.required)
      return refuse(3, `${key.path.join('.')} may be left out: then nothing says which ${called(thing)}`);
    const partial = partOfKey(thing, bindings);
    if (partial !== undefined) return partial;
    const more = rowConditions(tool, thing, bindings.values, domain, true);
    const strange = strangeIn(thing, bindings, more.rest);
    if (strange !== undefined) return strange;
    const answer = answerRow(tool, thing, domain, '');
    const lost = unplaced(answer.placer);
    if (lost !== undefined) return lost;
    const shown = shownWith(tool, thing, part, answer, domain);
    if (answer.rowless) return refuse(4, 'its result tells nothing of a row');
    return getMatch({ tool, thing, key, bindings, part, more, answer, shown, domain });
  },
};

interface Got {
  readonly tool: ToolFacts;
  readonly thing: Thing;
  readonly key: Bound;
  readonly bindings: Bindings;
  readonly part: KnownColumn | undefined;
  readonly more: ReturnType<typeof rowConditions>;
  readonly answer: Answer;
  readonly shown: ReturnType<typeof shownWith>;
  readonly domain: Domain;
}

function getMatch({ tool, thing, key, bindings, part, more, answer, shown, domain }: Got): Match {
  const binding = bindingName(thing, tool);
  return {
    rule: 'get',
    effect: 'read',
    evidence: [
      {
        says: `${tool.verb} shows${part === undefined ? '' : ` the ${part.words.join(' ')}`}, ${key.path.join('.')} is the key of ${called(thing)}`,
        weight: 4,
      },
    ],
    arguments: [...keyRoles(thing, key, bindings), ...more.roles, ...otherRoles(bindings)],
    leaves: answer.placer.leaves,
    needs: [
      ...keyNeeds(thing, tool.name),
      needOf(thing, key, 'key', tool.name),
      ...more.needs,
      ...(part === undefined ? answer.placer.needs : [needOfKnown(thing, part, tool.name)]),
      ...shown.needs,
    ],
    ...NO_MORE,
    tables: shown.tables,
    program: (plan) => ({
      steps: [
        findRow(thing, binding, [...keyConditions(thing, bindings), ...more.where], key),
        returnStep(
          shown.shape,
          { plan, style: domain.style },
          { table: thing.table, where: boundConditions(thing, binding) },
        ),
      ],
      doubts: [],
    }),
  };
}

/** Refuses a tool with arguments that neither find the row, nor select parts of the result, nor hold a credential. */
function strangeIn(thing: Thing, { others }: Bindings, rest: readonly Bound[]): Refusal | undefined {
  const unknown = others.filter(({ kind }) => kind.kind !== 'shape' && kind.kind !== 'credential');
  const paths = rest.length > 0 ? rest.map(({ path }) => path) : unknown.map(({ node }) => [node.field.name]);
  if (paths.length === 0) return undefined;
  const names = paths.map((path) => path.join('.')).join(', ');
  return refuse(
    4,
    `nothing tells what ${names} does to one ${called(thing)}`,
    paths.map(([name = '']) => name),
  );
}

/**
 * Returns the form of the result: one column, the form that the tool declares, or the whole row. Only the whole row
 * gets the child rows and counts that the description promises.
 */
function shownWith(
  tool: ToolFacts,
  thing: Thing,
  part: KnownColumn | undefined,
  answer: Answer,
  domain: Domain,
): Pick<Match, 'needs' | 'tables'> & { readonly shape: Shape } {
  if (part !== undefined) return { shape: { kind: 'column', column: part.column }, needs: [], tables: [] };
  const children = childrenOf(tool, thing, domain);
  for (const each of children) answer.placer.whole(each.thing);
  const counts = countsOf(tool, thing, domain);
  const rows = children.map((each): Member => ({
    name: childName(each, domain.style),
    shape: each.rows,
    whenNull: 'shown',
  }));
  const more = [...rows, ...counts.map(({ member }) => member)];
  return {
    shape: more.length === 0 || answer.shape.kind !== 'whole' ? answer.shape : { ...answer.shape, more },
    needs: [
      ...children.flatMap((each) => [...keyNeeds(each.thing, tool.name), ...each.needs]),
      ...counts.flatMap((each) => each.needs),
    ],
    tables: [...children, ...counts].flatMap((each) => each.tables),
  };
}

/** Returns the column that the tool shows alone, such as the object `settings` for get_vehicle_settings(vehicle_id). */
function partOf(rest: readonly string[], thing: Thing, domain: Domain): KnownColumn | undefined {
  return [...(domain.known.get(thing.table)?.columns.values() ?? [])].find(
    (known) => known.given && isObjectColumn(known) && known.words.join(' ') === rest.join(' '),
  );
}
