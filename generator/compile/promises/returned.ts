// Checks the result fields that a description promises, for a tool whose schema declares no result. The shown row must
// have each of these fields.
import { NAMED_ROWS, PEOPLE } from '../../lexicon/nouns.ts';
import { singular } from '../../../envs/words/split-words.ts';
import type { Plan } from '../plan/plan.ts';
import { spelled } from '../../fields/id-of.ts';
import { wordsOf } from '../../fields/fields.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { MADE } from '../readings/book.ts';
import { isThingOf, type Thing } from '../things/thing.ts';
import type { Domain, Match } from '../readings/reading.ts';
import { promisedFields } from '../read/promised-fields.ts';
import { childrenOf, countsOf } from '../results/children.ts';

/** Returns a doubt about the first promised field that no column of the row shows, or undefined. */
export function missingField(tool: ToolFacts, match: Match, plan: Plan, domain: Domain): string | undefined {
  if (tool.result !== undefined || match.rule.startsWith('delete') || match.rule === 'formula') return undefined;
  const table = plan.tables.find((each) => each.name === match.needs[0]?.table);
  if (table === undefined) return undefined;
  const shown = table.columns.map((column) => ({
    words: spelled([...column.words, ...(column.name === 'id' ? ['id'] : [])]),
    isList: column.value === 'json',
  }));
  const noun = new Set(table.words);
  const thing = domain.things.byTable.get(table.name);
  const joined = match.rule === 'get' && thing !== undefined ? childrenOf(tool, thing, domain) : [];
  const counted = /^(?:get|list)$/.test(match.rule) && thing !== undefined ? countsOf(tool, thing, domain) : [];
  const missing = promisedFields(tool.description, isThingOf(domain.things)).find(
    ({ words: field, plural: isPlural }) => {
      if ([...joined, ...counted].some(({ words }) => words.join(' ') === field.join(' '))) return false;
      // a plural such as `tickets` that names rows of another table cannot be a column of this row
      if (isPlural && rowsOf(field, thing, domain)) return true;
      const words = spelled(field).filter((word) => !noun.has(word) && !TIME.has(word));
      return (
        words.length > 0 &&
        !shown.some(
          ({ words: column, isList }) =>
            // a plural must be the whole name of the column: `tickets` does not match `ticket type`
            (words.every((word) => column.includes(word)) || column.every((word) => words.includes(word))) &&
            (!isPlural || isList || column.length === words.length),
        )
      );
    },
  );
  return missing === undefined
    ? undefined
    : `it promises the ${missing.words.join(' ')} of ${an(table.words)}, which nothing tells`;
}

/** Tells whether a plural field names the rows of another table, and is not a JSON column of this table. */
const rowsOf = (field: readonly string[], thing: Thing | undefined, domain: Domain): boolean => {
  const other = domain.things.byNoun.get(field.join(' '));
  const column = thing === undefined ? undefined : domain.known.get(thing.table)?.columns;
  return (
    other !== undefined &&
    other !== thing &&
    ![...(column?.values() ?? [])].some(
      ({ words, type }) => type === 'json' && words.map(singular).join(' ') === field.join(' '),
    )
  );
};

const TIME = new Set(['time', 'date', 'timestamp', 'at', 'last']);

/** Returns the reason why a change cannot be simulated: no tool makes or shows the rows that the change needs. */
export function unseenRow(tool: ToolFacts, match: Match, domain: Domain): string | undefined {
  if (!/^(?:state|delete|delete many|update|update many|link|unlink)$/.test(match.rule)) return undefined;
  const isTie = match.rule.endsWith('link');
  const tables = match.needs.flatMap(({ table, references }) => references ?? (isTie ? [] : table));
  const unseen = tables.slice(0, isTie ? tables.length : 1).map((table) => unseenIn(table, tool, domain, isTie));
  return unseen.find((each) => each !== undefined);
}

function unseenIn(table: string, tool: ToolFacts, domain: Domain, isTie: boolean): string | undefined {
  const thing = domain.things.byTable.get(table);
  if (thing === undefined || domain.known.get(thing.table)?.shown === true) return undefined;
  const made = domain.tools.some(
    (other) =>
      other !== tool &&
      other.told !== 'read' &&
      !(isTie && other.senses.has('link')) &&
      ['create', 'book', 'send'].some((sense) => other.senses.has(sense as 'create')) &&
      (thing.nouns.has(spelled(other.noun).join(' ')) ||
        MADE[other.verb]?.some((noun) => thing.nouns.has(noun)) === true),
  );
  return made ? undefined : `no tool makes or shows ${an(thing.words)}`;
}

/**
 * Returns the reason why a read without a result schema cannot be simulated: the tools tell too little about its rows.
 */
export function untoldRow(tool: ToolFacts, match: Match, plan: Plan, domain: Domain): string | undefined {
  if (tool.result !== undefined || !['get', 'find', 'list'].includes(match.rule)) return undefined;
  const table = plan.tables.find((each) => each.name === match.needs[0]?.table);
  if (table === undefined || table.kind !== 'thing') return undefined;
  const view = wordsOf(tool.name).find((word) => /^(?:summary|overview)$/.test(word) && !tool.noun.includes(word));
  if (view !== undefined) return `nothing tells what the ${view} of ${an(table.words)} shows`;
  const thing = domain.things.byTable.get(table.name);
  const isMade = domain.tools.some(
    (other) => other.senses.has('create') && thing?.nouns.has(spelled(other.noun).join(' ')) === true,
  );
  const open = table.columns.filter((column) => !table.key.includes(column.name));
  const invented = (column: (typeof open)[number]): boolean =>
    column.name === 'name' && column.called === undefined && column.description === '';
  const known = domain.known.get(table.name)?.columns;
  const telling = open.filter(
    (column) =>
      !invented(column) &&
      column.value !== 'boolean' &&
      // a column counts as known only if a tool gives or shows it, or if its values are listed; a filter on it is not
      // enough
      (known?.get(column.name)?.given === true ||
        known?.get(column.name)?.shown === true ||
        column.choices !== undefined),
  );
  const refers = open.filter(({ name }) => table.references.some(({ columns }) => columns.includes(name)));
  const isGiven = isMade || [...(known?.values() ?? [])].some(({ given }) => given);
  // One known column makes a list believable. A tool that shows one row needs more than the name: another known
  // column, or a reference, which counts half. Where a tool makes the rows or gives a column, one is enough.
  const enough = isGiven || match.rule !== 'get' ? 1 : 1.5;
  const noun = table.words.at(-1) ?? '';
  const isNamed = NAMED_ROWS.has(noun) && !isMade && (match.rule !== 'get' || !PEOPLE.has(noun));
  const part = new RegExp(
    String.raw`^\w+ (?:all |every |the )*(?:\w+ )?${table.words.at(-1) ?? ''} (names?|ids?|titles?)\b`,
    'i',
  );
  const alone = match.rule === 'list' ? part.exec(tool.description.replaceAll(/ \([^)]*\)/g, ''))?.[1] : undefined;
  if (alone !== undefined && open.length > 1) return `it shows the ${alone} alone, in a form that nothing tells`;
  if (telling.length + refers.filter((each) => !telling.includes(each)).length / 2 >= enough || isNamed)
    return undefined;
  // a list whose description promises names may show names only
  const promisesNames = match.rule === 'list' && /\b(?:names?|titles?)\b/i.test(tool.description);
  return promisesNames ? undefined : `no tool tells what ${an(table.words)} is made of`;
}
const an = (words: readonly string[]): string => `${/^[aeiou]/.test(words[0] ?? '') ? 'an' : 'a'} ${words.join(' ')}`;
