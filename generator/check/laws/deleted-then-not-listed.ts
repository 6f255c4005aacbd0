// Law: after a tool deletes a row, no list of the table shows it.
import { canonicalJson, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { Law } from './law.ts';
import { keysIn } from './shown-values.ts';

export const deletedThenNotListed: Law = {
  name: 'deleted, then not listed',
  aboutWrite(room, { tool, diff, session }) {
    for (const [table, { deleted }] of Object.entries(diff))
      for (const row of deleted as readonly JsonObject[])
        for (const lister of room.listersOf(table, tool.audience)) {
          const items = room.items(session, lister);
          if (items === undefined) continue;
          const gone = keysIn(items, new Set([canonicalJson(row[lister.key] as Json)]), lister.field) === 0;
          room.hold(this, tool, gone, () => `${lister.tool.name} still lists it`);
        }
  },
};
