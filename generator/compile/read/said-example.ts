// Finds the form of an id, such as a prefix and eight digits, from an example in the schema or the description, or from
// a pattern.
import type { JsonObject } from '../../../envs/values/json.ts';

export interface Described {
  readonly schema: JsonObject;
  readonly description: string;
}

/** Returns an example of an id from the schema or the description, or undefined. */
export function exampleOf({ schema, description }: Described): string | undefined {
  const given = [schema['example'], ...(Array.isArray(schema['examples']) ? schema['examples'] : [])]
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .map(String);
  const said =
    /(?:e\.g\.|for example|example|such as|like|format)[,:]?\s+['"`(]?([A-Za-z0-9][\w:./#-]*\d[\w:-]*)/i.exec(
      description,
    )?.[1];
  return [...given, ...(said === undefined ? [] : [said])].find((each) => /\d/.test(each) && each.length <= 40);
}

export const isUuid = ({ schema, description }: Described): boolean =>
  schema['format'] === 'uuid' || schema['format'] === 'guid' || /\bUUID\b/i.test(description);

/** The form of a key: a constant prefix, and the number of letters or digits after the prefix. */
export interface KeyForm {
  readonly prefix: string;
  readonly length: number;
}

const CLASS = String.raw`(?:\\d|\\w|\[[^\]]*0-9[^\]]*\])`;
const FORM = new RegExp(String.raw`^\^?((?:[A-Za-z0-9_:/#]|\\?[-.])*)${CLASS}(?:\{(\d+)(?:,(\d*))?\}|([+*]))\$?$`);
const USUAL = 9;
/** A key has at least this many letters or digits after the prefix; with fewer, new keys would soon collide. */
const FEWEST = 4;

/**
 * Returns the form of a key, from a pattern or an example. Returns undefined if there is neither, and null if the
 * pattern demands another form or a key that is too short.
 */
export function keyForm(described: Described): KeyForm | null | undefined {
  const { pattern } = described.schema;
  if (typeof pattern === 'string') {
    const [whole, prefix = '', least, most, open] = FORM.exec(pattern) ?? [];
    if (whole === undefined) return null;
    const length =
      open !== undefined || most === '' ? Math.max(USUAL, Number(least ?? 0)) : Number(most ?? least ?? USUAL);
    return length < FEWEST ? null : { prefix: prefix.replaceAll('\\', ''), length };
  }
  const shown = exampleOf(described);
  if (shown === undefined) return undefined;
  // the prefix may have several parts, as in gid://shop/Product/123
  const [, prefix = '', rest = ''] = /^([A-Za-z][^\d\s]{0,40}[_:/#-])?([A-Za-z0-9]+)$/.exec(shown) ?? [];
  if (rest === '') return undefined;
  const plain = prefix === '' ? (/^([A-Za-z]{1,6})\d+$/.exec(rest)?.[1] ?? '') : prefix;
  return { prefix: plain, length: Math.max(FEWEST, shown.length - plain.length) };
}
