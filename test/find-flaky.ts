// npm run test:flaky [-- WAVES COPIES WORKERS PROJECT]: runs the tests under the load of other tests. In each wave,
// COPIES runs take place at the same time, each with WORKERS processes, and property tests draw new samples. Prints
// each test that failed in some run, with its message; the exit status is then 1. The default is three waves of four
// runs of `usual` with two processes each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Report {
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface Failure {
  readonly name: string;
  readonly message: string;
}

const [waves = 3, copies = 4, workers = 2] = process.argv.slice(2, 5).map(Number);
const project = process.argv[5] ?? 'usual';
const root = fileURLToPath(new URL('../', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'callgym-flaky-'));
const NODE_COMPILE_CACHE = join(dir, 'compiled');

/** Runs the tests once, with a separate folder for temporary files. */
async function run(name: string): Promise<{ tests: number; failures: Failure[] }> {
  const file = join(dir, `${name}.json`);
  const TMPDIR = join(dir, name);
  mkdirSync(TMPDIR);
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      project,
      '--mode',
      'flaky',
      '--no-cache',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    {
      cwd: root,
      stdio: 'ignore',
      env: { ...process.env, TMPDIR, NODE_COMPILE_CACHE, VITEST_MAX_WORKERS: `${workers}` },
    },
  );
  await once(child, 'exit');
  rmSync(TMPDIR, { recursive: true, force: true });
  if (!existsSync(file)) return { tests: 0, failures: [{ name: 'the run itself', message: 'it left no report' }] };
  const { testResults, numTotalTests } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const failures = testResults.flatMap(({ name: path, status, message, assertionResults }) => {
    const broken = assertionResults
      .filter((each) => each.status === 'failed')
      .map(({ fullName, failureMessages: [first = ''] }) => ({ test: fullName, message: first }));
    // a file that fails before its first test lists no tests
    return (broken.length === 0 && status === 'failed' ? [{ test: 'the file itself', message }] : broken).map(
      (each) => ({ name: `${path.slice(root.length)}: ${each.test}`, message: each.message }),
    );
  });
  return { tests: numTotalTests, failures };
}

const failed = new Map<string, string[]>();
let clean = 0;
try {
  process.stdout.write(
    `${waves} waves of ${copies} runs at once, ${workers} processes each: a load of ${copies * workers}\n`,
  );
  for (let wave = 1; wave <= waves; wave++) {
    const runs = await Promise.all(Array.from({ length: copies }, (_each, at) => run(`wave-${wave}-run-${at + 1}`)));
    for (const [at, { tests, failures }] of runs.entries()) {
      for (const { name, message } of failures) failed.set(name, [...(failed.get(name) ?? []), message]);
      if (failures.length === 0) clean += 1;
      process.stdout.write(`wave ${wave} of ${waves}, run ${at + 1}: ${tests} tests, ${failures.length} failed\n`);
    }
    const [, load = 0] = loadavg();
    process.stdout.write(`the machine's load over five minutes was ${load.toFixed(1)}\n`);
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}
for (const [name, messages] of failed)
  process.stdout.write(`\n${messages.length} of ${waves * copies}  ${name}\n${messages[0]?.slice(0, 2000) ?? ''}\n`);
process.stdout.write(`\n${clean} of ${waves * copies} runs are clean\n`);
process.exitCode = failed.size > 0 ? 1 : 0;
