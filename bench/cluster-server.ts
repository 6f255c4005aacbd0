// Starts a server of a cluster in a separate process, for measurements and tests that kill it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
export const TOKEN = 'a-token-for-killed-nodes';
const ENVIRONMENT = 'fixtures/environments/order-desk';

export interface Server {
  readonly child: ChildProcess;
  readonly url: string;
}

export interface ServerWish {
  readonly redis: string;
  readonly lease: number;
  readonly more?: readonly string[];
}

export async function startServer({ redis, lease, more = [] }: ServerWish): Promise<Server> {
  const child = spawn(
    process.execPath,
    [
      'cli/callgym.js',
      'serve',
      ENVIRONMENT,
      '--port',
      '0',
      '--cluster',
      redis,
      '--lease',
      String(lease),
      '--max-calls',
      '1000000',
      ...more,
    ],
    { cwd: root, env: { ...process.env, CALLGYM_TOKEN: TOKEN }, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const died = once(child, 'exit').then(([status]) => {
    throw new Error(`a server does not start: exit status ${String(status)}`);
  });
  const [line] = (await Promise.race([once(child.stdout, 'data'), died])) as [Buffer];
  // the process is killed later on purpose, so its end must not count as an error
  died.catch(() => undefined);
  return { child, url: line.toString().trim() };
}
