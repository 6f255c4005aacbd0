// Makes tasks in which the agent should decline. Each has a twin: nearly the same task, in which acting is right.
import type { Random } from '../../envs/random.ts';
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { TaskOutput } from '../../envs/values/task.ts';
import type { Reason } from '../../envs/verification/reasons.ts';
import type { Atlas } from './atlas.ts';
import type { Goal } from './plan.ts';
import { isPerson, nameOf, opening, persona, pluralOf } from './words.ts';
import { type Planned, goalCall, several, writesOf } from './plan-goals.ts';
import { type Maker, speak, draftOf, tagsOf } from './draft.ts';

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

/** The user asks to change a row that does not exist. In the twin task the row exists. */
export const notFound: Maker = (ground) => {
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

/** The tool refuses the call because of the state of the row. In the twin task the tool accepts the call. */
export const refused: Maker = (ground) => {
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

/** The user names a choice that the tool does not offer, and insists on it. */
export const invalid: Maker = (ground) => {
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

const STRANGE: readonly Json[] = ['the usual', 'standard', 'something else', 'whatever is free', 'express'];

/** The call needs a value that the user does not know. In the twin task the user knows it. */
export const missing: Maker = (ground) => {
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

/**
 * Wishes that no tool fulfils, each with a pattern. A wish is skipped if its pattern matches the name or description of
 * a tool. THINGS is replaced by the word for a table's rows.
 */
const BEYOND: readonly (readonly [wish: string, words: RegExp])[] = [
  ['print a list of all THINGS and post it to me', /print|post|letter/],
  ['translate the notes on our THINGS into Portuguese', /translat|language/],
  ['call me back tomorrow at nine about the THINGS', /call|phone|ring/],
  ['put all THINGS into a spreadsheet and mail it to my boss', /spreadsheet|export|mail|send/],
  ['undo whatever was changed in the THINGS last week', /undo|revert|restore|history/],
  ['take a photo of the THINGS and show it to me', /photo|image|picture|camera/],
  ['train our new colleague in handling the THINGS', /train|course|lesson/],
];

/** The user asks for something that no tool does. In the twin task the user asks for something that a tool does. */
export const noTool: Maker = (ground) => {
  const { atlas, random } = ground;
  const tools = writesOf(atlas);
  const made = tools.length === 0 ? undefined : several(ground, 1, () => random.pick(tools));
  if (made === undefined) return undefined;
  const all = atlas.world.environment.tools
    .map(({ name, description }) => `${name} ${description}`.toLowerCase())
    .join(' ');
  const fitting = BEYOND.filter(([, words]) => !words.test(all));
  const tables = [...new Set(made.planned.flatMap(({ goal }) => goal.rows.map(({ table }) => table)))];
  if (fitting.length === 0 || tables.length === 0) return undefined;
  const request = random.pick(fitting)[0].replace('THINGS', pluralOf(random.pick(tables)));
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
