// Vetting refuses SQL and programs that are unsafe or wrong. This file collects all complaints of vetting: about the
// schema, then about every step of every tool, then about the initial rows. If the schema cannot be read, the rest is
// not vetted.
import { GymError } from '../../envs/errors/gym-error.ts';
import { vetProgram } from '../../envs/program/vet-program.ts';
import type { Environment } from '../../envs/values/environment.ts';
import { argumentCheck } from '../../envs/world/tool-arguments.ts';
import { World } from '../../envs/world/world.ts';

/** At most this many refused rows are reported. */
const MOST_ROWS = 12;

export function vetEnvironment(environment: Environment): GymError[] {
  const complaints: GymError[] = [];
  const gather = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof GymError)) throw error;
      complaints.push(error);
      return undefined;
    }
  };
  const { after: _after, ...rest } = environment;
  const bare: Environment = { ...rest, tools: [], rules: [], seed: [] };
  const world = gather(() => new World(bare, { pool: 1 }));
  if (world === undefined) return complaints;
  try {
    for (const tool of environment.tools) {
      const vetted = gather(() => vetProgram(tool, world.catalog, environment.fragments, complaints));
      for (const { where, vetted: statement } of vetted?.statements ?? [])
        gather(() => world.vetPlan(where, statement));
      gather(() => argumentCheck(tool, environment.arguments));
    }
  } finally {
    world.close();
  }
  complaints.push(...seedComplaints(bare, environment.seed));
  // opening the whole world finds the other faults: a read tool whose program writes, two tools with one name, or a
  // fault of the `after` program
  if (complaints.length === 0) gather(() => new World(environment, { pool: 1 }).close());
  return complaints;
}

/** Finds the rows that the schema refuses. Each refused row is left out, so that the next refused row is found too. */
function seedComplaints(bare: Environment, seed: Environment['seed']): GymError[] {
  const complaints: GymError[] = [];
  const kept = seed.map((row, index) => ({ row, line: index + 1 }));
  while (complaints.length < MOST_ROWS) {
    try {
      new World({ ...bare, seed: kept.map(({ row }) => row) }, { pool: 1 }).close();
      return complaints;
    } catch (error) {
      if (!(error instanceof GymError)) throw error;
      const where = String(error.fields['where'] ?? '');
      const at = Number(/^seed\.jsonl:(\d+)/.exec(where)?.[1] ?? 0);
      const refused = kept[at - 1];
      if (refused === undefined) return [...complaints, error];
      complaints.push(
        new GymError(error.code, {
          ...error.fields,
          where: where.replace(/^seed\.jsonl:\d+/, `seed.jsonl:${refused.line}`),
        }),
      );
      kept.splice(at - 1, 1);
    }
  }
  return complaints;
}
