// Makes variants of a task's stored solution as real agents play it: other words, another order, an additional read, a
// refused call that is then corrected, or a wrong change that is undone. The judge must not reject a variant.
import { canonicalJson, isJsonObject, plainJson, type Json, type JsonObject } from '../values/json.ts';
import type { Task } from '../values/task.ts';
import type { World } from '../world/world.ts';
import {
  asked,
  goldScript,
  isCall,
  isHandOver,
  needsYes,
  perform,
  replyOf,
  type Played,
  type Script,
  type ScriptedCall,
  type ScriptEvent,
} from './script.ts';

export interface Variant {
  readonly operator: string;
  readonly script: Script;
  /** True if the variant is harmless only if it leads to the rows of the solution. */
  readonly sameRows?: true;
  /** True if the variant is harmless only if every call gets the same answer as in the solution. */
  readonly sameAnswers?: true;
  /** Set when the variant is harmless only if it breaks no rule, because a rule may demand an order of writes. */
  readonly withinRules?: true;
}

interface Ground {
  readonly world: World;
  readonly task: Task;
  readonly gold: Script;
  readonly played: Omit<Played, 'verdict'>;
}

type Operator = (ground: Ground) => readonly Omit<Variant, 'operator'>[];

const isWrite = (world: World, call: ScriptedCall): boolean => world.tools.get(call.name)?.tool.effect === 'write';

function callsOf({ gold }: Ground): { at: number; call: ScriptedCall }[] {
  return gold.events.flatMap((event, at) => (isCall(event) ? [{ at, call: event }] : []));
}

function inserted(gold: Script, at: number, ...events: readonly ScriptEvent[]): Script {
  return { ...gold, events: [...gold.events.slice(0, at), ...events, ...gold.events.slice(at)] };
}

function mapped(gold: Script, change: (event: ScriptEvent, at: number) => readonly ScriptEvent[]): Script {
  return { ...gold, events: gold.events.flatMap(change) };
}

function lastWords(gold: Script, text: string): Script {
  return mapped(gold, (event, at) =>
    at === gold.events.length - 1 && !isCall(event) ? [{ ...event, text }] : [event],
  );
}

export const VARIANTS: Readonly<Record<string, Operator>> = {
  'other words': ({ gold, task }) => [1, 2].map((wording) => ({ script: lastWords(gold, replyOf(task, wording)) })),
  'polite frame': ({ gold, task }) => [
    { script: lastWords(gold, `Thank you for waiting! ${replyOf(task)} Is there anything else I can help you with?`) },
  ],
  'small talk': ({ gold }) => [
    { script: inserted(gold, 1, { say: 'assistant', text: 'Good morning, let me have a look.', acts: ['inform'] }) },
  ],
  'looked twice': (ground) => [
    {
      script: mapped(ground.gold, (event) =>
        isCall(event) && !isWrite(ground.world, event) && !planned(ground.task, event) ? [event, event] : [event],
      ),
    },
  ],
  'a last look': (ground) => {
    const read = callsOf(ground).findLast(
      ({ call }) =>
        !isWrite(ground.world, call) && call.by === 'agent' && !isHandOver(call.name, Object.keys(call.arguments)),
    );
    return read === undefined || callsOf(ground).some(({ call }) => isHandOver(call.name, Object.keys(call.arguments)))
      ? []
      : [{ script: inserted(ground.gold, ground.gold.events.length - 1, read.call) }];
  },
  'refused, then right': (ground) => [
    {
      script: mapped(ground.gold, (event) =>
        isCall(event) && !planned(ground.task, event)
          ? [{ ...event, arguments: { ...event.arguments, no_such_argument: true } }, event]
          : [event],
      ),
    },
  ],
  'an unknown tool, then right': (ground) => {
    const [first] = callsOf(ground);
    return first === undefined
      ? []
      : [{ script: inserted(ground.gold, first.at, { by: 'agent', name: `${first.call.name}_v2`, arguments: {} }) }];
  },
  'arguments in another order': ({ gold }) => [
    {
      script: mapped(gold, (event) =>
        isCall(event)
          ? [{ ...event, arguments: Object.fromEntries(Object.entries(event.arguments).reverse()) as JsonObject }]
          : [event],
      ),
    },
  ],
  'defaults spelled out': (ground) => [
    {
      script: mapped(ground.gold, (event) => {
        if (!isCall(event)) return [event];
        const properties = ground.world.tools.get(event.name)?.tool.parameters['properties'];
        const defaults = Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, property]) =>
          isJsonObject(property) && property['default'] !== undefined && !Object.hasOwn(event.arguments, name)
            ? [[name, property['default']] as const]
            : [],
        );
        return [{ ...event, arguments: { ...event.arguments, ...Object.fromEntries(defaults) } as JsonObject }];
      }),
      sameRows: true,
      sameAnswers: true,
    },
  ],
  'looks in another order': (ground) => {
    if (hasRules(ground.world)) return [];
    const reads = callsOf(ground).filter(({ call }) => !isWrite(ground.world, call));
    return reads.slice(1).flatMap(({ at, call }, index) => {
      const before = reads[index];
      if (
        before === undefined ||
        before.at !== at - 1 ||
        before.call.by !== call.by ||
        isHandOver(call.name, Object.keys(call.arguments))
      )
        return [];
      if (planned(ground.task, call) || planned(ground.task, before.call)) return [];
      if (feeds(ground, before.at, call)) return [];
      return [{ script: swapped(ground.gold, before.at, at) }];
    });
  },
  'writes in another order': (ground) => {
    const writes = callsOf(ground).filter(({ call }) => isWrite(ground.world, call));
    return writes.slice(1).flatMap(({ at, call }, index) => {
      const before = writes[index];
      if (before === undefined || !commute(ground, before.call, call) || feeds(ground, before.at, call)) return [];
      // a write is moved together with the two messages for its consent; two writes are swapped only if nothing stands
      // between them
      const [first, second] = [before.at - yesBefore(ground, before.call), at - yesBefore(ground, call)];
      if (second !== before.at + 1) return [];
      const { events } = ground.gold;
      const turned = [...events.slice(second, at + 1), ...events.slice(first, second)];
      const script = { ...ground.gold, events: [...events.slice(0, first), ...turned, ...events.slice(at + 1)] };
      return [{ script, withinRules: true as const }];
    });
  },
  'a detour, repaired': (ground) =>
    callsOf(ground).flatMap(({ at, call }) => {
      if (!isWrite(ground.world, call) || planned(ground.task, call)) return [];
      const text = Object.entries(call.arguments).findLast(
        ([name, value]) =>
          typeof value === 'string' &&
          !isKey(ground.world, value) &&
          !isChoice(ground.world, call, name) &&
          !isFromResult(ground, at, value),
      );
      if (text === undefined) return [];
      const wrong = { ...call, arguments: { ...call.arguments, [text[0]]: `${String(text[1])} (?)` } };
      return [
        {
          script: inserted(ground.gold, at, wrong, ...(needsYes(ground.world, call) ? asked(call) : [])),
          sameRows: true as const,
        },
      ];
    }),
};

/**
 * Tells whether the environment has rules with checks. Such a rule may demand a certain order of reads, or forbid
 * attempts that would be refused.
 */
function hasRules(world: World): boolean {
  return world.environment.rules.some((rule) => rule.check !== undefined);
}

/**
 * Tells whether the task plans a fault for the tool of this call. The fault hits the n-th call of the tool, so an
 * additional call would move it to another call.
 */
function planned(task: Task, call: ScriptedCall): boolean {
  return task.faults?.some(({ tool }) => tool === call.name) === true;
}

function isKey(world: World, value: Json): boolean {
  return world.schema.tables.some((table) =>
    table.primaryKey.some((column) => world.templateHolds([[table.name, column]], value as string)),
  );
}

function isChoice(world: World, call: ScriptedCall, name: string): boolean {
  const properties = world.tools.get(call.name)?.tool.parameters['properties'];
  const property = isJsonObject(properties) ? properties[name] : undefined;
  return (
    isJsonObject(property) &&
    (Array.isArray(property['enum']) || property['pattern'] !== undefined || property['format'] !== undefined)
  );
}

function swapped(gold: Script, a: number, b: number): Script {
  return mapped(gold, (event, at) => [
    at === a ? (gold.events[b] as ScriptEvent) : at === b ? (gold.events[a] as ScriptEvent) : event,
  ]);
}

/** The number of messages before a call that propose it and consent to it. */
const yesBefore = ({ world }: Ground, call: ScriptedCall): number => (needsYes(world, call) ? 2 : 0);

/** Tells whether an earlier result showed the value. Agents copy such values without mistakes. */
function isFromResult({ gold, played }: Ground, at: number, value: string): boolean {
  const nth = gold.events.slice(0, at).filter(isCall).length;
  const text = JSON.stringify(value);
  return played.log
    .slice(1, nth + 1)
    .some(({ result }) => (JSON.stringify(plainJson((result ?? null) as Json)) ?? '').includes(text));
}

/** Tells whether a call uses a value from the result of the call at position `at`. */
function feeds({ gold, played }: Ground, at: number, call: ScriptedCall): boolean {
  const nth = gold.events.slice(0, at).filter(isCall).length;
  const entry = played.log[nth + 1];
  const shown = JSON.stringify(plainJson((entry?.result ?? null) as Json)) ?? '';
  return Object.values(call.arguments).some((value) => shown.includes(canonicalJson(value as Json)));
}

/** Tells whether the order of two writes of the same caller does not matter, because they use no common table. */
function commute({ world }: Ground, a: ScriptedCall, b: ScriptedCall): boolean {
  const touched = (call: ScriptedCall, kind: 'reads' | 'writes'): Set<string> =>
    new Set(
      world.tools
        .get(call.name)
        ?.program.statements.flatMap(({ vetted }) => vetted[kind].map((name) => name.toLowerCase())),
    );
  const apart = (x: ReadonlySet<string>, y: ReadonlySet<string>): boolean => ![...x].some((name) => y.has(name));
  return (
    a.by === b.by &&
    apart(touched(a, 'writes'), touched(b, 'writes')) &&
    apart(touched(a, 'writes'), touched(b, 'reads')) &&
    apart(touched(a, 'reads'), touched(b, 'writes'))
  );
}

export function variantsOf(world: World, task: Task): Variant[] {
  const gold = goldScript(world, task);
  const played = perform(world, task, gold);
  const seen = new Set([JSON.stringify(gold.events)]);
  return Object.entries(VARIANTS).flatMap(([operator, make]) =>
    make({ world, task, gold, played }).flatMap((each): Variant[] => {
      const text = JSON.stringify(each.script.events);
      if (seen.has(text)) return [];
      seen.add(text);
      return [{ operator, ...each }];
    }),
  );
}
