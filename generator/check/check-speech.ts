// Checks the phrases in speech.json. Each tool, argument, rule, role and member that they name must exist. Each cause
// (a reason that a user gives) must hold for some drawn calls of its tool and not for others, and its words may use
// only values of its SELECT. The user of each story must have a role that may ask for the story's calls.
import { GymError } from '../../envs/errors/gym-error.ts';
import { makeRandom } from '../../envs/random.ts';
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Cause, Line, Speech } from '../../envs/values/speech.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import type { World } from '../../envs/world/world.ts';
import { Atlas } from '../tasks/atlas.ts';
import { rowOfCause } from '../tasks/causes.ts';
import { drawGoal } from '../tasks/draw-goal.ts';
import { Stage } from '../tasks/stage.ts';
import { occasions, queriesOf } from '../tasks/stories/evaluate.ts';
import { expanded, filled, isFilled } from '../tasks/stories/tell-story.ts';
import { holds, rolesOf, userOf, type Asking, type Known } from '../tasks/who-asks.ts';
import { oddities } from '../tasks/words-lint.ts';
import type { Report } from './check-report.ts';

const FILE = 'speech.json';
/**
 * Calls are drawn around at most ROWS rows of each table that a key argument names, and GOALS more without a given row.
 */
const [GOALS, ROWS] = [60, 400];

export function checkSpeech(world: World, speech: Speech, played: readonly Asking[], report: Report): void {
  const rules = new Set(world.environment.rules.map(({ id }) => id));
  const roles = Object.keys(speech.roles ?? {});
  const fault = (place: string, what: string): void => void report.expect(false, FILE, 'speech', `${place}: ${what}`);
  for (const [name, words] of Object.entries(speech.tools)) {
    const tool = world.tools.get(name)?.tool;
    if (!report.expect(tool !== undefined, FILE, 'speech', `there is no tool ${name}`) || tool === undefined) continue;
    const frames = [...(words.proposes ?? []), ...(words.told ?? []), ...(words.guides ?? [])];
    for (const frame of [...frames, ...Object.values(words.declines ?? {}).flat()])
      for (const [, path = ''] of frame.matchAll(/\{([\w.]+)\}/g)) {
        const what = unknownIn(tool, path);
        if (what !== undefined) fault(name, `{${path}} in "${frame}": ${what}`);
      }
    for (const rule of Object.keys(words.declines ?? {}))
      if (!rules.has(rule)) fault(name, `declines names rule ${rule}, and there is none`);
    const shown = membersOf(tool.returns as Json | undefined);
    for (const member of Object.keys(words.reads ?? {}))
      if (shown !== undefined && !shown.has(member))
        fault(name, `reads names ${member}, which its result does not have`);
    for (const role of words.asked_by ?? [])
      if (!roles.includes(role))
        fault(name, `asked_by names the role ${role}, and there is none; there are ${roles.join(', ') || 'none'}`);
    for (const cause of words.causes ?? []) {
      const what = faultOfCause(world, tool, cause, played);
      report.expect(what === undefined, FILE, 'cause', `${name}, "${cause.says[0] ?? ''}": ${what ?? ''}`);
    }
  }
  if (roles.length === 0) return;
  let sound = true;
  for (const [name, { people, is, now = [] }] of Object.entries(speech.roles ?? {})) {
    const what = faultOfPeople(world, people) ?? faultOfLines(world, [...is, ...now]);
    sound = report.expect(what === undefined, FILE, 'role', `${name}: ${what ?? ''}`) && sound;
  }
  for (const asking of sound ? played : []) {
    const what = faultOfAsking(world, speech, asking);
    report.expect(what === undefined, FILE, 'role', `the user of "${asking.story?.name ?? ''}" ${what ?? ''}`);
  }
}

/**
 * Returns the fault of a cause: in its SELECT, in its sentences, or because it holds for none or for all of the calls.
 */
function faultOfCause(world: World, tool: Tool, cause: Cause, played: readonly Asking[]): string | undefined {
  const names = Object.keys((tool.parameters['properties'] ?? {}) as JsonObject);
  const vetted = vettedOr(world, cause.when);
  if (typeof vetted === 'string') return vetted;
  const strange = vetted.params.find(({ name }) => name !== 'user' && !names.includes(name));
  if (strange !== undefined) return `:${strange.name} is no argument; there are :user and :${names.join(', :')}`;
  const texts = cause.says.map((text) => expanded(text, ([first = '']) => first));
  for (const text of texts) {
    for (const [, column = ''] of text.matchAll(/\{([A-Za-z_]\w*)\}/g))
      if (!vetted.columns.includes(column))
        return `{${column}} is no column of its SELECT, which has ${vetted.columns.join(', ')}`;
    if (!/[.?!]"?$/.test(text)) return `"${text}" is no whole sentence: it ends without a full stop`;
  }
  const stage = new Stage(world);
  const session = stage.begin(1);
  try {
    const goals = goalsOf(world, tool, vetted.params, played);
    const rows = goals.map(({ args, user }) => rowOfCause({ stage }, session, cause, args, user));
    const held = rows.filter((row) => row !== undefined);
    if (held.length === 0) return `it holds for none of ${goals.length} goals`;
    if (held.length === goals.length && cause.always === undefined)
      return `it holds for all of ${goals.length} goals; where that is meant, say why under "always"`;
    if (held.length < goals.length && cause.always !== undefined)
      return `"always" is said, and it holds for ${held.length} of ${goals.length} goals`;
    for (const row of held)
      for (const text of texts) {
        const said = filled(text, row);
        if (!isFilled(said)) return `"${said}" has no value`;
        const [odd] = oddities(said, world);
        if (odd !== undefined) return `"${said}" has words that no user says: ${odd}`;
      }
    return undefined;
  } catch (error) {
    return complaint(error);
  } finally {
    stage.end(session);
  }
}

interface GoalOfUser {
  readonly args: Readonly<Record<string, Json>>;
  readonly user: Known;
}

/**
 * Draws calls of a tool that a user may want: around each row of the tables that the SELECT's arguments name, and as
 * they occur in stories.
 */
function goalsOf(
  world: World,
  tool: Tool,
  params: readonly { readonly name: string }[],
  played: readonly Asking[],
): GoalOfUser[] {
  const atlas = new Atlas(world);
  const random = makeRandom(1, `goals of ${tool.name}`);
  const keys = atlas
    .leaves(tool)
    .flatMap(({ path, meaning }) =>
      meaning.kind === 'key' && params.some(({ name }) => name === path[0]) ? [meaning.table] : [],
    );
  const rows = [...new Set(keys)].flatMap((table) => random.shuffled(atlas.rows(table)).slice(0, ROWS));
  const focus = [...rows.map((row) => [row]), ...Array.from({ length: GOALS }, () => [])];
  const people = peopleIn(world);
  const drawn = focus.flatMap((near): GoalOfUser[] => {
    const goal = drawGoal(atlas, tool, random, near);
    if (goal === undefined) return [];
    const own = people.find(({ key, row }) => goal.rows.some(({ values }) => values[key] === row[key]));
    const any = people.length === 0 ? undefined : random.pick(people);
    return [{ args: goal.arguments as Record<string, Json>, user: (own ?? any)?.row ?? {} }];
  });
  const told = played.flatMap((asking) =>
    [...asking.calls, ...(asking.declines ?? [])].flatMap(({ name, arguments: args }): GoalOfUser[] =>
      name === tool.name ? [{ args: args as Record<string, Json>, user: userOf(world, asking) }] : [],
    ),
  );
  return [...drawn, ...told];
}

function peopleIn(world: World): { readonly key: string; readonly row: Known }[] {
  const [people] = (world.environment.stories ?? []).flatMap((story) => story.people ?? []);
  if (people === undefined) return [];
  return occasions(world, people.rows, FILE).map((row) => ({ key: people.key, row }));
}

function faultOfPeople(world: World, people: string | undefined): string | undefined {
  if (people === undefined) return undefined;
  try {
    return occasions(world, people, FILE).length === 0 ? 'people has no row' : undefined;
  } catch (error) {
    return complaint(error);
  }
}

function faultOfLines(world: World, lines: readonly Line[]): string | undefined {
  const users = peopleIn(world).map(({ row }) => row);
  for (const line of lines) {
    const strange = line.says.find((text) => text.includes('{') || !/[.?!]$/.test(text));
    if (strange !== undefined) return `"${strange}" is to be a whole sentence without {names}`;
    if (line.when === undefined) continue;
    const vetted = vettedOr(world, line.when);
    if (typeof vetted === 'string') return vetted;
    if (vetted.params.some(({ name }) => name !== 'user')) return `"${line.when}" knows :user only`;
    if (users.length > 0 && !users.some((user) => holds(world, line, user)))
      return `"${line.says[0] ?? ''}" holds for nobody`;
  }
  return undefined;
}

/** Returns the reason why the user of a story may not ask for one of its calls. Returns undefined if the user may. */
function faultOfAsking(world: World, { tools }: Speech, asking: Asking): string | undefined {
  const roles = rolesOf(world, userOf(world, asking));
  if (roles.length === 0) return 'has no role';
  for (const { by, name } of asking.calls) {
    const { asked_by } = tools[name] ?? {};
    if (by === 'agent' && asked_by !== undefined && !asked_by.some((role) => roles.includes(role)))
      return `is ${roles.join(', ')}, and ${name} is asked for by ${asked_by.join(', ')}`;
  }
  return undefined;
}

function vettedOr(world: World, sql: string): ReturnType<ReturnType<typeof queriesOf>['vet']> | string {
  try {
    return queriesOf(world).vet(sql, FILE);
  } catch (error) {
    return complaint(error);
  }
}

function complaint(error: unknown): string {
  if (!(error instanceof GymError)) throw error;
  return error.message;
}

/**
 * Says that the tool's schemas lack a member of the path. Returns undefined if they have it, or if the result's schema
 * lists no members.
 */
function unknownIn(tool: Tool, path: string): string | undefined {
  const [first = '', next] = path.split('.');
  if (first !== 'result') {
    const args = Object.keys((tool.parameters['properties'] ?? {}) as JsonObject);
    return args.includes(first) ? undefined : `the tool takes no ${first}; it takes ${args.join(', ') || 'nothing'}`;
  }
  const members = membersOf(tool.returns as Json | undefined);
  return next === undefined || members === undefined || members.has(next)
    ? undefined
    : `its result has no ${next}; it has ${[...members].join(', ')}`;
}

function membersOf(schema: Json | undefined): ReadonlySet<string> | undefined {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  return isJsonObject(properties) ? new Set(Object.keys(properties)) : undefined;
}
