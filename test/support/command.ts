// Runs a command in the test's process and returns its exit status and its text on stdout and stderr. A test starts a
// process only if it needs one: for signals, pipes or an older Node.
import { vi } from 'vitest';
import { run } from '../../cli/main.ts';

export interface Answer {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export type Callgym = (...args: string[]) => Promise<Answer>;

/** Runs commands in a folder. `env` sets environment variables; undefined removes a variable. */
export function commandsIn(cwd: string, env: Readonly<Record<string, string | undefined>> = {}): Callgym {
  return async (...args) => {
    const before = process.cwd();
    const [stdout, stderr] = [caught(process.stdout), caught(process.stderr)];
    for (const [name, value] of Object.entries({ CALLGYM_TOKEN: undefined, ...env })) vi.stubEnv(name, value);
    process.chdir(cwd);
    try {
      const status = await run(args);
      return { status, stdout: stdout.text(), stderr: stderr.text() };
    } finally {
      process.chdir(before);
      vi.unstubAllEnvs();
      stdout.end();
      stderr.end();
    }
  };
}

function caught(stream: NodeJS.WriteStream): { text(): string; end(): void } {
  const pieces: string[] = [];
  const spy = vi.spyOn(stream, 'write').mockImplementation((piece) => {
    pieces.push(String(piece));
    return true;
  });
  return { text: () => pieces.join(''), end: () => spy.mockRestore() };
}
