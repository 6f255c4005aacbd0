// A call of one service may take a value that only another service shows; the agent must then read the value there. The
// proof changes a row of the other service only. The call must then need another value.
import type { Diff } from '../../../envs/values/diff.ts';
import { canonicalJson, checkedAs, type Json } from '../../../envs/values/json.ts';
import { leavesOf, placeOf, valueAt, type Place } from '../../../envs/values/places.ts';
import type { TaskStory } from '../../../envs/values/story.ts';
import { partOf } from '../../../envs/words/split-words.ts';
import { rerunStory } from '../stories/rerun-story.ts';
import { patched, patchedPlay } from './patched-play.ts';
import { patchesFor } from './patches.ts';
import type { Proof, ProofGround } from './proof.ts';

const MOST_PATCHES = 60;
const PER_TABLE = 4;
const PER_COLUMN = 2;

export const linkCounts: Proof = {
  name: 'a link counts',
  holes(ground) {
    const { task } = ground;
    if (task.story === undefined) return [];
    return linksOf(ground)
      .filter((link) => !counts(ground, link))
      .map(({ call, argument }) => {
        const name = task.gold.calls[call]?.name ?? '';
        return `${name} takes ${argument.join('.')} from another service, and no other start state there changes it`;
      });
  },
};

/** A value that a call of one service takes from the results of calls of another service. */
interface Link {
  readonly call: number;
  readonly argument: Place;
  readonly uses: readonly number[];
}

function linksOf({ task: { gold } }: ProofGround): Link[] {
  return gold.calls.flatMap(({ name, origins = [] }, call) => {
    const own = partOf(name);
    if (own === '') return [];
    return origins.flatMap(({ from, argument, uses = [] }): Link[] => {
      const others = uses.filter((at) => partOf(gold.calls[at]?.name ?? '') !== own);
      return from !== 'computed' || others.length === 0 ? [] : [{ call, argument: placeOf(argument), uses: others }];
    });
  });
}

function counts(ground: ProofGround, { call, argument, uses }: Link): boolean {
  const { world, task } = ground;
  const gold = task.gold.calls;
  const sources = uses.flatMap((at) => gold[at] ?? []);
  const statements = sources.flatMap(({ name }) => world.tools.get(name)?.program.statements ?? []);
  const patches = patchesFor(world, {
    reads: [...new Set(statements.flatMap(({ vetted }) => vetted.reads))],
    text: statements.map(({ vetted }) => vetted.text).join('\n'),
    from: sources.flatMap(({ arguments: args }) => leavesOf(args as Json).map(({ value }) => value)),
    perTable: PER_TABLE,
    perColumn: PER_COLUMN,
  });
  const parts = new Set(sources.map(({ name }) => partOf(name)));
  return patches
    .filter(({ column }) => column !== undefined)
    .slice(0, MOST_PATCHES)
    .some(({ diff }) => looksSame(ground, diff, call, parts) && takesAnother(ground, diff, call, argument));
}

/**
 * Tells whether the calls before this call show the expected results. Calls of the given services are left out of the
 * comparison.
 */
function looksSame(
  { world, task, results }: ProofGround,
  diff: Diff,
  call: number,
  parts: ReadonlySet<string>,
): boolean {
  let at = 0;
  for (const { result } of patchedPlay(world, task, diff, task.gold.calls.slice(0, call))) {
    const name = task.gold.calls[at]?.name ?? '';
    if (!parts.has(partOf(name)) && canonicalJson(result) !== canonicalJson(results[at] ?? null)) return false;
    at += 1;
  }
  return at === call;
}

/** Tells whether the call gets another value if the story is played from the changed start state. */
function takesAnother({ world, task }: ProofGround, diff: Diff, call: number, argument: Place): boolean {
  const gold = task.gold.calls;
  const { name = '', arguments: args } = gold[call] ?? {};
  const nth = gold.slice(0, call).filter((each) => each.name === name).length;
  const run = rerunStory(world, patched(task, diff), checkedAs<TaskStory>(task.story));
  const other = typeof run === 'string' ? undefined : run.calls.filter((each) => each.name === name)[nth];
  if (other === undefined) return false;
  return (
    canonicalJson(valueAt(other.arguments as Json, argument) ?? null) !==
    canonicalJson(valueAt(args as Json, argument) ?? null)
  );
}
