import type { Step } from '../../../envs/values/program.ts';
import * as sql from '../programs/sql.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { answerRow, type Answer } from '../results/answer.ts';
import { subjectOf } from '../things/subject-of.ts';
import type { Thing } from '../things/thing.ts';
import {
  bind,
  keyConditions,
  keyNeeds,
  needOf,
  roleOf,
  type Bindings,
  type Bound,
  otherRoles,
  keyRoles,
} from './bind.ts';
import { columnValues } from './create.ts';
import { parentChecks } from './parents.ts';
import { oddValue } from './odd-values.ts';
import { called, referenceChecks, stamps, stored, tableOf, answerStep } from './parts.ts';
import { refuse, type Domain, type Match, type ReadingRule, type Written } from './reading.ts';
import { partOfKey, unplaced, untold } from './unproven.ts';
import type { Plan } from '../plan/plan.ts';

const PUTS = /^(?:set|put|store|write|save|upsert)$/;
const EITHER = /\bcreates?(?:d|s)? or (?:update|replace|overwrite)/i;
const FOUND = 'there';

/**
 * Tells whether the tool creates or replaces a row. Its verb or its description must say so, callers must choose the
 * key, and no other tool may create such rows.
 */
export function isPut(tool: ToolFacts, thing: Thing, domain: Domain): boolean {
  if (!thing.natural || (!PUTS.test(tool.verb) && !EITHER.test(tool.description))) return false;
  return !domain.tools.some(
    (other) => other !== tool && /^(?:create|add|new)$/.test(other.verb) && thing.nouns.has(other.noun.join(' ')),
  );
}

/**
 * The rule for tools such as set_secret(project_id, name, value): the tool creates or changes the row with this key.
 */
export const putRule: ReadingRule = {
  kind: 'put',
  effect: 'write',
  about:
    'A verb that keeps a value under a key that the caller chooses: the row is made, or what stood there is replaced.',
  match(tool, domain) {
    const subject = subjectOf(tool, domain.things);
    if (subject === undefined || subject.rest.length > 0) return refuse(0, 'it keeps nothing under a key');
    const { thing } = subject;
    if (!isPut(tool, thing, domain)) return refuse(0, `another tool makes a ${called(thing)}, or its key`);
    const bindings = bind(tool, thing, domain);
    const { key, values, wrapper } = bindings;
    if (key === undefined || !key.required || wrapper !== undefined) return refuse(2, 'nothing names the key');
    const partial = partOfKey(thing, bindings);
    if (partial !== undefined) return partial;
    if (values.length === 0) return refuse(2, 'nothing is kept under the key');
    const strange = untold(bindings);
    if (strange !== undefined) return strange;
    const odd = values.find((each) => EXPIRES.test(each.words.join(' '))) ?? oddValue(values, thing, domain);
    if (odd !== undefined) return refuse(4, `nothing tells what ${odd.path.join('.')} does`, odd.path.slice(0, 1));
    const answer = answerRow(tool, thing, domain, `${called(thing)} saved.`);
    const lost = unplaced(answer.placer);
    if (lost !== undefined) return lost;
    return putMatch(tool.name, tool.verb, thing, bindings, key, answer, domain);
  },
};

/** Arguments that let the row expire. The simulation has no running clock, so a row cannot expire. */
const EXPIRES = /\b(?:ttl|expir\w*|expires? (?:at|in|on))\b/;

function putMatch(
  by: string,
  verb: string,
  thing: Thing,
  bindings: Bindings,
  key: Bound,
  answer: Answer,
  domain: Domain,
): Match {
  const { values, scope } = bindings;
  return {
    rule: 'put',
    effect: 'write',
    evidence: [
      {
        says: `${verb} keeps ${values.map((each) => each.path.join('.')).join(', ')} under ${[...scope, key].map((each) => each.path.join('.')).join(' + ')}, made or replaced`,
        weight: 6,
      },
    ],
    arguments: [
      ...keyRoles(thing, key, bindings),
      ...values.map((each) => roleOf(each, 'value', thing)),
      ...otherRoles(bindings),
    ],
    leaves: answer.placer.leaves,
    needs: [
      ...keyNeeds(thing, by),
      needOf(thing, key, 'key', by),
      ...values.map((each) => needOf(thing, each, 'given', by)),
      ...answer.placer.needs,
    ],
    tables: [],
    makes: [thing.table],
    doubts: [],
    program: (plan) => putProgram(thing, bindings, key, answer, domain, plan),
  };
}

function putProgram(thing: Thing, bindings: Bindings, key: Bound, answer: Answer, domain: Domain, plan: Plan): Written {
  const { values, scope } = bindings;
  const table = tableOf(plan, thing.table);
  const doubts: string[] = [];
  const where = keyConditions(thing, bindings);
  const row = [
    ...scope.map((each): [string, sql.Expr] => [each.column, sql.argument(each.path)]),
    [thing.own.column, sql.argument(key.path)] as [string, sql.Expr],
    ...columnValues(values, table, thing, doubts),
  ];
  const sets = [
    ...values.map((each): [string, sql.Expr] => [
      each.column,
      each.required ? stored(each) : sql.or(stored(each), sql.name(each.column)),
    ]),
    ...stamps(table),
  ];
  const steps: Step[] = [
    ...parentChecks(thing, scope, plan, domain),
    ...referenceChecks(values, table, domain.things, { scope }),
    { let: FOUND, sql: sql.selectValue(sql.exists(thing.table, where), 'already') },
    { run: sql.updateRows(thing.table, sets, where), when: sql.equal(`:${FOUND}.already`, '1') },
    { run: sql.insertRow(thing.table, row), when: sql.equal(`:${FOUND}.already`, '0') },
    answerStep(answer, thing, where, plan, domain),
  ];
  return { steps, doubts };
}
