// The rows that statements gave at the template's state, by the values bound to them. A statement that reads no table,
// or only rows that a session has not changed, gives the same rows to every session, so it is run once.
import type { SqlValue } from './sql-value.ts';
import type { StatementSlot } from './statement-slot.ts';

export type Rows = readonly (readonly SqlValue[])[];

/** Characters that are kept of one environment. Past them, everything is forgotten and learned again. */
const CHARACTERS = 4_000_000;
/** About the memory of a row or a value beside its text, in characters. */
const OVERHEAD = 16;

export class KnownRows {
  private readonly kept = new Map<StatementSlot, Map<string, Rows>>();
  private characters = 0;
  private readonly limit: number;

  constructor(limit = CHARACTERS) {
    this.limit = limit;
  }

  find(slot: StatementSlot, bound: string): Rows | undefined {
    return this.kept.get(slot)?.get(bound);
  }

  keep(slot: StatementSlot, bound: string, rows: Rows): void {
    this.characters += bound.length + sizeOf(rows);
    if (this.characters > this.limit) {
      this.kept.clear();
      this.characters = bound.length + sizeOf(rows);
      if (this.characters > this.limit) return;
    }
    let ofSlot = this.kept.get(slot);
    if (ofSlot === undefined) {
      ofSlot = new Map();
      this.kept.set(slot, ofSlot);
    }
    ofSlot.set(bound, rows);
  }
}

function sizeOf(rows: Rows): number {
  let size = OVERHEAD;
  for (const row of rows) {
    size += OVERHEAD;
    for (const value of row) size += OVERHEAD + (typeof value === 'string' ? value.length : 0);
  }
  return size;
}

/** Bound values as one text: two lists of values have the same text only when they are the same values. */
export function boundText(params: readonly SqlValue[]): string {
  let text = '';
  for (const value of params)
    if (typeof value === 'string') text += `${value.length}:${value}`;
    else if (typeof value === 'bigint') text += `i${value},`;
    else if (value === null) text += 'n';
    else text += Object.is(value, -0) ? 'r-0,' : `r${value},`;
  return text;
}
