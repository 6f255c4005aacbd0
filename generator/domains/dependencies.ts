// Finds outputs of tools that can give values to arguments of other tools in a domain, each with a reason and a
// strength. An output that only repeats an argument of its own tool gets a small strength.
import { GENERIC_NAMES, VERBS } from '../words/vocabulary.ts';
import { keyOf, keyStrength, lastWord, type Key } from './entity-key.ts';
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
  /** A number from 0 to 1. From STRONG on, a person would agree that the argument takes its value from the output. */
  readonly strength: number;
}

export const STRONG = 0.7;
/** Dependencies weaker than this are left out. */
const WEAKEST = 0.3;
/** At most this many tools are kept for one argument: those whose outputs fit it best. */
const MOST_PRODUCERS = 5;
const ECHO = 0.4;
const FRESH = 0.5;
/** The factor for outputs of a tool that deletes, because the deleted row no longer exists. */
const GONE = 0.6;
const BY_NAME = 0.4;
const WHOLE = 0.6;
const SAME_VALUES = 0.6;
const LIKE_VALUES = 0.45;

export function findDependencies(tools: readonly GraphTool[]): Dependency[] {
  const outputs = new OutputIndex(tools.map(asMember));
  return outputs.members.flatMap((member) => member.inputs.flatMap((input) => outputs.producersOf(member, input)));
}

interface Input {
  readonly leaf: Leaf;
  readonly key: Key | undefined;
}

/** A tool of the domain, with facts about the tool that are used many times. */
interface Member {
  readonly tool: GraphTool;
  readonly inputs: readonly Input[];
  /**
   * What the tool's arguments take, as texts for comparison: `name ` with the name of each argument, the text of each
   * key, and the joined values of each enumeration.
   */
  readonly given: ReadonlySet<string>;
  readonly removes: boolean;
}

interface Output {
  readonly member: Member;
  readonly path: string;
  readonly leaf: Leaf;
  readonly key: Key | undefined;
}

interface Candidate {
  readonly tool: string;
  readonly path: string;
  readonly reason: Reason;
  readonly strength: number;
}

function asMember(tool: GraphTool): Member {
  const inputs = tool.inputs.map((leaf) => ({
    leaf,
    key: keyOf(leaf, leaf.parent.length > 0 ? leaf.parent : tool.noun),
  }));
  const given = new Set<string>();
  for (const { leaf, key } of inputs) {
    given.add(`name ${leaf.name}`);
    if (key !== undefined) given.add(keyText(key));
    if (leaf.values.length > 1) given.add(leaf.values.join('\n'));
  }
  return { tool, inputs, given, removes: tool.nameWords.some((word) => VERBS.get(word) === 'delete') };
}

class OutputIndex {
  readonly members: readonly Member[];
  private readonly byKey = new Map<string, Output[]>();
  private readonly byName = new Map<string, Output[]>();
  private readonly byValues = new Map<string, Output[]>();
  private readonly byNoun = new Map<string, Member[]>();

  constructor(members: readonly Member[]) {
    this.members = members;
    for (const member of members) {
      const { noun, outputs } = member.tool;
      if (noun.length > 0) push(this.byNoun, noun.join(' '), member);
      for (const leaf of outputs) {
        const key = keyOf(leaf, leaf.parent.length > 0 ? leaf.parent : noun);
        const output = { member, path: leaf.path, leaf, key };
        if (key !== undefined) push(this.byKey, headText(key), output);
        if (!GENERIC_NAMES.has(leaf.name)) push(this.byName, leaf.name, output);
        if (leaf.values.length > 1) push(this.byValues, leaf.values.join('\n'), output);
      }
    }
  }

  /** Finds the outputs that fit this input best, at most one of each tool. */
  producersOf(to: Member, { leaf, key }: Input): Dependency[] {
    const best = new Map<string, Candidate>();
    const offer = (from: Member, path: string, reason: Reason, strength: number): void => {
      const still = from.removes ? strength * GONE : strength;
      if (from === to || still < WEAKEST) return;
      const candidate = { tool: from.tool.name, path, reason, strength: still };
      const before = best.get(candidate.tool);
      if (before === undefined || compare(candidate, before) < 0) best.set(candidate.tool, candidate);
    };
    if (key !== undefined) this.offerKeys(key, leaf, to, offer);
    else this.offerNames(leaf, offer);
    this.offerValues(leaf, offer);
    if (best.size === 0) return [];
    return [...best.values()]
      .sort(compare)
      .slice(0, MOST_PRODUCERS)
      .map(({ tool, path, reason, strength }) => ({
        from: { tool, path },
        to: { tool: to.tool.name, argument: leaf.path },
        reason,
        strength: Math.round(strength * 100) / 100,
      }));
  }

  private offerKeys(key: Key, leaf: Leaf, to: Member, offer: Offer): void {
    let isKnown = false;
    const fresh = makes(to.tool, key, leaf) ? FRESH : 1;
    for (const output of this.byKey.get(headText(key)) ?? []) {
      if (output.key === undefined) continue;
      isKnown ||= output.member !== to;
      // an output whose key is also an argument of its tool only repeats the argument
      const echo = output.member.given.has(keyText(output.key)) ? ECHO : 1;
      offer(
        output.member,
        output.path,
        'same entity key',
        keyStrength(output.key, key) * compatible(output.leaf, leaf) * echo * fresh,
      );
    }
    if (isKnown) return;
    // no output has the key, so offer tools whose names contain the entity and whose results are not declared
    for (const from of this.byNoun.get(key.entity) ?? [])
      if (from.tool.outputs.length === 0 && !from.given.has(keyText(key))) offer(from, '', 'entity by name', BY_NAME);
  }

  private offerNames(leaf: Leaf, offer: Offer): void {
    if (leaf.name === '' || GENERIC_NAMES.has(leaf.name)) return;
    const isObject = leaf.type === 'object' || leaf.type === 'array';
    for (const output of this.byName.get(leaf.name) ?? []) {
      const echo = output.member.given.has(`name ${leaf.name}`) ? ECHO : 1;
      offer(
        output.member,
        output.path,
        isObject ? 'return schema' : 'same name and type',
        nameStrength(leaf) * compatible(output.leaf, leaf) * echo,
      );
    }
    if (leaf.type !== 'object') return;
    for (const from of this.byNoun.get(leaf.name) ?? [])
      if (from.tool.outputs.length > 1 && isLookUp(from.tool)) offer(from, '', 'return schema', WHOLE);
  }

  private offerValues(leaf: Leaf, offer: Offer): void {
    if (leaf.values.length < 2) return;
    const values = leaf.values.join('\n');
    for (const output of this.byValues.get(values) ?? []) {
      const echo = output.member.given.has(values) ? ECHO : 1;
      offer(
        output.member,
        output.path,
        'enumerated values',
        (output.leaf.name === leaf.name ? SAME_VALUES : LIKE_VALUES) * echo,
      );
    }
  }
}

/**
 * Tells whether the key belongs to the row that the tool creates. The caller then makes up the key and takes it from no
 * output.
 */
function makes(tool: GraphTool, key: Key, leaf: Leaf): boolean {
  if (leaf.parent.length > 0 || !tool.nameWords.some((word) => MAKERS.has(word))) return false;
  const noun = tool.noun.at(-1);
  return noun !== undefined && key.entity.split(' ').includes(noun);
}

const MAKERS = new Set(['create', 'insert', 'register', 'new', 'generate', 'provision', 'import']);

type Offer = (from: Member, path: string, reason: Reason, strength: number) => void;

function compare(a: Candidate, b: Candidate): number {
  return (
    b.strength - a.strength ||
    a.path.split('.').length - b.path.split('.').length ||
    order(a.tool, b.tool) ||
    order(a.path, b.path)
  );
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function keyText({ entity, kind }: Key): string {
  return `${kind} ${entity}`;
}

/** Returns the key with only the last word of its entity, so that `note` and `delivery note` count as the same. */
function headText({ entity, kind }: Key): string {
  return `${kind} ${lastWord(entity)}`;
}

function nameStrength({ words, type }: Leaf): number {
  const text = type === 'string' || type === '';
  if (type === 'boolean') return 0.2;
  if (!text) return type === 'object' || type === 'array' ? 0.55 : 0.45;
  // the caller writes free text and does not take it from another tool's output
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
  // one item of a list can fill a single value, and a single value can fill a list
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
