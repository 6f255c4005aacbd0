// The columns that hold money. They are stored in minor units (cents); the page shows them in whole units.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Json, TableShown } from '../shapes.ts';

/** The columns, as table.column. Empty outside an environment. */
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

/** Turns minor units into whole units: 119250 becomes "1192.50". Other values stay as they are. */
export function inUnits(value: Json): Json {
  return typeof value === 'number' ? (value / 100).toFixed(2) : value;
}
