// Law: after a tool deletes a row, the tool that shows such rows no longer finds it.
import type { JsonObject } from '../../../envs/values/json.ts';
import type { Law } from './law.ts';
import { keyArguments } from './law-room.ts';

export const deletedThenNotFound: Law = {
  name: 'deleted, then not found',
  aboutWrite(room, { tool, diff, session }) {
    for (const [table, { deleted }] of Object.entries(diff))
      for (const row of deleted as readonly JsonObject[])
        for (const getter of room.gettersOf(table, tool.audience)) {
          const got = room.read(session, getter.tool, keyArguments(getter, row));
          room.hold(this, tool, !got.ok && got.code === 'NOT_FOUND', () => `${getter.tool.name} still finds it`);
        }
  },
};
