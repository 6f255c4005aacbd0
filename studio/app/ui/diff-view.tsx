// Shows the changes between two states: new rows, changed columns with their old and new values, and deleted rows.
import type { JSX } from 'preact';
import type { Diff, Json, JsonObject } from '../shapes.ts';
import { inUnits, useMoney } from './roles.ts';

export function DiffView({ diff }: { readonly diff: Diff }): JSX.Element | null {
  const tables = Object.entries(diff);
  const money = useMoney();
  const toldIn = (table: string, column: string, value: Json | undefined): string =>
    told(value !== undefined && money.has(`${table}.${column}`) ? inUnits(value) : value);
  if (tables.length === 0) return null;
  return (
    <div class="diff">
      {tables.map(([table, { inserted, updated, deleted }]) => (
        <div key={table} class="diff-table">
          <b class="mono">{table}</b>
          {(inserted as readonly JsonObject[]).map((row) => (
            <Line key={JSON.stringify(row)} kind="inserted" sign="+" row={row} told={toldIn.bind(null, table)} />
          ))}
          {updated.map(({ key, before, after }) => (
            <div key={JSON.stringify(key)} class="change updated">
              <span class="sign" aria-label="changed">
                ~
              </span>
              <span class="where">
                {Object.values(key as JsonObject)
                  .map(told)
                  .join(', ')}
              </span>
              {Object.keys(after).map((name) => (
                <span key={name} class="cell">
                  <i>{name}</i> <del>{toldIn(table, name, (before as JsonObject)[name])}</del>{' '}
                  <ins>{toldIn(table, name, (after as JsonObject)[name])}</ins>
                </span>
              ))}
            </div>
          ))}
          {(deleted as readonly JsonObject[]).map((row) => (
            <Line key={JSON.stringify(row)} kind="deleted" sign="−" row={row} told={toldIn.bind(null, table)} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Line({
  kind,
  sign,
  row,
  told: toldIn,
}: {
  readonly kind: string;
  readonly sign: string;
  readonly row: JsonObject;
  readonly told: (column: string, value: Json) => string;
}): JSX.Element {
  return (
    <div class={`change ${kind}`}>
      <span class="sign" aria-label={kind}>
        {sign}
      </span>
      {Object.entries(row).map(([name, value]) => (
        <span key={name} class="cell">
          <i>{name}</i> {toldIn(name, value)}
        </span>
      ))}
    </div>
  );
}

function told(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
