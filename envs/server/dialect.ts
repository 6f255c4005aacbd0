// A dialect is a plugin over sessions; this is all that it is given.
import type { FastifyInstance } from 'fastify';
import type { SessionStore } from '../session/session-store.ts';
import type { AllowedHosts } from './allowed-hosts.ts';
import type { Capabilities } from './capabilities.ts';
import type { EnvironmentLibrary } from './environment-library.ts';
import type { Limits } from './limits.ts';
import type { LiveUserHost } from './live-user.ts';
import type { Metrics } from './metrics.ts';
import type { ServedSessions } from './served-sessions.ts';

export interface GymContext {
  readonly store: SessionStore;
  readonly sessions: ServedSessions;
  readonly library: EnvironmentLibrary;
  readonly capabilities: Capabilities;
  readonly limits: Limits;
  readonly metrics: Metrics;
  readonly liveUsers: LiveUserHost | undefined;
  readonly hosts: AllowedHosts;
  readonly logArguments: boolean;
  /** http://host:port as the request's client sees it. */
  baseOf(request: { readonly protocol: string; readonly host: string }): string;
  readonly stopping: () => boolean;
  /** Seconds of the server's clock, for what expires. */
  readonly now: () => number;
}

export type Dialect = (app: FastifyInstance, context: GymContext) => void | Promise<void>;
