// Resolves references in scenarios. "$order.id" stands for a named value, "$2.id" for a part of the second result, and
// "about ${order.title}" for a text that contains a value.
import { badInput } from '../../../envs/errors/gym-error.ts';
import { isJsonObject, type Json } from '../../../envs/values/json.ts';
import { memberOf, type Names } from '../../queries/bound-query.ts';

const WHOLE = /^\$([A-Za-z_]\w*|\d+)((?:\.[\w-]+)*)$/;
const INSIDE = /\$\{([A-Za-z_]\w*|\d+)((?:\.[\w-]+)*)\}/g;

/** Returns the name under which the result of a step is stored. */
export const stepName = (position: number): string => `_${position}`;

/** Replaces the references in a value, inside matchers too. Throws for a name that has no value. */
export function resolveReferences(value: Json, names: Names, where: string): Json {
  if (typeof value === 'string') {
    const whole = WHOLE.exec(value);
    if (whole !== null) return referred(whole[1] ?? '', whole[2] ?? '', names, where);
    return value.replaceAll(INSIDE, (_all, name: string, path: string) => {
      const found = referred(name, path, names, where);
      return typeof found === 'string' ? found : JSON.stringify(found);
    });
  }
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => resolveReferences(each, names, where));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, resolveReferences(each as Json, names, where)]),
  );
}

function referred(name: string, path: string, names: Names, where: string): Json {
  const bound = /^\d+$/.test(name) ? stepName(Number(name)) : name;
  if (!names.has(bound))
    throw badInput({
      path: where,
      what: `$${name} is not known here`,
      mend: `known are ${[...names.keys()].map((each) => `$${each.replace(/^_(?=\d)/, '')}`).join(', ') || 'none'}`,
    });
  return memberOf(names.get(bound) ?? null, path.split('.').slice(1));
}
