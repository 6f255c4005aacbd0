// The command `build` makes one environment folder from each domain, that is, from each group of tools. It renames each
// finished folder into place in one step and keeps the overrides and tasks that people wrote. When a domain cannot be
// compiled, the report says so and the build goes on with the next domain.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { badInput, GymError } from '../../envs/errors/gym-error.ts';
import { FILES, readJsonFile, saveEnvironment, writeWhole } from '../../envs/folder/environment-folder.ts';
import { prettyJson } from '../../envs/folder/pretty-json.ts';
import type { SeedRow } from '../../envs/values/environment.ts';
import { asJson, isJsonObject, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import { collectGarbage } from '../collect-garbage.ts';
import type { CheckReport } from '../check/check-report.ts';
import type { PoolTool } from '../pool/pool-tool.ts';
import { compileDomain, type Compiled, type CompileOptions } from './compile-domain.ts';
import { decisionsOf, figuresOf, type Figures } from './decisions.ts';
import { readInput, type InputOptions, type Waiting } from './input.ts';
import { ownFault } from './own-fault.ts';
import { DECISIONS_FILE, OVERRIDES_FILE, parseOverrides, type Overrides } from './overrides.ts';
import { wayOn } from './way-on.ts';

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
  /** The number of tools that work. Every other tool answers UNAVAILABLE. */
  readonly tools_served: number;
  readonly tools_flagged: {
    readonly environment: string;
    readonly tool: string;
    readonly reason: string;
    /** One line that tells a person how to get the tool to work. */
    readonly way_on: string;
  }[];
  /**
   * Each domain that could not be compiled, with the reason. For a fault of callgym, `trace` holds the places in the
   * code.
   */
  readonly failed: { readonly name: string; readonly reason: string; readonly trace?: readonly string[] }[];
  readonly failures: { readonly environment: string; readonly check: CheckReport['failures'][number] }[];
}

export interface BuildStep {
  readonly done: number;
  readonly of: number;
  readonly name: string;
}

/**
 * A compiled domain, whose folder is written under a temporary name, or the reason why the domain could not be
 * compiled.
 */
export type BuiltDomain =
  | {
      readonly environment: BuiltEnvironment;
      readonly served: number;
      readonly flagged: BuildReport['tools_flagged'];
      readonly failures: BuildReport['failures'];
    }
  | { readonly failed: BuildReport['failed'][number] };

/** Builds domains in this process or in other processes, and yields the results in the order of the domains. */
export type BuildDomains = (domains: readonly Waiting[]) => AsyncGenerator<BuiltDomain, void, void>;

/**
 * The builder frees memory after every 4 domains. A build of a thousand domains then needs no more memory than a build
 * of ten.
 */
const GARBAGE_EVERY = 4;
/** The builder also frees memory when the tool schemas that it read since the last time have this many characters. */
const GARBAGE_AFTER = 1_500_000;

/** Builds one environment folder for each domain, and yields a progress step before each domain. */
export async function* buildEnvironments(
  input: string,
  out: string,
  options: BuildOptions,
  others?: BuildDomains,
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
  const built = (others ?? ((all) => buildHere(all, out, options)))(domains);
  try {
    for (const [at, { name }] of domains.entries()) {
      yield { done: at, of: domains.length, name };
      const { value } = await built.next();
      if (value === undefined) break;
      if ('failed' in value) {
        report.failed.push(value.failed);
        continue;
      }
      putInPlace(join(out, name));
      served += value.served;
      report.environments.push(value.environment);
      report.tools_flagged.push(...value.flagged);
      report.failures.push(...value.failures);
    }
  } finally {
    await built.return();
  }
  return { ...report, tools_served: served };
}

async function* buildHere(
  domains: readonly Waiting[],
  out: string,
  options: BuildOptions,
): AsyncGenerator<BuiltDomain, void, void> {
  const builder = new DomainBuilder(out, options);
  for (const domain of domains) yield builder.build(domain);
}

/** Compiles each domain into a draft folder. `putInPlace` then renames the draft to the environment's folder. */
export class DomainBuilder {
  private readonly out: string;
  private readonly options: BuildOptions;
  private count = 0;
  private read = 0;

  constructor(out: string, options: BuildOptions) {
    this.out = out;
    this.options = options;
  }

  build(domain: Waiting): BuiltDomain {
    this.count += 1;
    this.read += domain.texts.reduce((sum, text) => sum + text.length, 0);
    if (this.count % GARBAGE_EVERY === 0 || this.read > GARBAGE_AFTER) {
      collectGarbage();
      this.read = 0;
    }
    const dir = join(this.out, domain.name);
    try {
      return this.compile(domain, dir);
    } catch (error) {
      // a fault of callgym fails only this domain; the build goes on with the next domain
      if (!(error instanceof GymError)) return { failed: { name: domain.name, ...ownFault(error) } };
      // an error in overrides.json stops the build, because the person who wrote the file must correct the file
      const where = String(error.fields['where'] ?? '');
      if (where.includes(OVERRIDES_FILE))
        throw new GymError(error.code, {
          ...error.fields,
          where: where.startsWith(OVERRIDES_FILE) ? join(dir, where) : where,
        });
      return { failed: { name: domain.name, reason: error.message } };
    }
  }

  private compile(domain: Waiting, dir: string): BuiltDomain {
    const options: CompileOptions = { ...this.options, overrides: readOverrides(dir), given: readRows(dir) };
    // each compilation parses its own copies of the tools: data cached for a copy is freed together with the copy
    const { texts, ...head } = domain;
    const members = texts.map((text) => JSON.parse(text) as PoolTool);
    texts.length = 0;
    const compiled = compileDomain({ ...head, tools: members }, options);
    draftCompiled(dir, compiled, options);
    const { name } = domain;
    return {
      environment: summaryOf(dir, compiled, compiled.checked),
      served: compiled.tools.filter((tool) => tool.flags.length === 0).length,
      flagged: compiled.tools.flatMap((tool) =>
        tool.flags.slice(0, 1).map((reason) => ({ environment: name, tool: tool.name, reason, way_on: wayOn(reason) })),
      ),
      failures: compiled.checked.failures.map((check) => ({ environment: name, check })),
    };
  }
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

export function readOverrides(dir: string): Overrides {
  const file = join(dir, OVERRIDES_FILE);
  if (!existsSync(file)) return {};
  const overrides = parseOverrides(plainJson(readJsonFile(file)), file);
  return overrides;
}

/** A person may write this file into a folder. Its rows replace the generated rows of each table that it names. */
const ROWS_FILE = 'rows.jsonl';

export function readRows(dir: string): readonly SeedRow[] {
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
    // a build that was stopped leaves folders such as `.shop.new` behind
    for (const name of readdirSync(out)) if (/^\..+\.(new|old)$/.test(name)) restore(out, name);
  } catch (error) {
    throw badInput({
      file: out,
      what: `cannot be written: ${(error as NodeJS.ErrnoException).code ?? ''}`,
      mend: 'name a folder',
    });
  }
}

/**
 * Handles a folder that a stopped build left behind. An `.old` folder goes back to its place if no new folder stands
 * there; every other left-over is removed.
 */
function restore(out: string, name: string): void {
  const folder = join(out, name.slice(1).replace(/\.(new|old)$/, ''));
  if (name.endsWith('.old') && !existsSync(folder)) renameSync(join(out, name), folder);
  else rmSync(join(out, name), { recursive: true, force: true });
}

/** Writes the compiled environment into its folder in one step, and keeps the files that people put there. */
export function saveCompiled(dir: string, compiled: Compiled, options: CompileOptions, told: JsonObject = {}): void {
  draftCompiled(dir, compiled, options, told);
  putInPlace(dir);
}

function besideOf(dir: string, kind: 'new' | 'old'): string {
  return join(dirname(dir), `.${basename(dir)}.${kind}`);
}

/** Writes the whole folder under a temporary name, next to the folder that it will replace. */
function draftCompiled(dir: string, compiled: Compiled, options: CompileOptions, told: JsonObject = {}): void {
  const draft = besideOf(dir, 'new');
  rmSync(draft, { recursive: true, force: true });
  saveEnvironment(draft, compiled.environment);
  writeWhole(join(draft, FILES.recipe), prettyJson(asJson(compiled.recipe)));
  writeWhole(join(draft, DECISIONS_FILE), prettyJson({ ...decisionsOf(compiled, options), ...told }));
  if (!existsSync(dir)) return;
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
}

function putInPlace(dir: string): void {
  const old = besideOf(dir, 'old');
  if (existsSync(dir)) {
    rmSync(old, { recursive: true, force: true });
    renameSync(dir, old);
  }
  renameSync(besideOf(dir, 'new'), dir);
  rmSync(old, { recursive: true, force: true });
}
