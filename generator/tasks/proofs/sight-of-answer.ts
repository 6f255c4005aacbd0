// The agent must be able to see every answer. A result must show it at the recorded place and must show it after the
// expected changes too. If some row changes, the result must show another answer; otherwise an equal value might stand
// there by chance.
import { canonicalJson, type Json, type JsonObject } from '../../../envs/values/json.ts';
import { SessionStore } from '../../../envs/session/session-store.ts';
import { beginTask } from '../../../envs/verification/script.ts';
import type { TaskOutput } from '../../../envs/values/task.ts';
import { answerFrom, type AnswerOrigin } from '../answer-origin.ts';
import { leavesOf } from '../../../envs/values/places.ts';
import { patchedPlay } from './patched-play.ts';
import { patchesFor } from './patches.ts';
import { changed, type Proof, type ProofGround } from './proof.ts';

const MOST_PATCHES = 120;
const MOST_ROWS = 12;
const MOST_VALUES = 3;

export const sightOfAnswer: Proof = {
  name: 'sight of the answer',
  holes(ground) {
    return ground.task.gold.outputs.flatMap((output) => {
      // another proof, story-holds, computes the answers of a story again
      if (output.type === 'reason' || output.type === 'contains' || isOfStory(ground, output)) return [];
      const hole = holeOf(ground, output);
      return hole === undefined ? [] : [`${output.key} ${JSON.stringify(output.value)}: ${hole}`];
    });
  },
};

function isOfStory({ task }: ProofGround, { origin }: TaskOutput): boolean {
  return task.story !== undefined && origin?.how === 'computed';
}

function holeOf(ground: ProofGround, output: TaskOutput): string | undefined {
  const { task, results } = ground;
  const { origin } = output;
  if (origin === undefined) return 'nothing says where it stands';
  const call = task.gold.calls[origin.call];
  if (call === undefined || call.error !== undefined) return 'gold does not look where it stands';
  const isRight = (result: Json | undefined): boolean =>
    result !== undefined && same(answerFrom(origin, output.type, result), output.value as Json);
  if (!isRight(results[origin.call]))
    return `${call.name} shows ${JSON.stringify(answerFrom(origin, output.type, results[origin.call] ?? null) ?? null)} there`;
  const writes = task.gold.calls.some((_call, at) => changed(ground, at));
  if (writes && !isRight(atTheEnd(ground, origin))) return 'it is another once everything is done';
  return restsOnRow(ground, output, origin) ? undefined : `no row that ${call.name} reads changes it`;
}

function same(a: Json | undefined, b: Json): boolean {
  return a !== undefined && canonicalJson(a) === canonicalJson(b);
}

/** Repeats the read that shows the answer, after all expected calls, and returns its result. */
function atTheEnd({ world, task }: ProofGround, origin: AnswerOrigin): Json | undefined {
  const store = new SessionStore();
  const session = beginTask(store, world, task);
  try {
    for (const { by, name, arguments: args } of task.gold.calls)
      store.call(session, { by, name, arguments: args as JsonObject });
    const look = task.gold.calls[origin.call];
    if (look === undefined) return undefined;
    const answer = store.call(session, { by: look.by, name: look.name, arguments: look.arguments as JsonObject });
    return answer.ok ? answer.result : undefined;
  } finally {
    store.close(session);
  }
}

/** Tells whether some change of a row of the start state changes the answer at its place. */
function restsOnRow({ world, task, results }: ProofGround, output: TaskOutput, origin: AnswerOrigin): boolean {
  const call = task.gold.calls[origin.call];
  const program = world.tools.get(call?.name ?? '')?.program;
  if (call === undefined || program === undefined) return false;
  const reads = [...new Set(program.statements.flatMap(({ vetted }) => vetted.reads))];
  // a tool that reads no table computes the answer from its arguments alone
  if (reads.length === 0) return true;
  const shown = leavesOf(results[origin.call] ?? null).map(({ value }) => value);
  const patches = patchesFor(world, {
    reads,
    text: program.statements.map(({ vetted }) => vetted.text).join('\n'),
    from: [...leavesOf(call.arguments as Json).map(({ value }) => value), ...shown],
    perTable: MOST_ROWS,
    perColumn: MOST_VALUES,
  });
  const calls = task.gold.calls.slice(0, origin.call + 1);
  return nearFirst(patches, output, origin, shown)
    .slice(0, MOST_PATCHES)
    .some(({ diff }) => {
      const last = [...patchedPlay(world, task, diff, calls)].at(origin.call);
      return last !== undefined && last.ok && !same(answerFrom(origin, output.type, last.result), output.value as Json);
    });
}

/**
 * Sorts patches by their chance to change the answer. First come those of a cell that holds the answer, or the answer
 * in cents; for a count, first come those of whole rows. Then come those of values that the results showed, then the
 * rest.
 */
function nearFirst(
  patches: ReturnType<typeof patchesFor>,
  { value }: TaskOutput,
  { how }: AnswerOrigin,
  shown: readonly Json[],
): typeof patches {
  const seen = new Set(shown);
  const score = ({ table, column, diff }: (typeof patches)[number]): number => {
    const before = column === undefined ? undefined : diff[table]?.updated[0]?.before[column];
    if (before === undefined) return how === 'count' ? 0 : 1;
    if (before === value || (typeof value === 'number' && before === Math.round(value * 100))) return 0;
    return seen.has(before as Json) ? 1 : 2;
  };
  return patches.toSorted((a, b) => score(a) - score(b));
}
