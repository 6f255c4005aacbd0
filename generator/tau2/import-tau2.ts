// Imports a checkout of tau2-bench as complete environments. The programs belong to callgym (fixtures/tau2); the rows,
// policy and tasks come from tau2-bench.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { badInput, GymError } from '../../envs/errors/gym-error.ts';
import {
  FILES,
  loadEnvironment,
  openEnvironment,
  readJsonFile,
  saveEnvironment,
  writeWhole,
} from '../../envs/folder/environment-folder.ts';
import { checkedAs, isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { World } from '../../envs/world/world.ts';
import { MissingPart, type Tau2Domain } from './domain.ts';
import { airline } from './airline.ts';
import { retail } from './retail.ts';
import { telecom } from './telecom.ts';
import { toTask, type Tau2Task } from './read-tasks.ts';
import { readToml } from './read-toml.ts';

/**
 * The domains that can be imported. To add one, add a file here, an entry in this list, and its programs in
 * fixtures/tau2.
 */
export const TAU2_DOMAINS: readonly Tau2Domain[] = [retail, airline, telecom];

export interface Imported {
  readonly name: string;
  readonly path: string;
  readonly tools: number;
  readonly user_tools: number;
  readonly tasks: number;
  readonly rows: number;
  /** The tasks that could not be imported, each with the reason. */
  readonly rejected: readonly { readonly task: string; readonly reason: string }[];
}

export interface ImportOptions {
  readonly checkout: string;
  readonly out: string;
  readonly domains?: readonly string[];
  readonly split?: string;
}

export function importTau2({ checkout, out, domains, split }: ImportOptions): Imported[] {
  const known = TAU2_DOMAINS.map((domain) => domain.name);
  const unknown = domains?.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw badInput({ path: '--domains', what: `there is no domain ${unknown}`, mend: `there are ${known.join(', ')}` });
  const root = join(checkout, 'data', 'tau2', 'domains');
  if (!existsSync(root))
    throw badInput({ file: root, what: 'is not there', mend: 'name the folder of a tau2-bench checkout' });
  return TAU2_DOMAINS.filter((domain) => domains === undefined || domains.includes(domain.name)).map((domain) =>
    importDomain(domain, join(root, domain.name), join(out, `tau2-${domain.name}`), split),
  );
}

function importDomain(domain: Tau2Domain, from: string, to: string, split: string | undefined): Imported {
  const agent = readDatabase(from, domain.databases.agent);
  const user = domain.databases.user === undefined ? {} : readDatabase(from, domain.databases.user);
  const base = loadEnvironment(fileURLToPath(new URL(`../../fixtures/tau2/${domain.name}`, import.meta.url)));
  const environment = {
    ...base,
    seed: rowsOf(domain, { agent, user }, join(from, domain.databases.agent)),
    policy: readPolicy(domain, from),
  };
  let world: World;
  try {
    world = new World(environment);
  } catch (error) {
    if (!(error instanceof GymError)) throw error;
    throw badInput({ file: from, what: `its data does not fit: ${error.message}` });
  }
  const rejected: { task: string; reason: string }[] = [];
  const tasks = chosen(readTasks(from), from, split).flatMap((task) => {
    try {
      return [toTask(world, task)];
    } catch (error) {
      if (!(error instanceof GymError)) throw error;
      rejected.push({ task: String(task.id), reason: error.message });
      return [];
    }
  });
  world.close();
  saveEnvironment(to, environment);
  writeWhole(join(to, FILES.tasks), tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
  // the saved environment must have the same hash when it is read again
  const saved = openEnvironment(to);
  if (saved.hash !== world.hash) throw badInput({ file: to, what: 'was not written as it was made' });
  saved.close();
  const count = (audience: string): number => environment.tools.filter((tool) => tool.audience === audience).length;
  return {
    name: environment.name,
    path: to,
    tools: count('agent'),
    user_tools: count('user'),
    tasks: tasks.length,
    rows: environment.seed.length,
    rejected,
  };
}

function readPolicy(domain: Tau2Domain, from: string): string {
  const found = domain.policies.find(({ files }) => files.every((name) => existsSync(join(from, name))));
  if (found === undefined)
    throw badInput({ file: join(from, domain.policies[0]?.files[0] ?? 'policy.md'), what: 'is not there' });
  const parts = found.files.map((name, at) => {
    const text = readFileSync(join(from, name), 'utf8');
    const tag = found.tags?.[at];
    return tag === undefined ? text.trimEnd() : `<${tag}>\n${text}\n</${tag}>`;
  });
  return `${parts.join('\n')}\n`;
}

function rowsOf(
  domain: Tau2Domain,
  databases: { agent: JsonObject; user: JsonObject },
  file: string,
): ReturnType<Tau2Domain['rows']> {
  try {
    return domain.rows(databases);
  } catch (error) {
    if (!(error instanceof MissingPart)) throw error;
    throw badInput({ file, what: `${error.message}: this is not the ${domain.name} database that is known here` });
  }
}

function readDatabase(dir: string, name: string): JsonObject {
  const json = join(dir, `${name}.json`);
  const toml = join(dir, `${name}.toml`);
  let value: Json;
  if (existsSync(json)) value = readJsonFile(json);
  else if (existsSync(toml)) value = readToml(toml);
  else throw badInput({ file: json, what: `is not there, nor is ${name}.toml` });
  if (!isJsonObject(value)) throw badInput({ file: json, what: 'is no object' });
  return value;
}

function readTasks(dir: string): Tau2Task[] {
  const file = join(dir, 'tasks.json');
  if (!existsSync(file)) throw badInput({ file, what: 'is not there' });
  const value = readJsonFile(file);
  const list = Array.isArray(value) ? value : isJsonObject(value) ? value['tasks'] : undefined;
  if (!Array.isArray(list)) throw badInput({ file, what: 'is no list of tasks' });
  list.forEach((task: Json, at) => {
    if (!isJsonObject(task) || (typeof task['id'] !== 'string' && typeof task['id'] !== 'number'))
      throw badInput({ file, path: `/${at}`, what: 'is no task: it has no id' });
  });
  return checkedAs<Tau2Task[]>(list);
}

function chosen(tasks: readonly Tau2Task[], dir: string, split: string | undefined): readonly Tau2Task[] {
  if (split === undefined) return tasks;
  const file = join(dir, 'split_tasks.json');
  if (!existsSync(file)) throw badInput({ file, what: 'is not there', mend: 'leave --split out to take every task' });
  const splits = readJsonFile(file);
  const ids = isJsonObject(splits) && Object.hasOwn(splits, split) ? splits[split] : undefined;
  if (!Array.isArray(ids))
    throw badInput({
      file,
      what: `has no split ${split}`,
      mend: `it has ${isJsonObject(splits) ? Object.keys(splits).join(', ') : 'none'}`,
    });
  const wanted = new Set((ids as readonly Json[]).map(String));
  const missing = [...wanted].find((id) => !tasks.some((task) => String(task.id) === id));
  if (missing !== undefined) throw badInput({ file, what: `names task ${missing}, which tasks.json has not` });
  return tasks.filter((task) => wanted.has(String(task.id)));
}
