// Limits the size of a reply, because row makers could make any number of rows, and scenarios any number of calls.
// Parts beyond a limit are left out with a complaint; the other parts are kept.
import type { Scenario } from '../../envs/values/scenario.ts';

export const MOST_ROWS = 20_000;
export const MOST_CALLS = 400;
export const MOST_CALLS_OF_REPLY = 6000;

interface Kept<T> {
  readonly kept: readonly T[];
  readonly complaints: readonly string[];
}

/** The part of a reply that describes a table's rows. */
interface Rows {
  readonly table: string;
  readonly rows?: readonly unknown[];
  readonly per?: string;
  readonly count?: number | readonly [number, number];
}

/**
 * Leaves out each table whose rows would bring the sum over MOST_ROWS, with a complaint, and keeps the others in their
 * order. A row maker counts as the largest number of rows that it could make.
 */
export function withinRows<T extends Rows>(tables: readonly T[]): Kept<T> {
  const rows = new Map<string, number>();
  const complaints: string[] = [];
  let all = 0;
  const kept = tables.filter((each) => {
    const { table, rows: written, per, count = 1 } = each;
    const most = typeof count === 'number' ? count : count[1];
    const made =
      written === undefined ? Math.ceil(most) * (per === undefined ? 1 : (rows.get(per) ?? 0)) : written.length;
    if (all + made > MOST_ROWS) {
      complaints.push(`tables: ${table} could get ${made} rows more; an environment has at most ${MOST_ROWS}`);
      return false;
    }
    all += made;
    rows.set(table, (rows.get(table) ?? 0) + made);
    return true;
  });
  return { kept, complaints };
}

export function withinCalls(scenarios: readonly Scenario[]): Kept<Scenario> {
  const complaints: string[] = [];
  let all = 0;
  const kept = scenarios.filter(({ name, steps }) => {
    const calls = steps.reduce((sum, { repeat = 1 }) => sum + repeat, 0);
    const isShort = calls <= MOST_CALLS && all + calls <= MOST_CALLS_OF_REPLY;
    if (isShort) all += calls;
    else
      complaints.push(
        `scenario ${name}: makes ${calls} calls; one makes at most ${MOST_CALLS}, those of a reply ${MOST_CALLS_OF_REPLY}`,
      );
    return isShort;
  });
  return { kept, complaints };
}
