// Describes an environment for the studio: tables with references, tools with programs and with the reasons for them or
// the reason why the tool does not work, scenarios and rules.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile } from '../../envs/folder/environment-folder.ts';
import { quoteName, type Table } from '../../envs/sql/database-schema.ts';
import { asJson, isJsonObject, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { ToolProgram } from '../../envs/values/program.ts';
import type { World } from '../../envs/world/world.ts';
import { DISCOVERY_MARK } from '../../generator/compile/close/discovery.ts';
import { DECISIONS_FILE, OVERRIDES_FILE } from '../../generator/compile/overrides.ts';
import { isCompiled, overridesOf } from './edited-tool.ts';
import { environmentHead } from '../../envs/server/environment-head.ts';

export interface About {
  readonly dir: string | undefined;
  readonly tasks: number;
  readonly editable: boolean;
}

export function describeEnvironment(world: World, { dir, tasks, editable }: About): JsonObject {
  const { environment, schema } = world;
  const decisions = dir === undefined ? new Map<string, JsonObject>() : decisionsIn(dir);
  // of a compiled tool, only the examples in overrides.json are a person's; the compiler finds the others again at each
  // build
  const overrides = environment.origin === 'compiled' && isCompiled(dir) ? overridesOf(dir) : undefined;
  const counts = world.withConnection(({ db }) =>
    schema.tables.map(
      ({ name }) =>
        db
          .prepare<[], number>(`SELECT count(*) FROM ${quoteName(name)}`)
          .pluck(true)
          .get() ?? 0,
    ),
  );
  const { rules, tools, scenarios, speech } = environment;
  return {
    ...environmentHead(world),
    editable,
    money: speech?.money ?? null,
    compiled: dir !== undefined && existsSync(join(dir, DECISIONS_FILE)),
    overrides: dir !== undefined && existsSync(join(dir, OVERRIDES_FILE)),
    tasks,
    rules: rules.map(({ id, text, check }) => ({ id, text, check: (check ?? null) as Json })),
    invariants: asJson(environment.invariants ?? []),
    tables: schema.tables.map((table, at) => describeTable(world, table, counts[at] ?? 0)),
    views: schema.views.map(({ name: view, reads, columns, sql }) => ({ name: view, reads, columns, sql })),
    tools: tools.map((tool): Json => {
      const { name: called, audience, effect, program } = tool;
      const decision = decisions.get(called);
      return {
        name: called,
        description: tool.description,
        parameters: tool.parameters,
        returns: (tool.returns ?? null) as Json,
        audience,
        effect,
        program: asJson(program),
        examples: asJson(tool.examples ?? []),
        kept: asJson(overrides === undefined ? (tool.examples ?? []) : (overrides.tools?.[called]?.examples ?? [])),
        added: tool.description.startsWith(DISCOVERY_MARK),
        http: asJson(tool.http ?? null),
        money: speech?.tools[called]?.money ?? speech?.money ?? null,
        flag: flagOf(program),
        decision: decision ?? null,
        scenarios: (scenarios?.scenarios ?? [])
          .filter(({ steps }) => steps.some((step) => step.name === called))
          .map((scenario) => scenario.name),
      };
    }),
    scenarios: asJson(scenarios?.scenarios ?? []),
    fragments: asJson(environment.fragments ?? {}),
  };
}

function describeTable({ roles }: World, table: Table, rows: number): Json {
  return {
    name: table.name,
    rows,
    key: table.primaryKey,
    checks: table.checks,
    sql: table.sql,
    columns: table.columns.map(({ name, type, notNull, generated }) => ({
      name,
      type,
      required: notNull,
      generated,
      role: roles.get(`${table.name}.${name}`.toLowerCase()) ?? null,
    })),
    refers: table.foreignKeys.map(({ columns, table: target, references }) => ({ columns, table: target, references })),
  };
}

/** Returns the reason why a tool is out of service (its program only answers UNAVAILABLE), otherwise null. */
export function flagOf(program: ToolProgram): string | null {
  const [only] = program;
  if (program.length !== 1 || only === undefined || !('fail' in only)) return null;
  const [code, text] = only.fail as readonly [string, Json];
  return code === 'UNAVAILABLE' ? String(text) : null;
}

function decisionsIn(dir: string): Map<string, JsonObject> {
  const file = join(dir, DECISIONS_FILE);
  if (!existsSync(file)) return new Map();
  const read = plainJson(readJsonFile(file));
  const tools = isJsonObject(read) && Array.isArray(read['tools']) ? (read['tools'] as readonly Json[]) : [];
  return new Map(tools.filter(isJsonObject).map((tool) => [String(tool['name']), tool]));
}
