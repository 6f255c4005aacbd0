// Makes stories for any world from its tools. One story changes every row of a list that is in some state. The others
// read the state of one row, and then make one of two changes, or either a change or a question.
import type { Random } from '../../../envs/random.ts';
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import type { StoryStep } from '../../../envs/values/story.ts';
import type { Tool } from '../../../envs/values/tool-schema.ts';
import { splitName } from '../../../envs/words/split-words.ts';
import type { Atlas, Row } from '../atlas.ts';
import { drawGoal } from '../draw-goal.ts';
import { lookUp } from '../look-up.ts';
import type { Described, Fact, Goal, PlannedCall } from '../plan.ts';
import { known } from './fact-names.ts';
import { listWith, literal } from './list-shown.ts';
import { writesOf, type Ground } from '../plan-goals.ts';
import { tellApart } from '../tell-apart.ts';
import { wish } from '../wish.ts';
import { rowPhrase } from '../words.ts';
import type { Occasion } from './occasion.ts';

const TRIES = 12;
const FEWEST = 2;
const MOST = 14;
const LONGEST = 40;
const NAME = /^[A-Za-z_]\w*$/;
/** Matches names of members that hold the state or the kind of an item. */
const STATE = /(^| )(status|state|type|kind|category|colou?r|size|class|field|genre|city|tier|level|priority|stage)$/;

/** A list that a look (a read) shows, one item of the list, and the story's steps that get the list. */
interface Shown {
  readonly steps: readonly StoryStep[];
  readonly list: string;
  readonly items: readonly JsonObject[];
  readonly item: JsonObject;
  /** The name of the member that holds the item's key. */
  readonly key: string;
  readonly facts: readonly Fact[];
}

/** A write that names its row by the key. All other arguments come from the user. */
interface Deed {
  readonly tool: Tool;
  readonly goal: Goal;
  readonly keyName: string;
  readonly given: Readonly<Record<string, Json>>;
}

export function everyOne(ground: Ground): Occasion | undefined {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const { random } = ground;
    const drawn = drawShown(ground);
    if (drawn === undefined) continue;
    const { shown, row, tools } = drawn;
    const deed = deedOn(ground, random.pick(tools), row);
    // pick a state that some items are in, and in which the tool accepts all these items
    const state = random
      .shuffled(shown.items)
      .map((item) => stateOf({ ...shown, item }, ground, true))
      .find((each) => each !== undefined && deed !== undefined && goesThrough(ground, deed, keysIn(shown, each)));
    if (state === undefined || deed === undefined) continue;
    const value = row.values[keyColumn(ground.atlas, row)] as Json;
    const by = [{ label: splitName(state.member).join(' '), value: state.value }];
    const words = wish(deed.goal, [{ row, value, by, alike: [] }], new Set(), random).replace('any of the', 'all the');
    if (!words.includes('all the')) continue;
    const { knows, names } = known([...shown.facts, { key: state.member, value: state.value, role: 'what' }], [deed]);
    return {
      story: {
        name: 'every one in some state',
        family: 'each',
        knows,
        steps: [
          ...shown.steps,
          {
            each: shown.list,
            where: `:it.${state.member} = :${names(state.member)}`,
            as: 'it',
            do: [callOf(deed, `:it.${shown.key}`, names)],
          },
        ],
      },
      opening: random.pick(EVERY)(words),
      wants: words,
      who: whoOf(shown.facts, names),
      rows: [row],
    };
  }
  return undefined;
}

const EVERY = [
  (words: string): string => `I am clearing up before the end of the week. Please ${words}.`,
  (words: string): string => `There may be several of them, I have lost count: could you ${words}?`,
  (words: string): string => `Plans have changed, so please ${words}, however many there are.`,
  (words: string): string => `Would you go through the list and ${words}? Leave the others as they are.`,
];

export function eitherOr(ground: Ground): Occasion | undefined {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const { random } = ground;
    const drawn = drawShown(ground);
    if (drawn === undefined) continue;
    const { shown, row, tools } = drawn;
    const state = stateOf(shown, ground, false);
    const [first, second] = random.shuffled(tools).map((tool) => deedOn(ground, tool, row));
    const keyValue = row.values[keyColumn(ground.atlas, row)] as Json;
    if (state === undefined || first === undefined || !goesThrough(ground, first, [keyValue])) continue;
    const by = tellApart(shown.item, shown.items, keyValue, random);
    const members = by?.map(({ label }) => Object.keys(shown.item).find((name) => splitName(name).join(' ') === label));
    if (by === undefined || members === undefined || members.some((name) => name === undefined || !NAME.test(name)))
      continue;
    if (members.includes(state.member)) continue;
    const described: Described[] = [{ row, value: keyValue, by }];
    const question = second === undefined ? questionOn(shown, [state.member, ...members], random) : undefined;
    if (second === undefined && question === undefined) continue;
    const deeds = second === undefined ? [first] : [first, second];
    const wishes = deeds.map(({ goal }) => wish(goal, described, new Set(), random));
    const phrases = wishes.map((each) => phraseIn(each, row, keyValue, described, random));
    const [phrase] = phrases;
    if (phrase === undefined || phrases.includes(undefined)) continue;
    const telling = by.map(({ value }, at): Fact => ({ key: String(members[at]), value, role: 'which' }));
    const all = [...shown.facts, ...telling, { key: state.member, value: state.value, role: 'what' as const }];
    const { knows, names } = known(all, deeds);
    const where = telling.map(({ key, value }) => `${sameAs(shown.item, key, value)} = :${names(key)}`).join(' AND ');
    const label = splitName(state.member).join(' ');
    const [one = '', other = `tell me its ${question?.label ?? ''}`] = wishes.map((each, at) =>
      each.replace(phrases[at] ?? '', 'it'),
    );
    const words = `look at ${phrase}, and if its ${label} is "${String(state.value)}", ${one}, but otherwise ${other}`;
    return {
      story: {
        name: 'as its state is',
        family: 'conditional',
        knows,
        steps: [
          ...shown.steps,
          { choose: shown.list, as: 'it', where },
          {
            if: `:it.${state.member} = :${names(state.member)}`,
            do: [callOf(first, `:it.${shown.key}`, names)],
            else:
              second === undefined
                ? [
                    {
                      answer: question?.label ?? '',
                      type: question?.type ?? 'text',
                      be: `:it.${question?.member ?? ''}`,
                    },
                  ]
                : [callOf(second, `:it.${shown.key}`, names)],
          },
        ],
      },
      opening: random.pick(EITHER)(phrase, label, String(state.value), one, other),
      wants: words,
      who: whoOf(shown.facts, names),
      rows: [row],
    };
  }
  return undefined;
}

const EITHER = [
  (phrase: string, label: string, value: string, one: string, other: string): string =>
    `It is about ${phrase}. If its ${label} is "${value}", please ${one}. If not, ${other}.`,
  (phrase: string, label: string, value: string, one: string, other: string): string =>
    `Could you check ${phrase} for me? Should the ${label} be "${value}", ${one}; otherwise ${other}.`,
  (phrase: string, label: string, value: string, one: string, other: string): string =>
    `I am not sure how things stand with ${phrase}. With the ${label} "${value}" I want you to ${one}, in any other case to ${other}.`,
];

// ---- drawing from the world's tools -------------------------------------------------------------------------------

function drawShown(ground: Ground): { shown: Shown; row: Row; tools: Tool[] } | undefined {
  const { atlas, stage, random } = ground;
  const byTable = new Map<string, Tool[]>();
  for (const tool of writesOf(atlas)) {
    const keys = atlas.leaves(tool).filter(({ meaning, required }) => meaning.kind === 'key' && required);
    const [leaf] = keys;
    if (leaf === undefined || keys.length !== 1 || leaf.path.length !== 1 || leaf.meaning.kind !== 'key') continue;
    byTable.set(leaf.meaning.table, [...(byTable.get(leaf.meaning.table) ?? []), tool]);
  }
  const tables = [...byTable.keys()].filter((table) => atlas.rows(table).length > FEWEST);
  if (tables.length === 0) return undefined;
  const row = random.pick(atlas.rows(random.pick(tables)));
  const value = row.values[keyColumn(atlas, row)] as Json;
  const session = stage.begin(1);
  try {
    const looked = lookUp(atlas, stage, session, row, value, random);
    const last = looked?.calls.at(-1);
    if (looked === undefined || last === undefined) return undefined;
    const { result } = stage.call(session, last);
    const found = listWith(result, value, []);
    if (found === undefined || found.items.length <= FEWEST || !found.path.every((name) => NAME.test(name)))
      return undefined;
    const item = found.items.find((each) => Object.values(each).some((one) => one === value)) as JsonObject;
    const key = Object.keys(item).find((name) => item[name] === value) ?? '';
    if (!NAME.test(key)) return undefined;
    const facts = looked.facts.filter(({ role, value: said }) => role === 'who' || isTaken(looked.calls, said));
    const { names } = known(facts, []);
    const steps = looked.calls.map((call, at) => lookStep(call, facts, names, at === looked.calls.length - 1));
    if (steps.some((step) => step === undefined)) return undefined;
    const list = [':list', ...found.path].join('.');
    return {
      shown: { steps: steps as StoryStep[], list, items: found.items, item, key, facts },
      row,
      tools: byTable.get(row.table) ?? [],
    };
  } finally {
    stage.end(session);
  }
}

const isTaken = (calls: readonly PlannedCall[], value: Json): boolean =>
  calls.some(({ arguments: args }) => Object.values(args).some((one) => one === value));

function lookStep(
  { name, arguments: args }: PlannedCall,
  facts: readonly Fact[],
  names: (key: string) => string,
  isLast: boolean,
): StoryStep | undefined {
  const given: Record<string, string> = {};
  for (const [key, value] of Object.entries(args)) {
    const fact = facts.find((each) => each.value === value);
    const said = fact === undefined ? literal(value as Json) : `:${names(fact.key)}`;
    if (said === undefined) return undefined;
    given[key] = said;
  }
  return { call: name, with: given, ...(isLast ? { as: 'list' } : {}) };
}

const keysIn = ({ items, key }: Shown, { member, value }: { member: string; value: string }): Json[] =>
  items.filter((each) => each[member] === value).map((each) => each[key] as Json);

/** Finds a member and value that some items share with the row and other items do not. */
function stateOf(
  { items, item }: Shown,
  { random }: Ground,
  isMany: boolean,
): { member: string; value: string } | undefined {
  for (const [member, value] of random.shuffled(Object.entries(item))) {
    if (typeof value !== 'string' || value === '' || value.length > LONGEST || !NAME.test(member)) continue;
    if (!STATE.test(splitName(member).join(' '))) continue;
    const same = items.filter((each) => each[member] === value).length;
    if (same === items.length || (isMany && (same < FEWEST || same > MOST))) continue;
    return { member, value };
  }
  return undefined;
}

/** Finds a member of the item that a person would ask about. */
function questionOn(
  { item }: Shown,
  taken: readonly (string | undefined)[],
  random: Random,
): { member: string; label: string; type: 'date' | 'text' } | undefined {
  for (const [member, value] of random.shuffled(Object.entries(item))) {
    if (typeof value !== 'string' || value === '' || value.length > LONGEST || !NAME.test(member)) continue;
    const label = splitName(member).join(' ');
    if (taken.includes(member) || /(^| )(id|url|token|hash|key)$/.test(label)) continue;
    return { member, label, type: /^\d{4}-\d\d-\d\d/.test(value) ? 'date' : 'text' };
  }
  return undefined;
}

function deedOn({ atlas, random }: Ground, tool: Tool, row: Row): Deed | undefined {
  const goal = drawGoal(atlas, tool, random, [row]);
  if (goal === undefined) return undefined;
  const value = row.values[keyColumn(atlas, row)];
  const key = goal.leaves.find(({ leaf, value: own }) => leaf.meaning.kind === 'key' && own === value);
  const rest = goal.leaves.filter((each) => each !== key);
  if (key === undefined || rest.some(({ leaf }) => leaf.path.length !== 1 || leaf.meaning.kind === 'key'))
    return undefined;
  const given = Object.fromEntries(rest.map(({ leaf, value: own }) => [leaf.path[0] ?? '', own]));
  if (Object.values(given).some((each) => each === null || typeof each === 'object')) return undefined;
  return { tool, goal, keyName: key.leaf.path[0] ?? '', given };
}

function keyColumn(atlas: Atlas, { table }: Row): string {
  return atlas.keyOf(table) ?? '';
}

function callOf({ tool, keyName, given }: Deed, key: string, names: (key: string) => string): StoryStep {
  const values = Object.entries(given).map(([name, value]): [string, string] => [
    name,
    typeof value === 'boolean' ? String(value) : `:${names(`${tool.name} ${name}`)}`,
  ]);
  return { call: tool.name, with: { [keyName]: key, ...Object.fromEntries(values) } };
}

const whoOf = (facts: readonly Fact[], names: (key: string) => string): string[] =>
  facts.filter(({ role }) => role === 'who').map(({ key }) => names(key));

/** Writes the expression for a member of an item. It takes only the day of a time if the user says only the day. */
function sameAs(item: JsonObject, member: string, value: Json): string {
  return item[member] === value ? `:it.${member}` : `substr(:it.${member}, 1, 10)`;
}

/** Finds out which of a row's several wordings the text contains. */
function phraseIn(
  text: string,
  row: Row,
  value: Json,
  described: readonly Described[],
  random: Random,
): string | undefined {
  for (let times = 0; times < WAYS; times++) {
    const phrase = rowPhrase(row, value, described, random);
    if (text.includes(phrase)) return phrase;
  }
  return undefined;
}

const WAYS = 8;

/** Tells whether the tool accepts each of these items, one after the other. */
function goesThrough({ stage }: Ground, { tool, keyName, given }: Deed, keys: readonly Json[]): boolean {
  const session = stage.begin(1);
  try {
    return keys.every((key) => {
      const { ok, committed } = stage.call(session, {
        by: 'agent',
        name: tool.name,
        arguments: { [keyName]: key, ...given },
      });
      return ok && committed;
    });
  } finally {
    stage.end(session);
  }
}
