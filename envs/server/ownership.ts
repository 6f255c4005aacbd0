// The interface to other servers that hold sessions. The workers of one machine and the servers of a cluster implement
// it. A server without it owns every session. The rest of the server knows other servers only through this interface.
import type { Plane } from './plane.ts';

/** Another server, which owns sessions that this server does not own. */
export interface Owner {
  /** The owner's URL, http://host:port, as this server reaches it. */
  readonly url: string;
  /** forward: this server passes the request on. redirect: this server tells the client the URL (status 307). */
  readonly how: 'forward' | 'redirect';
}

/** A value that is known at once, or a promise of it. */
export type Soon<T> = T | Promise<T>;

export interface Ownership {
  /**
   * Returns the server that owns a session; undefined means this server. Throws HttpError when no server can answer
   * now.
   */
  ownerOf(id: string, plane: Plane | 'control'): Soon<Owner | undefined>;
  /**
   * Returns the server for a name that a client gave to its place at a session; undefined means this server. A name
   * always leads to one server.
   */
  ownerOfName(name: string): Soon<Owner | undefined>;
  /**
   * Returns the server for new sessions; undefined means this server. `start` identifies sessions that begin alike and
   * can share answers. The servers at the silent URLs have just failed to answer.
   */
  placeFor(start: string, count: number, silent: readonly string[]): Soon<Owner | undefined>;
  /** Returns all live servers but this one, so that lists and metrics can cover all servers. */
  others(): Soon<readonly Owner[]>;
  /** Fetches an environment, by name or hash, from another server. Gives false when no server has it. */
  bring?(nameOrHash: string): Promise<boolean>;
  /** Returns the base URL of this server for the client of a request. The URLs of sessions begin with it. */
  baseOf(request: { readonly protocol: string; readonly host: string }): string;
}
