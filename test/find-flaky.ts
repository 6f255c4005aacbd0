// npm run test:flaky [-- TIMES LOAD PROJECT]: runs the tests TIMES times while LOAD processes keep all cores busy, laws on
// new samples each time, and names each test that failed in some run. Exit status 1 when there is one. By default ten
// times, a load of eight, `usual`.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Report {
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

const [times = 10, load = 8] = process.argv.slice(2, 4).map(Number);
const project = process.argv[4] ?? 'usual';
const root = fileURLToPath(new URL('../', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'callgym-flaky-'));
const failed = new Map<string, number>();

const busy = Array.from({ length: load }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
try {
  for (let run = 1; run <= times; run++) {
    const file = join(dir, `${run}.json`);
    spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--project',
        project,
        '--mode',
        'flaky',
        '--reporter=json',
        `--outputFile.json=${file}`,
      ],
      { cwd: root, stdio: 'ignore' },
    );
    const { testResults, numTotalTests } = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const names = testResults.flatMap(({ name, status, assertionResults }) => {
      const broken = assertionResults.filter((each) => each.status === 'failed').map(({ fullName }) => fullName);
      // a file that fails before its first test has no tests
      return (broken.length === 0 && status === 'failed' ? ['the file itself'] : broken).map(
        (test) => `${name.slice(root.length)}: ${test}`,
      );
    });
    for (const name of names) failed.set(name, (failed.get(name) ?? 0) + 1);
    process.stdout.write(`run ${run} of ${times}: ${numTotalTests} tests, ${names.length} failed\n`);
  }
} finally {
  for (const each of busy) each.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
}
for (const [name, count] of failed) process.stdout.write(`${count} of ${times}  ${name}\n`);
process.exitCode = failed.size > 0 ? 1 : 0;
