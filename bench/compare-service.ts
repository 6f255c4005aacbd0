// node bench/compare-service.ts ENVIRONMENT EVIDENCE.jsonl [--empty]: prints the share of recorded calls that an
// environment answers as the real service did, and the first call of each kind of difference. With --empty, the
// environment begins without rows, like a new service.
import { loadEnvironment } from '../envs/folder/environment-folder.ts';
import { World } from '../envs/world/world.ts';
import { playEvidence, readEvidence } from '../generator/author/evidence.ts';

const [dir = '', file = '', empty] = process.argv.slice(2);
const environment = loadEnvironment(dir);
const world = new World(empty === '--empty' ? { ...environment, seed: [] } : environment);
const { calls, equal, unequal } = playEvidence(world, readEvidence(file, world.environment.tools));
world.close();
const kinds = Object.groupBy(unequal, ({ tool, kind }) => `${tool}: ${kind}`);
process.stdout.write(
  `${JSON.stringify(
    {
      calls,
      equal,
      share: Number((equal / Math.max(calls, 1)).toFixed(4)),
      unequal: Object.fromEntries(
        Object.entries(kinds).map(([kind, each = []]) => [kind, { count: each.length, first: each[0] ?? null }]),
      ),
    },
    null,
    2,
  )}\n`,
);
