// Handles promises that one value comes after another one or is greater, such as "end_date must be later than
// start_date". The call refuses other values. The second value may also be the value that the row has now.
import type { FieldNode } from '../../fields/fields.ts';
import { wordsOf } from '../../fields/fields.ts';
import { timeSenseOf } from '../../lexicon/time-words.ts';
import { argument, compare, equal, moment, name, or, valueOf, type Expr } from '../programs/sql.ts';
import type { Need } from '../plan/needs.ts';
import { plainSentence } from '../read/plain-sentence.ts';
import { sentencesOf } from '../read/sentences.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { needOfKnown } from '../readings/known-needs.ts';
import type { Domain, Match } from '../readings/reading.ts';
import { REFUSED } from './phrases.ts';
import type { PromiseRule, Promised } from './promise.ts';

type Order = '<' | '<=' | '>' | '>=';

const AFTER = String.raw`after|later than|greater than|more than|higher than|larger than|bigger than|above`;
const BEFORE = String.raw`before|earlier than|less than|lower than|smaller than|below`;
const LEAST = String.raw`at least|on or after|no earlier than|not before|no less than|no lower than|no smaller than|greater than or equal to|not earlier than|not less than`;
const MOST = String.raw`at most|on or before|no later than|not after|no more than|no greater than|no higher than|less than or equal to|not later than|not more than`;
const OPPOSITE: Readonly<Record<Order, Order>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

/**
 * Patterns of a whole sentence with two groups: the first value and the second value. The order is the one that an
 * accepted call keeps.
 */
const FORMS: readonly (readonly [RegExp, Order])[] = (
  [
    [AFTER, '>'],
    [BEFORE, '<'],
    [LEAST, '>='],
    [MOST, '<='],
  ] as const
).flatMap(([words, order]): (readonly [RegExp, Order])[] => {
  const a = String.raw`(?:(.+?) )?`;
  const b = String.raw`(?:the |its |their |an? )?(?:value of )?(.+?)`;
  const form = (text: string): RegExp => new RegExp(`^${text}$`, 'i');
  return [
    [
      form(
        String.raw`${a}(?:must|has to|have to|needs? to|should) (?:be|come|lie|end|start|begin) (?:strictly )?(?:${words}) ${b}`,
      ),
      order,
    ],
    [form(String.raw`(?:(new .+?),? )?(?:strictly )?(?:${words}) ${b}`), order],
    [form(String.raw`${a}(?:must not|may not|cannot|should not) (?:be|come|lie) (?:${words}) ${b}`), OPPOSITE[order]],
    [form(String.raw`${REFUSED} (?:if|when) ${a}(?:is|comes|lies) (?:${words}) ${b}`), OPPOSITE[order]],
    [form(String.raw`${REFUSED} (?:if|when) ${a}(?:is|does) not (?:come |lie )?(?:${words}) ${b}`), order],
  ];
});
const ALL: readonly (readonly [RegExp, Order])[] = [
  ...FORMS,
  [/^(?:(.+?) )?(?:must not|may not|cannot|should not) exceed (?:the |its |their |an? )?(.+?)$/i, '<='],
  [/^(?:(.+?) )?(?:must|has to|should) exceed (?:the |its |their |an? )?(.+?)$/i, '>'],
  [/^(?:(.+?) )?(?:must|has to|have to|needs? to) be (?:higher|later|greater|larger|bigger)()$/i, '>'],
  [/^(?:(.+?) )?(?:must|has to|have to|needs? to) be (?:lower|earlier|smaller|less)()$/i, '<'],
];

interface Compared {
  readonly sentence: string;
  /** The argument in whose description the sentence stands; undefined for a sentence of the tool's description. */
  readonly own: FieldNode | undefined;
  readonly order: Order;
  readonly first: FieldNode;
  /** The second value: an argument, or the column of the row that holds the value. */
  readonly second: FieldNode | undefined;
  readonly column: string | undefined;
}

function comparisonsOf(tool: ToolFacts, match: Match, domain: Domain): readonly Compared[] {
  const said = sentencesOf(tool.description).flatMap(
    (sentence) => read(sentence, undefined, tool, match, domain) ?? [],
  );
  const ofArguments = tool.arguments.flatMap((node) =>
    sentencesOf(node.field.description).flatMap((sentence) => read(sentence, node, tool, match, domain) ?? []),
  );
  return [...said, ...ofArguments];
}

function read(
  sentence: string,
  own: FieldNode | undefined,
  tool: ToolFacts,
  match: Match,
  domain: Domain,
): Compared | undefined {
  if (sentence.length > LONGEST) return undefined;
  for (const said of own === undefined ? [plainSentence(sentence)] : clausesOf(sentence))
    for (const [form, order] of ALL) {
      const found = form.exec(said);
      if (found === null) continue;
      const isOwn = found[1] === undefined || /^(?:it|this)$/i.test(found[1]);
      const first = isOwn ? own : argumentOf(found[1] ?? '', tool, match);
      const isNow = NOW.test(found[2] ?? '') || found[2] === '';
      const words = (found[2] ?? '').replace(NOW, '').trim();
      const second = isNow ? undefined : argumentOf(words, tool, match);
      const isSame = isNow && /^(?:one|value|)$/i.test(words) && first !== undefined;
      const column =
        second !== undefined ? undefined : isSame ? storedAs(first, match) : columnOf(words, match, domain);
      if (first === undefined || first === second || (second === undefined && column === undefined)) continue;
      if (second !== undefined && kindOf(first) !== kindOf(second)) continue;
      if (kindOf(first) !== undefined) return { sentence, own, order, first, second, column };
    }
  return undefined;
}

/**
 * Longer sentences are skipped: no real comparison has over 1000 characters, and the patterns would take minutes on a
 * million characters.
 */
const LONGEST = 1000;

const NOW = /^(?:current|present|existing|old|previous)\b/i;

/** Returns a sentence of an argument's description, and its parts between commas and brackets. */
const clausesOf = (sentence: string): readonly string[] => {
  const said = plainSentence(sentence);
  return [said, ...said.split(/, | ?[()]/).filter((part) => part !== '' && part !== said)];
};

/** Returns the column of the changed row that an argument writes; undefined for a tool that makes rows. */
const storedAs = ({ field }: FieldNode, match: Match): string | undefined =>
  match.makes.length > 0
    ? undefined
    : match.arguments.find(({ place, role }) => place === field.name && role === 'value')?.is.split('.')[1];

const bare = (text: string): string =>
  wordsOf(text.replace(/^(?:the|its|their|an?) /i, '').replaceAll(' ', '_'))
    .filter((word) => !/^(?:date|time|at|on|value|new)$/.test(word))
    .join(' ');

/** Returns the argument that the words name, if there is exactly one. "end" also names end_date. */
function argumentOf(said: string, tool: ToolFacts, match: Match): FieldNode | undefined {
  const values = tool.arguments.filter(
    (node) =>
      node.kind === 'scalar' && match.arguments.some(({ place, role }) => place === node.field.name && role !== 'key'),
  );
  const exact = values.find(
    ({ field }) =>
      wordsOf(said.replace(/^(?:the|its|their|an?) /i, '').replaceAll(' ', '_')).join(' ') === field.words.join(' '),
  );
  if (exact !== undefined) return exact;
  const near = values.filter(({ field }) => bare(said) !== '' && bare(said) === bare(field.words.join('_')));
  return near.length === 1 ? near[0] : undefined;
}

/** Returns the column of the changed row that the words name, if there is exactly one. */
function columnOf(said: string, match: Match, domain: Domain): string | undefined {
  const table = match.needs[0]?.table ?? '';
  if (match.makes.length > 0 || !match.arguments.some(({ role }) => role === 'key')) return undefined;
  const columns = [...(domain.known.get(table)?.columns.values() ?? [])];
  const found = columns.filter(({ words }) => bare(said) !== '' && bare(said) === bare(words.join('_')));
  return found.length === 1 ? found[0]?.column : undefined;
}

/** Returns how the values of an argument compare: as numbers or as moments in time. Other values do not compare. */
function kindOf({ field }: FieldNode): 'number' | 'moment' | undefined {
  if (field.type === 'integer' || field.type === 'real') return 'number';
  if (field.type !== 'text' || field.choices.length > 0) return undefined;
  const isTime = /^(?:date|time)/.test(String(field.schema['format'] ?? '')) || timeSenseOf(field.words) !== undefined;
  return isTime ? 'moment' : undefined;
}

/** Tells whether a sentence only compares two values, so that the program's check covers all of it. */
export const saysCompared = (
  sentence: string,
  tool: ToolFacts,
  match: Match,
  domain: Domain,
  own?: FieldNode,
): boolean => comparisonsOf(tool, match, domain).some((each) => each.sentence === sentence && each.own === own);

export const comparedRule: PromiseRule = {
  kind: 'comparison',
  about: 'Two values of which one must come after the other or be greater: other values are refused.',
  examples: [
    ['End date must be later than start date.', 'End date > start date'],
    ['Fails if min_price is greater than max_price.', 'min_price <= max_price'],
    ['The discount must not exceed the price.', 'The discount <= price'],
  ],
  nevers: ['The end date of the stay.', 'Sorted by start date.'],
  reads(text) {
    for (const [form, order] of ALL) {
      const found = form.exec(plainSentence(text));
      if (found !== null) return `${found[1] ?? 'it'} ${order} ${found[2] ?? ''}`;
    }
    return undefined;
  },
  find(tool, match, domain) {
    return comparisonsOf(tool, match, domain).map((each): Promised => {
      const isTime = kindOf(each.first) === 'moment';
      const value = (of: Expr): Expr => (isTime ? moment(of) : of);
      const first = operand(each.first, match);
      const second = each.second === undefined ? presentOf(each.column ?? '', match) : operand(each.second, match);
      const other = each.second?.field.name ?? `the present ${each.column?.replaceAll('_', ' ') ?? ''}`;
      return {
        kind: 'guard',
        when: compare(value(first), OPPOSITE[each.order], value(second)),
        says: `${each.first.field.name} must be ${(isTime ? TIMES : WAYS)[each.order]} ${other}.`,
        needs: needsOf(each, tool, match, domain),
      };
    });
  },
};

const WAYS: Readonly<Record<Order, string>> = {
  '<': 'less than',
  '<=': 'at most',
  '>': 'greater than',
  '>=': 'at least',
};
const TIMES: Readonly<Record<Order, string>> = { '<': 'before', '<=': 'at most', '>': 'after', '>=': 'at least' };

/** Returns the column that the program must read where the second value is the one that the row has now. */
function needsOf({ second, column }: Compared, tool: ToolFacts, match: Match, domain: Domain): readonly Need[] {
  const thing = domain.things.byTable.get(match.needs[0]?.table ?? '');
  const known = second === undefined ? domain.known.get(thing?.table ?? '')?.columns.get(column ?? '') : undefined;
  return thing === undefined || known === undefined ? [] : [needOfKnown(thing, known, tool.name)];
}

/** Returns the column into which an update writes an optional argument. */
const columnFor = (node: FieldNode, match: Match): string | undefined =>
  match.rule === 'update' && !node.field.required ? storedAs(node, match) : undefined;

/**
 * Returns the expression for the value that the row has after the call: the given value or, if an update leaves the
 * argument out, the value in the row.
 */
function operand(node: FieldNode, match: Match): Expr {
  const given = argument([node.field.name]);
  const column = columnFor(node, match);
  return column === undefined ? given : or(given, presentOf(column, match));
}

function presentOf(column: string, match: Match): Expr {
  const table = match.needs[0]?.table ?? '';
  const keys = match.arguments.filter(({ role, is }) => role === 'key' && is.startsWith(`${table}.`));
  return valueOf(
    column,
    table,
    keys.map(({ place, is }) => equal(name(is.split('.')[1] ?? ''), argument(place.split('.')))),
  );
}
