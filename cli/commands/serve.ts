// callgym serve: serves environments as simulated APIs over HTTP, until a signal stops the command.
import { once } from 'node:events';
import { badInput } from '../../envs/errors/gym-error.ts';
import { FACES } from '../../envs/server/dialects/dialect-list.ts';
import { MOST_EPISODES } from '../../envs/server/dialects/play-one.ts';
import { DEFAULT_LIMITS } from '../../envs/server/limits.ts';
import { dealJournals } from '../../envs/server/workers/worker-journals.ts';
import { CLUSTER_OPTIONS } from '../cluster-seat.ts';
import type { Command, CommandResult, Invocation } from '../command.ts';
import { listen } from '../listen.ts';
import { TRACES_OPTION } from '../open-traces.ts';
import { LOG_LEVELS, makeServer, readServe, seatOf, type ServeWish } from '../serve-one.ts';
import { supervise, work, workerPlan } from '../serve-workers.ts';

export const serveCommand: Command = {
  name: 'serve',
  usage: 'serve ENV… [--port 8080] [--host 127.0.0.1] [--workers N|auto]',
  about:
    'Serves environments over HTTP: native API, original REST paths, MCP. The URL goes to stdout when it is ready.',
  args: { least: 0 },
  options: {
    port: { type: 'string', value: 'N', about: '8080; 0 picks a free one' },
    host: { type: 'string', value: 'HOST', about: '127.0.0.1; any other needs CALLGYM_TOKEN' },
    workers: {
      type: 'string',
      value: 'N|auto',
      about: 'processes, each with sessions of its own; 1. auto: one a core',
    },
    tasks: { type: 'string', value: 'FILE', about: 'tasks from this file instead of those in the folders' },
    ...CLUSTER_OPTIONS,
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
      about: 'final, or running: each answer carries the reward so far',
    },
    'model-url': {
      type: 'string',
      value: 'URL',
      about: 'the model that plays whole episodes where a request names none',
    },
    model: { type: 'string', value: 'NAME', about: 'its name; policy' },
    'max-episodes': { type: 'string', value: 'N', about: `whole episodes at once; ${MOST_EPISODES}` },
    ...TRACES_OPTION,
    'log-arguments': { type: 'boolean', about: 'logs the arguments of calls too, at info' },
  },
  examples: [
    'callgym serve fixtures/environments/order-desk',
    'callgym serve gallery:bank --tasks tasks.jsonl',
    'CALLGYM_TOKEN=… callgym serve envs/* --host 0.0.0.0 --journal out/sessions.jsonl',
  ],
  async run({ args, options, output }) {
    const wish = readServe({ args, options });
    const plan = workerPlan();
    if (args.length === 0 && wish.cluster === undefined)
      throw badInput({
        path: 'serve',
        what: 'names no environment',
        mend: 'callgym serve ENV; only --cluster needs none',
      });
    if (plan !== undefined) {
      await work(wish, plan);
      return {};
    }
    return wish.workers === 1 ? await serveAlone(wish, output) : await serveWithWorkers(wish, output);
  },
};

async function serveAlone(wish: ServeWish, output: Invocation['output']): Promise<CommandResult> {
  const { token, journal } = wish;
  if (journal !== undefined) dealJournals(journal, 1);
  const seat = await seatOf(wish);
  const server = await makeServer(wish, {
    ...seat?.part,
    ...(token === undefined ? {} : { token }),
    ...(journal === undefined ? {} : { journal }),
  });
  const url = await listen(server, wish.port, wish.host, '0');
  const { restored, expired, unknown } = server.restored;
  if (restored + expired + unknown.length > 0)
    process.stderr.write(
      `journal: ${restored} sessions live, ${expired} swept ones on disk, ${unknown.length} of environments that are not served\n`,
    );
  await seat?.enter(server, url);
  tell(wish, { url, token: server.token, names: server.shelf.names() }, output);
  await Promise.race([stopSignal(), ...(seat === undefined ? [] : [seat.asked])]);
  await (seat === undefined ? server.stop() : seat.leave(server));
  await wish.traces?.close();
  return {};
}

async function serveWithWorkers(wish: ServeWish, output: Invocation['output']): Promise<CommandResult> {
  const serving = await supervise(wish);
  if ('status' in serving) process.exit(serving.status);
  const { url, token, workers, restored } = serving;
  if (restored > 0) process.stderr.write(`journal: ${restored} sessions live\n`);
  process.stderr.write(`workers: ${workers.join(' ')}\n`);
  tell(wish, { url, token, names: [] }, output);
  const status = await Promise.race([stopSignal().then(() => 0 as const), serving.ended]);
  await serving.stop();
  return { status };
}

interface Told {
  readonly url: string;
  readonly token: string;
  readonly names: readonly string[];
}

function tell(wish: ServeWish, { url, token, names }: Told, output: Invocation['output']): void {
  if (wish.token === undefined) {
    process.stderr.write(`control token: ${token}\n`);
    process.stderr.write(`look and play: ${url}/studio/#token=${token}\n`);
    for (const name of names.slice(0, 3)) process.stderr.write(`play by hand: ${url}/console/${name}#token=${token}\n`);
  }
  process.stdout.write(output.json ? `${JSON.stringify({ url, token })}\n` : `${url}\n`);
}

async function stopSignal(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  process.stderr.write('stopping\n');
}
