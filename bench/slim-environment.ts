// Makes a smaller copy of an environment, for measurements that open it hundreds of times. The copy has some rows of
// each table without parents, the rows whose parents are kept, and the scenarios that still hold.
import type { Environment } from '../envs/values/environment.ts';
import { World } from '../envs/world/world.ts';
import { playScenario } from '../generator/check/scenarios/play-scenario.ts';

export function slimEnvironment(environment: Environment, most: number): Environment {
  const whole = new World(environment, { pool: 1 });
  const kept = new Map<string, Set<string>>();
  const count = new Map<string, number>();
  const seed = environment.seed.filter(({ table, row }) => {
    const known = whole.schema.tables.find((each) => each.name === table);
    const parents = (known?.foreignKeys ?? []).filter((key) => key.table !== table);
    const stays =
      parents.length === 0
        ? (count.get(table) ?? 0) < most
        : parents.every(({ columns, table: parent }) => {
            const value = JSON.stringify(columns.map((column) => row[column] ?? null));
            return value === '[null]' || kept.get(parent)?.has(value) === true;
          });
    if (!stays) return false;
    count.set(table, (count.get(table) ?? 0) + 1);
    const own = kept.get(table) ?? new Set<string>();
    own.add(JSON.stringify((known?.primaryKey ?? []).map((column) => row[column] ?? null)));
    kept.set(table, own);
    return true;
  });
  whole.close();
  const suite = environment.scenarios ?? { views: {}, scenarios: [] };
  const world = new World({ ...environment, seed });
  const scenarios = suite.scenarios.filter((scenario) => playScenario(world, suite, scenario).kind === 'held');
  world.close();
  return { ...environment, seed, scenarios: { ...suite, scenarios } };
}
