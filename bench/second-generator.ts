// Makes courses of action whose verdict is known beforehand: the task's expected calls in another style (right), or
// with one mistake (wrong). It is independent of the verdict: it uses neither the verdict's code nor the row changes
// that a task records. To see whether a wrong course really ends in another state, it compares whole databases.
import type { Random } from '../envs/random.ts';
import { readState } from '../envs/session/read-state.ts';
import { SessionStore } from '../envs/session/session-store.ts';
import type { EpisodeMessage } from '../envs/values/episode.ts';
import { canonicalJson, isJsonObject, plainJson, type Json, type JsonObject } from '../envs/values/json.ts';
import type { LogEntry } from '../envs/values/log-entry.ts';
import type { EndReason, Task, TaskOutput } from '../envs/values/task.ts';
import type { World } from '../envs/world/world.ts';

export interface Trajectory {
  readonly operator: string;
  readonly label: 'right' | 'wrong';
  readonly log: readonly LogEntry[];
  readonly messages: readonly EpisodeMessage[];
  readonly end: EndReason;
}

interface Call {
  readonly by: 'agent' | 'user' | 'control';
  readonly name: string;
  readonly arguments: JsonObject;
  /** Whether the task expects the tool to refuse the call. */
  readonly fails: boolean;
}

/** A course of action: the calls, the agent's manner, its last words, and the way in which the episode ends. */
interface Course {
  readonly calls: readonly Call[];
  readonly words: string;
  readonly end: EndReason;
  /** The agent's style of talking and calling. The effect of the calls is the same in every style. */
  readonly manner?: { readonly chats?: true; readonly together?: true; readonly reversed?: true };
}

interface Played {
  readonly log: readonly LogEntry[];
  readonly messages: readonly EpisodeMessage[];
  readonly rows: string;
  readonly oks: readonly boolean[];
}

interface Ground {
  readonly world: World;
  readonly task: Task;
  readonly gold: Course;
  readonly base: Played;
  readonly random: Random;
}

type Right = (ground: Ground) => readonly Course[];
/** Makes wrong courses. A course with `elsewhere` counts only if the expected calls end with other rows. */
type Wrong = (ground: Ground) => readonly { readonly course: Course; readonly elsewhere: boolean }[];

export function trajectoriesOf(world: World, task: Task, random: Random): Trajectory[] {
  const gold: Course = {
    calls: task.gold.calls.map(({ by, name, arguments: args, error }) => ({
      by,
      name,
      arguments: args as JsonObject,
      fails: error !== undefined,
    })),
    words: answer(task, 0),
    end: task.gold.end,
  };
  const base = play(world, task, gold);
  const ground = { world, task, gold, base, random };
  const made: Trajectory[] = [];
  const add = (operator: string, label: Trajectory['label'], { end }: Course, { log, messages }: Played): void => {
    made.push({ operator, label, log, messages, end });
  };
  add('as gold', 'right', gold, base);
  for (const [operator, make] of Object.entries(RIGHT))
    for (const course of make(ground)) add(operator, 'right', course, play(world, task, course));
  for (const [operator, make] of Object.entries(WRONG))
    for (const { course, elsewhere } of make(ground)) {
      const played = play(world, task, course);
      // if the task accepts any of several rows, another end state may be right too
      if (elsewhere && (played.rows === base.rows || task.accept !== undefined)) continue;
      add(operator, 'wrong', course, played);
    }
  return made;
}

const RIGHT: Readonly<Record<string, Right>> = {
  'other words': ({ task, gold }) => [1, 2, 3].map((form) => ({ ...gold, words: answer(task, form) })),
  'chats along the way': ({ gold }) => [{ ...gold, manner: { chats: true } }],
  'looks in one message': ({ gold }) => [{ ...gold, manner: { together: true } }],
  'arguments in another order': ({ gold }) => [{ ...gold, manner: { reversed: true } }],
  'every look twice': (ground) => [
    { ...ground.gold, calls: ground.gold.calls.flatMap((call) => (isLook(ground, call) ? [call, call] : [call])) },
  ],
  'all looks again at the end': (ground) => {
    const looks = ground.gold.calls.filter((call) => isLook(ground, call) && call.by === 'agent');
    return looks.length === 0 || handsOver(ground) ? [] : [{ ...ground.gold, calls: [...ground.gold.calls, ...looks] }];
  },
  'forgets an argument first': (ground) => {
    const at = ground.gold.calls.findIndex(
      (call) => call.by === 'agent' && required(ground, call) !== undefined && !planned(ground, call),
    );
    const call = ground.gold.calls[at];
    if (call === undefined) return [];
    const { [required(ground, call) as string]: _left, ...rest } = call.arguments;
    return [{ ...ground.gold, calls: inserted(ground.gold.calls, at, { ...call, arguments: rest, fails: true }) }];
  },
  'a tool that does not exist first': ({ gold }) => [
    {
      ...gold,
      calls: inserted(gold.calls, 0, { by: 'agent', name: 'look_everything_up', arguments: {}, fails: true }),
    },
  ],
};

const WRONG: Readonly<Record<string, Wrong>> = {
  'does nothing': ({ gold }) => [{ course: { ...gold, calls: [], words: 'All done, thank you.' }, elsewhere: true }],
  'changes nothing': (ground) => [
    { course: { ...ground.gold, calls: ground.gold.calls.filter((call) => isLook(ground, call)) }, elsewhere: true },
  ],
  'leaves one change out': (ground) =>
    changes(ground).map(({ at }) => ({
      course: { ...ground.gold, calls: ground.gold.calls.filter((_call, index) => index !== at) },
      elsewhere: true,
    })),
  'stops half-way': ({ gold }) =>
    gold.calls.length < 2
      ? []
      : [{ course: { ...gold, calls: gold.calls.slice(0, Math.ceil(gold.calls.length / 2)) }, elsewhere: true }],
  'the wrong row': (ground) =>
    changes(ground).flatMap(({ at, call }) =>
      altered(call.arguments, (value, name) => otherKey(ground, name, value)).map((args) => changed(ground, at, args)),
    ),
  'a wrong amount': (ground) =>
    changes(ground).flatMap(({ at, call }) =>
      altered(call.arguments, (value) => (typeof value === 'number' ? value + 1 : undefined)).map((args) =>
        changed(ground, at, args),
      ),
    ),
  'another choice': (ground) =>
    changes(ground).flatMap(({ at, call }) => {
      const properties = ground.world.tools.get(call.name)?.tool.parameters['properties'];
      return altered(call.arguments, (value, name) => {
        const property = isJsonObject(properties) ? properties[name] : undefined;
        const choices = isJsonObject(property) && Array.isArray(property['enum']) ? property['enum'] : [];
        const others = (choices as readonly Json[]).filter((each) => each !== value);
        return others.length === 0 ? undefined : ground.random.pick(others);
      }).map((args) => changed(ground, at, args));
    }),
  'one change twice': (ground) =>
    changes(ground).map(({ at, call }) => ({
      course: { ...ground.gold, calls: inserted(ground.gold.calls, at + 1, call) },
      elsewhere: true,
    })),
  'one change too many': (ground) => {
    const { world, gold, random } = ground;
    const others = world.environment.tools.flatMap((tool) =>
      tool.effect === 'write' && tool.audience === 'agent' && !gold.calls.some(({ name }) => name === tool.name)
        ? (tool.examples ?? []).flatMap(({ expect, before, arguments: args }) =>
            expect === 'ok' && before === undefined
              ? [{ by: 'agent' as const, name: tool.name, arguments: args as JsonObject, fails: false }]
              : [],
          )
        : [],
    );
    return random
      .shuffled(others)
      .slice(0, 2)
      .map((call) => ({ course: { ...gold, calls: [...gold.calls, call] }, elsewhere: true }));
  },
  'a wrong answer': ({ task, gold }) =>
    task.gold.outputs.flatMap((output) =>
      wrongly(output).map((value) => ({
        course: { ...gold, words: answer(withValue(task, output, value), 0) },
        elsewhere: false,
      })),
    ),
  'no answer': ({ task, gold }) =>
    task.gold.outputs.length === 0
      ? []
      : [{ course: { ...gold, words: 'That is all, have a nice day.' }, elsewhere: false }],
  'two answers': ({ task, gold }) =>
    task.gold.outputs.flatMap((output) =>
      wrongly(output)
        .slice(0, 1)
        .map((value) => ({
          course: {
            ...gold,
            words: `${answer(task, 0)} Or else: ${answer(withValue(task, output, value), 0)} One of the two.`,
          },
          elsewhere: false,
        })),
    ),
  'answers without a look': (ground) => {
    const { task, gold } = ground;
    const asks = task.gold.outputs.some(({ type }) => type !== 'reason' && type !== 'contains');
    // an answer without the calls is a mistake, because it has no source; this is tried only if the expected calls
    // change no row, because a user may only want the change
    return asks && gold.calls.length > 0 && gold.calls.every((call) => isLook(ground, call))
      ? [{ course: { ...gold, calls: [] }, elsewhere: false }]
      : [];
  },
  'runs into the limit': ({ gold }) => [{ course: { ...gold, end: 'max_turns' }, elsewhere: false }],
};

function play(world: World, task: Task, { calls, words, manner = {} }: Course): Played {
  const store = new SessionStore();
  const session = store.create({
    id: 'second',
    world,
    seed: task.session_seed,
    setup: { calls: task.setup ?? [], ...(task.patch === undefined ? {} : { patch: task.patch }) },
    ...(task.faults === undefined ? {} : { faults: { trialSeed: 0, planned: task.faults } }),
  });
  const messages: EpisodeMessage[] = [{ role: 'user', content: task.user.opening, acts: ['ask'] }];
  const say = (role: 'user' | 'assistant', content: string, act: string): void =>
    void messages.push({ role, content, acts: [act] });
  const oks: boolean[] = [];
  try {
    if (manner.chats) say('assistant', 'Hello! Let me see what I can do for you.', 'inform');
    if (manner.chats) say('user', 'Thank you.', 'inform');
    for (let at = 0; at < calls.length;) {
      const call = calls[at] as Call;
      const writes = world.tools.get(call.name)?.tool.effect === 'write';
      if (writes && call.by === 'agent') {
        say('assistant', `Next I will ${call.name.replaceAll(/[^a-z]+/gi, ' ')}. Do you agree?`, 'ask');
        say('user', 'Yes.', 'confirm');
      }
      let many = 1;
      if (manner.together && !writes)
        while (
          calls[at + many]?.by === call.by &&
          world.tools.get(calls[at + many]?.name ?? '')?.tool.effect === 'read' &&
          many < 4
        )
          many += 1;
      const made = calls.slice(at, at + many);
      messages.push({
        role: call.by === 'user' ? 'user' : 'assistant',
        content: manner.chats && call.by === 'agent' ? 'One moment, please.' : '',
        tool_calls: made.map(({ name, arguments: args }, index) => ({
          id: `c${at + index}`,
          type: 'function',
          function: { name, arguments: JSON.stringify(manner.reversed ? reversed(args) : args) },
        })),
      });
      for (const [index, each] of made.entries()) {
        const args = manner.reversed ? reversed(each.arguments) : each.arguments;
        const reply = store.call(session, { by: each.by, name: each.name, arguments: args });
        oks.push(reply.ok);
        messages.push({
          role: 'tool',
          tool_call_id: `c${at + index}`,
          content: JSON.stringify(reply.ok ? reply.result : { error: reply.error }),
        });
      }
      at += many;
    }
    say('assistant', words, 'inform');
    return { log: store.log(session), messages, rows: rowsOf(store, session, world), oks };
  } finally {
    store.close(session);
  }
}

/**
 * Returns the database as text. New ids, times and free texts are left out, because they differ between right courses.
 */
function rowsOf(store: SessionStore, session: Parameters<typeof readState>[1], world: World): string {
  const { tables } = readState(store, session, {}) as { tables: Record<string, Record<string, Json>[]> };
  return JSON.stringify(
    Object.entries(tables).map(([table, rows]) => [
      table,
      rows
        .map((row) =>
          canonicalJson(
            plainJson(
              Object.fromEntries(
                Object.entries(row).map(([column, value]) => {
                  const role = world.roles.get(`${table}.${column}`);
                  return [
                    column,
                    role === 'minted' || role === 'timestamp' || role === 'prose' ? value === null : value,
                  ];
                }),
              ) as JsonObject,
            ),
          ),
        )
        .sort(),
    ]),
  );
}

function reversed(args: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(args).reverse()) as JsonObject;
}

function isLook({ world }: Pick<Ground, 'world'>, { name }: Call): boolean {
  return world.tools.get(name)?.tool.effect === 'read';
}

function changes({ world, gold }: Ground): { at: number; call: Call }[] {
  return gold.calls.flatMap((call, at) =>
    !call.fails && call.by !== 'control' && world.tools.get(call.name)?.tool.effect === 'write' ? [{ at, call }] : [],
  );
}

function handsOver({ gold }: Ground): boolean {
  return gold.end === 'transferred' || gold.calls.some(({ name }) => /transfer|hand_?over|escalate/i.test(name));
}

function planned({ task }: Ground, { name }: Call): boolean {
  return task.faults?.some(({ tool }) => tool === name) === true;
}

function required({ world }: Ground, call: Call): string | undefined {
  const names = world.tools.get(call.name)?.tool.parameters['required'];
  return Array.isArray(names) ? (names as string[]).find((name) => Object.hasOwn(call.arguments, name)) : undefined;
}

function inserted<T>(items: readonly T[], at: number, item: T): T[] {
  return [...items.slice(0, at), item, ...items.slice(at)];
}

function changed({ gold }: Ground, at: number, args: JsonObject): { course: Course; elsewhere: boolean } {
  const calls = gold.calls.map((call, index) => (index === at ? { ...call, arguments: args } : call));
  return { course: { ...gold, calls }, elsewhere: true };
}

/** Returns copies of the arguments, each with one value changed. */
function altered(args: JsonObject, change: (value: Json, name: string) => Json | undefined): JsonObject[] {
  const found: JsonObject[] = [];
  const walk = (value: Json, name: string, put: (value: Json) => JsonObject): void => {
    if (Array.isArray(value)) {
      const items = value as readonly Json[];
      items.forEach((each, at) =>
        walk(each, name, (other) => put(items.map((item, index) => (index === at ? other : item)))),
      );
    } else if (isJsonObject(value))
      for (const [key, each] of Object.entries(value))
        walk(each as Json, key, (other) => put({ ...value, [key]: other } as JsonObject));
    else {
      const other = change(value, name);
      if (other !== undefined) found.push(put(other));
    }
  };
  walk(args, '', (value) => value as JsonObject);
  return found;
}

/** Returns the key of another row of the same table. */
function otherKey({ world, random }: Ground, name: string, value: Json): Json | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  if (typeof value === 'number' && !/id|number|code|key/i.test(name)) return undefined;
  for (const { name: table, primaryKey } of world.schema.tables) {
    const [key] = primaryKey;
    if (primaryKey.length !== 1 || key === undefined) continue;
    const keys = world.environment.seed.flatMap((each) => (each.table === table ? [each.row[key] as Json] : []));
    if (!keys.includes(value)) continue;
    const others = keys.filter((each) => each !== value);
    return others.length === 0 ? undefined : random.pick(others);
  }
  return undefined;
}

const REASON_WORDS: Readonly<Record<string, readonly string[]>> = {
  no_tool: ['I am afraid none of my tools can do that.', 'no_tool: this is not something I have a tool for.'],
  missing_information: ['I lack information that I would need for this: missing_information.'],
  invalid_value: ['That is an invalid value, so it cannot be done.', 'invalid_value: this value is not possible.'],
  not_allowed: ['This is against our policy and therefore not allowed.', 'not_allowed: the policy forbids it.'],
  not_found: ['There is no such record; I could not find it.', 'not_found: it does not exist.'],
};
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function answer({ gold: { outputs, end } }: Task, form: number): string {
  const parts = outputs.map(({ key, type, value }) => {
    if (type === 'reason') {
      const words = REASON_WORDS[String(value)] ?? [String(value)];
      return words[form % words.length] ?? '';
    }
    const said = said_(type, value as Json, form);
    const label = key.replaceAll('_', ' ');
    return [
      `${label}: ${said}`,
      `Your ${label} is ${said}.`,
      `I see ${said} as the ${label}.`,
      `| ${label} | ${said} |`,
    ][form % 4] as string;
  });
  if (end === 'transferred') parts.push('A colleague takes over from here.');
  return parts.length === 0
    ? (['It is done.', 'Finished.', 'Taken care of!', 'Ready.'][form % 4] as string)
    : parts.join('\n');
}

function said_(type: TaskOutput['type'], value: Json, form: number): string {
  if (type === 'money') {
    const amount = Number(value).toFixed(2);
    return [`$${amount}`, `${amount} USD`, `$${amount.replaceAll(/\B(?=(\d{3})+(?=\.))/g, ',')}`, amount][
      form % 4
    ] as string;
  }
  if (type === 'date') {
    const [year = '', month = '', day = ''] = String(value).slice(0, 10).split('-');
    const name = MONTHS[Number(month) - 1] ?? '';
    return [
      `${year}-${month}-${day}`,
      `${name} ${Number(day)}, ${year}`,
      `${Number(day)} ${name} ${year}`,
      `${year}-${month}-${day}`,
    ][form % 4] as string;
  }
  return type === 'text' || type === 'choice' ? (form % 2 === 0 ? String(value) : `"${String(value)}"`) : String(value);
}

function withValue(task: Task, output: TaskOutput, value: Json): Task {
  const outputs = task.gold.outputs.map((each) => (each === output ? { ...each, value } : each));
  return { ...task, gold: { ...task.gold, outputs } } as Task;
}

/** Returns values that differ from the answer. */
function wrongly({ type, value, among }: TaskOutput): Json[] {
  switch (type) {
    case 'money':
      return [Number((Number(value) + 0.5).toFixed(2)), Number((Number(value) * 3 + 1).toFixed(2))];
    case 'count':
      return [Number(value) + 1, Math.max(0, Number(value) - 1)].filter((each) => each !== value);
    case 'date': {
      const [year = '', month = '', day = ''] = String(value).slice(0, 10).split('-');
      return [`${Number(year) - 1}-${month}-${day}`, `${year}-${month}-${day === '02' ? '03' : '02'}`];
    }
    // the verdict does not count a wrong reason for a refusal as a mistake
    case 'reason':
      return [];
    case 'contains':
      return [];
    default:
      return ((among ?? []) as Json[]).filter((each) => each !== value).slice(0, 2);
  }
}
