// Counts the fields of a result that hold a value. With this count, the trial finds the call whose result shows most.
import { isJsonObject, type Json } from '../../../envs/values/json.ts';

/** The number of places with a value and the number of empty ones. All elements of a list count as one place. */
export interface Shown {
  readonly places: number;
  readonly gaps: number;
}

export function shown(result: Json): Shown {
  const places = new Set<string>();
  let gaps = 0;
  const walk = (value: Json, path: string): void => {
    if (value === null || (Array.isArray(value) && value.length === 0)) {
      gaps += 1;
      return;
    }
    places.add(path);
    if (Array.isArray(value)) for (const each of value as readonly Json[]) walk(each, `${path}/*`);
    else if (isJsonObject(value))
      for (const [name, each] of Object.entries(value)) walk(each as Json, `${path}/${name}`);
  };
  walk(result, '');
  return { places: places.size, gaps };
}
