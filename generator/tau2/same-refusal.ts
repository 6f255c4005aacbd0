// Tells whether callgym refuses a call for the same reason as the recorded Python implementation.
import { isJsonObject, type JsonObject } from '../../envs/values/json.ts';
import { compileOnce } from '../../envs/values/validator.ts';
import type { World } from '../../envs/world/world.ts';
import type { RecordedCall } from './read-replays.ts';

/** Matches error texts of Python or its libraries, but not error texts of the tools' programs. */
const PYTHON =
  /object is not|object has no|has no len|not supported between|unsupported operand|must be (?:a |str|real|int)|validation error|invalid syntax|was never closed|leading zeros|division by zero|modulo by zero|out of range|indices must be|unhashable|argument of type|can only concatenate|could not convert|invalid literal|not subscriptable|is not a valid|string index|does not match format|unconverted data|strptime|unmatched|unterminated|not JSON serializable|^'[^']*'$|^None$|^-?\d+$|takes \d+ positional|cannot convert|too large|EOF|Invalid isoformat|expected/;

/**
 * Tells whether two refusals have the same reason. An unknown tool must be refused as such. Python's own errors have
 * another text in callgym; they must be about the same argument.
 */
export function isSameRefusal(
  world: World,
  recorded: RecordedCall,
  text: string,
  error: { code: string; message: string },
): boolean {
  if (/^Tool '.*' not found/.test(text)) return error.code === 'UNKNOWN_TOOL';
  if (error.code !== 'INVALID_ARGUMENT') return false;
  const names = blamed(world, recorded, text);
  return names.some((name) => new RegExp(`(?<![\\w])${name.replace(/[^\w]/g, '\\$&')}(?![\\w])`).test(error.message));
}

/**
 * Returns the arguments that a Python error may be about: those that the error or the tag of the recording names, and
 * those whose values break the tool's schema. If there are none, returns all given arguments.
 */
function blamed(world: World, recorded: RecordedCall, text: string): string[] {
  const missing = /missing \d+ required positional arguments?: (.*)$/.exec(text);
  if (missing !== null) return [...(missing[1] ?? '').matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
  const unexpected = /unexpected keyword argument '([^']*)'/.exec(text);
  if (unexpected !== null) return [unexpected[1] ?? ''];
  if (!PYTHON.test(text)) return [];
  const tagged = /^(?:alt|pyarg|branch|odd):(\w+)/.exec(recorded.variant ?? '')?.[1];
  const validation = /validation errors? for \w+\n(\w+)/.exec(text)?.[1];
  const schema = world.tools.get(recorded.name)?.tool.parameters;
  const properties = isJsonObject(schema?.['properties']) ? schema['properties'] : {};
  const wrong = misfits(schema ?? {}, recorded.arguments);
  const named = [tagged, validation].filter(
    (name): name is string => name !== undefined && Object.hasOwn(properties, name),
  );
  return [
    ...new Set([...named, ...wrong, ...(named.length + wrong.length === 0 ? Object.keys(recorded.arguments) : [])]),
  ];
}

/** Returns the names of arguments whose values break the tool's schema. */
function misfits(schema: JsonObject, args: JsonObject): string[] {
  return Object.keys(args).filter((name) => !compileOnce({ ...schema, required: [name] })({ [name]: args[name] }));
}
