// Reads the input of the command `build` as domains. The input is a pool, a file of domains or a file of tool schemas.
// A list of up to 120 tools becomes one domain, because such tools usually share their data.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';
import { readJsonFile } from '../../envs/folder/environment-folder.ts';
import { checkedAs, isJsonObject, plainJson, type Json } from '../../envs/values/json.ts';
import { DEFAULT_OPTIONS, findDomains } from '../domains/find-domains.ts';
import { makePool } from '../pool/make-pool.ts';
import { originalName, readPool, type PoolTool } from '../pool/pool-tool.ts';
import type { DomainInput } from './compile-domain.ts';

/** A list with more tools than this is split into several domains. */
const LARGEST = 120;

export interface InputOptions {
  /** Whether a list of up to LARGEST tools is also split into domains. */
  readonly split?: boolean;
  /** Names of the tools to build; * stands for any letters. When absent, all tools are built. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly only?: ReadonlySet<string>;
}
/**
 * A domain that is not compiled yet. Its tools are JSON texts, because texts take a tenth of the memory of parsed
 * values.
 */
export type Waiting = Omit<DomainInput, 'tools'> & { readonly texts: string[] };

export interface Input {
  readonly domains: readonly Waiting[];
  readonly tools: number;
}

export async function readInput(input: string, options: InputOptions = {}): Promise<Input> {
  if (!existsSync(input))
    throw badInput({
      file: input,
      what: 'is not there',
      mend: 'name a pool, a domains file or a file of tool schemas',
    });
  const head = headOf(input);
  if (head === 'domains') return fromDomains(input, options);
  if (head === 'pool') return fromPool(input, options);
  const folder = mkdtempSync(join(tmpdir(), 'callgym-'));
  try {
    const pool = join(folder, 'pool.jsonl');
    makePool([input], pool);
    return await fromPool(pool, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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

/**
 * Makes one domain of each group of tools; a source file without groups is one group. A group with too many tools is
 * split.
 */
async function fromPool(pool: string, options: InputOptions): Promise<Input> {
  const largest = options.split === true ? 0 : LARGEST;
  const groups = new Map<string, Named[]>();
  let count = 0;
  readPool(pool, (tool) => {
    if (!isChosen(tool, options)) return;
    const key = tool.group ?? tool.source;
    const known = groups.get(key);
    const named = { name: tool.name, text: JSON.stringify(tool) };
    if (known === undefined) groups.set(key, [named]);
    else known.push(named);
    count += 1;
  });
  const large = [...groups.values()].some((tools) => tools.length > largest);
  const found = large ? (await findDomains(pool, DEFAULT_OPTIONS)).file.domains : [];
  const domainOf = new Map(
    found.flatMap((domain) => domain.tools.map((name): [string, string] => [name, domain.name])),
  );
  const names = new Names();
  const inputs: Waiting[] = [];
  const members = new Map<string, Named[]>();
  for (const [key, tools] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (tools.length <= largest) {
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

function fromDomains(file: string, options: InputOptions): Input {
  const value = checkedAs<DomainsText>(plainJson(readJsonFile(file)));
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
  const left = new Set<string>();
  const { sha256 } = readPool(path, (tool) => {
    tools.set(tool.name, { name: tool.name, text: JSON.stringify(tool) });
    if (!isChosen(tool, options)) left.add(tool.name);
  });
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
      const members = domain.tools.flatMap((name) => {
        const tool = tools.get(name);
        if (tool !== undefined) return left.has(name) ? [] : [tool];
        throw badInput({ file, path: `/domains/${at}/tools`, what: `names ${name}, which the pool does not hold` });
      });
      return asInput(domain.name, domain.description ?? '', members, names);
    }),
  };
}

class Names {
  private readonly taken = new Set<string>();

  /**
   * Returns a folder name that no other domain has. If the name is taken, it adds the name of the first tool, then a
   * counter.
   */
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

/** Tells whether the options choose a tool, by its name in the pool or by its name in the source. */
function isChosen(tool: PoolTool, { include, exclude, only }: InputOptions): boolean {
  const names = [tool.name, originalName(tool)];
  const fits = (patterns: readonly string[]): boolean =>
    patterns.some((pattern) => names.some((name) => patternOf(pattern).test(name)));
  if (only !== undefined && !names.some((name) => only.has(name))) return false;
  return (include === undefined || fits(include)) && !(exclude !== undefined && fits(exclude));
}

function patternOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')}$`);
}
