// Asks a model to write a program that fulfils a user's wish, from the user's words alone. The model does not see the
// task's expected calls, its story, or the text from which the words were made. If the program does the same as the
// story, the words are clear.
import type { ModelRequest } from '../../envs/model/model-request.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import { isJsonObject, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { StoryStep, TaskStory } from '../../envs/values/story.ts';
import type { Task } from '../../envs/values/task.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import type { World } from '../../envs/world/world.ts';
import { parseReply } from '../../envs/model/parse-reply.ts';
import { askingFor } from '../author/prompts.ts';
import { shownTool } from '../author/author-tool.ts';
import { readStories } from '../../envs/folder/read-stories.ts';
import type { Wording } from './read-wording.ts';

/** A sample result is cut after this many characters. */
const SAMPLE = 900;

const shownOf = new WeakMap<World, Json>();

/** Returns the tools as an agent sees them. If a tool declares no result, a sample result is shown. */
export function shownTools(world: World): Json {
  let known = shownOf.get(world);
  if (known === undefined) {
    known = plainJson(
      world.environment.tools
        .filter(({ audience }) => audience !== 'control')
        .map((tool) => {
          const { name, description, parameters, returns, audience } = tool;
          const shown = { name, description, parameters, audience, ...(isJsonObject(returns) ? { returns } : {}) };
          const sample = returns === undefined ? sampleOf(world, tool) : undefined;
          return { ...shownTool(shown), ...(sample === undefined ? {} : { sample_result: sample }) };
        }),
    );
    shownOf.set(world, known);
  }
  return known;
}

function sampleOf(world: World, { name, audience, examples = [] }: Tool): string | undefined {
  const example = examples.find(({ expect }) => expect === 'ok');
  if (example === undefined) return undefined;
  const store = new SessionStore();
  const session = store.create({ id: 'sample', world, seed: 1 });
  try {
    for (const before of example.before ?? [])
      store.call(session, { by: before.by ?? 'agent', name: before.name, arguments: before.arguments as JsonObject });
    const answer = store.call(session, { by: audience, name, arguments: example.arguments as JsonObject });
    return answer.ok ? JSON.stringify(answer.result).slice(0, SAMPLE) : undefined;
  } finally {
    store.close(session);
  }
}

/** Returns the values that the user of a task can say, under the names that the story gives them. */
export function knownOf({ user, story }: Task): TaskStory['knows'] {
  if (story !== undefined) return story.knows as TaskStory['knows'];
  return Object.fromEntries(user.facts.map(({ key, value }) => [key.replaceAll(/\W+/g, '_'), value as Json]));
}

export function askReading(world: World, task: Task, wording: Wording, sample: number): ModelRequest {
  return askingFor(
    'reading',
    task.id,
    ['reading', 'story-language'],
    {
      service: world.environment.title,
      'day and time': world.environment.clock,
      tools: shownTools(world),
      policy: world.environment.policy,
      messages: [wording.opening, ...wording.later],
      knows: knownOf(task),
    },
    sample,
  );
}

/** Returns the steps in a reply, or the reason why the reply has none. */
export function readSteps(text: string): readonly StoryStep[] | string {
  try {
    const reply = parseReply(text);
    const steps: Json = isJsonObject(reply) ? (reply['steps'] ?? null) : null;
    const story = { name: 'as read', family: 'chain', rows: 'SELECT 1', says: ['-'], wants: '-', steps };
    return readStories([story], 'the reply')[0]?.steps ?? 'there are no steps';
  } catch (error) {
    return (error as Error).message;
  }
}
