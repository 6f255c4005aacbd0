// Tells whether the schema of a tool forbids the call that the user wants and the agent must refuse. The agent can then
// refuse without trying the call.
import { ToolError } from '../errors/tool-error.ts';
import type { JsonObject } from '../values/json.ts';
import type { Task } from '../values/task.ts';
import type { World } from '../world/world.ts';

export function schemaForbids(world: World, { gold }: Task): boolean {
  const refused = [...(gold.declines ?? []), ...gold.calls.filter(({ error }) => error?.code === 'INVALID_ARGUMENT')];
  return refused.some(({ name, arguments: args }) => {
    try {
      world.tools.get(name)?.check(args as JsonObject);
      return false;
    } catch (error) {
      if (error instanceof ToolError) return true;
      throw error;
    }
  });
}
