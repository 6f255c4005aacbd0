// Warns in the log, at the start, of tool names that a client of the standard cannot use.
import type { FastifyInstance } from 'fastify';
import type { World } from '../../world/world.ts';
import type { SeatTool } from '../seat/own-tools.ts';
import type { FaceContext } from './face.ts';

/** TRL's adapter makes methods of tools, and leaves out a tool whose name cannot be one. */
export function warnOfNames(
  app: FastifyInstance,
  { gym, seats }: FaceContext,
  toolsAt: (world: World, user: string) => readonly SeatTool[],
): void {
  // checks only when all environments are open, because a large server opens most of them when they are first used
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
