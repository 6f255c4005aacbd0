// Reads a line of episodes.jsonl as an episode, or throws a one-line error. Numbers stay as they were written.
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
