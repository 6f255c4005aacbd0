// The server: environments in, simulated APIs out. Each dialect is a plugin over sessions; this file puts them
// together and owns the lifetime: listen, sweep, drain, journal, close.
import { constants } from 'node:http2';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { Journal } from '../session/journal.ts';
import type { Task } from '../values/task.ts';
import { SessionStore } from '../session/session-store.ts';
import { makeAjv } from '../values/validator.ts';
import { AllowedHosts } from './allowed-hosts.ts';
import { Capabilities } from './capabilities.ts';
import { facesNamed } from './dialects/dialect-list.ts';
import type { FaceContext, FaceOptions } from './dialects/face.ts';
import { EnvironmentLibrary } from './environment-library.ts';
import type { Dialect, GymContext } from './dialect.ts';
import type { EpisodeHost } from './episode-host.ts';
import { errorAnswer, HttpError } from './http-errors.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import type { LiveUserHost } from './live-user.ts';
import { Metrics } from './metrics.ts';
import { readBody } from './read-body.ts';
import { refuseBytes } from './refuse-bytes.ts';
import { Seats } from './seat/seats.ts';
import { ServedRoutes } from './served-routes.ts';
import { ServedSessions } from './served-sessions.ts';
import { monotonicSeconds } from './wall-clock.ts';
import { agentPlane } from './plugins/agent-plane.ts';
import { consolePages } from './plugins/console-pages.ts';
import { controlPlane } from './plugins/control-plane.ts';
import { mcpDialect } from './plugins/mcp-dialect.ts';
import { openPages } from './plugins/open-pages.ts';
import { originDialect } from './plugins/origin-dialect.ts';

export interface ServerOptions {
  /** Environment folders. */
  readonly environments: readonly string[];
  /** Tasks by environment's name, instead of those in its folder. */
  readonly tasks?: ReadonlyMap<string, readonly Task[]>;
  /** Who plays live users; without it sessions have none. */
  readonly liveUsers?: LiveUserHost;
  /** The control plane's token; made at random without. */
  readonly token?: string;
  readonly limits?: Partial<Limits>;
  /** Origins (http://name:port) of pages, and names of this server, that MCP endpoints take beside their own. */
  readonly allowOrigins?: readonly string[];
  /** A file that keeps the sessions across restarts. */
  readonly journal?: string;
  readonly fsync?: boolean;
  readonly logger?: FastifyBaseLogger;
  /** Logs the arguments of calls too. */
  readonly logArguments?: boolean;
  /** Faces for trainers, by name. */
  readonly dialects?: readonly string[];
  readonly faces?: FaceOptions;
  /** Who plays whole episodes. */
  readonly episodes?: EpisodeHost;
  /** Connections per environment. */
  readonly pool?: number;
  /** Seconds of a monotonic clock; tests move it by hand. */
  readonly now?: () => number;
  /** Milliseconds between sweeps. */
  readonly sweepEvery?: number;
}

/** Adding a dialect: a file in plugins/ and a line here. */
const DIALECTS: readonly Dialect[] = [openPages, controlPlane, agentPlane, originDialect, mcpDialect, consolePages];

/** So many environments are opened before the server is ready; more are opened when first used. */
const OPENED_AT_START = 16;
const DEFAULT_POOL = 64;
const BACKLOG = 4_096;
const KEEP_ALIVE_MS = 75_000;
const DRAIN_MS = 10_000;

export class GymServer {
  readonly app: FastifyInstance;
  readonly sessions: ServedSessions;
  readonly library: EnvironmentLibrary;
  readonly token: string;
  readonly capabilities: Capabilities;
  readonly restored: { readonly restored: number; readonly expired: number; readonly unknown: readonly unknown[] };
  private readonly journal: Journal | undefined;
  private readonly store: SessionStore;
  private readonly metrics: Metrics;
  private readonly sweeping: NodeJS.Timeout;
  private inFlight = 0;

  private constructor(options: ServerOptions, app: FastifyInstance, routes: ServedRoutes) {
    const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
    const now = options.now ?? monotonicSeconds;
    this.app = app;
    this.capabilities = new Capabilities(options.token);
    this.token = this.capabilities.token;
    this.journal =
      options.journal === undefined ? undefined : new Journal(options.journal, { fsync: options.fsync === true });
    this.store = new SessionStore(this.journal);
    this.library = new EnvironmentLibrary(options.environments, {
      keep: limits.openEnvironments,
      pool: options.pool ?? DEFAULT_POOL,
      inUse: (world) => this.sessions.uses(world),
      tasks: options.tasks,
    });
    this.sessions = new ServedSessions({
      store: this.store,
      journal: this.journal,
      library: this.library,
      capabilities: this.capabilities,
      limits,
      now,
    });
    this.metrics = new Metrics(limits, {
      sessions: () => this.sessions.size,
      inFlight: () => this.inFlight,
      environments: () => this.library.size,
      environmentsOpen: () => this.library.openCount,
      ended: () => this.sessions.totals,
    });
    if (this.library.size <= OPENED_AT_START) for (const name of this.library.names()) this.library.find(name);
    this.restored = this.journal?.restore(this.store, (hash, name) => this.library.findHash(hash, name)) ?? {
      restored: 0,
      expired: 0,
      unknown: [],
    };
    this.sessions.adopt();
    this.sweeping = setInterval(
      () => this.sessions.sweep(),
      options.sweepEvery ?? Math.min(15_000, (limits.idle * 1000) / 4),
    );
    this.sweeping.unref();
    this.guard(limits, now, routes);
  }

  /** Ready to answer through `app.inject`; `listen` opens a port. */
  static async make(options: ServerOptions): Promise<GymServer> {
    const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
    let requests = 0;
    const app: FastifyInstance = Fastify({
      ...(options.logger === undefined ? { logger: false } : { loggerInstance: options.logger }),
      logController: new LogController({ disableRequestLogging: true }),
      bodyLimit: limits.body,
      keepAliveTimeout: KEEP_ALIVE_MS,
      forceCloseConnections: 'idle',
      return503OnClosing: false,
      exposeHeadRoutes: false,
      routerOptions: { maxParamLength: 512 },
      // a rollout's own prefix, which its agent puts before every path
      rewriteUrl: ({ url = '/' }) => url.replace(/^\/ng-rollout\/[^/?]+(?:\/training-token-capture)?(?=\/)/, ''),
      genReqId: (request) => {
        const given = request.headers['x-request-id'];
        requests += 1;
        return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : `r${requests}`;
      },
      clientErrorHandler: (error, socket) => refuseBytes(error, socket, limits.body, routes),
    });
    const routes = new ServedRoutes(app);
    const server = new GymServer(options, app, routes);
    try {
      await server.plug(limits, options);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  /** What every request meets first: limits, request ids, one way to read a body, one way to tell an error. */
  private guard(limits: Limits, now: () => number, routes: ServedRoutes): void {
    const { app } = this;
    app.addHook('onRequest', (request, reply, done) => {
      this.inFlight += 1;
      const started = now();
      reply.raw.once('close', () => {
        this.inFlight -= 1;
        const route = request.routeOptions.url ?? 'none';
        const status = reply.raw.statusCode;
        this.metrics.answered(route, request.method, status, now() - started);
        request.log.debug({ route, method: request.method, status, ms: (now() - started) * 1000 }, 'answered');
      });
      reply.header('x-request-id', request.id);
      if (request.is404) {
        const { error, allow } = routes.refusal(request.method, request.url);
        if (allow !== undefined) reply.header('allow', allow);
        done(error);
      } else if (this.inFlight > limits.inFlight) done(new HttpError('BUSY', { limit: limits.inFlight }));
      else done();
    });
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
      try {
        done(null, body === '' ? undefined : readBody(body as string, limits.depth));
      } catch (error) {
        done(error as Error);
      }
    });
    const exact = makeAjv();
    const lenient = makeAjv({ coerceTypes: true, useDefaults: true });
    app.setValidatorCompiler(({ schema, httpPart }) =>
      (httpPart === 'querystring' || httpPart === 'params' ? lenient : exact).compile(schema as object),
    );
    // results keep their numbers as written, and no declared shape drops a field
    app.setReplySerializer((payload) => JSON.stringify(payload));
    app.setErrorHandler((error, request, reply) => {
      const answer = errorAnswer(error, { id: request.id, bodyLimit: limits.body });
      if (answer.status >= constants.HTTP_STATUS_INTERNAL_SERVER_ERROR && !(error instanceof HttpError))
        request.log.error({ err: error, route: request.routeOptions.url }, 'failed');
      this.metrics.refusedWith(answer.body.error.code);
      if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter);
      if (answer.body.error.code === 'UNAUTHENTICATED') reply.header('www-authenticate', 'Bearer');
      return reply.status(answer.status).type('application/json; charset=utf-8').send(answer.body);
    });
  }

  private async plug(limits: Limits, options: ServerOptions): Promise<void> {
    const { logArguments = false, liveUsers, allowOrigins = [] } = options;
    const context: GymContext = {
      store: this.store,
      sessions: this.sessions,
      library: this.library,
      capabilities: this.capabilities,
      metrics: this.metrics,
      limits,
      liveUsers,
      hosts: new AllowedHosts(allowOrigins),
      logArguments,
      baseOf: ({ protocol, host }) => `${protocol}://${host}`,
      stopping: () => this.sessions.stopping,
      now: options.now ?? monotonicSeconds,
    };
    const { documented } = await import('./plugins/documented.ts');
    await documented(this.app);
    for (const dialect of DIALECTS)
      await this.app.register(async (scope) => {
        await dialect(scope, context);
      });
    const faces: FaceContext = {
      gym: context,
      seats: new Seats(context),
      options: options.faces ?? {},
      episodes: options.episodes,
      root: {},
    };
    for (const face of facesNamed(options.dialects ?? []))
      await this.app.register(async (scope) => {
        await face.plug(scope, faces);
      });
    await this.app.ready();
  }

  /** Its URL. */
  async listen(port: number, host: string): Promise<string> {
    await this.app.listen({ port, host, backlog: BACKLOG });
    const address = this.app.server.address();
    const actual = typeof address === 'object' && address !== null ? address.port : port;
    return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
  }

  /** Takes no new work, lets what is under way end, closes the journal. */
  async stop(): Promise<void> {
    this.sessions.stopping = true;
    clearInterval(this.sweeping);
    const impatient = setTimeout(() => this.app.server.closeAllConnections(), DRAIN_MS);
    impatient.unref();
    await this.app.close();
    clearTimeout(impatient);
    for (const session of this.store.all()) this.store.unbind(session);
    this.journal?.close();
    this.library.close();
    this.metrics.close();
  }
}
