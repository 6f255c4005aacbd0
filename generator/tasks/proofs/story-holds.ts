// A story must work again: played from the task's start with the user's facts, it makes the expected changes and gives
// the expected answers. The replay computes every value anew that has no other source, and makes every choice anew.
import { canonicalJson, checkedAs, type Json } from '../../../envs/values/json.ts';
import type { TaskStory } from '../../../envs/values/story.ts';
import { rerunStory } from '../stories/rerun-story.ts';
import { isWrite, type Proof } from './proof.ts';

export const storyHolds: Proof = {
  name: 'the story holds',
  holes(ground) {
    const { world, task } = ground;
    const isComputed = task.gold.calls.some(({ origins }) => origins?.some(({ from }) => from === 'computed') === true);
    if (task.story === undefined) return isComputed ? ['a value is computed, and no story says how'] : [];
    const run = rerunStory(world, task, checkedAs<TaskStory>(task.story));
    if (typeof run === 'string') return [run];
    const told = new Set(task.user.facts.map(({ value }) => canonicalJson(value as Json)));
    const unknown = Object.entries(task.story.knows).filter(
      ([, value]) => value !== null && !told.has(canonicalJson(value as Json)),
    );
    if (unknown.length > 0) return [`nobody tells ${unknown.map(([name]) => name).join(', ')}`];
    // a late wish of the user may be a part of the story or may have been added to the task later, so the calls may
    // match with it or without it
    const late = task.user.later?.find(({ kind }) => kind === 'also')?.call ?? task.gold.calls.length;
    const writesIn = (calls: readonly { name: string; arguments: unknown; error?: unknown }[]): string =>
      canonicalJson(calls.filter(({ name, error }) => error === undefined && isWrite(world, name)).map(textOf));
    const again = writesIn(run.calls);
    if (writesIn(task.gold.calls) !== again && writesIn(task.gold.calls.slice(0, late)) !== again)
      return ['run anew, it makes other changes'];
    // the task may have more reads than the story, because rules demand them
    const made = new Set(task.gold.calls.map(textOf));
    const missing = run.calls.find((call) => !made.has(textOf(call)));
    if (missing !== undefined) return [`gold leaves out ${missing.name}`];
    const answers = task.gold.outputs.map(({ key, value }) => [key, value]);
    const said = run.answers.map(({ key, value }) => [key, value]);
    if (run.declined !== undefined) said.push(['reason', run.declined.reason]);
    return canonicalJson(answers as Json) === canonicalJson(said as Json) ? [] : ['run anew, it gives another answer'];
  },
};

const textOf = ({ name, arguments: args }: { name: string; arguments: unknown }): string =>
  canonicalJson([name, args] as Json);
