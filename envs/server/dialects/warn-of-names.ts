// Logs a warning at the start of the server about tool names that TRL cannot use.
import type { FastifyInstance } from 'fastify';
import type { World } from '../../world/world.ts';
import type { SeatTool } from '../seat/own-tools.ts';
import type { FaceContext } from './face.ts';

/**
 * Warns about each tool that TRL would leave out. TRL makes a Python method of each tool, so the names of tools and
 * parameters must be Python identifiers.
 */
export function warnOfNames(
  app: FastifyInstance,
  { gym, seats }: FaceContext,
  toolsAt: (world: World, user: string) => readonly SeatTool[],
): void {
  // a large server opens its environments later, and this check must not open them, so it runs only if all are open
  if (gym.shelf.openCount < gym.shelf.size) return;
  for (const name of gym.shelf.names()) {
    const odd = toolsAt(seats.world(name), 'none').filter(
      (tool) => ![tool.name, ...Object.keys((tool.parameters['properties'] ?? {}) as object)].every(isIdentifier),
    );
    if (odd.length > 0)
      app.log.warn(
        { environment: name, tools: odd.map((tool) => tool.name) },
        'TRL leaves out these tools: their names, or those of their parameters, are no Python identifiers',
      );
  }
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name);
}
