// Finds the tools that the steps of a story use, and converts arguments to the types that the tools take.
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { StoryStep } from '../../../envs/values/story.ts';
import { partOf } from '../../../envs/words/split-words.ts';
import type { Tool } from '../../../envs/values/tool-schema.ts';

/**
 * Converts the arguments of a call. SQL has no booleans, so a number becomes true or false if the tool takes a boolean.
 */
export function typed(tool: Tool, args: JsonObject): JsonObject {
  return typedBy(tool.parameters as JsonObject, args) as JsonObject;
}

function typedBy(schema: Json | undefined, value: Json): Json {
  if (!isJsonObject(schema)) return value;
  const { properties, items } = schema as { properties?: Json; items?: Json };
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => typedBy(items, each));
  if (isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]): [string, Json] => [
        name,
        typedBy(isJsonObject(properties) ? properties[name] : undefined, each as Json),
      ]),
    );
  return [schema['type']].flat().includes('boolean') && typeof value === 'number' ? value !== 0 : value;
}

/** Returns the tools that a story calls inside a `try`, that is, with other steps in case the call is refused. */
export function toolsTried(steps: readonly StoryStep[]): ReadonlySet<string> {
  return new Set(
    steps.flatMap((step): string[] => {
      if ('try' in step) return [...toolsOf(step.try), ...toolsTried(step.else)];
      if ('each' in step) return [...toolsTried(step.do)];
      return 'if' in step ? [...toolsTried(step.do), ...toolsTried(step.else ?? [])] : [];
    }),
  );
}

/** Returns the part of a composed world that a story is about: the part of its first tool. */
export function partOfStory(steps: readonly StoryStep[]): string {
  return partOf(toolsOf(steps)[0] ?? '');
}

/** Returns the tools that the steps of a story name, without running the story. */
export function toolsOf(steps: readonly StoryStep[]): string[] {
  return steps.flatMap((step) => {
    if ('call' in step) return [step.call];
    if ('each' in step) return toolsOf(step.do);
    if ('if' in step) return [...toolsOf(step.do), ...toolsOf(step.else ?? [])];
    if ('try' in step) return [...toolsOf(step.try), ...toolsOf(step.else)];
    return [];
  });
}

/** Returns the tools that a story calls, and those that it names as forbidden. */
export function toolsIn(steps: readonly StoryStep[]): ReadonlySet<string> {
  return new Set([
    ...toolsOf(steps),
    ...flat(steps).flatMap((step) => ('forbids' in step ? [step.forbids ?? ''] : [])),
  ]);
}

/** Tells whether the agent selects rows in a story: the row with the least or greatest value, or each row in a loop. */
export function choosesIn(steps: readonly StoryStep[]): boolean {
  return flat(steps).some((step) => 'each' in step || ('choose' in step && (step.least ?? step.most) !== undefined));
}

/** Returns the steps, each followed by the steps inside it. */
function flat(steps: readonly StoryStep[]): StoryStep[] {
  return steps.flatMap((step) => {
    if ('each' in step) return [step, ...flat(step.do)];
    if ('if' in step) return [step, ...flat(step.do), ...flat(step.else ?? [])];
    if ('try' in step) return [step, ...flat(step.try), ...flat(step.else)];
    return [step];
  });
}
