// Turns words for types as people write them (`dict`, `float`, `List[str]`, `STRING`, `DATE (YYYY-MM-DD)`, `HashMap`)
// into JSON Schema. An unknown word gives undefined, because a guess could be wrong.
import type { JsonObject } from '../../envs/values/json.ts';

export interface LooseType {
  readonly schema: JsonObject;
  /** True if the words say that the value is optional, as in `str, optional` and `Optional[str]`. */
  readonly optional?: true;
}

const string = (format?: string): JsonObject =>
  format === undefined ? { type: 'string' } : { type: 'string', format };

const WORDS: Readonly<Record<string, JsonObject>> = {
  ...each('object dict dictionary map hashmap json struct record mapping hash table jsonobject', { type: 'object' }),
  ...each('array list tuple arraylist set sequence vector collection jsonarray iterable frozenset', { type: 'array' }),
  ...each('number float double decimal real numeric float32 float64 num bigdecimal', { type: 'number' }),
  ...each('integer int long short byte int32 int64 uint bigint biginteger uint32 uint64 timestamp', {
    type: 'integer',
  }),
  ...each('string str text char character varchar enum password file binary base64 html markdown bytes', string()),
  ...each('boolean bool flag', { type: 'boolean' }),
  ...each('null none nonetype void undefined', { type: 'null' }),
  ...each('any object|any mixed unknown anytype variant', {}),
  date: string('date'),
  ...each('datetime date-time date_time', string('date-time')),
  time: string('time'),
  email: string('email'),
  ...each('uri url link', string('uri')),
  ...each('uuid guid', string('uuid')),
};

function each(words: string, schema: JsonObject): Record<string, JsonObject> {
  return Object.fromEntries(words.split(' ').map((word) => [word, schema]));
}

export function parseLooseType(text: string): LooseType | undefined {
  const lower = text.trim().toLowerCase();
  const optional = /^(.*?)[,;( ]+\s*(?:optional|not required)\s*\)?$/.exec(lower);
  if (optional?.[1] !== undefined && optional[1] !== '') {
    const inner = parseLooseType(optional[1]);
    return inner === undefined ? undefined : { ...inner, optional: true };
  }
  const required = /^(.*?)[,;( ]+\s*required\s*\)?$/.exec(lower);
  if (required?.[1] !== undefined && required[1] !== '') return parseLooseType(required[1]);
  if (Object.hasOwn(WORDS, lower)) return { schema: WORDS[lower] ?? {} };
  return parseGeneric(lower) ?? parseUnion(lower) ?? parseDecorated(lower);
}

/**
 * Parses types with parameters, such as List[str], array<integer>, string[], Dict[str, Any], Optional[int] and "list of
 * strings".
 */
function parseGeneric(text: string): LooseType | undefined {
  const generic = /^([a-z]+)\s*[[<(]\s*(.+)\s*[\]>)]$/.exec(text);
  if (generic?.[1] !== undefined && generic[2] !== undefined) {
    const [, outer, inner] = generic;
    if (outer === 'optional') {
      const found = parseLooseType(inner);
      return found === undefined ? undefined : { ...found, optional: true };
    }
    if (outer === 'union') return parseUnion(splitTop(inner, ',').join('|'));
    const kind = WORDS[outer]?.['type'];
    if (kind === 'array') {
      const first = parseLooseType(splitTop(inner, ',')[0] ?? '');
      return first === undefined ? undefined : { schema: { type: 'array', items: first.schema } };
    }
    if (kind === 'object') return { schema: { type: 'object' } };
  }
  const suffix = /^(.+)\[\]$/.exec(text) ?? /^(?:list|array|set)s? of (.+)$/.exec(text);
  if (suffix?.[1] !== undefined) {
    const inner = parseLooseType(suffix[1]) ?? parseLooseType(suffix[1].replace(/s$/, ''));
    return inner === undefined ? undefined : { schema: { type: 'array', items: inner.schema } };
  }
  return undefined;
}

/** Parses alternatives, such as `string | integer`, `str or int` and `string/null`. */
function parseUnion(text: string): LooseType | undefined {
  const parts = splitTop(text.replaceAll(/\s+or\s+/g, '|').replaceAll('/', '|'), '|').map((part) => part.trim());
  if (parts.length < 2 || parts.some((part) => part === '')) return undefined;
  const schemas = parts.map(parseLooseType);
  const types = schemas.map((found) => found?.schema['type']);
  if (types.some((type) => typeof type !== 'string')) return undefined;
  const unique = [...new Set(types as string[])];
  return { schema: unique.length === 1 ? (schemas[0]?.schema ?? {}) : { type: unique } };
}

/** Parses a type word with a note, such as `DATE (YYYY-MM-DD)`, `TIME (24-hour HH:MM)` and `integer (positive)`. */
function parseDecorated(text: string): LooseType | undefined {
  const [, word = '', note = ''] = /^([a-z0-9_-]+)\s*\((.*)\)$/.exec(text) ?? [];
  const base = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  if (base === undefined) return undefined;
  // the note may ask for another form than the format of JSON Schema; the schema then states no format
  if (word === 'date' && note !== 'yyyy-mm-dd') return { schema: string() };
  if (word === 'time') return { schema: string() };
  return { schema: base };
}

/** Splits at a character, but not inside brackets. */
function splitTop(text: string, at: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let current = '';
  for (const letter of text) {
    if ('[<('.includes(letter)) depth += 1;
    if (']>)'.includes(letter)) depth -= 1;
    if (letter === at && depth === 0) {
      parts.push(current);
      current = '';
    } else current += letter;
  }
  return [...parts, current];
}
