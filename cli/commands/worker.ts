// callgym worker: takes episodes from a queue and plays them, until a signal stops the command. Other commands put the
// episodes into the queue.
import { once } from 'node:events';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { QueueDoor } from '../../agents/queue/queue-door.ts';
import { QueueWorker } from '../../agents/queue/queue-worker.ts';
import type { Command } from '../command.ts';
import { openTraces, TRACES_OPTION } from '../open-traces.ts';
import { requiredOption, wholeOption } from '../options.ts';
import { counted } from '../output.ts';

const USUAL_CONCURRENCY = 8;
const MOST = 1_000_000;

export const workerCommand: Command = {
  name: 'worker',
  usage: 'worker --queue URL',
  about:
    'Plays episodes that `run --queue` put into a queue, on as many machines as there are workers. Environments are fetched by their hash.',
  args: { least: 0, most: 0 },
  options: {
    queue: { type: 'string', value: 'URL', about: 'redis://… as in run --queue' },
    concurrency: { type: 'string', value: 'N', about: `episodes at once; ${USUAL_CONCURRENCY}` },
    rate: {
      type: 'string',
      value: 'N',
      about: 'episodes begun a minute by all workers together, for the sake of a model endpoint',
    },
    'environment-cache': { type: 'string', value: 'DIR', about: 'fetched environments by hash' },
    ...TRACES_OPTION,
    node: { type: 'string', value: 'ID', about: "this worker's name; host and process" },
  },
  examples: ['callgym worker --queue redis://127.0.0.1:6379 --concurrency 16'],
  async run({ options, output }) {
    const url = requiredOption(options, 'queue', 'for example --queue redis://127.0.0.1:6379');
    const concurrency = wholeOption(options, 'concurrency', 1, 10_000) ?? USUAL_CONCURRENCY;
    const perMinute = wholeOption(options, 'rate', 1, MOST);
    const cache = options['environment-cache'];
    const name = typeof options['node'] === 'string' ? options['node'] : `${hostname()}:${process.pid}`;
    const traces = openTraces(options);
    const door = await QueueDoor.open(url);
    let episodes = 0;
    let passes = 0;
    const worker = await QueueWorker.start(door, {
      cache: typeof cache === 'string' ? cache : join(tmpdir(), 'callgym-environments'),
      concurrency,
      perMinute,
      ...(traces === undefined ? {} : { tracing: traces }),
      name,
      clock: () => output.seconds(),
      tell: (id, reward) => {
        episodes += 1;
        passes += reward ?? 0;
        output.progress(`${id}  reward ${reward ?? '-'}`);
      },
    });
    output.progress(`worker ${name} takes episodes, ${concurrency} at once`);
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    output.progress('finishing the episodes under way');
    await worker.close();
    await traces?.close();
    output.line(`played ${counted(episodes, 'episode')}`);
    return { summary: { episodes, passes } };
  },
};
