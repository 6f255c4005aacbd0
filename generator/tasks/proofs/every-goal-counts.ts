// Every change counts: the verifier must notice if a change is left out, and no later change may undo an earlier one or
// make it useless.
import { SessionStore } from '../../../envs/session/session-store.ts';
import type { Diff } from '../../../envs/values/diff.ts';
import { canonicalJson, type Json, type JsonObject } from '../../../envs/values/json.ts';
import { beginTask } from '../../../envs/verification/script.ts';
import { changed, playedWith, type Proof, type ProofGround } from './proof.ts';

export const everyGoalCounts: Proof = {
  name: 'every goal counts',
  holes(ground) {
    const { task } = ground;
    const writes = task.gold.calls.flatMap((_call, at) => (changed(ground, at) ? [at] : []));
    const found = writes.flatMap((at) => {
      const name = task.gold.calls[at]?.name ?? '';
      const without = playedWith(ground, (call, index) => (index === at ? undefined : (call.arguments as Json)));
      return without.verdict.reward === 1 ? [`without ${name} (call ${at + 1}) everything is the same at the end`] : [];
    });
    return found.length > 0 ? found : undone(ground, writes);
  },
};

/** A row that a call changed, with its values before and after the call. */
interface Change {
  readonly table: string;
  readonly key: JsonObject;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
}

function undone(ground: ProofGround, writes: readonly number[]): string[] {
  if (writes.length < 2) return [];
  const { world, task } = ground;
  const store = new SessionStore();
  const session = beginTask(store, world, task);
  try {
    for (const { by, name, arguments: args } of task.gold.calls)
      store.call(session, { by, name, arguments: args as JsonObject });
    const found: string[] = [];
    const effects = new Map(writes.map((at) => [at, changesIn(ground, store.diff(session, at, at + 1))]));
    const last = session.entries.length;
    for (const at of writes) {
      const later = changesIn(ground, store.diff(session, at + 1, last));
      const own = effects.get(at) ?? [];
      const name = task.gold.calls[at]?.name ?? '';
      // on the user's device, a later call may rightly take back a change: a restart applies a setting and deletes its
      // entry
      const byUser = task.gold.calls[at]?.by === 'user';
      if (!byUser && own.length > 0 && own.every((change) => isTakenBack(change, later)))
        found.push(`a later call takes back everything that ${name} (call ${at + 1}) does`);
      else if (own.some((change) => isVoided(change, later)))
        found.push(`${name} (call ${at + 1}) changes a row that a later call ends`);
    }
    return found;
  } finally {
    store.close(session);
  }
}

function changesIn({ world }: ProofGround, diff: Diff): Change[] {
  return Object.entries(diff).flatMap(([table, { inserted, updated, deleted }]) => {
    const keys = world.schema.tables.find(({ name }) => name === table)?.primaryKey ?? [];
    const keyOf = (row: JsonObject): JsonObject =>
      Object.fromEntries(keys.map((column) => [column, (row[column] ?? null) as Json]));
    return [
      ...inserted.map((row) => ({ table, key: keyOf(row as JsonObject), before: undefined, after: row as JsonObject })),
      ...updated.map(({ key, before, after }) => ({
        table,
        key: key as JsonObject,
        before: before as JsonObject,
        after: after as JsonObject,
      })),
      ...deleted.map((row) => ({ table, key: keyOf(row as JsonObject), before: row as JsonObject, after: undefined })),
    ];
  });
}

function ofSameRow(change: Change, later: readonly Change[]): Change | undefined {
  const key = canonicalJson(change.key);
  return later.find((each) => each.table === change.table && canonicalJson(each.key) === key);
}

function isTakenBack(change: Change, later: readonly Change[]): boolean {
  const after = ofSameRow(change, later);
  if (after === undefined) return false;
  if (change.before === undefined) return after.after === undefined;
  if (change.after === undefined) return after.before === undefined;
  return Object.entries(change.before).every(
    ([column, value]) => canonicalJson((after.after?.[column] ?? null) as Json) === canonicalJson(value as Json),
  );
}

/** Tells whether a later call deletes or cancels the changed row, so that the change was useless. */
function isVoided(change: Change, later: readonly Change[]): boolean {
  const after = ofSameRow(change, later);
  if (after === undefined) return false;
  if (after.after === undefined) return true;
  return Object.entries(after.after).some(
    ([column, value]) =>
      typeof value === 'string' && OVER.test(value) && (change.after === undefined || change.after[column] !== value),
  );
}

const OVER = /^(?:cancel|delet|void|revok|withdraw|discard)\p{L}*$/iu;
