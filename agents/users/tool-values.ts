// Finds the values for a call of the user's tool in an agent's instruction: in its words, or among the objects that
// the conversation is about. Told to "restart the laptop", the user restarts the laptop that was mentioned last, or one
// that it knows if none was mentioned.
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import { labelOf, plainWords, spoken } from '../../envs/words/spoken.ts';
import { asksToRemove, bases, type IsThing, type OwnTool } from './tool-words.ts';

export const ON = /\b(?:on(?! (?:your|the|my|its|this|that|a|an)\b)|enabled?|activate[ds]?)\b/i;
export const OFF = /\b(?:off|disabled?|deactivate[ds]?)\b/i;

export interface Around {
  /** The agent's message up to this instruction. */
  readonly message: string;
  /** The conversation before that message. */
  readonly before: string;
  /** One text with everything that the user knows. */
  readonly known: string;
}

export interface Values {
  /** The arguments of each call. An instruction that names several objects gives several calls. */
  readonly calls: readonly JsonObject[];
  /** The objects of which one is meant, if the instruction leaves several possible. */
  readonly unclear: readonly string[];
  /**
   * The name of the one parameter whose object has not been said, and the other arguments, as for "approve the prompt".
   */
  readonly missing?: { readonly name: string; readonly args: JsonObject };
}

const NONE: Values = { calls: [], unclear: [] };

/**
 * Reads the values of the tool's parameters from an instruction. Returns no calls if a required value is missing or
 * unclear.
 */
export function argumentsIn(text: string, tool: OwnTool, around: Around): Values {
  const args: Record<string, Json> = {};
  let missing: string | undefined;
  let several: { readonly name: string; readonly values: readonly string[] } | undefined;
  for (const [name, property] of Object.entries(tool.properties)) {
    const isThing = tool.shapes.get(name);
    const found = isThing === undefined ? [] : thingsIn(text, isThing);
    if (found.length > 1) several = { name, values: found };
    const value = found[0] ?? valueIn(text, name, property);
    if (value !== undefined) args[name] = value;
    else if (tool.required.includes(name)) {
      const own = tool.own.get(name);
      const near = isThing === undefined ? [] : meantBy(isThing, around);
      // if the instruction and the conversation name no object, the user takes its own
      const meant: readonly Json[] = near.length === 0 && own !== undefined ? [own] : near;
      if (meant.length > 1 || (meant.length === 0 && (isThing === undefined || missing !== undefined)))
        return { calls: [], unclear: near };
      if (meant.length === 0) missing = name;
      else args[name] = meant[0] as Json;
    }
  }
  if (missing !== undefined) return { ...NONE, missing: { name: missing, args } };
  if (several === undefined) return { ...NONE, calls: [args] };
  const { name, values } = several;
  return { ...NONE, calls: values.map((value) => ({ ...args, [name]: value })) };
}

export function namesThing(text: string, tool: OwnTool): boolean {
  return [...tool.shapes.values()].some((isThing) => thingsIn(text, isThing).length > 0);
}

const TOKEN = /[\p{L}\p{N}](?:[\p{L}\p{N}_.@#+/-]*[\p{L}\p{N}])?/gu;

/** Returns the words of a text that may be the key of an object, in order and without repetitions. */
export function thingsIn(text: string, isThing: IsThing): string[] {
  return [...new Set([...text.matchAll(TOKEN)].map(([token]) => token).filter((token) => isThing(token)))];
}

/** Returns the object that was mentioned last. If none was, returns all objects that the user knows. */
function meantBy(isThing: IsThing, { message, before, known }: Around): string[] {
  for (const text of [message, before]) {
    const last = [...text.matchAll(TOKEN)].findLast(([token]) => isThing(token));
    if (last !== undefined) return [last[0]];
  }
  return thingsIn(known, isThing);
}

function valueIn(text: string, name: string, property: JsonObject): Json | undefined {
  const plain = plainWords(text);
  const { options, types } = acceptedBy(property);
  if (options.length > 0) {
    const said = options.filter((option) =>
      [spoken(option), String(option)].some((form) => plain.includes(plainWords(form))),
    );
    const [longest] = [...said].sort((a, b) => String(b).length - String(a).length);
    if (longest !== undefined) return longest;
  }
  const meant = options.find((option) => [...bases(String(option))].some((verb) => plain.includes(` ${verb} `)));
  if (meant !== undefined) return meant;
  const named = namedValue(text, labelOf(name));
  if (types.has('boolean')) {
    if (OFF.test(text) || / (?:no|false) /.test(plain)) return false;
    if (ON.test(text) || / (?:yes|true) /.test(plain)) return true;
  }
  if (types.has('null') && asksToRemove(text)) return null;
  if (types.has('integer') || types.has('number')) {
    const number = /-?\d+(?:\.\d+)?/.exec(named ?? text.replaceAll(/^\W*\d+[.)]/g, ''));
    if (number !== null) return Number(number[0]);
  }
  if (types.has('object') || types.has('array')) {
    const json = /[[{].*[\]}]/.exec(text)?.[0];
    if (json !== undefined) {
      try {
        return parseJson(json);
      } catch {}
    }
  }
  const words = named ?? /["“']([^"”']+)["”']/.exec(text)?.[1];
  const { pattern } = property;
  const fits = words === undefined || typeof pattern !== 'string' || new RegExp(pattern).test(words);
  return types.has('string') && fits ? words : undefined;
}

/**
 * Returns the value that follows a parameter's name, as in "mode: 4g only" and "the mode to '4g only'". Returns
 * undefined if no value follows.
 */
function namedValue(text: string, label: string): string | undefined {
  const name = label.replaceAll(' ', '[ _]');
  const value = String.raw`["“']?([^"”',;]+?)["”']?(?=[,;]| and |\.?\s*$|\.\s)`;
  for (const joint of [String.raw`["']?\s*[:=]\s*`, String.raw`["']?\s+(?:to|is|as)\s+`, String.raw`\s+["“']`]) {
    const found = new RegExp(`\\b${name}${joint}${value}`, 'i').exec(text);
    if (found?.[1] !== undefined) return found[1].trim();
  }
  return undefined;
}

function acceptedBy(property: JsonObject): { readonly options: readonly Json[]; readonly types: ReadonlySet<string> } {
  const all = [
    property,
    ...[property['anyOf'], property['oneOf']].flatMap((each) => (Array.isArray(each) ? (each as readonly Json[]) : [])),
  ];
  const schemas = all.filter((each) => isJsonObject(each));
  return {
    options: schemas.flatMap((each) => (Array.isArray(each['enum']) ? (each['enum'] as readonly Json[]) : [])),
    types: new Set(schemas.flatMap((each) => [each['type']].flat()).filter((type) => typeof type === 'string')),
  };
}
