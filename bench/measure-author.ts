// npm run measure:author [-- --per-kind N --only NAME,NAME]: the gates of authoring, measured without a model. A bad author
// writes environments with one fault each; the figure is the share of faults that reach an unflagged tool, and which gate
// catches each kind. Writes docs/author-figures.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { GymError } from '../envs/errors/gym-error.ts';
import { loadEnvironment, writeWhole } from '../envs/folder/environment-folder.ts';
import { ModelDoor } from '../envs/model/model-door.ts';
import type { Environment } from '../envs/values/environment.ts';
import { World } from '../envs/world/world.ts';
import { authorEnvironment, type Authored } from '../generator/author/author-environment.ts';
import { Probes } from '../generator/mutation/probes.ts';
import { spoiledCases, type SpoiledCase } from './bad-author.ts';
import { slimEnvironment } from './slim-environment.ts';
import { givenTools, repliesOf, scriptedAuthor } from './scripted-author.ts';

const BASES = ['new-environment', 'authored/lockers_benchmark', 'environments/order-desk'] as const;
const MUTANTS = 60;
/** Rows of tables without parents: hundreds of environments are opened. */
const ROWS = 40;

interface Row {
  cases: number;
  harmless: number;
  reached: number;
  readonly gates: Map<string, number>;
}

const root = fileURLToPath(new URL('../', import.meta.url));
const { values } = parseArgs({
  options: { 'per-kind': { type: 'string' }, only: { type: 'string' }, write: { type: 'boolean' } },
});
const perKind = Number(values['per-kind'] ?? 12);
const rows = new Map<string, Row>();
const missed: string[] = [];
const measured: string[] = [];
const scratch = mkdtempSync(join(tmpdir(), 'callgym-bad-author-'));
try {
  for (const base of BASES) {
    if (values.only !== undefined && !values.only.split(',').some((name) => base.endsWith(name))) continue;
    const environment = slimEnvironment(loadEnvironment(join(root, 'fixtures', base)), ROWS);
    measured.push(base);
    const sound = new World(environment);
    const probes = new Probes(sound, []);
    for (const [at, spoiled] of spoiledCases(environment, perKind).entries()) {
      const row = rows.get(spoiled.kind) ?? { cases: 0, harmless: 0, reached: 0, gates: new Map<string, number>() };
      rows.set(spoiled.kind, row);
      if (isHarmless(spoiled, probes, sound)) {
        row.harmless += 1;
        continue;
      }
      row.cases += 1;
      const gate = await caughtBy(environment, spoiled, join(scratch, `${at}.jsonl`));
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

/** A fault that shows nowhere is none. */
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
    // vetting refuses it: that is a gate, not harmlessness
    if (error instanceof GymError) return false;
    throw error;
  }
}

/** The gate that kept the fault from being served; none where it is served. */
async function caughtBy(base: Environment, spoiled: SpoiledCase, record: string): Promise<string | undefined> {
  let made: Authored;
  try {
    made = await authorEnvironment(
      base.name,
      base.title,
      givenTools(base),
      { seed: 1, reviewers: 0, mutants: MUTANTS, material: { notes: undefined, evidence: [] } },
      new ModelDoor(scriptedAuthor(repliesOfSpoiled(base, spoiled))).open(record),
    );
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
  // of a fragment's tools those that are served must show no difference
  const world = new World(made.environment);
  try {
    const probes = new Probes(new World(base), []);
    return probes.difference(world, served) === undefined ? 'no difference in what is served' : undefined;
  } finally {
    world.close();
  }
}

/** The good replies, with the fault in: an environment that does not open is spoken all the same. */
function repliesOfSpoiled(base: Environment, { environment }: SpoiledCase): ReturnType<typeof repliesOf> {
  const good = repliesOf(base);
  const sound: Environment = { ...base, scenarios: environment.scenarios ?? { views: {}, scenarios: [] } };
  const plan = good['plan'] as Readonly<Record<string, unknown>>;
  const tools = Object.fromEntries(
    environment.tools.map(({ name, program, examples = [] }) => [name, { program, examples }]),
  );
  const plans = plan['tools'] as Readonly<Record<string, object>>;
  const anchors: { table: string; columns: string[]; rows: unknown[][] }[] = [];
  for (const { table, row } of environment.seed) {
    const columns = Object.keys(row);
    const last = anchors.at(-1);
    if (last?.table === table && last.columns.join() === columns.join()) last.rows.push(Object.values(row));
    else anchors.push({ table, columns, rows: [Object.values(row)] });
  }
  const replies = {
    ...good,
    plan: {
      ...plan,
      anchors,
      roles: environment.columns,
      invariants: environment.invariants ?? [],
      seed: environment.promises ?? [],
      tools: Object.fromEntries(
        Object.entries(plans).map(([name, each]) => [
          name,
          { ...each, returns: environment.tools.find((tool) => tool.name === name)?.returns },
        ]),
      ),
    },
    programs: { fragments: environment.fragments ?? {}, tools },
    scenarios: sound.scenarios,
  };
  return JSON.parse(JSON.stringify(replies)) as ReturnType<typeof repliesOf>;
}

function page(): string {
  const kinds = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
  const single = kinds.filter(([kind]) => !kind.startsWith('pair'));
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
    `Environments: ${measured.join(', ')}. A fault that no scenario and no law notices is served: where scenarios notice 92 % of what is spoiled, as the order desk's do, expect the rest to reach.`,
    '',
    `${sum(single, 'cases')} single faults of ${single.length} kinds: ${sum(single, 'reached')} reach an unflagged tool (${share(single)}). ${sum(pairs, 'cases')} pairs, in which the scenarios that would notice a wrong program are left out too: ${sum(pairs, 'reached')} reach one (${share(pairs)}).`,
    '',
    '| kind | cases | show no difference | reach an unflagged tool | caught by |',
    '| --- | ---: | ---: | ---: | --- |',
    ...lines,
    '',
    ...(missed.length === 0 ? [] : ['Those that reach one:', '', ...missed.map((each) => `- ${each}`), '']),
  ].join('\n');
}
