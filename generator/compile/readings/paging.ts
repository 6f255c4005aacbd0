// Handles the paging arguments of a list: the number of rows on a page, and the position of the first row.
import * as sql from '../programs/sql.ts';
import { sentencesOf } from '../read/sentences.ts';
import type { Page } from '../results/answer.ts';
import type { Bindings } from './bind.ts';
import type { Draft } from './filter-draft.ts';

const FULL_PAGE = 200;
const USUAL_PAGE = 20;

const MOST =
  /^(?:it )?(?:returns?|shows?|lists?|gives?)(?: back)? (?:only )?(?:at most|up to|no more than|a maximum of|max(?:imum)?(?: of)?|the first) (\d{1,3})(?: [a-z]+){0,3}[.;]?$/i;

/**
 * Returns the sentence that limits the number of listed rows to at most FULL_PAGE, such as "Returns up to 20 matches",
 * and the number.
 */
export function saidMost(description: string): { readonly sentence: string; readonly most: number } | undefined {
  const sentence = sentencesOf(description).find((each) => MOST.test(each));
  const most = Number(MOST.exec(sentence ?? '')?.[1] ?? 0);
  return sentence === undefined || most === 0 || most > FULL_PAGE ? undefined : { sentence, most };
}

export function pageOf(bindings: Bindings, draft: Draft, longest = FULL_PAGE): Page | undefined {
  const one = (kind: string): string | undefined =>
    bindings.others.find((each) => each.kind.kind === kind)?.node.field.name;
  const [limit, page, offset, cursor] = [one('limit'), one('page'), one('offset'), one('cursor')];
  for (const name of [limit, page, offset, cursor])
    if (name !== undefined) draft.roles.push({ place: name, role: 'paging', is: '' });
  const full = { limit: String(longest), reach: String(longest), text: false };
  if (limit === undefined && page === undefined && offset === undefined && cursor === undefined) return full;
  const size =
    limit === undefined
      ? String(page === undefined ? longest : Math.min(USUAL_PAGE, longest))
      : sizeOf(bindings, limit, longest);
  if (page !== undefined) {
    const node = bindings.others.find((each) => each.node.field.name === page)?.node;
    const first = node?.field.schema['default'] === 0 || node?.field.schema['minimum'] === 0 ? 0 : 1;
    const at = sql.most(sql.or(sql.asWhole(sql.argument([page])), String(first)), String(first));
    const skip = sql.times(sql.grouped(first === 0 ? at : sql.minus(at, '1')), size);
    return { limit: size, offset: skip, reach: sql.plus(skip, size), page: at, text: false };
  }
  const from = offset ?? cursor;
  if (from === undefined) return { ...full, limit: size, reach: size };
  const skip = sql.most(sql.or(sql.asWhole(sql.argument([from])), '0'), '0');
  return { limit: size, offset: skip, reach: sql.plus(skip, size), text: offset === undefined };
}

function sizeOf(bindings: Bindings, name: string, longest: number): sql.Expr {
  const node = bindings.others.find((each) => each.node.field.name === name)?.node;
  const stated = node?.field.schema['default'];
  const said = /defaults? (?:is |to |= ?|: ?)?(\d+)/i.exec(node?.field.description ?? '')?.[1];
  const usual = typeof stated === 'number' ? stated : said === undefined ? longest : Number(said);
  return sql.least(sql.most(sql.or(sql.asWhole(sql.argument([name])), String(usual)), '0'), String(longest));
}
