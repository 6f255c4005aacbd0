// Names of arguments that control the call and are not values of rows.
const set = (text: string): ReadonlySet<string> => new Set(text.split(',').map((each) => each.trim()));

export const LIMITS =
  set(`limit, page size, per page, max result, max item, result limit, max count, page limit, max record, take,
  top, count, size, num result, number of result, max number, maximum result, first, max, maximum number of result, max number of result, maximum item, result per page, n, page count, max row, batch size`);
export const PAGES = set('page, page number, page index, page num, current page, page no');
export const OFFSETS = set('offset, skip, start index, start at, start, from index');
export const CURSORS = set(`cursor, page token, next token, next page token, after, after cursor, continuation token,
  pagination token, marker, starting after, start cursor, next cursor, continuation, start after`);
export const SORTS = set('sort, sort by, order by, sort field, sort key, sort column, ordering, sort on, order');
export const DIRECTIONS = set(
  'direction, sort order, sort direction, order direction, sort dir, ascending, descending, order',
);
export const QUERIES =
  set(`query, q, keyword, search, search term, search text, search query, term, search string, search keyword, text to
  search, search phrase, full text, search word, keyword query, query text`);
export const CREDENTIALS =
  set(`access token, api key, auth token, authorization, bearer token, api token, x api key, app key,
  app id key, client secret, auth, token, session token, api secret, oauth token`);
/** Names of arguments that select the form of the result, never its rows. */
export const SHAPING =
  set(`format, output format, response format, output, verbose, verbosity, pretty, detail level, fields, field, include field,
  exclude field, select, expand, projection, field mask, include markdown, response type, view mode, indent, locale, concise, detailed, detail,
  return format, prettify, property to return, format type, display format, mask`);
