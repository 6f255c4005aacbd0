// Law: result fields with the names of columns hold the values of these columns.
import type { Json } from '../../../envs/values/json.ts';
import type { Law } from './law.ts';
import { keyArguments, PROBED_ROWS } from './law-room.ts';
import { differs } from './shown-values.ts';

export const shownAsStored: Law = {
  name: 'shown as stored',
  aboutGetter(room, getter) {
    const session = room.begin([]);
    for (const row of room.rowsOf(getter.table).slice(0, PROBED_ROWS)) {
      const got = room.read(session, getter.tool, keyArguments(getter, row));
      if (!got.ok) continue;
      const compared = differs(row, got.result, row[getter.key] as Json);
      if (compared !== null)
        room.hold(this, getter.tool, compared === undefined, () => `${getter.table}: ${compared ?? ''}`);
    }
    room.close(session);
  },
};
