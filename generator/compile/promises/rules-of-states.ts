// Finds rules that one tool states about other tools. "Locked notes cannot be edited or deleted" in lock_note is about
// the tools that edit and delete notes. "A closed matter accepts no more entries" is about the tool that adds entries.
import { isParticiple, sameState, stateOf } from '../../lexicon/verbs.ts';
import { singular } from '../../../envs/words/split-words.ts';
import { plainSentence } from '../read/plain-sentence.ts';
import { sentencesOf } from '../read/sentences.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Domain, Match } from '../readings/reading.ts';
import { alternatives, statesOf, type StateWord } from '../readings/state-words.ts';
import { targetOf } from '../readings/state-target.ts';
import { subjectOf } from '../things/subject-of.ts';
import { nounsOf } from '../things/nouns-of.ts';
import type { Thing } from '../things/thing.ts';

export interface StateRule {
  readonly sentence: string;
  /** The name of the tool in whose description the sentence stands. */
  readonly by: string;
  /** The noun and table of the rows that have the states. */
  readonly thing: Thing;
  readonly states: readonly StateWord[];
  /** True if the rows must be in one of the states; false if they must be in none of them. */
  readonly allowed: boolean;
  /** The actions that the rule is about, as participles such as `edited`. */
  readonly deeds: readonly string[];
  /** The rows that may not be added, such as entries of a closed matter. */
  readonly child?: Thing;
}

const CANNOT = String.raw`(?:cannot|can't|can not|can no longer|may not|may no longer|must not|can never|is not allowed to|are not allowed to)`;
const DEEDS = String.raw`((?:\w+)(?:(?:, (?:or |and )?| or | and )\w+)*)`;
const NEITHER = String.raw`(?:(?:can|may) be neither|(?:can|may) neither be) (\w+ nor \w+)`;
const LATER = String.raw`(?: (?:any ?more|any longer|again|afterwards?|after that|from then on|then))?`;

interface Form {
  readonly form: RegExp;
  readonly allowed: boolean;
  /** The meaning of each group of the pattern, in order. */
  readonly groups: readonly ('state' | 'deeds' | 'child')[];
}

function formsOf(noun: string, state: string): readonly Form[] {
  const form = (text: string): RegExp => new RegExp(`^${text}$`, 'i');
  const a = String.raw`(?:an? |the |any |every |all )?`;
  const is = String.raw`(?:is|are|was|were|has been|have been)(?: already| currently| still| in(?: the)?)?`;
  const s = `(${state}(?:(?:, (?:or |and )?| or | and )${state})*)`;
  const it = `(?:it|they|${a}(?:${noun}))`;
  const child = String.raw`(?:more |further |new |other |additional )*((?:\w+ )?\w+)`;
  const added = String.raw`(?:added|created|logged|recorded|booked|made|placed|attached|posted)`;
  return [
    { form: form(`${a}${s} (?:${noun}) ${CANNOT} be ${DEEDS}${LATER}`), allowed: false, groups: ['state', 'deeds'] },
    { form: form(`${a}${s} (?:${noun}) ${NEITHER}${LATER}`), allowed: false, groups: ['state', 'deeds'] },
    {
      form: form(`${a}(?:${noun}) (?:that|which) ${is} ${s}(?: status| state| stage)? ${CANNOT} be ${DEEDS}${LATER}`),
      allowed: false,
      groups: ['state', 'deeds'],
    },
    {
      form: form(`(?:note:? )?only ${a}${s} (?:${noun}|ones) (?:can|may) be ${DEEDS}`),
      allowed: true,
      groups: ['state', 'deeds'],
    },
    {
      form: form(`${it} (?:can|may) only be ${DEEDS} (?:if|when|while|as long as) (?:${it} ${is} )?${s}`),
      allowed: true,
      groups: ['deeds', 'state'],
    },
    {
      form: form(`(?:once|when|while|if|after) (?:${it} ${is} )?${s}, ${it} ${CANNOT} be ${DEEDS}${LATER}`),
      allowed: false,
      groups: ['state', 'deeds'],
    },
    {
      form: form(`${it} ${CANNOT} be ${DEEDS}${LATER} (?:once|when|while|if|after) (?:${it} ${is} )?${s}`),
      allowed: false,
      groups: ['deeds', 'state'],
    },
    { form: form(`${it} ${CANNOT} be ${DEEDS}${LATER}`), allowed: false, groups: ['deeds'] },
    { form: form(`${it} ${NEITHER}${LATER}`), allowed: false, groups: ['deeds'] },
    {
      form: form(`${a}${s} (?:${noun}) (?:accepts?|takes?|gets?|allows?|receives?) no ${child}${LATER}`),
      allowed: false,
      groups: ['state', 'child'],
    },
    {
      form: form(`no ${child} (?:can|may) be ${added} to ${a}${s} (?:${noun})`),
      allowed: false,
      groups: ['child', 'state'],
    },
    {
      form: form(`${child} ${CANNOT} be ${added} (?:to|on|in|for) ${a}${s} (?:${noun})`),
      allowed: false,
      groups: ['child', 'state'],
    },
    {
      form: form(
        `(?:no ${child} (?:can|may) be ${added}(?: to it| to them)?|it (?:accepts?|takes?|gets?) no ${child})${LATER}`,
      ),
      allowed: false,
      groups: ['child', 'child'],
    },
  ];
}

const RULES = new WeakMap<Domain, readonly StateRule[]>();

/** Returns all rules about states in the descriptions of a domain's tools. */
export function rulesOf(domain: Domain): readonly StateRule[] {
  const known = RULES.get(domain);
  if (known !== undefined) return known;
  const found = domain.tools.flatMap((tool) => rulesIn(tool, domain));
  RULES.set(domain, found);
  return found;
}

function rulesIn(tool: ToolFacts, domain: Domain): StateRule[] {
  const thing = subjectOf(tool, domain.things)?.thing;
  if (thing === undefined || tool.told === 'read') return [];
  const words = statesOf(thing, domain);
  return sentencesOf(tool.description)
    .slice(1)
    .flatMap((sentence) => readRule(sentence, tool, thing, words, domain) ?? []);
}

function readRule(
  sentence: string,
  tool: ToolFacts,
  thing: Thing,
  words: readonly StateWord[],
  domain: Domain,
): StateRule | undefined {
  const plainly = plainSentence(sentence);
  for (const { form, allowed, groups } of formsOf(nounsOf(thing), words.length === 0 ? '(?!)' : alternatives(words))) {
    const found = form.exec(plainly);
    if (found === null) continue;
    const group = (name: Form['groups'][number]): string | undefined =>
      groups.flatMap((each, at) => (each === name && found[at + 1] !== undefined ? [found[at + 1] ?? ''] : []))[0];
    const said = group('state');
    const states = said === undefined ? ledTo(tool, thing, words, domain) : namedStates(said, words);
    const deeds = (group('deeds') ?? '').toLowerCase().split(/, (?:or |and )?| or | and | nor /);
    const children = group('child');
    const child = children === undefined ? undefined : childOf(children, thing, domain);
    if (states === undefined || (children !== undefined && child === undefined)) continue;
    if (children === undefined && !deeds.every(isDeed)) continue;
    return {
      sentence,
      by: tool.name,
      thing,
      states,
      allowed,
      deeds: children === undefined ? deeds : [],
      ...(child === undefined ? {} : { child }),
    };
  }
  return undefined;
}

/** Returns the states that a text such as "paid or cancelled" lists. All of them must belong to one column. */
function namedStates(said: string, words: readonly StateWord[]): readonly StateWord[] | undefined {
  const each = said
    .toLowerCase()
    .split(/, (?:or |and )?| or | and /)
    .map((one) => words.find(({ word }) => one === word || one === `${word}s`));
  const known = each.filter((one) => one !== undefined);
  return known.length === each.length && new Set(known.map(({ column }) => column)).size === 1 ? known : undefined;
}

/**
 * Returns the state into which the tool brings its row. In publish_post, "It cannot be edited afterwards" is a rule
 * about published posts.
 */
function ledTo(
  tool: ToolFacts,
  thing: Thing,
  words: readonly StateWord[],
  domain: Domain,
): readonly StateWord[] | undefined {
  if (!tool.senses.has('state')) return undefined;
  const target = targetOf(tool, thing, domain);
  if (typeof target === 'string' || target.value === false) return undefined;
  const found = words.find(({ column, value }) => column === target.column && value === target.value);
  return found === undefined ? undefined : [found];
}

function childOf(said: string, thing: Thing, domain: Domain): Thing | undefined {
  const words = said.toLowerCase().split(' ').map(singular);
  const child = domain.things.byNoun.get(words.join(' ')) ?? domain.things.byNoun.get(words.at(-1) ?? '');
  const refers = [...(domain.known.get(child?.table ?? '')?.columns.values() ?? [])].some(
    ({ references }) => references === thing.table,
  );
  return child !== undefined && (refers || child.parent === thing.table) ? child : undefined;
}

const EDITED = /^(?:edited|changed|updated|modified|altered|amended|revised|renamed)$/;
const DELETED = /^(?:deleted|removed|erased|destroyed)$/;

const isDeed = (word: string): boolean => EDITED.test(word) || DELETED.test(word) || isParticiple(word);

/** Tells whether a tool does the action that a participle names. */
export function isDoneBy(deed: string, tool: ToolFacts, rule: Match['rule']): boolean {
  if (DELETED.test(deed) && rule.startsWith('delete')) return true;
  if (EDITED.test(deed) && /^(?:update|assign|element)/.test(rule)) return deed !== 'renamed' || tool.verb === 'rename';
  return sameState(deed, stateOf(tool.verb)) || sameState(deed, `${tool.verb}ed`);
}

/** Tells whether the rule limits this tool. */
export function covers(rule: StateRule, tool: ToolFacts, match: Match): boolean {
  if (rule.child !== undefined) return match.makes.includes(rule.child.table);
  return match.needs[0]?.table === rule.thing.table && rule.deeds.some((deed) => isDoneBy(deed, tool, match.rule));
}

/** Tells whether some tool does one of the actions that a rule names, judging by the tool's verb. */
export function isAboutTools({ deeds, child, thing }: StateRule, domain: Domain): boolean {
  if (child !== undefined) return true;
  return domain.tools.some((tool) => {
    if (subjectOf(tool, domain.things)?.thing !== thing || tool.told === 'read') return false;
    const rule = tool.senses.has('delete') ? 'delete' : tool.senses.has('update') ? 'update' : 'state';
    return deeds.some((deed) => isDoneBy(deed, tool, rule));
  });
}
