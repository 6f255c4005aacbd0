// A list shows the rows that its arguments ask for, by the rows themselves: no row too many, none too few.
import { canonicalJson, isJsonObject, type Json } from '../../../envs/values/json.ts';
import type { Tool } from '../../../envs/values/tool-schema.ts';
import type { Played } from '../check-roles.ts';
import type { Law } from './law.ts';
import { argumentsOf, CUT, type LawRoom, type Lister } from './law-room.ts';
import { alike, itemsOf, keysIn, plainName, shownAs } from './shown-values.ts';

export const filtersSelectExactly: Law = {
  name: 'filters select exactly',
  aboutList(room, lister) {
    byShownMembers(this, room, lister);
  },
  aboutRead(room, tool, played) {
    byColumns(this, room, tool, played);
  },
};

/** An optional argument that is named like a member of the items, tried with a value that one of them has. */
function byShownMembers(law: Law, room: LawRoom, { tool }: Lister): void {
  const session = room.begin([]);
  const whole = room.read(session, tool, {});
  const items = whole.ok ? (itemsOf(whole.result) ?? []) : [];
  for (const name of argumentsOf(tool).optional) {
    const members = items.filter(isJsonObject).filter((item) => Object.hasOwn(item, name));
    const value = members.map((item) => item[name] as Json).find((each) => each !== null && typeof each !== 'object');
    if (value === undefined || members.length !== items.length) continue;
    const answer = room.read(session, tool, { [name]: value });
    if (!answer.ok) continue;
    const wanted = items.filter((item) => isJsonObject(item) && alike(item[name] as Json, value));
    // a filter that keeps everything proves nothing
    if (wanted.length === items.length) continue;
    const got = itemsOf(answer.result) ?? [];
    room.hold(
      law,
      tool,
      canonicalJson(got as Json) === canonicalJson(wanted as Json),
      () => `${name} = ${JSON.stringify(value)} gives ${got.length} rows, ${wanted.length} have it`,
    );
  }
  room.close(session);
}

/** Arguments that are all named like columns of the table whose rows are listed. */
function byColumns(law: Law, room: LawRoom, tool: Tool, played: Played): void {
  const given = Object.entries(played.args).filter(([, value]) => value !== null && typeof value !== 'object');
  if (given.length === 0 || played.before.length > 0) return;
  const session = room.begin([]);
  const answer = room.read(session, tool, played.args);
  room.close(session);
  const items = answer.ok ? itemsOf(answer.result) : undefined;
  if (items === undefined || items.length >= CUT) return;
  for (const table of room.world.schema.tables) {
    const key = table.primaryKey.length === 1 ? table.primaryKey[0] : undefined;
    const rows = room.rowsOf(table.name);
    if (key === undefined || rows.length < 2 || !room.isRead(tool, table.name)) continue;
    const columns = given.map(
      ([name]) => table.columns.find((column) => plainName(column.name) === plainName(name))?.name,
    );
    if (columns.some((column) => column === undefined || column === key || room.isJson(table.name, column))) continue;
    const keys = new Set(rows.map((row) => canonicalJson(row[key] as Json)));
    if (items.length === 0 || keysIn(items, keys) !== items.length) continue;
    const wanted = rows.filter((row) =>
      given.every(([, value], at) => alike(shownAs(row[columns[at] ?? ''] as Json, value as Json), value as Json)),
    );
    if (wanted.length === rows.length) continue;
    const found = keysIn(items, new Set(wanted.map((row) => canonicalJson(row[key] as Json))));
    room.hold(
      law,
      tool,
      items.length === wanted.length && found === items.length,
      () => `${JSON.stringify(played.args)} gives ${items.length} rows of ${table.name}, ${wanted.length} have it`,
    );
    return;
  }
}
