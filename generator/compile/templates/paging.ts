// Pages of a list, whatever they are asked by: a size, a page, an offset, a cursor (an offset that is handed on as text);
// and what tells where the next page begins.
import { generalRole } from '../argument-roles.ts';
import { type Draft, reference } from '../draft.ts';
import { columnName, type FieldNode, leavesOf } from '../fields.ts';
import type { DomainTool } from '../read-tool.ts';

/** The arguments of a tool that page its list. */
export interface Paging {
  readonly limit?: FieldNode;
  readonly page?: FieldNode;
  readonly offset?: FieldNode;
  readonly cursor?: FieldNode;
}

const MOST_ROWS = 200;

export function pagingOf(draft: Draft): Paging {
  const paging: Record<string, FieldNode> = {};
  for (const role of ['limit', 'page', 'offset', 'cursor'] as const) {
    const [node] = draft.general(true, role);
    if (node !== undefined) paging[role] = node;
  }
  return paging;
}

export function limitOf({ limit, page, offset, cursor }: Paging): string {
  const size = sizeOf(limit);
  if (page !== undefined) {
    const rows = size ?? String(PAGE_ROWS);
    const first = firstPage(page);
    return `LIMIT ${rows} OFFSET max(coalesce(${number(page)}, ${first}) - ${first}, 0) * ${rows}`;
  }
  const skip = offset ?? cursor;
  if (skip !== undefined) return `LIMIT ${size ?? String(MOST_ROWS)} OFFSET max(coalesce(${number(skip)}, 0), 0)`;
  return `LIMIT ${size ?? String(MOST_ROWS)}`;
}

/** Rows of a page where nothing says how many. */
const PAGE_ROWS = 20;

function number(node: FieldNode): string {
  return node.kind === 'scalar' && node.field.type === 'integer'
    ? reference(node.field.path)
    : `CAST(${reference(node.field.path)} AS INTEGER)`;
}

function sizeOf(limit: FieldNode | undefined): string | undefined {
  return limit === undefined ? undefined : `min(max(coalesce(${number(limit)}, ${defaultOf(limit)}), 0), ${MOST_ROWS})`;
}

function firstPage(page: FieldNode): number {
  return defaultOf(page) === 0 || (generalRole(page.field, true) === 'page' && page.field.schema['minimum'] === 0)
    ? 0
    : 1;
}

/** Leaves that tell where the next page begins: what the paging argument takes, and nothing after the last page. */
export function nextPage(tool: DomainTool, count: string, { limit, page, offset, cursor }: Paging): [string, string][] {
  const skip = offset ?? cursor;
  if (tool.result?.kind !== 'object' || (page === undefined && skip === undefined)) return [];
  const size = sizeOf(limit);
  const rows = size ?? String(page === undefined ? MOST_ROWS : PAGE_ROWS);
  const at = page === undefined ? number(skip as FieldNode) : number(page);
  const first = page === undefined ? 0 : firstPage(page);
  const now = `max(coalesce(${at}, ${first}), ${first})`;
  const next = page === undefined ? `${now} + ${rows}` : `${now} + 1`;
  const seen = page === undefined ? `${now} + ${rows}` : `(${now} - ${first} + 1) * ${rows}`;
  const more = `${rows} > 0 AND ${seen} < ${count}`;
  return leavesOf(tool.result).flatMap(({ field }): [string, string][] => {
    const text = field.words.join(' ');
    if (field.path.includes('[]')) return [];
    if (field.type === 'boolean') return MORE.test(text) ? [[columnName(field.words), more]] : [];
    if (
      !NEXT.test(text) ||
      /\b(url|uri|link|href)\b/i.test(`${text} ${field.description}`) ||
      field.schema['format'] === 'uri'
    )
      return [];
    const none = field.nullable ? 'NULL' : field.type === 'text' ? "''" : '0';
    if (field.type === 'text') return [[columnName(field.words), `iif(${more}, CAST(${next} AS TEXT), ${none})`]];
    return field.type === 'integer' ? [[columnName(field.words), `iif(${more}, ${next}, ${none})`]] : [];
  });
}

const NEXT =
  /^(next|next (page )?(token|cursor|marker|key|page|offset|start|start key|start index|index)|next page (number|token)|continuation( token)?|cursor|marker|end cursor|page token|last evaluated key)$/;
const MORE = /^(has )?(more|next)( (page|item|result|data))?( available)?$|^(is )?truncated$/;

function defaultOf(node: FieldNode): number {
  const stated = node.field.schema['default'];
  if (typeof stated === 'number') return stated;
  const said = /defaults? (?:is |to |= ?|: ?|value (?:is )?)?(\d+)/i.exec(node.field.description);
  if (said !== null) return Number(said[1]);
  return 20;
}
