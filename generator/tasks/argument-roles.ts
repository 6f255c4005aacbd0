// Tells from an argument's name and type whether it is for paging, sorting, credentials or formatting. This needs no
// knowledge of the tool. Other code decides about all other arguments.
import type { Field } from '../fields/fields.ts';

export type GeneralRole = 'limit' | 'page' | 'offset' | 'cursor' | 'sort' | 'direction' | 'credential' | 'formatting';

const set = (text: string): ReadonlySet<string> => new Set(text.split(',').map((each) => each.trim()));

const LIMIT =
  set(`limit, page size, per page, max result, max item, top k, k, top, num result, number of result, maximum result,
  result limit, result count, max count, page limit, max record, count limit, take, maxresult, size, pagesize, record per page, item per page, rows,
  num item, n result, first, amount of result, max page size, batch size, max number, max entry, number of item`);
const PAGE = set('page, page number, page index, p, page num, current page, pagenumber, page no');
const OFFSET = set('offset, skip, start index, from index, start at, start offset');
const CURSOR = set(
  'cursor, page token, next token, next page token, after cursor, continuation token, continuation, pagination token, marker, starting after, ending before, next cursor, start cursor, next page, start key',
);
const SORT = set(
  'sort, sort by, order by, sort field, sort key, orderby, sortby, sort column, ordering, sort on, sort type',
);
const DIRECTION = set(
  'order, sort order, direction, sort direction, order direction, sort dir, ascending, descending, asc, desc, sortorder',
);
const CREDENTIAL =
  set(`access token, api key, apikey, auth token, authorization, auth, authentication token, client secret, session token, bearer token,
  token, x api key, jwt, signature, oauth token, key id, auth key, secret, secret key, app id, app key, app secret, application key, api secret, session key, csrf token,
  api token, user token, refresh token, x auth token, rapidapi key, x rapidapi key, x rapidapi host, api user, auth user, appid, access key`);
const FORMATTING =
  set(`format, lang, language, locale, verbose, pretty, pretty print, prettyprint, callback, field, select, expand, include, exclude,
  embed, view, human readable, output format, time zone, timezone, alt, quota user, upload type, upload protocol, accept,
  content type, user agent, dry run, async, wait, timeout, force, api version, version, debug, indent, jsonp, request id, idempotency key, client token, client operation id, client request token, idempotency token, caller reference, client token id,
  x request id, correlation id, charset, encoding, mode of output, show raw, raw, precision digit, oauth, user ip, xgafv, trace id, if match,
  if none match, accept language, response format, return format, fields, x ms version, x ms client request id, x correlation id, client request id, x trace id, accept encoding, hl,
  send notification, notify, silent, no cache, cache, use cache, page language, date format, number format, culture, if modified since, if unmodified since, prefer, dryrun, validate only, fieldmask, update mask, read mask, projection`);

const SHOWN = '(?:return|retrieve|fetch|show|list|display|load)';
const RESULTS = '(?:results?|items?|records?|rows?|entries|elements|objects)';
/**
 * Patterns of descriptions that mark a whole number as a paging argument, under any name. A text can page a list only
 * as a cursor.
 */
const PAGING: readonly (readonly [GeneralRole, RegExp])[] = [
  [
    'offset',
    new RegExp(
      `\\b(?:number|count) of (?:[\\w-]+ ){0,3}to skip|\\b(?:index|offset|position) of the first ${RESULTS}\\b|\\bskip (?:the first|this many)\\b`,
      'i',
    ),
  ],
  [
    'limit',
    new RegExp(
      `\\b(?:number|count|amount|how many)(?: of)? (?:[\\w-]+ ){0,4}(?:to ${SHOWN}\\b|(?:to be )?returned\\b|(?:per|on (?:a|each|the)|in (?:a|each|the)) page\\b)|\\bmax(?:imum|imal)?\\.? (?:number|count|amount) of ${RESULTS}`,
      'i',
    ),
  ],
  [
    'page',
    /^(?:the |which |result |results )*(?:page number|number of the page|page index|index of the page|page of results)\b/i,
  ],
];
const CURSOR_SAID =
  /\b(?:page|continuation|pagination|next) ?token\b|\b(?:token|cursor|marker)\b.{0,40}\b(?:next|previous|following) (?:page|set|batch)/i;

/** Matches the description of an argument that identifies the caller. The argument can have any name. */
const KEY_OF_A_CALLER =
  /^(?:your |the |an? )?(?:api|access|developer|consumer)[- ]?(?:key|token)\b|\bidentifies your (?:project|application)|\boauth 2\.0 token\b/i;
/** Matches the description of an argument that only selects the form of the answer. */
const SHAPE_OF_ANSWER =
  /^selector specifying which fields|\b(?:list of|which) (?:fields|properties|attributes) (?:to|that should be|should be) (?:include|included|return|returned|show)\b|\bpartial response\b|^pretty[- ]?print/i;

/** Tells whether the description of an optional argument says that the argument only selects the form of the answer. */
export function shapesAnswer(field: Field): boolean {
  return !field.required && SHAPE_OF_ANSWER.test(field.description);
}

function saidRole(field: Field): GeneralRole | undefined {
  // an argument "days" with the description "number of days to return" counts days, not rows of the answer
  const last = field.words.at(-1) ?? '';
  const ownThing = last.length > 2 && new RegExp(`\\bof (?:[\\w-]+ ){0,3}${last}s?\\b`, 'i').test(field.description);
  if (ownThing && !new RegExp(`^${RESULTS}$`).test(last)) return undefined;
  if (field.type === 'integer') return PAGING.find(([, said]) => said.test(field.description))?.[0];
  return field.type === 'text' &&
    /token|cursor|marker|^after$|^next/.test(field.words.join(' ')) &&
    CURSOR_SAID.test(field.description)
    ? 'cursor'
    : undefined;
}

export function generalRole(field: Field, isRead: boolean): GeneralRole | undefined {
  if (field.inPath === true) return undefined;
  const text = field.words.join(' ');
  const said = isRead ? saidRole(field) : undefined;
  if (said !== undefined) return said;
  if (field.type === 'integer' || field.type === 'real' || field.type === 'text' || field.type === 'json') {
    if (
      LIMIT.has(text) &&
      (field.type !== 'text' || isRead) &&
      (text !== 'size' || isRead) &&
      (text !== 'first' || field.type === 'integer')
    )
      return isRead ? 'limit' : undefined;
    if (PAGE.has(text) && isRead) return 'page';
    if (OFFSET.has(text) && isRead) return 'offset';
    if (CURSOR.has(text) && isRead) return 'cursor';
  }
  if (isRead && SORT.has(text)) return 'sort';
  if (isRead && DIRECTION.has(text))
    return text === 'order' && field.choices.length > 0 && !field.choices.some((each) => /asc|desc/i.test(String(each)))
      ? 'sort'
      : 'direction';
  if (CREDENTIAL.has(text) && field.type !== 'json' && !(field.required && text === 'secret')) return 'credential';
  if (!field.required && field.type === 'text' && /key|token$/.test(text) && KEY_OF_A_CALLER.test(field.description))
    return 'credential';
  if (shapesAnswer(field)) return 'formatting';
  if (field.schema['format'] === 'password' && text !== 'password') return 'credential';
  if (
    FORMATTING.has(text) &&
    (isRead ||
      ![
        'language',
        'format',
        'time zone',
        'timezone',
        'field',
        'version',
        'locale',
        'view',
        'include',
        'exclude',
        'notify',
        'encoding',
        'mode',
        'lang',
      ].includes(text))
  ) {
    // a tool that only reads and requires a language or a format is about that language or format
    return field.required && isRead && ['language', 'format', 'lang', 'view', 'field'].includes(text)
      ? undefined
      : 'formatting';
  }
  if (/^x [a-z]+ /.test(`${text} `) && field.name.includes('_')) return 'formatting';
  if (/^x [a-z]+/.test(text) && !field.required) return 'formatting';
  return undefined;
}
