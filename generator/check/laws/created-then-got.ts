// Law: after a tool inserts a row, the tool that shows such rows finds it and shows the given values.
import type { JsonObject } from '../../../envs/values/json.ts';
import type { Law } from './law.ts';
import { keyArguments } from './law-room.ts';
import { lost, withoutParent } from './shown-values.ts';

export const createdThenGot: Law = {
  name: 'created, then got',
  aboutWrite(room, { tool, played, diff, session }) {
    for (const [table, { inserted }] of Object.entries(diff))
      for (const row of inserted as readonly JsonObject[])
        for (const getter of room.gettersOf(table, tool.audience)) {
          const got = room.read(session, getter.tool, keyArguments(getter, row));
          // a refusal other than NOT_FOUND means that the row exists, in a state in which the tool does not show it
          if (!got.ok && got.code !== 'NOT_FOUND') continue;
          const missing = got.ok ? lost(withoutParent(played.args, row, getter.key), got.result) : 'it is not found';
          room.hold(this, tool, missing === undefined, () => `${getter.tool.name}: ${missing ?? ''}`);
        }
  },
};
