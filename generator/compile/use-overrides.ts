// Applies a person's decisions: how to understand tools, and rows that replace generated rows. An unknown name is an
// error.
import { badInput } from '../../envs/errors/gym-error.ts';
import type { SeedRow } from '../../envs/values/environment.ts';
import type { Json } from '../../envs/values/json.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';
import { OVERRIDES_FILE, type Overrides } from './overrides.ts';
import type { Plan } from './plan/plan.ts';
import type { ToolFacts } from './read/tool-facts.ts';
import { choose, type Choice } from './readings/choose.ts';
import type { Domain } from './readings/reading.ts';

export function checkNames(overrides: Overrides, tools: readonly ToolFacts[]): void {
  const names = new Set(tools.map((tool) => tool.name));
  for (const [name, { shapes = [] }] of Object.entries(overrides.tools ?? {})) {
    if (!names.has(name))
      throw badInput({
        file: OVERRIDES_FILE,
        path: `tools/${name}`,
        what: 'names no tool of this environment',
        mend: `there are ${[...names].slice(0, 12).join(', ')}`,
      });
    const known = tools.find((tool) => tool.name === name)?.arguments.map((node) => node.field.name) ?? [];
    for (const each of shapes)
      if (!known.includes(each))
        throw badInput({
          file: OVERRIDES_FILE,
          path: `tools/${name}/shapes`,
          what: `names ${each}, which is no argument of it`,
          mend: `there are ${known.join(', ')}`,
        });
  }
}

export function chooseFor(tool: ToolFacts, domain: Domain, overrides: Overrides): Choice {
  const wanted = overrides.tools?.[tool.name]?.reading;
  const choice = choose(tool, domain, wanted);
  if (wanted !== undefined && choice.match === undefined)
    throw badInput({
      file: OVERRIDES_FILE,
      path: `tools/${tool.name}`,
      what: `has no reading ${wanted}`,
      mend:
        choice.others.length === 0 ? choice.why : `there are ${choice.others.map((match) => match.rule).join(', ')}`,
    });
  return choice;
}

/** Replaces the generated rows of each table for which a person gave rows. */
export function withGiven(recipe: Recipe, plan: Plan, given: readonly SeedRow[]): Recipe {
  const tables = new Set(given.map(({ table }) => table));
  for (const table of tables)
    if (!plan.tables.some((each) => each.name === table))
      throw badInput({
        file: 'rows.jsonl',
        path: table,
        what: 'is no table of this environment',
        mend: `there are ${plan.tables.map((each) => each.name).join(', ')}`,
      });
  return tables.size === 0
    ? recipe
    : {
        ...recipe,
        tables: recipe.tables.map((each) =>
          tables.has(each.table)
            ? {
                table: each.table,
                rows: given
                  .filter(({ table }) => table === each.table)
                  .map(({ row }) => row as Readonly<Record<string, Json>>),
              }
            : each,
        ),
      };
}
