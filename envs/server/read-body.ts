// Parses request bodies as JSON, once. It refuses a body that nests too deep, repeats a name in one object or has
// __proto__, because two readers would read such a body differently. An integer that loses digits is kept: among the
// arguments of a tool it is the agent's error, and no other value may be that large.
import { isUtf8 } from 'node:buffer';
import { parseJson, type Json } from '../values/json.ts';
import { HttpError } from './http-errors.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** The text of a body. Bytes that are no UTF-8 are refused: read as text, they would stand in a log as other ones. */
export function textOfBody(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new HttpError('BAD_JSON', { what: 'it is not UTF-8' });
  return bytes.toString();
}

export function readBody(text: string, mostDepth: number): Json {
  const { depth, names } = outline(text);
  if (depth > mostDepth) throw new HttpError('BAD_JSON', { what: `it is nested deeper than ${mostDepth}` });
  let value: Json;
  try {
    value = parseJson(text, 'kept');
  } catch {
    throw new HttpError('BAD_JSON', { what: 'it cannot be parsed' });
  }
  if (countNames(value) !== names) throw new HttpError('BAD_JSON', { what: 'an object has the same name twice' });
  return value;
}

/** How deep the text nests and how many names its objects have; exact for JSON, anything for other text. */
function outline(text: string): { depth: number; names: number } {
  let depth = 0;
  let deepest = 0;
  let names = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
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
      default:
    }
  }
  return { depth: deepest, names };
}

function countNames(value: Json): number {
  if (value === null || typeof value !== 'object' || JSON.isRawJSON(value)) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const each of value as readonly Json[]) count += countNames(each);
    return count;
  }
  for (const [name, each] of Object.entries(value)) {
    if (name === '__proto__') throw new HttpError('BAD_JSON', { what: 'a name is __proto__' });
    count += 1 + countNames(each);
  }
  return count;
}
