// npm run measure:tasks -- [ENVIRONMENTS] [--parts DIR] [--only NAME,…] [--counts A,G,C,W] [--few N] [--assemble]:
// makes and audits tasks for the authored environments, the gallery, compiled ones and three composed worlds, and
// audits those of tau2-bench if the folder CALLGYM_DATA has them. Writes docs/task-figures.md and docs/task-sample.md.
// --parts keeps the figures of each environment in a folder, so that no environment is measured twice. --only measures
// some environments and writes no page. --few takes N compiled environments, spread over their names. --assemble writes
// the pages from the kept figures, and lists the environments whose figures are missing.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FILES, loadEnvironment, loadTasks, writeWhole } from '../envs/folder/environment-folder.ts';
import { World } from '../envs/world/world.ts';
import { buildEnvironments } from '../generator/compile/build.ts';
import { compose } from '../generator/compose/compose.ts';
import { makePool } from '../generator/pool/make-pool.ts';
import { auditTasks } from '../generator/tasks/audit.ts';
import { importTau2 } from '../generator/tau2/import-tau2.ts';
import { barHead, barRow } from './task-bars.ts';
import { figuresPage, samplePage } from './task-pages.ts';
import { KeptParts, madePart, partOfTasks, type Group, type Part } from './task-parts.ts';

/** The number of tasks that are made for each environment: authored, gallery, compiled, composed. */
const COUNTS = '200,40,20,167';
const MUTANTS: Readonly<Record<Group, number>> = { authored: 8, gallery: 4, compiled: 4, world: 2, tau2: 4 };
/** Worlds that are composed of four environments. The same people appear in all four. */
export const WORLDS: Readonly<Record<string, readonly string[]>> = {
  'a customer': ['order-desk', 'carrier-care', 'bank', 'helpdesk'],
  'an office': ['helpdesk', 'calendar', 'leave-desk', 'shared-drive'],
  'a household': ['insurance', 'rail', 'order-desk', 'carrier-care'],
};

const root = fileURLToPath(new URL('../', import.meta.url));
const { values, positionals } = parseArgs({
  options: {
    parts: { type: 'string' },
    only: { type: 'string' },
    counts: { type: 'string', default: COUNTS },
    few: { type: 'string' },
    assemble: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [authored = 0, gallery = 0, compiled = 0, worlds = 0] = values.counts.split(',').map(Number);
const only = values.only?.split(',');
const kept = new KeptParts(values.parts);
const dir = mkdtempSync(join(tmpdir(), 'callgym-measure-'));
const parts: Part[] = [];
const missing: string[] = [];
const { assemble } = values;

const wants = (name: string): boolean => only === undefined || only.includes(name);

function measure(name: string, group: Group, wanted: number, open: () => World): void {
  if (!wants(name) || wanted === 0) return;
  const world = open();
  let part = kept.find(name, world.hash, assemble ? undefined : wanted);
  if (part === undefined && assemble) {
    missing.push(name);
    world.close();
    return;
  }
  if (part === undefined) {
    process.stderr.write(`${name}\n`);
    part = madePart(name, group, world, { wanted, mutants: MUTANTS[group] });
    kept.keep(part);
  }
  parts.push(part);
  world.close();
  if (only !== undefined && part.bars !== undefined) process.stdout.write(`${barHead()}\n${barRow(name, part.bars)}\n`);
}

/** Picks `count` of the names, evenly spread. */
function spread(names: readonly string[], count: number): readonly string[] {
  const step = Math.max(1, names.length / Math.max(count, 1));
  return names.filter((_name, at) => Math.floor(at / step) > Math.floor((at - 1) / step));
}

const shelf = (name: string): string => {
  const fixture = join(root, 'fixtures/environments', name);
  return existsSync(fixture) ? fixture : join(root, 'gallery', name);
};
const opened = (path: string) => (): World => new World(loadEnvironment(path));

for (const name of readdirSync(join(root, 'fixtures/environments')).sort().reverse())
  measure(name, 'authored', authored, opened(shelf(name)));
for (const name of readdirSync(join(root, 'gallery')).sort())
  if (existsSync(join(root, 'gallery', name, FILES.environment)))
    measure(name, 'gallery', gallery, opened(shelf(name)));
for (const [name, members] of Object.entries(WORLDS))
  measure(name, 'world', worlds, () => {
    const { environment } = compose(
      members.map((each) => loadEnvironment(shelf(each))),
      { name: name.replaceAll(/\W+/g, '-'), people: true },
    );
    return new World(environment);
  });

// measure compiled environments: those of a given folder, or those compiled from the bundled schemas
let [environments] = positionals;
if (assemble) parts.push(...kept.all().filter(({ group }) => group === 'compiled' || group === 'tau2'));
else if (environments === undefined && compiled > 0) {
  environments = join(dir, 'compiled');
  mkdirSync(environments);
  const pool = join(dir, 'pool.jsonl');
  makePool([join(root, 'fixtures/tools')], pool);
  for await (const _step of buildEnvironments(pool, environments, { seed: 1, discovery: true }));
}
if (environments !== undefined && !assemble)
  for (const name of spread(readdirSync(environments).sort(), Number(values.few ?? Infinity)))
    measure(name, 'compiled', compiled, opened(join(environments, name)));

// measure the tasks of tau2-bench
const data = process.env['CALLGYM_DATA'];
if (assemble) process.stderr.write(`${parts.length} parts\n`);
else if (data === undefined || !existsSync(join(data, 'tau2')))
  process.stderr.write('tau2-bench: left out, CALLGYM_DATA has none\n');
else if (only === undefined) {
  const checkout = join(dir, 'tau2');
  for (const domain of ['retail', 'airline', 'telecom']) {
    const to = join(checkout, 'data/tau2/domains', domain);
    mkdirSync(to, { recursive: true });
    for (const file of readdirSync(join(data, 'tau2', domain)))
      if (/\.(json|toml|md)$/.test(file))
        writeWhole(
          join(to, file === 'tasks.train.json' ? 'tasks.json' : file),
          readFileSync(join(data, 'tau2', domain, file), 'utf8'),
        );
  }
  for (const { name, path } of importTau2({ checkout, out: join(dir, 'imported') })) {
    const world = new World(loadEnvironment(path));
    const tasks = loadTasks(join(path, FILES.tasks));
    let part = kept.find(name, world.hash, tasks.length);
    if (part === undefined) {
      process.stderr.write(`${name}\n`);
      const { report } = auditTasks(world, tasks, { entailment: false });
      part = partOfTasks(basename(name), 'tau2', world, tasks, report);
      kept.keep(part);
    }
    parts.push(part);
    world.close();
  }
}
rmSync(dir, { recursive: true, force: true });

if (only === undefined) {
  const machine = `${cpus()[0]?.model ?? 'a machine'}, one core, Node ${process.versions.node}`;
  writeWhole(join(root, 'docs/task-figures.md'), figuresPage(parts, missing, machine));
  writeWhole(join(root, 'docs/task-sample.md'), samplePage(parts));
}
