// node bench/profile-call.ts [functions] [warm-up calls] [callgym]: shows with V8's sampling profiler on which parts of
// the code the server spends its processor time. It profiles calls in sessions that share no answers (http.call.alone)
// and, for comparison, a plain echo server.
import { load, ServerProcess, callLists, echoLists, asAgents, CALLS, WARM_UP } from './http-suite.ts';
import type { SelfTime } from './self-times.ts';
import { loadTape, SESSION_LENGTH } from './tape.ts';

const PARTS: readonly (readonly [part: string, is: RegExp])[] = [
  ['V8 garbage', /garbage collector/],
  ['system calls, parser, outside JavaScript', /^native \(program\)/],
  ['SQLite and its driver', /better-sqlite3/],
  ['engine and programs', /envs\/(engine|program|world|sql)\//],
  ['session and log', /envs\/session\//],
  ['values (JSON, hash, validators)', /envs\/values\/|ajv/],
  ['server', /envs\/server\//],
  ['prom-client', /prom-client/],
  [
    'fastify and router',
    /node_modules\/(fastify|find-my-way|avvio|fast-querystring|secure-json-parse|light-my-request|@fastify)/,
  ],
  ['Node: HTTP, net, streams', /^node:|^native/],
];

function partOf({ name, url, parent }: SelfTime): string {
  // a native function counts for the code that calls it; if callgym's SQL code calls it, it belongs to SQLite
  const isDriver = url === '' && /(run-program|connection)\.ts$/.test(parent);
  const place = isDriver ? 'better-sqlite3' : url === '' ? `native ${name} ${parent}` : url;
  return PARTS.find(([, is]) => is.test(place))?.[0] ?? 'other';
}

function tell(title: string, calls: number, cpu: number, found: readonly SelfTime[], top: number): void {
  // the start and the end of the profiler itself are in the profile too, and are left out
  const busy = found.filter(({ name, url }) => name !== '(idle)' && !url.startsWith('node:inspector'));
  const sampled = busy.reduce((sum, each) => sum + each.self, 0);
  const scale = cpu / sampled;
  const parts = new Map<string, number>();
  for (const each of busy) parts.set(partOf(each), (parts.get(partOf(each)) ?? 0) + each.self * scale);
  process.stdout.write(`${title}: ${cpu.toFixed(1)} CPU µs a call (${calls} calls)\n`);
  for (const [part, self] of [...parts].sort(([, a], [, b]) => b - a))
    process.stdout.write(`  ${self.toFixed(2).padStart(7)} µs  ${part}\n`);
  const functions = [...busy].sort((a, b) => b.self - a.self).slice(0, top);
  for (const { name, url, line, self, parent } of functions)
    process.stdout.write(
      `    ${(self * scale).toFixed(2).padStart(6)}  ${name}  ${url.replace(/^.*\/(node_modules|envs)\//, '$1/')}${url === '' ? `from ${parent}` : `:${line}`}\n`,
    );
}

const top = Number(process.argv[2] ?? 0);
const warmUp = Number(process.argv[3] ?? WARM_UP);
const tape = asAgents(loadTape('order-desk'));
const [gym, echo] = await Promise.all([
  ServerProcess.start(process.argv[4] ?? 'callgym-alone'),
  ServerProcess.start('echo'),
]);
try {
  const floor = echoLists(tape);
  await load(echo.url, floor, warmUp, () => echo.cpu());
  await echo.startProfile();
  const { cpu: floorCpu } = await load(echo.url, floor, CALLS, () => echo.cpu());
  tell('echo', CALLS, floorCpu, await echo.endProfile(), top);
  const play = async (calls: number): Promise<{ cpu: number; made: number }> => {
    const lists = await callLists(gym.url, tape, calls, 1, 1);
    const requests = lists.reduce((sum, list) => sum + list.length, 0);
    const made = (requests * SESSION_LENGTH) / (SESSION_LENGTH + 1);
    const { cpu } = await load(gym.url, lists, requests, () => gym.cpu());
    return { cpu: (cpu * requests) / made, made };
  };
  await play(warmUp);
  await gym.startProfile();
  const { cpu, made } = await play(CALLS * 2);
  tell('call alone', made, cpu, await gym.endProfile(), top);
} finally {
  gym.stop();
  echo.stop();
}
