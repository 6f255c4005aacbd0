// Tasks with a model as writer: its ideas for stories pass gates and are told beside the environment's own, and its words
// for the tasks pass others. The tasks are made and audited as without a model; answers are read from the record, so the
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

/** Throws Waiting when an answer is missing; nothing is lost, since the same questions are asked again. */
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
