// The interface to other servers that hold sessions. Workers of one machine and nodes of a cluster implement it; a
// server without it owns every session. Nothing else in the server knows of other servers.
import type { Plane } from './plane.ts';

/** A server that owns sessions which this one does not. */
export interface Owner {
  /** http://host:port, as this server reaches it. */
  readonly url: string;
  /** forward: the request is passed on. redirect: the client is told the URL (307) and comes again. */
  readonly how: 'forward' | 'redirect';
}

/** A value that is known at once, or a promise of it. */
export type Soon<T> = T | Promise<T>;

export interface Ownership {
  /** The server that owns a session; undefined: this one. Throws HttpError when none can serve it now. */
  ownerOf(id: string, plane: Plane | 'control'): Soon<Owner | undefined>;
  /** The same for a name that a client gave its seat: a name always leads to one server. */
  ownerOfName(name: string): Soon<Owner | undefined>;
  /**
   * The server that takes new sessions of a start; undefined: this one. Sessions of one start share answers. Servers at
   * the silent URLs did not answer just now.
   */
  placeFor(start: string, count: number, silent: readonly string[]): Soon<Owner | undefined>;
  /** The other live servers: lists and metrics are merged over them. */
  others(): Soon<readonly Owner[]>;
  /** Gets an environment, by name or hash, from another server; false when none has it. */
  bring?(nameOrHash: string): Promise<boolean>;
  /** The URL of this server for the client of a request: the URLs of sessions begin with it. */
  baseOf(request: { readonly protocol: string; readonly host: string }): string;
}
