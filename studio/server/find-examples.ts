// Finds examples for an edited tool, which `check` then makes again. If the tool has no examples, calls with keys from
// the rows are tried. If one of them succeeds, it becomes an example, and so does one call for each error that
// occurred.
import { SessionStore } from '../../envs/session/session-store.ts';
import type { Environment } from '../../envs/values/environment.ts';
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Tool, ToolExample } from '../../envs/values/tool-schema.ts';
import { World } from '../../envs/world/world.ts';
import { toolNamed, type Edit } from './edited-tool.ts';
import { expected, outcomeOf } from './play-calls.ts';

/** The largest number of values tried for one argument, and the largest number of calls. */
const VALUES = 40;
const CALLS = 400;
const UNKNOWN = 'no such id';

/**
 * Returns the edited environment with examples for the edited tool. In a compiled environment, these are the examples
 * of the edit and those earlier examples that still hold. In any other environment, they are the tool's own examples.
 * If there are none, calls are tried.
 */
export function withExamples(edited: Environment, before: Environment, edit: Edit): Environment {
  const tool = toolNamed(edited, edit.tool);
  const known =
    edited.origin === 'compiled'
      ? union(edit.examples ?? [], holding(edited, tool, toolNamed(before, edit.tool).examples ?? []))
      : (tool.examples ?? []);
  const examples = known.length > 0 ? known : findExamples(edited, tool);
  if (examples.length === 0) return edited;
  return {
    ...edited,
    tools: edited.tools.map((each) => (each === tool ? { ...tool, examples: [...examples] } : each)),
  };
}

export interface PlayedExample {
  readonly example: ToolExample;
  readonly gives: ToolExample['expect'];
  readonly message: string | null;
}

export function playedExamples(environment: Environment, name: string): readonly PlayedExample[] {
  const tool = toolNamed(environment, name);
  return played(environment, tool, tool.examples ?? []);
}

function played(environment: Environment, tool: Tool, examples: readonly ToolExample[]): PlayedExample[] {
  if (examples.length === 0) return [];
  const world = new World(environment, { pool: 1 });
  try {
    return examples.map((example) => {
      const last = { by: tool.audience, name: tool.name, arguments: example.arguments };
      const { answer } = outcomeOf(world, example.before ?? [], last);
      return { example, gives: expected(answer), message: answer.ok ? null : answer.error.message };
    });
  } finally {
    world.close();
  }
}

function holding(environment: Environment, tool: Tool, examples: readonly ToolExample[]): ToolExample[] {
  return played(environment, tool, examples).flatMap(({ example, gives }) =>
    gives === example.expect ? [example] : [],
  );
}

function union(first: readonly ToolExample[], second: readonly ToolExample[]): readonly ToolExample[] {
  const textOf = ({ before = [], arguments: args }: ToolExample): string => JSON.stringify([before, args]);
  const known = new Set(first.map(textOf));
  return [...first, ...second.filter((each) => !known.has(textOf(each)))];
}

function findExamples(environment: Environment, tool: Tool): ToolExample[] {
  const world = new World(environment, { pool: 1 });
  const found = new Map<string, ToolExample>();
  try {
    for (const args of argumentsFor(environment, world, tool)) {
      const store = new SessionStore();
      const session = store.create({ id: 'example', world, seed: 1 });
      const call = { by: tool.audience, name: tool.name, arguments: args };
      const first = store.call(session, call);
      keep(found, first.ok ? 'ok' : first.error.code, { arguments: args });
      if (first.ok) {
        const again = store.call(session, call);
        keep(found, again.ok ? 'ok' : again.error.code, { before: [call], arguments: args });
      }
      store.close(session);
    }
  } finally {
    world.close();
  }
  return found.has('ok') ? [...found.values()] : [];
}

function keep(found: Map<string, ToolExample>, expect: string, example: Omit<ToolExample, 'expect'>): void {
  if (!found.has(expect)) found.set(expect, { ...example, expect } as ToolExample);
}

/** Returns combinations of values for the required arguments of a tool. */
function argumentsFor(environment: Environment, world: World, { parameters }: Tool): JsonObject[] {
  const properties = isJsonObject(parameters['properties']) ? parameters['properties'] : {};
  const required = Array.isArray(parameters['required']) ? (parameters['required'] as readonly string[]) : [];
  let made: JsonObject[] = [{}];
  for (const name of required) {
    const schema = properties[name];
    const values = valuesFor(environment, world, name, isJsonObject(schema) ? schema : {});
    const share = Math.max(2, Math.floor(CALLS / Math.max(1, made.length)));
    made = made.flatMap((args) => values.slice(0, share).map((value) => ({ ...args, [name]: value })));
  }
  return made.slice(0, CALLS);
}

function valuesFor({ seed }: Environment, { schema: { tables } }: World, name: string, schema: JsonObject): Json[] {
  if (Array.isArray(schema['enum'])) return [...(schema['enum'] as readonly Json[])];
  const type = [schema['type'] ?? 'string'].flat()[0];
  if (type === 'boolean') return [true, false];
  if (type === 'integer' || type === 'number') return [1, 2, 10, 0];
  if (type === 'array') return [[]];
  if (type === 'object') return [{}];
  const stem = name.toLowerCase().replace(/_?id$/, '');
  const own = new Set<Json>();
  const keys = new Set<Json>();
  for (const { table, row } of seed) {
    if (row[name] !== undefined) own.add(row[name]);
    const [key, more] = tables.find((each) => each.name === table)?.primaryKey ?? [];
    if (key === undefined || more !== undefined || row[key] === undefined) continue;
    (stem !== '' && table.toLowerCase().startsWith(stem.replace(/y$/, '')) ? own : keys).add(row[key]);
  }
  const texts = [...own, ...keys].filter((value) => typeof value === 'string');
  return [UNKNOWN, ...texts.slice(0, VALUES)];
}
