// Handles changes of state in which an argument gives the new state.
import { stateOf } from '../../lexicon/verbs.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { isStateColumn } from '../things/known-column.ts';
import { listsStates } from '../things/listed-states.ts';
import type { Thing } from '../things/thing.ts';
import type { Bindings } from './bind.ts';
import { stampNeeds } from './known-needs.ts';
import { refuse, type Domain, type Refusal } from './reading.ts';

/**
 * Tells whether a required argument gives the new state, such as `stage` in close_deal(deal_id, stage). An argument
 * such as `outcome` counts only where the rows have no other state column, because the call would leave that column
 * unchanged.
 */
export const givesState = (tool: ToolFacts, { table }: Thing, bindings: Bindings, { known }: Domain): boolean =>
  tool.senses.has('state') &&
  bindings.values.some(
    ({ required, node, column }) =>
      required &&
      node.kind === 'scalar' &&
      node.field.choices.length > 1 &&
      (isStateColumn(column) ||
        (/^(?:outcome|resolution)$/.test(node.field.words.at(-1) ?? '') &&
          ![...(known.get(table)?.columns.keys() ?? [])].some(isStateColumn))),
  );

/**
 * Refuses a change of state that may touch two columns: an argument lists states but is not the state column, or a
 * column holds the time of a state and the call would not set this time.
 */
export function unclearState(tool: ToolFacts, thing: Thing, bindings: Bindings, domain: Domain): Refusal | undefined {
  if (!tool.senses.has('state')) return undefined;
  const columns = domain.known.get(thing.table)?.columns;
  const beside = bindings.values.find(({ node, column }) => listsStates(node, column, columns) !== undefined);
  if (beside !== undefined) return refuse(4, `${beside.path.join('.')} may be the state of the row too`);
  const given = bindings.values.find(({ column }) => isStateColumn(column));
  if (given === undefined) return undefined;
  const [stamp] = stampNeeds(thing, [stateOf(tool.verb), ...given.node.field.choices], 'changed', domain, tool.name);
  return stamp === undefined ? undefined : refuse(4, `nothing tells when ${stamp.words.join(' ')} is set`);
}
