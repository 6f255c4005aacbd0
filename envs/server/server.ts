// The HTTP server: it offers environments as simulated APIs. Each protocol is a plugin that uses sessions. This file
// combines the plugins, opens and closes the server, and ends idle sessions.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { constants } from 'node:http2';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { Journal, type Restored } from '../session/journal.ts';
import type { Task } from '../values/task.ts';
import type { SessionLog } from '../session/session-log.ts';
import { SessionStore } from '../session/session-store.ts';
import { makeAjv } from '../values/validator.ts';
import { AllowedHosts } from './allowed-hosts.ts';
import { Capabilities } from './capabilities.ts';
import { clientBase } from './client-base.ts';
import { facesNamed } from './dialects/dialect-list.ts';
import type { FaceContext, FaceOptions } from './dialects/face.ts';
import { EnvironmentShelf } from './environment-shelf.ts';
import type { GymContext, ServerPlugin } from './plugin.ts';
import type { EpisodeHost } from './episode-host.ts';
import { errorAnswer, HttpError } from './http-errors.ts';
import { holdAnswers, type Answers } from './hold-answers.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { leadToOwner, type LeadTo } from './lead-to-owner.ts';
import type { LiveUserHost } from './live-user.ts';
import { Metrics } from './metrics.ts';
import type { Ownership } from './ownership.ts';
import { Peers } from './peers.ts';
import { readPlainBody, textOfBody } from './read-body.ts';
import { refuseBytes } from './refuse-bytes.ts';
import { Seats } from './seat/seats.ts';
import { ServedRoutes } from './served-routes.ts';
import { ServedSessions } from './served-sessions.ts';
import { traceRequests, type Tracing } from './trace-requests.ts';
import { monotonicSeconds } from './wall-clock.ts';
import { agentPlane } from './plugins/agent-plane.ts';
import { consolePages } from './plugins/console-pages.ts';
import { controlPlane } from './plugins/control-plane.ts';
import { mcpDialect } from './plugins/mcp-dialect.ts';
import { openPages } from './plugins/open-pages.ts';
import { originDialect } from './plugins/origin-dialect.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** True if printing the body and parsing it again gives the same value. */
    plainBody: boolean;
  }
}

export interface ServerOptions {
  readonly environments: readonly string[];
  /** Tasks by the environment's name. They replace the tasks in the environment's folder. */
  readonly tasks?: ReadonlyMap<string, readonly Task[]>;
  /** Plays the users of sessions. If undefined, sessions have no simulated users. */
  readonly liveUsers?: LiveUserHost;
  /** The token for training code. If undefined, a random token is made. */
  readonly token?: string;
  readonly limits?: Partial<Limits>;
  /**
   * Origins (http://name:port) from which pages may send requests. Their host names are allowed as names of this server
   * too.
   */
  readonly allowOrigins?: readonly string[];
  /** A file that keeps the sessions across restarts. */
  readonly journal?: string;
  readonly fsync?: boolean;
  /** Stores the logs of sessions in another place than a file. */
  readonly sessionLog?: SessionLog;
  /** Holds answers back until the logs of sessions are stored safely. */
  readonly answers?: Answers;
  readonly logger?: FastifyBaseLogger;
  /** If true, the server's own log shows the arguments of calls. */
  readonly logArguments?: boolean;
  /** The names of the trainers' protocols that the server offers. */
  readonly dialects?: readonly string[];
  readonly faces?: FaceOptions;
  /** Plays whole episodes with a language model. If undefined, the server plays none. */
  readonly episodes?: EpisodeHost;
  /** Further plugins. Each gets its own Fastify scope, so that its hooks do not affect other routes. */
  readonly plugins?: readonly ServerPlugin[];
  /** Tells which server owns a session. If undefined, this server owns every session. */
  readonly ownership?: Ownership;
  /** The first byte of the ids that this server makes. With it, an id shows which server made it. */
  readonly mark?: number;
  /** Makes a trace span for each request and each statement. */
  readonly tracing?: Tracing;
  /** If true, sessions share answers that must be equal anyway, to save work. Benchmarks set this to false. */
  readonly shareAnswers?: boolean;
  /** The largest number of SQLite connections of one environment. */
  readonly pool?: number;
  /** Returns the seconds of a clock that never goes back. Tests set this clock by hand. */
  readonly now?: () => number;
  /** Milliseconds between two searches for idle sessions. */
  readonly sweepEvery?: number;
}

/** The plugins of every server. To add one, add a file in plugins/ and its name here. */
const PLUGINS: readonly ServerPlugin[] = [openPages, controlPlane, agentPlane, originDialect, mcpDialect, consolePages];

/**
 * The number of environments that are opened before the server is ready. Others are opened when they are first used.
 */
const OPENED_AT_START = 16;
const DEFAULT_POOL = 64;
const BACKLOG = 4_096;
const KEEP_ALIVE_MS = 75_000;
const DRAIN_MS = 10_000;

export class GymServer {
  readonly app: FastifyInstance;
  readonly sessions: ServedSessions;
  readonly shelf: EnvironmentShelf;
  readonly token: string;
  readonly capabilities: Capabilities;
  readonly restored: Restored;
  private readonly journal: Journal | undefined;
  private readonly store: SessionStore;
  readonly metrics: Metrics;
  private readonly sweeping: NodeJS.Timeout;
  private readonly ownership: Ownership | undefined;
  private lead: LeadTo | undefined;
  private door: Server | undefined;
  private inFlight = 0;

  private constructor(options: ServerOptions, app: FastifyInstance, routes: ServedRoutes) {
    const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
    const now = options.now ?? monotonicSeconds;
    this.app = app;
    this.capabilities = new Capabilities(options.token, options.mark);
    this.token = this.capabilities.token;
    this.journal =
      options.journal === undefined ? undefined : new Journal(options.journal, { fsync: options.fsync === true });
    this.store = new SessionStore(options.sessionLog ?? this.journal, { memo: options.shareAnswers !== false });
    this.shelf = new EnvironmentShelf(options.environments, {
      keep: limits.openEnvironments,
      pool: options.pool ?? DEFAULT_POOL,
      inUse: (world) => this.sessions.uses(world),
      tasks: options.tasks,
      observe: options.tracing?.statements.observe,
    });
    this.sessions = new ServedSessions({
      store: this.store,
      journal: this.journal,
      shelf: this.shelf,
      capabilities: this.capabilities,
      limits,
      now,
    });
    this.metrics = new Metrics(limits, {
      sessions: () => this.sessions.size,
      inFlight: () => this.inFlight,
      environments: () => this.shelf.size,
      environmentsOpen: () => this.shelf.openCount,
      ended: () => this.sessions.totals,
      sessionsOf: () => [...this.sessions.users].map(([{ environment }, count]) => [environment.name, count] as const),
    });
    if (this.shelf.size <= OPENED_AT_START) for (const name of this.shelf.names()) this.shelf.find(name);
    this.restored = this.journal?.restore(this.store, (hash, name) => this.shelf.findHash(hash, name)) ?? {
      restored: 0,
      expired: 0,
      unknown: [],
      left: [],
    };
    this.sessions.adopt();
    this.sweeping = setInterval(
      () => this.sessions.sweep(),
      options.sweepEvery ?? Math.min(15_000, (limits.idle * 1000) / 4),
    );
    this.sweeping.unref();
    this.ownership = options.ownership;
    if (options.tracing !== undefined) traceRequests(app, options.tracing);
    this.guard(limits, now, routes);
    if (options.answers !== undefined) holdAnswers(this.app, options.answers);
  }

  get requests(): number {
    return this.inFlight;
  }

  /** Makes a server without a port, which answers only through `app.inject`. `listen` opens a port. */
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
      // some agents of NeMo Gym put a prefix for their rollout before every path; this line removes the prefix
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

  /** Adds the steps that every request passes first: limits, request ids, parsing of bodies, and the form of errors. */
  private guard(limits: Limits, now: () => number, routes: ServedRoutes): void {
    const { app } = this;
    app.addHook('onRequest', (request, reply, done) => {
      const { busyOnceRead = false, opensSocket = false } = request.routeOptions.config;
      if (!opensSocket) this.inFlight += 1;
      const started = now();
      reply.raw.once('close', () => {
        if (!opensSocket) this.inFlight -= 1;
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
      } else if (this.inFlight > limits.inFlight && !busyOnceRead)
        done(new HttpError('BUSY', { limit: limits.inFlight }));
      else done();
    });
    if (this.ownership !== undefined) this.lead = leadToOwner(app, this.ownership);
    app.removeAllContentTypeParsers();
    app.decorateRequest('plainBody', false);
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
      try {
        if (body.length === 0) return done(null, undefined);
        const { value, plain } = readPlainBody(textOfBody(body as Buffer), limits.depth);
        request.plainBody = plain;
        done(null, value);
      } catch (error) {
        done(error as Error);
      }
    });
    const exact = makeAjv();
    const lenient = makeAjv({ coerceTypes: true, useDefaults: true });
    app.setValidatorCompiler(({ schema, httpPart }) =>
      (httpPart === 'querystring' || httpPart === 'params' ? lenient : exact).compile(schema as object),
    );
    // the usual serializer, which is made from the schema, would change numbers and drop unknown fields
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
      shelf: this.shelf,
      capabilities: this.capabilities,
      metrics: this.metrics,
      limits,
      liveUsers,
      hosts: new AllowedHosts(allowOrigins),
      logArguments,
      baseOf: (request) => this.ownership?.baseOf(request) ?? clientBase(request),
      peers: this.ownership === undefined || this.lead === undefined ? undefined : new Peers(this.ownership, this.lead),
      requests: () => this.inFlight,
      stopping: () => this.sessions.stopping,
      now: options.now ?? monotonicSeconds,
    };
    const { documented } = await import('./plugins/documented.ts');
    await documented(this.app);
    for (const plugin of [...PLUGINS, ...(options.plugins ?? [])])
      await this.app.register(async (scope) => {
        await plugin(scope, context);
      });
    const faces: FaceContext = {
      gym: context,
      seats: new Seats(context, this.restored.left),
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

  async listen(port: number, host: string): Promise<string> {
    // `exclusive` keeps Node from sharing this worker's port with other workers
    await this.app.listen({ port, host, backlog: BACKLOG, exclusive: true });
    const address = this.app.server.address();
    const actual = typeof address === 'object' && address !== null ? address.port : port;
    return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
  }

  /** Answers on a second port too. All workers of one machine share that port. */
  async openDoor(port: number, host: string): Promise<void> {
    const door = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) =>
      this.app.routing(request, response),
    );
    for (const event of ['upgrade', 'clientError'])
      door.on(event, (...given: unknown[]) => this.app.server.emit(event, ...given));
    this.door = door;
    door.listen({ port, host, backlog: BACKLOG });
    await once(door, 'listening');
  }

  /** Refuses new sessions, waits for the requests that are being handled, and closes the journal. */
  async stop(): Promise<void> {
    this.sessions.stopping = true;
    clearInterval(this.sweeping);
    const servers = [this.app.server, ...(this.door === undefined ? [] : [this.door])];
    const impatient = setTimeout(() => servers.forEach((each) => each.closeAllConnections()), DRAIN_MS);
    impatient.unref();
    const closed = this.door === undefined ? undefined : once(this.door.close(), 'close');
    this.door?.closeIdleConnections();
    await this.app.close();
    await closed;
    clearTimeout(impatient);
    for (const session of this.store.all()) this.store.unbind(session);
    this.journal?.close();
    this.shelf.close();
    this.metrics.close();
  }
}
