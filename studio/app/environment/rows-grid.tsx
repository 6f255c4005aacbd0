// Shows the rows of a table, one page at a time. The server searches and sorts. Changes are highlighted, and a click on
// a reference opens the row.
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ask, useLoad } from '../api.ts';
import type { ColumnShown, Diff, EnvironmentShown, Json, JsonObject, RowsShown, TableShown } from '../shapes.ts';
import { Badge, counted, Empty, Pager, Search, Show } from '../ui/parts.tsx';
import { roleWords } from '../ui/plain-words.ts';

const SIZE = 100;

export interface GridGiven {
  readonly environment: EnvironmentShown;
  readonly table: TableShown;
  /** The session whose rows are shown. If undefined, the rows at the environment's start are shown. */
  readonly session?: string | undefined;
  readonly step?: number | undefined;
  /** The rows are loaded again if this number changes. */
  readonly version?: number;
  readonly column?: string | undefined;
  readonly value?: string | undefined;
  readonly linkTo: (table: string, query: { column: string; value: string }) => void;
  readonly tools?: ComponentChildren;
}

export function RowsGrid(given: GridGiven): JSX.Element {
  const { environment, table, session, step, version = 0, tools } = given;
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const [order, setOrder] = useState<{ column: string; descending: boolean } | undefined>(undefined);
  const [only, setOnly] = useState(given.column !== undefined);
  const query = new URLSearchParams({ table: table.name, limit: String(SIZE), offset: String(offset) });
  if (search !== '') query.set('search', search);
  if (only && given.column !== undefined && given.value !== undefined) {
    query.set('column', given.column);
    query.set('value', given.value);
  }
  if (order !== undefined) {
    query.set('order', order.column);
    query.set('descending', String(order.descending));
  }
  if (session !== undefined && step !== undefined) query.set('step', String(step));
  const of =
    session === undefined
      ? `environments/${encodeURIComponent(environment.name)}`
      : `sessions/${encodeURIComponent(session)}`;
  const path = `/studio/api/${of}/rows?${query}`;
  const [loaded, again] = useLoad(`${path} ${version}`, (signal) => ask<RowsShown>(path, { signal }));
  const restart = (work: () => void): void => {
    work();
    setOffset(0);
  };
  return (
    <>
      <div class="bar">
        <h2>{table.name}</h2>
        <span class="soft">{counted(table.rows, 'row')} at the start</span>
        <span class="grow" />
        {tools}
        {only ? (
          <button type="button" class="button small" onClick={() => restart(() => setOnly(false))}>
            {given.column} = {given.value} ✕
          </button>
        ) : null}
        <Search value={search} label={`Search ${table.name}`} onInput={(text) => restart(() => setSearch(text))} />
      </div>
      <Show loaded={loaded} again={again} what="rows">
        {(rows) => (
          <>
            {rows.rows.length === 0 && !isChanged(rows.changes) ? (
              <Empty title={rows.total === 0 ? 'This table is empty' : 'No row is like that'} />
            ) : (
              <div class="grid" tabIndex={0} role="region" aria-label={`${table.name} as a table`}>
                <table>
                  <thead>
                    <tr>
                      {table.columns.map((column) => (
                        <Header
                          key={column.name}
                          column={column}
                          table={table}
                          order={order}
                          onOrder={(descending) => restart(() => setOrder({ column: column.name, descending }))}
                        />
                      ))}
                    </tr>
                  </thead>
                  <Body rows={rows} table={table} linkTo={given.linkTo} />
                </table>
              </div>
            )}
            <Pager offset={offset} size={SIZE} count={rows.found} onMove={setOffset} what="rows" />
          </>
        )}
      </Show>
    </>
  );
}

function isChanged(changes: Diff[string] | null | undefined): boolean {
  return changes !== null && changes !== undefined && changes.deleted.length > 0;
}

function Header({
  column: { name, type, role },
  table,
  order,
  onOrder,
}: {
  readonly column: ColumnShown;
  readonly table: TableShown;
  readonly order: { column: string; descending: boolean } | undefined;
  readonly onOrder: (descending: boolean) => void;
}): JSX.Element {
  const mine = order?.column === name ? order : undefined;
  return (
    <th scope="col" aria-sort={mine === undefined ? undefined : mine.descending ? 'descending' : 'ascending'}>
      <button type="button" onClick={() => onOrder(mine !== undefined && !mine.descending)}>
        {table.key.includes(name) ? <b>{name}</b> : name}
        <span class="type" title={role === null ? undefined : roleWords(role)[1]}>
          {role === null ? type.toLowerCase() : roleWords(role)[0]}
        </span>
        <span aria-hidden="true">{mine === undefined ? '' : mine.descending ? ' ↓' : ' ↑'}</span>
      </button>
    </th>
  );
}

function Body({
  rows: { columns, rows, changes },
  table,
  linkTo,
}: {
  readonly rows: RowsShown;
  readonly table: TableShown;
  readonly linkTo: GridGiven['linkTo'];
}): JSX.Element {
  const keyOf = (row: JsonObject): string => JSON.stringify(table.key.map((name) => row[name]));
  const inserted = new Set((changes?.inserted ?? []).map((row) => keyOf(row as JsonObject)));
  const updated = new Map((changes?.updated ?? []).map((each) => [keyOf(each.key as JsonObject), each]));
  const target = new Map(
    table.refers.flatMap((refer) =>
      refer.columns.map((name, at) => [name, { table: refer.table, column: refer.references[at] ?? name }]),
    ),
  );
  const roles = new Map(table.columns.map(({ name, role }) => [name, role]));
  return (
    <tbody>
      {(changes?.deleted ?? []).map((row) => (
        <tr key={`gone ${keyOf(row as JsonObject)}`} class="deleted">
          {columns.map((name, at) => (
            <td key={name}>
              {at === 0 ? <Badge tone="bad">deleted</Badge> : null} {shown((row as JsonObject)[name], roles.get(name))}
            </td>
          ))}
        </tr>
      ))}
      {rows.map((row) => {
        const key = JSON.stringify(table.key.map((name) => row[columns.indexOf(name)]));
        const change = updated.get(key);
        return (
          <tr key={key} class={inserted.has(key) ? 'inserted' : change === undefined ? '' : 'updated'}>
            {columns.map((name, at) => {
              const value = row[at] ?? null;
              const before =
                change !== undefined && name in change.before
                  ? ((change.before as JsonObject)[name] ?? null)
                  : undefined;
              const link = target.get(name);
              return (
                <td
                  key={name}
                  class={`${typeof value === 'number' ? 'number' : ''} ${isShort(value) ? 'short' : ''} ${before === undefined ? '' : 'touched'}`}
                >
                  {before === undefined ? null : <del>{shown(before, roles.get(name))}</del>}
                  {at === 0 && inserted.has(key) ? <Badge tone="good">new</Badge> : null}{' '}
                  {link === undefined || value === null ? (
                    shown(value, roles.get(name))
                  ) : (
                    <button
                      type="button"
                      class="link"
                      onClick={() => linkTo(link.table, { column: link.column, value: String(value) })}
                    >
                      {shown(value, roles.get(name))}
                    </button>
                  )}
                </td>
              );
            })}
          </tr>
        );
      })}
    </tbody>
  );
}

/** A text with more characters may break into several lines. */
const LINE = 32;

function isShort(value: Json): boolean {
  return typeof value !== 'string' || value.length <= LINE;
}

const MOST = 160;

/** Shows a stored value as tool results do: money in whole units, and 1 and 0 as true and false. */
export function shown(value: Json | undefined, role: string | null | undefined): ComponentChildren {
  if (value === null || value === undefined) return <span class="null">null</span>;
  if (role === 'money' && typeof value === 'number') return (value / 100).toFixed(2);
  if (role === 'boolean') return value === 1 ? 'true' : 'false';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= MOST ? text : <span title={text.slice(0, 2000)}>{`${text.slice(0, MOST)}…`}</span>;
}
