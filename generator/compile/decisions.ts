// decisions.json: everything that was inferred, why, how sure, and what else it could have been; and figures that tell how
// believable the result is.
import type { Json, JsonObject } from '../../envs/values/json.ts';
import { sha256 } from '../../envs/values/hash.ts';
import type { Compiled, CompileOptions } from './compile-domain.ts';
import { DISCOVERY_MARK } from './discovery.ts';
import { leavesOf } from './fields.ts';
import type { ColumnPlan, TablePlan } from './model.ts';

export interface Believability {
  readonly tools: number;
  readonly flagged: number;
  readonly reads: number;
  readonly writes: number;
  readonly arguments: number;
  readonly arguments_unused: number;
  readonly leaves: number;
  readonly leaves_unplaced: number;
  readonly leaves_invented: number;
  readonly tables: number;
  readonly tables_only_key: number;
  readonly columns: number;
  readonly columns_unknown: number;
}

/** Columns that only help: keys and references say nothing of values. */
function isValue(table: TablePlan, column: ColumnPlan): boolean {
  return !table.key.includes(column.name) && column.references === undefined;
}

export function believability(compiled: Compiled): Believability {
  const { model, tools, environment, kinds } = compiled;
  const unflagged = tools.filter((tool) => tool.flags.length === 0);
  const drafts = unflagged.flatMap((tool) => tool.draft ?? []);
  const placed = drafts.flatMap((draft) => draft.arguments);
  const all = drafts.reduce((sum, draft) => sum + draft.tool.arguments.length, 0);
  const unplaced = drafts.reduce(
    (sum, draft) =>
      sum +
      draft.tool.arguments.filter(
        (node) => !draft.arguments.some((each) => each.argument === node.field.path.join('.')),
      ).length,
    0,
  );
  const leaves = drafts.flatMap((draft) => draft.leaves);
  const wanted = drafts.reduce(
    (sum, draft) => sum + (draft.tool.result === undefined ? 0 : leavesOf(draft.tool.result).length),
    0,
  );
  const tables = [...model.tables.values()];
  return {
    tools: tools.length,
    flagged: tools.length - unflagged.length,
    reads: environment.tools.filter((tool) => tool.effect === 'read').length,
    writes: environment.tools.filter((tool) => tool.effect === 'write').length,
    arguments: all,
    arguments_unused: unplaced + placed.filter((each) => each.role === 'unused').length,
    leaves: wanted,
    leaves_unplaced: 0,
    leaves_invented: leaves.filter((leaf) => leaf.role === 'invented').length,
    tables: tables.length,
    tables_only_key: tables.filter(
      (table) =>
        table.kind !== 'link' && [...table.columns.values()].every((column) => table.key.includes(column.name)),
    ).length,
    columns: tables.reduce(
      (sum, table) => sum + [...table.columns.values()].filter((column) => isValue(table, column)).length,
      0,
    ),
    columns_unknown: kinds.unknown.length,
  };
}

/** What the tools of an environment were made of. */
export function inputDigest(compiled: Compiled): string {
  return sha256(JSON.stringify(compiled.tools.map((tool) => tool.pool)));
}

export function decisionsOf(compiled: Compiled, options: CompileOptions): JsonObject {
  const { model, tools, environment, kinds } = compiled;
  return {
    format: 1,
    input: inputDigest(compiled),
    seed: options.seed,
    ...(options.rows === undefined ? {} : { rows: options.rows }),
    believability: believability(compiled) as unknown as JsonObject,
    entities: model.entities
      .filter((entity) => model.tables.has(entity.table))
      .map((entity) => ({
        table: entity.table,
        is: entity.words.join(' '),
        key: entity.key.column,
        why: [...entity.evidence],
        score: entity.score,
        also: entity.names.filter((name) => name !== entity.words.join(' ')),
      })),
    tools: tools.map((tool): Json => {
      const taken = tool.proposals.find((each) => each.kind === tool.reading);
      return {
        name: tool.name,
        reading: tool.reading,
        score: taken?.score ?? 0,
        why: taken?.why ?? '',
        instead: tool.proposals
          .filter((each) => each !== taken)
          .slice(0, 4)
          .map((each): Json => ({ ...each })),
        arguments: (tool.draft?.arguments ?? []).map((each): Json => ({ ...each })),
        results: (tool.draft?.leaves ?? []).map((each): Json => ({ ...each })),
        flags: tool.flags.map(({ reason, detail }): Json => ({ reason, detail })),
        ...(tool.overridden ? { overridden: true } : {}),
      };
    }),
    added: environment.tools.filter((tool) => tool.description.startsWith(DISCOVERY_MARK)).map((tool) => tool.name),
    unknown_values: [...kinds.unknown],
    assumed_columns: [...compiled.assumed],
  };
}
