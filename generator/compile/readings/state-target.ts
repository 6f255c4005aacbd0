// Finds the column that a verb such as "cancel" sets, and the value.
import { columnName } from '../../fields/fields.ts';
import { BEGINNINGS, sameState, stateOf, undoes } from '../../lexicon/verbs.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { KnownColumn } from '../things/known-column.ts';
import type { Thing } from '../things/thing.ts';
import { adjectiveOf } from '../things/adjective.ts';
import { called } from './parts.ts';
import { saidTarget } from './said-target.ts';
import type { Domain } from './reading.ts';

export interface Target {
  readonly column: string;
  readonly value: string | boolean;
  readonly first?: string | boolean;
  readonly declared: boolean;
  readonly why: string;
}

/** Returns the column and the value that the verb sets, or the reason why there is none as a text. */
export function targetOf(tool: ToolFacts, thing: Thing, domain: Domain): Target | string {
  const columns = [...(domain.known.get(thing.table)?.columns.values() ?? [])].filter(
    (known) => known.told || known.choices.length > 0 || known.type === 'text',
  );
  const state = stateOf(tool.verb);
  const flag = tool.senses.has('state') ? flagOf(tool, thing, columns) : undefined;
  if (flag !== undefined) return flag;
  const status = (tool.senses.has('state') ? columns : []).find(
    (known) => known.type === 'text' && known.choices.some((choice) => sameState(String(choice), state)),
  );
  if (status !== undefined) {
    const choice = status.choices.find((each) => sameState(String(each), state));
    return {
      column: status.column,
      value: String(choice),
      declared: true,
      why: `one of its ${status.words.join(' ')}`,
    };
  }
  const said = saidTarget(tool, columns, domain);
  if (said !== undefined) return { ...said, declared: true, why: 'as its description says' };
  if (!tool.senses.has('state')) return `${tool.verb || 'nothing'} leads to no state`;
  const open = columns.find((known) => /(^|_)(status|state)$/.test(known.column) && known.type === 'text');
  if (open !== undefined && open.choices.length > 0)
    return `${open.words.join(' ')} of ${called(thing)} knows no ${state.replaceAll('_', ' ')}`;
  const siblings = domain.tools.filter((other) => other.senses.has('state') && sharesNoun(other, tool));
  const states = new Set(siblings.map((other) => stateOf(other.verb)));
  const back = siblings.filter(({ verb }) => undoes(verb).length > 0).map(({ verb }) => stateOf(verb));
  const beginning = saidFirst(siblings, states);
  // where pausing a timer is undone by resuming it, a resumed timer has its first state again
  const isBack = undoes(tool.verb).some((verb) => siblings.some((other) => other.verb === verb));
  const value = isBack ? (beginning ?? state) : state;
  const first =
    beginning ??
    back.find((each) => BEGINNINGS.includes(each)) ??
    BEGINNINGS.find((each) => !states.has(each) && ['open', 'active', 'scheduled', 'pending'].includes(each)) ??
    'active';
  if (open !== undefined)
    return {
      column: open.column,
      value,
      first,
      declared: true,
      why: `the state that the verb names, of its ${open.words.join(' ')}`,
    };
  if (domain.known.get(thing.table)?.declared === true)
    return `no tool shows whether a ${called(thing)} is ${state.replaceAll('_', ' ')}`;
  if (givesBack(tool, thing, domain)) return `nothing tells what is ${state.replaceAll('_', ' ')}`;
  return inventedState(tool, domain, states) ?? { column: 'status', value, first, declared: false, why: NAMED };
}

const NAMED = 'the state that the verb names';

/**
 * Returns the state that a row has first, if descriptions agree on it: "Accept a pending offer" and "Decline a pending
 * offer" say `pending`.
 */
function saidFirst(siblings: readonly ToolFacts[], states: ReadonlySet<string>): string | undefined {
  const said = new Set(siblings.flatMap((tool) => adjectiveOf(tool) ?? []).filter((each) => !states.has(each)));
  const [only] = said;
  return only !== undefined && said.size === 1 && BEGINNINGS.includes(only) ? only : undefined;
}

/**
 * Returns the boolean column that the verb sets. For example, lock sets `locked` to true, and unlock sets it to false.
 */
function flagOf(tool: ToolFacts, thing: Thing, columns: readonly KnownColumn[]): Target | undefined {
  for (const [verb, value] of [
    [tool.verb, true] as const,
    ...undoes(tool.verb).map((each) => [each, false] as const),
  ]) {
    const column = columns.find(
      (known) =>
        known.type === 'boolean' &&
        (sameState(known.column.replace(/^is_/, ''), stateOf(verb)) ||
          new RegExp(`\\b${verb}`, 'i').test(known.description)),
    );
    if (column !== undefined)
      return { column: column.column, value, declared: true, why: `a ${called(thing)} has ${column.words.join(' ')}` };
  }
  return undefined;
}

/**
 * Tells whether the verb ends something that another tool begins, as release_berth ends assign_berth. The row then gets
 * no state of its own. But return_book does set a state if its row is the loan that the other tool made.
 */
const givesBack = (tool: ToolFacts, thing: Thing, domain: Domain): boolean =>
  /^(?:release|return)$/.test(tool.verb) &&
  thing.nouns.has(tool.noun.join(' ')) &&
  domain.tools.some(
    (other) =>
      sharesNoun(other, tool) &&
      ['link', 'book', 'move'].some((sense) => other.senses.has(sense as 'link')) &&
      !other.senses.has('create'),
  );

const LIFE =
  /^(?:pause|resume|suspend|unsuspend|activate|reactivate|reinstate|deactivate|cancel|complete|close|reopen|finish|start|stop|terminate|approve|reject|confirm|abort)$/;

/**
 * Tells whether the verb sets one of the states through which a row passes, such as paused or cancelled. Pinned and
 * archived do not count: a row can be pinned in any of those states.
 */
function isOfLife(tool: ToolFacts, domain: Domain): boolean {
  const isPair = ({ verb }: ToolFacts): boolean =>
    verb === tool.verb || undoes(verb).includes(tool.verb) || undoes(tool.verb).includes(verb);
  return (
    LIFE.test(tool.verb) &&
    domain.tools.some(
      (other) => other.senses.has('state') && LIFE.test(other.verb) && sharesNoun(other, tool) && !isPair(other),
    )
  );
}

/**
 * Returns a new boolean column for a state that no other tool shows, such as `pinned`. Only results without a schema
 * can show this column.
 */
function inventedState(tool: ToolFacts, domain: Domain, states: ReadonlySet<string>): Target | undefined {
  const undone = undoes(tool.verb).find((verb) =>
    domain.tools.some((other) => other.verb === verb && sharesNoun(other, tool)),
  );
  if (isOfLife(tool, domain)) return undefined;
  if (undone !== undefined)
    return { column: columnName([stateOf(undone)]), value: false, declared: false, why: `the reverse of ${undone}` };
  const isAlone =
    states.size === 1 ||
    domain.tools.some((other) => undoes(other.verb).includes(tool.verb) && sharesNoun(other, tool));
  return isAlone ? { column: columnName([stateOf(tool.verb)]), value: true, declared: false, why: NAMED } : undefined;
}

function sharesNoun(a: ToolFacts, b: ToolFacts): boolean {
  return a.noun.join(' ') === b.noun.join(' ');
}
