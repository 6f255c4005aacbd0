// A key makes a call idempotent: it stands for one call of its side, in the log and in a batch.
import { GymError } from '../errors/gym-error.ts';
import { canonicalJson, type Json } from '../values/json.ts';
import type { CallRequest } from './call.ts';
import { shownArguments } from './replay.ts';
import { lastStep, type Session } from './session.ts';

/** Refuses a batch in which a key stands for another call than before, in the log or in the batch itself. */
export function checkKeys(session: Session, requests: readonly CallRequest[]): void {
  const first = new Map<string, { readonly step: number; readonly name: string; readonly arguments: Json }>();
  session.entries.forEach(({ by, key, name, args }, at) => {
    const place = `${by}\n${key}`;
    if (key !== undefined && !first.has(place))
      first.set(place, { step: at + 1, name, arguments: shownArguments(args) });
  });
  requests.forEach(({ by, key, name, arguments: args }, at) => {
    if (key === undefined) return;
    const place = `${by}\n${key}`;
    const before = first.get(place);
    if (before === undefined) first.set(place, { step: lastStep(session) + at + 1, name, arguments: args });
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

/** Arguments as they are read from a log. */
function readAgain(args: Json): Json {
  return shownArguments(JSON.stringify(args) ?? 'null');
}
