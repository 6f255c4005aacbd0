// Makes the calls of a session with a real service: calls that create, find, change and remove items, and some that the
// service must refuse. Arguments take new values, or values that occurred in earlier arguments and results. Habits, a
// JSON file for each service, say which arguments take new values and where the others come from.
import type { Random } from '../envs/random.ts';
import { isJsonObject, type Json, type JsonObject } from '../envs/values/json.ts';

export interface Habits {
  /** The tools of the first calls of a session, in order. They create items, so that later calls find some. */
  readonly first?: readonly string[];
  /** For each tool, how often it is called in comparison with other tools. The default is 1; 0 means never. */
  readonly weights?: Readonly<Record<string, number>>;
  /** For each tool, the arguments that take new values in nearly all calls. */
  readonly fresh?: Readonly<Record<string, readonly string[]>>;
  /** New values, for an argument or for "tool.argument". */
  readonly values?: Readonly<Record<string, readonly Json[]>>;
  /**
   * For an argument or "tool.argument", the fields whose values it takes. Without an entry, it takes values of a field
   * with its own name.
   */
  readonly kin?: Readonly<Record<string, readonly string[]>>;
  /** Arguments that take one line of a longer text. */
  readonly lines?: readonly string[];
  /** Values that do not exist at the service, for an argument. */
  readonly missing?: Readonly<Record<string, readonly Json[]>>;
  /** For a field of a result, the values by which the service says no without an error. */
  readonly refused?: Readonly<Record<string, readonly Json[]>>;
  /** For each tool, the argument whose value the call uses up. The tool rarely takes the same value a second time. */
  readonly used?: Readonly<Record<string, string>>;
  /** The share of calls in which one value does not exist at the service. */
  readonly strange?: number;
}

export interface CalledTool {
  readonly name: string;
  readonly inputSchema: JsonObject;
}

/**
 * Values that belong together, by field: those of one object that occurred in a call or result, and of the objects
 * around it.
 */
type Thing = ReadonlyMap<string, readonly Json[]>;

const KEPT = 60;
const LONGEST = 2000;
const STRANGE = 0.1;
const FRESH = 0.9;
const OPTIONAL = 0.3;
const ANCHORED = 0.9;
const FORGOTTEN = 0.8;
const WORDS = ['amber', 'birch', 'cobalt', 'dune', 'ember', 'fjord'] as const;

export class SessionCalls {
  private things: Thing[] = [];
  private readonly random: Random;
  private readonly habits: Habits;
  private made = 0;

  constructor(random: Random, habits: Habits = {}) {
    this.random = random;
    this.habits = habits;
  }

  next(tools: readonly CalledTool[]): { readonly tool: CalledTool; readonly args: JsonObject } {
    const first = this.habits.first?.[this.made++];
    const tool = tools.find(({ name }) => name === first) ?? this.weighted(tools);
    const strange = first === undefined && this.random.real() < (this.habits.strange ?? STRANGE);
    const args = this.object(tool.inputSchema, tool.name);
    return { tool, args: strange ? this.spoiled(args, tool.name) : args };
  }

  /** Remembers the values of an accepted call: its arguments as "tool.field", its result as "tool.result.field". */
  learn(tool: string, args: JsonObject, result: Json): void {
    const refused = Object.entries(this.habits.refused ?? {});
    if (isJsonObject(result) && refused.some(([key, values]) => values.includes(result[key] ?? null))) return;
    this.keep(tool, args, new Map());
    this.keep(`${tool}.result`, result, new Map());
    const used = this.habits.used?.[tool];
    if (used === undefined || this.random.real() >= FORGOTTEN) return;
    const gone = [args[used] ?? []].flat() as Json[];
    const kin = this.kinOf(tool, singular(used));
    this.things = this.things.filter(
      (thing) => !kin.some((each) => thing.get(each)?.some((one) => gone.includes(one))),
    );
  }

  private keep(tool: string, value: Json, around: Thing): void {
    if (Array.isArray(value)) for (const each of value as readonly Json[]) this.keep(tool, each, around);
    else if (isJsonObject(value)) {
      const own = new Map<string, readonly Json[]>(around);
      for (const [key, each] of Object.entries(value)) {
        const scalars = [each].flat().filter((one) => isValue(one as Json)) as Json[];
        if (scalars.length === 0) continue;
        for (const member of [key, singular(key)]) own.set(member, scalars).set(`${tool}.${member}`, scalars);
      }
      if (own.size > around.size) this.things.push(own);
      if (this.things.length > KEPT) this.things.splice(0, this.things.length - KEPT);
      for (const each of Object.values(value)) if (typeof each === 'object') this.keep(tool, each as Json, own);
    }
  }

  private weighted(tools: readonly CalledTool[]): CalledTool {
    const weights = tools.map(({ name }) => this.habits.weights?.[name] ?? 1);
    let drawn = this.random.real() * weights.reduce((sum, each) => sum + each, 0);
    const at = weights.findIndex((weight) => (drawn -= weight) < 0);
    return tools[Math.max(at, 0)] as CalledTool;
  }

  /**
   * Draws the arguments of a call, or the fields of an object in it. Values that belong together come from one known
   * object, one that has the largest number of these fields.
   */
  private object(schema: JsonObject, tool: string, around?: Thing): JsonObject {
    const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>;
    const required = new Set((schema['required'] ?? []) as string[]);
    const names = Object.keys(properties).filter((name) => required.has(name) || this.random.real() < OPTIONAL);
    const isAround = names.some((name) => this.kinOf(tool, name).some((each) => around?.has(each)));
    const anchor = isAround ? around : this.anchor(tool, names);
    const used = new Set<string>();
    return Object.fromEntries(
      names.map((name) => [name, this.value(properties[name] as JsonObject, name, tool, anchor, used)]),
    );
  }

  private anchor(tool: string, names: readonly string[]): Thing | undefined {
    const known = names.filter((name) => !this.isFresh(tool, name)).map((name) => this.kinOf(tool, name));
    const covers = this.things.map((thing) => known.filter((kin) => kin.some((each) => thing.has(each))).length);
    const most = Math.max(0, ...covers);
    const best = this.things.filter((_, at) => covers[at] === most);
    // prefer objects that occurred recently
    return most === 0 ? undefined : best[best.length - 1 - Math.floor(this.random.real() ** 2 * best.length)];
  }

  private value(schema: JsonObject, name: string, tool: string, anchor: Thing | undefined, used: Set<string>): Json {
    if (Array.isArray(schema['enum'])) return this.random.pick(schema['enum'] as Json[]);
    const type = [schema['type']].flat()[0];
    if (type === 'object') return this.object(schema, tool);
    if (type === 'array') {
      const items = (schema['items'] ?? {}) as JsonObject;
      const own = singular(name);
      return Array.from({ length: this.random.int(1, 3) }, (_, at) =>
        items['type'] === 'object'
          ? this.object(items, tool, anchor)
          : this.value(items, own, tool, at === 0 ? anchor : this.anchor(tool, [own]), new Set()),
      );
    }
    if (type === 'boolean') return this.random.real() < 0.5;
    const isNew = this.isFresh(tool, name) && this.random.real() < FRESH;
    const shown = isNew ? undefined : this.shown(tool, name, anchor, used);
    if (shown !== undefined) return shown;
    const made = this.habits.values?.[`${tool}.${name}`] ?? this.habits.values?.[name];
    if (made !== undefined) return this.random.pick(made);
    if (type === 'number' || type === 'integer') return this.random.int(1, 5);
    return `${this.random.pick(WORDS)} ${this.random.int(1, 40)}`;
  }

  /**
   * Returns a value of the given object, or else of another one. A call does not take the same value for two of its
   * arguments.
   */
  private shown(tool: string, name: string, anchor: Thing | undefined, used: Set<string>): Json | undefined {
    const kin = this.kinOf(tool, name);
    const others = this.things.filter((thing) => kin.some((each) => thing.has(each)));
    const thing = anchor !== undefined && this.random.real() < ANCHORED ? anchor : undefined;
    const from = [thing, others.length > 0 ? this.random.pick(others) : undefined];
    for (const each of from)
      for (const member of kin) {
        const values = (each?.get(member) ?? []).filter((one) => !used.has(JSON.stringify(one)));
        if (values.length === 0) continue;
        const value = this.random.pick(values);
        used.add(JSON.stringify(value));
        const isLine = this.habits.lines?.includes(name) === true && typeof value === 'string';
        return isLine ? this.random.pick(value.split('\n').filter((line) => line !== '')) : value;
      }
    return undefined;
  }

  private spoiled(args: JsonObject, tool: string): JsonObject {
    const names = Object.keys(args).filter((name) => typeof args[name] === 'string' || Array.isArray(args[name]));
    if (names.length === 0) return args;
    const known = names.filter((name) => !this.isFresh(tool, name));
    const name = this.random.pick(known.length > 0 ? known : names);
    return { ...args, [name]: this.spoil(args[name] as Json, name) };
  }

  private spoil(value: Json, name: string): Json {
    if (Array.isArray(value)) {
      const [first, ...rest] = value as readonly Json[];
      return [this.spoil(first ?? '', singular(name)), ...rest];
    }
    if (isJsonObject(value)) {
      const texts = Object.keys(value).filter((key) => typeof value[key] === 'string');
      if (texts.length === 0) return value;
      const key = this.random.pick(texts);
      return { ...value, [key]: this.spoil(value[key] as Json, key) };
    }
    return this.random.pick(this.habits.missing?.[name] ?? [`nothing ${this.random.int(1, 99)}`]);
  }

  private isFresh(tool: string, name: string): boolean {
    const fresh = this.habits.fresh?.[tool] ?? [];
    return fresh.includes(name) || fresh.includes(singular(name));
  }

  private kinOf(tool: string, name: string): readonly string[] {
    return this.habits.kin?.[`${tool}.${name}`] ?? this.habits.kin?.[name] ?? [name];
  }
}

function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}

function isValue(value: Json): boolean {
  if (typeof value === 'string') return value !== '' && value.length < LONGEST;
  return typeof value === 'number';
}
