// Requests that clients send again: after a broken line, or because they never heard the answer. The same key gives the
// stored answer; without a key so does the same request, where the line broke before the answer was written.
import type { FastifyReply } from 'fastify';
import type { Json } from '../../values/json.ts';

interface Kept<T> {
  readonly answer: T | Promise<T>;
  readonly request: Json;
  broken: boolean;
}

/** Answers kept of a seat by key. */
const KEPT = 32;

export class Repeats<T> {
  private readonly byKey = new Map<string, T | Promise<T>>();
  private last: Kept<T> | undefined;

  /** The answer to a request: the stored one where it was sent before, else what `make` gives. */
  answer(
    { key, request, reply }: { readonly key: string | undefined; readonly request: Json; readonly reply: FastifyReply },
    make: () => T | Promise<T>,
  ): T | Promise<T> {
    const known = key === undefined ? undefined : this.byKey.get(key);
    if (known !== undefined) return known;
    const { last } = this;
    if (key === undefined && last !== undefined && last.broken && same(last.request, request)) {
      last.broken = false;
      this.watch(last, reply);
      return last.answer;
    }
    const answer = make();
    const kept: Kept<T> = { answer, request, broken: false };
    this.last = kept;
    this.watch(kept, reply);
    if (key !== undefined) this.keep(key, answer);
    // what failed may be tried again
    if (answer instanceof Promise)
      answer.catch(() => {
        if (key !== undefined) this.byKey.delete(key);
        if (this.last === kept) this.last = undefined;
      });
    return answer;
  }

  private watch(kept: Kept<T>, { raw }: FastifyReply): void {
    let written = false;
    raw.once('finish', () => {
      written = true;
    });
    raw.once('close', () => {
      kept.broken = !written;
    });
  }

  /** Keeps an answer under a key that the client is told with it. */
  keep(key: string, answer: T | Promise<T>): void {
    this.byKey.set(key, answer);
    if (this.byKey.size <= KEPT) return;
    const [oldest] = this.byKey.keys();
    if (oldest !== undefined) this.byKey.delete(oldest);
  }
}

function same(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Repeats by seat, gone with it. */
export class RepeatsOf<S extends object, T> {
  private readonly known = new WeakMap<S, Repeats<T>>();

  of(seat: S): Repeats<T> {
    let repeats = this.known.get(seat);
    if (repeats === undefined) {
      repeats = new Repeats();
      this.known.set(seat, repeats);
    }
    return repeats;
  }
}

/** A key that the client gave, in the header that HTTP clients use for it. */
export function requestKey(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
  const key = headers['idempotency-key'] ?? headers['x-request-id'];
  return typeof key === 'string' && key !== '' && key.length <= 200 ? key : undefined;
}
