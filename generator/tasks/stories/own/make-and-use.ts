// A story that creates something, and then uses or changes it. The later call takes the id that the first call
// returned.
import type { Session } from '../../../../envs/session/session.ts';
import type { Json, JsonObject } from '../../../../envs/values/json.ts';
import { leavesOf } from '../../../../envs/values/places.ts';
import { plainWords, says } from '../../../../envs/words/spoken.ts';
import type { Tool } from '../../../../envs/values/tool-schema.ts';
import type { Row } from '../../atlas.ts';
import { drawGoal } from '../../draw-goal.ts';
import type { Described, Goal } from '../../plan.ts';
import { writesOf, type Ground } from '../../plan-goals.ts';
import { wish } from '../../wish.ts';
import { phraseOf, rowPhrase, thing } from '../../words.ts';
import { known } from '../fact-names.ts';
import type { Occasion } from '../occasion.ts';
import { callOf, deedOn, type Deed } from './deed.ts';
import { findKey, type FoundKey } from './found-key.ts';
import { occasionWith, worded } from './own-words.ts';
import { isPlainName } from './look-steps.ts';
import { keyArgument, keyColumn, whoOf } from './shown.ts';

const MOST_SEED = 1_000_000;
const MADE = 'made';
/** Matches verbs that end something. The story does not end what it has just created. */
export const ENDS =
  /^(cancel|delete|remove|close|end|void|archive|return|revoke|reject|withdraw|discard|drop|terminate|stop)/;

/**
 * A call that creates something: the drawn call, its key arguments with the steps that find them, and its other
 * arguments.
 */
interface Making {
  readonly goal: Goal;
  readonly keys: ReadonlyMap<string, FoundKey>;
  readonly given: Readonly<Record<string, Json>>;
  /** The expression for the new id. */
  readonly id: string;
  readonly value: Json;
}

export function makeAndUse(ground: Ground): Occasion | undefined {
  const { random, stage, atlas } = ground;
  const writes = writesOf(atlas);
  if (writes.length === 0) return undefined;
  const seed = random.int(1, MOST_SEED);
  const session = stage.begin(seed);
  try {
    const making = makingOf(ground, session, random.pick(writes));
    if (making === undefined) return undefined;
    const uses = random
      .shuffled(writes.filter((tool) => tool !== making.goal.tool && !ENDS.test(phraseOf(tool).verb)))
      .flatMap((tool) => useOf(ground, session, tool, making) ?? [])
      .slice(0, 2);
    if (uses.length === 0) return undefined;
    const { goal, keys } = making;
    const found = [...keys.values()];
    const described = found.flatMap((each) => each.described);
    const first = wish(goal, described, new Set(), random);
    const deeds = uses.map(({ deed }) => deed);
    const maker = { tool: goal.tool, given: making.given };
    const { knows, names } = known(
      found.flatMap(({ facts }) => facts),
      [maker, ...deeds],
    );
    const looks = found.flatMap((each) => each.steps(names));
    const next = uses.map(({ words }) => words).join(' and ');
    const opening = worded(ground, MAKE, { first, next });
    const which = found.flatMap(({ facts }) => facts).filter(({ role }) => role === 'which');
    // the first message must name each value that selects a row
    if (!which.every(({ key, value }) => says(plainWords(opening), value, key))) return undefined;
    return occasionWith({
      story: {
        name: 'make and use',
        family: 'lifecycle',
        knows,
        steps: [
          ...looks,
          {
            call: goal.tool.name,
            as: MADE,
            with: {
              ...Object.fromEntries([...keys].map(([name, { key }]) => [name, key])),
              ...Object.fromEntries(
                Object.entries(making.given).map(([name, value]) => [
                  name,
                  typeof value === 'boolean' ? String(value) : `:${names(`${goal.tool.name} ${name}`)}`,
                ]),
              ),
            },
          },
          ...deeds.map((deed) => callOf(deed, making.id, names)),
        ],
      },
      opening: () => worded(ground, MAKE, { first, next }),
      wants: `${first}, and then ${next}`,
      who: whoOf(
        found.flatMap(({ facts }) => facts),
        names,
      ),
      rows: goal.rows,
      seed,
    });
  } finally {
    stage.end(session);
  }
}

/** Draws a call of a tool that creates something, makes the call, and finds the new id in the result. */
function makingOf(ground: Ground, session: Session, tool: Tool): Making | undefined {
  const { atlas, random, stage } = ground;
  const goal = drawGoal(atlas, tool, random);
  if (goal === undefined || goal.leaves.some(({ leaf }) => leaf.path.length !== 1)) return undefined;
  const keys = new Map<string, FoundKey>();
  const given: Record<string, Json> = {};
  for (const { leaf, value, row } of goal.leaves) {
    const name = leaf.path[0] ?? '';
    if (leaf.meaning.kind !== 'key') {
      if (value === null || typeof value === 'object') return undefined;
      given[name] = value;
      continue;
    }
    const key = row === undefined ? undefined : findKey(ground, session, row, value, keys.size + 1);
    if (key === undefined) return undefined;
    keys.set(name, key);
  }
  const { ok, committed, result } = stage.call(session, { by: 'agent', name: tool.name, arguments: goal.arguments });
  if (!ok || !committed) return undefined;
  const id = leavesOf(result).find(
    ({ place, value }) =>
      /(^|_)(id|key|number|no|code)$|Id$/.test(String(place.at(-1))) &&
      place.every((each) => isPlainName(String(each))) &&
      (typeof value === 'string' || typeof value === 'number') &&
      !atlas.isKnown(value) &&
      !Object.values(goal.arguments).includes(value),
  );
  return id === undefined ? undefined : { goal, keys, given, id: [`:${MADE}`, ...id.place].join('.'), value: id.value };
}

/** Draws a call that takes the new id, and makes it. Returns undefined if the tool takes no such id. */
function useOf(
  ground: Ground,
  session: Session,
  tool: Tool,
  { value, goal }: Making,
): { deed: Deed; words: string } | undefined {
  const { atlas, random, stage } = ground;
  const key = keyArgument(atlas, tool);
  const like = key === undefined ? undefined : rowLike(ground, key.table);
  const deed = like === undefined ? undefined : deedOn(ground, tool, like);
  if (like === undefined || deed === undefined) return undefined;
  const args: JsonObject = { ...deed.given, [deed.keyName]: value };
  const { ok, committed } = stage.call(session, { by: 'agent', name: tool.name, arguments: args });
  if (!ok || !committed) return undefined;
  const described: readonly Described[] = [];
  const own = like.values[keyColumn(atlas, like)] as Json;
  const text = wish(deed.goal, described, new Set(), random);
  const phrase = rowPhrase(like, own, described, random);
  const noun = phraseOf(goal.tool).noun || thing(like.table);
  return text.includes(phrase) ? { deed, words: text.replace(phrase, `the new ${noun}`) } : undefined;
}

function rowLike({ atlas, random }: Ground, table: string): Row | undefined {
  const rows = atlas.rows(table);
  return rows.length === 0 ? undefined : random.pick(rows);
}

const MAKE = [
  'Please {first}. When that is done, {next}.',
  'Could you {first}? After that, please {next}.',
  'Please {first}, and then {next}.',
  '{First}, please. Then {next}.',
  'I would like you to {first}. Then please {next}.',
  'Would you {first}? And once it is there, {next}.',
  'Can you {first} and then {next}?',
  'We need to {first}. Please {next} as well.',
];
