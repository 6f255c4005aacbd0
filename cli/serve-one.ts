// Starts one server of `callgym serve`. The server runs in the command's own process or in a worker process.
import { isIP } from 'node:net';
import { pino } from 'pino';
import { liveUsers } from '../agents/server/live-users.ts';
import { episodeHost } from '../agents/server/play-episodes.ts';
import { badInput } from '../envs/errors/gym-error.ts';
import { FACES, facesNamed } from '../envs/server/dialects/dialect-list.ts';
import { MOST_EPISODES } from '../envs/server/dialects/play-one.ts';
import { DEFAULT_LIMITS } from '../envs/server/limits.ts';
import { GymServer, type ServerOptions } from '../envs/server/server.ts';
import { studioPage } from '../studio/page.ts';
import { studio } from '../studio/server/studio.ts';
import { ClusterSeat, readCluster, type ClusterWish } from './cluster-seat.ts';
import type { Invocation } from './command.ts';
import { openTraces, type Traces } from './open-traces.ts';
import { countOfCores, wholeOption } from './options.ts';
import { tasksToServe } from './serve-tasks.ts';

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/;

export interface ServeWish {
  readonly host: string;
  readonly port: number;
  readonly workers: number;
  /** The control token that the user chose. If undefined, a random token is made. */
  readonly token: string | undefined;
  readonly journal: string | undefined;
  readonly cluster: ClusterWish | undefined;
  readonly server: Omit<ServerOptions, 'token' | 'journal' | 'logger'>;
  readonly level: string;
  readonly traces: Traces | undefined;
}

/** The options that differ between the servers of one command. */
export type OwnPart = Pick<ServerOptions, 'token' | 'journal' | 'ownership' | 'sessionLog' | 'answers' | 'mark'>;

export function readServe({ args, options }: Pick<Invocation, 'args' | 'options'>): ServeWish {
  const host = text(options['host']) ?? '127.0.0.1';
  const workers = countOfCores(options, 'workers') ?? 1;
  const token = readToken(host);
  const level = text(options['log']) ?? 'warn';
  if (!(LOG_LEVELS as readonly string[]).includes(level))
    throw badInput({ path: '--log', what: `must be one of ${LOG_LEVELS.join(', ')}` });
  const userUrl = text(options['user-base-url']);
  const tasks = text(options['tasks']);
  const limits = readLimits(options);
  const traces = openTraces(options);
  return {
    host,
    port: wholeOption(options, 'port', 0, 65_535 - (workers === 1 ? 0 : workers)) ?? 8080,
    workers,
    token,
    journal: text(options['journal']),
    cluster: readCluster(options, {
      host,
      token,
      journal: options['journal'],
      dialects: options['dialects'],
    }),
    level,
    traces,
    server: {
      ...(traces === undefined ? {} : { tracing: traces }),
      environments: args,
      ...(tasks === undefined ? {} : { tasks: tasksToServe(args, tasks) }),
      allowOrigins: [
        ...originsOf(text(options['allow-origin'])),
        ...(isIP(host) === 0 && URL.canParse(`http://${host}`) ? [`http://${host}`] : []),
      ],
      fsync: options['fsync'] === true,
      liveUsers: liveUsers(userUrl === undefined ? {} : { baseUrl: userUrl }),
      ...readFaces(options, token === undefined && LOOPBACK.test(host)),
      episodes: episodeHost(),
      plugins: [studio({ page: studioPage })],
      logArguments: options['log-arguments'] === true,
      limits: { ...limits, sessions: Math.ceil(limits.sessions / workers), inFlight: limits.inFlight },
    },
  };
}

export async function seatOf({ cluster, token, server }: ServeWish): Promise<ClusterSeat | undefined> {
  if (cluster === undefined || token === undefined) return undefined;
  return await ClusterSeat.open(cluster, { token, idle: server.limits?.idle ?? DEFAULT_LIMITS.idle });
}

export async function makeServer(wish: ServeWish, own: OwnPart): Promise<GymServer> {
  const base = own.mark === undefined ? null : { worker: own.mark };
  return await GymServer.make({
    ...wish.server,
    ...own,
    logger: pino({ level: wish.level, base }, pino.destination({ dest: 2, sync: false })),
  });
}

function readToken(host: string): string | undefined {
  const given = process.env['CALLGYM_TOKEN'];
  if (given !== undefined && !/^[\w.~+/=-]{16,}$/.test(given))
    throw badInput({
      path: 'CALLGYM_TOKEN',
      what: 'must have 16 characters or more of letters, digits and . _ ~ + / = -',
    });
  if (!LOOPBACK.test(host) && given === undefined)
    throw badInput({
      path: `--host ${host}`,
      what: 'other machines could reach the control plane',
      mend: 'set CALLGYM_TOKEN to a secret of your own',
    });
  return given;
}

function readFaces(options: Invocation['options'], open: boolean): Pick<ServerOptions, 'dialects' | 'faces'> {
  const named =
    text(options['dialects'])
      ?.split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '') ?? [];
  const orsReward = text(options['ors-reward']) ?? 'final';
  if (orsReward !== 'final' && orsReward !== 'running')
    throw badInput({ path: `--ors-reward ${orsReward}`, what: 'must be final or running' });
  const modelUrl = text(options['model-url']);
  if (modelUrl !== undefined && !(URL.canParse(modelUrl) && /^https?:$/.test(new URL(modelUrl).protocol)))
    throw badInput({ path: `--model-url ${modelUrl}`, what: 'is no http:// or https:// URL' });
  return {
    dialects: named.includes('all') ? FACES.map(({ name }) => name) : facesNamed(named).map(({ name }) => name),
    faces: {
      open,
      runningReward: orsReward === 'running',
      ...(modelUrl === undefined ? {} : { model: { baseUrl: modelUrl, name: text(options['model']) ?? 'policy' } }),
      episodes: wholeOption(options, 'max-episodes', 1) ?? MOST_EPISODES,
    },
  };
}

function readLimits(
  options: Invocation['options'],
): Pick<typeof DEFAULT_LIMITS, 'idle' | 'sessions' | 'calls' | 'body' | 'inFlight'> {
  return {
    idle: wholeOption(options, 'idle', 1, DEFAULT_LIMITS.idleMost) ?? DEFAULT_LIMITS.idle,
    sessions: wholeOption(options, 'max-sessions', 1) ?? DEFAULT_LIMITS.sessions,
    calls: wholeOption(options, 'max-calls', 1) ?? DEFAULT_LIMITS.calls,
    body: wholeOption(options, 'max-body', 100) ?? DEFAULT_LIMITS.body,
    inFlight: wholeOption(options, 'max-in-flight', 1) ?? DEFAULT_LIMITS.inFlight,
  };
}

function text(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function originsOf(list: string | undefined): string[] {
  if (list === undefined) return [];
  return list.split(',').map((each) => {
    const url = URL.canParse(each) ? new URL(each) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.origin !== each.replace(/\/$/, ''))
      throw badInput({
        path: '--allow-origin',
        what: `${JSON.stringify(each)} is no origin`,
        mend: 'write it as http://name:port, several with commas',
      });
    return url.origin;
  });
}
