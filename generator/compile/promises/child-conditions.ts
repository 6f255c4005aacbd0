// Finds conditions about the rows that refer to a row, such as "A loan without objects cannot be approved" or "Fails if
// the customer has unpaid invoices". The program looks for such rows before it acts. A sentence is used only if a
// pattern fits all of it, it names the tool's own action, and its noun names rows that refer to the row.
import {
  all,
  among,
  argument,
  equal,
  exists,
  isNull,
  literal,
  name,
  not,
  notNull,
  or,
  valueOf,
  type Expr,
} from '../programs/sql.ts';
import type { Need, TableNeed } from '../plan/needs.ts';
import { plainSentence } from '../read/plain-sentence.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { linkNeeds, needOfKnown } from '../readings/known-needs.ts';
import type { Domain, Match } from '../readings/reading.ts';
import { tableOfLink } from '../results/children.ts';
import { alternatives, statesOf, type StateWord } from '../readings/state-words.ts';
import { nounsOf } from '../things/nouns-of.ts';
import type { Thing } from '../things/thing.ts';
import type { Named } from './named-rows.ts';
import { REFUSED } from './phrases.ts';
import type { Promised } from './promise.ts';
import { isDoneBy } from './rules-of-states.ts';

/** Rows that refer to a row: the table and the column that holds the key of the row. */
interface Children {
  readonly table: string;
  readonly thing: Thing;
  readonly column: string;
  readonly needs: readonly Need[];
  readonly tables: readonly TableNeed[];
}

const CANNOT = String.raw`(?:cannot|can not|may not|must not|is not allowed to|are not allowed to) be (\w+)`;
const CAN = String.raw`(?:can|may) be (\w+)`;
const SOME = String.raw`(?:at least one |one or more |any |some |an? )?`;
const HAS = String.raw`(?:(?:still |already )?(?:has|have|contains?|holds?)|still (?:has|have))`;
const IF = String.raw`(?:if|when|while|as long as|once)`;

/**
 * A pattern of a whole sentence. Its groups capture the state of the rows and, in some patterns, the action
 * ("approved").
 */
interface Form {
  readonly form: RegExp;
  /** True if at least one row in this state must refer to the row; false if none may. */
  readonly needed: boolean;
  readonly deed?: 'first' | 'last';
}

function formsOf(noun: string, rows: string, it: string): readonly Form[] {
  const form = (text: string, needed: boolean, deed?: 'first' | 'last'): Form => ({
    form: new RegExp(`^${text}$`, 'i'),
    needed,
    ...(deed === undefined ? {} : { deed }),
  });
  const a = String.raw`(?:an? |the |any |every )?`;
  const whose = String.raw`(?:that|which|who) `;
  const none = String.raw`(?:without ${SOME}|(?:with|${whose}(?:has|have)) no )`;
  const some = String.raw`(?:with ${SOME}|${whose}${HAS} ${SOME})`;
  const made = String.raw`(?:(?:still |already )?exists?|(?:is|are|was|were|has been|have been) (?:recorded|made|booked|registered|logged|added|placed|created|issued))`;
  return [
    form(`${a}(?:${noun}) ${none}${rows} ${CANNOT}`, true, 'last'),
    form(`only ${a}(?:${noun}) (?:with|${whose}${HAS}) ${SOME}${rows} ${CAN}`, true, 'last'),
    form(`${REFUSED} ${IF} ${it} (?:still )?(?:has|have|contains?|holds?) no ${rows}(?: yet)?`, true),
    form(`${REFUSED} unless ${it} ${HAS} ${SOME}${rows}`, true),
    form(`${it} must (?:already |first )?(?:have|contain|hold) (?:at least one|one or more|some|an?) ${rows}`, true),
    form(`${it} ${CANNOT} (?:${IF} ${it} (?:has|have|contains?) no|unless ${it} ${HAS}) ${SOME}${rows}`, true, 'first'),
    form(`${a}(?:${noun}) ${some}${rows} ${CANNOT}`, false, 'last'),
    form(`only ${a}(?:${noun}) ${none}${rows} ${CAN}`, false, 'last'),
    form(`${a}(?:${noun}) (?:for|to|of|in|on|from|by) (?:whom|which) ${rows} ${made} ${CANNOT}`, false, 'last'),
    form(`${REFUSED} ${IF} ${it} ${HAS} ${SOME}${rows}(?: left)?`, false),
    form(
      `${REFUSED} ${IF} (?:there (?:is|are) (?:still )?)?${SOME}${rows} (?:exists? )?(?:for|of|in|on|under|from) ${it}`,
      false,
    ),
    form(`${it} must (?:not have ${SOME}|have no )(?:more )?${rows}`, false),
    form(`${it} ${CANNOT} ${IF} ${it} ${HAS} ${SOME}${rows}`, false, 'first'),
  ];
}

/** Returns the condition that a sentence sets on the rows that refer to a named row. */
export function childGuard(
  sentence: string,
  named: Named,
  tool: ToolFacts,
  match: Match,
  domain: Domain,
): Extract<Promised, { readonly kind: 'state' }> | undefined {
  if (named.thing.scope.length > 0) return undefined;
  const said = plainSentence(sentence);
  const noun = nounsOf(named.thing);
  const it = `(?:(?:an? |the |this )?(?:${noun})${named.it ? '|it|they' : ''})`;
  for (const children of childrenOf(named.thing, domain)) {
    const words = statesOf(children.thing, domain);
    const state = words.length === 0 ? '((?!))?' : `(?:(${alternatives(words)}) )?`;
    for (const { form, needed, deed } of formsOf(noun, `${state}(?:${nounsOf(children.thing)})`, it)) {
      const found = form.exec(said);
      if (found === null) continue;
      const groups = found.slice(1);
      const done = deed === undefined ? undefined : groups.at(deed === 'first' ? 0 : -1);
      if (deed !== undefined && (!named.own || !isDoneBy(done?.toLowerCase() ?? '', tool, match.rule))) continue;
      const which = deed === 'first' ? groups[1] : groups[0];
      const asked = words.find(({ word }) => word === which?.toLowerCase());
      return guardOf(sentence, named, children, asked, needed, leftOut(named, tool));
    }
  }
  return undefined;
}

function childrenOf(thing: Thing, domain: Domain): readonly Children[] {
  const referring = domain.things.all.flatMap((child): Children[] => {
    if (child === thing) return [];
    const known = [...(domain.known.get(child.table)?.columns.values() ?? [])].filter(
      ({ references }) => references === thing.table,
    );
    const [part] = child.scope.length === 1 && child.parent === thing.table ? child.scope : [];
    if (part !== undefined) return [{ table: child.table, thing: child, column: part.column, needs: [], tables: [] }];
    const [only] = known;
    return known.length !== 1 || only === undefined
      ? []
      : [{ table: child.table, thing: child, column: only.column, needs: [needOfKnown(child, only, '')], tables: [] }];
  });
  const tied = domain.links.flatMap((link): Children[] => {
    const { table, owner, member } = link;
    const more = { table, needs: linkNeeds(link, ''), tables: [tableOfLink(link)] };
    if (owner === thing) return [{ ...more, thing: member, column: link.ownerColumn }];
    return member === thing ? [{ ...more, thing: owner, column: link.memberColumn }] : [];
  });
  const linked = new Set(tied.map(({ table }) => table));
  return [...tied, ...referring.filter(({ table }) => !linked.has(table))];
}

/** Returns the reference that the row holds before the call, if a call may leave the argument out. */
const leftOut = ({ place, stored }: Named, tool: ToolFacts): Named['stored'] =>
  tool.arguments.some(({ field }) => field.name === place && !field.required) ? stored : undefined;

function guardOf(
  sentence: string,
  named: Named,
  { table, thing, column, needs, tables }: Children,
  asked: StateWord | undefined,
  needed: boolean,
  stored: Named['stored'],
): Extract<Promised, { readonly kind: 'state' }> | undefined {
  // a link table only pairs keys, so its rows have no state
  if (asked !== undefined && table !== thing.table) return undefined;
  const key = valueOf(named.thing.own.column, named.thing.table, named.where);
  const value = typeof asked?.value === 'boolean' ? Number(asked.value) : asked?.value;
  const inState: readonly Expr[] =
    asked === undefined || value === undefined ? [] : [among(or(name(asked.column), literal('')), [value])];
  const some = (of: Expr): Expr => exists(table, [equal(name(column), of), ...inState]);
  const refuses = (of: Expr): Expr => (needed ? all([notNull(of), not(some(of))]) : some(of));
  const rows = `${asked === undefined ? '' : `${asked.word} `}${thing.words.join(' ')}`;
  return {
    kind: 'state',
    sentence,
    when: refuses(key),
    // an update may leave the reference out; the description does not say whether the old reference must then meet the
    // condition
    ...(stored === undefined || named.place === undefined
      ? {}
      : { open: { argument: named.place, when: all([isNull(argument([named.place])), refuses(stored.value)]) } }),
    allowed: needed,
    tables,
    place: `${named.says} ${table} ${asked?.word ?? ''}`,
    states: [],
    says: `${named.says} has ${needed ? 'no' : /^[aeiou]/.test(rows) ? 'an' : 'a'} ${rows}.`,
    needs: [
      ...needs.map((need) => (need.column === column ? { ...need, sparse: true as const } : need)),
      ...(asked === undefined ? [] : [asked.need]),
      ...named.needs,
      ...(stored === undefined ? [] : [stored.need]),
    ],
  };
}
