// Spells words in descriptions as the names of the tools spell them: "haul-out" becomes "haulout" if a tool is called
// cancel_haulout. "e-mail" always becomes "email".
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import { singular } from '../../../envs/words/split-words.ts';
import { originalName, type PoolTool } from '../../pool/pool-tool.ts';
import { rawWords } from './raw-words.ts';

const HYPHENED = /\b([a-z]+)-([a-z]+)\b/gi;

/** Returns the tools with words spelled as in the tools' names, in all descriptions of tools, arguments and results. */
export function withOneSpelling(pool: readonly PoolTool[]): readonly PoolTool[] {
  const named = new Set(['email', ...pool.flatMap(namesIn).flatMap(rawWords).map(singular)]);
  const spell = (text: string): string =>
    text.replaceAll(HYPHENED, (whole, before: string, after: string) =>
      named.has(singular(`${before}${after}`.toLowerCase())) ? `${before}${after}` : whole,
    );
  const spelled = (value: Json): Json => {
    if (Array.isArray(value)) return value.map((each: Json) => spelled(each));
    return isJsonObject(value) ? members(value) : value;
  };
  const members = (value: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(value).map(([name, each]): [string, Json] => [
        name,
        name === 'description' && typeof each === 'string' ? spell(each) : spelled(each as Json),
      ]),
    );
  return pool.map((tool) => ({
    ...tool,
    description: spell(tool.description),
    parameters: members(tool.parameters),
    ...(tool.returns === undefined ? {} : { returns: members(tool.returns) }),
  }));
}

const namesIn = (tool: PoolTool): readonly string[] => {
  const { properties } = tool.parameters;
  return [originalName(tool), ...(isJsonObject(properties) ? Object.keys(properties) : [])];
};
