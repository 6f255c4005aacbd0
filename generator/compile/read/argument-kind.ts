// Finds the purpose of an argument, such as paging, sorting or a search text, from its name or schema. An argument
// without such a purpose is a value: a key, a column or a filter.
import type { Field, FieldNode } from '../../fields/fields.ts';
import {
  CREDENTIALS,
  CURSORS,
  DIRECTIONS,
  LIMITS,
  OFFSETS,
  PAGES,
  QUERIES,
  SHAPING,
  SORTS,
} from '../../lexicon/arguments.ts';
import { isConfirmation } from './confirmation.ts';
import { READING } from '../../lexicon/verbs.ts';
import { idOf } from '../../fields/id-of.ts';
import { sentencesOf } from './sentences.ts';
import { queriedFields, saidFields } from './said-fields.ts';
import type { ToolFacts } from './tool-facts.ts';

type PlainKind =
  | 'limit'
  | 'page'
  | 'offset'
  | 'cursor'
  | 'sort'
  | 'direction'
  | 'words'
  | 'shape'
  | 'credential'
  | 'confirm'
  | 'value';

export type ArgumentKind =
  | { readonly kind: PlainKind }
  | { readonly kind: 'language'; readonly of: string }
  | {
      readonly kind: 'range';
      readonly op: '>=' | '<=' | '>' | '<';
      readonly of: readonly string[];
      readonly date: boolean;
    };

const plain = (kind: PlainKind): ArgumentKind => ({ kind });

export function argumentKind(
  node: FieldNode,
  tool: Pick<ToolFacts, 'senses' | 'told' | 'path' | 'description' | 'pool'>,
): ArgumentKind {
  const { field } = node;
  const text = field.words.join(' ');
  if (tool.path.some((part) => part.argument === field.name)) return plain('value');
  const at = tool.pool.http?.in ?? {};
  if (at[field.name] === 'header' && !tool.path.some((part) => part.argument === field.name))
    return plain(
      field.required &&
        field.choices.length === 0 &&
        !/^(x|content|accept|authorization|api|if|user|request|idempotency|prefer)\b/.test(text)
        ? 'value'
        : 'shape',
    );
  // where the request has a body, an optional query parameter only says how the call is made; a required one is a value
  if (at[field.name] === 'query' && Object.values(at).includes('body') && (tool.pool.http?.method ?? '') !== 'GET')
    return STANDARD.test(text) || !field.required ? { kind: 'language', of: 'about the call' } : plain('value');
  // names such as x-vendor-date are HTTP headers, even where the schema does not place them there
  if (field.words[0] === 'x' && field.words.length > 2) return plain('shape');
  if (isListInText(node, tool)) return { kind: 'language', of: 'a list in one text' };
  const isRead =
    tool.told === 'read' || (tool.told === undefined && [...tool.senses].some((sense) => READING.has(sense)));
  if (CREDENTIALS.has(text) && field.type === 'text') return plain('credential');
  if (!isRead && isConfirmation(node)) return plain('confirm');
  if (!isRead)
    return shapesAnswer(node) && !field.required && text !== 'field' && text !== 'fields'
      ? plain('shape')
      : plain('value');
  const language = queryLanguage(field, text, QUERIES.has(text) ? tool.description : '');
  if (language !== undefined) return { kind: 'language', of: language };
  if (node.kind === 'scalar') {
    const isNumber = field.type === 'integer' || field.type === 'real';
    const paging = isNumber || field.type === 'text';
    if (paging && field.choices.length === 0) {
      if (LIMITS.has(text) && isNumber) return plain('limit');
      if (PAGES.has(text) && isNumber) return plain('page');
      if (OFFSETS.has(text) && (isNumber || text === 'offset')) return plain(isNumber ? 'offset' : 'cursor');
      if (CURSORS.has(text) && (field.type === 'text' || isNumber) && !/date|time|timestamp/i.test(field.description))
        return plain('cursor');
      const said = isNumber ? pagingSaid(field) : undefined;
      if (said !== undefined) return plain(said);
    }
    if (SORTS.has(text) && field.type === 'text' && !(text === 'order' && isDirection(field))) return plain('sort');
    if (DIRECTIONS.has(text)) return plain('direction');
    if ((QUERIES.has(text) || (SEARCHED.test(text) && tool.senses.has('search'))) && field.type === 'text')
      return isPlainText(field, text, tool.description)
        ? plain('words')
        : { kind: 'language', of: 'a search whose rules are not told' };
    const range = rangeOf(field);
    if (range !== undefined) return range;
  }
  if (node.kind === 'list' && SORTS.has(text)) return plain('sort');
  return shapesAnswer(node) && !field.required ? plain('shape') : plain('value');
}

const SEPARATED = /\bcomma[- ](?:separated|delimited)\b/i;

/** Tells whether a text holds several ids, or several values that a read compares, such as "comma-separated tags". */
function isListInText(node: FieldNode, tool: Pick<ToolFacts, 'senses' | 'told' | 'description'>): boolean {
  const { field } = node;
  if (node.kind !== 'scalar' || field.type !== 'text' || SORTS.has(field.words.join(' ')) || shapesAnswer(node))
    return false;
  const isRead = tool.told === 'read' || [...tool.senses].some((sense) => READING.has(sense));
  if (!isRead && idOf(field.words) === undefined) return false;
  const named = new RegExp(String.raw`\b${field.name}\b`, 'i');
  return (
    SEPARATED.test(field.description) ||
    sentencesOf(tool.description).some((each) => SEPARATED.test(each) && named.test(each))
  );
}

/** Argument names that mean a search text if the tool searches. */
const SEARCHED = /^(?:text|phrase|words?|name or .*)$/;

/** Parameters that all APIs of Google's platform share, such as `alt` and `xgafv`. */
const STANDARD =
  /^(xgafv|alt|callback|fields?|key|pretty print|quota user|upload protocol|upload type|user ip|oauth token|access token|api version)$/;

function isDirection(field: Field): boolean {
  return field.choices.length > 0 && field.choices.every((each) => /^(asc|desc)/i.test(String(each)));
}

function pagingSaid(field: Field): 'limit' | 'offset' | 'page' | undefined {
  if (
    /\b(?:max(?:imum)?|number|how many|limit)\b.{0,40}\b(?:return|retrieve|fetch|show|list|per page|results|items|records)\b/i.test(
      field.description,
    )
  )
    return 'limit';
  if (/\b(?:number|how many)\b.{0,30}\bto skip\b/i.test(field.description)) return 'offset';
  return /^(?:the )?page (?:number|of results)/i.test(field.description) ? 'page' : undefined;
}

/** Returns the name of the query language that the argument takes. The compiler cannot simulate such a language. */
function queryLanguage(field: Field, text: string, about: string): string | undefined {
  const said = `${text} ${field.description} ${about}`;
  const named =
    /\b(JQL|SQL|GraphQL|CQL|KQL|SOQL|OData|Lucene|JMESPath|JSONPath|XPath|regex(?:p|ular expression)?|cypher|SPARQL|formula|label selector|field selector|glob)\b/i.exec(
      said,
    )?.[1];
  if (named !== undefined && field.type === 'text') return named;
  if (/['"`(]\w+:[\w@]+/.test(field.description) && field.type === 'text' && !/https?:/.test(field.description))
    return 'a search syntax';
  return /\b(search|query|filter) (syntax|language|operators?|qualifiers?|expressions?)\b/i.test(said) &&
    field.type === 'text'
    ? 'a search syntax'
    : undefined;
}

const PLAIN_SAID =
  /\b(?:text|keywords?|terms?|words?|phrase|strings?|substring|contain\w*|match\w*|partial|(?:by|in|their|its|the) (?:names?|titles?|subjects?|descriptions?|content))\b/i;
const MORE_SAID =
  /\b(?:semantic\w*|natural[- ]language|similar\w*|meaning|question|embedding|vector|fuzzy|relevan\w*|ranked|boolean|advanced|wildcards?|prefix|filters?|syntax|operators?)\b/i;

/**
 * Tells whether the tool finds rows that contain the given text, without syntax or similarity. The name of
 * the argument or a description must say so.
 */
function isPlainText(field: Field, text: string, about: string): boolean {
  if (MORE_SAID.test(field.description) || MORE_SAID.test(about.split(/(?<=[.!])\s/)[0] ?? '')) return false;
  if ([...saidFields(about.split(/(?<=[.!])\s/)[0] ?? ''), ...queriedFields(field.description)].length > 0) return true;
  return (
    !/^(?:query|q|search|search query)$/.test(text) || PLAIN_SAID.test(field.description) || PLAIN_SAID.test(about)
  );
}

const FIELDS_SAID =
  /\b(?:list|array|comma[- ]separated list|which|set|names?)\b.{0,25}\b(?:fields|properties|attributes|columns)\b.{0,40}\b(?:include|return|retrieve|show|response|output)/i;
const SHAPE_SAID =
  /\b(?:include|return|show|add|omit|embed|expand)\b.{0,60}\b(?:in|from) (?:the )?(?:response|result|output|answer)s?\b|\b(?:response|output) format\b|^(?:whether to )?(?:pretty[- ]?print|return (?:a )?(?:concise|detailed|compact|full|verbose))/i;

function shapesAnswer(node: FieldNode): boolean {
  const { field } = node;
  const text = field.words.join(' ');
  if (FIELDS_SAID.test(field.description) || SHAPE_SAID.test(field.description)) return true;
  if (
    node.kind === 'list' &&
    /\b(?:to|for which to) (?:retrieve|return|include|fetch|embed|expand)\b/i.test(field.description)
  )
    return true;
  if (
    node.kind === 'scalar' &&
    field.type === 'boolean' &&
    /^(include|with|show|expand|embed|return) /.test(`${text} `) &&
    !/archived|deleted|closed|inactive|hidden|completed|retired|cancelled|expired|disabled/.test(text)
  )
    return true;
  if (
    (field.type === 'integer' || field.type === 'real') &&
    /\b(?:characters|bytes|length)\b/i.test(field.description) &&
    /\b(?:max|truncat|trunc|limit|threshold|omit|preview)/i.test(`${text} ${field.description}`)
  )
    return true;
  return SHAPING.has(text) && node.kind !== 'object';
}

const LEAST = new Set('min minimum least from since start after gte gt begin lower newer earliest'.split(' '));
const MOST = new Set('max maximum most to until end before lte lt upper older latest under'.split(' '));
const DATES = new Set('date time day timestamp at datetime on'.split(' '));

/** Reads a name such as min_price, created_after or since as one end of a range. */
function rangeOf(field: Field): ArgumentKind | undefined {
  const { words } = field;
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  const numeric = field.type === 'integer' || field.type === 'real';
  const date =
    words.some((word) => DATES.has(word)) ||
    String(field.schema['format'] ?? '').startsWith('date') ||
    /\b(date|timestamp|ISO|YYYY)\b/i.test(field.description);
  const edge = (word: string): boolean => LEAST.has(word) || MOST.has(word);
  const at = edge(first) ? first : words.length > 1 && edge(last) ? last : undefined;
  if (at === undefined || (!date && !numeric) || (words.length === 1 && !date)) return undefined;
  if (words.length === 1 && ['from', 'to', 'start', 'end'].includes(at) && !date) return undefined;
  const of = at === first ? words.slice(1) : words.slice(0, -1);
  const strict = ['after', 'before', 'gt', 'lt', 'under', 'over'].includes(at);
  return {
    kind: 'range',
    op: LEAST.has(at) ? (strict ? '>' : '>=') : strict ? '<' : '<=',
    of: of.filter((word) => !date || !DATES.has(word)),
    date,
  };
}
