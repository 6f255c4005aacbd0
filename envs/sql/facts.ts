// Combines the facts about the parts of an expression to facts about the whole, such as the columns that are used.
import type { Facts } from './analysis-types.ts';

export const NOTHING: Facts = { refs: [], all: [], integer: false, aggregate: false };
export const INTEGER: Facts = { ...NOTHING, integer: true };

export function combine(facts: readonly Facts[]): Facts {
  return {
    refs: facts.flatMap((each) => each.refs),
    all: facts.flatMap((each) => each.all),
    integer: false,
    aggregate: facts.some((each) => each.aggregate),
  };
}

export function withoutColumn(facts: Facts): Facts {
  const { refs, all, integer, aggregate } = facts;
  return { refs, all, integer, aggregate };
}
