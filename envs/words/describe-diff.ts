// Describes a diff in words, one line for each changed row.
import type { Diff } from '../values/diff.ts';
import type { JsonObject } from '../values/json.ts';

const MOST_LINES = 40;

export function describeDiff(diff: Diff): string[] {
  const lines: string[] = [];
  for (const [table, { inserted, updated, deleted }] of Object.entries(diff)) {
    for (const row of inserted) lines.push(`+ ${table} ${fields(row)}`);
    for (const { key, before, after } of updated) {
      const changes = Object.keys(after).map(
        (column) => `${column}: ${JSON.stringify(before[column])} -> ${JSON.stringify(after[column])}`,
      );
      lines.push(`~ ${table} ${Object.values(key).join(' ')}  ${changes.join(', ')}`);
    }
    for (const row of deleted) lines.push(`- ${table} ${fields(row)}`);
  }
  return lines.length <= MOST_LINES
    ? lines
    : [...lines.slice(0, MOST_LINES), `… and ${lines.length - MOST_LINES} rows more`];
}

function fields(row: JsonObject): string {
  return Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([column, value]) => `${column}=${JSON.stringify(value)}`)
    .join(' ');
}
