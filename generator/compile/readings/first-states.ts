// Finds the state in which a tool's new rows begin, and the column that holds this state.
import { sameState, stateOf } from '../../lexicon/verbs.ts';
import { spelled } from '../../fields/id-of.ts';
import type { Need } from '../plan/needs.ts';
import { saidFirst } from '../read/said-first.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { nounsOf } from '../things/nouns-of.ts';
import { rawFirst } from '../things/raw-first.ts';
import { isStateColumn } from '../things/known-column.ts';
import type { Thing } from '../things/thing.ts';
import type { Bound } from './bind.ts';
import type { Domain } from './reading.ts';
import { alternatives, statesOf, type StateWord } from './state-words.ts';
import { needOfState } from './known-needs.ts';

export interface FirstState {
  readonly sentence: string;
  readonly column: string;
  readonly value: string | number | boolean;
  readonly need: Need;
}

/** Returns words for the false value of a boolean column: `enabled` is false for a flag that is "off" or "disabled". */
function opposites(word: string): readonly string[] {
  const own = [`un${word}`, `in${word}`, `not ${word}`];
  if (/^(?:enabled|active|on)$/.test(word)) return [...own, 'off', 'disabled', 'inactive'];
  return own;
}

/**
 * Returns the words for states of new rows. Besides the usual state words, these include words for a false boolean, and
 * words that tools use for a state column whose values no schema lists.
 */
function wordsOf(thing: Thing, domain: Domain): StateWord[] {
  const all = statesOf(thing, domain);
  const open = [...(domain.known.get(thing.table)?.columns.values() ?? [])].find(
    (known) => isStateColumn(known.column) && known.type === 'text' && known.choices.length === 0,
  );
  return [
    ...all,
    ...all.flatMap((each) => {
      if (each.value !== true) return [];
      const on = /^(?:enabled|active)$/.test(each.word) ? [{ ...each, word: 'on' }] : [];
      return [...on, ...opposites(each.word).map((word): StateWord => ({ ...each, word, value: false }))];
    }),
    ...(open === undefined
      ? []
      : saidWords(thing, domain).map((word): StateWord => {
          const value = word.replaceAll(/[ -]/g, '_');
          return { word, thing, column: open.column, value, need: needOfState(thing, open.column, value, 'set', '') };
        })),
  ];
}

/**
 * Returns the words with which the tools of a domain name the first state of a row. They are needed where no schema
 * lists the states.
 */
function saidWords(thing: Thing, domain: Domain): readonly string[] {
  return domain.tools.flatMap((tool) => rawFirst(tool, thing).map(({ state }) => state));
}

/** Returns the first states that the description promises for the tool's new rows, if a column holds the state. */
export function firstStates(tool: ToolFacts, thing: Thing, domain: Domain): readonly FirstState[] {
  const words = wordsOf(thing, domain);
  if (words.length === 0) return [];
  return saidFirst(tool.description, nounsOf(thing), alternatives(words)).flatMap((said): FirstState[] => {
    if (said.until !== undefined && !leadsOn(said.until, thing, domain)) return [];
    const found = words.find(({ word }) => word === said.state || `${word}s` === said.state);
    if (found === undefined || (said.not && typeof found.value !== 'boolean')) return [];
    const value = said.not ? !found.value : found.value;
    return [{ sentence: said.sentence, column: found.column, value, need: stateNeed(found, value, tool.name) }];
  });
}

function stateNeed({ thing, column, need }: StateWord, value: FirstState['value'], by: string): Need {
  if (typeof value === 'number') return { ...need, by };
  return { ...needOfState(thing, column, value, 'set', by), choices: need.choices };
}

/** Tells whether some tool of these rows has the verb after "until", as in "until it is published". */
function leadsOn(word: string, thing: Thing, domain: Domain): boolean {
  return domain.tools.some(
    ({ verb, noun }) =>
      thing.nouns.has(noun.join(' ')) &&
      (word === verb || word === `${verb}s` || sameState(word, stateOf(verb)) || word === `${verb}ed`),
  );
}

/**
 * Returns the first states of a tool's new rows: those in its description, and the status that its verb gives if the
 * description gives none. Columns that a required argument fills are left out.
 */
export function beginningsOf(
  tool: ToolFacts,
  thing: Thing,
  values: readonly Bound[],
  domain: Domain,
): readonly FirstState[] {
  const said = firstStates(tool, thing, domain).filter(
    ({ column, value }, at, all) =>
      !values.some((each) => each.column === column && each.required) &&
      all.findIndex((each) => each.column === column) === at &&
      all.every((each) => each.column !== column || each.value === value),
  );
  const mark = markOf(tool, thing, domain);
  return mark === undefined || said.some(({ column }) => column === 'status')
    ? said
    : [
        ...said,
        { sentence: '', column: 'status', value: mark, need: needOfState(thing, 'status', mark, 'set', tool.name) },
      ];
}

/**
 * Returns the status that a verb gives to a new row, if tools with several of these verbs create the rows: `sent` for
 * send_email, `draft` for draft_email.
 */
function markOf(tool: ToolFacts, thing: Thing, domain: Domain): string | undefined {
  const marks: Readonly<Record<string, string>> = { send: 'sent', draft: 'draft', schedule: 'scheduled' };
  const makers = domain.tools.filter(
    (other) => marks[other.verb] !== undefined && thing.nouns.has(spelled(other.noun).join(' ')),
  );
  return new Set(makers.map((other) => other.verb)).size > 1 ? marks[tool.verb] : undefined;
}
