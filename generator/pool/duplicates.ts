// Finds tools that repeat an earlier tool, exactly or nearly. Within one group of a source, a repetition is always
// removed. Between two groups, it is removed only if at least half of a group's tools repeat, as in a copy or a new
// version. If list_users is the only repetition in the groups of two products, it stays in both, because each product
// needs it.
import { sha256 } from '../../envs/values/hash.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { splitName, splitProse } from '../../envs/words/split-words.ts';
import type { PoolTool } from './pool-tool.ts';

/** A tool that stays in the pool, with its final name. */
export interface Kept {
  name: string;
}

export interface Repetition {
  readonly of: Kept;
  readonly how: 'exact' | 'near';
}

export type Comparable = Pick<
  PoolTool,
  'name' | 'description' | 'parameters' | 'returns' | 'group' | 'http' | 'original'
>;

/** The properties by which tools are compared. They are kept for every tool of a pool, so they must be small. */
interface Known {
  readonly kept: Kept;
  readonly scope: string;
  readonly exact: string;
  readonly shape: string;
  readonly wording: string;
  readonly words: string;
  readonly name: string;
  readonly place: string;
}

/** Two descriptions count as the same if they share at least this part of their words. */
const NEAR = 0.5;
const TELLING_WORDS = 5;
/** A group counts as a copy if at least this part of its tools repeats earlier tools. */
const COPY = 0.5;

export class Duplicates {
  private readonly byShape = new Map<string, Known[]>();
  private readonly byWording = new Map<string, Known[]>();

  /** Judges the tools of one source in order, and remembers the tools that are kept. */
  take(source: string, tools: readonly Comparable[]): (Kept | Repetition)[] {
    const known = tools.map((tool) => describe(tool, tool.group === undefined ? '' : `${source} ${tool.group}`));
    const judged = new Map<Known, Kept | Repetition>();
    for (const [scope, members] of Map.groupBy(known, (each) => each.scope)) {
      const repeating = members.filter((each) => this.find(each, false) !== undefined).length;
      const isCopy = scope === '' || repeating >= members.length * COPY;
      for (const each of members) judged.set(each, this.find(each, !isCopy) ?? this.remember(each));
    }
    return known.map((each) => judged.get(each) ?? each.kept);
  }

  private remember(known: Known): Kept {
    push(this.byShape, known.shape, known);
    if (known.words.split(' ').length >= TELLING_WORDS) push(this.byWording, known.wording, known);
    return known.kept;
  }

  /** Finds the earlier tool that this tool repeats. With `inside`, only tools of this tool's group are compared. */
  private find(known: Known, inside: boolean): Repetition | undefined {
    const fits = (each: Known): boolean => !inside || each.scope === known.scope;
    const shape = (this.byShape.get(known.shape) ?? []).filter(fits);
    const exact = shape.find((each) => each.exact === known.exact);
    if (exact !== undefined) return { of: exact.kept, how: 'exact' };
    const near =
      shape.find((each) => each.place === known.place && alike(each.words, known.words) >= NEAR) ??
      (this.byWording.get(known.wording) ?? [])
        .filter(fits)
        .find((each) => each.place === known.place && sameThing(each.name, known.name));
    return near === undefined ? undefined : { of: near.kept, how: 'near' };
  }
}

function describe(tool: Comparable, scope: string): Known {
  const name = splitName(tool.original.name ?? tool.name).join(' ');
  const words = [...new Set(splitProse(tool.description))].sort().join(' ');
  const place = tool.http === undefined ? '' : `${tool.http.method} ${tool.http.path}`;
  const needs = argumentsOf(tool);
  const whole = canonicalJson([
    name,
    tool.description,
    place,
    bare(tool.parameters),
    tool.returns === undefined ? null : bare(tool.returns),
  ]);
  return {
    kept: { name: tool.name },
    scope,
    exact: short(whole),
    shape: short(`${name}\n${needs}`),
    wording: short(`${words}\n${needs}`),
    words,
    name,
    place,
  };
}

function argumentsOf(tool: Comparable): string {
  const properties = isJsonObject(tool.parameters['properties']) ? tool.parameters['properties'] : {};
  return Object.entries(properties)
    .map(([name, schema]) => `${name}:${isJsonObject(schema) ? JSON.stringify(schema['type'] ?? '') : ''}`)
    .sort()
    .join(',');
}

/** Returns a schema without descriptions, titles and examples. */
function bare(value: Json, isMap = false): Json {
  if (Array.isArray(value)) return value.map((each: Json) => bare(each));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(
    ([key]) => isMap || (key !== 'description' && key !== 'title' && key !== 'examples'),
  );
  return Object.fromEntries(
    entries.map(([key, each]) => [key, bare(each, !isMap && key === 'properties')]),
  ) as JsonObject;
}

/** Returns the share of words that two texts have in common. Two equal texts, even empty ones, give 1. */
function alike(a: string, b: string): number {
  if (a === b) return 1;
  const [left, right] = [new Set(a.split(' ')), new Set(b.split(' '))];
  let both = 0;
  for (const word of left) if (right.has(word)) both += 1;
  return both / (left.size + right.size - both);
}

/** Matches words that only distinguish copies or versions of one thing. */
const VERSION = /^(?:\p{N}+|v|ver|version|copy|new|old|legacy|beta|alpha|test|deprecated|duplicate)$/u;

/** Tells whether two names differ only in words for a version. */
function sameThing(a: string, b: string): boolean {
  const plain = (name: string): string =>
    name
      .split(' ')
      .filter((word) => !VERSION.test(word))
      .sort()
      .join(' ');
  return plain(a) === plain(b);
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function short(text: string): string {
  return sha256(text).slice(0, 20);
}
