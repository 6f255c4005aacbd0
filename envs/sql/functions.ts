// The list of all SQL functions that programs and schemas may call. Any other function is refused. The reference in
// docs/ is generated from this list.

/**
 * plain: a function of SQLite that depends on its arguments only. aggregate: over rows, in any order. ordered: over
 * rows, in an order without ties. date: of SQLite, with checks that keep the machine's clock out. exact: has SQLite's
 * name, but callgym computes it, so that every machine gives the same result. callgym: added by callgym.
 */
export type FunctionKind = 'plain' | 'aggregate' | 'ordered' | 'date' | 'exact' | 'callgym';

export interface SqlFunction {
  readonly kind: FunctionKind;
  readonly usage: string;
  readonly about: string;
  /** 'always': the result is always an integer. 'like-arguments': it is one if all arguments are integers. */
  readonly integer?: 'always' | 'like-arguments';
  /** True if the result is a blob. It may only be used inside a SELECT and is neither stored nor returned. */
  readonly blob?: true;
}

function entry(kind: FunctionKind, usage: string, about: string, integer?: SqlFunction['integer']): SqlFunction {
  return integer === undefined ? { kind, usage, about } : { kind, usage, about, integer };
}

function blob(kind: FunctionKind, usage: string, about: string): SqlFunction {
  return { kind, usage, about, blob: true };
}

export const SQL_FUNCTIONS: Readonly<Record<string, SqlFunction>> = {
  // text
  char: entry('plain', 'char(code, …)', 'text from code points'),
  concat: entry('plain', 'concat(a, b, …)', 'joined text, NULL as nothing'),
  concat_ws: entry('plain', 'concat_ws(separator, a, b, …)', 'joined text without the NULLs'),
  format: entry('plain', 'format(pattern, …)', 'printf-style text; widths up to 200'),
  glob: entry('plain', 'glob(pattern, text)', 'whether a text fits a literal pattern'),
  hex: entry('plain', 'hex(text)', 'the bytes of a text in hexadecimal'),
  instr: entry('plain', 'instr(text, part)', 'position of a part, 0 when absent', 'always'),
  length: entry('plain', 'length(text)', 'number of characters', 'always'),
  like: entry('plain', 'like(pattern, text)', 'whether a text fits a literal pattern'),
  lower: entry('plain', 'lower(text)', 'ASCII lower case'),
  ltrim: entry('plain', 'ltrim(text [, chars])', 'without leading characters'),
  octet_length: entry('plain', 'octet_length(text)', 'number of bytes', 'always'),
  printf: entry('plain', 'printf(pattern, …)', 'the same as format'),
  quote: entry('plain', 'quote(value)', 'the value as an SQL literal'),
  replace: entry('plain', 'replace(text, part, other)', 'every part replaced'),
  rtrim: entry('plain', 'rtrim(text [, chars])', 'without trailing characters'),
  soundex: entry('plain', 'soundex(text)', 'how a word sounds'),
  substr: entry('plain', 'substr(text, from [, length])', 'a part of a text, from 1'),
  substring: entry('plain', 'substring(text, from [, length])', 'the same as substr'),
  trim: entry('plain', 'trim(text [, chars])', 'without characters at both ends'),
  unicode: entry('plain', 'unicode(text)', 'code point of the first character', 'always'),
  unhex: blob('plain', 'unhex(text)', 'the bytes that a hexadecimal text names; CAST them to TEXT'),
  unistr: entry('plain', 'unistr(text)', 'text with \\u escapes resolved'),
  unistr_quote: entry('plain', 'unistr_quote(value)', 'quote with \\u escapes'),
  upper: entry('plain', 'upper(text)', 'ASCII upper case'),
  // values
  abs: entry('plain', 'abs(x)', 'absolute value', 'like-arguments'),
  coalesce: entry('plain', 'coalesce(a, b, …)', 'the first that is not NULL', 'like-arguments'),
  if: entry('plain', 'if(condition, yes [, no])', 'the same as iif', 'like-arguments'),
  ifnull: entry('plain', 'ifnull(a, b)', 'a, or b where a is NULL', 'like-arguments'),
  iif: entry('plain', 'iif(condition, yes [, no])', 'a choice', 'like-arguments'),
  likelihood: entry('plain', 'likelihood(x, p)', 'x; a hint for the planner'),
  likely: entry('plain', 'likely(x)', 'x; a hint for the planner'),
  unlikely: entry('plain', 'unlikely(x)', 'x; a hint for the planner'),
  nullif: entry('plain', 'nullif(a, b)', 'a, or NULL where they are equal', 'like-arguments'),
  sign: entry('plain', 'sign(x)', '-1, 0 or 1', 'always'),
  typeof: entry('plain', 'typeof(x)', 'integer, real, text or null'),
  // numbers
  ceil: entry('plain', 'ceil(x)', 'rounded up'),
  ceiling: entry('plain', 'ceiling(x)', 'rounded up'),
  degrees: entry('plain', 'degrees(x)', 'radians to degrees'),
  floor: entry('plain', 'floor(x)', 'rounded down'),
  mod: entry('plain', 'mod(x, y)', 'remainder as a real'),
  pi: entry('plain', 'pi()', '3.14159…'),
  radians: entry('plain', 'radians(x)', 'degrees to radians'),
  round: entry('plain', 'round(x [, digits])', 'rounded, as a real'),
  sqrt: entry('plain', 'sqrt(x)', 'square root'),
  trunc: entry('plain', 'trunc(x)', 'rounded towards zero'),
  acos: entry('exact', 'acos(x)', 'arc cosine'),
  acosh: entry('exact', 'acosh(x)', 'inverse hyperbolic cosine'),
  asin: entry('exact', 'asin(x)', 'arc sine'),
  asinh: entry('exact', 'asinh(x)', 'inverse hyperbolic sine'),
  atan: entry('exact', 'atan(x)', 'arc tangent'),
  atanh: entry('exact', 'atanh(x)', 'inverse hyperbolic tangent'),
  atan2: entry('exact', 'atan2(y, x)', 'angle of a point'),
  cos: entry('exact', 'cos(x)', 'cosine'),
  cosh: entry('exact', 'cosh(x)', 'hyperbolic cosine'),
  exp: entry('exact', 'exp(x)', 'e to the power x'),
  ln: entry('exact', 'ln(x)', 'natural logarithm'),
  log: entry('exact', 'log([base,] x)', 'logarithm, base 10 by default'),
  log10: entry('exact', 'log10(x)', 'logarithm to base 10'),
  log2: entry('exact', 'log2(x)', 'logarithm to base 2'),
  pow: entry('exact', 'pow(x, y)', 'x to the power y'),
  power: entry('exact', 'power(x, y)', 'x to the power y'),
  sin: entry('exact', 'sin(x)', 'sine'),
  sinh: entry('exact', 'sinh(x)', 'hyperbolic sine'),
  tan: entry('exact', 'tan(x)', 'tangent'),
  tanh: entry('exact', 'tanh(x)', 'hyperbolic tangent'),
  // JSON
  json: entry('plain', 'json(text)', 'the text as JSON, minified'),
  json_array: entry('plain', 'json_array(a, b, …)', 'a JSON array'),
  json_array_insert: entry('plain', 'json_array_insert(json, path, value, …)', 'adds an element before a place'),
  json_array_length: entry('plain', 'json_array_length(json [, path])', 'number of elements', 'always'),
  json_error_position: entry('plain', 'json_error_position(text)', '0 when the text is JSON', 'always'),
  json_extract: entry('plain', 'json_extract(json, path, …)', 'the value at a path'),
  json_insert: entry('plain', 'json_insert(json, path, value, …)', 'adds where absent'),
  json_object: entry('plain', 'json_object(key, value, …)', 'a JSON object'),
  json_patch: entry('plain', 'json_patch(json, patch)', 'RFC 7396 merge patch'),
  json_pretty: entry('plain', 'json_pretty(json)', 'indented JSON'),
  json_quote: entry('plain', 'json_quote(value)', 'an SQL value as JSON'),
  json_remove: entry('plain', 'json_remove(json, path, …)', 'without the values at paths'),
  json_replace: entry('plain', 'json_replace(json, path, value, …)', 'replaces where present'),
  json_set: entry('plain', 'json_set(json, path, value, …)', 'adds or replaces'),
  json_type: entry(
    'plain',
    'json_type(json [, path])',
    'null, true, false, integer, real, text, array, object; NULL when absent',
  ),
  json_valid: entry('plain', 'json_valid(text)', 'whether the text is JSON', 'always'),
  jsonb: blob('plain', 'jsonb(text)', 'JSON in binary form, for the functions below'),
  jsonb_array: blob('plain', 'jsonb_array(…)', 'json_array, in binary form'),
  jsonb_array_insert: blob('plain', 'jsonb_array_insert(…)', 'json_array_insert, in binary form'),
  jsonb_extract: blob('plain', 'jsonb_extract(…)', 'json_extract, in binary form'),
  jsonb_insert: blob('plain', 'jsonb_insert(…)', 'json_insert, in binary form'),
  jsonb_object: blob('plain', 'jsonb_object(…)', 'json_object, in binary form'),
  jsonb_patch: blob('plain', 'jsonb_patch(…)', 'json_patch, in binary form'),
  jsonb_remove: blob('plain', 'jsonb_remove(…)', 'json_remove, in binary form'),
  jsonb_replace: blob('plain', 'jsonb_replace(…)', 'json_replace, in binary form'),
  jsonb_set: blob('plain', 'jsonb_set(…)', 'json_set, in binary form'),
  // dates
  date: entry('date', 'date(value, modifier, …)', 'YYYY-MM-DD'),
  datetime: entry('date', 'datetime(value, modifier, …)', 'YYYY-MM-DD HH:MM:SS'),
  julianday: entry('date', 'julianday(value, modifier, …)', 'days as a real'),
  strftime: entry('date', 'strftime(pattern, value, modifier, …)', 'a date by a pattern'),
  time: entry('date', 'time(value, modifier, …)', 'HH:MM:SS'),
  timediff: entry('date', 'timediff(a, b)', 'the span between two dates'),
  unixepoch: entry('date', 'unixepoch(value, modifier, …)', 'seconds since 1970', 'always'),
  // aggregates
  avg: entry('aggregate', 'avg(x)', 'mean, summed exactly'),
  count: entry('aggregate', 'count(*) | count(x)', 'number of rows', 'always'),
  max: entry('aggregate', 'max(x) | max(a, b, …)', 'the largest', 'like-arguments'),
  median: entry('aggregate', 'median(x)', 'the middle value'),
  min: entry('aggregate', 'min(x) | min(a, b, …)', 'the smallest', 'like-arguments'),
  percentile: entry('aggregate', 'percentile(x, p)', 'the value below which p percent lie'),
  percentile_cont: entry('aggregate', 'percentile_cont(x, fraction)', 'the same by a fraction'),
  percentile_disc: entry('aggregate', 'percentile_disc(x, fraction)', 'the same, always one of the values'),
  sum: entry('aggregate', 'sum(x)', 'total, summed exactly: the order of rows does not matter', 'like-arguments'),
  total: entry('aggregate', 'total(x)', 'total as a real, 0.0 for no rows'),
  fsum: entry(
    'ordered',
    'fsum(x ORDER BY …)',
    'total by plain addition from left to right, as most programming languages add',
  ),
  group_concat: entry('ordered', 'group_concat(x [, separator] ORDER BY …)', 'texts joined'),
  json_group_array: entry('ordered', 'json_group_array(x ORDER BY …)', 'a JSON array of rows'),
  json_group_object: entry('ordered', 'json_group_object(key, x ORDER BY …)', 'a JSON object of rows'),
  jsonb_group_array: blob('ordered', 'jsonb_group_array(x ORDER BY …)', 'json_group_array, in binary form'),
  jsonb_group_object: blob('ordered', 'jsonb_group_object(key, x ORDER BY …)', 'json_group_object, in binary form'),
  string_agg: entry('ordered', 'string_agg(x, separator ORDER BY …)', 'texts joined'),
  // added by callgym
  base_name: entry('callgym', 'base_name(path)', 'the last part of a path'),
  calc: entry(
    'callgym',
    'calc(text)',
    'the value of an arithmetic expression (+ - * / // ** and parentheses), NULL when it is not one',
  ),
  geo_distance: entry('callgym', 'geo_distance(lat1, lon1, lat2, lon2)', 'great-circle distance in kilometres'),
  new_id: entry(
    'callgym',
    'new_id() | new_id(prefix) | new_id(prefix, digits)',
    'a fresh id: 12 letters and digits, or a prefix and a number of digits',
  ),
  now: entry('callgym', 'now()', "the session's clock as YYYY-MM-DDTHH:MM:SSZ"),
  num: entry('callgym', 'num(x)', 'a number as its shortest decimal text'),
  slug: entry('callgym', 'slug(text)', 'a name as a part of a URL: small letters and digits, joined by hyphens'),
  split: entry('callgym', 'split(text, separator)', 'the parts of a text as a JSON array'),
  text_match: entry(
    'callgym',
    'text_match(text, query)',
    'whether every word of the query stands in the text, in any case; the query is plain text, never a pattern',
  ),
};

/**
 * The functions whose result may be twice as long as their argument. Nested calls of them could otherwise give texts of
 * any length.
 */
export const DOUBLING: ReadonlySet<string> = new Set([
  'hex',
  'quote',
  'json_quote',
  'unistr_quote',
  'format',
  'printf',
]);
/** The largest number of bytes of a text that is stored or given to one of the functions above. */
export const MAX_STORED_BYTES = 1_000_000;
/** The name of the constraint that limits the length of stored texts. */
export const SIZE_CONSTRAINT = 'callgym_size';

export const MINTING = 'new_id';
export const CLOCK = 'now';

/** Functions that the analysis of SQL adds to statements. Programs cannot call them themselves. */
export const HIDDEN = {
  visit: 'callgym_visit',
  moment: 'callgym_moment',
  modifier: 'callgym_modifier',
  pattern: 'callgym_pattern',
  replace: 'callgym_replace',
  bounded: 'callgym_bounded',
  sum: 'callgym_sum',
  avg: 'callgym_avg',
  total: 'callgym_total',
} as const;
