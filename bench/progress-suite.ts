// Measures the cost of asking after each call how far a session has come, compared with the cost of judging the
// session. It also measures the cost of making eight copies (forks) of a session at step 20, in the store and over
// HTTP.
import { openEnvironment } from '../envs/folder/environment-folder.ts';
import { GymServer } from '../envs/server/server.ts';
import { SessionStore } from '../envs/session/session-store.ts';
import { judge } from '../envs/verification/judge.ts';
import { ProgressMeter } from '../envs/verification/progress.ts';
import { beginTask, goldScript, play } from '../envs/verification/script.ts';
import { makeTasks } from '../generator/tasks/make-tasks.ts';
import { mean, median, microseconds, result, type BenchResult } from './measure.ts';
import { environmentPath, loadTape, TAPE_ENVIRONMENTS } from './tape.ts';

const TASKS = 12;
const GROUP = 8;
const STEP = 20;
const TIMES = 200;

export async function benchProgress(): Promise<BenchResult[]> {
  const asked: number[] = [];
  const judged: number[] = [];
  for (const name of TAPE_ENVIRONMENTS) {
    const world = openEnvironment(environmentPath(name));
    const { tasks } = makeTasks(world, { count: TASKS, seed: 1, existing: [] });
    for (const task of tasks) {
      const { log, messages } = play(world, task, goldScript(world, task));
      const store = new SessionStore();
      const session = beginTask(store, world, task);
      const meter = new ProgressMeter(world, task);
      meter.at(store, session, { messages });
      for (const { by, name: tool, arguments: args } of log.slice(1)) {
        store.call(session, { by, name: tool, arguments: args });
        asked.push(microseconds(() => void meter.at(store, session, { messages })));
        const now = store.log(session);
        judged.push(microseconds(() => void judge(world, task, now, { messages })));
      }
      store.close(session);
    }
    world.close();
  }
  return [result('progress.call', mean(asked), 'µs', mean(judged)), ...(await benchGroups())];
}

async function benchGroups(): Promise<BenchResult[]> {
  const world = openEnvironment(environmentPath('order-desk'));
  const tape = loadTape('order-desk');
  const store = new SessionStore();
  const session = store.create({ id: 'origin', world, seed: 1 });
  for (let at = 0; at < STEP; at++) store.call(session, tape[at] ?? { by: 'agent', name: 'none', arguments: {} });
  let made = 0;
  const stored: number[] = [];
  for (let time = 0; time < TIMES; time++)
    stored.push(
      microseconds(() => {
        for (let at = 0; at < GROUP; at++) store.fork(session, STEP, `fork ${made++}`);
      }),
    );
  world.close();
  return [result('session.fork8', median(stored), 'µs'), result('http.fork8', median(await overHttp()), 'ms')];
}

async function overHttp(): Promise<number[]> {
  const server = await GymServer.make({ environments: [environmentPath('order-desk')] });
  const url = await server.listen(0, '127.0.0.1');
  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${server.token}` };
    const answer = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as { id: string };
  };
  const { id } = await post('/sessions', { environment: 'order-desk' });
  for (const { by, name, arguments: args } of loadTape('order-desk').slice(0, STEP))
    await post(`/sessions/${id}/calls`, { by, name, arguments: args });
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const began = process.hrtime.bigint();
    await post(`/sessions/${id}/fork`, { step: STEP, count: GROUP });
    times.push(Number(process.hrtime.bigint() - began) / 1e6);
  }
  await server.stop();
  return times;
}
