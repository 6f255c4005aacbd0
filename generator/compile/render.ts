// Results as expressions over rows -> the return step of a program, written as a person would write it.
import type { Parts, Sql, Step } from '../../envs/values/program.ts';

export type Out = SqlOut | ObjectOut | RowsOut;

/** An expression in the scope of the row. */
export interface SqlOut {
  readonly kind: 'sql';
  readonly sql: string;
  readonly as: 'plain' | 'boolean' | 'json';
  /** A column of the row whose role already shows it. */
  readonly column?: true;
}
export interface ObjectOut {
  readonly kind: 'object';
  readonly members: readonly (readonly [name: string, out: Out])[];
}
/** Rows of another table, or of the statement's own. */
export interface RowsOut {
  readonly kind: 'rows';
  readonly from: string;
  readonly where: readonly string[];
  /** The last is unique. */
  readonly order: readonly string[];
  readonly limit?: string;
  readonly item: Out;
}

export function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

/** A name in SQL, quoted where it must be. */
export function quoted(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !RESERVED.has(name.toLowerCase())
    ? name
    : `"${name.replaceAll('"', '""')}"`;
}

const RESERVED = new Set(
  `abort action add after all alter always analyze and as asc attach autoincrement before begin between by cascade case cast check
  collate column commit conflict constraint create cross current database default deferrable deferred delete desc detach
  distinct do drop each else end escape except exclude exclusive exists explain fail filter first following for foreign from full
  generated glob group groups having if ignore immediate in index indexed initially inner insert instead intersect into is isnull
  join key last left like limit match materialized natural no not nothing notnull null nulls of offset on or order others outer over
  partition plan pragma preceding primary query raise range recursive references regexp reindex release rename replace restrict
  returning right rollback row rows savepoint select set table temp temporary then ties to transaction trigger unbounded union
  unique update using vacuum values view virtual when where window with without true false current_date current_time
  current_timestamp strict`.split(/\s+/),
);

/** The last steps of a program: the result, from the rows of `from` where there are any. */
export function returnStep(out: Out, from?: { readonly table: string; readonly where: string }): Step {
  const source = from === undefined ? '' : `\nFROM ${from.table}\nWHERE ${from.where}`;
  switch (out.kind) {
    case 'sql':
      if (source === '' && out.as === 'plain') return { return: `SELECT ${out.sql} AS value`, shape: 'value' };
      return out.as === 'json'
        ? { return: sqlOf(`SELECT ${out.sql} AS value${source}`), shape: 'json' }
        : { return: sqlOf(`SELECT ${out.sql} AS value${source}`), shape: 'value' };
    case 'rows':
      return out.item.kind === 'object'
        ? rowsStep(out)
        : { return: sqlOf(`SELECT ${jsonOf(out, true)}`), shape: 'json' };
    case 'object': {
      if (out.members.length === 0) return { return: 'SELECT json_object()', shape: 'json' };
      const parts: Record<string, Parts[string]> = {};
      const plain: string[] = [];
      for (const [name, each] of out.members) {
        if (each.kind === 'rows' && each.item.kind === 'object' && isName(name) && from === undefined)
          parts[name] = partOf(each);
        else plain.push(named(name, each));
      }
      // nothing but lists: the parts fill one empty row
      if (plain.length === 0)
        return {
          return: `SELECT ${Object.keys(parts)
            .map((name) => `NULL AS ${quoted(name)}`)
            .join(', ')}`,
          shape: 'row',
          with: parts,
        };
      return {
        return: sqlOf(`SELECT ${plain.join(', ')}${source}`),
        shape: 'row',
        ...(Object.keys(parts).length > 0 ? { with: parts } : {}),
      };
    }
  }
}

function rowsStep(out: RowsOut): Step {
  const { sql, shape } = partOf(out);
  return { return: sql, shape };
}

function partOf(out: RowsOut): Parts[string] {
  const members = out.item.kind === 'object' ? out.item.members : [];
  const where = out.where.length === 0 ? '' : `\nWHERE ${out.where.join('\n  AND ')}`;
  const limit = out.limit === undefined ? '' : `\n${out.limit}`;
  return {
    sql: sqlOf(
      `SELECT ${members.map(([name, each]) => named(name, each)).join(', ') || '1 AS n'}\nFROM ${out.from}${where}\nORDER BY ${out.order.join(', ')}${limit}`,
    ),
    shape: 'rows',
  };
}

function isName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

function named(name: string, out: Out): string {
  const sql = out.kind === 'sql' ? out.sql : jsonOf(out, false);
  return sql === name && quoted(name) === name ? sql : `${sql} AS ${quoted(name)}`;
}

/** An expression whose value is JSON text, or a plain value, fit to stand in json_object. */
export function jsonOf(out: Out, inside: boolean): string {
  switch (out.kind) {
    case 'sql':
      if (out.as === 'boolean') return `json(iif(${out.sql}, 'true', 'false'))`;
      return out.as === 'json' && inside ? `json(${out.sql})` : out.sql;
    case 'object':
      return `json_object(${out.members.map(([name, each]) => `${literal(name)}, ${jsonOf(each, true)}`).join(', ')})`;
    case 'rows': {
      const where = out.where.length === 0 ? '' : ` WHERE ${out.where.join(' AND ')}`;
      if (out.limit === undefined)
        return `json((SELECT json_group_array(${jsonOf(out.item, true)} ORDER BY ${out.order.join(', ')}) FROM ${out.from}${where}))`;
      const [only] = out.order;
      if (out.order.length === 1 && out.item.kind === 'sql' && out.item.as === 'plain' && out.item.sql === only)
        return `json((SELECT json_group_array(page.item ORDER BY page.item) FROM (SELECT ${only} AS item FROM ${out.from}${where} ORDER BY ${only} ${out.limit}) AS page))`;
      const keys = out.order.map((each, at) => ({
        sql: each.replace(/ DESC$/, ''),
        name: `o${at + 1}`,
        down: each.endsWith(' DESC'),
      }));
      const inner = [`${jsonOf(out.item, true)} AS item`, ...keys.map((key) => `${key.sql} AS ${key.name}`)].join(', ');
      const item =
        out.item.kind === 'object' || (out.item.kind === 'sql' && out.item.as !== 'plain')
          ? 'json(page.item)'
          : 'page.item';
      const order = [...keys.map((key) => `page.${key.name}${key.down ? ' DESC' : ''}`), 'page.item'].join(', ');
      return `json((SELECT json_group_array(${item} ORDER BY ${order}) FROM (SELECT ${inner} FROM ${out.from}${where} ORDER BY ${out.order.join(', ')} ${out.limit}) AS page))`;
    }
  }
}

/** Long statements by their lines. */
export function sqlOf(text: string): Sql {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const one = lines.map((line) => line.trim()).join(' ');
  if (one.length <= 100) return one;
  return { lines: lines.flatMap((line) => wrapped(line)) };
}

const WIDTH = 116;

function wrapped(line: string): string[] {
  if (line.length <= WIDTH) return [line];
  const found: string[] = [];
  let rest = line;
  while (rest.length > WIDTH) {
    let at = lastBreak(rest, WIDTH);
    if (at <= 0) at = firstBreak(rest, WIDTH);
    if (at <= 0) break;
    found.push(rest.slice(0, at + 1));
    rest = `  ${rest.slice(at + 2)}`;
  }
  found.push(rest);
  return found;
}

/** A comma outside of quotes. */
function lastBreak(text: string, before: number): number {
  return breaks(text).findLast((at) => at < before) ?? -1;
}
function firstBreak(text: string, from: number): number {
  return breaks(text).find((at) => at >= from) ?? -1;
}
function breaks(text: string): number[] {
  const found: number[] = [];
  let quote = '';
  for (let at = 0; at < text.length - 1; at++) {
    const letter = text[at] ?? '';
    if (quote !== '') {
      if (letter === quote) quote = '';
    } else if (letter === "'" || letter === '"') quote = letter;
    else if (letter === ',' && text[at + 1] === ' ' && at > 4) found.push(at);
  }
  return found;
}
