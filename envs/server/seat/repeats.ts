// Recognises requests that a client sends again after a broken connection or a lost answer, and gives the stored
// answer. With a key, the same key gives the stored answer. Without a key, an equal request does so only while the
// first one is being handled or if its answer was lost. After a restart of the server, the session's log is used (see
// Seat).
import type { FastifyReply } from 'fastify';
import { sha256 } from '../../values/hash.ts';
import { canonicalJson, type Json } from '../../values/json.ts';
import { HttpError } from '../http-errors.ts';
import { whenLost } from './lost-answer.ts';

interface Kept {
  readonly answer: unknown;
  readonly request: Json;
  lost: boolean;
  pending: boolean;
}

export interface Asked {
  readonly key: string | undefined;
  /** The content of a request: the route and the body. */
  readonly request: Json;
  readonly reply: FastifyReply;
}

/** The largest number of answers by key, and of X-Request-IDs, that are remembered for one client. */
const KEPT = 32;

export class Repeats {
  private readonly byKey = new Map<string, Kept>();
  private last: Kept | undefined;
  /**
   * By X-Request-ID, the digest of the first request that carried the id. Empty if a different request came with the
   * same id.
   */
  private readonly traces = new Map<string, string>();

  /**
   * Returns the key of a request: the header Idempotency-Key, or else X-Request-ID. A proxy may give all requests of
   * one trace the same X-Request-ID. So an id that came with two different requests is not used as a key; otherwise a
   * later equal call would not be made. Returns undefined if there is no key.
   */
  keyOf(headers: Readonly<Record<string, string | string[] | undefined>>, request: Json): string | undefined {
    const usable = (key: unknown): key is string => typeof key === 'string' && key !== '' && key.length <= 200;
    const { 'idempotency-key': key, 'x-request-id': trace } = headers;
    if (usable(key)) return key;
    if (!usable(trace)) return undefined;
    const digest = sha256(canonicalJson(request)).slice(0, 16);
    const first = this.traces.get(trace) ?? digest;
    put(this.traces, trace, first === digest ? digest : '');
    return first === digest ? `${trace} ${digest}` : undefined;
  }

  /**
   * If the request was sent before, returns the stored answer. Otherwise returns the result of `make` and stores it.
   */
  answer<T>({ key, request, reply }: Asked, make: () => T | Promise<T>): T | Promise<T> {
    const known = key === undefined ? this.repeated(request) : this.byKey.get(key);
    if (known !== undefined) {
      if (!same(known.request, request)) throw new HttpError('KEY_OF_ANOTHER', { key: String(key).slice(0, 64) });
      known.lost = false;
      this.watch(known, reply);
      // an equal request comes through the same protocol, so the stored answer has the right type
      return known.answer as T | Promise<T>;
    }
    const answer = make();
    const kept: Kept = { answer, request, lost: false, pending: answer instanceof Promise };
    this.last = kept;
    this.watch(kept, reply);
    if (key !== undefined) put(this.byKey, key, kept);
    if (answer instanceof Promise)
      answer.then(
        () => {
          kept.pending = false;
        },
        () => {
          // a failed answer is forgotten, so that the client can try the request again
          if (key !== undefined) this.byKey.delete(key);
          if (this.last === kept) this.last = undefined;
        },
      );
    return answer;
  }

  /** Stores an answer under a key that the client finds in the answer itself. */
  keep(key: string, request: Json, answer: unknown): void {
    put(this.byKey, key, { answer, request, lost: false, pending: false });
  }

  private repeated(request: Json): Kept | undefined {
    const { last } = this;
    return last !== undefined && (last.lost || last.pending) && same(last.request, request) ? last : undefined;
  }

  private watch(kept: Kept, reply: FastifyReply): void {
    whenLost(reply, () => {
      kept.lost = true;
    });
  }
}

/** Adds an entry. If there are too many, drops the oldest one. */
function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > KEPT && oldest !== undefined) map.delete(oldest);
}

function same(a: Json, b: Json): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
