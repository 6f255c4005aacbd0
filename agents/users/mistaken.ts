// Makes the wrong value for a fact that a user tells wrongly at first.
import type { Json } from '../../envs/values/json.ts';

/**
 * Returns the value with a small mistake, such as another digit, another day or two swapped letters. A boolean stays as
 * it is. Equal results of `pick` give the same mistake.
 */
export function mistaken(value: Json, pick: (length: number) => number): Json {
  if (typeof value === 'number') return value + 1 + pick(3);
  if (typeof value !== 'string') return value;
  const digits = [...value.matchAll(/\d/g)].map(({ index }) => index);
  const end = value.includes('@') ? value.indexOf('@') : value.length;
  const letters = [...value.slice(0, end).matchAll(/\p{L}(?=\p{L})/gu)]
    .map(({ index }) => index)
    .filter((at) => value[at]?.toLowerCase() !== value[at + 1]?.toLowerCase());
  const isDate = /^\d{4}-\d\d-\d\d/.test(value);
  if (isDate) {
    const day = Number(value.slice(8, 10));
    return `${value.slice(0, 8)}${String((day % 27) + 1).padStart(2, '0')}${value.slice(10)}`;
  }
  if (digits.length > 0 && (value.includes('@') ? letters.length === 0 : true)) {
    const at = digits[pick(digits.length)] ?? 0;
    return `${value.slice(0, at)}${(Number(value[at]) + 1 + pick(8)) % 10}${value.slice(at + 1)}`;
  }
  const at = letters[pick(letters.length)];
  if (at === undefined) return `${value}e`;
  return `${value.slice(0, at)}${value[at + 1] ?? ''}${value[at] ?? ''}${value.slice(at + 2)}`;
}
