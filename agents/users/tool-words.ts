// Collects words for a user's own tools: the verbs of instructions to use them, and the objects that they show. The
// source is the environment: each tool's name, description, parameters and result, and the environment's phrases.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Speech } from '../../envs/values/speech.ts';
import type { World } from '../../envs/world/world.ts';
import { labelOf } from '../../envs/words/spoken.ts';
import { ownWords, splitName, splitProse } from '../../envs/words/split-words.ts';

export type Reads = NonNullable<Speech['tools'][string]['reads']>;

export interface OwnTool {
  readonly name: string;
  readonly verb: string;
  /** Further verbs for the tool: "approve" if a value can be Approved, "remove" if a value may be left empty. */
  readonly verbs: ReadonlySet<string>;
  readonly nouns: readonly string[];
  /**
   * Those nouns that only name the object of the tool, such as "laptop". Several tools for the same object have them.
   */
  readonly things: ReadonlySet<string>;
  /** True if the tool only shows something. */
  readonly shows: boolean;
  /** True if one call of the tool switches an object off and on again. */
  readonly restarts: boolean;
  /**
   * Names of the things that the tool shows, such as "airplane mode", each as words: the fields of the result and short
   * phrases of the description.
   */
  readonly states: readonly (readonly string[])[];
  /** The names of the fields of the result. */
  readonly members: ReadonlySet<string>;
  /** The words of the description's first sentence, which tells the effect of the tool. */
  readonly does: readonly string[];
  readonly properties: Readonly<Record<string, JsonObject>>;
  readonly required: readonly string[];
  /** For each parameter that identifies an object: a function that tells whether a word may be the object's key. */
  readonly shapes: ReadonlyMap<string, IsThing>;
  /** The values that the user knows itself, by parameter: the only fact of this name, or the user's own device. */
  readonly own: ReadonlyMap<string, Json>;
  /** The phrases for reading out the fields of the result. */
  readonly reads: Reads | undefined;
}

export type IsThing = (word: string) => boolean;

export interface ToolGround {
  /** The environment's phrases for reading out results. */
  readonly speech?: Speech | undefined;
  /** The tools as the environment declares them, with results, examples and effects. */
  readonly tools?: World['tools'] | undefined;
  readonly facts?: readonly { readonly label: string; readonly value: Json }[];
  /** The user's own device, such as a phone, a wallet or a laptop, by the name of the parameter. */
  readonly device?: ReadonlyMap<string, Json>;
}

/** Groups of verbs with the same meaning in an instruction. A verb that is in no group must occur as it is. */
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
/** Matches words in the name of a field that are only a unit, or only say that the field is a key or a time. */
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

/** Removes "number" from the end of a label, so that a fact "phone" fits a parameter "phone number". */
const plainLabel = (label: string): string => label.replace(/ number$/, '');

/** Returns the names of the fields of a result. If the result is a list, returns those of its items. */
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

/**
 * Returns the forms of the keys of the objects that a parameter identifies, from the tool's examples and the user's
 * facts. Returns none if the parameter identifies no object.
 */
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
      // only forms with letters and digits are used, because a plain number or word could be anything
      return shape.includes('9') && shape.includes('a') ? [shape] : [];
    }),
  );
}

/**
 * Returns the nouns of a tool that only name its object: they occur in the parameter's name, or in the names of other
 * tools with a parameter of the same name.
 */
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

/** Returns the form of a word: LT-2002 and LT-31 both have the form a-9. */
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

/** Returns the verbs that may have this past form: "approve" for Approved, "deny" for Denied. */
export function bases(option: string): Set<string> {
  const word = option.toLowerCase();
  if (!/^\p{L}{3,}ed$/u.test(word)) return new Set();
  return new Set([word.slice(0, -1), word.slice(0, -2), word.replace(/ied$/, 'y')].filter((each) => each !== word));
}

export const isLook = (verb: string): boolean => CLASSES[1]?.includes(verb) === true;
