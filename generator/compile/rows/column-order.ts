// Sorts the columns of a row, so that each column is made after the columns whose values it uses.
import type { Json } from '../../../envs/values/json.ts';
import type { Maker } from '../../recipe/recipe-schema.ts';

/**
 * Returns the names of the columns that a maker uses. A maker describes how one value of a row is made, for example
 * from other values of the row.
 */
export function needsOf(maker: Maker): ReadonlySet<string> {
  const needs = new Set<string>();
  collect(maker as Json, needs);
  return needs;
}

const READERS = ['after', 'read', 'case', 'other_than', 'by', 'of'];

function collect(value: Json, needs: Set<string>): void {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    for (const each of value as readonly Json[]) collect(each, needs);
    return;
  }
  const record = value as Readonly<Record<string, Json>>;
  if ('schema' in record) return collect(record['like'] ?? null, needs);
  for (const key of READERS) if (typeof record[key] === 'string') needs.add(record[key]);
  for (const text of [record['template'], record['calc']])
    if (typeof text === 'string') for (const [, name = ''] of text.matchAll(/\{(\w+)(?:\|\w+)?\}/g)) needs.add(name);
  for (const list of [record['between'], record['same']])
    if (Array.isArray(list)) for (const name of list) needs.add(String(name));
  for (const [key, inner] of Object.entries(record)) if (key !== 'pick' && key !== 'deck') collect(inner, needs);
}

/**
 * Returns the columns in the order in which they are made. Columns that use each other in a circle keep their present
 * order.
 */
export function inOrder(makers: ReadonlyMap<string, Maker>): readonly string[] {
  const placed: string[] = [];
  const open = new Set<string>();
  const place = (name: string): void => {
    const maker = makers.get(name);
    if (maker === undefined || placed.includes(name) || open.has(name)) return;
    open.add(name);
    for (const need of needsOf(maker)) if (need !== name) place(need);
    open.delete(name);
    placed.push(name);
  };
  for (const name of makers.keys()) place(name);
  return placed;
}
