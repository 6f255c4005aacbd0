// Tells whether a program that a model wrote from the user's words does the same as the task's own program, its story.
// The model's program must pass the verdict of the task and of its twin (nearly the same task with another right
// outcome). On start states in which one row is changed, it must make the same changes and give the same answers as the
// story.
import { GymError } from '../../envs/errors/gym-error.ts';
import { makeRandom } from '../../envs/random.ts';
import { canonicalJson, checkedAs, type Json } from '../../envs/values/json.ts';
import { leavesOf } from '../../envs/values/places.ts';
import type { StoryStep, TaskStory } from '../../envs/values/story.ts';
import type { Task } from '../../envs/values/task.ts';
import { goldScript, play } from '../../envs/verification/script.ts';
import type { World } from '../../envs/world/world.ts';
import { patched } from '../tasks/proofs/patched-play.ts';
import { patchesFor } from '../tasks/proofs/patches.ts';
import { rerunStory } from '../tasks/stories/rerun-story.ts';
import type { StoryRun } from '../tasks/stories/run-story.ts';
import { toolsOf } from '../tasks/stories/story-tools.ts';

/** The number of changed start states on which both programs run, and the number that is tried to find usable ones. */
const STARTS = 12;
const TRIED = 40;
const PER_TABLE = 5;
const PER_COLUMN = 3;

/**
 * Describes the difference between the task's program and another program. Returns undefined if their effects are the
 * same.
 */
export function programDiffers(
  world: World,
  tasks: readonly Task[],
  knows: TaskStory['knows'],
  steps: readonly StoryStep[],
): string | undefined {
  const theirs: TaskStory = { name: 'as read', family: 'chain', knows, steps };
  const own = tasks[0]?.story;
  if (own !== undefined) {
    const [ours, read] = [own.steps as readonly StoryStep[], steps].map((each) => changesIn(world, each));
    if (ours !== read) return `it could make other changes: ${read ?? ''}; the task's program ${ours ?? ''}`;
  }
  for (const task of tasks) {
    const run = rerunStory(world, task, theirs);
    if (typeof run === 'string') return run;
    const fault = endDiffers(world, task, run);
    if (fault !== undefined) return fault;
  }
  const [task] = tasks;
  return task === undefined ? undefined : patchesDiffer(world, task, theirs);
}

/**
 * Lists the tools that write and the reasons for declining, in all branches of the program. Some branches cannot be
 * played, so playing alone would miss them.
 */
function changesIn(world: World, steps: readonly StoryStep[]): string {
  const writes = toolsOf(steps).filter((name) => world.tools.get(name)?.tool.effect === 'write');
  return [...new Set([...writes, ...reasonsIn(steps)])].sort().join(', ') || 'none';
}

function reasonsIn(steps: readonly StoryStep[]): string[] {
  return steps.flatMap((step) => {
    if ('decline' in step) return [`declines: ${step.decline}`];
    if ('each' in step) return reasonsIn(step.do);
    if ('if' in step) return [...reasonsIn(step.do), ...reasonsIn(step.else ?? [])];
    return 'try' in step ? [...reasonsIn(step.try), ...reasonsIn(step.else)] : [];
  });
}

/**
 * Compares the answers with the expected ones, then plays the program's calls as an agent would and judges the episode.
 * Returns the reason why the program fails, or undefined.
 */
function endDiffers(world: World, task: Task, run: StoryRun): string | undefined {
  const answers = answersOf(run);
  const wanted = task.gold.outputs.map(({ value }) => canonicalJson(value as Json)).sort();
  if (canonicalJson(answers) !== canonicalJson(wanted))
    return `its answers are ${answers.join(', ') || 'none'}, gold's are ${wanted.join(', ') || 'none'}`;
  // the user tells a late wish just before the first call of the program that the task expects after this wish
  const first = task.user.later?.map(({ call }) => call) ?? [];
  const calls = run.calls.map(({ by, name, arguments: args }) => ({ by, name, arguments: args }));
  const moved = (task.user.later ?? []).map((later, at) => {
    const after = new Set(task.gold.calls.slice(first[at] ?? 0).map(({ name, arguments: args }) => keyOf(name, args)));
    const place = calls.findIndex(({ name, arguments: args }) => after.has(keyOf(name, args)));
    return { ...later, call: place === -1 ? calls.length - 1 : place };
  });
  const like: Task = {
    ...task,
    user: { ...task.user, ...(task.user.later === undefined ? {} : { later: moved }) },
    gold: { ...task.gold, calls: checkedAs<Task['gold']['calls']>(calls) },
  };
  try {
    const { verdict } = play(world, task, goldScript(world, like), { brief: true });
    return verdict.reward === 1 ? undefined : (verdict.failures[0]?.message ?? 'its end cannot be judged');
  } catch (error) {
    if (!(error instanceof GymError)) throw error;
    return error.message;
  }
}

function patchesDiffer(world: World, task: Task, theirs: TaskStory): string | undefined {
  if (task.story === undefined) return undefined;
  const own = checkedAs<TaskStory>(task.story);
  const run = rerunStory(world, task, own);
  const read = rerunStory(world, task, theirs);
  // if the effects differ even here, the programs write different free texts and cannot be compared
  if (typeof run === 'string' || typeof read === 'string' || effectOf(world, run) !== effectOf(world, read))
    return undefined;
  const { statements } = looksOf(world, run);
  const patches = patchesFor(world, {
    reads: [...new Set(statements.flatMap(({ vetted }) => vetted.reads))],
    text: statements.map(({ vetted }) => vetted.text).join('\n'),
    from: run.calls.flatMap(({ arguments: args }) => leavesOf(args as Json).map(({ value }) => value)),
    perTable: PER_TABLE,
    perColumn: PER_COLUMN,
  });
  const known = new Set(Object.values(own.knows).map((value) => canonicalJson(value)));
  let met = 0;
  for (const { diff, column } of makeRandom(1, `patches ${task.id}`).shuffled(patches).slice(0, TRIED)) {
    const isKnown = Object.values(diff).some(({ updated }) =>
      updated.some(({ before }) => Object.values(before).some((value) => known.has(canonicalJson(value as Json)))),
    );
    if (column === undefined || isKnown || met === STARTS) continue;
    const start = patched(task, diff);
    const [a, b] = safely(() => [rerunStory(world, start, own), rerunStory(world, start, theirs)]) ?? ['', ''];
    // skip a start state on which the story fails or has the same effect as before
    if (typeof a === 'string' || effectOf(world, a) === effectOf(world, run)) continue;
    met += 1;
    if (typeof b === 'string' || effectOf(world, a) !== effectOf(world, b))
      return `where ${Object.keys(diff).join(', ')} is another at the start, it does something else`;
  }
  return undefined;
}

function safely<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    // a change of the start state that breaks a key or a constraint is not possible
    if (!(error instanceof GymError)) throw error;
    return undefined;
  }
}

function looksOf(
  world: World,
  run: StoryRun,
): { statements: readonly { vetted: { reads: readonly string[]; text: string } }[] } {
  const names = new Set(run.calls.map(({ name }) => name));
  const programs = [...names].flatMap((name) => {
    const tool = world.tools.get(name);
    return tool?.tool.effect === 'read' ? [tool.program] : [];
  });
  return { statements: programs.flatMap(({ statements }) => statements) };
}

/** Returns the changes that a run makes, sorted, and its answers. */
function effectOf(world: World, run: StoryRun): string {
  const writes = run.calls
    .filter(({ name, refused }) => !refused && world.tools.get(name)?.tool.effect === 'write')
    .map(({ name, arguments: args }) => keyOf(name, args))
    .sort();
  return canonicalJson([writes, answersOf(run)] as Json);
}

function answersOf({ answers, declined }: StoryRun): string[] {
  const said = answers.map(({ value }) => canonicalJson(value));
  return [...said, ...(declined === undefined ? [] : [canonicalJson(declined.reason)])].sort();
}

const keyOf = (name: string, args: unknown): string => canonicalJson([name, args] as Json);
