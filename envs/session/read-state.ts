// Reads all rows of a session for training code, as they are stored, by table and in the order of their keys.
import { badInput } from '../errors/gym-error.ts';
import { formatClock } from '../clock.ts';
import { allRows } from '../world/all-rows.ts';
import { hashRows } from '../world/full-hash.ts';
import { findTable } from '../sql/database-schema.ts';
import type { Json } from '../values/json.ts';
import { clockAt, lastStep, type Session } from './session.ts';
import type { SessionStore } from './session-store.ts';

export interface StateView {
  readonly table?: string;
  readonly limit?: number;
  readonly offset?: number;
}

export function readState(store: SessionStore, session: Session, { table, limit, offset = 0 }: StateView): Json {
  const { schema } = session.world;
  const one = table === undefined ? undefined : findTable(schema, table);
  if (table !== undefined && one === undefined)
    throw badInput({
      path: '/table',
      what: `there is no table ${table.slice(0, 100)}`,
      mend: `there are ${schema.tables.map((each) => each.name).join(', ')}`,
    });
  const tables = one === undefined ? schema.tables : [one];
  return store.look(session, ({ db }) => ({
    step: lastStep(session),
    now: formatClock(clockAt(session, lastStep(session))),
    hash: hashRows(db, schema),
    tables: Object.fromEntries(tables.map((each) => [each.name, allRows(db, each, { limit: limit ?? -1, offset })])),
  }));
}
