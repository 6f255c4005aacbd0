// Which task a seat is taken at, who plays the user, and where it begins: the same keys in every dialect.
import { badInput } from '../../errors/gym-error.ts';
import type { Plane } from '../plane.ts';
import { SHARED } from '../served-sessions.ts';
import type { Json, JsonObject } from '../../values/json.ts';

export interface SeatWish {
  /** Name or hash; a name may end in `.talk`. */
  readonly environment: string;
  readonly task?: string;
  /** none, scripted, openai:MODEL. */
  readonly user: string;
  readonly sessionSeed?: number;
  readonly trialSeed?: number;
  /** A live session that the seat begins as a fork of, and the step; the last without. */
  readonly forkOf?: string;
  readonly at?: number;
  /** Both sides of one session are played from outside: the seats that name the same key share it. */
  readonly share?: string;
  readonly side: Plane;
}

/** Read from what a client sends; keys that are no wish of ours are left alone. */
export function readWish(given: JsonObject, fallback: { readonly environment?: string } = {}): SeatWish {
  const environment = text(given, 'environment') ?? text(given, 'environment_name') ?? fallback.environment;
  if (environment === undefined) throw badInput({ path: '/environment', what: 'is missing', mend: 'name one' });
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

/** `NAME` alone, `NAME.talk` with the scripted user. */
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
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw wrong(key, value, 'an integer');
  return value;
}

function wrong(key: string, value: Json, wanted: string): Error {
  return badInput({ path: `/${key}`, what: `is ${JSON.stringify(value).slice(0, 60)}, not ${wanted}` });
}
