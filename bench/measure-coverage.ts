// npm run measure:coverage [-- all]: runs the tests of `npm test`, or all tests, and writes docs/coverage.md: the share
// of lines and branches that ran, folder by folder. Code that runs in processes started by tests is not counted.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Count {
  readonly total: number;
  readonly covered: number;
}
type Summary = Readonly<Record<string, { readonly lines: Count; readonly branches: Count }>>;

const PARTS = ['envs', 'generator', 'agents', 'studio/server', 'cli'];
const root = fileURLToPath(new URL('../', import.meta.url));
const all = process.argv[2] === 'all';
const dir = mkdtempSync(join(tmpdir(), 'callgym-coverage-'));

const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...(all ? ['--mode', 'all'] : ['--project', 'usual']),
    '--coverage.enabled',
    '--coverage.reporter=json-summary',
    `--coverage.reportsDirectory=${dir}`,
    '--coverage.reportOnFailure',
    ...PARTS.map((part) => `--coverage.include=${part}/**/*.ts`),
  ],
  { cwd: root, stdio: 'inherit' },
);
const summary = JSON.parse(readFileSync(join(dir, 'coverage-summary.json'), 'utf8')) as Summary;
rmSync(dir, { recursive: true, force: true });

const folders = new Map<string, { files: number; lines: Count[]; branches: Count[] }>();
for (const [file, { lines, branches }] of Object.entries(summary)) {
  if (file === 'total') continue;
  const [part = '', next = '', ...rest] = relative(root, file).split('/');
  const name = rest.length === 0 ? part : `${part}/${next}`;
  const folder = folders.get(name) ?? { files: 0, lines: [], branches: [] };
  folder.files += 1;
  folder.lines.push(lines);
  folder.branches.push(branches);
  folders.set(name, folder);
}

function share(counts: readonly Count[]): string {
  const total = counts.reduce((sum, each) => sum + each.total, 0);
  const covered = counts.reduce((sum, each) => sum + each.covered, 0);
  return total === 0 ? '-' : ((100 * covered) / total).toFixed(1);
}

const rows = [...folders]
  .sort(([one], [other]) => one.localeCompare(other, 'en'))
  .map(([name, { files, lines, branches }]) => `| \`${name}\` | ${files} | ${share(lines)} | ${share(branches)} |`);
const every = [...folders.values()];
writeFileSync(
  join(root, 'docs/coverage.md'),
  `# Coverage, folder by folder

<!-- Made by npm run measure:coverage. Do not edit. -->

The share of lines and branches that run in ${all ? '`npm run test:all`' : '`npm test`'}${status === 0 ? '' : ', of which some failed'}. Code that runs in processes started by tests is not counted.

| folder | files | lines, % | branches, % |
| --- | --- | --- | --- |
${rows.join('\n')}
| all | ${every.reduce((sum, { files }) => sum + files, 0)} | ${share(every.flatMap(({ lines }) => lines))} | ${share(every.flatMap(({ branches }) => branches))} |
`,
);
process.exitCode = status ?? 1;
