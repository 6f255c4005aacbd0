// Divides the tables that a tool writes into those that the same caller can read with some tool, and the others.
import type { Tool } from '../values/tool-schema.ts';
import type { World } from './world.ts';

/**
 * Returns the tables that a tool writes: in `seen` those that a reading tool of the same caller shows, and in `unseen`
 * the others.
 */
export function writtenTables(world: World, tool: Tool): { seen: readonly string[]; unseen: readonly string[] } {
  const shown = new Set<string>();
  for (const each of world.tools.values()) {
    if (each.tool.effect !== 'read' || each.tool.audience !== tool.audience) continue;
    for (const { vetted } of each.program.statements)
      for (const name of vetted.reads) for (const table of baseTables(world, name)) shown.add(table);
  }
  const written = new Set(world.tools.get(tool.name)?.program.statements.flatMap(({ vetted }) => vetted.writes));
  const seen = [...written].filter((table) => shown.has(table.toLowerCase()));
  return { seen, unseen: [...written].filter((table) => !seen.includes(table)) };
}

function baseTables(world: World, name: string): string[] {
  const view = world.schema.views.find((each) => each.name.toLowerCase() === name.toLowerCase());
  return view === undefined ? [name.toLowerCase()] : view.reads.flatMap((each) => baseTables(world, each));
}
