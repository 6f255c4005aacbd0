// Makes mutants of a task's stored solution: copies with one mistake, which the judge must not accept. Each operator
// makes mistakes of one kind. A copy that leads to the same rows and answers is no mistake and is left out.
import type { Random } from '../random.ts';
import { canonicalJson, type Json, type JsonObject } from '../values/json.ts';
import type { Task, TaskOutput } from '../values/task.ts';
import type { Tool } from '../values/tool-schema.ts';
import type { World } from '../world/world.ts';
import { otherRows, propertyOf } from './other-values.ts';
import {
  asked,
  goldScript,
  isCall,
  needsYes,
  replyOf,
  type Script,
  type ScriptedCall,
  type ScriptEvent,
} from './script.ts';

export interface Mutant {
  readonly operator: string;
  readonly script: Script;
  /** True if the final answer is the same as in the solution. */
  readonly sameAnswer: boolean;
  /** The outputs that the final answer does not contain. */
  readonly leavesOut?: readonly TaskOutput[];
}

interface Ground {
  readonly world: World;
  readonly task: Task;
  readonly gold: Script;
  readonly random: Random;
}

type Operator = (ground: Ground) => readonly Omit<Mutant, 'operator'>[];

const writes = ({ world, gold }: Ground): { at: number; call: ScriptedCall; tool: Tool }[] =>
  gold.events.flatMap((event, at) => {
    if (!isCall(event)) return [];
    const tool = world.tools.get(event.name)?.tool;
    return tool?.effect === 'write' ? [{ at, call: event, tool }] : [];
  });

const replaced = (gold: Script, at: number, ...events: readonly ScriptEvent[]): Script => ({
  ...gold,
  events: [...gold.events.slice(0, at), ...events, ...gold.events.slice(at + 1)],
});

const answered = (gold: Script, text: string): Script => ({
  ...gold,
  events: [...gold.events.slice(0, -1), { say: 'assistant', text, acts: ['inform'] }],
});

const withArgument = (call: ScriptedCall, name: string, value: Json): ScriptedCall => ({
  ...call,
  arguments: { ...call.arguments, [name]: value },
});

/** The roles of columns whose values an agent may choose freely: its own texts, and keys that it invents. */
const WORDED: ReadonlySet<string> = new Set(['prose', 'caller_key']);

/**
 * Tells whether the solution writes this text into a column that may be worded freely. The judge then compares only the
 * values in the text.
 */
function isProse({ world, task }: Ground, text: string): boolean {
  return Object.entries(task.gold.diff).some(([table, { inserted, updated }]) =>
    [...inserted, ...updated.map(({ after }) => after)].some((row) =>
      Object.entries(row).some(
        ([column, value]) => value === text && WORDED.has(world.roles.get(`${table}.${column}`.toLowerCase()) ?? ''),
      ),
    ),
  );
}

/** Makes mutants of every write. `change` returns other values for an argument, and each mutant has one of them. */
function changedArguments(
  ground: Ground,
  change: (value: Json, property: JsonObject) => readonly Json[],
): Omit<Mutant, 'operator'>[] {
  return writes(ground).flatMap(({ at, call, tool }) =>
    Object.entries(call.arguments).flatMap(([name, value]) =>
      change(value as Json, propertyOf(tool, name)).map((other) => ({
        script: replaced(ground.gold, at, withArgument(call, name, other)),
        sameAnswer: true,
      })),
    ),
  );
}

export const OPERATORS: Readonly<Record<string, Operator>> = {
  'write left out': (ground) =>
    writes(ground).map(({ at }) => ({ script: replaced(ground.gold, at), sameAnswer: true })),
  'another row': (ground) =>
    changedArguments(ground, (value) => {
      const other = otherRows(ground.world, value);
      return other.length === 0 || typeof value === 'boolean'
        ? []
        : [ground.random.pick(other), ground.random.pick(other)];
    }),
  'another choice': (ground) =>
    changedArguments(ground, (value, property) =>
      Array.isArray(property['enum']) ? (property['enum'] as Json[]).filter((each) => each !== value).slice(0, 2) : [],
    ),
  'another number': (ground) =>
    changedArguments(ground, (value, property) =>
      typeof value === 'number' && !Array.isArray(property['enum'])
        ? [value + 1, value === 1 ? 3 : Math.max(value - 1, 0)]
        : [],
    ),
  'another text': (ground) =>
    changedArguments(ground, (value, property) =>
      typeof value === 'string' &&
      !Array.isArray(property['enum']) &&
      otherRows(ground.world, value).length === 0 &&
      !isProse(ground, value)
        ? [`${value}x`, 'something else']
        : [],
    ),
  'the opposite': (ground) => changedArguments(ground, (value) => (typeof value === 'boolean' ? [!value] : [])),
  'in a list': (ground) =>
    changedArguments(ground, (value) => {
      if (!Array.isArray(value) || value.length === 0) return [];
      const list = value as readonly Json[];
      return [list.slice(1), [...list, list[0] as Json]];
    }),
  'an option left out': (ground) =>
    writes(ground).flatMap(({ at, call, tool }) => {
      const required = new Set((tool.parameters['required'] ?? []) as readonly string[]);
      return Object.keys(call.arguments)
        .filter((name) => !required.has(name))
        .map((name) => {
          const { [name]: _gone, ...rest } = call.arguments;
          return { script: replaced(ground.gold, at, { ...call, arguments: rest as JsonObject }), sameAnswer: true };
        });
    }),
  'swapped arguments': (ground) =>
    writes(ground).flatMap(({ at, call }) => {
      const texts = Object.entries(call.arguments).filter(([, value]) => typeof value === 'string');
      return texts.slice(1).map(([name, value], index) => {
        const [before, first] = texts[index] as [string, Json];
        const args = { ...call.arguments, [before]: value as Json, [name]: first };
        return { script: replaced(ground.gold, at, { ...call, arguments: args }), sameAnswer: true };
      });
    }),
  'done twice': (ground) => {
    const all = writes(ground);
    return all.flatMap(({ at, call, tool }, index) => {
      // repeating an update is harmless, and repeating a write before other writes would only move the clock, so only
      // inserts and the last write are repeated
      const inserts = ground.world.tools
        .get(tool.name)
        ?.program.statements.some(({ vetted }) => /^\s*INSERT/i.test(vetted.sql));
      if (index < all.length - 1 && inserts !== true) return [];
      const again = needsYes(ground.world, call) ? asked(call) : [];
      return [{ script: replaced(ground.gold, at, call, ...again, call), sameAnswer: true }];
    });
  },
  'another tool': (ground) =>
    writes(ground).flatMap(({ at, call, tool }) => {
      const near = ground.world.environment.tools.flatMap((other) => {
        if (other.effect !== 'write' || other.name === tool.name || other.audience !== tool.audience) return [];
        const example = other.examples?.find((each) => each.expect === 'ok');
        const shared = Object.keys(example?.arguments ?? {}).filter((name) => Object.hasOwn(call.arguments, name));
        if (example === undefined || shared.length === 0) return [];
        return [
          { ...example.arguments, ...Object.fromEntries(shared.map((name) => [name, call.arguments[name] as Json])) },
        ].map((args) => ({ by: call.by, name: other.name, arguments: args as JsonObject }));
      });
      return near.slice(0, 3).map((other) => ({ script: replaced(ground.gold, at, other), sameAnswer: true }));
    }),
  'one more write': (ground) => {
    const { world, gold, random } = ground;
    const tools = world.environment.tools.filter(
      (tool) =>
        tool.effect === 'write' &&
        tool.audience === 'agent' &&
        tool.examples?.some((each) => each.expect === 'ok' && each.before === undefined),
    );
    if (tools.length === 0) return [];
    return random
      .shuffled(tools)
      .slice(0, 2)
      .map((tool) => {
        const example = tool.examples?.find((each) => each.expect === 'ok' && each.before === undefined);
        const call: ScriptedCall = {
          by: 'agent',
          name: tool.name,
          arguments: (example?.arguments ?? {}) as JsonObject,
        };
        const last = gold.events.length - 1;
        return {
          script: {
            ...gold,
            events: [...gold.events.slice(0, last), ...asked(call), call, ...gold.events.slice(last)],
          },
          sameAnswer: true,
        };
      });
  },
  'stopped early': ({ gold, task }) => {
    const calls = gold.events.flatMap((event, at) => (isCall(event) ? [at] : []));
    if (calls.length < 2) return [];
    const half = calls[Math.floor(calls.length / 2)] as number;
    return [
      {
        script: {
          ...gold,
          events: [...gold.events.slice(0, half), { say: 'assistant', text: replyOf(task), acts: ['inform'] }],
        },
        sameAnswer: true,
      },
    ];
  },
  'nothing said': ({ gold, task }) =>
    task.gold.outputs.length === 0
      ? []
      : [
          {
            script: answered(gold, 'That is all, thank you.'),
            sameAnswer: false,
            leavesOut: task.gold.outputs,
          },
        ],
  'another answer': ({ gold, task, world }) =>
    task.gold.outputs.flatMap((output) =>
      wrongValues(world, output).map((value) => ({
        script: answered(gold, replyOf(withOutput(task, output, value))),
        sameAnswer: false,
      })),
    ),
  'several answers': ({ gold, task, world }) =>
    task.gold.outputs.flatMap((output) =>
      wrongValues(world, output)
        .slice(0, 1)
        .map((value) => ({
          script: answered(gold, `${replyOf(task).replace(/\.$/, '')} or ${String(value)}, I am not sure.`),
          sameAnswer: false,
        })),
    ),
  'answered without looking': ({ gold, task }) =>
    task.gold.outputs.length === 0
      ? []
      : [
          {
            script: { ...gold, events: gold.events.filter((event) => !isCall(event)) },
            sameAnswer: true,
          },
        ],
};

function withOutput(task: Task, output: TaskOutput, value: Json): Task {
  const outputs = task.gold.outputs.map((each) => (each === output ? { ...each, value } : each));
  return { ...task, gold: { ...task.gold, outputs } } as Task;
}

function wrongValues(world: World, output: TaskOutput): Json[] {
  const value = output.value as Json;
  switch (output.type) {
    case 'money':
      return [Number((Number(value) + 1).toFixed(2)), Number((Number(value) * 2 + 0.5).toFixed(2))];
    case 'count':
      return [Number(value) + 1, Number(value) + 2];
    case 'date': {
      const [year = '2000', month = '01', day = '01'] = String(value).slice(0, 10).split('-');
      return [`${year}-${month}-${day === '15' ? '16' : '15'}`, `${Number(year) + 1}-${month}-${day}`];
    }
    // a refusal with another reason is still a refusal, so no mutants are made of the reason
    case 'reason':
      return [];
    case 'id':
      return otherRows(world, value).slice(0, 2) as Json[];
    case 'contains':
      return [];
    default:
      return ((output.among ?? []) as Json[]).filter((each) => each !== value).slice(0, 2);
  }
}

export function mutantsOf(world: World, task: Task, random: Random): Mutant[] {
  const gold = goldScript(world, task);
  const seen = new Set([canonicalJson(gold.events)]);
  return Object.entries(OPERATORS).flatMap(([operator, make]) =>
    make({ world, task, gold, random }).flatMap((each): Mutant[] => {
      const text = canonicalJson(each.script.events);
      if (seen.has(text)) return [];
      seen.add(text);
      return [{ operator, ...each }];
    }),
  );
}
