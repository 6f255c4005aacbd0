// Tells from a schema whether a time is a day or a moment (a day with a time of day).
import type { JsonObject } from '../../envs/values/json.ts';

const MOMENT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d|YYYY-MM-DD[T ]?'?T?'?HH|\b(?:date-?times?|timestamps?|RFC ?3339)\b/i;
const DAY = /\d{4}-\d\d-\d\d(?![T ]?\d)|YYYY-MM-DD(?![T ]?'?T?'?HH)/;

/**
 * Returns the form that the format states, or else the form that the examples and the description state. Returns
 * undefined if these state both forms or none.
 */
export function timeForm(schema: JsonObject, description: string): 'day' | 'moment' | undefined {
  const { format, examples } = schema;
  if (format === 'date') return 'day';
  if (format === 'date-time') return 'moment';
  const said = [...(Array.isArray(examples) ? examples : []).filter((each) => typeof each === 'string'), description];
  const [isMoment, isDay] = [MOMENT, DAY].map((form) => said.some((each) => form.test(each)));
  if (isMoment === isDay) return undefined;
  return isMoment === true ? 'moment' : 'day';
}

/** Tells whether one of the examples is a day or a moment. */
export function isTimeByExample({ examples }: JsonObject): boolean {
  return Array.isArray(examples) && examples.some((each) => /^\d{4}-\d\d-\d\d(?:$|[T ]\d\d:\d\d)/.test(String(each)));
}
