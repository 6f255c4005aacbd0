// Converts an episode that an older callgym wrote to the present form. Parts of the verdict that did not exist then
// become null.
import { isJsonObject, type Json } from './json.ts';
import { VERDICT_PARTS } from './verdict.ts';

export function withLaterParts(episode: Json): Json {
  if (!isJsonObject(episode)) return episode;
  const { verdict } = episode;
  if (!isJsonObject(verdict) || !isJsonObject(verdict['parts'])) return episode;
  const { parts } = verdict;
  if (VERDICT_PARTS.every((part) => Object.hasOwn(parts, part))) return episode;
  const none = Object.fromEntries(VERDICT_PARTS.map((part) => [part, null]));
  return { ...episode, verdict: { ...verdict, parts: { ...none, ...parts } } };
}
