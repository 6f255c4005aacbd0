// Asks a model for new stories of an environment's users. A story is data and must pass checks: its form is valid, its
// names exist, its SELECTs are safe, it can be played, and the audit accepts a task made from it. Finally, two models
// that see only the user's words must write a program that does the same.
import { readStories } from '../../envs/folder/read-stories.ts';
import type { EnvironmentDoor } from '../../envs/model/model-door.ts';
import { parseReply } from '../../envs/model/parse-reply.ts';
import { asJson, isJsonObject, type Json } from '../../envs/values/json.ts';
import type { People, Story } from '../../envs/values/story.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import { askingAgain, askingFor } from '../author/prompts.ts';
import { storyFaults, storyHappens } from '../check/check-stories.ts';
import { makeTasks } from '../tasks/make-tasks.ts';
import { toolsOf } from '../tasks/stories/story-tools.ts';
import { askReading, knownOf, readSteps, shownTools } from './ask-reading.ts';
import { wordingOf } from './read-wording.ts';
import { programDiffers } from './same-program.ts';

export interface Ideas {
  readonly stories: readonly Story[];
  readonly asked: number;
  /** The reasons why ideas were dropped, one line each. */
  readonly dropped: readonly string[];
}

interface Complaint {
  readonly name: string;
  readonly what: string;
}

/** The number of the environment's stories that a question shows. */
const SHOWN = 3;
const SAID = 2;
const READERS = 2;
/**
 * The number of tasks that are made to try an idea: a task, and its twin, which is nearly the same but wants another
 * outcome.
 */
const PROBES = 2;

export async function storyIdeas(
  world: World,
  door: EnvironmentDoor,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<Ideas> {
  if (count === 0) return { stories: [], asked: 0, dropped: [] };
  const { stories: own = [] } = world.environment;
  const request = askIdeas(world, own, count);
  const [first] = await door.ask([request]);
  if (first?.kind !== 'answer')
    return { stories: [], asked: count, dropped: [`no ideas came: ${first?.reason ?? ''}`] };
  const found = ideasIn(world, first.text, own);
  const sound = [...found.sound];
  const dropped: string[] = [];
  if (found.complaints.length > 0) {
    const faults = found.complaints.map(({ name, what }) => `"${name}": ${what}`);
    const again = askingAgain(request, first.text, faults, 'Write these again, mended; leave the others out:');
    const [second] = await door.ask([again]);
    const mended = second?.kind === 'answer' ? ideasIn(world, second.text, [...own, ...sound]) : undefined;
    sound.push(...(mended?.sound ?? []));
    const left = new Map([...found.complaints, ...(mended?.complaints ?? [])].map((each) => [each.name, each.what]));
    for (const { name } of mended?.sound ?? []) left.delete(name);
    dropped.push(...[...left].map(([name, what]) => `"${name}": ${what}`));
  }
  const probes = sound.slice(0, count).flatMap((story) => {
    const tasks = probe(world, story, seed);
    if (tasks.length === 0) dropped.push(`"${story.name}": no task of it is sound`);
    return tasks.length === 0 ? [] : [{ story, tasks }];
  });
  const readings = await door.ask(
    probes.flatMap(({ tasks: [task] }) =>
      Array.from({ length: READERS }, (_each, at) => askReading(world, task as Task, wordingOf(task as Task), at + 1)),
    ),
  );
  const kept = probes.filter(({ story, tasks }, at) => {
    const [task] = tasks;
    const said = readings.slice(at * READERS, (at + 1) * READERS).map((each) => {
      const steps = each.kind === 'answer' ? readSteps(each.text) : each.reason;
      return typeof steps === 'string' ? steps : programDiffers(world, tasks, knownOf(task as Task), steps);
    });
    const fault = said.find((each) => each !== undefined);
    if (fault !== undefined) dropped.push(`"${story.name}": a reader understands it otherwise: ${fault}`);
    return fault === undefined;
  });
  return { stories: kept.map(({ story }) => story), asked: count, dropped };
}

function askIdeas(world: World, own: readonly Story[], count: number): ReturnType<typeof askingFor> {
  const told = new Set(own.flatMap(({ steps }) => toolsOf(steps)));
  const untold = world.environment.tools.filter(({ name, audience }) => audience !== 'control' && !told.has(name));
  const { title, clock, policy, schema } = world.environment;
  return askingFor('stories', world.environment.name, ['stories', 'story-language'], {
    service: title,
    'how many': count,
    'day and time': clock,
    wanted: untold.map(({ name }) => name),
    tools: shownTools(world),
    tables: schema,
    policy,
    people: peopleOf(own),
    'requests that there are': own.map(({ name, wants }) => `${name}: ${wants}`),
    'some of them in full': own
      .slice(0, SHOWN)
      .map(({ people: _people, says, ...story }) => ({ ...story, says: says.slice(0, SAID) })),
  });
}

const peopleOf = (stories: readonly Story[]): People | undefined =>
  stories.find(({ people }) => people !== undefined)?.people;

/** Reads the ideas in a reply. Returns those that pass the checks, and complaints about the others. */
function ideasIn(world: World, reply: string, own: readonly Story[]): { sound: Story[]; complaints: Complaint[] } {
  let list: readonly Json[];
  try {
    const { stories } = parseReply(reply);
    if (!Array.isArray(stories)) return { sound: [], complaints: [{ name: 'the reply', what: 'stories is no list' }] };
    list = stories as readonly Json[];
  } catch (error) {
    return { sound: [], complaints: [{ name: 'the reply', what: (error as Error).message }] };
  }
  const sound: Story[] = [];
  const complaints: Complaint[] = [];
  for (const [at, idea] of list.entries()) {
    const name = isJsonObject(idea) && typeof idea['name'] === 'string' ? idea['name'] : `number ${at + 1}`;
    const fault = ((): string | undefined => {
      if ([...own, ...sound].some((story) => story.name === name)) return 'there is a request of this name';
      let story: Story | undefined;
      try {
        const people = peopleOf(own);
        [story] = readStories(asJson({ ...(people === undefined ? {} : { people }), stories: [idea] }), 'the reply');
      } catch (error) {
        return (error as Error).message;
      }
      if (story === undefined) return 'it is empty';
      const [first] = storyFaults(world, story);
      if (first !== undefined) return `${first.where}: ${first.what}`;
      if (!storyHappens(world, story)) return 'it happens on none of the occasions that were tried';
      sound.push(story);
      return undefined;
    })();
    if (fault !== undefined) complaints.push({ name, what: fault });
  }
  return { sound, complaints };
}

/** Makes a task of an idea, and its twin if it has one. */
function probe(world: World, story: Story, seed: number): readonly Task[] {
  const { tasks } = makeTasks(world, { count: PROBES, seed, existing: [], stories: [story], plain: true });
  const first = tasks.find((task) => task.story?.name === story.name);
  return first === undefined ? [] : tasks.filter(({ id, twin }) => id === first.id || twin === first.id);
}
