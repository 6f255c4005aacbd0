// Checks a plan before a model writes rows or programs for it. Tables and SELECTs must be safe and correct, every tool
// needs a plan, every result schema must be valid and list its members, and some read must show every table that a tool
// writes.
import { GymError } from '../../envs/errors/gym-error.ts';
import { vetStatement } from '../../envs/sql/vet-statement.ts';
import { isJsonObject, type Json } from '../../envs/values/json.ts';
import { compileOnce } from '../../envs/values/validator.ts';
import { World } from '../../envs/world/world.ts';
import { vetEnvironment } from '../check/vet-environment.ts';
import { makeSeed } from '../recipe/make-seed.ts';
import { environmentOf, recipeOf, type Draft } from './draft.ts';

const MOST = 24;

export function planComplaints(draft: Draft): string[] {
  const complaints = [...tableComplaints(draft), ...toolComplaints(draft)];
  return complaints.slice(0, MOST);
}

function tableComplaints(draft: Draft): string[] {
  const complaints: string[] = [];
  if (draft.sql.length === 0) return ['there are no tables: write them under sql'];
  const environment = { ...environmentOf({ ...draft, programs: {}, scenarios: [] }), tools: [], columns: {} };
  let seed;
  try {
    seed = makeSeed(recipeOf(draft), environment);
  } catch (error) {
    if (!(error instanceof GymError)) throw error;
    return [`anchors: ${error.message}`];
  }
  complaints.push(...vetEnvironment({ ...environment, seed }).map((error) => error.message));
  let world: World;
  try {
    world = new World({ ...environment, seed: [] }, { pool: 1 });
  } catch {
    return complaints;
  }
  try {
    for (const [kind, list] of [
      ['invariant', draft.invariants],
      ['seed', draft.promises],
    ] as const)
      for (const [at, { sql }] of list.entries()) {
        const where = `${kind} ${at + 1}`;
        try {
          world.vetPlan(where, vetStatement(sql, 'exists', world.catalog, where));
        } catch (error) {
          if (!(error instanceof GymError)) throw error;
          complaints.push(error.message);
        }
      }
    for (const place of Object.keys(draft.roles)) {
      const [table = '', column = ''] = place.toLowerCase().split('.');
      const found = world.schema.tables.find((each) => each.name.toLowerCase() === table);
      if (!found?.columns.some((each) => each.name.toLowerCase() === column))
        complaints.push(`roles: ${place} is no column`);
    }
    complaints.push(...visibility(draft, world));
  } finally {
    world.close();
  }
  return complaints;
}

/**
 * Returns a complaint for each table that a tool writes, unless a read tool shows the table, directly or through a
 * view, or `unseen` gives a reason.
 */
function visibility(draft: Draft, world: World): string[] {
  const read = new Set(
    Object.values(draft.plans)
      .filter(({ effect }) => effect === 'read')
      .flatMap(({ reads }) => (reads ?? []).map((table) => table.toLowerCase())),
  );
  const written = new Map<string, string>();
  for (const [tool, { writes }] of Object.entries(draft.plans))
    for (const table of writes ?? []) written.set(table.toLowerCase(), tool);
  return [...written].flatMap(([table, tool]) => {
    const viewed = world.schema.views.some(
      (view) => read.has(view.name.toLowerCase()) && view.reads.some((each) => each.toLowerCase() === table),
    );
    return read.has(table) || viewed || Object.keys(draft.unseen).some((each) => each.toLowerCase() === table)
      ? []
      : [
          `${tool} writes ${table}, and no read tool reads it: let one show it, add a read tool, or give the reason under unseen`,
        ];
  });
}

function toolComplaints(draft: Draft): string[] {
  const names = [...draft.given.map(({ name }) => name), ...draft.added.map(({ name }) => name)];
  return names.flatMap((name): string[] => {
    const plan = draft.plans[name];
    if (plan === undefined) return [`tools: ${name} is not planned`];
    const own = draft.given.find((tool) => tool.name === name)?.returns;
    const returns = own ?? plan.returns;
    if (returns === undefined) return [`tools: ${name} has no returns`];
    try {
      compileOnce(returns);
    } catch (error) {
      return own === undefined ? [`tools: ${name}: returns is no JSON Schema: ${(error as Error).message}`] : [];
    }
    const open = own === undefined ? openObject(returns, '') : undefined;
    return open === undefined
      ? []
      : [`tools: ${name}: returns${open} is an object without properties: name its members`];
  });
}

/** Returns the place of the first object in a schema that lists no members. */
function openObject(schema: Json, at: string): string | undefined {
  if (!isJsonObject(schema)) return undefined;
  if (
    schema['type'] === 'object' &&
    !isJsonObject(schema['properties']) &&
    schema['additionalProperties'] === undefined &&
    !('anyOf' in schema) &&
    !('$ref' in schema)
  )
    return at;
  for (const [name, each] of Object.entries((schema['properties'] ?? {}) as Record<string, Json>)) {
    const found = openObject(each, `${at}/${name}`);
    if (found !== undefined) return found;
  }
  return openObject((schema['items'] ?? null) as Json, `${at}/items`);
}
