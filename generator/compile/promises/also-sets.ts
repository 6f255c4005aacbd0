// Handles a second state that a write sets, as in "Assigns a visit to a nurse and sets it to planned" or "Its status
// becomes planned". The program then also writes this state into the row that it changes.
import type { Step } from '../../../envs/values/program.ts';
import type { Need } from '../plan/needs.ts';
import type { Plan } from '../plan/plan.ts';
import { argument, equal, literal, name, updateRows } from '../programs/sql.ts';
import { deedsOf } from '../read/deeds.ts';
import { sentencesOf } from '../read/sentences.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { needOfState, stampNeeds } from '../readings/known-needs.ts';
import { tableOf } from '../readings/parts.ts';
import type { Domain, Match } from '../readings/reading.ts';
import { stateStamp } from '../readings/state.ts';
import { alternatives, statesOf } from '../readings/state-words.ts';
import { nounsOf } from '../things/nouns-of.ts';
import type { Thing } from '../things/thing.ts';
import type { PromiseRule, Promised } from './promise.ts';

/** A state that a clause of the description says the row gets. */
interface AlsoSet {
  readonly clause: string;
  readonly sentence: string;
  readonly column: string;
  readonly value: string | boolean;
  readonly choices: readonly (string | number)[];
  /** Whether the program sets this state even without this clause. */
  readonly done: boolean;
}

function formsOf(noun: string, state: string): readonly RegExp[] {
  const form = (text: string): RegExp => new RegExp(`^(?:then |also |it )?${text}$`, 'i');
  const it = `(?:it|them|they|(?:the |this |that )(?:${noun}))`;
  const column = '(?:status|state|stage|phase)';
  const its = String.raw`(?:(?:its |the )?${column}(?: of (?:the |that |this )?(?:${noun}))?)`;
  const s = String.raw`(?:the |an? )?(?:${column} )?(${state})(?: ${column})?`;
  return [
    form(
      String.raw`(?:sets?|changes?|moves?|puts?|switch(?:es)?|turns?|brings?) (?:${it}|${its}) (?:back )?(?:to|into|in|on|as) ${s}`,
    ),
    form(String.raw`marks? ${it} (?:as )?(?:being )?${s}`),
    form(String.raw`makes? ${it} ${s}`),
    form(
      String.raw`(?:${its}|${it}) (?:then )?(?:becomes?|gets?|turns?|goes to|changes? to|switches to|moves? to|(?:is|are|will be)(?: then)? (?:set to|changed to|moved to|marked as|marked))(?: then)? ${s}`,
    ),
  ];
}

function readClause(
  clause: string,
  thing: Thing,
  domain: Domain,
): Pick<AlsoSet, 'column' | 'value' | 'choices'> | undefined {
  const words = statesOf(thing, domain);
  if (words.length === 0) return undefined;
  const plainly = clause
    .replace(/[.!;]+$/, '')
    .replaceAll(/["'`]/g, '')
    .replaceAll(/(\w)[_-](?=\w)/g, '$1 ');
  for (const form of formsOf(nounsOf(thing), alternatives(words))) {
    const said = form.exec(plainly)?.[1]?.toLowerCase();
    const found = said === undefined ? [] : words.filter(({ word }) => word === said);
    const [only] = found;
    if (only === undefined || found.some(({ column }) => column !== only.column)) continue;
    if (typeof only.value !== 'number') return { column: only.column, value: only.value, choices: only.need.choices };
  }
  return undefined;
}

/** Tells whether the call gives the key of the changed row. */
const namesRow = (match: Match, { table, own }: Thing): boolean =>
  match.arguments.some(({ role, is }) => role === 'key' && is === `${table}.${own.column}`);

const RULES = /^(?:update|assign|state|element)$/;

/** Returns the states that the description gives the row in addition to the tool's main change. */
export function alsoSets(tool: ToolFacts, match: Match, domain: Domain): readonly AlsoSet[] {
  const thing = domain.things.byTable.get(match.needs[0]?.table ?? '');
  if (thing === undefined || match.effect !== 'write') return [];
  const [first = '', ...rest] = sentencesOf(tool.description);
  const clauses = [
    ...deedsOf(first).others.map((clause) => ({ clause, sentence: first })),
    ...rest.map((clause) => ({ clause, sentence: clause })),
  ];
  return clauses.flatMap(({ clause, sentence }): AlsoSet[] => {
    const set = readClause(clause, thing, domain);
    if (set === undefined) return [];
    const own = match.needs.find(
      (need) => need.table === thing.table && need.column === set.column && need.use === 'set',
    );
    if (own !== undefined) return own.state === set.value ? [{ ...set, clause, sentence, done: true }] : [];
    const isGiven = match.arguments.some(({ role, is }) => role === 'value' && is === `${thing.table}.${set.column}`);
    return RULES.test(match.rule) && !isGiven && namesRow(match, thing)
      ? [{ ...set, clause, sentence, done: false }]
      : [];
  });
}

export const alsoSetsRule: PromiseRule = {
  kind: 'second effect',
  about: 'A state that the row gets besides the main effect: the program sets it too.',
  examples: [['Assigns a visit to a nurse and sets it to planned.', 'sets it to planned']],
  nevers: ['Adds tags and labels to a note.', 'Gets a note and its text.'],
  reads: (text) => deedsOf(sentencesOf(text)[0] ?? '').others[0],
  find(tool, match, domain) {
    const thing = domain.things.byTable.get(match.needs[0]?.table ?? '');
    if (thing === undefined) return [];
    return alsoSets(tool, match, domain)
      .filter(({ done }) => !done)
      .map((set): Promised => effectOf(set, thing, tool, match, domain));
  },
};

function effectOf(set: AlsoSet, thing: Thing, tool: ToolFacts, match: Match, domain: Domain): Promised {
  const needs: readonly Need[] = [
    { ...needOfState(thing, set.column, set.value, 'set', tool.name), choices: set.choices },
    ...stampNeeds(thing, [set.value], 'changed', domain, tool.name),
  ];
  const where = match.arguments
    .filter(({ role, is }) => role === 'key' && is.startsWith(`${thing.table}.`))
    .map(({ place, is }) => equal(name(is.split('.')[1] ?? ''), argument(place.split('.'))));
  return {
    kind: 'effect',
    says: `${set.column} becomes ${String(set.value)} too`,
    needs,
    step: (plan: Plan): Step => {
      const stamps = stateStamp(tableOf(plan, thing.table), set.value, '');
      return { run: updateRows(thing.table, [[set.column, literal(set.value)], ...stamps], where) };
    },
  };
}
