// npm run measure:mutants [-- BLOCKS SEED], by default 60 blocks and seed 1: measures with Stryker how many mutants
// (copies of the code with one changed line) of envs/verification and envs/program the tests notice. The sample
// consists of blocks of three lines, chosen by the digest of file, line and seed. The tests are those of
// test/support/mutation-config.ts. Writes docs/mutation-figures.md.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../envs/values/hash.ts';
import { mutationPage, type MutationReport } from './mutation-page.ts';

const LINES = 3;
const FOLDERS = ['envs/verification', 'envs/program'];
const root = fileURLToPath(new URL('../', import.meta.url));
const [blocks = 60, seed = 1] = process.argv.slice(2).map(Number);

const every = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
).flatMap((file) => {
  const { length } = readFileSync(join(root, file), 'utf8').split('\n');
  return Array.from({ length: Math.floor(length / LINES) }, (_each, at) => ({ file, from: at * LINES + 1 }));
});
const chosen = every
  .map((block) => ({ ...block, key: sha256(`${seed} ${block.file} ${block.from}`) }))
  .sort((one, other) => (one.key < other.key ? -1 : 1))
  .slice(0, blocks);

const dir = mkdtempSync(join(tmpdir(), 'callgym-mutants-'));
const config = join(dir, 'stryker.json');
const report = join(dir, 'report.json');
writeFileSync(
  config,
  JSON.stringify({
    testRunner: 'vitest',
    vitest: { configFile: 'test/support/mutation-config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner'],
    mutate: chosen.map(({ file, from }) => `${file}:${from}-${from + LINES - 1}`),
    // string literals are not changed, because most are texts for people
    mutator: { excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // the limit is long, so that a slow test on a busy machine does not count as failed; Stryker finds endless loops in
    // another way, by counting their turns
    timeoutMS: 120_000,
    // Node removes the types when it loads a file, so type errors do not matter
    disableTypeChecks: false,
    ignorePatterns: ['/docs/images', '/studio', '/out', '/dist'],
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    tempDirName: '.stryker-tmp',
    // Stryker would rewrite the tsconfig with an old interface of the compiler that this version lacks; a file that
    // does not exist prevents this
    tsconfigFile: 'none.json',
    allowEmpty: true,
  }),
);
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', config],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
if (status !== 0) throw new Error(`Stryker ended with ${String(status)}`);
const { files } = JSON.parse(readFileSync(report, 'utf8')) as MutationReport;
rmSync(dir, { recursive: true, force: true });

writeFileSync(
  join(root, 'docs/mutation-figures.md'),
  mutationPage(
    files,
    FOLDERS,
    `${blocks} of ${every.length} blocks of ${LINES} lines, chosen by digest with the seed ${seed}`,
  ),
);
