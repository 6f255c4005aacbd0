// build: tools -> one environment folder per domain. Each folder appears whole; overrides and tasks that are there are
// kept; a domain that cannot be compiled is reported and never stops the rest.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { badInput, GymError } from '../../envs/errors/gym-error.ts';
import { FILES, readJsonFile, saveEnvironment, writeWhole } from '../../envs/folder/environment-folder.ts';
import { prettyJson } from '../../envs/folder/pretty-json.ts';
import type { SeedRow } from '../../envs/values/environment.ts';
import { isJsonObject, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import { collectGarbage } from '../collect-garbage.ts';
import type { CheckReport } from '../check/check-report.ts';
import type { PoolTool } from '../pool/pool-tool.ts';
import { compileDomain, type Compiled, type CompileOptions } from './compile-domain.ts';
import { decisionsOf, figuresOf, type Figures } from './decisions.ts';
import { readInput, type InputOptions } from './input.ts';
import { ownFault } from './own-fault.ts';
import { DECISIONS_FILE, OVERRIDES_FILE, parseOverrides, type Overrides } from './overrides.ts';

export interface BuildOptions extends InputOptions {
  readonly seed: number;
  readonly rows?: number;
  readonly names?: 'a' | 'b';
  readonly discovery: boolean;
}

export interface BuiltEnvironment {
  readonly name: string;
  readonly path: string;
  readonly tools: number;
  readonly reads: number;
  readonly writes: number;
  readonly tables: number;
  readonly rows: number;
  readonly checks: { readonly run: number; readonly failed: number };
  readonly flags: number;
  readonly figures: Figures;
}

export interface BuildReport {
  readonly environments: BuiltEnvironment[];
  readonly tools_in: number;
  /** Tools that work; the others answer UNAVAILABLE. */
  readonly tools_served: number;
  readonly tools_flagged: { readonly environment: string; readonly tool: string; readonly reason: string }[];
  /** Domains that could not be compiled, with the reason; a fault of ours with where it happened. */
  readonly failed: { readonly name: string; readonly reason: string; readonly trace?: readonly string[] }[];
  readonly failures: { readonly environment: string; readonly check: CheckReport['failures'][number] }[];
}

export interface BuildStep {
  readonly done: number;
  readonly of: number;
  readonly name: string;
}

/** A batch leaves much behind; taken away now and then, a thousand domains need no more memory than ten. */
const GARBAGE_EVERY = 4;
/** Characters of schemas, and sooner after so many. */
const GARBAGE_AFTER = 1_500_000;

/** A step a domain. */
export async function* buildEnvironments(
  input: string,
  out: string,
  options: BuildOptions,
): AsyncGenerator<BuildStep, BuildReport, void> {
  const { domains, tools } = await readInput(input, options);
  prepareFolder(out);
  const report: BuildReport = {
    environments: [],
    tools_in: tools,
    tools_served: 0,
    tools_flagged: [],
    failed: [],
    failures: [],
  };
  let served = 0;
  let read = 0;
  for (const [at, domain] of domains.entries()) {
    yield { done: at, of: domains.length, name: domain.name };
    read += domain.texts.reduce((sum, text) => sum + text.length, 0);
    if (at % GARBAGE_EVERY === GARBAGE_EVERY - 1 || read > GARBAGE_AFTER) {
      collectGarbage();
      read = 0;
    }
    const dir = join(out, domain.name);
    try {
      const compileOptions: CompileOptions = { ...options, overrides: readOverrides(dir), given: readRows(dir) };
      // read anew: what is worked out about its schemas goes with it
      const { texts, ...head } = domain;
      const members = texts.map((text) => JSON.parse(text) as PoolTool);
      texts.length = 0;
      const compiled = compileDomain({ ...head, tools: members }, compileOptions);
      const { checked } = compiled;
      save(dir, compiled, compileOptions);
      served += compiled.tools.filter((tool) => tool.flags.length === 0).length;
      report.environments.push(summaryOf(dir, compiled, checked));
      for (const tool of compiled.tools)
        for (const reason of tool.flags.slice(0, 1))
          report.tools_flagged.push({ environment: domain.name, tool: tool.name, reason });
      for (const check of checked.failures) report.failures.push({ environment: domain.name, check });
    } catch (error) {
      // a fault of ours in one domain is told, and the rest goes on
      if (!(error instanceof GymError)) {
        report.failed.push({ name: domain.name, ...ownFault(error) });
        continue;
      }
      // what a person wrote is theirs to mend
      const where = String(error.fields['where'] ?? '');
      if (where.includes(OVERRIDES_FILE))
        throw new GymError(error.code, {
          ...error.fields,
          where: where.startsWith(OVERRIDES_FILE) ? join(dir, where) : where,
        });
      report.failed.push({ name: domain.name, reason: error.message });
    }
  }
  return { ...report, tools_served: served };
}

function summaryOf(dir: string, compiled: Compiled, checked: CheckReport): BuiltEnvironment {
  const { environment, plan, tools } = compiled;
  return {
    name: environment.name,
    path: dir,
    tools: environment.tools.length,
    reads: environment.tools.filter((tool) => tool.effect === 'read').length,
    writes: environment.tools.filter((tool) => tool.effect === 'write').length,
    tables: plan.tables.length,
    rows: environment.seed.length,
    checks: checked.checks,
    flags: tools.filter((tool) => tool.flags.length > 0).length,
    figures: figuresOf(compiled),
  };
}

function readOverrides(dir: string): Overrides {
  const file = join(dir, OVERRIDES_FILE);
  if (!existsSync(file)) return {};
  const overrides = parseOverrides(plainJson(readJsonFile(file)), file);
  return overrides;
}

/** Rows that a person gave: they stand in place of made ones, table by table. */
const ROWS_FILE = 'rows.jsonl';

function readRows(dir: string): readonly SeedRow[] {
  const file = join(dir, ROWS_FILE);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at): SeedRow[] => {
      if (line.trim() === '') return [];
      let value: Json;
      try {
        value = JSON.parse(line) as Json;
      } catch {
        throw badInput({
          file: `${file}:${at + 1}`,
          what: 'is no JSON',
          mend: 'write {"table": …, "row": {…}} a line',
        });
      }
      if (!isJsonObject(value) || typeof value['table'] !== 'string' || !isJsonObject(value['row']))
        throw badInput({
          file: `${file}:${at + 1}`,
          what: 'names no table and row',
          mend: 'write {"table": …, "row": {…}} a line',
        });
      return [{ table: value['table'], row: value['row'] }];
    });
}

export function prepareFolder(out: string): void {
  try {
    mkdirSync(out, { recursive: true });
    // what an interrupted build left
    for (const name of readdirSync(out)) if (/^\..+\.(new|old)$/.test(name)) restore(out, name);
  } catch (error) {
    throw badInput({
      file: out,
      what: `cannot be written: ${(error as NodeJS.ErrnoException).code ?? ''}`,
      mend: 'name a folder',
    });
  }
}

/** A build that stopped between two renames left the old folder aside. */
function restore(out: string, name: string): void {
  const folder = join(out, name.slice(1).replace(/\.(new|old)$/, ''));
  if (name.endsWith('.old') && !existsSync(folder)) renameSync(join(out, name), folder);
  else rmSync(join(out, name), { recursive: true, force: true });
}

/** The folder in place at once; what people put beside the compiled files stays. */
function save(dir: string, compiled: Compiled, options: CompileOptions): void {
  const [draft, old] = ['new', 'old'].map((kind) => join(dirname(dir), `.${compiled.environment.name}.${kind}`)) as [
    string,
    string,
  ];
  rmSync(draft, { recursive: true, force: true });
  saveEnvironment(draft, compiled.environment);
  writeWhole(join(draft, FILES.recipe), prettyJson(compiled.recipe as unknown as JsonObject));
  writeWhole(join(draft, DECISIONS_FILE), prettyJson(decisionsOf(compiled, options)));
  if (existsSync(dir)) {
    const made = new Set<string>([
      FILES.environment,
      FILES.schema,
      FILES.tools,
      FILES.seed,
      FILES.recipe,
      DECISIONS_FILE,
    ]);
    for (const name of readdirSync(dir))
      if (!made.has(name) && !existsSync(join(draft, name)))
        cpSync(join(dir, name), join(draft, name), { recursive: true });
    rmSync(old, { recursive: true, force: true });
    renameSync(dir, old);
  }
  renameSync(draft, dir);
  rmSync(old, { recursive: true, force: true });
}
