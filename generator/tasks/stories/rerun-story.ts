// Runs the story of a task again from the task's start state, with the facts of the task's user or with other facts.
import { GymError } from '../../../envs/errors/gym-error.ts';
import { SessionStore } from '../../../envs/session/session-store.ts';
import { canonicalJson, checkedAs, isJsonObject, plainJson, type Json } from '../../../envs/values/json.ts';
import type { TaskStory } from '../../../envs/values/story.ts';
import type { Task } from '../../../envs/values/task.ts';
import { beginTask } from '../../../envs/verification/script.ts';
import type { World } from '../../../envs/world/world.ts';
import { literal } from './list-shown.ts';
import { runStory, StoryFailure, type StoryRun } from './run-story.ts';

const FAR = 100;

/** Returns the run, or the reason why the story cannot be run. */
export function rerunStory(world: World, task: Task, story: TaskStory): StoryRun | string {
  const store = new SessionStore();
  const session = beginTask(store, world, task);
  try {
    return runStory(world, story, (call) => {
      const first = store.call(session, call);
      // a call that fails only because of a planned fault is made a second time, as in the expected calls
      const isPassing = !first.ok && task.faults?.some(({ tool }) => tool === call.name) === true;
      const answer = isPassing ? store.call(session, call) : first;
      return answer.ok
        ? { ok: true, result: plainJson(answer.result) }
        : { ok: false, result: null, code: answer.error.code };
    });
  } catch (error) {
    if (error instanceof StoryFailure || error instanceof GymError) return `it cannot be run: ${error.message}`;
    throw error;
  } finally {
    store.close(session);
  }
}

/**
 * Returns the story with another value in the place of a literal of its steps. Returns undefined if no step has this
 * literal.
 */
export function withLiteral(story: TaskStory, value: Json, other: Json): TaskStory | undefined {
  const [from, to] = [literal(value), literal(other)];
  if (from === undefined || to === undefined) return undefined;
  const changed = (part: Json): Json => {
    if (typeof part === 'string') return part.trim() === from ? to : part;
    if (Array.isArray(part)) return (part as readonly Json[]).map(changed);
    if (!isJsonObject(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, changed(each as Json)]));
  };
  const steps = changed(checkedAs<Json>(story.steps));
  return canonicalJson(steps) === canonicalJson(checkedAs<Json>(story.steps))
    ? undefined
    : { ...story, steps: checkedAs<TaskStory['steps']>(steps) };
}

/**
 * Returns the calls, the answers and the declined call of a run as one text. Returns the reason if the story could not
 * be run.
 */
export function outcomeOf(run: StoryRun | string): string {
  if (typeof run === 'string') return run;
  return canonicalJson([
    run.calls.map(({ name, arguments: args }) => [name, args]),
    run.answers.map((each) => each.value),
    run.declined?.call?.arguments ?? null,
  ] as Json);
}

/**
 * Tells whether a story runs differently if the user knows another value. Returns undefined if the story does not use
 * the value.
 */
export function storyMinds(world: World, task: Task, value: Json, others: readonly Json[]): boolean | undefined {
  const story = checkedAs<TaskStory | undefined>(task.story);
  const text = canonicalJson(value);
  const names = Object.entries(story?.knows ?? {}).flatMap(([name, each]) =>
    canonicalJson(each) === text ? [name] : [],
  );
  if (story === undefined || names.length === 0) return undefined;
  const run = rerunStory(world, task, story);
  // this run did not use the fact; it is there for another case, so it counts as used
  if (typeof run !== 'string' && !names.some((name) => run.used.has(name))) return true;
  const own = outcomeOf(run);
  const far = typeof value === 'number' ? [value * FAR, 0] : [];
  return [...others, ...far].some((other) => {
    const changed = { ...story, knows: { ...story.knows, ...Object.fromEntries(names.map((name) => [name, other])) } };
    return outcomeOf(rerunStory(world, task, changed)) !== own;
  });
}
