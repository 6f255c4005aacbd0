// npm run measure:crowds: plays 2,000 NeMo Gym episodes, 96 ORS sessions and 200 OpenEnv sockets against `callgym
// serve`, each group from its own process. Then it kills the processes (SIGKILL) and waits until no session is live. It
// exits with status 1 if a reward is wrong, an answer was a 5xx, or a session does not end.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openEnvironment } from '../envs/folder/environment-folder.ts';
import { makeTasks } from '../generator/tasks/make-tasks.ts';

const CROWDS = { nemo: 2_000, ors: 96, openenv: 200 };
/**
 * The seconds after which an idle session must end. ORS sessions may last longest (90 seconds), because the server
 * looks at them only at intervals.
 */
const IDLE_S = 60;
const MOST_S = 300;

const root = fileURLToPath(new URL('../', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'callgym-crowds-'));
const alive = new Set<ChildProcess>();

function start(args: readonly string[]): ChildProcess {
  const { CALLGYM_TOKEN: _token, ...env } = process.env;
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  alive.add(child);
  return child;
}

async function lineOf(child: ChildProcess): Promise<string> {
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return line.toString();
}

async function sessions(url: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url))).text();
  return Number(/^callgym_sessions (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
}

interface Told {
  readonly face: string;
  readonly episodes: number;
  readonly wrong: number;
  readonly statuses: Readonly<Record<string, number>>;
}

async function measure(): Promise<boolean> {
  const dir = join(work, 'order-desk');
  cpSync(join(root, 'fixtures/environments/order-desk'), dir, { recursive: true });
  const world = openEnvironment(dir);
  const { tasks } = makeTasks(world, { count: 12, seed: 5, existing: [] });
  world.close();
  const file = join(dir, 'tasks.jsonl');
  writeFileSync(file, tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
  const cli = join(root, 'cli/callgym.js');
  const server = start([cli, 'serve', dir, '--port', '0', '--dialects', 'all', '--idle', String(IDLE_S), '--json']);
  const { url } = JSON.parse(await lineOf(server)) as { url: string };
  let good = true;
  for (const [face, count] of Object.entries(CROWDS)) {
    const client = start([join(root, 'bench/crowd-client.ts'), face, String(count), url, file]);
    const told = JSON.parse(await lineOf(client)) as Told;
    const before = await sessions(url);
    client.kill('SIGKILL');
    alive.delete(client);
    const killed = performance.now();
    let left = before;
    while (left > 0 && performance.now() - killed < MOST_S * 1_000) {
      await wait(1_000);
      left = await sessions(url);
    }
    const seconds = Math.round((performance.now() - killed) / 1_000);
    const failed = Object.keys(told.statuses).filter((status) => Number(status) >= 500);
    good &&= told.wrong === 0 && failed.length === 0 && left === 0 && before === count;
    process.stdout.write(
      `${face}: ${told.episodes} episodes, ${told.wrong} wrong rewards, answers ${JSON.stringify(told.statuses)}; ` +
        `${before} live when the client was killed, ${left} live ${seconds} s later\n`,
    );
  }
  return good;
}

function leave(): void {
  for (const child of alive) child.kill('SIGKILL');
  rmSync(work, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    leave();
    process.exit(1);
  });
}
try {
  process.exitCode = (await measure()) ? 0 : 1;
} finally {
  leave();
}
