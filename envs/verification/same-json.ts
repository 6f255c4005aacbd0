// Compares a stored value with a wanted one: texts exactly, numbers with a small tolerance.
import { isJsonObject, plainJson, type Json } from '../values/json.ts';
import { closeReals } from './masked-diff.ts';

export function sameJson(a: Json, b: Json): boolean {
  const x = plainJson(a);
  const y = plainJson(b);
  if (typeof x === 'number' && typeof y === 'number') return closeReals(x, y);
  if (Array.isArray(x) && Array.isArray(y))
    return x.length === y.length && x.every((each, at) => sameJson(each as Json, y[at] as Json));
  if (isJsonObject(x) && isJsonObject(y)) {
    const keys = Object.keys(x);
    return (
      keys.length === Object.keys(y).length &&
      keys.every((key) => Object.hasOwn(y, key) && sameJson(x[key] as Json, y[key] as Json))
    );
  }
  return x === y;
}
