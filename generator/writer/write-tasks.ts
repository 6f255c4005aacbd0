// Makes tasks with the help of a model. The model's ideas for stories and its words for tasks must pass checks. Apart
// from that, the tasks are made and audited as without a model. The model's answers are read from a record, so that the
// same record gives the same tasks.
import type { EnvironmentDoor } from '../../envs/model/model-door.ts';
import type { World } from '../../envs/world/world.ts';
import { makeTasks, type MadeTasks, type MakeOptions } from '../tasks/make-tasks.ts';
import { storyIdeas } from './story-ideas.ts';
import { wordTasks } from './word-tasks.ts';

export interface WrittenTasks extends MadeTasks {
  readonly author: {
    readonly ideas: { readonly asked: number; readonly kept: number; readonly dropped: readonly string[] };
    readonly words: {
      readonly asked: number;
      readonly kept: number;
      readonly dropped: Readonly<Record<string, number>>;
    };
    readonly rounds: number;
  };
}

/**
 * Makes the tasks. Throws Waiting if an answer of the model is missing. A later run asks the same questions, so no
 * answer is lost.
 */
export async function writeTasks(
  world: World,
  options: MakeOptions,
  door: EnvironmentDoor,
  ideas: number,
): Promise<WrittenTasks> {
  const { seed } = options;
  const found = await storyIdeas(world, door, { count: ideas, seed });
  const stories = [...(world.environment.stories ?? []), ...found.stories];
  const made = makeTasks(world, { ...options, ...(found.stories.length === 0 ? {} : { stories }) });
  const { tasks, worded, requests, dropped } = await wordTasks(world, made.tasks, door, seed);
  door.settle(true);
  return {
    ...made,
    tasks,
    author: {
      ideas: { asked: found.asked, kept: found.stories.length, dropped: found.dropped },
      words: { asked: requests, kept: worded, dropped },
      rounds: door.rounds,
    },
  };
}
