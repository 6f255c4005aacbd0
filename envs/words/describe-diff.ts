// Describes the difference between two states in words, one line per changed row.
import type { Diff } from '../values/diff.ts';
import type { Json, JsonObject } from '../values/json.ts';

const MOST_LINES = 40;

/**
 * Returns one line for each changed row, or 40 lines and the number of further rows. `isMoney` tells for which columns
 * the stored number is divided by 100; other values appear as they are stored.
 */
export function describeDiff(diff: Diff, isMoney = (_column: string): boolean => false): string[] {
  const lines: string[] = [];
  for (const [table, { inserted, updated, deleted }] of Object.entries(diff)) {
    const said = (column: string, value: Json | undefined): string =>
      typeof value === 'number' && isMoney(`${table}.${column}`) ? (value / 100).toFixed(2) : JSON.stringify(value);
    for (const row of inserted) lines.push(`+ ${table} ${fields(row, said)}`);
    for (const { key, before, after } of updated) {
      const changes = Object.keys(after).map(
        (column) => `${column}: ${said(column, before[column])} -> ${said(column, after[column])}`,
      );
      lines.push(`~ ${table} ${Object.values(key).join(' ')}  ${changes.join(', ')}`);
    }
    for (const row of deleted) lines.push(`- ${table} ${fields(row, said)}`);
  }
  return lines.length <= MOST_LINES
    ? lines
    : [...lines.slice(0, MOST_LINES), `… and ${lines.length - MOST_LINES} rows more`];
}

function fields(row: JsonObject, said: (column: string, value: Json) => string): string {
  return Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([column, value]) => `${column}=${said(column, value)}`)
    .join(' ');
}
