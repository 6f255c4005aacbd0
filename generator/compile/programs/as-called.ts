// Lets a program read the arguments as calls give them: members of an object in their object, and a value for nothing, such
// as 0 for an id, as if the call had left the argument out.
import type { Step } from '../../../envs/values/program.ts';
import type { Field } from '../../fields/fields.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { escaped } from '../things/nouns-of.ts';
import { argument, given, literal, notNull, nullIf } from './sql.ts';

type Exchange = (text: string) => string;

/** Returns the steps in which the tool's values for nothing are null, and members of objects stand in their objects. */
export function asCalled(steps: readonly Step[], tool: ToolFacts): readonly Step[] {
  const exchanges = tool.arguments.flatMap(({ field }) => [
    ...(field.path.length > 1 ? [inObject(field)] : []),
    ...(field.nothing === undefined ? [] : [withoutNothing(field, field.nothing)]),
  ]);
  return exchanges.length === 0 ? steps : inTexts(steps, (text) => exchanges.reduce((left, each) => each(left), text));
}

function inObject({ name, path }: Field): Exchange {
  return (text) =>
    text
      .replaceAll(printed(argument([name])), () => argument(path))
      .replaceAll(printed(given([name])), () => given(path));
}

function withoutNothing({ path }: Field, nothing: string | number): Exchange {
  const value = argument(path);
  const real = nullIf(value, literal(nothing));
  return (text) => text.replaceAll(printed(value), () => real).replaceAll(printed(given(path)), () => notNull(real));
}

/** Returns the pattern of an expression, in which a long statement may have a line end instead of a space. */
const printed = (expression: string): RegExp =>
  new RegExp(`${escaped(expression).replaceAll(' ', String.raw`\s+`)}(?![\\w.])`, 'g');

/** Changes all texts of a value, a statement of several lines as one text. Names and codes have no argument in them. */
function inTexts<Value>(value: Value, change: Exchange): Value {
  if (typeof value === 'string') return change(value) as Value;
  if (Array.isArray(value)) return value.map((each: unknown) => inTexts(each, change)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  if ('lines' in value && Array.isArray(value.lines))
    return { lines: change(value.lines.join('\n')).split('\n') } as Value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, inTexts(each as unknown, change)]),
  ) as Value;
}
