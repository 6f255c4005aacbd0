// Finds the order of a list, a column and a direction, from the call or from the description.
import { columnName } from '../../fields/fields.ts';
import * as sql from '../programs/sql.ts';
import { argumentKind } from '../read/argument-kind.ts';
import { spelled } from '../../fields/id-of.ts';
import { saidNoTime } from '../../lexicon/time-words.ts';
import { singular } from '../../../envs/words/split-words.ts';
import { saidOrder, type SaidOrder } from '../read/said-order.ts';
import { sentencesOf } from '../read/sentences.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { KnownColumn } from '../things/known-column.ts';
import type { Thing } from '../things/thing.ts';
import type { Bindings } from './bind.ts';
import type { Draft } from './filter-draft.ts';
import { needOfKnown } from './known-needs.ts';
import type { Domain } from './reading.ts';

/**
 * Sets the order that the description states, such as "newest first", if some column gives this order. For an order by
 * creation, a table without such a column gets one.
 */
export function statedOrder(tool: ToolFacts, thing: Thing, domain: Domain, draft: Draft): void {
  const sentences = sentencesOf(tool.description);
  const said = saidOrder(sentences.slice(0, 3).join(' ')) ?? plainOrder(sentences[0] ?? '', tool);
  if (said === undefined) return;
  const columns = [...(domain.known.get(thing.table)?.columns.values() ?? [])].filter((known) => known.type !== 'json');
  const isMaker = (other: ToolFacts): boolean =>
    ['create', 'book', 'send'].some((sense) => other.senses.has(sense as 'create')) &&
    thing.nouns.has(spelled(other.noun).join(' '));
  const makers = domain.tools.filter(isMaker);
  const isCreation = makers.length > 0 && makers.every(({ verb }) => MAKINGS[said.by[0] ?? ''] === verb);
  const by = isCreation && said.by.length === 2 ? ['created'] : said.by;
  const isNoun = said.of === undefined || thing.nouns.has(said.of.map(singular).join(' ')) || said.of[0] === 'one';
  const found = isNoun ? orderColumn(by, columns, makers.length > 0) : orderColumn(said.of ?? [], columns, true);
  const isMade =
    isNoun &&
    !columns.some(({ column, given, always }) => given && !always && EVENT.test(column)) &&
    by.join(' ') === 'created' &&
    found === undefined &&
    domain.known.get(thing.table)?.declared !== true;
  if (found === undefined && !isMade) return;
  const column = found?.column ?? 'created_at';
  const mayLack = found !== undefined && !found.always;
  draft.order = [
    ...(said.down ? [sql.descending(sql.name(column))] : upwards(sql.name(column), mayLack)),
    ...draft.order,
  ];
  draft.roles.push({ place: '', role: 'order', is: `${thing.table}.${column}` });
  draft.needs.push(
    found === undefined
      ? {
          table: thing.table,
          column,
          words: ['created', 'at'],
          value: 'text',
          use: 'shown',
          required: false,
          mayLack: false,
          schema: { type: 'string', format: 'date-time' },
          description: '',
          choices: [],
          by: tool.name,
        }
      : { ...needOfKnown(thing, found, tool.name), use: 'shown' },
  );
}

/**
 * Returns the order that a sentence such as "List visits by size" states. Returns undefined if an argument asks for a
 * size or a search text, because the sentence may then be about the argument.
 */
function plainOrder(first: string, tool: ToolFacts): SaidOrder | undefined {
  const by = BY.exec(first)?.[1]?.toLowerCase().split(' ') ?? [];
  const isAsked = tool.arguments.some((node) => {
    const { kind } = argumentKind(node, tool);
    return kind === 'words' || (kind !== 'range' && by.some((word) => node.field.words.includes(singular(word))));
  });
  return by.length === 0 || isAsked ? undefined : { by: by.map(singular), down: false };
}
/** Matches a first sentence that ends with "by" and a column, if nothing before it limits the rows. */
const BY =
  /^[a-z]+s? (?:all |the |your )*[a-z]+(?: [a-z]+)?(?: (?:of|in|on|for) (?:an? |the |one )?[a-z]+)?,? \(?by (?:their |its |the )?([a-z]+(?: [a-z]+)?)\)?\.?$/i;

/** Returns an ascending order in which rows without a value come last. */
const upwards = (of: sql.Expr, mayLack: boolean): readonly sql.Expr[] => (mayLack ? [sql.isNull(of), of] : [of]);

/**
 * Verbs for nouns of making: if submit_report makes the reports, their "submission date" is the time when a row was
 * made.
 */
const MAKINGS: Readonly<Record<string, string>> = {
  submission: 'submit',
  registration: 'register',
  booking: 'book',
  upload: 'upload',
  posting: 'post',
  filing: 'file',
};

/**
 * Matches the time of an event that a call may leave out. "Newest" could then mean the latest event or the row that was
 * made last.
 */
const EVENT =
  /^(?:occurred|happened|spent|paid|visited|measured|taken|done|performed|observed|held|worked|played|purchased|bought|received)_(?:at|on)$|^(?:date|day|when)$/;

const bare = (words: readonly string[]): string =>
  words
    .filter((word) => !/^(?:date|time|at|on|of)$/.test(word))
    .map(singular)
    .join(' ');

const MOMENT =
  /^(?:start|starts|begins?|departure|due|date|day|time|when)(?:_(?:at|on|time|date))?$|_(?:at|on|date|time)$/;
const MADE = /^(?:created|updated|added|modified)/;
const MAKING = /^(?:posted|added|sent|registered|recorded|logged|written|commented|uploaded)_(?:at|on)$/;
const AHEAD =
  /(?:^|_)(?:due|deadline|expir\w*|until|end|ends|expected|publish|scheduled?|valid|start|starts|begins?|departure|planned|target|when)(?:_|$)/;
const PRICE = /(?:^|_)(?:price|rate|cost|fare|fee|rent)$/;

/** Returns the column that fits the words of an order, or undefined if none fits or several could be meant. */
function orderColumn(by: readonly string[], columns: readonly KnownColumn[], isMade: boolean): KnownColumn | undefined {
  const text = by.join(' ');
  if (text === 'name') return columns.find(({ column }) => /^(?:name|title|label)$/.test(column));
  if (text === 'price') return onlyOne(columns.filter(({ column }) => PRICE.test(column)));
  const moments = columns.filter(
    ({ column, type, words, description }) =>
      type === 'text' && MOMENT.test(column) && !MADE.test(column) && !saidNoTime(words, description),
  );
  const moment = onlyOne(moments) ?? onlyOne(moments.filter(({ column }) => /^(?:start|begin|depart)/.test(column)));
  const named = columns.find(
    ({ words }) =>
      words.join(' ') === text || (bare(by) !== '' && bare(words) === bare(by)) || words.join(' ') === `${text} at`,
  );
  // if no tool creates visits, "newest" means the visit with the latest date
  if (named !== undefined) return named;
  // a comment may have no created_at but a posted_at, which is its time of making
  const made =
    text === 'created' ? onlyOne(columns.filter(({ column, given }) => !given && MAKING.test(column))) : undefined;
  if (made !== undefined) return made;
  if (/^(?:moment|date|time|day)$/.test(text)) return moment;
  if (text !== 'created') return undefined;
  // if expenses have a date that calls always give, "newest" means the latest date; but a due date does not count
  const past = onlyOne(moments.filter(({ column, always }) => always && !AHEAD.test(column)));
  return isMade ? past : moment;
}

const onlyOne = (columns: readonly KnownColumn[]): KnownColumn | undefined =>
  columns.length === 1 ? columns[0] : undefined;

export function sorting(thing: Thing, bindings: Bindings, domain: Domain, draft: Draft): void {
  const sort = bindings.others.find(({ kind }) => kind.kind === 'sort')?.node;
  const direction = bindings.others.find(({ kind }) => kind.kind === 'direction')?.node;
  if (sort === undefined) {
    if (direction !== undefined)
      draft.unknown.push({
        why: `${direction.field.name} turns an order round that nothing names`,
        argument: direction.field.name,
      });
    return;
  }
  if (sort.kind !== 'scalar')
    return void draft.unknown.push({ why: `${sort.field.name} is a list of orders`, argument: sort.field.name });
  const columns = [...(domain.known.get(thing.table)?.columns.values() ?? [])].filter((known) => known.type !== 'json');
  const { choices } = sort.field;
  // without a list of values in the schema, the argument could be any text
  const ways = choices.map(String).map((choice) => ({
    choice,
    ...wayOf(choice, columns, thing),
  }));
  const lost = ways.filter(({ column }) => column === undefined);
  if (ways.length === 0 || lost.length > 0)
    return void draft.unknown.push({
      why: `${sort.field.name} sorts by ${lost.map(({ choice }) => choice).join(', ') || 'nothing known'}, which nothing tells`,
      argument: sort.field.name,
    });
  const value = sql.argument([sort.field.name]);
  const byDefault = sort.field.schema['default'];
  const chosen = typeof byDefault === 'string' ? sql.or(value, sql.literal(byDefault)) : value;
  const plainText = direction === undefined ? undefined : sql.lower(sql.or(directionText(direction), "'asc'"));
  const down = plainText === undefined ? '0' : sql.compare(plainText, 'LIKE', "'desc%'");
  const cases = (descending: boolean): sql.Expr =>
    sql.case_(
      ways.map(({ choice, column, down: own }): [sql.Expr, sql.Expr] => [
        sql.equal(chosen, sql.literal(choice)),
        plainText === undefined
          ? own === descending
            ? sql.name(column ?? '')
            : 'NULL'
          : sql.choose(descending ? down : sql.not(down), sql.name(column ?? ''), 'NULL'),
      ]),
      'NULL',
    );
  const isLacking = ways.some(({ column }) => columns.find((each) => each.column === column)?.always !== true);
  draft.order = [...upwards(cases(false), isLacking), sql.descending(cases(true)), ...draft.order];
  draft.roles.push({ place: sort.field.name, role: 'sort', is: thing.table });
  if (direction !== undefined) draft.roles.push({ place: direction.field.name, role: 'sort', is: thing.table });
  for (const { column } of ways) {
    const known = columns.find((each) => each.column === column);
    if (known !== undefined) draft.needs.push(needOfKnown(thing, known, ''));
  }
}

function directionText(node: Bindings['others'][number]['node']): sql.Expr {
  const value = sql.argument([node.field.name]);
  if (node.kind !== 'scalar' || node.field.type !== 'boolean') return value;
  const isUp = node.field.words.includes('ascending') || node.field.words.includes('asc');
  return sql.choose(sql.equal(value, '1'), isUp ? "'asc'" : "'desc'", isUp ? "'desc'" : "'asc'");
}

/** Returns the column and direction of a choice such as created_at, -created_at or price_desc. */
function wayOf(
  choice: string,
  columns: readonly KnownColumn[],
  thing: Thing,
): { column: string | undefined; down: boolean } {
  const down = choice.startsWith('-') || /[_: ]desc(ending)?$/i.test(choice);
  const name = columnName(
    spelled(
      choice
        .replace(/^[-+]/, '')
        .replace(/[_: ](asc|desc)(ending)?$/i, '')
        .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
        .toLowerCase()
        .split(/[_\s.-]+/),
    ),
  );
  const created = columns.find((known) => /^created(_at|_date|_on)?$/.test(known.column))?.column;
  if (name === 'newest' || name === 'latest' || name === 'recent') return { column: created, down: true };
  if (name === 'oldest') return { column: created, down: false };
  if (name === 'id' || name === thing.own.column) return { column: thing.own.column, down };
  if (name === 'created' || name === 'updated')
    return {
      column: columns.find((known) => new RegExp(`^${name}(_at|_date|_on)?$`).test(known.column))?.column,
      down,
    };
  return { column: columns.find((known) => known.column === name)?.column, down };
}
