// Makes values that a tool should refuse: texts in the right form that no row has, and numbers beyond the stated
// limits.
import type { Tool } from '../../../envs/values/tool-schema.ts';
import type { Json } from '../../../envs/values/json.ts';

/** Returns the limits that a tool's description states. The trial makes a call beyond each limit. */
export function boundsIn(tool: Tool): readonly number[] {
  const said = `${tool.description} ${JSON.stringify(tool.parameters)}`;
  const numbers = [...said.matchAll(/\b(?:up to|at most|max\w*|more than|longer than|limit\w*)\D{0,12}(\d{1,4})\b/gi)];
  return [...new Set(numbers.map((found) => Number(found[1])))].filter((bound) => bound > 0 && bound <= MOST_BOUND);
}
const MOST_BOUND = 2000;

/** Returns texts that hardly any row has. Some of them have the same form as the value. */
export function wrongTexts(value: string): string[] {
  if (value.includes('@')) return ['no.one@example.com'];
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return ['1990-01-01T00:00:00Z', 'some day'];
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return ['1990-01-01', 'some day'];
  const same = value.replaceAll(/[A-Z]/g, 'Z').replaceAll(/[a-z]/g, 'z').replaceAll(/[0-9]/g, '9');
  return ['no-such-value', 'No Such Value', same, turned(value)];
}

const TURNED = 6;

/** Replaces letters a to f and digits at the end, so that the text may still fit its pattern. */
export function turned(value: string): string {
  return `${value.slice(0, -TURNED)}${value
    .slice(-TURNED)
    .replaceAll(/[0-9]/g, (digit) => String(9 - Number(digit)))
    .replaceAll(/[a-f]/g, (letter) => (letter === 'a' ? 'f' : 'a'))
    .replaceAll(/[A-F]/g, (letter) => (letter === 'A' ? 'F' : 'A'))}`;
}

/** Returns the number plus `step`, or the date or moment moved by `step` days. Returns undefined for other values. */
export function besideValue(value: Json, step: number): Json | undefined {
  if (typeof value === 'number') return value + step;
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:T|$)/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  const moved = new Date(time + step * 86_400_000).toISOString();
  return moved.slice(0, 10) + String(value).slice(10);
}
