// Parses each request body as JSON, once. A body is refused if it is nested too deeply, repeats a key in one object or
// has the key __proto__, because two parsers could read such a body differently. An integer that is too large for a
// JavaScript number keeps all its digits; a later check refuses it.
import { isUtf8 } from 'node:buffer';
import { parseJson, type Json } from '../values/json.ts';
import { HttpError } from './http-errors.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
/** A run of at least this many digits may be an integer that a JavaScript number cannot represent exactly. */
const LONG_INTEGER = 16;

/**
 * Returns the text of a body. Throws if its bytes are not UTF-8, because the log would then contain other bytes than
 * the client sent.
 */
export function textOfBody(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new HttpError('BAD_JSON', { what: 'it is not UTF-8' });
  return bytes.toString();
}

export interface Body {
  readonly value: Json;
  /** True if every number is a plain integer. Parsing and printing the body then changes nothing. */
  readonly plain: boolean;
}

export function readBody(text: string, mostDepth: number): Json {
  return readPlainBody(text, mostDepth).value;
}

export function readPlainBody(text: string, mostDepth: number): Body {
  const { depth, names, plain } = outline(text);
  if (depth > mostDepth) throw new HttpError('BAD_JSON', { what: `it is nested deeper than ${mostDepth}` });
  let value: Json;
  try {
    value = plain ? (JSON.parse(text) as Json) : parseJson(text, 'kept');
  } catch {
    throw new HttpError('BAD_JSON', { what: 'it cannot be parsed' });
  }
  if (countNames(value) !== names) throw new HttpError('BAD_JSON', { what: 'an object has the same name twice' });
  return { value, plain };
}

/**
 * Returns the depth of nesting and the number of keys. `plain` is true if no number has a point, an exponent or very
 * many digits. The result is right for valid JSON only; for other text it has no meaning.
 */
function outline(text: string): { depth: number; names: number; plain: boolean } {
  let depth = 0;
  let deepest = 0;
  let names = 0;
  let digits = 0;
  let plain = true;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) {
      digits += 1;
      if (digits >= LONG_INTEGER) plain = false;
      continue;
    }
    switch (code) {
      case QUOTE:
        for (at += 1; at < text.length; at++) {
          const unit = text.charCodeAt(at);
          if (unit === BACKSLASH) at += 1;
          else if (unit === QUOTE) break;
        }
        break;
      case COLON:
        names += 1;
        break;
      case 0x5b:
      case 0x7b:
        depth += 1;
        if (depth > deepest) deepest = depth;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
      case POINT:
        plain = false;
        break;
      case MINUS:
        // the number -0 counts as not plain, because printing it would lose the sign
        if (text.charCodeAt(at + 1) === ZERO) plain = false;
        break;
      // the letter e after a digit begins an exponent; otherwise it belongs to true or false
      case 0x45:
      case 0x65:
        if (digits > 0) plain = false;
        break;
      default:
    }
    digits = 0;
  }
  return { depth: deepest, names, plain };
}

function countNames(value: Json): number {
  if (value === null || typeof value !== 'object' || JSON.isRawJSON(value)) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const each of value as readonly Json[]) count += countNames(each);
    return count;
  }
  const object = value as { readonly [name: string]: Json };
  for (const name of Object.keys(object)) {
    if (name === '__proto__') throw new HttpError('BAD_JSON', { what: 'a name is __proto__' });
    const each = object[name] as Json;
    count += typeof each === 'object' ? 1 + countNames(each) : 1;
  }
  return count;
}
