// The interface to other servers that have sessions. It has two implementations: the workers of one machine, and the
// servers of a cluster. Without one, the server itself owns every session. The rest of the server uses other servers
// only through this interface.
import type { Plane } from './plane.ts';

/** Another server, which owns sessions that this one does not. */
export interface Owner {
  /** The owner's URL, http://host:port, as this server reaches it. */
  readonly url: string;
  /**
   * With 'forward', this server passes the request on. With 'redirect', it tells the client the other URL (status 307).
   */
  readonly how: 'forward' | 'redirect';
}

/** A value that is known at once, or a promise of it. */
export type Soon<T> = T | Promise<T>;

export interface Ownership {
  /**
   * Returns the server that owns a session, or undefined for this server. Throws an HttpError if no server can answer
   * now.
   */
  ownerOf(id: string, plane: Plane | 'control'): Soon<Owner | undefined>;
  /**
   * Returns the server for a name that a client gave to its place at a session, or undefined for this server. The same
   * name always gives the same server.
   */
  ownerOfName(name: string): Soon<Owner | undefined>;
  /**
   * Returns the server for new sessions, or undefined for this server. `start` is equal for sessions that begin in the
   * same way and can share answers. The servers at the `silent` URLs have just failed to answer.
   */
  placeFor(start: string, count: number, silent: readonly string[]): Soon<Owner | undefined>;
  /** Returns all other live servers, so that lists and metrics can cover every server. */
  others(): Soon<readonly Owner[]>;
  /** Fetches an environment from another server, by name or hash. Resolves to false if no server has it. */
  bring?(nameOrHash: string): Promise<boolean>;
  /**
   * Returns the base URL of this server as the client of a request sees it. The URLs of sessions begin with this text.
   */
  baseOf(request: { readonly protocol: string; readonly host: string }): string;
}
