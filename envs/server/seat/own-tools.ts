// The tools that the server adds for a client, for protocols in which every action is a tool call. One tool speaks to
// the other side, and another ends the episode.
import type { JsonObject } from '../../values/json.ts';
import type { World } from '../../world/world.ts';

export interface SeatTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

export interface OwnTools {
  /** The tool with which an agent speaks to a simulated user. */
  readonly say: SeatTool;
  /** The tool that ends an episode in which the server plays no user. */
  readonly finish: SeatTool;
  /**
   * The tools with which two clients, who play the two sides of one session, speak to each other. The words are
   * recorded.
   */
  readonly tellUser: SeatTool;
  readonly tellAgent: SeatTool;
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
      tellUser: {
        name: free('say_to_user'),
        description: 'Says something to the user. The words stand in the record; the answer comes as a message.',
        parameters: oneText('text', 'The words'),
      },
      tellAgent: {
        name: free('say_to_agent'),
        description: 'Says something to the agent. The words stand in the record; the answer comes as a message.',
        parameters: oneText('text', 'The words'),
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
