// The columns that hold money, for views that show stored rows: money is stored in minor units and shown in units.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Json, TableShown } from '../shapes.ts';

/** Columns as table.column; empty outside an environment. */
const Money = createContext<ReadonlySet<string>>(new Set());

export const MoneyColumns = Money.Provider;

export function useMoney(): ReadonlySet<string> {
  return useContext(Money);
}

export function moneyOf(tables: readonly TableShown[]): ReadonlySet<string> {
  return new Set(
    tables.flatMap(({ name, columns }) =>
      columns.filter(({ role }) => role === 'money').map((column) => `${name}.${column.name}`),
    ),
  );
}

/** 119250 -> 1192.50 */
export function inUnits(value: Json): Json {
  return typeof value === 'number' ? (value / 100).toFixed(2) : value;
}
