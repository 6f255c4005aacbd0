// The two tools of a seat itself, for dialects in which everything is a tool: to speak to the user, and to end alone.
import type { JsonObject } from '../../values/json.ts';
import type { World } from '../../world/world.ts';

export interface SeatTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

export interface OwnTools {
  /** In talk. */
  readonly say: SeatTool;
  /** Alone. */
  readonly finish: SeatTool;
}

const known = new WeakMap<World, OwnTools>();

export function ownTools(world: World): OwnTools {
  let own = known.get(world);
  if (own === undefined) {
    const free = (name: string): string => (world.tools.has(name) ? `callgym_${name}` : name);
    own = {
      say: {
        name: free('say_to_user'),
        description: "Says something to the user. The result is the user's answer; the last one ends the episode.",
        parameters: oneText('text', 'The words'),
      },
      finish: {
        name: free('finish'),
        description: 'Ends the episode, once everything is done.',
        parameters: oneText('answer', 'The last words to the user: what was done, and the answers they asked for'),
      },
    };
    known.set(world, own);
  }
  return own;
}

function oneText(name: string, description: string): JsonObject {
  return {
    type: 'object',
    properties: { [name]: { type: 'string', description } },
    required: [name],
    additionalProperties: false,
  };
}
