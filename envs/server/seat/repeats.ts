// Answers requests that a client sends again after a broken connection or a lost answer. The same key gives the stored
// answer. Without a key, an equal request gives the stored answer while the first request is under way, or when the
// first answer was lost. After a restart, the log gives the answer to the first request if it repeats the last call
// (see Seat).
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

/** The limit on the answers by key, and on the X-Request-IDs, that are remembered for one client. */
const KEPT = 32;

export class Repeats {
  private readonly byKey = new Map<string, Kept>();
  private last: Kept | undefined;
  /** The digest of the first request with an X-Request-ID; empty once a different request came with the same id. */
  private readonly traces = new Map<string, string>();

  /**
   * Returns the key of a request from the header Idempotency-Key, else from X-Request-ID. A proxy gives all requests of
   * one trace the same X-Request-ID. So an X-Request-ID that came with two different requests is no key; otherwise a
   * later equal call would not run.
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

  /** Returns the stored answer when the request was sent before, otherwise the result of `make`. */
  answer<T>({ key, request, reply }: Asked, make: () => T | Promise<T>): T | Promise<T> {
    const known = key === undefined ? this.repeated(request) : this.byKey.get(key);
    if (known !== undefined) {
      if (!same(known.request, request)) throw new HttpError('KEY_OF_ANOTHER', { key: String(key).slice(0, 64) });
      known.lost = false;
      this.watch(known, reply);
      // An equal request comes through the same protocol, so the type of the stored answer is right.
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
          // After a failure, a client may try the request again.
          if (key !== undefined) this.byKey.delete(key);
          if (this.last === kept) this.last = undefined;
        },
      );
    return answer;
  }

  /** Stores an answer under a key that the client learns from this answer. */
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

/** Adds an entry and drops the oldest one when there are too many. */
function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > KEPT && oldest !== undefined) map.delete(oldest);
}

function same(a: Json, b: Json): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
