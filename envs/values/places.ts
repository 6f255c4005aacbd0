// Places inside a JSON value. A place is the list of keys and indexes that lead to a part of the value. A JSON pointer
// is the same as text.
import { isJsonObject, plainJson, type Json } from './json.ts';

export type Place = readonly (string | number)[];

/** Returns every scalar inside the value, each with its place. */
export function leavesOf(value: Json, place: Place = []): { place: Place; value: Json }[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((each, at) => leavesOf(each, [...place, at]));
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([name, each]) => leavesOf(each as Json, [...place, name]));
  return [{ place, value: plainJson(value) }];
}

export function valueAt(value: Json | undefined, place: Place): Json | undefined {
  let now = value;
  for (const step of place) {
    if (Array.isArray(now) && typeof step === 'number') now = (now as readonly Json[])[step];
    else if (isJsonObject(now) && Object.hasOwn(now, step)) now = now[String(step)] as Json;
    else return undefined;
  }
  return now;
}

/** Returns a copy of the value in which one place has another value. */
export function withValueAt(value: Json, [step, ...rest]: Place, put: Json): Json {
  if (step === undefined) return put;
  if (Array.isArray(value))
    return (value as readonly Json[]).map((each, at) => (at === step ? withValueAt(each, rest, put) : each));
  if (!isJsonObject(value)) return value;
  return { ...value, [step]: withValueAt((value[String(step)] ?? null) as Json, rest, put) };
}

export function pointer(place: Place): string {
  return place.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function placeOf(text: string): Place {
  return text
    .split('/')
    .slice(1)
    .map((step) => (/^(0|[1-9]\d*)$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')));
}
