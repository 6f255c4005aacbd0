// callgym serve: environments as simulated APIs over HTTP, until it is told to stop.
import { once } from 'node:events';
import { isIP } from 'node:net';
import { pino } from 'pino';
import { badInput } from '../../envs/errors/gym-error.ts';
import { episodeHost } from '../../agents/server/play-episodes.ts';
import { FACES, facesNamed } from '../../envs/server/dialects/dialect-list.ts';
import { MOST_EPISODES } from '../../envs/server/dialects/play-one.ts';
import { liveUsers } from '../../agents/server/live-users.ts';
import { GymServer } from '../../envs/server/server.ts';
import { DEFAULT_LIMITS } from '../../envs/server/limits.ts';
import type { Command } from '../command.ts';
import { wholeOption } from '../options.ts';

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/;

export const serveCommand: Command = {
  name: 'serve',
  usage: 'serve ENV… [--port 8080] [--host 127.0.0.1]',
  about:
    'Serves environments over HTTP: native API, original REST paths, MCP. The URL goes to stdout when it is ready.',
  args: { least: 1 },
  options: {
    port: { type: 'string', value: 'N', about: '8080; 0 picks a free one' },
    host: { type: 'string', value: 'HOST', about: '127.0.0.1; any other needs CALLGYM_TOKEN' },
    journal: { type: 'string', value: 'FILE', about: 'keeps sessions across restarts' },
    fsync: { type: 'boolean', about: 'the journal also waits for the disk' },
    idle: { type: 'string', value: 'SECONDS', about: `when idle sessions end; ${DEFAULT_LIMITS.idle}` },
    'max-sessions': { type: 'string', value: 'N', about: String(DEFAULT_LIMITS.sessions) },
    'max-calls': { type: 'string', value: 'N', about: `calls of one session; ${DEFAULT_LIMITS.calls}` },
    'max-body': { type: 'string', value: 'BYTES', about: String(DEFAULT_LIMITS.body) },
    'max-in-flight': { type: 'string', value: 'N', about: `requests at once; ${DEFAULT_LIMITS.inFlight}` },
    log: { type: 'string', value: 'LEVEL', about: `${LOG_LEVELS.join(', ')}; warn. debug tells every request` },
    'user-base-url': { type: 'string', value: 'URL', about: 'of models that play live users; OPENAI_BASE_URL' },
    'allow-origin': {
      type: 'string',
      value: 'O,…',
      about: 'pages that may talk to MCP endpoints, and names of this server, as http://name:port',
    },
    dialects: {
      type: 'string',
      value: 'D,…',
      about: `faces for trainers: ${FACES.map(({ name }) => name).join(', ')}; all`,
    },
    'ors-reward': {
      type: 'string',
      value: 'WHEN',
      about: 'final, or running: each answer carries what it is worth so far',
    },
    'model-url': {
      type: 'string',
      value: 'URL',
      about: 'the model that plays whole episodes where a request names none',
    },
    model: { type: 'string', value: 'NAME', about: 'its name; policy' },
    'max-episodes': { type: 'string', value: 'N', about: `whole episodes at once; ${MOST_EPISODES}` },
    'log-arguments': { type: 'boolean', about: 'logs the arguments of calls too, at info' },
  },
  examples: [
    'callgym serve fixtures/environments/order-desk',
    'CALLGYM_TOKEN=… callgym serve envs/* --host 0.0.0.0 --journal out/sessions.jsonl',
  ],
  async run({ args, options, output }) {
    const host = text(options['host']) ?? '127.0.0.1';
    const port = wholeOption(options, 'port', 0, 65_535) ?? 8080;
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
    const level = text(options['log']) ?? 'warn';
    if (!(LOG_LEVELS as readonly string[]).includes(level))
      throw badInput({ path: '--log', what: `must be one of ${LOG_LEVELS.join(', ')}` });
    const journal = text(options['journal']);
    const allowOrigins = originsOf(text(options['allow-origin']));
    const userUrl = options['user-base-url'];
    const named =
      text(options['dialects'])
        ?.split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '') ?? [];
    const dialects = named.includes('all') ? FACES.map(({ name }) => name) : facesNamed(named).map(({ name }) => name);
    const orsReward = text(options['ors-reward']) ?? 'final';
    if (orsReward !== 'final' && orsReward !== 'running')
      throw badInput({ path: `--ors-reward ${orsReward}`, what: 'must be final or running' });
    const modelUrl = text(options['model-url']);
    if (modelUrl !== undefined && !URL.canParse(modelUrl))
      throw badInput({ path: `--model-url ${modelUrl}`, what: 'is no URL' });
    const server = await GymServer.make({
      environments: args,
      ...(given === undefined ? {} : { token: given }),
      ...(journal === undefined ? {} : { journal }),
      allowOrigins: [
        ...allowOrigins,
        ...(isIP(host) === 0 && URL.canParse(`http://${host}`) ? [`http://${host}`] : []),
      ],
      fsync: options['fsync'] === true,
      liveUsers: liveUsers(typeof userUrl === 'string' ? { baseUrl: userUrl } : {}),
      dialects,
      faces: {
        open: given === undefined && LOOPBACK.test(host),
        runningReward: orsReward === 'running',
        userModels: typeof userUrl === 'string',
        ...(modelUrl === undefined ? {} : { model: { baseUrl: modelUrl, name: text(options['model']) ?? 'policy' } }),
        episodes: wholeOption(options, 'max-episodes', 1) ?? MOST_EPISODES,
      },
      episodes: episodeHost(),
      logArguments: options['log-arguments'] === true,
      logger: pino({ level, base: null }, pino.destination({ dest: 2, sync: false })),
      limits: {
        idle: wholeOption(options, 'idle', 1, DEFAULT_LIMITS.idleMost) ?? DEFAULT_LIMITS.idle,
        sessions: wholeOption(options, 'max-sessions', 1) ?? DEFAULT_LIMITS.sessions,
        calls: wholeOption(options, 'max-calls', 1) ?? DEFAULT_LIMITS.calls,
        body: wholeOption(options, 'max-body', 100) ?? DEFAULT_LIMITS.body,
        inFlight: wholeOption(options, 'max-in-flight', 1) ?? DEFAULT_LIMITS.inFlight,
      },
    });
    let url: string;
    try {
      url = await server.listen(port, host);
    } catch (error) {
      await server.stop();
      const { code, message } = error as NodeJS.ErrnoException;
      throw badInput({
        path: `--port ${port}`,
        what: code === 'EADDRINUSE' ? 'is taken' : message,
        mend: code === 'EADDRINUSE' ? 'name another, or 0 for any free one' : 'name another host or port',
      });
    }
    if (given === undefined) process.stderr.write(`control token: ${server.token}\n`);
    const { restored, expired, unknown } = server.restored;
    if (restored + expired + unknown.length > 0)
      process.stderr.write(
        `journal: ${restored} sessions live, ${expired} swept ones on disk, ${unknown.length} of environments that are not served\n`,
      );
    if (given === undefined)
      for (const name of server.library.names().slice(0, 3))
        process.stderr.write(`play by hand: ${url}/console/${name}#token=${server.token}\n`);
    if (output.json) process.stdout.write(`${JSON.stringify({ url, token: server.token })}\n`);
    else process.stdout.write(`${url}\n`);
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    process.stderr.write('stopping\n');
    await server.stop();
    return {};
  },
};

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
