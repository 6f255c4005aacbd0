// Spreads the states over the rows in plausible shares; each state occurs at least once. Boolean columns such as
// `archived` agree with the state.
import { eraOf, isStateStamp } from '../../../lexicon/pools/states.ts';
import type { Maker } from '../../../recipe/recipe-schema.ts';
import { openColumns, type Claims, type TableView } from '../world.ts';

/** Boolean columns that are rarely true. */
const RARE = new Set([
  'archived',
  'deleted',
  'closed',
  'blocked',
  'suspended',
  'locked',
  'disabled',
  'hidden',
  'pinned',
  'starred',
  'favorite',
  'favourite',
  'flagged',
  'spam',
  'trashed',
  'private',
  'draft',
  'cancelled',
  'fork',
  'template',
  'muted',
  'urgent',
  'banned',
  'retired',
  'removed',
  'lost',
  'damaged',
  'sold',
]);

export function state(table: TableView): Claims {
  const claims: Record<string, Maker> = {};
  if (table.state !== undefined) claims[table.state.column] = { deck: [...table.state.deck] };
  for (const column of openColumns(table)) {
    if (column.value !== 'boolean' || claims[column.name] !== undefined) continue;
    const words = column.words.filter((word) => !['is', 'has', 'was'].includes(word));
    const own = table.state === undefined ? undefined : isStateStamp(words, table.state.values);
    if (table.state !== undefined && own !== undefined)
      claims[column.name] = { case: table.state.column, when: { [own]: 1 }, else: 0 };
    else if (table.state !== undefined && words.join(' ') === 'active')
      claims[column.name] = {
        case: table.state.column,
        when: Object.fromEntries(table.state.values.filter((each) => eraOf(each) === 'off').map((each) => [each, 0])),
        else: 1,
      };
    else claims[column.name] = { deck: words.some((word) => RARE.has(word)) ? [0, 0, 0, 0, 1] : [0, 1, 1] };
  }
  return claims;
}
