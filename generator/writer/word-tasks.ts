// Asks a model for new words for tasks. New words are kept only if they say the same values, if two models can write
// the task's program from these words alone, if the words do not repeat other texts too much, and if the audit passes.
// Otherwise the task keeps its old words.
import type { EnvironmentDoor } from '../../envs/model/model-door.ts';
import type { ModelRequest } from '../../envs/model/model-request.ts';
import { parseReply } from '../../envs/model/parse-reply.ts';
import type { Json } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import { askingAgain, askingFor } from '../author/prompts.ts';
import { auditOne } from '../tasks/audit.ts';
import { flawOfAudited } from '../tasks/audited-flaws.ts';
import { askReading, knownOf, readSteps } from './ask-reading.ts';
import { selfBleu } from './bleu.ts';
import { valuesIn, wordingFaults, wordingOf, type Wording } from './read-wording.ts';
import { programDiffers } from './same-program.ts';

/** The number of models that write the program from the new words. None of them sees the program of another. */
const READERS = 2;
/** New words are dropped if more than this share of them repeats other texts. */
const MOST_ALIKE = 0.4;

export interface Worded {
  readonly tasks: readonly Task[];
  /**
   * The number of requests for which the model gave new words. A request is about a task, or about two tasks with the
   * same words.
   */
  readonly worded: number;
  readonly requests: number;
  /** The reasons why new words were dropped, each with the number of cases. */
  readonly dropped: Readonly<Record<string, number>>;
}

/** A task, or two tasks with the same words of which each wants another outcome. */
type Group = readonly [Task, ...Task[]];

interface Candidate {
  readonly group: Group;
  readonly wording: Wording;
}

export async function wordTasks(
  world: World,
  tasks: readonly Task[],
  door: EnvironmentDoor,
  seed: number,
): Promise<Worded> {
  const groups = groupsOf(tasks);
  const dropped: Record<string, number> = {};
  const drop = (reason: string): void => void (dropped[reason] = (dropped[reason] ?? 0) + 1);
  const candidates = await candidatesOf(world, groups, door, drop);
  const readings = await door.ask(
    candidates.flatMap(({ group: [task], wording }) =>
      Array.from({ length: READERS }, (_each, at) => askReading(world, task, wording, at + 1)),
    ),
  );
  const texts = new Map<Group, string>(groups.map((group) => [group, bare(group[0], wordingOf(group[0]))]));
  const frames = [...texts.values()];
  const changed = new Map<Task, Task>();
  let worded = 0;
  for (const [at, { group, wording }] of candidates.entries()) {
    const read = readings.slice(at * READERS, (at + 1) * READERS);
    if (read.some((each) => each.kind === 'failed')) {
      drop('no reader answered');
      continue;
    }
    const difference = read
      .map((each) => (each.kind === 'answer' ? differs(world, group, each.text) : undefined))
      .find((each) => each !== undefined);
    if (difference !== undefined) {
      drop('a reader writes another program');
      continue;
    }
    const text = bare(group[0], wording);
    const others = [...texts].filter(([each]) => each !== group).map(([, each]) => each);
    if (selfBleu(text, [...others, ...frames]) >= MOST_ALIKE) {
      drop('it repeats other texts');
      continue;
    }
    const made = group.map((task) => withWords(task, wording));
    if (flawOfAudited(made.map((task) => auditOne(world, task, { seed, hasty: true }))) !== undefined) {
      drop('the audit finds a flaw');
      continue;
    }
    group.forEach((task, index) => changed.set(task, made[index] ?? task));
    texts.set(group, text);
    worded += 1;
  }
  return { tasks: tasks.map((task) => changed.get(task) ?? task), worded, requests: groups.length, dropped };
}

function differs(world: World, group: Group, reply: string): string | undefined {
  const steps = readSteps(reply);
  return typeof steps === 'string' ? steps : programDiffers(world, group, knownOf(group[0]), steps);
}

/** Returns the words that pass `wordingFaults`. The model is asked at most twice for each task. */
async function candidatesOf(
  world: World,
  groups: readonly Group[],
  door: EnvironmentDoor,
  drop: (reason: string) => void,
): Promise<Candidate[]> {
  const first = groups.map(([task]) => askWording(world, task));
  const answers = await door.ask(first);
  const found = new Map<Group, Wording>();
  const again: { group: Group; request: ModelRequest }[] = [];
  for (const [at, answer] of answers.entries()) {
    const [group, request] = [groups[at], first[at]];
    if (group === undefined || request === undefined) continue;
    if (answer.kind === 'failed') {
      drop('the model gave no words');
      continue;
    }
    const { wording, faults } = wordingIn(world, group[0], answer.text);
    if (wording !== undefined && faults.length === 0) found.set(group, wording);
    else again.push({ group, request: askingAgain(request, answer.text, faults, 'These words cannot be used:') });
  }
  const seconds = await door.ask(again.map(({ request }) => request));
  for (const [at, answer] of seconds.entries()) {
    const group = again[at]?.group;
    if (group === undefined) continue;
    const { wording, faults } =
      answer.kind === 'failed' ? { wording: undefined, faults: [] } : wordingIn(world, group[0], answer.text);
    if (wording !== undefined && faults.length === 0) found.set(group, wording);
    else drop('our reader finds other values');
  }
  return groups.flatMap((group) => {
    const wording = found.get(group);
    return wording === undefined ? [] : [{ group, wording }];
  });
}

function askWording(world: World, task: Task): ModelRequest {
  const { opening, later } = wordingOf(task);
  const { said, kept } = valuesIn(task, opening);
  return askingFor('wording', task.id, ['wording'], {
    service: world.environment.title,
    person: task.user.persona,
    request: opening,
    said,
    kept,
    later: later.map((text) => ({ text, said: valuesIn(task, text).said })),
  });
}

function wordingIn(world: World, task: Task, reply: string): { wording?: Wording; faults: readonly string[] } {
  let parsed: Readonly<Record<string, Json>>;
  try {
    parsed = parseReply(reply) as Readonly<Record<string, Json>>;
  } catch (error) {
    return { faults: [(error as Error).message] };
  }
  const { opening, later = [] } = parsed;
  if (typeof opening !== 'string' || !Array.isArray(later) || !later.every((each) => typeof each === 'string'))
    return { faults: ['opening is no text, or later is no list of texts'] };
  const wording = { opening: opening.trim(), later: later.map((each) => String(each).trim()) };
  return { wording, faults: wordingFaults(world, task, wording) };
}

function groupsOf(tasks: readonly Task[]): Group[] {
  const met = new Set<string>();
  return tasks.flatMap((task): Group[] => {
    if (met.has(task.id)) return [];
    const twin = tasks.find(({ id, user }) => id === task.twin && user.opening === task.user.opening);
    met.add(task.id);
    if (twin === undefined) return [[task]];
    met.add(twin.id);
    return [[task, twin]];
  });
}

function withWords(task: Task, { opening, later }: Wording): Task {
  const wishes = task.user.later?.map((each, at) => ({ ...each, text: later[at] ?? each.text }));
  return { ...task, user: { ...task.user, opening, ...(wishes === undefined ? {} : { later: wishes }) } };
}

/**
 * Returns a task's new words without the values that they must say, because other tasks may rightly have the same
 * values.
 */
function bare(task: Task, { opening, later }: Wording): string {
  const text = [opening, ...later].join(' ');
  return valuesIn(task, text).said.reduce((rest, value) => rest.replaceAll(value, ' '), text);
}
