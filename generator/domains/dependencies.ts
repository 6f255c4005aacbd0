// Which output feeds which argument, inside a domain: (tool, output path) -> (tool, argument), with the reason and how
// sure it is. An output that only repeats what the tool was given feeds nothing: it is an echo, and weak.
import { GENERIC_NAMES, VERBS } from '../words/vocabulary.ts';
import { keyOf, keyStrength, lastWord, sameKey, type Key } from './entity-key.ts';
import type { GraphTool, Leaf } from './graph-tool.ts';

export type Reason =
  | 'same entity key'
  | 'same name and type'
  | 'enumerated values'
  | 'return schema'
  | 'entity by name';

export interface Dependency {
  readonly from: { readonly tool: string; readonly path: string };
  readonly to: { readonly tool: string; readonly argument: string };
  readonly reason: Reason;
  /** 0 to 1; from STRONG on, a person would agree. */
  readonly strength: number;
}

export const STRONG = 0.7;
/** Producers that an argument keeps: its strongest. */
const MOST_PRODUCERS = 6;

export function findDependencies(tools: readonly GraphTool[]): Dependency[] {
  const outputs = new OutputIndex(tools);
  const found: Dependency[] = [];
  for (const tool of tools)
    for (const input of tool.inputs) {
      const best = new Map<string, Dependency>();
      for (const each of outputs.feeding(tool, input)) {
        const before = best.get(each.from.tool);
        if (before === undefined || isBetter(each, before)) best.set(each.from.tool, each);
      }
      found.push(...[...best.values()].sort((a, b) => (isBetter(a, b) ? -1 : 1)).slice(0, MOST_PRODUCERS));
    }
  return found;
}

function isBetter(a: Dependency, b: Dependency): boolean {
  if (a.strength !== b.strength) return a.strength > b.strength;
  const depth = (each: Dependency): number => each.from.path.split('.').length;
  if (depth(a) !== depth(b)) return depth(a) < depth(b);
  return a.from.tool === b.from.tool ? a.from.path < b.from.path : a.from.tool < b.from.tool;
}

interface Output {
  readonly tool: GraphTool;
  readonly leaf: Leaf;
  readonly key: Key | undefined;
}

class OutputIndex {
  private readonly byKey = new Map<string, Output[]>();
  private readonly byName = new Map<string, Output[]>();
  private readonly byValues = new Map<string, Output[]>();
  private readonly byNoun = new Map<string, GraphTool[]>();

  constructor(tools: readonly GraphTool[]) {
    for (const tool of tools) {
      const noun = tool.noun.join(' ');
      if (noun !== '') push(this.byNoun, noun, tool);
      for (const leaf of tool.outputs) {
        const output = {
          tool,
          leaf,
          key: keyOf(leaf, leaf.parent.length > 0 ? leaf.parent : tool.noun),
        };
        if (output.key !== undefined) push(this.byKey, `${output.key.kind} ${lastWord(output.key.entity)}`, output);
        push(this.byName, leaf.words.join(' '), output);
        if (leaf.values.length > 1) push(this.byValues, leaf.values.join('\n'), output);
      }
    }
  }

  *feeding(to: GraphTool, input: Leaf): Generator<Dependency> {
    const key = inputKey(input, to);
    if (key !== undefined) {
      for (const output of this.byKey.get(`${key.kind} ${lastWord(key.entity)}`) ?? []) {
        const strength =
          output.key === undefined ? 0 : keyStrength(output.key, key) * compatible(output.leaf, input) * given(output);
        yield* edge(output, to, input, 'same entity key', strength);
      }
      if (!outputsKnown(this.byKey, key, to)) yield* this.byNameOfTool(to, input, key);
    }
    const name = input.words.join(' ');
    if (key === undefined && !GENERIC_NAMES.has(name) && input.words.length > 0)
      for (const output of this.byName.get(name) ?? []) {
        const isEcho = output.tool.inputs.some((each) => each.words.join(' ') === name);
        const isObject = input.type === 'object' || input.type === 'array';
        const strength = nameStrength(input) * compatible(output.leaf, input) * (isEcho ? 0.5 : 1);
        yield* edge(output, to, input, isObject ? 'return schema' : 'same name and type', strength);
      }
    if (input.values.length > 1)
      for (const output of this.byValues.get(input.values.join('\n')) ?? []) {
        const same = output.leaf.words.join(' ') === name;
        const isEcho = output.tool.inputs.some((each) => each.values.join('\n') === input.values.join('\n'));
        yield* edge(output, to, input, 'enumerated values', (same ? 0.6 : 0.45) * (isEcho ? 0.5 : 1));
      }
    if (input.type === 'object' && name !== '')
      for (const from of this.byNoun.get(name) ?? [])
        if (from.outputs.length > 1 && isLookUp(from))
          yield* edge({ tool: from, leaf: { ...input, path: '' }, key: undefined }, to, input, 'return schema', 0.6);
  }

  /** Tools that say nothing of their results, but by their name look up or make what is asked for. */
  private *byNameOfTool(to: GraphTool, input: Leaf, key: Key): Generator<Dependency> {
    for (const from of this.byNoun.get(key.entity) ?? [])
      if (from.outputs.length === 0 && !from.inputs.some((each) => sameKey(inputKey(each, from), key)))
        yield* edge({ tool: from, leaf: { ...input, path: '' }, key: undefined }, to, input, 'entity by name', 0.4);
  }
}

function* edge(
  { tool, leaf }: Output,
  to: GraphTool,
  input: Leaf,
  reason: Reason,
  strength: number,
): Generator<Dependency> {
  if (tool.name === to.name || strength < 0.2) return;
  yield {
    from: { tool: tool.name, path: leaf.path },
    to: { tool: to.name, argument: input.path },
    reason,
    strength: Math.round(strength * 100) / 100,
  };
}

function outputsKnown(byKey: ReadonlyMap<string, readonly Output[]>, key: Key, to: GraphTool): boolean {
  return (byKey.get(`${key.kind} ${lastWord(key.entity)}`) ?? []).some((output) => output.tool.name !== to.name);
}

function inputKey(input: Leaf, tool: GraphTool): Key | undefined {
  return keyOf(input, input.parent.length > 0 ? input.parent : tool.noun);
}

/** An output that the tool was given itself is an echo. */
function given({ tool, key }: Output): number {
  if (key === undefined) return 1;
  return tool.inputs.some((each) => sameKey(inputKey(each, tool), key)) ? 0.4 : 1;
}

function nameStrength({ words, type }: Leaf): number {
  const text = type === 'string' || type === '';
  if (type === 'boolean') return 0.2;
  if (!text) return type === 'object' || type === 'array' ? 0.55 : 0.45;
  // free text is written, not found
  if (words.some((word) => FREE_TEXT.has(word))) return 0.3;
  return words.length > 1 ? 0.65 : 0.6;
}

const FREE_TEXT = new Set([
  'description',
  'text',
  'message',
  'comment',
  'note',
  'title',
  'body',
  'content',
  'subject',
  'query',
  'date',
  'time',
  'format',
  'mode',
  'unit',
  'type',
  'status',
  'state',
  'language',
  'order',
  'timezone',
  'name',
  'password',
  'token',
  'secret',
  'color',
  'size',
  'sort',
  'filter',
  'version',
  'at',
  'on',
]);

function compatible(from: Leaf, to: Leaf): number {
  if (from.type === '' || to.type === '' || from.type === to.type) return 1;
  const numbers = new Set(['integer', 'number']);
  if (numbers.has(from.type) && numbers.has(to.type)) return 0.95;
  // one of many, or many of one
  if (to.type === 'array' && from.path.includes('[]')) return 0.8;
  const scalars = new Set(['integer', 'number', 'string']);
  return scalars.has(from.type) && scalars.has(to.type) ? 0.7 : 0;
}

function isLookUp(tool: GraphTool): boolean {
  const verb = tool.nameWords.find((word) => VERBS.has(word));
  return verb === undefined || VERBS.get(verb) === 'read';
}

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
