// Runs a server in a separate process, so that its processor time is measured without the client's. The server is
// callgym or, for comparison, a bare Fastify JSON echo with Ajv. It sends its parent process {port} when it listens,
// and {cpu} (microseconds so far) each time that the parent asks.
import Fastify from 'fastify';
import { liveUsers } from '../agents/server/live-users.ts';
import { openEnvironment } from '../envs/folder/environment-folder.ts';
import { FACES } from '../envs/server/dialects/dialect-list.ts';
import { makeTasks } from '../generator/tasks/make-tasks.ts';
import { GymServer } from '../envs/server/server.ts';
import { SelfTimes } from './self-times.ts';
import { environmentPath } from './tape.ts';

const [kind = 'callgym', token = ''] = process.argv.slice(2);

async function listen(): Promise<string> {
  if (kind === 'callgym' || kind === 'callgym-alone') {
    const server = await GymServer.make({
      environments: [environmentPath('order-desk')],
      token,
      shareAnswers: kind === 'callgym',
    });
    return server.listen(0, '127.0.0.1');
  }
  if (kind === 'faces') {
    const dir = environmentPath('order-desk');
    const world = openEnvironment(dir);
    const { tasks } = makeTasks(world, { count: 1, kinds: ['write'], seed: 1, existing: [] });
    world.close();
    const server = await GymServer.make({
      environments: [dir],
      token,
      tasks: new Map([['order-desk', tasks]]),
      liveUsers: liveUsers(),
      dialects: FACES.map(({ name }) => name),
    });
    return server.listen(0, '127.0.0.1');
  }
  const app = Fastify();
  const object = { type: 'object', properties: { name: { type: 'string' }, arguments: { type: 'object' } } };
  app.post('/echo', { schema: { body: { ...object, required: ['name', 'arguments'] } } }, (request) => request.body);
  return app.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
}

const url = await listen();
const profiler = new SelfTimes();
process.on('message', (question) => {
  if (question === 'profile') void profiler.start().then(() => process.send?.({}));
  else if (question === 'profiled') void profiler.end().then((profile) => process.send?.({ profile }));
  else {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system });
  }
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url });
