// Law: after a tool changes a row, the tool that shows the row shows the new values.
import type { JsonObject } from '../../../envs/values/json.ts';
import type { Law } from './law.ts';
import { keyArguments } from './law-room.ts';
import { stale } from './shown-values.ts';

export const changedThenGot: Law = {
  name: 'changed, then got',
  aboutWrite(room, { tool, diff, session }) {
    for (const [table, { updated }] of Object.entries(diff))
      for (const { key, after } of updated)
        for (const getter of room.gettersOf(table, tool.audience)) {
          const got = room.read(session, getter.tool, keyArguments(getter, key as JsonObject));
          // a tool that shows the single row of a table, such as a session, may rightly refuse for a while
          if (!got.ok && getter.argument === undefined) continue;
          const wrong = got.ok ? stale(after as JsonObject, got.result) : 'it is not found';
          if (wrong === null) continue;
          room.hold(this, tool, wrong === undefined, () => `${getter.tool.name}: ${wrong ?? ''}`);
        }
  },
};
