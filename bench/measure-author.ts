// npm run measure:author [-- --per-kind N --only NAME,NAME --and DIR,DIR --write]: measures, without a model, the
// checks that an authored environment must pass. A simulated bad author writes environments with one fault each. The
// figures are the share of faults that reach a working tool, and the check that catches each kind. Writes
// docs/author-figures.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { GymError } from '../envs/errors/gym-error.ts';
import { loadEnvironment, writeWhole } from '../envs/folder/environment-folder.ts';
import type { Environment } from '../envs/values/environment.ts';
import { World } from '../envs/world/world.ts';
import type { Authored } from '../generator/author/author-environment.ts';
import { Probes } from '../generator/mutation/probes.ts';
import { spoiledCases } from './bad-author.ts';
import type { SpoiledCase } from './spoiled-case.ts';
import { slimEnvironment } from './slim-environment.ts';
import { authored, Parts } from './spoiled-parts.ts';

const BASES = ['new-environment', 'authored/lockers_benchmark', 'environments/order-desk'] as const;
/**
 * The number of rows that are kept of each table without parents. It is small, because hundreds of environments are
 * opened.
 */
const ROWS = 40;

interface Row {
  cases: number;
  harmless: number;
  reached: number;
  readonly gates: Map<string, number>;
}

const root = fileURLToPath(new URL('../', import.meta.url));
const { values } = parseArgs({
  options: {
    'per-kind': { type: 'string' },
    only: { type: 'string' },
    and: { type: 'string' },
    write: { type: 'boolean' },
  },
});
const perKind = Number(values['per-kind'] ?? 12);
const rows = new Map<string, Row>();
const missed: string[] = [];
let ungrounded = 0;
const measured: string[] = [];
const scratch = mkdtempSync(join(tmpdir(), 'callgym-bad-author-'));
try {
  const chosen = BASES.filter(
    (base) => values.only === undefined || values.only.split(',').some((name) => base.endsWith(name)),
  );
  const folders = [
    ...chosen.map((base) => join(root, 'fixtures', base)),
    ...(values.and?.split(',') ?? []).map((dir) => resolve(dir)),
  ];
  for (const folder of folders) {
    const environment = slimEnvironment(loadEnvironment(folder), ROWS);
    const base = environment.name;
    measured.push(`${base} (${environment.tools.length} tools)`);
    const sound = new World(environment);
    const probes = new Probes(sound, []);
    const parts = new Parts(environment);
    for (const [at, whole] of spoiledCases(environment, perKind).entries()) {
      const part = await parts.of(whole, join(scratch, `${at}.sound.jsonl`));
      if (part === undefined) {
        ungrounded += 1;
        continue;
      }
      const { spoiled } = part;
      const row = rows.get(spoiled.kind) ?? { cases: 0, harmless: 0, reached: 0, gates: new Map<string, number>() };
      rows.set(spoiled.kind, row);
      if (isHarmless(whole, probes, sound)) {
        row.harmless += 1;
        continue;
      }
      row.cases += 1;
      const gate = await caughtBy(part.base, spoiled, join(scratch, `${at}.jsonl`));
      if (gate === undefined) {
        row.reached += 1;
        missed.push(`${base}: ${spoiled.kind}: ${spoiled.tools.join(', ')}`);
      } else row.gates.set(gate, (row.gates.get(gate) ?? 0) + 1);
      process.stderr.write(`${base} ${at} ${spoiled.kind} ${spoiled.tools.join(',')}: ${gate ?? 'REACHED'}\n`);
    }
    sound.close();
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const text = page();
process.stdout.write(text);
if (values.only === undefined || values.write === true) writeWhole(join(root, 'docs/author-figures.md'), text);

/** Tells whether a fault is harmless, that is, the same calls give the same answers. Harmless faults do not count. */
function isHarmless({ tools, environment }: SpoiledCase, probes: Probes, sound: World): boolean {
  if (tools.length === 0) return false;
  try {
    const { scenarios: _scenarios, ...bare } = environment;
    const world = new World(bare, { pool: 1, like: sound });
    try {
      return probes.difference(world, tools) === undefined;
    } finally {
      world.close();
    }
  } catch (error) {
    // a refused environment counts as a fault, because the refusal is one of the checks
    if (error instanceof GymError) return false;
    throw error;
  }
}

/** Returns the check that caught the fault. Returns undefined if the finished environment contains the fault. */
async function caughtBy(base: Environment, spoiled: SpoiledCase, record: string): Promise<string | undefined> {
  let made: Authored;
  try {
    made = await authored(base, spoiled, record);
  } catch (error) {
    if (error instanceof GymError) return 'nothing is written';
    throw error;
  }
  if (spoiled.tools.length === 0) {
    if (spoiled.isIn?.(made.environment) === true) return undefined;
    return made.flags[0]?.gate ?? (made.dropped.length > 0 ? 'left out' : 'no effect');
  }
  const flagged = new Map(made.flags.map(({ tool, gate }) => [tool, gate]));
  const served = spoiled.tools.filter((tool) => !flagged.has(tool));
  if (served.length === 0) return flagged.get(spoiled.tools[0] ?? '') ?? 'missing';
  // if the fault is in a fragment, the tools that use the fragment and still work must show no difference
  const world = new World(made.environment);
  try {
    const probes = new Probes(new World(base), []);
    return probes.difference(world, served) === undefined ? 'no difference in what is served' : undefined;
  } finally {
    world.close();
  }
}

function page(): string {
  const kinds = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
  const single = kinds.filter(([kind]) => !kind.startsWith('pair') && !kind.startsWith('two'));
  const two = kinds.filter(([kind]) => kind.startsWith('two'));
  const sum = (list: typeof kinds, key: 'cases' | 'reached'): number =>
    list.reduce((total, [, row]) => total + row[key], 0);
  const share = (list: typeof kinds): string =>
    `${((sum(list, 'reached') / Math.max(sum(list, 'cases'), 1)) * 100).toFixed(1)} %`;
  const pairs = kinds.filter(([kind]) => kind.startsWith('pair'));
  const lines = kinds.map(([kind, { cases, harmless, reached, gates }]) => {
    const told = [...gates].sort((a, b) => b[1] - a[1]).map(([gate, count]) => `${gate} ${count}`);
    return `| ${kind} | ${cases} | ${harmless} | ${reached} | ${told.join(', ')} |`;
  });
  return [
    '# Figures: the gates of authoring',
    '',
    'Measured by `npm run measure:author`: authors who write an environment that is there already, with one fault each, and without any model. A fault is caught when its tool is flagged, or when what was spoiled is not in the environment that is written.',
    '',
    `Environments: ${measured.join(', ')}. Of an environment with many tools the part is authored in which the fault is: its tool and those that its scenarios call with it; ${ungrounded} cases are left out, since that part is not served whole without a fault. A fault that no scenario and no law notices is served: where scenarios notice 92 % of what is spoiled, as the order desk's do, expect the rest to reach.`,
    '',
    `${sum(single, 'cases')} single faults of ${single.length} kinds: ${sum(single, 'reached')} reach an unflagged tool (${share(single)}). ${sum(two, 'cases')} programs with two faults: ${sum(two, 'reached')}. ${sum(pairs, 'cases')} pairs, in which the scenarios that would notice a wrong program are left out too: ${sum(pairs, 'reached')} reach one (${share(pairs)}).`,
    '',
    '| kind | cases | show no difference | reach an unflagged tool | caught by |',
    '| --- | ---: | ---: | ---: | --- |',
    ...lines,
    '',
    ...(missed.length === 0 ? [] : ['Those that reach one:', '', ...missed.map((each) => `- ${each}`), '']),
  ].join('\n');
}
