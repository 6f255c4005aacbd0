// npm run measure:mutants [-- BLOCKS SEED]: tests with Stryker how many mutants (spoiled lines) of envs/verification
// and envs/program the tests notice. The sample is blocks of three lines, chosen by the digest of file, line and seed.
// The tests are those of test/support/mutation-config.ts. Writes docs/mutation-figures.md.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../envs/values/hash.ts';

const LINES = 3;
const FOLDERS = ['envs/verification', 'envs/program'];
const SHOWN = 40;
const root = fileURLToPath(new URL('../', import.meta.url));
const [blocks = 20, seed = 1] = process.argv.slice(2).map(Number);

interface Place {
  readonly line: number;
  readonly column: number;
}
interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'CompileError' | 'Ignored';
  readonly location: { readonly start: Place; readonly end: Place };
}
interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[]; readonly source: string }>>;
}

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
    // texts are not changed, because only people read them
    mutator: { excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // a slow test on a busy machine must not count as failed, so the limit is long; Stryker finds endless loops without
    // it, by counting their turns
    timeoutMS: 600_000,
    ignorePatterns: ['/docs/images', '/studio', '/out', '/dist'],
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    tempDirName: '.stryker-tmp',
    // Stryker would rewrite the tsconfig with an old interface of the compiler, which this version lacks. A missing
    // file avoids that.
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
const { files } = JSON.parse(readFileSync(report, 'utf8')) as Report;
rmSync(dir, { recursive: true, force: true });

const counted = (mutants: readonly Mutant[], ...statuses: Mutant['status'][]): number =>
  mutants.filter((each) => statuses.includes(each.status)).length;
const line = (name: string, mutants: readonly Mutant[]): string => {
  const killed = counted(mutants, 'Killed', 'Timeout');
  const left = counted(mutants, 'Survived');
  const uncovered = counted(mutants, 'NoCoverage');
  const total = killed + left + uncovered;
  return `| ${name} | ${total} | ${killed} | ${left} | ${uncovered} | ${total === 0 ? '-' : ((100 * killed) / total).toFixed(1)} |`;
};
const of = (folder: string): Mutant[] =>
  Object.entries(files).flatMap(([name, { mutants }]) => (name.startsWith(folder) ? mutants : []));
/** Returns the first line of the original code that a mutant (a spoiled line) replaced. */
function codeAt(source: string, { location: { start, end } }: Mutant): string {
  const text = source.split('\n')[start.line - 1] ?? '';
  return asCode(text.slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined));
}

function asCode(text: string): string {
  const [first = ''] = text.split('\n');
  return `\`${first.length > 60 ? `${first.slice(0, 60)} …` : first}\``;
}

const survivors = Object.entries(files)
  .flatMap(([name, { mutants, source }]) =>
    mutants
      .filter((each) => each.status === 'Survived')
      .map(
        (each) => `- ${name}:${each.location.start.line} ${codeAt(source, each)} -> ${asCode(each.replacement ?? '')}`,
      ),
  )
  .sort((one, other) => (sha256(one) < sha256(other) ? -1 : 1))
  .slice(0, SHOWN);
writeFileSync(
  join(root, 'docs/mutation-figures.md'),
  `# Mutation testing

<!-- Made by npm run measure:mutants. Do not edit. -->

[Stryker](https://stryker-mutator.io) spoils the code in one place at a time; a good suite fails for each. This is a sample: ${blocks} of ${every.length} blocks of ${LINES} lines, chosen by digest with the seed ${seed}. Texts are not spoiled. Tests: those of [mutation-config.ts](../test/support/mutation-config.ts), a part of the suite that runs in a minute; long tests and stories notice more.

| folder | mutants | noticed | survived | not run | score, % |
| --- | --- | --- | --- | --- | --- |
${FOLDERS.map((folder) => line(`\`${folder}\``, of(folder))).join('\n')}
${line('both', FOLDERS.flatMap(of))}

Some that survived, by digest:

${survivors.join('\n')}
`,
);
