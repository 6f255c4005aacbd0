import type { Step } from '../../../envs/values/program.ts';
import { PEOPLE } from '../../lexicon/nouns.ts';
import type { Need } from '../plan/needs.ts';
import * as sql from '../programs/sql.ts';
import { idOf } from '../../fields/id-of.ts';
import { answerRow } from '../results/answer.ts';
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
} from './bind.ts';
import { called, findRow, referenceChecks, stamps, tableOf, answerStep } from './parts.ts';
import { refuse, type Domain, type ReadingRule, NO_MORE } from './reading.ts';
import { partOfKey, unplaced, untold } from './unproven.ts';

/**
 * The rule for tools such as assign_ticket(ticket_id, agent_id) and unassign_ticket(ticket_id). A row refers to at most
 * one person.
 */
export const assignRule: ReadingRule = {
  kind: 'assign',
  effect: 'write',
  about: 'A row is given to a person, or taken from the one who has it: the row refers to at most one person.',
  match(tool, domain) {
    if (tool.told === 'read' || !/^(?:un|re)?assign$/.test(tool.verb)) return refuse(0, 'it gives nothing to a person');
    const subject = subjectOf(tool, domain.things);
    if (subject === undefined || subject.rest.length > 0) return refuse(1, 'no thing is assigned');
    const { thing } = subject;
    const bindings = bind(tool, thing, domain);
    const { key } = bindings;
    if (key?.required !== true) return refuse(2, `nothing says which ${called(thing)}`);
    const gone = tool.verb === 'unassign';
    const person = gone ? givenIn(thing, domain) : personOf(bindings.values, domain);
    if (person === undefined || bindings.values.length !== (gone ? 0 : 1))
      return refuse(2, `nothing says who has a ${called(thing)}`);
    const partial = partOfKey(thing, bindings) ?? untold(bindings);
    if (partial !== undefined) return partial;
    const column = holderOf(thing, person, domain);
    if (column === undefined) return refuse(5, `nothing tells which of its people a ${called(thing)} is assigned to`);
    const answer = answerRow(tool, thing, domain, `${called(thing)} assigned.`);
    const lost = unplaced(answer.placer);
    if (lost !== undefined) return lost;
    const kept: Bound = { ...person, column: column.column, words: column.words, required: false };
    const need: Need = { ...needOf(thing, kept, 'given', tool.name), required: false, mayLack: true };
    return {
      rule: 'assign',
      effect: 'write',
      evidence: [
        {
          says: `${tool.verb} ${gone ? 'clears' : 'sets'} ${column.column} of ${called(thing)} ${key.path.join('.')}`,
          weight: 6,
        },
      ],
      arguments: [
        ...keyRoles(thing, key, bindings),
        ...(gone ? [] : [roleOf(kept, 'value', thing)]),
        ...otherRoles(bindings),
      ],
      leaves: answer.placer.leaves,
      needs: [...keyNeeds(thing, tool.name), needOf(thing, key, 'key', tool.name), need, ...answer.placer.needs],
      ...NO_MORE,
      program(plan) {
        const binding = bindingName(thing, tool);
        const table = tableOf(plan, thing.table);
        const where = boundConditions(thing, binding);
        const value = gone ? sql.literal(null) : sql.argument(person.path);
        const steps: Step[] = [
          findRow(thing, binding, keyConditions(thing, bindings), key),
          ...(gone ? [] : referenceChecks([{ ...kept, required: true }], table, domain.things, bindings)),
          { run: sql.updateRows(thing.table, [[column.column, value], ...stamps(table)], where) },
          answerStep(answer, thing, where, plan, domain),
        ];
        return { steps, doubts: [] };
      },
    };
  },
};

/** Returns the required argument that is the key of a person. */
function personOf(values: readonly Bound[], domain: Domain): Bound | undefined {
  return values.find(
    ({ node, references, required }) =>
      node.kind === 'scalar' &&
      required &&
      references !== undefined &&
      PEOPLE.has(domain.things.byTable.get(references)?.words.at(-1) ?? ''),
  );
}

/** Returns the person argument of the tool that assigns rows of this kind. */
function givenIn(thing: Thing, domain: Domain): Bound | undefined {
  for (const other of domain.tools) {
    if (!/^(?:re)?assign$/.test(other.verb) || subjectOf(other, domain.things)?.thing !== thing) continue;
    return personOf(bind(other, thing, domain).values, domain);
  }
  return undefined;
}

const ROLE = /^(?:assignee|owner|agent|responsible|assigned)$/;

/**
 * Returns the column that stores the person: the column that other tools use, or else a new one named after the
 * argument. Returns undefined where a link table pairs the rows with persons.
 */
function holderOf(
  thing: Thing,
  person: Bound,
  domain: Domain,
): { readonly column: string; readonly words: readonly string[] } | undefined {
  const known = [...(domain.known.get(thing.table)?.columns.values() ?? [])].filter(
    (column) => column.references === person.references,
  );
  const isTied = domain.links.some(
    (link) =>
      link.called === '' &&
      [link.owner.table, link.member.table].includes(thing.table) &&
      [link.owner.table, link.member.table].includes(person.references ?? ''),
  );
  if (isTied) return undefined;
  const [only] =
    known.length === 1 ? known : known.filter(({ words }) => ROLE.test(idOf(words)?.called.join(' ') ?? ''));
  if (only !== undefined) return only;
  return known.length === 0 ? { column: person.column, words: person.words } : undefined;
}
