// Law: after a write that names a row by its key, the tool that shows the row shows the values of the other arguments,
// except numbers with which the write computes.
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { Law } from './law.ts';
import { keyArguments } from './law-room.ts';
import { lost, scalarsOf } from './shown-values.ts';

/**
 * Returns the arguments, with the members of objects added: `phone` in `owner` as owner_phone if the result shows this
 * name, else as phone.
 */
function flatOf(args: JsonObject, shown: string): JsonObject {
  const inner = Object.entries(args).flatMap(([name, value]) =>
    isJsonObject(value)
      ? Object.entries(value).map(([key, each]) => [shown.includes(`"${name}_${key}":`) ? `${name}_${key}` : key, each])
      : [],
  );
  return { ...args, ...(Object.fromEntries(inner) as JsonObject) };
}

export const givenThenGot: Law = {
  name: 'given, then got',
  aboutWrite(room, { tool, played, diff, session }) {
    const given = new Set(scalarsOf(played.args).map((value) => canonicalJson(value)));
    const program = JSON.stringify(tool.program);
    // tells whether the program computes with the argument, as in `stock + :amount`; the stored number then need not
    // equal the argument
    const isReckoned = (name: string): boolean =>
      ['+', '-', '*', '/'].some((sign) =>
        program
          .split(`${sign} :${name}`)
          .slice(1)
          .some((after) => !/^\w/.test(after)),
      );
    for (const getter of room.getters) {
      if (getter.argument === undefined || getter.tool.audience !== tool.audience) continue;
      // if the write takes the getter's own argument, only this one names the row, because ids of two tables may be the
      // same number
      const own = played.args[getter.argument];
      const names = (key: Json): boolean =>
        own === undefined ? given.has(canonicalJson(key)) : canonicalJson(own) === canonicalJson(key);
      const row = room.rowsOf(getter.table).find((each) => names(each[getter.key] as Json));
      const changes = diff[getter.table];
      if (row === undefined || changes === undefined) continue;
      if (changes.deleted.length > 0 || changes.updated.length === 0) continue;
      const got = room.read(session, getter.tool, keyArguments(getter, row));
      if (!got.ok) continue;
      const flat = flatOf(played.args, JSON.stringify(got.result));
      const { [getter.argument]: _key, [getter.key]: _own, ...said } = flat;
      const rest = Object.fromEntries(Object.entries(said).filter(([name]) => !isReckoned(name))) as JsonObject;
      const wrong = lost(rest, got.result);
      room.hold(this, tool, wrong === undefined, () => `${getter.tool.name}: ${wrong ?? ''}`);
    }
  },
};
