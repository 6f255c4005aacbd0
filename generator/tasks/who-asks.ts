// Finds out who the user of a draft is: the values that the user knows, the roles of speech.json that agree with them,
// and a persona for one of these roles. A persona changes only the description of the task's user.
import type { Random } from '../../envs/random.ts';
import { canonicalJson, type Json } from '../../envs/values/json.ts';
import { leavesOf } from '../../envs/values/places.ts';
import type { Line, Role, Speech } from '../../envs/values/speech.ts';
import type { People } from '../../envs/values/story.ts';
import type { World } from '../../envs/world/world.ts';
import type { Draft } from './draft-task.ts';
import { occasions, queriesOf } from './stories/evaluate.ts';
import { expanded } from './stories/tell-story.ts';

/** The values that a user knows, by name. */
export type Known = Readonly<Record<string, Json>>;

/** The parts of a draft that tell who its user is. */
export type Asking = Pick<Draft, 'story' | 'facts' | 'calls' | 'declines'>;

const rowsBySql = new WeakMap<World, Map<string, readonly Known[]>>();

function rowsOf(world: World, sql: string): readonly Known[] {
  const known = rowsBySql.get(world) ?? new Map<string, readonly Known[]>();
  rowsBySql.set(world, known);
  const rows = known.get(sql) ?? occasions(world, sql, 'the people of a role');
  known.set(sql, rows);
  return rows;
}

/**
 * Tells whether two rows share a column, and are equal in every shared column. A column that is null in one of them
 * does not count.
 */
function agree(one: Known, other: Known): boolean {
  const shared = Object.keys(one).filter((name) => (other[name] ?? null) !== null && one[name] !== null);
  return shared.length > 0 && shared.every((name) => one[name] === other[name]);
}

/** Returns the values of a user: those that the user knows, and the columns of the person in stories.json. */
export function userOf(world: World, { story, facts }: Asking): Known {
  const own: Known = story?.knows ?? Object.fromEntries(facts.map(({ key, value }) => [key, value]));
  const found = peopleOf(world).flatMap(({ rows, ways }): readonly Known[] => {
    const told = ways.find(({ who }) => who.every((name) => (own[name] ?? null) !== null));
    if (told === undefined) return [];
    const fitting = rowsOf(world, rows).filter((row) => told.who.every((name) => row[name] === own[name]));
    return fitting.length === 1 ? fitting : [];
  });
  return Object.assign({}, ...found, own) as Known;
}

/**
 * Returns the different groups of people of the stories. Several stories may share one group, or each may have its own
 * copy.
 */
function peopleOf(world: World): readonly People[] {
  const all = (world.environment.stories ?? []).flatMap(({ people }) => (people === undefined ? [] : [people]));
  return [...new Map(all.map((people) => [people.rows, people])).values()];
}

/**
 * Returns the names of the roles that a user has. A role without `people` is given only to users who have no other
 * role.
 */
export function rolesOf(world: World, user: Known): string[] {
  const roles = Object.entries(world.environment.speech?.roles ?? {});
  const named = roles.filter(
    ([, { people }]) => people !== undefined && rowsOf(world, people).some((row) => agree(row, user)),
  );
  return (named.length > 0 ? named : roles.filter(([, { people }]) => people === undefined)).map(([name]) => name);
}

/** Returns the roles that may ask for every call of a draft. A call that would leave no role is ignored. */
export function rolesFor(world: World, user: Known, { calls, declines = [] }: Asking): string[] {
  const { tools } = world.environment.speech as Speech;
  return [...calls, ...declines].reduce(
    (roles, { by, name }) => {
      const { asked_by } = tools[name] ?? {};
      const left = asked_by === undefined || by !== 'agent' ? roles : roles.filter((role) => asked_by.includes(role));
      return left.length > 0 ? left : roles;
    },
    rolesOf(world, user),
  );
}

/**
 * Tells whether a sentence about a user is true. A sentence without `when` is always true; otherwise its SELECT must
 * return a row.
 */
export function holds(world: World, { when }: Line, user: Known): boolean {
  if (when === undefined) return true;
  return world.withConnection((connection) => {
    const names = new Map([['user', user as Json]]);
    return queriesOf(world).run(connection, when, names, world.clockStart, 'a role').rows.length > 0;
  });
}

/**
 * Describes the user of the drafts by one of the roles that fit the user, if there is one. All drafts have the same
 * user.
 */
export function withPersona(world: World, drafts: readonly Draft[], random: Random): readonly Draft[] {
  const [first] = drafts;
  const { roles = {} } = world.environment.speech ?? {};
  if (first === undefined || Object.keys(roles).length === 0) return drafts;
  const user = userOf(world, first);
  const fitting = rolesFor(world, user, first);
  const role = fitting.length === 0 ? undefined : roles[random.pick(fitting)];
  if (role === undefined) return drafts;
  const said = [
    line(world, role.is, user, random),
    line(world, role.now ?? [], user, random),
    first.how ?? first.persona,
  ];
  const persona = said.filter((part) => part !== '').join(' ');
  return drafts.map((draft) => ({
    ...draft,
    persona: isLookedUp(draft) ? `${persona} ${UNKNOWN}` : persona,
  }));
}

const UNKNOWN = 'You have no numbers or ids at hand beyond those below.';

/**
 * Tells whether an expected call takes a value with a digit that the user does not know. The agent must then look the
 * value up.
 */
function isLookedUp({ calls, facts }: Draft): boolean {
  const known = new Set(facts.map(({ value }) => canonicalJson(value)));
  return calls.some(({ arguments: args }) =>
    leavesOf(args as Json).some(({ value }) => /\d/.test(String(value)) && !known.has(canonicalJson(value))),
  );
}

/**
 * Draws one line that is true of everybody, and one line with a condition that this user meets, where there are such
 * lines.
 */
function line(world: World, lines: Role['is'], user: Known, random: Random): string {
  const open = lines.filter((each) => holds(world, each, user));
  const [plain, own] = [open.filter(({ when }) => when === undefined), open.filter(({ when }) => when !== undefined)];
  return [plain, own]
    .map((some) => some.flatMap(({ says }) => says))
    .flatMap((texts) => (texts.length === 0 ? [] : [expanded(random.pick(texts), (options) => random.pick(options))]))
    .join(' ');
}
