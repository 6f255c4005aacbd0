// Lists the reads that a draft can add: those whose arguments are known from the given rows.
import type { Json, JsonObject } from '../../envs/values/json.ts';
import { handsOver } from '../../envs/verification/script.ts';
import type { Atlas, Row } from './atlas.ts';
import type { Fact, PlannedCall } from './plan.ts';

export interface Look {
  readonly call: PlannedCall;
  /** The facts that the user must say so that the agent can make the read. */
  readonly facts: readonly Fact[];
}

/** Lists the possible reads. `many` limits how many rows of one table are tried for one argument. */
export function possibleLooks(atlas: Atlas, rows: readonly Row[], many = 1): Look[] {
  return atlas
    .tools((tool) => tool.effect === 'read' && tool.audience === 'agent' && !handsOver(tool))
    .flatMap((tool): Look[] => {
      let found: Look[] = [{ call: { by: 'agent', name: tool.name, arguments: {} }, facts: [] }];
      for (const leaf of atlas.leaves(tool)) {
        if (!leaf.required) continue;
        const { meaning } = leaf;
        const name = leaf.path[0] ?? '';
        if ((meaning.kind !== 'key' && meaning.kind !== 'fact') || leaf.path.length !== 1) return [];
        const near = rowsNear(atlas, rows, meaning.table).slice(0, many);
        found = found.flatMap(({ call, facts }) =>
          near.flatMap((row): Look[] => {
            const value = row.values[meaning.column];
            if (value === undefined || value === null) return [];
            const fact: Fact = { key: name, value: value as Json, role: 'who', row };
            return [
              {
                call: { ...call, arguments: { ...call.arguments, [name]: value } as JsonObject },
                facts: meaning.kind === 'fact' ? [...facts, fact] : facts,
              },
            ];
          }),
        );
      }
      // with one argument, each row gives a read; with several arguments only the first read is kept, because a mix of
      // rows could join two persons
      return atlas.leaves(tool).filter(({ required }) => required).length > 1 ? found.slice(0, 1) : found;
    });
}

function rowsNear(atlas: Atlas, rows: readonly Row[], table: string): Row[] {
  const own = rows.filter((row) => row.table === table);
  const related = rows.flatMap((row) => (row.table === table ? [] : atlas.related(row, table)));
  return [...new Set([...own, ...related])];
}
