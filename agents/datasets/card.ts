// Writes the dataset's card: a page with the contents, the sources, the reasons why episodes were left out, and
// figures.
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { DatasetOptions } from './dataset-options.ts';
import type { DatasetReport } from './dataset-report.ts';

export function cardOf(report: DatasetReport, manifest: JsonObject, options: DatasetOptions): string {
  const { rows, test_rows: tests, files, environments, dropped, without, leaks, overlap } = report;
  const lines: string[] = [
    '---',
    `license: ${options.licence === undefined ? 'other' : options.licence}`,
    'task_categories: [text-generation]',
    'tags: [tool-use, function-calling, agents, synthetic]',
    '---',
    '',
    '# Two-phase tool-use data',
    '',
    `Made by callgym ${options.version}, seed ${options.seed}, from ${report.episodes} recorded episodes. Every row is an episode whose calls were executed and whose outcome was verified.`,
    '',
    '| phase | trains | tests | environments |',
    '| --- | --- | --- | --- |',
  ];
  if (options.phases.includes(1))
    lines.push(
      `| 1, general | ${rows.phase1} | ${tests.phase1} (environments held out) | ${environments.train.length} train, ${environments.holdout.length} held out |`,
    );
  if (options.phases.includes(2))
    lines.push(
      `| 2, vertical | ${rows.phase2} | ${tests.phase2} (workflows held out) | ${environments.vertical.length} |`,
    );
  if (report.tokens !== undefined)
    lines.push('', `Tokens: phase 1 ${report.tokens.phase1}, phase 2 ${report.tokens.phase2}.`);
  lines.push(
    '',
    'What is trained: text and calls of the assistant, never system, user or tool results; messages that are marked as faulty are not, unless asked for. The canonical rows give the reason for every message.',
    '',
    '## Files',
    '',
    '| file | format | phase | side | rows | sha256 |',
    '| --- | --- | --- | --- | --- | --- |',
    ...files.map(
      ({ path, format, output, phase, split, rows: count, sha256 }) =>
        `| ${path} | ${format}${output === '' ? '' : ` ${output}`} | ${phase} | ${split} | ${count} | ${sha256.slice(0, 16)}… |`,
    ),
    '',
    '## Both sides of the split',
    '',
    'Measured on the rows that were written: what of the test side the training side has, too.',
    '',
    '```json',
    JSON.stringify(leaks, null, 2),
    '```',
    '',
    '## Held against benchmarks',
    '',
  );
  if (overlap.length === 0) lines.push('Nothing was named to hold it against (`--against FILE`).');
  else
    lines.push(
      '| against | tools that are the same | wishes that share words | share |',
      '| --- | --- | --- | --- |',
      ...overlap.map(
        ({ against, tools, wishes, share }) =>
          `| ${against} | ${tools.same} of ${tools.ours} | ${wishes.same} of ${wishes.ours} | ${(share * 100).toFixed(2)} % |`,
      ),
    );
  lines.push('', '## Left out', '', ...reasons(dropped));
  for (const [name, own] of Object.entries(without)) lines.push('', `By ${name}:`, '', ...reasons(own));
  lines.push(
    '',
    '## Sources',
    '',
    `Licence: ${String(manifest['licence'])}.`,
    '',
    '| environment | origin |',
    '| --- | --- |',
    ...Object.entries(manifest['origins'] as JsonObject).map(
      ([name, origin]) => `| ${name} | ${String(origin as Json)} |`,
    ),
    '',
  );
  return lines.join('\n');
}

function reasons(counts: Readonly<Record<string, number>>): string[] {
  const all = Object.entries(counts);
  return all.length === 0 ? ['Nothing.'] : all.map(([reason, times]) => `- ${reason}: ${times}`);
}
