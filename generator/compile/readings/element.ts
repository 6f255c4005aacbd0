import type { Step } from '../../../envs/values/program.ts';
import { singular } from '../../../envs/words/split-words.ts';
import * as sql from '../programs/sql.ts';
import { spelled } from '../../fields/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { answerRow, type Answer } from '../results/answer.ts';
import type { KnownColumn } from '../things/known-column.ts';
import type { Thing } from '../things/thing.ts';
import {
  bind,
  bindingName,
  boundConditions,
  keyConditions,
  keyNeeds,
  needOf,
  type Bound,
  otherRoles,
  keyRoles,
  type Bindings,
} from './bind.ts';
import { needOfKnown } from './known-needs.ts';
import { called, findRow, inMessage, stamps, tableOf, answerStep } from './parts.ts';
import { refuse, type Domain, type ReadingRule, NO_MORE } from './reading.ts';
import { partOfKey, unplaced, untold } from './unproven.ts';
import type { Plan } from '../plan/plan.ts';

/**
 * The rule for tools such as add_label(task_id, label) where a column of the task holds a list of labels. The tool adds
 * one element to the list, or removes one.
 */
export const elementRule: ReadingRule = {
  kind: 'element',
  effect: 'write',
  about: 'A verb that adds to, or takes out of, a list that a row keeps: named are the row and one element.',
  match(tool, domain) {
    const adds = tool.senses.has('link') || tool.verb === 'append';
    if (!adds && !tool.senses.has('unlink')) return refuse(0, `${tool.verb || 'nothing'} ties nothing`);
    const held = holderOf(tool, domain);
    if (held === undefined) return refuse(1, 'no row keeps a list of them');
    const { thing, column, element, key } = held;
    const bindings = bind(tool, thing, domain);
    const partial = partOfKey(thing, bindings) ?? untold(bindings);
    if (partial !== undefined) return partial;
    if (bindings.values.some((each) => each.node !== element.node))
      return refuse(4, 'it says more than which row and which element');
    const answer = answerRow(tool, thing, domain, `${called(thing)} updated.`);
    const lost = unplaced(answer.placer);
    if (lost !== undefined) return lost;
    const ties = adds && !/^(?:remove|delete|un|detach|revoke|leave)/.test(tool.verb);
    return {
      rule: 'element',
      effect: 'write',
      evidence: [
        {
          says: `${tool.verb} ${ties ? 'adds' : 'takes'} ${element.path.join('.')} ${ties ? 'to' : 'out of'} the ${column.words.join(' ')} of ${called(thing)} ${key.path.join('.')}`,
          weight: 6,
        },
      ],
      arguments: [
        ...keyRoles(thing, key, bindings),
        {
          place: element.path.join('.'),
          role: elementRole(element, ties),
          is: `${thing.table}.${column.column}`,
        },
        ...otherRoles(bindings),
      ],
      leaves: answer.placer.leaves,
      needs: [
        ...keyNeeds(thing, tool.name),
        needOf(thing, key, 'key', tool.name),
        needOfKnown(thing, column, tool.name),
        ...answer.placer.needs,
      ],
      ...NO_MORE,
      program: (plan) => ({ steps: elementSteps(tool, held, bindings, ties, answer, plan, domain), doubts: [] }),
    };
  },
};

function elementSteps(
  tool: ToolFacts,
  { thing, column, element, key }: Held,
  bindings: Bindings,
  ties: boolean,
  answer: Answer,
  plan: Plan,
  domain: Domain,
): Step[] {
  const binding = bindingName(thing, tool);
  const value = sql.argument(element.path);
  const isMany = element.node.kind === 'list';
  const list = sql.or(sql.bound(binding, column.column), "'[]'");
  const steps: Step[] = [findRow(thing, binding, keyConditions(thing, bindings), key)];
  if (!ties && !isMany)
    steps.push({
      require: sql.elementOf(value, list),
      else: [
        'NOT_FOUND',
        `The ${called(thing)} ${inMessage(key.path)} has no ${singular(column.words.at(-1) ?? '')} ${inMessage(element.path)}.`,
      ],
    });
  const after = isMany
    ? (ties ? sql.listWith : sql.listWithout)(list, value)
    : (ties ? sql.appendedOnce : sql.listWithoutItem)(list, value);
  const where = boundConditions(thing, binding);
  const sets = [[column.column, after] as const, ...stamps(tableOf(plan, thing.table))];
  steps.push({ run: sql.updateRows(thing.table, sets, where) }, answerStep(answer, thing, where, plan, domain));
  return steps;
}

interface Held {
  readonly thing: Thing;
  readonly column: KnownColumn;
  readonly element: Bound;
  readonly key: Bound;
}

/**
 * Returns the table whose key the tool requires, and its list column that has the name of another required argument.
 */
function holderOf(tool: ToolFacts, domain: Domain): Held | undefined {
  const noun = spelled(tool.noun).join(' ');
  for (const thing of domain.things.all) {
    const lists = [...(domain.known.get(thing.table)?.columns.values() ?? [])].filter(
      (column) => column.type === 'json' && (column.schema['type'] === 'array' || column.schema['items'] !== undefined),
    );
    if (lists.length === 0) continue;
    const { key, values } = bind(tool, thing, domain);
    if (key?.required !== true) continue;
    for (const element of values) {
      const words = element.node.field.words.map(singular).join(' ');
      const column = lists.find((each) => each.words.map(singular).join(' ') === words);
      const fits = element.node.kind !== 'object' && element.required && !isRow(element, domain);
      // tag_note(note_id, tag) adds a tag, as add_note_tag does
      const isVerb =
        element.node.kind === 'scalar' && thing.nouns.has(noun) && (tool.verb === words || tool.verb === `un${words}`);
      if (column !== undefined && fits && (isVerb || noun === words || noun.endsWith(` ${words}`)))
        return { thing, column, element, key };
    }
  }
  return undefined;
}

function elementRole({ node }: Bound, ties: boolean): string {
  if (node.kind === 'list') return ties ? 'added' : 'taken away';
  return ties ? 'element' : 'element taken away';
}

/** Tells whether the element is the key of a row that some tool shows. Adding the element then links two rows. */
function isRow({ references }: Bound, domain: Domain): boolean {
  return references !== undefined && domain.known.get(references)?.shown === true;
}
