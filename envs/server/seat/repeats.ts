// Answers requests that clients send again, after a broken line or a lost answer. The same key gives the stored answer.
// Without a key, the same request gives it while the first one is under way, and when the answer to it was lost. After
// a restart, the log answers the first request of a seat in the same way (see Seat).
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
  /** The content of a request: the face's route, and the body. */
  readonly request: Json;
  readonly reply: FastifyReply;
}

/** The number of answers that a seat keeps by key, and of X-Request-IDs that it knows. */
const KEPT = 32;

export class Repeats {
  private readonly byKey = new Map<string, Kept>();
  private last: Kept | undefined;
  /** The request that came first with an X-Request-ID; empty when different ones came with it. */
  private readonly traces = new Map<string, string>();

  /**
   * The key that the client gave, in the usual header of HTTP clients. Proxies give all requests of one trace the same
   * X-Request-ID: one that comes with two different requests is no key, so that a later call of the same words acts.
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

  /** The answer to a request: the stored one when the request was sent before, otherwise the result of `make`. */
  answer<T>({ key, request, reply }: Asked, make: () => T | Promise<T>): T | Promise<T> {
    const known = key === undefined ? this.repeated(request) : this.byKey.get(key);
    if (known !== undefined) {
      if (!same(known.request, request)) throw new HttpError('KEY_OF_ANOTHER', { key: String(key).slice(0, 64) });
      known.lost = false;
      this.watch(known, reply);
      // the same request was answered by the same face
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
          // a failed request may be tried again
          if (key !== undefined) this.byKey.delete(key);
          if (this.last === kept) this.last = undefined;
        },
      );
    return answer;
  }

  /** Keeps an answer under a key that the client is told with it. */
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

/** Keeps the newest entries. */
function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > KEPT && oldest !== undefined) map.delete(oldest);
}

function same(a: Json, b: Json): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
