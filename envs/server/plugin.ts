// The interface of a plugin, which adds routes over sessions to every server. This file declares everything that a
// plugin gets.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SessionStore } from '../session/session-store.ts';
import type { AllowedHosts } from './allowed-hosts.ts';
import type { Capabilities } from './capabilities.ts';
import type { EnvironmentShelf } from './environment-shelf.ts';
import type { Limits } from './limits.ts';
import type { LiveUserHost } from './live-user.ts';
import type { Metrics } from './metrics.ts';
import type { Peers } from './peers.ts';
import type { ServedSessions } from './served-sessions.ts';

export interface GymContext {
  readonly store: SessionStore;
  readonly sessions: ServedSessions;
  readonly shelf: EnvironmentShelf;
  readonly capabilities: Capabilities;
  readonly limits: Limits;
  readonly metrics: Metrics;
  readonly liveUsers: LiveUserHost | undefined;
  readonly hosts: AllowedHosts;
  readonly logArguments: boolean;
  /** Returns this server's base URL as the request's client sees it. */
  baseOf(request: FastifyRequest): string;
  /** The other servers that hold sessions; undefined without them. */
  readonly peers: Peers | undefined;
  /** Returns the number of requests under way. */
  readonly requests: () => number;
  readonly stopping: () => boolean;
  /** Returns the time of the server's clock in seconds, for the expiry of sessions. */
  readonly now: () => number;
}

export type ServerPlugin = (app: FastifyInstance, context: GymContext) => void | Promise<void>;
