// Makes calls with one fault, which a tool should refuse: a wrong text, a number out of bounds, an empty list, or an
// argument that the tool always refuses.
import type { Random } from '../../../envs/random.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { Tool } from '../../../envs/values/tool-schema.ts';
import type { FieldNode } from '../../fields/fields.ts';
import { standInOf } from '../promises/stand-ins.ts';
import type { Match } from '../readings/reading.ts';
import { isRefused, sampled } from './sampled.ts';
import { withEndsSwapped } from './span-arguments.ts';
import { boundsIn, wrongTexts } from './wrong-values.ts';

/** Makes calls from a call that succeeds. Each has one wrong argument, or its start and end are swapped. */
export function spoil(
  node: FieldNode,
  tool: Tool,
  good: JsonObject,
  match: Match | undefined,
  random: Random,
): JsonObject[] {
  const found: JsonObject[] = (node.kind === 'object' ? node.members : [])
    .filter((member) => isRefused(match, member))
    .map((member) => ({ ...good, [member.field.name]: sampled(member, random) }));
  for (const member of node.kind === 'object' ? node.members : []) {
    const word = standInOf(member);
    if (word !== undefined) found.push({ ...good, [member.field.name]: word });
  }
  found.push(...tooLong(node, tool, good, random));
  const swapped = node.kind === 'object' ? withEndsSwapped(node.members, good) : undefined;
  if (swapped !== undefined) found.push(swapped);
  const walk = (value: Json, put: (changed: Json) => JsonObject): void => {
    if (typeof value === 'string')
      for (const other of [...wrongTexts(value), ...boundsIn(tool).map((bound) => 'x'.repeat(bound + 1))])
        found.push(put(other));
    else if (typeof value === 'number') for (const other of [-1, 0, 987_654_321]) found.push(put(other));
    else if (Array.isArray(value)) {
      found.push(put([]));
      const [first] = value as Json[];
      if (first !== undefined) {
        walk(first, (changed) => put([changed]));
        found.push(put([first, first]));
        for (const bound of boundsIn(tool)) found.push(put(Array.from({ length: bound + 1 }, () => first)));
      }
    } else if (typeof value === 'boolean') found.push(put(!value));
    else if (isJsonObject(value))
      for (const [key, each] of Object.entries(value))
        walk(each as Json, (changed) => put({ ...value, [key]: changed }));
  };
  for (const [name, value] of Object.entries(good)) walk(value as Json, (changed) => ({ ...good, [name]: changed }));
  const properties = isJsonObject(tool.parameters['properties']) ? tool.parameters['properties'] : {};
  const required = new Set(Array.isArray(tool.parameters['required']) ? (tool.parameters['required'] as string[]) : []);
  found.push(Object.fromEntries(Object.entries(good).filter(([name]) => required.has(name))));
  for (const [name, stated] of Object.entries(properties)) {
    if (name in good || !isJsonObject(stated)) continue;
    const schema = withoutNull(stated);
    for (const choice of Array.isArray(schema['enum']) ? (schema['enum'] as Json[]) : [])
      found.push({ ...good, [name]: choice });
    if (schema['type'] === 'array')
      found.push({ ...good, [name]: ['no-such-value'] }, { ...good, [name]: [987_654_321] });
    if (schema['type'] === 'boolean') found.push({ ...good, [name]: true }, { ...good, [name]: false });
    if (schema['type'] === 'string' && schema['enum'] === undefined)
      for (const text of ['no-such-value', ...boundsIn(tool).map((bound) => 'x'.repeat(bound + 1))])
        found.push({ ...good, [name]: text });
    if (schema['type'] === 'integer' || schema['type'] === 'number') found.push({ ...good, [name]: 987_654_321 });
  }
  return found;
}

/**
 * Makes calls that give a list with one element more than a stated limit allows, for lists that the good call leaves
 * out.
 */
function tooLong(node: FieldNode, tool: Tool, good: JsonObject, random: Random): JsonObject[] {
  const bounds = boundsIn(tool);
  return (node.kind === 'object' ? node.members : []).flatMap((member): JsonObject[] => {
    const { name } = member.field;
    if (member.kind !== 'list' || name in good || bounds.length === 0) return [];
    const item = sampled(member.item, random);
    return bounds.map((bound) => ({ ...good, [name]: Array.from({ length: bound + 1 }, () => item) }));
  });
}

/** Returns the branch of an optional value that is not null, as in anyOf: [string, null]. */
function withoutNull(schema: JsonObject): JsonObject {
  const branches = schema['type'] === undefined ? [schema['anyOf'], schema['oneOf']].find(Array.isArray) : undefined;
  const [only, ...others] = ((branches ?? []) as readonly Json[]).filter(
    (each) => isJsonObject(each) && each['type'] !== 'null',
  );
  return isJsonObject(only) && others.length === 0 ? only : schema;
}
