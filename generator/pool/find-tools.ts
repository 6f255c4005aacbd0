// Finds the tools in a JSON value of unknown shape, inside containers too. A tool is an object that some dialect
// recognizes, or a named object in a list of tools. Every other entry of such a list is rejected with a reason.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { DIALECTS } from './dialects/all-dialects.ts';
import { textAt } from './dialects/dialect.ts';
import { looseTool } from './dialects/loose.ts';
import type { FoundTool } from './pool-tool.ts';

export interface Finding {
  readonly format: string;
  readonly tool: FoundTool;
}

export interface Rejection {
  readonly name: string;
  readonly reason: string;
}

export interface Found {
  readonly tools: Finding[];
  readonly rejected: Rejection[];
}

/** Keys under which a container holds tools. */
const LISTS = [
  'tools', 'functions', 'apis', 'api_list', 'functionDeclarations', 'function_declarations', 'tool_list', 'actions',
  'agent_tools', 'assistant_tools', 'user_tools', 'api', 'function', 'endpoints', 'skills',
] as const; // prettier-ignore
/** Keys under which a container names the group of its tools. */
const GROUPS = [
  'domain',
  'group',
  'toolkit',
  'class',
  'category',
  'server',
  'namespace',
  'scenario',
  'app',
  'tool_name',
  'name',
  'title',
  'api_name',
] as const;
const DEEPEST = 8;

export function findTools(value: Json): Found {
  const found: Found = { tools: [], rejected: [] };
  walk(value, { depth: 0, group: undefined, audience: undefined, inList: false }, found);
  return found;
}

interface Place {
  readonly depth: number;
  readonly group: string | undefined;
  readonly audience: 'agent' | 'user' | undefined;
  /** Whether every object at this place should be a tool. If true, an object that is not a tool is rejected. */
  readonly inList: boolean;
}

function walk(value: Json, place: Place, found: Found): void {
  if (place.depth > DEEPEST) return;
  if (Array.isArray(value)) {
    const known =
      place.inList ||
      value.some((item) => isJsonObject(item) && (dialectOf(item) !== undefined || listsOf(item).length > 0));
    for (const item of value) {
      if (isJsonObject(item)) readItem(item, { ...place, inList: known }, found);
      else if (Array.isArray(item)) walk(item, { ...place, depth: place.depth + 1 }, found);
      else if (known) found.rejected.push({ name: '', reason: `${shorten(JSON.stringify(item))} is no tool` });
    }
    return;
  }
  if (isJsonObject(value)) readItem(value, place, found);
}

function readItem(item: JsonObject, place: Place, found: Found): void {
  const lists = listsOf(item);
  const dialect = dialectOf(item);
  // an object that holds lists of tools is a container, even if its name and description look like those of a tool
  if (
    lists.length > 0 &&
    (dialect === undefined || dialect.name === 'loose' || lists.some((key) => key !== 'function'))
  ) {
    const group = textAt(item, ...GROUPS) || place.group;
    for (const key of lists) {
      const audience =
        key === 'user_tools' ? 'user' : key === 'agent_tools' || key === 'assistant_tools' ? 'agent' : place.audience;
      const inner = parsed(item[key]);
      const next = { depth: place.depth + 1, group, audience, inList: true };
      if (isJsonObject(inner)) readMap(inner, next, found);
      else walk(inner ?? [], next, found);
    }
    return;
  }
  if (dialect !== undefined) {
    add(dialect.name, dialect.read(item), item, place, found);
    return;
  }
  if (place.inList) {
    // in a list of tools, an object with only a name and a description is a tool without parameters
    if (textAt(item, 'name', 'api_name', 'function_name') !== '') add('loose', looseTool(item), item, place, found);
    else found.rejected.push({ name: '', reason: `${shorten(JSON.stringify(item))} has no name` });
    return;
  }
  if (isJsonObject(item['result'])) walk(item['result'], { ...place, depth: place.depth + 1 }, found);
  else readMap(item, { ...place, depth: place.depth + 1 }, found);
}

/** Reads an object whose keys are names of tools or of groups. */
function readMap(map: JsonObject, place: Place, found: Found): void {
  for (const [key, value] of Object.entries(map)) {
    if (isJsonObject(value)) {
      const named = textAt(value, 'name', 'api_name') === '' ? { ...value, name: key } : value;
      if (listsOf(value).length === 0 && dialectOf(value) === undefined && dialectOf(named) !== undefined)
        readItem(named, place, found);
      else if (place.inList) readItem(named, place, found);
      else if (listsOf(value).length > 0) readItem({ domain: key, ...value }, place, found);
      else if (dialectOf(value) !== undefined) readItem(value, place, found);
    } else if (
      Array.isArray(value) &&
      value.some((item) => isJsonObject(item) && (dialectOf(item) !== undefined || listsOf(item).length > 0))
    )
      walk(value, { ...place, group: place.group ?? key, inList: true }, found);
  }
}

function add(format: string, tool: FoundTool, item: JsonObject, place: Place, found: Found): void {
  if (tool.name === '') {
    found.rejected.push({ name: '', reason: `${shorten(JSON.stringify(item))} has no name` });
    return;
  }
  const group = tool.group ?? (textAt(item, 'domain', 'group', 'toolkit', 'class', 'category') || place.group);
  const audience = tool.hints?.audience ?? place.audience;
  found.tools.push({
    format,
    tool: { ...tool, group, ...(audience === undefined ? {} : { hints: { ...tool.hints, audience } }) },
  });
}

function dialectOf(item: JsonObject): (typeof DIALECTS)[number] | undefined {
  return DIALECTS.find((dialect) => dialect.recognises(item));
}

function listsOf(item: JsonObject): string[] {
  return LISTS.filter((key) => {
    const value = parsed(item[key]);
    if (Array.isArray(value)) return value.length === 0 ? false : value.some((each) => isJsonObject(each));
    return (
      isJsonObject(value) &&
      key !== 'function' &&
      Object.values(value).some(
        (each) =>
          isJsonObject(each) && (dialectOf(each) !== undefined || dialectOf({ ...each, name: 'x' }) !== undefined),
      )
    );
  });
}

/** Parses JSON text, because some datasets store their lists of tools as text. */
function parsed(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
