// Changes a program so that it reads the arguments in the form in which calls give them. A member of an object is read
// inside its object. A value that stands for nothing, such as 0 for an id, counts as if the call had left the argument
// out.
import type { Step } from '../../../envs/values/program.ts';
import type { Field } from '../../fields/fields.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { escaped } from '../things/nouns-of.ts';
import { argument, given, literal, notNull, nullIf } from './sql.ts';

type Exchange = (text: string) => string;

/**
 * Returns the steps changed so that each value that stands for nothing, such as 0 for an id, becomes null, and each
 * member of an object argument is read inside its object.
 */
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

/**
 * Returns a pattern that finds an expression in SQL text. Long statements have line breaks, so each space of the
 * expression matches any white space.
 */
const printed = (expression: string): RegExp =>
  new RegExp(`${escaped(expression).replaceAll(' ', String.raw`\s+`)}(?![\\w.])`, 'g');

/**
 * Applies the change to every text in a value. A statement of several lines is changed as one text. Names and error
 * codes are changed too, without effect, because they contain no argument.
 */
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
