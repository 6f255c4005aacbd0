// The kinds of tasks, each as drafts drawn by seed: something to change, something to find out, both, several things,
// something to decline (with a twin in which acting is right), a failing first call, a user who must be asked which one.
import type { Random } from '../../envs/random.ts';
import type { Session } from '../../envs/session/session.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Task, TaskOutput } from '../../envs/values/task.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import type { Reason } from '../../envs/verification/reasons.ts';
import { isHandOver } from '../../envs/verification/script.ts';
import type { Atlas, Row } from './atlas.ts';
import type { Draft } from './draft-task.ts';
import { questionOn } from './questions.ts';
import {
  drawGoal,
  itemWith,
  lookUp,
  tellApart,
  type Described,
  type Fact,
  type Goal,
  type PlannedCall,
  type Stage,
} from './plan.ts';
import {
  isPerson,
  labelOf,
  listed,
  nameOf,
  opening,
  OWN,
  ofRow,
  persona,
  phraseOf,
  pluralOf,
  question,
  spoken,
  thing,
  wish,
} from './words.ts';

export interface Ground {
  readonly atlas: Atlas;
  readonly stage: Stage;
  readonly random: Random;
}

/** Drafts that belong together: a task, or a task and its twin. */
export type Maker = (ground: Ground) => readonly Draft[] | undefined;

const LOOKED = 0.97;
const HIDDEN = 0.15;
const WHO_OPEN = 0.3;
const MISTAKEN = 0.1;
const MOST_GOALS = 6;
/** Some users have a whole list of wishes. */
const LONGEST = 9;
const LONG = 0.25;
const MOST_QUESTIONS = 3;

function writesOf(atlas: Atlas): Tool[] {
  return atlas.tools((tool) => tool.effect === 'write' && tool.audience === 'agent' && !isHandOver(tool.name));
}

function readsOf(atlas: Atlas): Tool[] {
  return atlas.tools((tool) => tool.effect === 'read' && tool.audience === 'agent' && !isHandOver(tool.name));
}

// ---- one goal -----------------------------------------------------------------------------------------------------------

interface Planned {
  readonly goal: Goal;
  readonly calls: readonly PlannedCall[];
  readonly facts: readonly Fact[];
  readonly described: readonly Described[];
  readonly keep: readonly PlannedCall[];
}

/** A goal of a tool with the looks that lead to its rows; the session has made them, the goal itself not yet. */
function planGoal(ground: Ground, session: Session, tool: Tool, focus: readonly Row[]): Planned | undefined {
  const { atlas, stage, random } = ground;
  const goal = drawGoal(atlas, tool, random, focus);
  if (goal === undefined) return undefined;
  const calls: PlannedCall[] = [];
  const facts: Fact[] = [];
  const described: Described[] = [];
  const results: { call: PlannedCall; result: Json }[] = [];
  const done = new Set<string>();
  const keep: PlannedCall[] = [];
  for (const { leaf, value, row } of goal.leaves) {
    if (leaf.meaning.kind !== 'key' || row === undefined || done.has(canonicalJson(value))) continue;
    done.add(canonicalJson(value));
    const seen = results.map(({ result }) => itemWith(result, value)).find((item) => item !== undefined);
    if (seen !== undefined) {
      if (seen.siblings.length <= 1) continue;
      const by = tellApart(seen.item, seen.siblings, value, random);
      if (by !== undefined) {
        describe(described, facts, row, value, by);
        continue;
      }
    }
    const looked = random.real() < LOOKED ? lookUp(atlas, stage, session, row, value, random) : undefined;
    if (looked === undefined) {
      facts.push({ key: nameOf(leaf.path), value, role: 'which' });
      continue;
    }
    for (const call of looked.calls) {
      if (calls.some((each) => canonicalJson(each as unknown as Json) === canonicalJson(call as unknown as Json)))
        continue;
      calls.push(call);
      results.push({ call, result: stage.call(session, call).result });
    }
    facts.push(...looked.facts);
    if (looked.described !== undefined) described.push(looked.described);
  }
  for (const { leaf, value, row } of goal.leaves) {
    if (leaf.meaning.kind === 'key' || leaf.plumbing) continue;
    if (row !== undefined) {
      // the line of an order is told by what stands on it
      const keys = keysBeside(atlas, row, leaf.meaning.kind === 'fact' ? leaf.meaning.column : '');
      const item = results
        .filter(({ call }) => Object.values(call.arguments).some((each) => keys.includes(each as Json)))
        .flatMap(({ call, result }) => {
          const found = itemAt(result, nameOf(leaf.path), value);
          return found === undefined ? [] : [{ ...found, call }];
        })
        .at(0);
      const by = item === undefined ? undefined : tellApart(item.item, item.siblings, value, random);
      if (by !== undefined) {
        if (item !== undefined) keep.push(item.call);
        describe(described, facts, row, value, by);
        continue;
      }
    }
    const isWho = tool.effect === 'read' && leaf.meaning.kind === 'fact' && isPerson(leaf.meaning.table);
    facts.push({
      key: nameOf(leaf.path),
      value,
      role: isWho ? 'who' : 'what',
      ...(isWho && row !== undefined ? { row } : {}),
    });
  }
  return { goal, calls, facts, described, keep };
}

/** The rest of a row's key: the order of the line. */
function keysBeside(atlas: Atlas, row: Row, column: string): Json[] {
  const key = atlas.table(row.table)?.primaryKey ?? [];
  return key.filter((name) => name !== column).map((name) => row.values[name] as Json);
}

function describe(described: Described[], facts: Fact[], row: Row, value: Json, by: Described['by']): void {
  described.push({ row, value, by });
  for (const each of by) facts.push({ key: `${row.table} ${each.label}`, value: each.value, role: 'which' });
}

/** The item of a list whose member of this name has the value. */
function itemAt(
  result: Json,
  name: string,
  value: Json,
): { item: JsonObject; siblings: readonly JsonObject[] } | undefined {
  if (Array.isArray(result)) {
    const items = (result as readonly Json[]).filter((each) => isJsonObject(each));
    const item = items.find((each) => each[name] === value);
    if (item !== undefined) return { item, siblings: items };
    for (const each of items) {
      const found = itemAt(each, name, value);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isJsonObject(result)) return undefined;
  for (const each of Object.values(result)) {
    const found = itemAt(each as Json, name, value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function goalCall({ goal }: Planned): PlannedCall {
  return { by: goal.tool.audience, name: goal.tool.name, arguments: goal.arguments };
}

// ---- words of a draft -----------------------------------------------------------------------------------------------------

interface Spoken {
  readonly opening: string;
  readonly wants: string;
  readonly persona: string;
  readonly asked: ReadonlySet<string>;
  readonly corrected: ReadonlySet<string>;
}

function speak(planned: readonly Planned[], questions: readonly string[], random: Random, open = false): Spoken {
  const facts = planned.flatMap((each) => each.facts);
  const hidden = new Set(
    facts
      .filter(({ role, key }) => role === 'what' && !open && !/reason/.test(key) && random.real() < HIDDEN)
      .map(({ key }) => key),
  );
  const who = facts.filter(({ role }) => role === 'who');
  const tellsWho = who.length > 0 && random.real() < WHO_OPEN;
  const wishes = planned.map(({ goal, described }) => wish(goal, described, hidden, random));
  const full = planned.map(({ goal, described }) => wish(goal, described, new Set(), random));
  const asks = questions.map((each) => question(each, random));
  const parts = [
    ...(wishes.length > 0 ? [opening(wishes, random)] : []),
    ...asks,
    ...(tellsWho ? [introduction(who)] : []),
  ];
  return {
    opening: parts.join(' '),
    wants: listed([...full, ...questions.map((each) => `find out ${each}`)]),
    persona: persona(random),
    asked: new Set([...hidden, ...(tellsWho ? [] : who.map(({ key }) => key))]),
    // now and then a user misremembers what they are asked for, and puts it right
    corrected: new Set(!tellsWho && who.length > 0 && random.real() < MISTAKEN ? [random.pick(who).key] : []),
  };
}

function introduction(who: readonly Fact[]): string {
  return `My ${listed([...new Map(who.map(({ key, value }) => [key, `${labelOf(key)} is ${spoken(value, key)}`])).values()].map((text, at) => (at === 0 ? text : `my ${text}`)))}.`;
}

function rowsOf(planned: readonly Planned[]): Row[] {
  return [...new Set(planned.flatMap(({ goal, described }) => [...goal.rows, ...described.map(({ row }) => row)]))];
}

function distinct(calls: readonly PlannedCall[], isRead: (call: PlannedCall) => boolean): PlannedCall[] {
  const seen = new Set<string>();
  return calls.filter((call) => {
    const text = canonicalJson(call as unknown as Json);
    if (isRead(call) && seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

function tagsOf(planned: readonly Planned[], more: readonly string[] = []): string[] {
  const tags = new Set(more);
  for (const { calls, described, facts } of planned) {
    if (calls.length > 0) tags.add('look up');
    if (described.some(({ extreme }) => extreme === undefined)) tags.add('tell apart');
    if (described.some(({ extreme }) => extreme !== undefined)) tags.add('compare');
    if (facts.some(({ role }) => role === 'who')) tags.add('identify');
  }
  return [...tags].sort();
}

// ---- kinds ------------------------------------------------------------------------------------------------------------------

/** Whose the rows are. */
function personsOf(atlas: Atlas, rows: readonly Row[]): Row[] {
  const tables = atlas.world.schema.tables.map(({ name }) => name).filter(isPerson);
  const found = rows.flatMap((row) =>
    isPerson(row.table) ? [row] : tables.flatMap((table) => atlas.related(row, table)),
  );
  return [...new Set(found)].slice(0, 1);
}

/** Plans one after the other on one session, each executed; undefined when one cannot be. */
function several(
  ground: Ground,
  count: number,
  pick: () => Tool | undefined,
  mayFail = false,
): { planned: Planned[]; calls: PlannedCall[]; error?: string } | undefined {
  const { stage, random } = ground;
  const session = stage.begin(1);
  const planned: Planned[] = [];
  const calls: PlannedCall[] = [];
  try {
    for (let tries = 0; planned.length < count && tries < count * 8; tries++) {
      const tool = pick();
      if (tool === undefined) return undefined;
      const anchor = planned[0]?.goal.rows ?? [];
      const persons = personsOf(ground.atlas, anchor);
      const focus =
        planned.length === 0 ? [] : persons.length > 0 ? persons : random.real() < 0.5 ? anchor.slice(0, 1) : [];
      const one = planGoal(ground, session, tool, focus);
      // nobody asks for the same thing twice, once this way and once another
      if (one === undefined || planned.some((each) => sameTarget(each.goal, one.goal))) continue;
      const call = goalCall(one);
      const outcome = stage.call(session, call);
      if (!outcome.ok && mayFail)
        return { planned: [one], calls: [...one.calls, call], error: outcome.error?.code ?? '' };
      if (!outcome.ok || (tool.effect === 'write' && !outcome.committed)) continue;
      planned.push(one);
      calls.push(...one.calls, call);
    }
    if (planned.length < count) return undefined;
    const isRead = (call: PlannedCall): boolean => ground.atlas.world.tools.get(call.name)?.tool.effect === 'read';
    return { planned, calls: distinct(calls, isRead) };
  } finally {
    stage.end(session);
  }
}

function sameTarget(a: Goal, b: Goal): boolean {
  const keys = ({ leaves }: Goal): string =>
    canonicalJson(leaves.filter(({ leaf }) => leaf.meaning.kind === 'key').map(({ value }) => value));
  return a.tool === b.tool && keys(a) === keys(b);
}

function draftOf(
  kind: Task['kind'],
  planned: readonly Planned[],
  calls: readonly PlannedCall[],
  random: Random,
  more: Partial<Draft> = {},
): Draft {
  return {
    kind,
    calls,
    facts: planned.flatMap(({ facts }) => facts),
    rows: rowsOf(planned),
    ...speak(planned, [], random),
    outputs: [],
    tags: tagsOf(planned),
    keep: planned.flatMap(({ keep }) => keep),
    changes: true,
    ...more,
  };
}

const write: Maker = (ground) => {
  const tools = writesOf(ground.atlas);
  return tools.length === 0 ? undefined : writeWith(ground, ground.random.pick(tools));
};

/** Something to change, with this tool. */
export function writeWith(ground: Ground, tool: Tool): readonly Draft[] | undefined {
  const made = several(ground, 1, () => tool);
  return made === undefined ? undefined : [draftOf('write', made.planned, made.calls, ground.random)];
}

const multi: Maker = (ground) => {
  const { atlas, random } = ground;
  const tools = writesOf(atlas);
  if (tools.length === 0) return undefined;
  const goals = random.real() < LONG ? random.int(MOST_GOALS, LONGEST) : random.int(2, MOST_GOALS);
  const made = several(ground, goals, () => random.pick(tools));
  if (made === undefined) return undefined;
  // and questions of the same person on the way
  const own = personsOf(atlas, rowsOf(made.planned));
  const questions = Array.from({ length: random.int(0, MOST_QUESTIONS) }, () => asking(ground, own)).flatMap((each) =>
    each === undefined ? [] : [each],
  );
  const outputs = [...new Map(questions.map((each) => [each.output.key, each])).values()];
  if (outputs.length === 0) return [draftOf('multi', made.planned, made.calls, random)];
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

/** A look at some row, and a question that its result answers. */
function asking(
  ground: Ground,
  focus: readonly Row[] = [],
): { planned: Planned; calls: PlannedCall[]; what: string; output: TaskOutput } | undefined {
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
    const subject = planned.goal.leaves.find(({ row, leaf }) => row !== undefined && leaf.meaning.kind === 'key');
    const whose =
      subject === undefined &&
      planned.goal.leaves.some((each) => each.leaf.meaning.kind === 'fact' && isPerson(each.leaf.meaning.table))
        ? OWN
        : ofRow(subject?.row, subject?.value, planned.described, random);
    const isWho = ({ leaf }: (typeof planned.goal.leaves)[number]): boolean =>
      leaf.meaning.kind === 'fact' && isPerson(leaf.meaning.table);
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
    return asked === undefined ? undefined : { planned, calls: [...planned.calls, call], ...asked };
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

/** A change, and a question that some look answers. */
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

/** The first call of a tool fails; it is to be made again. */
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

/** Two rows fit what the user says first; asked, the user knows which. */
const clarify: Maker = (ground) => {
  const { atlas, random } = ground;
  const tools = writesOf(atlas);
  const made = tools.length === 0 ? undefined : several(ground, 1, () => random.pick(tools));
  const [planned] = made?.planned ?? [];
  if (made === undefined || planned === undefined) return undefined;
  const [first] = planned.described;
  if (first === undefined || first.extreme !== undefined) return undefined;
  const draft = draftOf('clarify', made.planned, made.calls, random);
  // what tells the row apart is kept back until the agent asks
  const vague: Planned = { ...planned, described: planned.described.filter((each) => each !== first) };
  const hiddenKeys = first.by.map(({ label }) => `${first.row.table} ${label}`);
  const noun = thing(first.row.table);
  const words = speak([vague], [], random, true);
  const exact = `${noun} ${spoken(first.value)}`;
  if (!words.opening.includes(exact)) return undefined;
  const isMine = atlas.world.schema.tables.some(
    ({ name }) => isPerson(name) && name !== first.row.table && atlas.related(first.row, name).length > 0,
  );
  const vaguely = words.opening.replaceAll(exact, `one of ${isMine ? 'my' : 'the'} ${pluralOf(first.row.table)}`);
  return [
    {
      ...draft,
      opening: vaguely,
      asked: new Set([...draft.asked, ...words.asked, ...hiddenKeys]),
      tags: [...draft.tags, 'ask which'],
    },
  ];
};

// ---- declining ----------------------------------------------------------------------------------------------------------------

function reasonOutput(reason: Reason, from: readonly Json[]): TaskOutput {
  return { key: 'reason', type: 'reason', value: reason, ...(from.length === 0 ? {} : { from }) } as TaskOutput;
}

function strangeKey(value: Json, atlas: Atlas, random: Random): Json | undefined {
  for (let tries = 0; tries < 10; tries++) {
    const other =
      typeof value === 'number'
        ? value + random.int(5000, 9000)
        : /\d/.test(String(value))
          ? String(value).replaceAll(/\d/g, () => String(random.int(0, 9)))
          : `${String(value)}${random.pick(['x', 'q', 'z'])}`;
    if (other !== value && !atlas.isKnown(other)) return other;
  }
  return undefined;
}

/** What is asked for does not exist. The twin asks for what does. */
const notFound: Maker = (ground) => {
  const { atlas, random } = ground;
  const tools = writesOf(atlas);
  const made = tools.length === 0 ? undefined : several(ground, 1, () => random.pick(tools));
  const [planned] = made?.planned ?? [];
  if (made === undefined || planned === undefined) return undefined;
  const told = planned.goal.leaves.filter(({ leaf, row }) => leaf.meaning.kind === 'key' && row !== undefined);
  const target = told.find(
    ({ leaf, row }) => !isPerson(row?.table ?? '') && planned.facts.some(({ key }) => key === nameOf(leaf.path)),
  );
  if (target === undefined) return undefined;
  const strange = strangeKey(target.value, atlas, random);
  if (strange === undefined) return undefined;
  const swap = (value: Json): Json => (value === target.value ? strange : value);
  const goal: Goal = {
    ...planned.goal,
    arguments: Object.fromEntries(
      Object.entries(planned.goal.arguments).map(([name, value]) => [name, swap(value as Json)]),
    ) as JsonObject,
    leaves: planned.goal.leaves.map((each) => (each === target ? { ...each, value: strange } : each)),
  };
  const facts = planned.facts.map((fact) => ({ ...fact, value: swap(fact.value) }));
  const missing: Planned = { ...planned, goal, facts };
  const calls = [...planned.calls, goalCall(missing)];
  return [
    draftOf('abstain', [missing], calls, random, {
      outputs: [reasonOutput('not_found', ['NOT_FOUND'])],
      end: 'refused',
      mayFail: true,
      changes: false,
      tags: tagsOf([missing], ['decline', 'not_found']),
    }),
    draftOf('write', made.planned, made.calls, random),
  ];
};

/** The tool refuses, for the state that the row is in. The twin is one that can be done. */
const refused: Maker = (ground) => {
  const { atlas, random } = ground;
  const tools = writesOf(atlas);
  if (tools.length === 0) return undefined;
  const tool = random.pick(tools);
  for (let tries = 0; tries < 6; tries++) {
    const made = several(ground, 1, () => tool, true);
    if (
      made === undefined ||
      !['PRECONDITION_FAILED', 'CONFLICT', 'LIMIT_EXCEEDED', 'PERMISSION_DENIED'].includes(made.error ?? '')
    )
      continue;
    const twin = several(ground, 1, () => tool);
    if (twin === undefined) continue;
    const [planned] = made.planned;
    const subject = planned?.goal.leaves.find(({ leaf }) => leaf.meaning.kind === 'key');
    if (planned === undefined || subject === undefined) continue;
    return [
      draftOf('abstain', made.planned, made.calls, random, {
        outputs: [reasonOutput('not_allowed', [subject.value])],
        end: 'refused',
        mayFail: true,
        changes: false,
        tags: tagsOf(made.planned, ['decline', 'not_allowed']),
      }),
      draftOf('write', twin.planned, twin.calls, random),
    ];
  }
  return undefined;
};

/** The user names a choice that there is not, and stays with it. */
const invalid: Maker = (ground) => {
  const { atlas, random } = ground;
  const tools = writesOf(atlas).filter((tool) =>
    atlas
      .leaves(tool)
      .some(({ meaning, required, schema }) => required && meaning.kind === 'choice' && Array.isArray(schema['enum'])),
  );
  const made = tools.length === 0 ? undefined : several(ground, 1, () => random.pick(tools));
  const [planned] = made?.planned ?? [];
  const choice = planned?.goal.leaves.find(
    ({ leaf }) => leaf.meaning.kind === 'choice' && Array.isArray(leaf.schema['enum']),
  );
  if (made === undefined || planned === undefined || choice === undefined) return undefined;
  const { value } = choice;
  const options = choice.leaf.schema['enum'] as readonly Json[];
  const strange =
    typeof value === 'number'
      ? Math.max(...options.map(Number)) * 3 + 1
      : random.pick(STRANGE.filter((each) => !options.includes(each)));
  const key = nameOf(choice.leaf.path);
  const facts = planned.facts.map((fact) => (fact.key === key ? { ...fact, value: strange } : fact));
  const goal: Goal = {
    ...planned.goal,
    arguments: { ...planned.goal.arguments, [key]: strange },
    leaves: planned.goal.leaves.map((each) => (each === choice ? { ...each, value: strange } : each)),
  };
  if (choice.leaf.path.length !== 1) return undefined;
  const wrong: Planned = { ...planned, goal, facts };
  const draft = draftOf('abstain', [wrong], [...planned.calls, goalCall(wrong)], random, {
    outputs: [reasonOutput('invalid_value', ['INVALID_ARGUMENT'])],
    end: 'refused',
    mayFail: true,
    changes: false,
    tags: tagsOf([wrong], ['decline', 'invalid_value']),
    insisted: new Set([key]),
  });
  return [{ ...draft, ...speak([wrong], [], random, true) }, draftOf('write', made.planned, made.calls, random)];
};

const STRANGE: readonly Json[] = ['purple', 'by pigeon post', 'as my neighbour has it', 'the usual', 'grandfathered'];

/** Something that the call needs and the user cannot say. The twin knows it. */
const missing: Maker = (ground) => {
  const { atlas, random } = ground;
  const tools = writesOf(atlas);
  const made = tools.length === 0 ? undefined : several(ground, 1, () => random.pick(tools));
  const [planned] = made?.planned ?? [];
  if (made === undefined || planned === undefined) return undefined;
  const needed = planned.goal.leaves.find(
    ({ leaf, value, row }) =>
      leaf.required &&
      row === undefined &&
      leaf.path.length === 1 &&
      typeof value === 'string' &&
      !/reason|comment|note|message|text|body|description|title|summary/.test(nameOf(leaf.path)),
  );
  if (needed === undefined) return undefined;
  const key = nameOf(needed.leaf.path);
  const without: Planned = {
    ...planned,
    goal: { ...planned.goal, leaves: planned.goal.leaves.filter((each) => each !== needed) },
    facts: planned.facts.filter((fact) => fact.key !== key),
  };
  return [
    draftOf('abstain', [without], [], random, {
      ...speak([without], [], random, true),
      outputs: [reasonOutput('missing_information', [])],
      unknown: key,
      end: 'refused',
      changes: false,
      tags: ['decline', 'missing_information'],
    }),
    draftOf('write', made.planned, made.calls, random),
  ];
};

const ELSEWHERE: readonly (readonly [string, RegExp])[] = [
  ['book me a massage for Friday afternoon', /massage|spa|wellness/],
  ['order me a taxi to the station for six o\u2019clock', /taxi|ride|cab/],
  ['translate a letter of two pages into Portuguese', /translat|language/],
  ['water the plants in my office while I am away', /plant|garden|water/],
  ['renew my passport', /passport|visa/],
  ['find a piano teacher for my daughter', /teacher|lesson|school|course/],
  ['repair the zip of my winter coat', /repair|tailor|cloth/],
  ['write a speech for my brother\u2019s wedding', /speech|wedding|text/],
  ['reserve a tennis court for Sunday morning', /court|tennis|sport|reserv/],
  ['tell me which lottery numbers to play', /lotter|game|number/],
  ['have my piano tuned before the holidays', /piano|tune|music/],
  ['send a dozen roses to my aunt in Lisbon', /rose|flower|gift/],
];

/** Nothing that the tools can do. The twin is something that they can. */
const noTool: Maker = (ground) => {
  const { atlas, random } = ground;
  const tools = writesOf(atlas);
  const made = tools.length === 0 ? undefined : several(ground, 1, () => random.pick(tools));
  if (made === undefined) return undefined;
  const all = atlas.world.environment.tools
    .map(({ name, description }) => `${name} ${description}`.toLowerCase())
    .join(' ');
  const fitting = ELSEWHERE.filter(([, words]) => !words.test(all));
  if (fitting.length === 0) return undefined;
  const [request] = random.pick(fitting);
  return [
    {
      kind: 'abstain',
      calls: [],
      facts: [],
      rows: [],
      opening: opening([request], random),
      wants: request.replaceAll(/\bme\b/g, 'yourself'),
      persona: persona(random),
      asked: new Set<string>(),
      outputs: [reasonOutput('no_tool', [])],
      end: 'refused',
      tags: ['decline', 'no_tool'],
      changes: false,
    },
    draftOf('write', made.planned, made.calls, random),
  ];
};

/** Something of the user's own is set wrong; the agent cannot reach it and must guide. */
const dual: Maker = (ground) => {
  const { atlas, stage, random } = ground;
  const own = atlas
    .tools((tool) => tool.effect === 'write' && tool.audience === 'user')
    .filter((tool) => {
      const leaves = atlas.leaves(tool);
      return leaves.length === 1 && leaves[0]?.meaning.kind === 'choice';
    });
  const session = stage.begin(1);
  const start = stage.hash(session);
  stage.end(session);
  const broken: { tool: Tool; name: string; wrong: Json; right: Json }[] = [];
  for (const tool of random.shuffled(own).slice(0, random.int(1, 3))) {
    const [leaf] = atlas.leaves(tool);
    if (leaf === undefined || leaf.meaning.kind !== 'choice') continue;
    const name = nameOf(leaf.path);
    const pair = random
      .shuffled(leaf.meaning.values)
      .flatMap((wrong) =>
        (leaf.meaning as { values: readonly Json[] }).values.flatMap((right) =>
          right === wrong ? [] : [{ wrong, right }],
        ),
      )
      .find(({ wrong, right }) => {
        const trial = stage.begin(1);
        const first = stage.call(trial, { by: 'user', name: tool.name, arguments: { [name]: wrong } });
        const second = stage.call(trial, { by: 'user', name: tool.name, arguments: { [name]: right } });
        const same = first.committed && second.committed && stage.hash(trial) === start;
        stage.end(trial);
        return same;
      });
    if (pair !== undefined) broken.push({ tool, name, ...pair });
  }
  if (broken.length === 0) return undefined;
  const said = broken.map(({ tool, wrong, right }) => {
    const noun = phraseOf(tool).noun;
    return typeof wrong === 'boolean'
      ? {
          now: `${noun} is switched ${wrong ? 'on' : 'off'}`,
          wanted: `${noun} switched ${right === true ? 'on' : 'off'} again`,
        }
      : { now: `${noun} is set to ${spoken(wrong)}`, wanted: `${noun} set back to ${spoken(right)}` };
  });
  const now = listed(said.map((each) => each.now));
  const then = listed(said.map((each) => each.wanted));
  return [
    {
      kind: 'dual',
      calls: broken.map(({ tool, name, right }) => ({
        by: 'user' as const,
        name: tool.name,
        arguments: { [name]: right },
      })),
      facts: broken.map(({ tool, right }) => ({ key: phraseOf(tool).noun, value: right, role: 'what' as const })),
      rows: [],
      opening: random.pick([
        `Something is wrong here: ${now}. I would like to have ${then}, but I do not know where to press.`,
        `Hello, on my side ${now}, and that should not be so. Can you guide me until I have ${then}?`,
        `I think I changed something by accident, ${now}. Please tell me step by step how to get ${then}.`,
      ]),
      wants: `get ${then}; you do yourself what the agent tells you to do, one step at a time`,
      persona: persona(random),
      asked: new Set<string>(),
      outputs: [],
      setup: {
        calls: broken.map(({ tool, name, wrong }) => ({
          by: 'user' as const,
          name: tool.name,
          arguments: { [name]: wrong },
        })),
      },
      tags: ['guide', 'state inversion'],
      changes: true,
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
