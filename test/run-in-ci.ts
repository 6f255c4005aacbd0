// node test/run-in-ci.ts [--record] [FILES]: runs all tests for .ci/run. A file with a failure runs a second time,
// alone and after the others, because the machine may have been busy. A test that passes only then is named just before
// the last line, so that a person repairs it. The last line is `N passed, N failed`. --record stores the seconds of
// each file; later runs begin with the longest files.
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';

interface Ran {
  readonly passed: number;
  readonly failed: readonly string[];
  readonly seconds: number;
}

/** If more files than this fail, the failures are not accidental, and no file runs a second time. */
const MOST_FILES = 5;
const root = fileURLToPath(new URL('../', import.meta.url));
/** The file with the seconds of each test file. test/support/longest-first.ts reads it. */
const SECONDS = fileURLToPath(new URL('support/seconds.json', import.meta.url));

/**
 * Runs the matching test files and returns the figures of each. A file counts as one failed test if its process died or
 * an error occurred outside of its tests.
 */
async function run(
  filters: readonly string[],
  options: { readonly maxWorkers?: number } = {},
): Promise<Map<string, Ran>> {
  const vitest = await startVitest('test', [...filters], { mode: 'all', run: true, root, ...options });
  const told = new Map<string, Ran>();
  for (const module of vitest.state.getTestModules()) {
    const tests = [...module.children.allTests()];
    const failed = tests.filter((each) => each.result().state === 'failed').map(({ fullName }) => fullName);
    // a process that died leaves tests without a result
    const unfinished = !module.ok() || tests.some((each) => each.result().state === 'pending');
    told.set(relative(root, module.moduleId), {
      passed: tests.filter((each) => each.result().state === 'passed').length,
      failed: failed.length === 0 && unfinished ? ['the file itself'] : failed,
      seconds: (module.diagnostic().collectDuration + module.diagnostic().duration) / 1000,
    });
  }
  for (const error of vitest.state.getUnhandledErrors()) {
    const { VITEST_TEST_PATH: path } = error as { readonly VITEST_TEST_PATH?: string };
    const file = path === undefined ? 'no file' : relative(root, path);
    const { passed = 0, failed = [], seconds = 0 } = told.get(file) ?? {};
    // an error without a file comes from a process that died, whose file is reported above, or is a fault of the whole
    // run
    const isTold = path === undefined ? [...told.values()].some((each) => each.failed.length > 0) : failed.length > 0;
    if (!isTold) told.set(file, { passed, failed: ['an error outside of its tests'], seconds });
  }
  await vitest.close();
  return told;
}

const filters = process.argv.slice(2).filter((each) => each !== '--record');
const ran = await run(filters);
if (process.argv.includes('--record')) {
  const known = JSON.parse(readFileSync(SECONDS, 'utf8')) as Record<string, number>;
  for (const [file, { seconds }] of ran) known[file] = Math.ceil(seconds);
  const kept = Object.entries(known).filter(([file]) => filters.length > 0 || ran.has(file));
  const sorted = Object.fromEntries(kept.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(SECONDS, `${JSON.stringify(sorted, null, 2)}\n`);
}
const broken = [...ran].filter(([, { failed }]) => failed.length > 0);
const again: string[] = [];
if (broken.length <= MOST_FILES)
  for (const [file, { failed }] of broken) {
    process.stdout.write(`\n${file} is run once more, alone\n`);
    const second = (await run([file], { maxWorkers: 1 })).get(file);
    if (second === undefined) continue;
    ran.set(file, second);
    const mended = failed.filter((name) => !second.failed.includes(name));
    again.push(...mended.map((name) => `passed only when it was run again: ${file}: ${name}`));
  }
const all = [...ran.values()];
const failures = all.flatMap(({ failed }) => failed).length;
const passed = all.reduce((sum, each) => sum + each.passed, 0);
const lines = [...again, `${passed} passed, ${failures} failed`];
process.stdout.write(`\n${lines.join('\n')}\n`, () => process.exit(failures === 0 && passed > 0 ? 0 : 1));
