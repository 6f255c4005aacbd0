// Draws the tables of an environment and their references. Each table is to the right of the tables that it refers to.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { to } from '../route.ts';
import type { TableShown } from '../shapes.ts';
import { roleWords } from '../ui/plain-words.ts';

const WIDTH = 196;
const LINE = 19;
/**
 * A drawing that is wider than the page shrinks to at least this share of its size. If it is still too wide, the page
 * gets a scroll bar.
 */
const LEAST = 0.74;
const HEAD = 30;
const GAP = { x: 46, y: 22 } as const;
const MOST_COLUMNS = 9;

interface Box {
  readonly table: TableShown;
  readonly columns: TableShown['columns'];
  readonly more: number;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

interface Line {
  readonly key: string;
  readonly path: string;
  readonly says: string;
  readonly from: string;
  readonly to: string;
}

interface Drawing {
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the rank of each table: 0 if it refers to no other table, otherwise one more than the highest rank that it
 * refers to. A reference that closes a circle is not followed.
 */
function ranks(tables: readonly TableShown[]): Map<string, number> {
  const known = new Map<string, number>();
  const byName = new Map(tables.map((table) => [table.name, table]));
  const rank = (name: string, above: ReadonlySet<string>): number => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const refers = byName.get(name)?.refers ?? [];
    const inner = new Set([...above, name]);
    const depth = refers
      .filter(({ table }) => byName.has(table) && !inner.has(table))
      .map(({ table }) => rank(table, inner) + 1);
    const value = Math.max(0, ...depth);
    known.set(name, value);
    return value;
  };
  for (const { name } of tables) rank(name, new Set());
  return known;
}

/** Returns the columns to draw. Keys and references come first, because lines connect these columns. */
function shownColumns(table: TableShown): TableShown['columns'] {
  const joined = new Set([...table.key, ...table.refers.flatMap(({ columns }) => columns)]);
  return [
    ...table.columns.filter(({ name }) => joined.has(name)),
    ...table.columns.filter(({ name }) => !joined.has(name)),
  ].slice(0, MOST_COLUMNS);
}

export function draw(tables: readonly TableShown[]): Drawing {
  const rankOf = ranks(tables);
  const alone = new Set(
    tables
      .filter(
        ({ name, refers }) =>
          refers.length === 0 && !tables.some((each) => each.refers.some(({ table }) => table === name)),
      )
      .map(({ name }) => name),
  );
  const layers: TableShown[][] = [];
  for (const table of tables) if (!alone.has(table.name)) (layers[rankOf.get(table.name) ?? 0] ??= []).push(table);
  const place = new Map<string, Box>();
  let [width, height] = [0, 0];
  let x = 1;
  for (const layer of layers.filter((each) => each !== undefined)) {
    const middle = ({ refers }: TableShown): number => {
      const ys = refers.flatMap(({ table }) => place.get(table)?.y ?? []);
      return ys.length === 0 ? 0 : ys.reduce((sum, each) => sum + each, 0) / ys.length;
    };
    const end = stack(
      layer.toSorted((a, b) => middle(a) - middle(b)),
      x,
      1,
      place,
    );
    height = Math.max(height, end);
    x += WIDTH + GAP.x;
    width = x - GAP.x;
  }
  // tables that no reference connects to others stand in rows below them
  const perRow = Math.max(2, Math.floor((Math.max(width, 760) + GAP.x) / (WIDTH + 24)));
  let top = height === 0 ? 1 : height + 8;
  const lonely = tables.filter(({ name }) => alone.has(name));
  for (let at = 0; at < lonely.length; at += perRow) {
    const row = lonely.slice(at, at + perRow);
    const ends = row.map((table, nth) => stack([table], 1 + nth * (WIDTH + 24), top, place));
    width = Math.max(width, 1 + row.length * (WIDTH + 24));
    top = Math.max(...ends);
    height = top;
  }
  const boxes = [...place.values()];
  return { boxes, lines: boxes.flatMap((box) => linesOf(box, place)), width: width + 2, height: height + 2 };
}

function stack(tables: readonly TableShown[], x: number, top: number, place: Map<string, Box>): number {
  let y = top;
  for (const table of tables) {
    const columns = shownColumns(table);
    const more = table.columns.length - columns.length;
    const height = HEAD + (columns.length + (more > 0 ? 1 : 0)) * LINE + 8;
    place.set(table.name, { table, columns, more, x, y, height });
    y += height + GAP.y;
  }
  return y - GAP.y;
}

function linesOf(box: Box, place: ReadonlyMap<string, Box>): Line[] {
  return box.table.refers.flatMap(({ columns, table }) => {
    const target = place.get(table);
    if (target === undefined) return [];
    const row = box.columns.findIndex(({ name }) => name === columns[0]);
    const y1 = box.y + HEAD + (Math.max(0, row) + 0.5) * LINE;
    const y2 = target.y + HEAD / 2;
    const x1 = box.x;
    const back = target.x >= box.x;
    const x2 = back ? target.x : target.x + WIDTH;
    const bend = back ? -40 : (x1 - x2) / 2;
    return [
      {
        key: `${box.table.name} ${columns.join()}`,
        path: `M${x1} ${y1} C${x1 - Math.abs(bend)} ${y1} ${x2 + bend} ${y2} ${x2} ${y2}`,
        says: `${box.table.name}.${columns.join(', ')} refers to ${table}`,
        from: box.table.name,
        to: table,
      },
    ];
  });
}

export function Relations({
  environment,
  tables,
  chosen,
  changed,
}: {
  readonly environment: string;
  readonly tables: readonly TableShown[];
  readonly chosen: string | undefined;
  readonly changed: ReadonlyMap<string, number>;
}): JSX.Element {
  const { boxes, lines, width, height } = useMemo(() => draw(tables), [tables]);
  return (
    <div class="relations" tabIndex={0} role="group" aria-label="Tables and how they refer to each other">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        style={{ maxWidth: `${width}px`, minWidth: `${Math.min(width, width * LEAST)}px` }}
      >
        {lines.map(({ key, path, says, from, to: target }) => (
          <path key={key} class={`tie ${from === chosen || target === chosen ? 'on' : ''}`} d={path}>
            <title>{says}</title>
          </path>
        ))}
        {boxes.map((box) => (
          <TableBox
            key={box.table.name}
            box={box}
            environment={environment}
            chosen={chosen}
            changes={changed.get(box.table.name) ?? 0}
          />
        ))}
      </svg>
    </div>
  );
}

function TableBox({
  box: { table, columns, more, x, y, height },
  environment,
  chosen,
  changes,
}: {
  readonly box: Box;
  readonly environment: string;
  readonly chosen: string | undefined;
  readonly changes: number;
}): JSX.Element {
  const refers = new Set(table.refers.flatMap((each) => each.columns));
  return (
    <a
      href={to(['e', environment, 'tables', table.name])}
      class={`table-box ${table.name === chosen ? 'on' : ''}`}
      aria-current={table.name === chosen ? 'true' : undefined}
    >
      <rect class="frame" x={x} y={y} width={WIDTH} height={height} rx="8" />
      <path class="band" d={`M${x} ${y + HEAD}V${y + 8}q0 -8 8 -8h${WIDTH - 16}q8 0 8 8V${y + HEAD}z`} />
      <text class="name" x={x + 10} y={y + 20}>
        {short(table.name, 19)}
      </text>
      <text class="count" x={x + WIDTH - 10} y={y + 20} text-anchor="end">
        {changes > 0 ? `${changes} changed` : table.rows.toLocaleString('en')}
      </text>
      {columns.map(({ name, type, role }, at) => (
        <g key={name} aria-hidden="true" transform={`translate(${x} ${y + HEAD + at * LINE + 15})`}>
          <text class={`column ${table.key.includes(name) ? 'key' : ''}`} x="10">
            {short(name, 19)}
          </text>
          <text class="type" x={WIDTH - 10} text-anchor="end">
            {refers.has(name) ? '→' : role === null ? type.toLowerCase() : roleWords(role)[0]}
          </text>
        </g>
      ))}
      {more > 0 ? (
        <text class="type" aria-hidden="true" x={x + 10} y={y + HEAD + columns.length * LINE + 15}>
          and {more} more
        </text>
      ) : null}
    </a>
  );
}

function short(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
