// build: tools -> one environment folder per domain. Each folder appears whole; overrides and tasks that are there are
// kept; a domain that cannot be compiled is reported and never stops the rest.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { badInput, GymError } from '../../envs/errors/gym-error.ts';
import { FILES, readJsonFile, saveEnvironment, writeWhole } from '../../envs/folder/environment-folder.ts';
import { prettyJson } from '../../envs/folder/pretty-json.ts';
import { isJsonObject, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import { collectGarbage } from '../collect-garbage.ts';
import type { CheckReport } from '../check/check-report.ts';
import { DEFAULT_OPTIONS, findDomains } from '../domains/find-domains.ts';
import { makePool } from '../pool/make-pool.ts';
import { readPool, type PoolTool } from '../pool/pool-tool.ts';
import {
  compileDomain,
  type Compiled,
  type CompileOptions,
  type DomainInput,
  type Overrides,
} from './compile-domain.ts';
import { believability, decisionsOf, type Believability } from './decisions.ts';
import { ownFault } from './own-fault.ts';
import { DECISIONS_FILE, OVERRIDES_FILE, parseOverrides } from './overrides.ts';

export interface BuildOptions {
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
  readonly believability: Believability;
}

export interface BuildReport {
  readonly environments: BuiltEnvironment[];
  readonly tools_in: number;
  readonly tools_compiled: number;
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
  const { domains, tools } = await readInput(input);
  prepareFolder(out);
  const report: BuildReport = {
    environments: [],
    tools_in: tools,
    tools_compiled: 0,
    tools_flagged: [],
    failed: [],
    failures: [],
  };
  let compiledTools = 0;
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
      const compileOptions: CompileOptions = { ...options, overrides: readOverrides(dir) };
      // read anew: what is worked out about its schemas goes with it
      const { texts, ...head } = domain;
      const members = texts.map((text) => JSON.parse(text) as PoolTool);
      texts.length = 0;
      const compiled = compileDomain({ ...head, tools: members }, compileOptions);
      const { checked } = compiled;
      save(dir, compiled, compileOptions);
      compiledTools += compiled.tools.length;
      report.environments.push(summaryOf(dir, compiled, checked));
      for (const tool of compiled.tools)
        for (const flag of tool.flags.slice(0, 1))
          report.tools_flagged.push({
            environment: domain.name,
            tool: tool.name,
            reason: `${flag.reason}: ${flag.detail}`,
          });
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
  return { ...report, tools_compiled: compiledTools };
}

function summaryOf(dir: string, compiled: Compiled, checked: CheckReport): BuiltEnvironment {
  const { environment, model, tools } = compiled;
  return {
    name: environment.name,
    path: dir,
    tools: environment.tools.length,
    reads: environment.tools.filter((tool) => tool.effect === 'read').length,
    writes: environment.tools.filter((tool) => tool.effect === 'write').length,
    tables: model.tables.size,
    rows: environment.seed.length,
    checks: checked.checks,
    flags: tools.filter((tool) => tool.flags.length > 0).length,
    believability: believability(compiled),
  };
}

function readOverrides(dir: string): Overrides {
  const file = join(dir, OVERRIDES_FILE);
  if (!existsSync(file)) return {};
  const overrides = parseOverrides(plainJson(readJsonFile(file)), file);
  return overrides;
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

// ---- input ----------------------------------------------------------------------------------------------------------

/** A domain before its turn: its tools as text, a tenth of their size as values. */
export type Waiting = Omit<DomainInput, 'tools'> & { readonly texts: string[] };

export interface Input {
  readonly domains: readonly Waiting[];
  readonly tools: number;
}

export async function readInput(input: string): Promise<Input> {
  if (!existsSync(input))
    throw badInput({
      file: input,
      what: 'is not there',
      mend: 'name a pool, a domains file or a file of tool schemas',
    });
  const head = headOf(input);
  if (head === 'domains') return fromDomains(input);
  if (head === 'pool') return fromPool(input);
  const folder = mkdtempSync(join(tmpdir(), 'callgym-'));
  try {
    const pool = join(folder, 'pool.jsonl');
    makePool([input], pool);
    return await fromPool(pool);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What kind of file it is, by its content. */
function headOf(file: string): 'domains' | 'pool' | 'tools' {
  if (file.endsWith('.jsonl')) {
    try {
      let first: PoolTool | undefined;
      readPool(file, (tool) => {
        first ??= tool;
        throw ENOUGH;
      });
    } catch (error) {
      return error === ENOUGH ? 'pool' : 'tools';
    }
    return 'tools';
  }
  if (!file.endsWith('.json')) return 'tools';
  try {
    const value = plainJson(readJsonFile(file)) as Json;
    return isJsonObject(value) && isJsonObject(value['pool']) && Array.isArray(value['domains']) ? 'domains' : 'tools';
  } catch {
    return 'tools';
  }
}

const ENOUGH = new Error('enough');

/** A group of the source, or a file, is a domain; where it is larger than a domain can be, domains are found in it. */
async function fromPool(pool: string): Promise<Input> {
  const groups = new Map<string, Named[]>();
  let count = 0;
  readPool(pool, (tool) => {
    const key = tool.group ?? tool.source;
    const known = groups.get(key);
    const named = { name: tool.name, text: JSON.stringify(tool) };
    if (known === undefined) groups.set(key, [named]);
    else known.push(named);
    count += 1;
  });
  const large = [...groups.values()].some((tools) => tools.length > DEFAULT_OPTIONS.max);
  const found = large ? (await findDomains(pool, DEFAULT_OPTIONS)).file.domains : [];
  const domainOf = new Map(
    found.flatMap((domain) => domain.tools.map((name): [string, string] => [name, domain.name])),
  );
  const names = new Names();
  const inputs: Waiting[] = [];
  const members = new Map<string, Named[]>();
  for (const [key, tools] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (tools.length <= DEFAULT_OPTIONS.max) {
      inputs.push(asInput(key, '', tools, names));
      continue;
    }
    const alone: Named[] = [];
    for (const tool of tools) {
      const domain = domainOf.get(tool.name);
      if (domain === undefined) alone.push(tool);
      else members.set(domain, [...(members.get(domain) ?? []), tool]);
    }
    for (let at = 0; at < alone.length; at += DEFAULT_OPTIONS.max)
      inputs.push(asInput(`${key} rest`, '', alone.slice(at, at + DEFAULT_OPTIONS.max), names));
  }
  for (const domain of found) {
    const tools = members.get(domain.name);
    if (tools !== undefined) inputs.push(asInput(domain.name, domain.description, tools, names));
  }
  return { domains: inputs, tools: count };
}

interface Named {
  readonly name: string;
  readonly text: string;
}

interface DomainsText {
  readonly pool: { readonly path: string; readonly sha256: string };
  readonly domains: readonly {
    readonly name: string;
    readonly description?: string;
    readonly tools: readonly string[];
  }[];
}

function fromDomains(file: string): Input {
  const value = plainJson(readJsonFile(file)) as unknown as DomainsText;
  const beside = resolve(dirname(file), value.pool.path);
  const path = isAbsolute(value.pool.path) || existsSync(value.pool.path) ? value.pool.path : beside;
  if (!existsSync(path))
    throw badInput({
      file,
      path: '/pool/path',
      what: `names ${value.pool.path}, which is not there`,
      mend: 'run callgym domains again',
    });
  const tools = new Map<string, Named>();
  const { sha256 } = readPool(
    path,
    (tool) => void tools.set(tool.name, { name: tool.name, text: JSON.stringify(tool) }),
  );
  if (sha256 !== value.pool.sha256)
    throw badInput({
      file,
      path: '/pool/sha256',
      what: `is of another pool than ${value.pool.path} is now`,
      mend: 'run callgym domains again',
    });
  const names = new Names();
  return {
    tools: value.domains.reduce((sum, domain) => sum + domain.tools.length, 0),
    domains: value.domains.map((domain, at) => {
      const members = domain.tools.map((name) => {
        const tool = tools.get(name);
        if (tool !== undefined) return tool;
        throw badInput({ file, path: `/domains/${at}/tools`, what: `names ${name}, which the pool does not hold` });
      });
      return asInput(domain.name, domain.description ?? '', members, names);
    }),
  };
}

class Names {
  private readonly taken = new Set<string>();

  /** A folder name, unique without a counter where there is any other way. */
  unique(text: string, tools: readonly Named[]): string {
    const plain =
      text
        .replace(/\.(json|jsonl|yaml|yml)$/i, '')
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '_')
        .replaceAll(/^_+|_+$/g, '')
        .slice(0, 50) || 'tools';
    let name = plain;
    const first =
      tools[0]?.name
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '_')
        .replaceAll(/^_+|_+$/g, '') ?? '';
    if (this.taken.has(name)) name = `${plain}_${first}`.slice(0, 60);
    for (let more = 2; this.taken.has(name); more++) name = `${plain.slice(0, 50)}_${more}`;
    this.taken.add(name);
    return name;
  }
}

function asInput(label: string, description: string, tools: readonly Named[], names: Names): Waiting {
  const name = names.unique(label.split('/').at(-1) ?? label, tools);
  const words = name.replaceAll('_', ' ');
  return {
    name,
    title: `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`,
    description: description.slice(0, 400),
    texts: tools.map((tool) => tool.text),
  };
}
