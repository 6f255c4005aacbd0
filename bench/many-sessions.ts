// Keeps 100,000 live sessions of ten calls each. Prints the memory of one session, and whether 1,000 sessions picked at
// random answer exactly like a session that runs alone.
import { openEnvironment } from '../envs/folder/environment-folder.ts';
import { makeRandom } from '../envs/random.ts';
import { SessionStore, type CallRequest } from '../envs/session/session-store.ts';
import { environmentPath, loadTape } from './tape.ts';

const SESSIONS = Number(process.argv[2] ?? 100_000);
const CALLS = 10;
const PICKED = 1000;

const world = openEnvironment(environmentPath('order-desk'));
const tape = loadTape('order-desk').filter((request) => request.by === 'agent');
const callOf = (session: number, at: number): CallRequest => tape[(session * 7 + at) % tape.length] as CallRequest;
const collect = (): void => (globalThis as { gc?: () => void }).gc?.();

const store = new SessionStore();
for (let at = 0; at < 50; at++) store.call(store.create({ id: `warm ${at}`, world, seed: at }), callOf(at, 0));
collect();
const before = process.memoryUsage().rss;
for (let session = 0; session < SESSIONS; session++) {
  const live = store.create({ id: `s${session}`, world, seed: session });
  for (let at = 0; at < CALLS; at++) store.call(live, callOf(session, at));
}
collect();
const total = process.memoryUsage().rss;

const random = makeRandom(1, 'picked');
let wrong = 0;
for (let picked = 0; picked < Math.min(PICKED, SESSIONS); picked++) {
  const which = random.int(0, SESSIONS - 1);
  const alone = new SessionStore();
  const same = alone.create({ id: 'alone', world, seed: which });
  const live = store.get(`s${which}`);
  const length = live.entries.length;
  for (let at = 0; at < length; at++) alone.call(same, callOf(which, at));
  const answers = [store.call(live, callOf(which, length)), alone.call(same, callOf(which, length))].map((answer) =>
    JSON.stringify(answer),
  );
  if (answers[0] !== answers[1]) wrong += 1;
  alone.close(same);
}
const bytes = (total - before) / SESSIONS;
process.stdout.write(JSON.stringify({ bytes, perGib: Math.floor(2 ** 30 / bytes), total, wrong }));
