// Reads a line of episodes.jsonl as an episode. Numbers keep the form in which they were written (2.0 stays 2.0).
// Throws an error of one line if the line is not an episode.
import { badInput } from '../../envs/errors/gym-error.ts';
import { EPISODE_SCHEMA, type Episode } from '../../envs/values/episode.ts';
import { checkedAs, parseJson, plainJson, type Json } from '../../envs/values/json.ts';
import { withLaterParts } from '../../envs/values/older-episode.ts';
import { makeParser } from '../../envs/values/validator.ts';

const parseEpisode = makeParser<Episode>(EPISODE_SCHEMA, 'this is no episode, or of another version');

export function readEpisode(text: string, place: string): Episode {
  let value: Json;
  try {
    value = withLaterParts(parseJson(text));
  } catch {
    throw badInput({ file: place, what: 'is no JSON' });
  }
  parseEpisode(plainJson(value), place);
  return checkedAs<Episode>(value);
}
