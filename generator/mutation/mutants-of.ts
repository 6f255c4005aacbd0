// Makes every mutant of an environment: one program, fragment or view gets one fault. Each mutant names the tools that
// the fault may change.
import { withEffect } from '../../envs/folder/environment-folder.ts';
import type { DatabaseSchema } from '../../envs/sql/database-schema.ts';
import type { Environment } from '../../envs/values/environment.ts';
import { stepsInside, type ToolProgram } from '../../envs/values/program.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import type { World } from '../../envs/world/world.ts';
import { mutateProgram, type ProgramOperator } from './mutate-program.ts';
import { mutateSql } from './mutate-sql.ts';

export interface Mutant {
  /** The part with the fault: "tool x", "fragment y" or "view z". */
  readonly place: string;
  readonly operator: ProgramOperator;
  readonly environment: Environment;
  readonly tools: readonly string[];
  /** The changed text before and after the change. */
  readonly was: string;
  readonly now: string;
}

export function mutantsOf(world: World): Mutant[] {
  const { environment, schema } = world;
  const fragments = environment.fragments ?? {};
  const found: Mutant[] = [];
  const withTools = (tools: readonly Tool[], changed: Environment): Environment => ({
    ...changed,
    // a program with a fault may no longer write, so each tool's effect (read or write) is computed again
    tools: changed.tools.map((tool) => {
      if (!tools.some((each) => each.name === tool.name)) return tool;
      const { effect: _effect, ...draft } = tool;
      return withEffect(draft, changed.fragments ?? {});
    }),
  });
  for (const tool of environment.tools) {
    if (isUnavailable(tool.program)) continue;
    for (const { operator, program } of mutateProgram(tool.program, schema)) {
      if (program.length === 0) continue;
      const changed = {
        ...environment,
        tools: environment.tools.map((each) => (each === tool ? { ...tool, program } : each)),
      };
      const tools = world.after?.tool === tool ? environment.tools.map(({ name }) => name) : [tool.name];
      found.push({
        place: `tool ${tool.name}`,
        operator,
        environment: withTools([tool], changed),
        tools,
        ...difference(tool.program, program),
      });
    }
  }
  for (const [name, steps] of Object.entries(fragments)) {
    const users = environment.tools.filter((tool) => uses(tool.program, name, fragments));
    if (users.length === 0) continue;
    for (const { operator, program } of mutateProgram(steps, schema)) {
      if (program.length === 0) continue;
      const changed = { ...environment, fragments: { ...fragments, [name]: program } };
      found.push({
        place: `fragment ${name}`,
        operator,
        environment: withTools(users, changed),
        tools: users.map((tool) => tool.name),
        ...difference(steps, program),
      });
    }
  }
  for (const view of schema.views) {
    const users = environment.tools.filter((tool) => readsView(world, tool, view.name));
    if (users.length === 0 || !environment.schema.includes(view.sql)) continue;
    for (const { operator, text } of mutateSql(view.sql, schema, false))
      found.push({
        place: `view ${view.name}`,
        operator,
        environment: { ...environment, schema: environment.schema.replace(view.sql, () => text) },
        tools: users.map((tool) => tool.name),
        ...cut(view.sql, text),
      });
  }
  return found;
}

export function isUnavailable(program: ToolProgram): boolean {
  const [only] = program;
  return program.length === 1 && only !== undefined && 'fail' in only && only.fail[0] === 'UNAVAILABLE';
}

function uses(
  program: ToolProgram,
  name: string,
  fragments: Readonly<Record<string, ToolProgram>>,
  depth = 0,
): boolean {
  return (
    depth < 10 &&
    program.some((step) => {
      if (uses(stepsInside(step), name, fragments, depth + 1)) return true;
      return 'use' in step && (step.use === name || uses(fragments[step.use] ?? [], name, fragments, depth + 1));
    })
  );
}

function readsView(world: World, tool: Tool, view: string): boolean {
  const statements = world.tools.get(tool.name)?.program.statements ?? [];
  return statements.some(({ vetted }) =>
    vetted.reads.some((name) => isOrReads(world.schema, name, view.toLowerCase())),
  );
}

function isOrReads(schema: DatabaseSchema, name: string, view: string): boolean {
  if (name.toLowerCase() === view) return true;
  const found = schema.views.find((each) => each.name.toLowerCase() === name.toLowerCase());
  return found !== undefined && found.reads.some((each) => isOrReads(schema, each, view));
}

/** Returns the first step that differs, as JSON. */
function difference(was: ToolProgram, now: ToolProgram): { was: string; now: string } {
  const at = was.findIndex((step, index) => JSON.stringify(step) !== JSON.stringify(now[index]));
  const dropped = now.length < was.length;
  return cut(JSON.stringify(was[at] ?? null), dropped ? '(left out)' : JSON.stringify(now[at] ?? null));
}

const AROUND = 60;
const MOST = 240;

/** Cuts two texts to the part that changed, with a few characters around it. */
function cut(was: string, now: string): { was: string; now: string } {
  let start = 0;
  while (start < was.length && was[start] === now[start]) start += 1;
  const from = Math.max(0, start - AROUND);
  return { was: was.slice(from, from + MOST), now: now.slice(now.startsWith('(left') ? 0 : from, from + MOST) };
}
