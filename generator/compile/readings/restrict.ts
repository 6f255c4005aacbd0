// Handles words of a tool's name that limit its list, such as `open`, and hides archived rows.
import * as sql from '../programs/sql.ts';
import { spelled } from '../../fields/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { sameState } from '../../lexicon/verbs.ts';
import type { Thing } from '../things/thing.ts';
import type { Draft } from './filter-draft.ts';
import { FREE, holdingsOf, holds } from './holding.ts';
import { needOfKnown, needOfState } from './known-needs.ts';
import type { Domain } from './reading.ts';
import { targetOf } from './state-target.ts';

/**
 * Hides archived rows and rows in the trash from a list, where some tool archives them by a boolean column and the list
 * tool does not mention them.
 */
export function hideArchived(tool: ToolFacts, thing: Thing, domain: Domain, draft: Draft): void {
  const by = domain.tools.find(
    (other) =>
      (other.verb === 'archive' || other.verb === 'trash') &&
      other.told !== 'read' &&
      thing.nouns.has(spelled(other.noun).join(' ')),
  );
  const target = by === undefined ? undefined : targetOf(by, thing, domain);
  if (by === undefined || target === undefined || typeof target === 'string' || typeof target.value !== 'boolean')
    return;
  const speaks = [...tool.restricting, ...tool.arguments.flatMap((node) => node.field.words)].some((word) =>
    ['archived', 'archive', 'closed', 'trashed', 'trash', 'deleted', 'inactive', 'all'].includes(word),
  );
  if (speaks || draft.roles.some((role) => role.is === `${thing.table}.${target.column}`)) return;
  draft.where.push(sql.equal(sql.name(target.column), sql.literal(!target.value)));
  draft.needs.push(needOfState(thing, target.column, target.value, 'filtered', tool.name));
}

const PAST = new Set(['recent', 'latest', 'newest', 'last']);
const NOT_RESTRICTING = new Set(
  'all a an the specific single multiple many one existing some every bulk batch any this list new full complete'.split(
    ' ',
  ),
);

/** Turns words of the tool's name, such as `open` or `recent`, into conditions or an order. */
export function restrict(tool: ToolFacts, thing: Thing, domain: Domain, draft: Draft): void {
  for (const word of tool.restricting) {
    if (NOT_RESTRICTING.has(word)) continue;
    const columns = [...(domain.known.get(thing.table)?.columns.values() ?? [])];
    if (PAST.has(word)) {
      const created = columns.find((known) =>
        /^(created|sent|posted|added)(_at|_date|_on)?$|^(date|timestamp)$/.test(known.column),
      );
      if (created === undefined) draft.unknown.push({ why: `nothing tells which rows are ${word}` });
      else {
        draft.order = [sql.descending(sql.name(created.column)), ...draft.order];
        draft.needs.push(needOfKnown(thing, created, tool.name));
      }
      continue;
    }
    const holding = FREE.has(word) ? holdingsOf(domain).find((each) => each.held === thing) : undefined;
    if (holding !== undefined) {
      draft.where.push(
        sql.not(
          sql.existsAs(
            holding.booking.table,
            'held',
            holds(holding, 'held', `${sql.name(thing.table)}.${sql.name(thing.own.column)}`),
          ),
        ),
      );
      const known = domain.known.get(holding.booking.table)?.columns.get(holding.column);
      if (known !== undefined) draft.needs.push(needOfKnown(holding.booking, known, tool.name));
      continue;
    }
    const state = columns.find((known) => known.choices.some((choice) => sameState(String(choice), word)));
    const flag = columns.find(
      (known) => known.type === 'boolean' && (known.column === word || known.column === `is_${word}`),
    );
    // in list_unapproved_orders, the rows are those whose column `approved` is not true
    const off =
      flag === undefined && state === undefined
        ? columns.find((known) => known.type === 'boolean' && `un${known.words.join('')}` === word)
        : undefined;
    const choice = state?.choices.find((each) => sameState(String(each), word));
    if (flag !== undefined) draft.where.push(sql.equal(sql.name(flag.column), '1'));
    else if (off !== undefined) draft.where.push(sql.not(sql.same(sql.name(off.column), '1')));
    else if (state !== undefined && choice !== undefined)
      draft.where.push(sql.equal(sql.name(state.column), sql.literal(choice)));
    else
      draft.unknown.push({
        why: word === 'my' || word === 'own' ? 'nothing tells who is asking' : `nothing tells which rows are ${word}`,
      });
    const used = flag ?? off ?? state;
    if (used !== undefined) draft.needs.push(needOfKnown(thing, used, tool.name));
  }
}
