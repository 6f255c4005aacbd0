// The interface of a plugin. A plugin adds routes to every server, and this file declares all that it may use.
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
  /** Returns the base URL of this server as the client of the request sees it. */
  baseOf(request: FastifyRequest): string;
  /** The other servers that have sessions. Undefined if this server is alone. */
  readonly peers: Peers | undefined;
  readonly requests: () => number;
  readonly stopping: () => boolean;
  /** Returns the seconds of the server's clock, by which sessions expire. */
  readonly now: () => number;
}

export type ServerPlugin = (app: FastifyInstance, context: GymContext) => void | Promise<void>;
