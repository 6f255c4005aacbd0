// The user's own tools. Finds the tools that an agent's message tells the user to use, with the values, and words the
// user's report of the result.
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Speech } from '../../envs/values/speech.ts';
import { labelOf, listed, plainWords, spoken } from '../../envs/words/spoken.ts';
import { ownWords, splitName } from '../../envs/words/split-words.ts';

export interface Instruction {
  readonly name: string;
  readonly args: JsonObject;
  /**
   * Tells whether the user's switch is now in the opposite position of the wanted one. The user then presses it again.
   */
  again(result: string): boolean;
  tell(result: string): string;
}

interface OwnTool {
  readonly name: string;
  readonly verb: string;
  readonly nouns: readonly string[];
  readonly properties: Readonly<Record<string, JsonObject>>;
  readonly required: readonly string[];
  /** The words for each value of each field of the result. */
  readonly reads: Reads | undefined;
}

type Reads = NonNullable<Speech['tools'][string]['reads']>;

/** Groups of verbs that mean the same in an instruction. A verb in no group must be said exactly. */
const CLASSES: readonly (readonly string[])[] = [
  ['toggle', 'set', 'turn', 'switch', 'enable', 'disable', 'activate', 'deactivate', 'change', 'put', 'select', 'choose'],
  ['check', 'get', 'view', 'show', 'list', 'read', 'see', 'look', 'tell', 'can', 'is', 'what', 'verify', 'find'],
  ['run', 'perform', 'start', 'do', 'make'],
  ['restart', 'reboot', 'power'],
  ['reseat', 'reinsert', 'remove', 'take'],
  ['grant', 'allow', 'give'],
  ['connect', 'join'],
  ['disconnect', 'leave'],
]; // prettier-ignore
const LOOKS = /^(?:look|check|get|run|can|is|view|show|list|test|read)$/;
const TELLS_TO =
  /\b(?:please|could you|can you|would you|try|go ahead and|you (?:need|should|can|may|must|will need) (?:to )?|now|next|first|then|kindly|i(?:'d| would) (?:like|need) you to|let's|have you tried|do this on your)\b|^\W*(?:\d+[.)]\s*)?(?:turn|switch|toggle|open|check|run|set|reset|reboot|restart|reseat|grant|enable|disable|connect|disconnect|remove|look|tap|press|go to|make|use)\b/i;
/** Matches words in which the agent speaks of its own actions. */
const AGENT_DOES =
  /\b(?:shall|should|may|can|could|will|would|before|once|if|when|after) (?:i|we)\b|\b(?:i|we)(?:'m| am| can|'ll| will|'ve| have| could| are)\b/i;
const ON = /\b(?:on(?! (?:your|the|my|its|this|that|a|an)\b)|enabled?|activate[ds]?)\b/i;
const OFF = /\b(?:off|disabled?|deactivate[ds]?)\b/i;

export class OwnTools {
  private readonly tools: readonly OwnTool[];

  /** `speech` holds the environment's words for reading out the results of the user's tools. */
  constructor(listing: readonly Json[], speech?: Speech) {
    this.tools = listing.flatMap((each) => {
      const tool = isJsonObject(each) ? each['function'] : undefined;
      if (!isJsonObject(tool)) return [];
      const name = String(tool['name']);
      const words = ownWords(name);
      const parameters = isJsonObject(tool['parameters']) ? tool['parameters'] : {};
      const properties = isJsonObject(parameters['properties']) ? parameters['properties'] : {};
      return [
        {
          name,
          verb: words[0] ?? '',
          nouns: words.slice(1),
          properties: properties as Readonly<Record<string, JsonObject>>,
          required: (Array.isArray(parameters['required']) ? parameters['required'] : []) as readonly string[],
          reads: speech?.tools[name]?.reads,
        },
      ];
    });
  }

  /** Returns the instructions in a message, in order. */
  instructionsIn(message: string): Instruction[] {
    if (this.tools.length === 0) return [];
    const found: Instruction[] = [];
    const clauses = message.split(/(?<=[.!?])\s+|\n+|;\s+|,?\s+(?:and then|then|after that|and also)\s+/i);
    let telling = false;
    for (const clause of clauses) {
      telling = TELLS_TO.test(clause) || (telling && /^(?:[-*•]|\d+[.)])/.test(clause.trim()));
      if (!telling || AGENT_DOES.test(clause)) continue;
      for (const part of this.parts(clause)) {
        const tool = this.meant(part);
        if (tool === undefined || found.some(({ name, args }) => name === tool.name && Object.keys(args).length === 0))
          continue;
        const args = argumentsIn(part, tool);
        if (args === undefined) continue;
        found.push(instruction(tool, args, part));
      }
    }
    return found;
  }

  /** Tells whether a tool only shows something. */
  looks(name: string): boolean {
    return this.tools.some((tool) => tool.name === name && LOOKS.test(tool.verb));
  }

  /** Splits a clause that names several tools: "switch the VPN off and mobile data on" has two parts. */
  private parts(clause: string): string[] {
    const pieces = clause.split(/,?\s+and\s+|,\s+/i);
    const meant = pieces.map((piece) => this.meant(piece));
    const distinct = new Set(meant.filter((tool) => tool !== undefined));
    return distinct.size > 1 ? pieces : [clause];
  }

  private meant(text: string): OwnTool | undefined {
    const words = new Set(splitName(text));
    const plain = plainWords(text);
    let best: { tool: OwnTool; score: number } | undefined;
    for (const tool of this.tools) {
      if (!tool.nouns.every((noun) => words.has(noun)) || !hasVerb(tool.verb, words)) continue;
      let score = tool.nouns.length * 2;
      if (plain.includes(plainWords(tool.name.replaceAll('_', ' ')))) score += 4;
      if (words.has(tool.verb)) score += 2;
      const looks = /\b(?:check|look|tell me|what|see|read|verify)\b/i.test(text) && !ON.test(text) && !OFF.test(text);
      if (LOOKS.test(tool.verb) === looks) score += 1;
      if (best === undefined || score > best.score) best = { tool, score };
    }
    return best?.tool;
  }
}

function hasVerb(verb: string, words: ReadonlySet<string>): boolean {
  return words.has(verb) || CLASSES.some((alike) => alike.includes(verb) && alike.some((word) => words.has(word)));
}

/** Reads values for the tool's parameters from the words. Returns undefined if a required value is missing. */
function argumentsIn(text: string, tool: OwnTool): JsonObject | undefined {
  const args: Record<string, Json> = {};
  for (const [name, property] of Object.entries(tool.properties)) {
    const value = valueIn(text, name, property);
    if (value !== undefined) args[name] = value;
    else if (tool.required.includes(name)) return undefined;
  }
  return args;
}

function valueIn(text: string, name: string, property: JsonObject): Json | undefined {
  const plain = plainWords(text);
  const { options, types } = acceptedBy(property);
  if (options.length > 0) {
    const said = options.filter((option) =>
      [spoken(option), String(option)].some((form) => plain.includes(plainWords(form))),
    );
    // prefers the longest match, such as "4g only" over "4g"
    const [longest] = [...said].sort((a, b) => String(b).length - String(a).length);
    if (longest !== undefined || !types.has('string')) return longest;
  }
  const named = namedValue(text, labelOf(name));
  if (types.has('boolean')) {
    if (OFF.test(text) || / (?:no|false) /.test(plain)) return false;
    if (ON.test(text) || / (?:yes|true) /.test(plain)) return true;
  }
  if (types.has('integer') || types.has('number')) {
    const number = /-?\d+(?:\.\d+)?/.exec(named ?? text.replaceAll(/^\W*\d+[.)]/g, ''));
    if (number !== null) return Number(number[0]);
  }
  if (types.has('object') || types.has('array')) {
    const json = /[[{].*[\]}]/.exec(text)?.[0];
    if (json !== undefined) {
      try {
        return parseJson(json);
      } catch {
        // the words are not a JSON value
      }
    }
  }
  return types.has('string') ? (named ?? /["“']([^"”']+)["”']/.exec(text)?.[1]) : undefined;
}

/** Returns the value after a parameter's name, as in "mode: 4g only" and "the mode to '4g only'". */
function namedValue(text: string, label: string): string | undefined {
  const name = label.replaceAll(' ', '[ _]');
  const value = String.raw`["“']?([^"”',;]+?)["”']?(?=[,;]| and |\.?\s*$|\.\s)`;
  for (const joint of [String.raw`["']?\s*[:=]\s*`, String.raw`["']?\s+(?:to|is|as)\s+`, String.raw`\s+["“']`]) {
    const found = new RegExp(`\\b${name}${joint}${value}`, 'i').exec(text);
    if (found?.[1] !== undefined) return found[1].trim();
  }
  return undefined;
}

/** Returns the options and the types that a property accepts, including the options and types of its alternatives. */
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

function instruction(tool: OwnTool, args: JsonObject, text: string): Instruction {
  const noun = tool.nouns.join(' ');
  const isSwitch = /^(?:toggle|turn|switch)$/.test(tool.verb) && Object.keys(args).length === 0;
  return {
    name: tool.name,
    args,
    again: (result) => {
      if (!isSwitch || ON.test(text) === OFF.test(text)) return false;
      const now = /\b(on|off)\b/i.exec(result)?.[1]?.toLowerCase();
      return now !== undefined && now !== (ON.test(text) ? 'on' : 'off');
    },
    tell: (result) => {
      const failed = errorIn(result);
      if (failed !== undefined) return `I tried the ${noun === '' ? tool.verb : noun}, but it says: ${failed}`;
      const clauses = tool.reads === undefined ? undefined : readOut(result, tool.reads);
      if (clauses !== undefined) return clauses;
      if (LOOKS.test(tool.verb))
        return `The ${acronyms(thingOf(tool))} ${thingOf(tool).endsWith('s') ? 'say' : 'says'}: ${shown(result)}.`;
      const values = Object.entries(args).map(([name, value]) =>
        typeof value === 'boolean' ? (value ? 'on' : 'off') : `${labelOf(name)} ${spoken(value, name)}`,
      );
      const [first] = Object.entries(args);
      const to =
        values.length === 1 && typeof first?.[1] !== 'boolean'
          ? spoken(first?.[1] ?? null, first?.[0])
          : listed(values);
      if (values.length === 0 || !SETS.test(tool.verb)) return `Done.`;
      const unit = typeof first?.[1] === 'number' && values.length === 1 ? ` ${splitName(first[0]).join(' ')}` : '';
      return `Done, ${acronyms(noun)} is now ${to}${unit}.`;
    },
  };
}

function errorIn(result: string): string | undefined {
  try {
    const value = parseJson(result);
    if (isJsonObject(value) && isJsonObject(value['error'])) return String(value['error']['message']);
  } catch {
    // a result may be plain text
  }
  return undefined;
}

const SETS = /^(?:set|toggle|turn|switch|change)$/;

/** Returns the thing that a tool is about: "network settings" for look_at_network_settings. */
const thingOf = ({ name }: OwnTool): string =>
  name
    .split('_')
    .slice(1)
    .join(' ')
    .replace(/^at (?:the )?/, '');

const acronyms = (text: string): string => text.replaceAll(/\b(?:vpn|sim|apn|pin)\b/g, (word) => word.toUpperCase());

/** Reads out a result in the environment's words, as one sentence. A field without words is read with its own label. */
function readOut(result: string, reads: Reads): string | undefined {
  let screen: Json;
  try {
    screen = parseJson(result);
  } catch {
    return undefined;
  }
  const things = Array.isArray(screen) ? (screen as readonly Json[]) : [screen];
  if (things.length === 0 || !things.every((thing) => isJsonObject(thing))) return undefined;
  return things
    .map((thing) => {
      const clauses = Object.entries(thing as JsonObject).flatMap(([name, value]) => {
        const frames = reads[name];
        const frame = frames?.[String(value)] ?? (value === null ? '' : frames?.['*']);
        if (frame === undefined) return read({ [name]: value as Json });
        return frame === '' ? [] : frame.replaceAll('{value}', () => spoken(value as Json, name));
      });
      const text = listed(clauses);
      return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
    })
    .join(' ');
}

/** Reads out one object of a result, field by field. */
function read(value: Json): string {
  if (!isJsonObject(value)) return String(value);
  return listed(
    Object.entries(value).flatMap(([name, each]) => {
      if (each === null) return [];
      const label = name.replaceAll('_', ' ').replace(/ (?:mbps|mb|connected)$/, '');
      const unit = /_(mbps|mb)$/.exec(name)?.[1];
      const shownValue = typeof each === 'boolean' ? (each ? 'on' : 'off') : spoken(each as Json, name);
      return [`${acronyms(label)} ${shownValue}${unit === undefined ? '' : unit === 'mb' ? ' MB' : ' Mbit/s'}`];
    }),
  );
}

/** Puts a result into words as a person would read it from a screen. */
function shown(result: string): string {
  try {
    const value = parseJson(result);
    if (Array.isArray(value)) return (value as readonly Json[]).map(read).join('; ');
    return read(value).replace(/\.$/, '');
  } catch {
    return result.replace(/\.$/, '');
  }
}
