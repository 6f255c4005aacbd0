// Finds conditions about the state of a row that the program can check, such as "Only drafts can be edited". A sentence
// is used only if a pattern fits all of it and a column holds the state.
import { among, argument, equal, exists, name, not, or, literal, type Expr } from '../programs/sql.ts';
import { columnName } from '../../fields/fields.ts';
import { spelled } from '../../fields/id-of.ts';
import { sentencesOf } from '../read/sentences.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { inMessage } from '../readings/parts.ts';
import type { Domain, Match } from '../readings/reading.ts';
import type { Promised } from './promise.ts';
import { alternatives, statesOf, type StateWord } from '../readings/state-words.ts';
import { targetOf } from '../readings/state-target.ts';
import { escaped, nounsOf } from '../things/nouns-of.ts';
import type { Thing } from '../things/thing.ts';

export type StateGuard = Extract<Promised, { readonly kind: 'state' }>;

/** A table, and the conditions that find the row that the arguments of a call name. */
interface Named {
  readonly thing: Thing;
  readonly where: readonly Expr[];
  readonly place: readonly string[];
}

function namedRows(match: Match, domain: Domain): Named[] {
  const own = domain.things.byTable.get(match.needs[0]?.table ?? '');
  if (own === undefined) return [];
  const keys = match.arguments.filter(({ role, is }) => role === 'key' && is.startsWith(`${own.table}.`));
  const references = match.arguments.flatMap(({ place, role, is }): Named[] => {
    const column = domain.known.get(own.table)?.columns.get(is.split('.')[1] ?? '');
    const other = role === 'value' ? domain.things.byTable.get(column?.references ?? '') : undefined;
    if (other === undefined || other.scope.length > 0 || place.includes('.')) return [];
    return [{ thing: other, place: [place], where: [equal(name(other.own.column), argument([place]))] }];
  });
  const last = keys.find(({ is }) => is === `${own.table}.${own.own.column}`)?.place.split('.');
  const isMade = match.makes.length > 0 || last === undefined;
  return isMade
    ? references
    : [
        {
          thing: own,
          place: last,
          where: keys.map(({ place, is }) => equal(name(is.split('.')[1] ?? ''), argument(place.split('.')))),
        },
        ...references,
      ];
}

const CANNOT = String.raw`(?:cannot|can't|can not|may not|must not|is not allowed to|are not allowed to) (?:be )?\w+(?: (?:again|any ?more|any longer|twice))?`;
const CAN = String.raw`(?:can|may)(?: still)? be \w+(?:(?: or|,) \w+)*|(?:can|may) (?!be )\w+(?: \w+){0,4}|accepts? \w+(?: \w+)?|(?:are|is) \w+able`;

/**
 * Returns the sentence patterns that require a state (true) or forbid a state (false). `noun` and `states` are parts of
 * a pattern.
 */
function formsOf(noun: string, states: string): readonly (readonly [RegExp, boolean])[] {
  const the = String.raw`(?:the |an? |its |this |your )?`;
  const it = `(?:${the}(?:${noun})|it|they)`;
  const is = String.raw`(?:is|are|was|were|has been|have been)(?: already| currently| still| marked as| in(?: the)?)?`;
  const w = String.raw`(?:already |currently |still |in (?:the )?|an? )?(${states})(?: (?:status|state|stage))?`;
  const form = (text: string): RegExp => new RegExp(`^${text}$`, 'i');
  return [
    [form(String.raw`(?:note:? )?only (?:an? )?(${states})(?: (?:${noun})| ones)? (?:${CAN})`), true],
    [form(String.raw`only (?:${noun}) (?:that|which|with|in)(?: ${is})? ?(?:the |status |an? )*${w} (?:${CAN})`), true],
    [
      form(
        String.raw`${it} (?:must|has to|have to|needs? to) (?:already |currently |still |first )?(?:be|have been) ${w}(?: (?:first|before.*))?`,
      ),
      true,
    ],
    [
      form(
        String.raw`(?:only )?(?:works|possible|allowed|available|valid|applies) (?:only )?(?:for|on|if|when|while) (?:${it} ${is} ${w}|(${states}) (?:${noun}))`,
      ),
      true,
    ],
    [form(String.raw`${it} (?:can|may) only be \w+ (?:if|when|while|once|as long as) (?:${it} ${is} )?${w}`), true],
    [form(String.raw`(?:an? |the )?(${states}) (?:${noun}) ${CANNOT}`), false],
    [form(String.raw`(?:an? |the )?(?:${noun}) (?:that|which) ${is} ${w} ${CANNOT}`), false],
    [form(String.raw`${it} ${CANNOT} (?:once|if|when|after|while) (?:${it} )?${is} ${w}`), false],
    [
      form(
        String.raw`(?:it |this |the call |the tool )?(?:fails|errors(?: out)?|is (?:refused|rejected)|returns an error|throws an error|will fail|is not (?:allowed|possible)|not (?:allowed|possible)|refused|rejected) (?:if|when|once|for) (?:${it}(?: that)? ${is} ${w}|(?:an? )?(${states}) (?:${noun}))`,
      ),
      false,
    ],
    [form(String.raw`(?:fails|not allowed|not possible|rejected|refused|errors) unless ${it} ${is} ${w}`), true],
    [
      form(String.raw`(?:it )?(?:fails|errors|is (?:refused|rejected)) (?:if|when) ${it} (?:is|are) not (?:yet )?${w}`),
      true,
    ],
  ];
}

function readSentence(
  sentence: string,
  { thing }: Named,
  words: readonly StateWord[],
): { readonly states: readonly StateWord[]; readonly allowed: boolean } | undefined {
  if (words.length === 0) return undefined;
  const one = alternatives(words);
  const states = `${one}(?:(?:, (?:or |and )?| or | and )${one})*`;
  const plainly = sentence.replace(/[.!;]+$/, '').replaceAll(/["'`]/g, '');
  for (const [form, allowed] of formsOf(nounsOf(thing), states)) {
    const said = form
      .exec(plainly)
      ?.slice(1)
      .find((each) => each !== undefined);
    if (said === undefined) continue;
    const found = said
      .toLowerCase()
      .split(/, (?:or |and )?| or | and /)
      .map((each) => words.find(({ word }) => each === word || each === `${word}s`));
    const known = found.filter((each) => each !== undefined);
    if (known.length === found.length && new Set(known.map(({ column }) => column)).size === 1)
      return { states: known, allowed };
  }
  return undefined;
}

function guardOf(sentence: string, named: Named, states: readonly StateWord[], allowed: boolean): StateGuard {
  const [first] = states;
  const of = name(first?.column ?? '');
  const values = states.map(({ value }) => (typeof value === 'boolean' ? Number(value) : value));
  const test = among(or(of, literal('')), values);
  const said = states.map(({ word }) => word).join(' or ');
  return {
    kind: 'state',
    sentence,
    when: exists(named.thing.table, [...named.where, allowed ? not(test) : test]),
    says: `The ${named.thing.words.join(' ')} ${inMessage(named.place)} is ${allowed ? 'not ' : ''}${said}.`,
    need: first?.need ?? needOfNothing(),
  };
}

function needOfNothing(): never {
  throw new TypeError('a guard without a state');
}

/**
 * Reads a condition from the first sentence of the description: in "Delete a draft invoice" the invoice must be a
 * draft.
 */
function ofFirst(tool: ToolFacts, named: Named, words: readonly StateWord[]): StateGuard | undefined {
  const first = sentencesOf(tool.description)[0] ?? '';
  const noun = nounsOf(named.thing);
  for (const state of words) {
    const word = escaped(state.word);
    const asked = new RegExp(
      String.raw`^\w+ (?:.* of )?(?:an?|the|one|your)? ?${word} (?:${noun})\b|(?:${noun}) (?:that|which) (?:is|was|has been) (?:currently |still )?${word}\b`,
      'i',
    );
    const barred = new RegExp(
      String.raw`(?:${noun}) (?:that|which) (?:is|was|has) not (?:yet )?(?:been )?${word}(?: yet)?\b`,
      'i',
    );
    if (asked.test(first)) return guardOf(first, named, [state], true);
    if (barred.test(first)) return guardOf(first, named, [state], false);
  }
  return undefined;
}

/**
 * Tells whether some tool sets the state. If none does, as with "the unit must be vacant", the call itself may change
 * the state, and no tool shows this.
 */
function isSetByTools({ thing, column }: StateWord, domain: Domain): boolean {
  return domain.tools.some((tool) => {
    if (tool.told === 'read' || !thing.nouns.has(spelled(tool.noun).join(' '))) return false;
    if (tool.arguments.some(({ field }) => columnName(field.words) === column)) return true;
    if (!tool.senses.has('state')) return false;
    const target = targetOf(tool, thing, domain);
    return typeof target !== 'string' && target.column === column;
  });
}

/** Returns the state conditions of a write that its program can check. */
export function stateGuards(tool: ToolFacts, match: Match, domain: Domain): readonly StateGuard[] {
  if (match.effect !== 'write' || match.rule === 'put') return [];
  const rows = namedRows(match, domain).map((named) => ({
    named,
    words: statesOf(named.thing, domain).filter(
      (word) => word.thing.table === match.needs[0]?.table || isSetByTools(word, domain),
    ),
  }));
  const own = domain.things.byTable.get(match.needs[0]?.table ?? '');
  const found = sentencesOf(tool.description).flatMap((sentence, at): StateGuard[] => {
    for (const { named, words } of rows) {
      const read = readSentence(sentence, named, words);
      if (read !== undefined) return [guardOf(sentence, named, read.states, read.allowed)];
    }
    const first = rows.find(({ named }) => named.thing === own);
    const isFrom = match.arguments.some(({ role }) => role === 'from');
    const guard = at === 0 && first !== undefined && !isFrom ? ofFirst(tool, first.named, first.words) : undefined;
    return guard === undefined ? [] : [guard];
  });
  return found.map((guard) => ({ ...guard, need: { ...guard.need, by: tool.name } }));
}
