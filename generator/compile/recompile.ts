// Compiles an environment again with new overrides, from the tools in its folder. It first compiles with the present
// overrides: if the result differs from the folder, something in the folder cannot be rebuilt, and the command refuses.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';
import { FILES, loadEnvironment, readJsonFile } from '../../envs/folder/environment-folder.ts';
import type { Environment } from '../../envs/values/environment.ts';
import { isJsonObject, plainJson, type JsonObject } from '../../envs/values/json.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import type { PoolTool } from '../pool/pool-tool.ts';
import { DISCOVERY_MARK } from './close/discovery.ts';
import { compileDomain, type Compiled, type CompileOptions } from './compile-domain.ts';
import { readOverrides, readRows, saveCompiled } from './build.ts';
import { DECISIONS_FILE, type Overrides } from './overrides.ts';

export interface Recompiled {
  readonly environment: Environment;
  /** The files that `save` writes. */
  readonly files: readonly string[];
  readonly save: () => void;
}

export function compileFolder(dir: string, overrides: Overrides): Recompiled {
  const decisions = decisionsIn(dir);
  const environment = loadEnvironment(dir);
  const options = (own: Overrides): CompileOptions => ({
    seed: typeof decisions['seed'] === 'number' ? decisions['seed'] : 1,
    ...(typeof decisions['rows'] === 'number' ? { rows: decisions['rows'] } : {}),
    discovery: environment.tools.some(isAdded) || !leavesOutDiscovery(dir, environment, decisions),
    overrides: own,
    given: readRows(dir),
  });
  const present = options(readOverrides(dir));
  if (!sameWorld(compile(environment, present).environment, environment))
    throw badInput({
      file: dir,
      what: 'does not hold everything that its build read',
      mend: 'write overrides.json into it and run callgym build again',
    });
  const compiled = compile(environment, options(overrides));
  // people write these parts, so they are taken from the folder and not from the compilation
  const { policy, rules, scenarios, invariants } = environment;
  const whole: Environment = {
    ...compiled.environment,
    policy,
    rules,
    ...(scenarios === undefined ? {} : { scenarios }),
    ...(invariants === undefined ? {} : { invariants }),
  };
  return {
    environment: whole,
    files: [FILES.environment, FILES.schema, FILES.tools, FILES.seed, FILES.recipe, DECISIONS_FILE],
    save: () => saveCompiled(dir, compiled, options(overrides), { input: decisions['input'] ?? null }),
  };
}

function decisionsIn(dir: string): JsonObject {
  const file = join(dir, DECISIONS_FILE);
  const read = existsSync(file) ? plainJson(readJsonFile(file)) : undefined;
  if (!isJsonObject(read))
    throw badInput({ file: dir, what: 'is no compiled environment', mend: 'overrides guide build' });
  return read;
}

const isAdded = ({ description }: Pick<Tool, 'description'>): boolean => description.startsWith(DISCOVERY_MARK);

/**
 * Tells whether the compiler would add list tools now. If it would, the folder was built without them, because it has
 * none.
 */
function leavesOutDiscovery(dir: string, environment: Environment, decisions: JsonObject): boolean {
  const seed = typeof decisions['seed'] === 'number' ? decisions['seed'] : 1;
  const rows = typeof decisions['rows'] === 'number' ? { rows: decisions['rows'] } : {};
  const options = { seed, ...rows, discovery: true, overrides: readOverrides(dir), given: readRows(dir) };
  return compile(environment, options).environment.tools.some(isAdded);
}

function compile(environment: Environment, options: CompileOptions): Compiled {
  const { name, title, description, tools } = environment;
  return compileDomain(
    { name, title, description, tools: tools.filter((tool) => !isAdded(tool)).map(asPoolTool) },
    options,
  );
}

/** Returns a tool in the form of the compiler's input, from the data in the folder. */
function asPoolTool({ name, description, parameters, returns, audience, hints, http }: Tool): PoolTool {
  return {
    name,
    description,
    parameters: parameters as JsonObject,
    ...(isJsonObject(returns) ? { returns } : {}),
    source: DECISIONS_FILE,
    ...(http === undefined ? {} : { http }),
    ...(hints === undefined && audience === 'agent'
      ? {}
      : { hints: { ...hints, ...(audience === 'user' ? { audience } : {}) } }),
    original: {},
  };
}

/** Tells whether a compilation gives the same schema, programs and rows as the folder. */
function sameWorld(made: Environment, found: Environment): boolean {
  const told = ({ schema, tools, seed }: Environment): string =>
    JSON.stringify([schema, tools.map(({ name, program, effect }) => [name, effect, program]), seed]);
  return told(made) === told(found);
}
