// Writes the user's report about its own tool: the effect of the call, or the contents of the screen, as a person would
// read them out.
import { isJsonObject, parseJson, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import { labelOf, listed, spoken } from '../../envs/words/spoken.ts';
import { plural, singular, splitName } from '../../envs/words/split-words.ts';
import { worded } from '../agents/value-words.ts';
import { OFF, ON } from './tool-values.ts';
import type { OwnTool, Reads } from './tool-words.ts';

export interface Instruction {
  readonly name: string;
  readonly args: JsonObject;
  /**
   * The word that a screen must show before the user acts, such as "red" in "if it is red, restart it". Undefined if
   * there is no condition.
   */
  readonly when?: string | undefined;
  /** Tells whether a switch has ended in the opposite of the wanted position. The user then presses it once more. */
  again(result: string): boolean;
  tell(result: string): string;
}

export function instruction(tool: OwnTool, args: JsonObject, text: string): Instruction {
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
      const list = tool.shows ? listShown(result, thingOf(tool)) : undefined;
      if (list !== undefined) return list;
      if (tool.shows)
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
  } catch {}
  return undefined;
}

const SETS = /^(?:set|toggle|turn|switch|change)$/;

/** Returns the object that a tool's name mentions: "network settings" for look_at_network_settings. */
const thingOf = ({ name }: OwnTool): string =>
  name
    .split('_')
    .slice(1)
    .join(' ')
    .replace(/^at (?:the )?/, '');

const acronyms = (text: string): string => text.replaceAll(/\b(?:vpn|sim|apn|pin)\b/g, (word) => word.toUpperCase());

/**
 * Reads out a result in one sentence for each object, with the environment's phrases. A field without a phrase is read
 * out with its own label. Returns undefined if the result is neither an object nor a list of objects.
 */
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
        // a phrase may say two fields together, as in "it shows {value} {unit}"
        const said = frame.replaceAll(/\{(\w+)\}/g, (all, member: string) => {
          if (member === 'value' && name !== 'value') return spoken(value as Json, name);
          const each = (thing as JsonObject)[member];
          return each === undefined ? all : spoken(each as Json, member);
        });
        return said === '' ? [] : said;
      });
      const text = listed(clauses);
      return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
    })
    .join(' ');
}

/** Reads out the fields of an object, such as "signal good and data on". */
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

/**
 * Reads out a list as a person would: "I see 2 bills: August 2031, requested, number B7-08; …". Returns undefined if
 * the result is not a list of objects.
 */
function listShown(result: string, thing: string): string | undefined {
  let list: Json;
  try {
    list = plainJson(parseJson(result));
  } catch {
    return undefined;
  }
  if (!Array.isArray(list) || !(list as readonly Json[]).every((each) => isJsonObject(each))) return undefined;
  const things = list as readonly JsonObject[];
  const noun = acronyms(singular(thing));
  if (things.length === 0) return `I see no ${plural(noun)}.`;
  const said = things.map((each) => {
    const members = Object.entries(each).flatMap(([name, value]) =>
      value === null ? [] : [{ isKey: KEY.test(labelWords(name)), text: memberSaid(name, value as Json) }],
    );
    return [...members.filter(({ isKey }) => !isKey), ...members.filter(({ isKey }) => isKey)]
      .map(({ text }) => text)
      .join(', ');
  });
  return `I see ${things.length} ${things.length === 1 ? noun : plural(noun)}: ${said.join('; ')}.`;
}

const KEY = /(?:^| )(?:id|number|code|no)$/;
/** Matches names of fields whose value is clear without the name. */
const PLAIN = /(?:^| )(?:name|title|label|status|state|kind|type|month|day|date)$/;

const labelWords = (name: string): string => splitName(name).join(' ');

function memberSaid(name: string, value: Json): string {
  const label = labelWords(name);
  const month =
    typeof value === 'string' && /^\d{4}-\d\d$/.test(value) ? spoken(`${value}-01`).replace(/^1 /, '') : undefined;
  if (month !== undefined) return PLAIN.test(label) ? month : `${label} ${month}`;
  if (KEY.test(label)) return `number ${String(value)}`;
  if (typeof value === 'string' && PLAIN.test(label)) return worded(spoken(value, name));
  return acronyms(read({ [name]: value }));
}

/** Reads out a result field by field, or as it is if it is not JSON. */
function shown(result: string): string {
  try {
    const value = parseJson(result);
    if (Array.isArray(value)) return (value as readonly Json[]).map(read).join('; ');
    return read(value).replace(/\.$/, '');
  } catch {
    return result.replace(/\.$/, '');
  }
}
