// Idempotency keys. A caller may give a key to a call. A second call with the same key does not run, whether the first
// is in the log or in the same batch.
import { GymError } from '../errors/gym-error.ts';
import { canonicalJson, type Json } from '../values/json.ts';
import type { Audience } from '../values/tool-schema.ts';
import type { CallRequest } from './call.ts';
import { shownArguments } from './replay.ts';
import { placeOfKey } from './log-keys.ts';
import { lastStep, type Entry, type Session } from './session.ts';

/**
 * The beginning of a key that the server itself has set. The agent does not know such a key, so a simulated fault
 * treats the call as one without a key.
 */
const SENT = 'sent ';

/** Makes a call's key from the id of the HTTP request. */
export function sentKey(id: string): string {
  return `${SENT}${id}`;
}

export function isSentKey(key: string | undefined): boolean {
  return key?.startsWith(SENT) === true;
}

/** Throws if a key in the batch already belongs to another call, either in the log or earlier in the batch. */
export function checkKeys(session: Session, requests: readonly CallRequest[]): void {
  const fresh = new Map<string, { readonly step: number; readonly name: string; readonly arguments: Json }>();
  const logged = (by: Audience, key: string): { step: number; name: string; arguments: Json } | undefined => {
    const at = placeOfKey(session.entries, by, key);
    if (at === undefined) return undefined;
    const { name, args } = session.entries[at] as Entry;
    return { step: at + 1, name, arguments: shownArguments(args) };
  };
  requests.forEach(({ by, key, name, arguments: args }, at) => {
    if (key === undefined) return;
    const place = `${by}\n${key}`;
    const before = logged(by, key) ?? fresh.get(place);
    if (before === undefined) fresh.set(place, { step: lastStep(session) + at + 1, name, arguments: args });
    else if (!sameCall(before, { name, arguments: args })) throw new GymError('KEY_REUSED', { key, step: before.step });
  });
}

interface NamedCall {
  readonly name: string;
  readonly arguments: Json;
}

export function sameCall(a: NamedCall, b: NamedCall): boolean {
  return a.name === b.name && canonicalJson(readAgain(a.arguments)) === canonicalJson(readAgain(b.arguments));
}

/** Returns arguments as they are after being written to a log and read again. */
function readAgain(args: Json): Json {
  return shownArguments(JSON.stringify(args) ?? 'null');
}
