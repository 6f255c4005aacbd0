// Finds conditions about the state of a row that the program can check, such as "Only drafts can be edited". A sentence
// is used only if a pattern fits all of it and a column holds the state.
import { among, exists, name, not, or, literal } from '../programs/sql.ts';
import { columnName } from '../../fields/fields.ts';
import { plainSentence } from '../read/plain-sentence.ts';
import { sentencesOf } from '../read/sentences.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Domain, Match } from '../readings/reading.ts';
import { childGuard } from './child-conditions.ts';
import { namedRows, type Named } from './named-rows.ts';
import { CAN, CANNOT } from './phrases.ts';
import type { Promised } from './promise.ts';
import { covers, isAboutTools, rulesOf, type StateRule } from './rules-of-states.ts';
import { alternatives, statesOf, type StateWord } from '../readings/state-words.ts';
import { targetOf } from '../readings/state-target.ts';
import { subjectOf } from '../things/subject-of.ts';
import { nounsOf } from '../things/nouns-of.ts';
import type { Thing } from '../things/thing.ts';

export type StateGuard = Extract<Promised, { readonly kind: 'state' }>;

/**
 * Returns the sentence patterns that require a state (true) or forbid a state (false). `noun` and `states` are parts of
 * a pattern.
 */
function formsOf(noun: string, states: string, hasPronoun: boolean): readonly (readonly [RegExp, boolean])[] {
  const the = String.raw`(?:the |an? |its |this |your )?`;
  const it = `(?:${the}(?:${noun})${hasPronoun ? '|it|they' : ''})`;
  const is = String.raw`(?:is|are|was|were|(?:has|have)(?: already| since)? been)(?: already| currently| still| marked as| in(?: the)?)?`;
  const isNot = String.raw`(?:is|are|was|were|has|have) not (?:yet |currently )?(?:been )?`;
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
    [form(String.raw`(?:an? |the )?(?:${noun}) (?:that|which) ${isNot}${w} ${CANNOT}`), true],
    [
      form(
        String.raw`${it} must not (?:have been ${w}(?: already| yet)?|(?:already |yet )be ${w}|be ${w} (?:already|yet))`,
      ),
      false,
    ],
    [form(String.raw`${it} ${CANNOT} (?:once|if|when|after|while) (?:${it} )?${is} ${w}`), false],
    [
      form(
        String.raw`(?:it |this |the call |the tool )?(?:fails|errors(?: out)?|is (?:refused|rejected)|returns an error|throws an error|will fail|is not (?:allowed|possible)|not (?:allowed|possible)|refused|rejected) (?:if|when|once|for) (?:${it}(?: that)? ${is} ${w}|(?:an? )?(${states}) (?:${noun}))`,
      ),
      false,
    ],
    [form(String.raw`(?:fails|not allowed|not possible|rejected|refused|errors) unless ${it} ${is} ${w}`), true],
    [
      form(
        String.raw`(?:it |this |the call |the request )?(?:fails|errors(?: out)?|is (?:refused|rejected)|refused|rejected) (?:if|when) ${it} ${isNot}${w}`,
      ),
      true,
    ],
  ];
}

/** Returns the patterns of conditions on the state of a parent row, as in "Lines of a paid order cannot be changed". */
function formsOfPart(part: string, noun: string, states: string): readonly (readonly [RegExp, boolean])[] {
  const of = String.raw`(?:${part}) (?:of|in|on|from|for|under) (?:an? |the |any )?`;
  const is = String.raw`(?:is|are|was|were|has been|have been)(?: already| currently| still)?`;
  const form = (text: string): RegExp => new RegExp(`^(?:an? |the |any )?${text}$`, 'i');
  return [
    [form(`${of}(${states}) (?:${noun}) ${CANNOT}`), false],
    [form(`${of}(?:${noun}) (?:that|which) ${is} (${states}) ${CANNOT}`), false],
    [form(`only ${of}(${states}) (?:${noun}) (?:${CAN})`), true],
  ];
}

function readSentence(
  sentence: string,
  { thing, it, own }: Named,
  words: readonly StateWord[],
  part: Thing | undefined,
  domain: Domain,
): { readonly states: readonly StateWord[]; readonly allowed: boolean } | undefined {
  if (words.length === 0) return undefined;
  const one = alternatives(words);
  const states = `${one}(?:(?:, (?:or |and )?| or | and )${one})*`;
  const said = plainSentence(sentence);
  const noun = own ? `${nounsOf(thing)}${heldNouns(thing, words, domain)}` : nounsOf(thing);
  const forms = [
    ...formsOf(noun, states, it),
    ...(own || part === undefined ? [] : formsOfPart(nounsOf(part), noun, states)),
  ];
  for (const [form, allowed] of forms) {
    const named = form
      .exec(said)
      ?.slice(1)
      .find((each) => each !== undefined);
    if (named === undefined) continue;
    const found = statesIn([named], words);
    if (found.length > 0) return { states: found, allowed };
  }
  return undefined;
}

/**
 * Returns the nouns of stateless rows to which the rows refer, because sentences give such rows the state: "a hired
 * candidate" is a candidate whose application is hired.
 */
function heldNouns(thing: Thing, words: readonly StateWord[], domain: Domain): string {
  if (words.every((word) => word.thing !== thing)) return '';
  return [...(domain.known.get(thing.table)?.columns.values() ?? [])]
    .flatMap(({ references }) => domain.things.byTable.get(references ?? '') ?? [])
    .filter((other) => other !== thing && statesOf(other, domain).length === 0)
    .map((other) => `|${nounsOf(other)}`)
    .join('');
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
    allowed,
    place: `${named.says} ${first?.column ?? ''}`,
    states: values,
    says: `${named.says} is ${allowed ? 'not ' : ''}${said}.`,
    needs: [...(first === undefined ? [] : [first.need]), ...named.needs],
  };
}

/**
 * Reads a condition from the first sentence of the description: in "Delete a draft invoice" the invoice must be a
 * draft.
 */
function ofFirst(tool: ToolFacts, named: Named, words: readonly StateWord[]): StateGuard | undefined {
  const first = sentencesOf(tool.description)[0] ?? '';
  const said = plainSentence(first);
  if (words.length === 0) return undefined;
  const noun = nounsOf(named.thing);
  const one = alternatives(words);
  const list = String.raw`((?<!-)\b${one}(?:(?:, (?:or )?| or )${one})*)`;
  const before = named.own
    ? String.raw`^\w+ (?:.* (?:of|for) )?(?:an?|the|one|your)?`
    : String.raw`\b(?:to|on|in|for|of|at|from|into|onto|with|against|under) (?:an?|the|one|your|any|another)`;
  const that = String.raw`(?:${noun}) (?:that|which) (?:is|was|has)`;
  const asked = new RegExp(
    String.raw`${before} ?${list} (?:${noun})\b|${that}(?: been)? (?:currently |still )?${list}\b`,
    'i',
  );
  const barred = new RegExp(String.raw`${that} not (?:yet )?(?:been )?${list}\b`, 'i');
  for (const [form, allowed] of [[asked, true] as const, [barred, false] as const]) {
    const states = statesIn(form.exec(said)?.slice(1) ?? [], words);
    if (states.length > 0) return guardOf(first, named, states, allowed);
  }
  return undefined;
}

/**
 * Takes the first of the texts that is defined, and returns the states that it lists, if one column has all of them.
 */
function statesIn(texts: readonly (string | undefined)[], words: readonly StateWord[]): readonly StateWord[] {
  const named = texts.find((each) => each !== undefined)?.toLowerCase() ?? '';
  const found = named
    .split(/, (?:or |and )?| or | and /)
    .map((each) => words.find(({ word }) => each === word || each === `${word}s`));
  const known = found.filter((each) => each !== undefined);
  return known.length === found.length && new Set(known.map(({ column }) => column)).size === 1 ? known : [];
}

/**
 * Tells whether some tool writes the column of the state. If none does, as with "the unit must be vacant", the call
 * itself may change the state, and the compiler cannot know this.
 */
function isSetByTools({ thing, column }: StateWord, domain: Domain): boolean {
  return domain.tools.some((tool) => {
    if (tool.told === 'read' || subjectOf(tool, domain.things)?.thing !== thing) return false;
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
  const rules = rulesOf(domain);
  const isFrom = match.arguments.some(({ role }) => role === 'from');
  const found = sentencesOf(tool.description).flatMap((sentence, at): StateGuard[] => {
    if (saysOfOthers(sentence, tool, domain)) return [];
    for (const { named, words } of rows) {
      const read = readSentence(sentence, named, words, own, domain);
      if (read !== undefined) return [guardOf(sentence, named, read.states, read.allowed)];
    }
    for (const { named } of rows) {
      const guard = childGuard(sentence, named, tool, match, domain);
      if (guard !== undefined) return [guard];
    }
    if (at > 0 || isFrom) return [];
    for (const { named, words } of rows) {
      const guard = ofFirst(tool, named, words);
      if (guard !== undefined) return [guard];
    }
    return [];
  });
  const told = rules.flatMap((rule): StateGuard[] => {
    const named = covers(rule, tool, match)
      ? rowOfRule(
          rule,
          rows.map((each) => each.named),
        )
      : undefined;
    return named === undefined ? [] : [guardOf(rule.sentence, named, rule.states, rule.allowed)];
  });
  return [...found, ...told].map((guard) => ({
    ...guard,
    needs: guard.needs.map((need) => ({ ...need, by: tool.name })),
  }));
}

const rowOfRule = ({ thing, child }: StateRule, rows: readonly Named[]): Named | undefined =>
  rows.find((named) => named.thing === thing && (child !== undefined || named.own));

/**
 * Tells whether a sentence of the tool's description is a rule about other tools; the programs of those tools check it.
 */
export const saysOfOthers = (sentence: string, tool: ToolFacts, domain: Domain): boolean =>
  rulesOf(domain).some((rule) => rule.by === tool.name && rule.sentence === sentence && isAboutTools(rule, domain));

/**
 * Returns the sentence of a rule about this tool that the program cannot check, because the call names no row of the
 * rule.
 */
export function unkeptRule(tool: ToolFacts, match: Match, domain: Domain): string | undefined {
  if (match.effect !== 'write') return undefined;
  const rows = namedRows(match, domain);
  return rulesOf(domain).find((rule) => covers(rule, tool, match) && rowOfRule(rule, rows) === undefined)?.sentence;
}
