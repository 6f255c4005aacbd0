import * as sql from '../programs/sql.ts';
import { answerRow, keyOrder, type Answer } from '../results/answer.ts';
import { returnStep } from '../results/print-shape.ts';
import { subjectOf } from '../things/subject-of.ts';
import {
  bind,
  bindingName,
  boundConditions,
  keyNeeds,
  needOf,
  roleOf,
  otherRoles,
  type Bindings,
  type Bound,
  scopeConditions,
} from './bind.ts';
import { belongsElsewhere } from './odd-values.ts';
import { called, inMessage } from './parts.ts';
import { refuse, type ReadingRule, NO_MORE, type Match, type Domain } from './reading.ts';
import { unplaced, unnamed } from './unproven.ts';
import type { Thing } from '../things/thing.ts';
import type { Step } from '../../../envs/values/program.ts';
import type { ToolFacts } from '../read/tool-facts.ts';

const TELLING =
  /^(email|email address|mail|phone|phone number|mobile|username|user name|login|card number|barcode|isbn|sku|code|serial number|license plate|plate|plate number|handle|slug|tracking number|passport number|account number|name|full name|title|symbol|domain|hostname)$/;

/** The rule for tools such as find_patient(email). The tool shows the one row with the given value. */
export const findRule: ReadingRule = {
  kind: 'find',
  effect: 'read',
  about: 'A read of one row by a value that people know it by: an e-mail address, a card number, a name.',
  match(tool, domain) {
    if (!tool.senses.has('show') && !tool.senses.has('search')) return refuse(0, 'it does not show anything');
    const subject = subjectOf(tool, domain.things);
    if (subject === undefined || subject.rest.length > 0) return unnamed(tool);
    const { thing } = subject;
    if (tool.plural || tool.path.length > 0) return refuse(1, 'it shows several');
    const bindings = bind(tool, thing, domain);
    if (bindings.wrapper?.kind === 'list') return refuse(2, `${bindings.wrapper.field.name} is a list`);
    const values = bindings.values;
    const [only] = values;
    if (
      bindings.key !== undefined ||
      only === undefined ||
      values.length !== 1 ||
      !only.required ||
      only.references !== undefined ||
      only.node.kind !== 'scalar'
    )
      return refuse(1, 'no single value tells which row');
    if (bindings.scope.length < thing.scope.length)
      return refuse(2, `not all of the key of ${called(thing)} is asked for`);
    if (belongsElsewhere(only, thing, domain))
      return refuse(3, `${only.path.join('.')} belongs to another thing than ${called(thing)}`);
    if (!TELLING.test(only.words.join(' ')))
      return refuse(2, `${only.words.join(' ')} does not tell one ${called(thing)} from another`);
    if (bindings.others.some(({ kind }) => kind.kind !== 'shape' && kind.kind !== 'credential'))
      return refuse(2, 'it says more than one value');
    const answer = answerRow(tool, thing, domain, '');
    const lost = unplaced(answer.placer);
    if (lost !== undefined) return lost;
    return findMatch(tool, thing, only, bindings, answer, domain);
  },
};

function findMatch(
  tool: ToolFacts,
  thing: Thing,
  only: Bound,
  bindings: Bindings,
  answer: Answer,
  domain: Domain,
): Match {
  const binding = bindingName(thing, tool);
  const found: Step = {
    let: binding,
    sql: sql.selectFirst(
      thing.table,
      [...scopeConditions(bindings), sql.equal(sql.name(only.column), sql.argument(only.path))],
      keyOrder(thing).map(sql.name),
    ),
    else: ['NOT_FOUND', `There is no ${called(thing)} with ${only.words.join(' ')} ${inMessage(only.path)}.`],
  };
  const row = { table: thing.table, where: boundConditions(thing, binding) };
  return {
    rule: 'find',
    effect: 'read',
    evidence: [
      { says: `${tool.verb} shows one ${called(thing)}, ${only.path.join('.')} tells it from others`, weight: 4 },
    ],
    arguments: [
      roleOf(only, 'filter', thing),
      ...bindings.scope.map((each) => roleOf(each, 'key', thing)),
      ...otherRoles(bindings),
    ],
    leaves: answer.placer.leaves,
    needs: [
      ...keyNeeds(thing, tool.name),
      { ...needOf(thing, only, 'filtered', tool.name), mayLack: false },
      ...answer.placer.needs,
    ],
    ...NO_MORE,
    program: (plan) => ({
      steps: [found, returnStep(answer.shape, { plan, style: domain.style }, row)],
      doubts: [],
    }),
  };
}
