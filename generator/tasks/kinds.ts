// Makes drafts for these kinds of tasks: a change, a question, both, several changes, a first call that fails, and a
// user who does not say which row they mean. declining.ts and dual.ts make the other kinds.
import { canonicalJson } from '../../envs/values/json.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import type { Row } from './atlas.ts';
import type { Draft } from './draft-task.ts';
import type { Answer } from './placed-answers.ts';
import { questionOn } from './questions.ts';
import type { PlannedCall } from './plan.ts';
import { labelOf, spoken } from '../../envs/words/spoken.ts';
import { isPerson, nameOf, OWN, ofRow, pluralOf, thing } from './words.ts';
import {
  type Ground,
  type Planned,
  planGoal,
  goalCall,
  several,
  personsOf,
  distinct,
  readsOf,
  writesOf,
  rowsOf,
  speaksOfTwo,
  MOST_SAME,
  whoseFact,
} from './plan-goals.ts';
import { type Maker, speak, draftOf, tagsOf, tiesOf } from './draft.ts';
import type { Random } from '../../envs/random.ts';
import { LATE_WISHES } from './later.ts';
import { sameCall } from './computed-values.ts';
import { wish } from './wish.ts';
import { invalid, missing, noTool, notFound, refused } from './declining.ts';
import { dual } from './dual.ts';

const MOST_GOALS = 6;
/** The largest number of wishes of one user. A long list of wishes is made with the chance LONG. */
const LONGEST = 10;
const LONG = 0.35;
const MOST_QUESTIONS = 3;

const write: Maker = (ground) => {
  const tools = writesOf(ground.atlas);
  return tools.length === 0 ? undefined : writeWith(ground, ground.random.pick(tools));
};

/** Makes a draft in which the user wants one change, by the given tool. */
export function writeWith(ground: Ground, tool: Tool): readonly Draft[] | undefined {
  const made = several({ ...ground, ties: true }, 1, () => tool);
  return made === undefined ? undefined : [draftOf('write', made.planned, made.calls, ground.random)];
}

const multi: Maker = (ground) => {
  const { atlas, random } = ground;
  const tools = writesOf(atlas);
  if (tools.length === 0) return undefined;
  const many = random.real() < LONG ? random.int(MOST_GOALS, LONGEST) : random.int(2, MOST_GOALS);
  const goals = Math.min(many, tools.length * MOST_SAME);
  const made = several({ ...ground, ties: true }, goals, () => random.pick(tools));
  if (made === undefined) return undefined;
  // add questions that the same user asks in addition to the changes
  const own = personsOf(atlas, rowsOf(made.planned));
  const questions: NonNullable<ReturnType<typeof asking>>[] = [];
  for (let left = random.int(0, MOST_QUESTIONS); left > 0; left--) {
    const each = asking(ground, own);
    const planned = [...made.planned, ...questions.map((question) => question.planned)];
    if (each !== undefined && !speaksOfTwo([...planned, each.planned].flatMap(({ facts }) => facts)))
      questions.push(each);
  }
  const outputs = [...new Map(questions.map((each) => [each.output.key, each])).values()];
  // where several rows fit a wish equally, the answer to a question may depend on the row that the agent takes
  if (outputs.length === 0 || tiesOf(made.planned).length > 0)
    return [withLateWish(made, random) ?? draftOf('multi', made.planned, made.calls, random)];
  const words = speak(
    made.planned,
    outputs.map(({ what }) => what),
    random,
  );
  const planned = [...made.planned, ...outputs.map((each) => each.planned)];
  const isRead = (call: PlannedCall): boolean => atlas.world.tools.get(call.name)?.tool.effect === 'read';
  const who = planned.flatMap(({ facts }) => facts.filter(({ role }) => role === 'who').map(({ key }) => key));
  return [
    {
      kind: 'multi',
      calls: distinct([...outputs.flatMap(({ calls }) => calls), ...made.calls], isRead),
      facts: planned.flatMap(({ facts }) => facts),
      rows: rowsOf(planned),
      keep: planned.flatMap(({ keep }) => keep),
      ...words,
      asked: new Set([...words.asked, ...who]),
      outputs: outputs.map(({ output }) => output),
      tags: tagsOf(planned, ['answer']),
      changes: true,
    },
  ];
};

/** Makes the draft of a user who tells the last wish only after the other wishes are fulfilled. */
function withLateWish(
  { planned, calls }: { planned: readonly Planned[]; calls: readonly PlannedCall[] },
  random: Random,
): Draft | undefined {
  const last = planned.at(-1);
  if (planned.length < 2 || last === undefined || random.real() > LATE || tiesOf([last]).length > 0) return undefined;
  const before = planned.slice(0, -1);
  const done = calls.findLastIndex((call) => before.some((each) => sameCall(goalCall(each), call)));
  const call = calls[done + 1];
  if (call === undefined) return undefined;
  const draft = draftOf('multi', planned, calls, random);
  const said = new Set(before.flatMap(({ facts }) => facts.map(({ key }) => key)));
  const keys = last.facts.filter(({ role, key }) => role !== 'who' && !said.has(key)).map(({ key }) => key);
  const words = wish(last.goal, last.described, new Set(), random);
  const spokenFirst = speak(before, [], random, true);
  return {
    ...draft,
    ...spokenFirst,
    wants: draft.wants,
    asked: new Set([
      ...spokenFirst.asked,
      ...planned.flatMap(({ facts }) => facts.filter(({ role }) => role === 'who').map(({ key }) => key)),
    ]),
    keep: [...(draft.keep ?? []), call],
    later: [{ kind: 'also', call, text: random.pick(LATE_WISHES)(words) }],
    laterKeys: new Set(keys),
    aside: 'The last of these comes to your mind only when the rest is done.',
    tags: [...draft.tags, 'late wish'].sort(),
  };
}

const LATE = 0.5;

/** Makes a read of a row, and a question that the result of the read answers. */
function asking(
  ground: Ground,
  focus: readonly Row[] = [],
): { planned: Planned; calls: PlannedCall[]; what: string; output: Answer } | undefined {
  const { atlas, stage, random } = ground;
  const tools = readsOf(atlas);
  if (tools.length === 0) return undefined;
  const session = stage.begin(1);
  try {
    const tool = random.pick(tools);
    const planned = planGoal(ground, session, tool, focus);
    if (planned === undefined) return undefined;
    const call = goalCall(planned);
    const outcome = stage.call(session, call);
    if (!outcome.ok) return undefined;
    const isWho = ({ leaf, row }: (typeof planned.goal.leaves)[number]): boolean =>
      whoseFact(atlas, leaf, row) !== undefined;
    const subject = planned.goal.leaves.find(({ row, leaf }) => row !== undefined && leaf.meaning.kind === 'key');
    const whose =
      subject === undefined && planned.goal.leaves.some(isWho)
        ? OWN
        : ofRow(subject?.row, subject?.value, planned.described, random);
    const told = planned.goal.leaves
      .filter((each) => each.leaf.meaning.kind !== 'key' && !isWho(each) && !each.leaf.plumbing)
      .map(({ leaf, value }) => ({ label: labelOf(nameOf(leaf.path)), value }));
    const asked = questionOn(
      tool,
      outcome.result,
      whose,
      told,
      new Set([...planned.goal.leaves, ...planned.facts].map(({ value }) => canonicalJson(value))),
      random,
    );
    return asked === undefined
      ? undefined
      : { planned, calls: [...planned.calls, call], what: asked.what, output: { ...asked.output, look: call } };
  } finally {
    stage.end(session);
  }
}

const read: Maker = (ground) => {
  const made = asking(ground);
  if (made === undefined) return undefined;
  const { planned, calls, what, output } = made;
  const { random } = ground;
  const { asked, ...spokenWords } = speak(
    [{ ...planned, goal: { ...planned.goal, leaves: [] } }].slice(1),
    [what],
    random,
  );
  const who = planned.facts.filter(({ role }) => role === 'who');
  return [
    {
      kind: 'read',
      calls,
      facts: planned.facts,
      rows: rowsOf([planned]),
      ...spokenWords,
      asked: new Set([...asked, ...who.map(({ key }) => key)]),
      outputs: [output],
      tags: tagsOf([planned], ['answer']),
      changes: false,
    },
  ];
};

/** The user wants a change, and asks a question that a read answers. */
const mixed: Maker = (ground) => {
  const { atlas, random } = ground;
  const tools = writesOf(atlas);
  const made = tools.length === 0 ? undefined : several(ground, random.int(1, 2), () => random.pick(tools));
  const own = made === undefined ? [] : personsOf(atlas, rowsOf(made.planned));
  const question = made === undefined ? undefined : asking(ground, own);
  if (made === undefined || question === undefined) return undefined;
  const isRead = (call: PlannedCall): boolean => atlas.world.tools.get(call.name)?.tool.effect === 'read';
  const { planned, what, output } = question;
  const words = speak(made.planned, [what], random);
  const who = planned.facts.filter(({ role }) => role === 'who').map(({ key }) => key);
  return [
    {
      kind: 'mixed',
      calls: distinct([...question.calls, ...made.calls], isRead),
      facts: [...made.planned.flatMap(({ facts }) => facts), ...planned.facts],
      rows: rowsOf([...made.planned, planned]),
      keep: [...made.planned, planned].flatMap(({ keep }) => keep),
      ...words,
      asked: new Set([...words.asked, ...who]),
      outputs: [output],
      tags: tagsOf([...made.planned, planned], ['answer']),
      changes: true,
    },
  ];
};

/** The first call of a tool fails, and the agent must repeat the call. */
const recover: Maker = (ground) => {
  const { atlas, random } = ground;
  const tools = writesOf(atlas);
  const made = tools.length === 0 ? undefined : several(ground, random.int(1, 2), () => random.pick(tools));
  if (made === undefined) return undefined;
  const at = random.int(0, made.calls.length - 1);
  const failing = made.calls[at] as PlannedCall;
  if (made.calls.findIndex((call) => call.name === failing.name) !== at) return undefined;
  const kind = random.pick(['UNAVAILABLE', 'RATE_LIMITED', 'TIMEOUT'] as const);
  const calls = [...made.calls.slice(0, at + 1), ...made.calls.slice(at)];
  return [
    draftOf('recover', made.planned, calls, random, {
      faults: [{ tool: failing.name, attempt: 1, kind }],
      tags: tagsOf(made.planned, ['try again']),
    }),
  ];
};

/** The user's first words fit two rows. When the agent asks, the user tells which row they mean. */
const clarify: Maker = (ground) => {
  const { atlas, random } = ground;
  const tools = writesOf(atlas);
  const made = tools.length === 0 ? undefined : several(ground, 1, () => random.pick(tools));
  const [planned] = made?.planned ?? [];
  if (made === undefined || planned === undefined) return undefined;
  const [first] = planned.described;
  if (first === undefined || first.extreme !== undefined) return undefined;
  const draft = draftOf('clarify', made.planned, made.calls, random);
  // the user tells the detail that identifies the row only if the agent asks
  const vague: Planned = { ...planned, described: planned.described.filter((each) => each !== first) };
  const noun = thing(first.row.table);
  const words = speak([vague], [], random, true);
  const exact = `${noun} ${spoken(first.value)}`;
  if (!words.opening.includes(exact)) return undefined;
  const isMine = atlas.world.schema.tables.some(
    ({ name }) => isPerson(name) && name !== first.row.table && atlas.related(first.row, name).length > 0,
  );
  const vaguely = words.opening.replaceAll(exact, `one of ${isMine ? 'my' : 'the'} ${pluralOf(first.row.table)}`);
  const hidden = planned.facts.filter(
    ({ role, key, value }) => role === 'which' && !vaguely.toLowerCase().includes(spoken(value, key).toLowerCase()),
  );
  return [
    {
      ...draft,
      opening: vaguely,
      asked: new Set([...words.asked, ...hidden.map(({ key }) => key)]),
      corrected: words.corrected,
      tags: [...draft.tags, 'ask which'],
    },
  ];
};

export const KIND_MAKERS: Readonly<Record<string, readonly Maker[]>> = {
  write: [write],
  read: [read],
  mixed: [mixed],
  multi: [multi],
  abstain: [notFound, refused, invalid, missing, notFound, refused, noTool],
  recover: [recover],
  clarify: [clarify],
  dual: [dual],
};
