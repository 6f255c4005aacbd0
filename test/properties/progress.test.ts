// Tests progress (how far a session has come) in bundled environments, which are chosen by digest. The stored solution
// reaches full progress. Harmless variants never lose progress and reach it too; mutants of the solution do not reach
// it. At the end, progress and verdict agree.
import { expect, test } from 'vitest';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import type { Task } from '../../envs/values/task.ts';
import { mutantsOf } from '../../envs/verification/gold-mutants.ts';
import { variantsOf } from '../../envs/verification/gold-variants.ts';
import { ProgressMeter, type Progress } from '../../envs/verification/progress.ts';
import { beginTask, goldScript, play, type Script } from '../../envs/verification/script.ts';
import { makeRandom } from '../../envs/random.ts';
import type { World } from '../../envs/world/world.ts';
import { drawnFromGallery } from '../support/gallery.ts';
import { tasksOf } from '../support/played.ts';

interface Followed {
  readonly steps: readonly Progress[];
  readonly reward: 0 | 1 | null;
}

/** Plays a script. Asks for the progress after every call, and once more at the end with all messages. */
function follow(world: World, task: Task, script: Script): Followed {
  const { log, messages, verdict } = play(world, task, script);
  const store = new SessionStore();
  const session = beginTask(store, world, task);
  const meter = new ProgressMeter(world, task);
  const steps = [meter.at(store, session, { messages: [] })];
  let told = 0;
  for (const entry of log.slice(1)) {
    store.call(session, { by: entry.by, name: entry.name, arguments: entry.arguments });
    // counts the messages up to this call
    while (told < messages.length && calls(messages.slice(0, told + 1)) <= session.entries.length) told += 1;
    steps.push(meter.at(store, session, { messages: upTo(messages, session.entries.length) }));
  }
  steps.push(meter.at(store, session, { messages, end: script.end }));
  store.close(session);
  return { steps, reward: verdict.reward };
}

const calls = (messages: readonly EpisodeMessage[]): number =>
  messages.reduce((sum, { tool_calls: made }) => sum + (made?.length ?? 0), 0);

/** Returns the messages up to and including the one that makes the n-th call. */
function upTo(messages: readonly EpisodeMessage[], n: number): readonly EpisodeMessage[] {
  const at = messages.findIndex((_each, index) => calls(messages.slice(0, index + 1)) === n);
  return messages.slice(0, at + 1);
}

const isFull = ({ met, of }: Progress): boolean => met === of;
const last = ({ steps }: Followed): Progress => steps.at(-1) as Progress;
const fallsAt = ({ steps }: Followed): number =>
  steps.findIndex(({ met }, at) => at > 0 && met < (steps[at - 1]?.met ?? 0));

const MOST = 2;

test.each(drawnFromGallery(MOST))('%s', (_name, folder) => {
  const world = openEnvironment(folder);
  const tasks = tasksOf(folder, 5).slice(0, 4);
  const seen = { gold: 0, variants: 0, mutants: 0 };
  for (const task of tasks) {
    const where = (operator: string, { steps }: Followed): string =>
      `${task.id} ${operator}: ${JSON.stringify(steps.at(-1))}`;
    const gold = follow(world, task, goldScript(world, task));
    expect(isFull(last(gold)), where('gold', gold)).toBe(true);
    expect(fallsAt(gold), where('gold', gold)).toBe(-1);
    expect(isFull(gold.steps[0] as Progress), where('start', gold)).toBe(false);
    seen.gold += 1;
    for (const { operator, script } of variantsOf(world, task)) {
      const variant = follow(world, task, script);
      if (variant.reward !== 1) continue;
      expect(isFull(last(variant)), where(operator, variant)).toBe(true);
      expect(fallsAt(variant), where(operator, variant)).toBe(-1);
      seen.variants += 1;
    }
    for (const { operator, script } of mutantsOf(world, task, makeRandom(1, 'progress')).slice(0, 4)) {
      const mutant = follow(world, task, script);
      if (mutant.reward !== 0) continue;
      expect(isFull(last(mutant)), where(operator, mutant)).toBe(false);
      seen.mutants += 1;
    }
  }
  world.close();
  expect(Math.min(seen.variants, seen.mutants)).toBeGreaterThan(tasks.length);
});
