// What a user knows about its own tools: the verbs that tell it to use one, and the things that one shows. All of it
// comes from the environment: the tool's name, description, parameters and result, and the environment's phrases.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Speech } from '../../envs/values/speech.ts';
import type { World } from '../../envs/world/world.ts';
import { labelOf } from '../../envs/words/spoken.ts';
import { ownWords, splitName, splitProse } from '../../envs/words/split-words.ts';

export type Reads = NonNullable<Speech['tools'][string]['reads']>;

export interface OwnTool {
  readonly name: string;
  readonly verb: string;
  /** More verbs that tell to use the tool: approve for a choice Approved, remove for a value that may be left empty. */
  readonly verbs: ReadonlySet<string>;
  readonly nouns: readonly string[];
  /** The nouns that only say which thing the tool is for, such as laptop. Several tools for this thing have them. */
  readonly things: ReadonlySet<string>;
  /** Whether the tool only shows something. */
  readonly shows: boolean;
  /** Whether the tool switches a thing off and on again. */
  readonly restarts: boolean;
  /** The names of the states that the tool shows, each as its words. */
  readonly states: readonly (readonly string[])[];
  /** The names of the fields of the result. */
  readonly members: ReadonlySet<string>;
  /** The words of the description that say what the tool does. */
  readonly does: readonly string[];
  readonly properties: Readonly<Record<string, JsonObject>>;
  readonly required: readonly string[];
  /** For each parameter that names a thing: tells whether a word may be such a name. */
  readonly shapes: ReadonlyMap<string, IsThing>;
  /** The user's own value of a parameter, where the user knows exactly one of this name. */
  readonly own: ReadonlyMap<string, Json>;
  /** The words for each value of each field of the result. */
  readonly reads: Reads | undefined;
}

export type IsThing = (word: string) => boolean;

export interface ToolGround {
  /** The environment's words for reading out results. */
  readonly speech?: Speech | undefined;
  /** The declared tools, with their results and effects. */
  readonly tools?: World['tools'] | undefined;
  readonly facts?: readonly { readonly label: string; readonly value: Json }[];
  /** The user's own phone, wallet or laptop, by the name of the parameter. */
  readonly device?: ReadonlyMap<string, Json>;
}

/** Groups of verbs that mean the same in an instruction. A verb in no group must be said exactly. */
const CLASSES: readonly (readonly string[])[] = [
  ['toggle', 'set', 'turn', 'switch', 'enable', 'disable', 'activate', 'deactivate', 'change', 'put', 'select', 'choose'],
  ['check', 'get', 'view', 'show', 'list', 'read', 'see', 'look', 'tell', 'can', 'is', 'what', 'verify', 'find'],
  ['run', 'perform', 'start', 'do', 'make'],
  ['restart', 'reboot', 'power'],
  ['fetch', 'download'],
  ['reseat', 'reinsert', 'remove', 'take'],
  ['grant', 'allow', 'give'],
  ['connect', 'join'],
  ['disconnect', 'leave'],
  ['update', 'upgrade', 'install'],
  ['replace', 'swap', 'change', 'exchange'],
  ['answer', 'respond', 'reply'],
]; // prettier-ignore
const LOOKS = /^(?:look|check|get|run|can|is|view|show|list|test|read)$/;
const VERBS = new Set(CLASSES.flat());
const LITTLE = new Set(
  'a an the at of in on to for by with and or my your own it its is are what whether who how show shows then from that this me'.split(' '),
); // prettier-ignore
/** Words of a field's name that are a unit, or say only that the field names something. */
const UNIT = /^(?:mb|mbps|gb|kb|id|at)$/;
const OFF_AND_ON = /\boff and (?:then )?(?:back )?on\b/i;
const LONGEST_STATE = 3;

export function ownTools(listing: readonly Json[], ground: ToolGround): OwnTool[] {
  const found = listing.flatMap((each) => {
    const tool = isJsonObject(each) ? each['function'] : undefined;
    return isJsonObject(tool) ? [ownTool(tool, ground)] : [];
  });
  return found.map((tool) => ({ ...tool, things: thingsOf(tool, found) }));
}

function ownTool(tool: JsonObject, { speech, tools, facts = [], device }: ToolGround): Omit<OwnTool, 'things'> {
  const name = String(tool['name']);
  const runnable = tools?.get(name);
  const declared = runnable?.tool;
  const parameters = isJsonObject(tool['parameters']) ? tool['parameters'] : {};
  const properties = (isJsonObject(parameters['properties']) ? parameters['properties'] : {}) as Readonly<
    Record<string, JsonObject>
  >;
  const description = String(tool['description'] ?? '');
  const words = ownWords(name);
  const at = words.findIndex((word) => VERBS.has(word) || LOOKS.test(word));
  const isNamed = at === -1 && runnable?.program.effect === 'read';
  const verb = isNamed ? 'look' : (words[Math.max(0, at)] ?? '');
  const nouns = words.filter((word) => (isNamed || word !== verb) && !LITTLE.has(word));
  const reads = speech?.tools[name]?.reads;
  const returns = isJsonObject(declared?.returns) ? declared.returns : undefined;
  return {
    name,
    verb,
    verbs: new Set(
      Object.values(properties).flatMap((property) => [
        ...optionsOf(property).flatMap((option) => [...bases(option)]),
        ...([property['type']].flat().includes('null') ? REMOVES : []),
      ]),
    ),
    nouns,
    shows: LOOKS.test(verb),
    restarts: /^(?:restart|reboot|power)$/.test(verb) || OFF_AND_ON.test(description),
    members: new Set(fieldsOf(returns)),
    states: statesOf(description, [...fieldsOf(returns), ...Object.keys(reads ?? {})], properties).filter(
      (words) => !facts.some(({ label }) => splitName(label).join(' ') === words.join(' ')),
    ),
    does: splitProse(description.replace(/^[^.:]*: /, '').split(/\.(?:\s|$)/)[0] ?? '').filter(
      (word) => !LITTLE.has(word),
    ),
    properties,
    own: new Map(
      Object.keys(properties).flatMap((parameter) => {
        const values = new Set(
          facts.filter(({ label }) => plainLabel(label) === plainLabel(labelOf(parameter))).map(({ value }) => value),
        );
        const own = values.size === 1 ? [...values][0] : device?.get(parameter);
        return own === undefined ? [] : [[parameter, own] as const];
      }),
    ),
    required: (Array.isArray(parameters['required']) ? parameters['required'] : []) as readonly string[],
    shapes: new Map(
      Object.entries(properties).flatMap(([parameter, property]) => {
        const shapes = shapesOf(parameter, property, (declared?.examples ?? []) as readonly Json[], facts);
        const pattern = typeof property['pattern'] === 'string' ? new RegExp(property['pattern']) : /(?:)/;
        const isThing: IsThing = (word) => shapes.has(shapeOf(word)) && pattern.test(word);
        return shapes.size === 0 ? [] : [[parameter, isThing] as const];
      }),
    ),
    reads,
  };
}

/** Returns a name without "number" at its end: a phone and a phone number are the same value. */
const plainLabel = (label: string): string => label.replace(/ number$/, '');

/** Returns the fields of a result, or of each object in it if the result is a list. */
function fieldsOf(returns: JsonObject | undefined): string[] {
  if (returns === undefined) return [];
  const items = isJsonObject(returns['items']) ? returns['items'] : returns;
  return isJsonObject(items['properties']) ? Object.keys(items['properties']) : [];
}

function statesOf(
  description: string,
  fields: readonly string[],
  properties: Readonly<Record<string, JsonObject>>,
): string[][] {
  const named = fields
    .filter((field) => !Object.hasOwn(properties, field))
    .map((field) => splitName(field).filter((word) => !UNIT.test(word) && !LITTLE.has(word)));
  const told = description
    .split(/[:;,.]|\band\b/)
    .map((phrase) => splitProse(phrase).filter((word) => !LITTLE.has(word)))
    .filter((words) => words.length <= LONGEST_STATE);
  const found = [...named, ...told].filter((words) => words.length > 0);
  return [...new Map(found.map((words) => [words.join(' '), words])).values()];
}

/** Returns the forms of the values that name a thing: those of the examples and of the user's own facts. */
function shapesOf(
  parameter: string,
  property: JsonObject,
  examples: readonly Json[],
  facts: NonNullable<ToolGround['facts']>,
): Set<string> {
  if (property['type'] !== 'string' || property['enum'] !== undefined) return new Set();
  const label = labelOf(parameter);
  const used = examples.flatMap((each) => {
    const args = isJsonObject(each) ? each['arguments'] : undefined;
    return isJsonObject(args) ? [args[parameter]] : [];
  });
  const own = facts.filter((fact) => labelOf(fact.label).replace(/ \d+$/, '') === label).map(({ value }) => value);
  return new Set(
    [...used, ...own].flatMap((value) => {
      const shape = typeof value === 'string' ? shapeOf(value) : '';
      // a plain number or word is no name of a thing
      return shape.includes('9') && shape.includes('a') ? [shape] : [];
    }),
  );
}

/** Returns the nouns of a tool that are in the names of other tools for the same kind of thing, or name that kind. */
function thingsOf(tool: Omit<OwnTool, 'things'>, tools: readonly Omit<OwnTool, 'things'>[]): Set<string> {
  const named = [...tool.shapes.keys()];
  if (named.length === 0) return new Set();
  const alike = tools.filter((each) => each !== tool && named.some((name) => each.shapes.has(name)));
  const labels = new Set(named.flatMap((name) => splitName(labelOf(name))));
  return new Set(tool.nouns.filter((noun) => labels.has(noun) || alike.some(({ nouns }) => nouns.includes(noun))));
}

export function hasVerb(verb: string, words: ReadonlySet<string>): boolean {
  return words.has(verb) || CLASSES.some((alike) => alike.includes(verb) && alike.some((word) => words.has(word)));
}

/** Returns the form of a token: LT-2002 and LT-31 are both a-9. */
export function shapeOf(token: string): string {
  return token.replaceAll(/\d+/g, '9').replaceAll(/\p{L}+/gu, 'a');
}

const REMOVES = ['remove', 'lift', 'delete', 'clear'];
const REMOVED = new RegExp(String.raw`\b(?:${REMOVES.join('|')})\b`, 'i');

/** Tells whether a text asks to leave a value empty, as in "remove the limit". */
export const asksToRemove = (text: string): boolean => REMOVED.test(text);

function optionsOf(property: JsonObject): string[] {
  return Array.isArray(property['enum'])
    ? (property['enum'] as readonly Json[]).filter((each) => typeof each === 'string')
    : [];
}

/** Returns the verbs of which a word may be the past: approve for Approved, deny for Denied. */
export function bases(option: string): Set<string> {
  const word = option.toLowerCase();
  if (!/^\p{L}{3,}ed$/u.test(word)) return new Set();
  return new Set([word.slice(0, -1), word.slice(0, -2), word.replace(/ied$/, 'y')].filter((each) => each !== word));
}

export const isLook = (verb: string): boolean => CLASSES[1]?.includes(verb) === true;
