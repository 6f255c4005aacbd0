// The wish of a client that begins to play: the environment, the task, the player of the user, and the seed of the
// session. Every protocol uses the same keys.
import { badInput } from '../../errors/gym-error.ts';
import type { Plane } from '../plane.ts';
import { SHARED } from '../served-session.ts';
import { numberOf, type Json, type JsonObject } from '../../values/json.ts';

export interface SeatWish {
  readonly environment: string;
  readonly task?: string;
  /** The player of the user: "none", "scripted" or "openai:MODEL". */
  readonly user: string;
  readonly sessionSeed?: number;
  readonly trialSeed?: number;
  /** The id of an open session to fork. `at` is the step at which it is forked; by default the last one. */
  readonly forkOf?: string;
  readonly at?: number;
  /** A word that two clients have agreed on. They then play the two sides of one session. */
  readonly share?: string;
  readonly side: Plane;
}

/** Reads the request of a client that begins to play. Unknown keys are ignored. */
export function readWish(given: JsonObject, fallback: { readonly environment?: string } = {}): SeatWish {
  const environment = text(given, 'environment') ?? text(given, 'environment_name') ?? fallback.environment;
  if (environment === undefined)
    throw badInput({ path: '/environment', what: 'is missing', mend: 'name a served environment' });
  const named = withMode(environment);
  const task = text(given, 'task') ?? text(given, 'task_id');
  const sessionSeed = whole(given, 'session_seed');
  const trialSeed = whole(given, 'trial_seed');
  const forkOf = text(given, 'fork_of');
  const at = whole(given, 'at');
  const share = text(given, 'share');
  const side = text(given, 'side') ?? 'agent';
  if (side !== 'agent' && side !== 'user') throw wrong('side', side, 'agent or user');
  if (side === 'user' && share === undefined)
    throw badInput({ path: '/share', what: 'is missing', mend: "name the key of the agent's seat" });
  return {
    environment: named.name,
    user: share === undefined ? (text(given, 'user') ?? named.user) : SHARED,
    side,
    ...(share === undefined ? {} : { share }),
    ...(task === undefined ? {} : { task }),
    ...(sessionSeed === undefined ? {} : { sessionSeed }),
    ...(trialSeed === undefined ? {} : { trialSeed }),
    ...(forkOf === undefined ? {} : { forkOf }),
    ...(at === undefined ? {} : { at }),
  };
}

const TALK = '.talk';

/**
 * Splits a name into environment and player of the user: NAME.talk means the scripted user, NAME alone means no user.
 */
export function withMode(name: string): { readonly name: string; readonly user: string } {
  return name.toLowerCase().endsWith(TALK)
    ? { name: name.slice(0, -TALK.length), user: 'scripted' }
    : { name, user: 'none' };
}

export function namesWithModes(names: readonly string[], talks: boolean): string[] {
  return names.flatMap((name) => (talks ? [name, `${name}${TALK}`] : [name]));
}

function text(given: JsonObject, key: string): string | undefined {
  const value = given[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value === '') throw wrong(key, value, 'a text');
  return value;
}

function whole(given: JsonObject, key: string): number | undefined {
  const value = given[key];
  if (value === undefined || value === null) return undefined;
  const number = numberOf(value);
  if (number === undefined || !Number.isSafeInteger(number)) throw wrong(key, value, 'an integer');
  return number;
}

function wrong(key: string, value: Json, wanted: string): Error {
  return badInput({ path: `/${key}`, what: `is ${JSON.stringify(value).slice(0, 60)}, not ${wanted}` });
}
