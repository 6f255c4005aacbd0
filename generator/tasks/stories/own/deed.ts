// Draws a call that changes a row. Its key argument names the row, and the user tells all other arguments.
import type { Json } from '../../../../envs/values/json.ts';
import type { StoryStep } from '../../../../envs/values/story.ts';
import type { Tool } from '../../../../envs/values/tool-schema.ts';
import type { Row } from '../../atlas.ts';
import { drawGoal } from '../../draw-goal.ts';
import type { Goal } from '../../plan.ts';
import type { Ground } from '../../plan-goals.ts';
import { keyColumn } from './shown.ts';

export interface Deed {
  readonly tool: Tool;
  readonly goal: Goal;
  readonly keyName: string;
  readonly given: Readonly<Record<string, Json>>;
}

export function deedOn({ atlas, random }: Ground, tool: Tool, row: Row): Deed | undefined {
  const goal = drawGoal(atlas, tool, random, [row]);
  if (goal === undefined) return undefined;
  const value = row.values[keyColumn(atlas, row)];
  const key = goal.leaves.find(({ leaf, value: own }) => leaf.meaning.kind === 'key' && own === value);
  const rest = goal.leaves.filter((each) => each !== key);
  if (key === undefined || rest.some(({ leaf }) => leaf.path.length !== 1 || leaf.meaning.kind === 'key'))
    return undefined;
  const given = Object.fromEntries(rest.map(({ leaf, value: own }) => [leaf.path[0] ?? '', own]));
  if (Object.values(given).some((each) => each === null || typeof each === 'object')) return undefined;
  return { tool, goal, keyName: key.leaf.path[0] ?? '', given };
}

/** Writes a call as a step of a story. `key` is the expression for the key of the row. */
export function callOf({ tool, keyName, given }: Deed, key: string, names: (key: string) => string): StoryStep {
  const values = Object.entries(given).map(([name, value]): [string, string] => [
    name,
    typeof value === 'boolean' ? String(value) : `:${names(`${tool.name} ${name}`)}`,
  ]);
  return { call: tool.name, with: { [keyName]: key, ...Object.fromEntries(values) } };
}

/** Tells whether the tool accepts the call for each of these rows, one after the other. */
export function goesThrough({ stage }: Ground, { tool, keyName, given }: Deed, keys: readonly Json[]): boolean {
  const session = stage.begin(1);
  try {
    return keys.every((key) => {
      const { ok, committed } = stage.call(session, {
        by: 'agent',
        name: tool.name,
        arguments: { [keyName]: key, ...given },
      });
      return ok && committed;
    });
  } finally {
    stage.end(session);
  }
}
