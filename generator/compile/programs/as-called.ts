// Lets a program read an argument's value for nothing, such as 0 for an id, as if the call had left the argument out.
import type { Step } from '../../../envs/values/program.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { escaped } from '../things/nouns-of.ts';
import { argument, given, literal, notNull, nullIf } from './sql.ts';

type Exchange = (text: string) => string;

/** Returns the steps in which the tool's values for nothing are null. */
export function asCalled(steps: readonly Step[], tool: ToolFacts): readonly Step[] {
  const exchanges = tool.arguments.flatMap(({ field }): Exchange[] => {
    if (field.nothing === undefined) return [];
    const value = argument(field.path);
    const real = nullIf(value, literal(field.nothing));
    const named = new RegExp(`${escaped(value)}(?![\\w.])`, 'g');
    return [(text) => text.replaceAll(named, () => real).replaceAll(given(field.path), () => notNull(real))];
  });
  return exchanges.length === 0 ? steps : inTexts(steps, (text) => exchanges.reduce((left, each) => each(left), text));
}

/** Changes all texts of a value. Names and codes have no argument in them. */
function inTexts<Value>(value: Value, change: Exchange): Value {
  if (typeof value === 'string') return change(value) as Value;
  if (Array.isArray(value)) return value.map((each: unknown) => inTexts(each, change)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, inTexts(each as unknown, change)]),
  ) as Value;
}
