// Starts a Redis for tests if redis-server is installed, and otherwise uses the Redis on this machine. Without both,
// tests that need Redis are skipped with a message.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const LOCAL_PORT = 6379;
const PORTS = { from: 20_000, count: 12_000 };
const MOST_ATTEMPTS = 20;

/** The reason why tests cannot use Redis, or undefined if they can. */
export const NO_REDIS: string | undefined = (() => {
  if (spawnSync('redis-server', ['--version']).status === 0) return undefined;
  const local = spawnSync(process.execPath, [
    '-e',
    `require('node:net').connect(${LOCAL_PORT},'127.0.0.1').on('connect',()=>process.exit(0)).on('error',()=>process.exit(1))`,
  ]);
  return local.status === 0 ? undefined : 'no redis-server is on the path and none answers on 127.0.0.1:6379';
})();

if (NO_REDIS !== undefined) process.stderr.write(`SKIPPED, tests of clusters and queues: ${NO_REDIS}\n`);

export interface TestRedis {
  readonly url: string;
  /** Kills the server and starts it again on the same files and port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** True if the test started the Redis server and may stop it. */
  readonly own: boolean;
}

let count = 0;

/** Returns a Redis for one test. A server that the test started ends with the test. */
export async function testRedis(): Promise<TestRedis> {
  count += 1;
  const cluster = `test-${process.pid}-${count}`;
  if (spawnSync('redis-server', ['--version']).status !== 0)
    return {
      url: `redis://127.0.0.1:${LOCAL_PORT}?cluster=${cluster}`,
      own: false,
      restart: () => Promise.reject(new Error('not our own Redis')),
      stop: () => Promise.resolve(),
    };
  const dir = mkdtempSync(join(tmpdir(), 'callgym-redis-'));
  const { port, server: first } = await beginSomewhere(dir);
  let server = first;
  const stop = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  onTestFinished(async () => {
    await stop();
    rmSync(dir, { recursive: true, force: true });
  });
  return {
    url: `redis://127.0.0.1:${port}?cluster=${cluster}`,
    own: true,
    stop,
    async restart() {
      await stop();
      server = await begin(port, dir);
    },
  };
}

/**
 * Starts a server on a free port. The ports of this range are never given to programs that let the operating system
 * choose one.
 */
async function beginSomewhere(dir: string): Promise<{ readonly port: number; readonly server: ChildProcess }> {
  for (let attempt = 0; ; attempt++) {
    const port = PORTS.from + ((process.pid * 17 + count * 5 + attempt) % PORTS.count);
    const server = await begin(port, dir).catch((error: unknown) => {
      if (attempt === MOST_ATTEMPTS) throw error;
    });
    if (server !== undefined) return { port, server };
  }
}

async function begin(port: number, dir: string): Promise<ChildProcess> {
  const options = { port, bind: '127.0.0.1', dir, save: '', appendonly: 'yes', appendfsync: 'always' };
  const server = spawn(
    'redis-server',
    Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let said = '';
  // waits for this server's own message, because another server may already answer on the port
  for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (!said.includes('Ready to accept connections')) continue;
    server.stdout.resume();
    return server;
  }
  throw new Error(`redis-server does not start: ${said.slice(-300)}`);
}
