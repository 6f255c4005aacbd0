// Law: after a tool inserts a row, every list of the table with fewer than CUT rows shows the row exactly once.
import { canonicalJson, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { Law } from './law.ts';
import { CUT } from './law-room.ts';
import { keysIn } from './shown-values.ts';

export const createdThenListed: Law = {
  name: 'created, then listed',
  aboutWrite(room, { tool, diff, session }) {
    for (const [table, { inserted }] of Object.entries(diff))
      for (const row of inserted as readonly JsonObject[])
        for (const lister of room.listersOf(table, tool.audience)) {
          const items = room.items(session, lister);
          if (items === undefined || items.length >= CUT) continue;
          const there = keysIn(items, new Set([canonicalJson(row[lister.key] as Json)]), lister.field) === 1;
          room.hold(this, tool, there, () => `${lister.tool.name} does not list it`);
        }
  },
};
