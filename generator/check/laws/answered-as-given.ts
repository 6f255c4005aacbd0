// Law for compiled environments: if the answer to a write has a member with the name of an argument, the member holds
// the given value. Lists and objects are not compared. In other environments, such a member may mean something else.
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { Law } from './law.ts';
import { withoutParent } from './shown-values.ts';

export const answeredAsGiven: Law = {
  name: 'answered as given',
  aboutWrite(room, { tool, played, result, diff }) {
    if (room.world.environment.origin !== 'compiled') return;
    const row = theRow(result);
    if (row === undefined) return;
    const args = Object.entries(diff).reduce((rest, [table, { inserted }]) => {
      const key = room.world.schema.tables.find(({ name }) => name === table)?.primaryKey[0] ?? '';
      return (inserted as readonly JsonObject[]).reduce((left, each) => withoutParent(left, each, key), rest);
    }, played.args);
    const wrong = Object.entries(args).find(([name, value]) => {
      const shown = row[name];
      if (shown === undefined || value === null || (typeof value === 'object' && !Array.isArray(value))) return false;
      return Array.isArray(value) ? false : canonicalJson(shown) !== canonicalJson(value as Json);
    });
    if (!Object.keys(args).some((name) => row[name] !== undefined)) return;
    room.hold(this, tool, wrong === undefined, () => `${wrong?.[0] ?? ''} was given, and another value is answered`);
  },
};

/** Returns the row in an answer: the answer itself, or its only member if this is an object. */
function theRow(result: Json): Readonly<Record<string, Json>> | undefined {
  if (!isJsonObject(result)) return undefined;
  const inner = Object.values(result).find(isJsonObject);
  return (Object.keys(result).length === 1 ? inner : undefined) ?? (result as Readonly<Record<string, Json>>);
}
