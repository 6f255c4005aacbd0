// Starts `callgym serve` as users do, as a process.
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DESK = 'fixtures/environments/order-desk';

export interface Served {
  readonly url: string;
  /** The first line on stdout. */
  readonly line: string;
  readonly child: ChildProcess;
  /** The exit status, even if the process has already ended. */
  readonly exit: Promise<number | null>;
  readonly stderr: () => string;
}

/** Returns the environment variables of this process with the given token, or without a token. */
export function environmentWith(token: string | undefined): NodeJS.ProcessEnv {
  const { CALLGYM_TOKEN: _token, ...rest } = process.env;
  return token === undefined ? rest : { ...rest, CALLGYM_TOKEN: token };
}

/**
 * Serves the order desk on a free port. The process is killed when the test ends. A server that does not start fails
 * the test.
 */
export async function serve(args: readonly string[], token?: string): Promise<Served> {
  const child = spawn(process.execPath, ['cli/callgym.js', 'serve', DESK, '--port', '0', ...args], {
    cwd: ROOT,
    env: environmentWith(token),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let stderr = '';
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  const exit = new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()));
    void exit.then((status) => reject(new Error(`the server ended with ${status}: ${stderr}`)));
  });
  const url = line.startsWith('{') ? (JSON.parse(line) as { url: string }).url : line;
  return { url, line, child, exit, stderr: () => stderr };
}

export function stop({ child, exit }: Served): Promise<number | null> {
  child.kill('SIGTERM');
  return exit;
}
