// Writes the files that go with the rows: the manifest with all counts, the requested mixture, the card, and the extra
// files that a format needs.
import { join } from 'node:path';
import { writeWhole } from '../../envs/folder/environment-folder.ts';
import { asJson } from '../../envs/values/json.ts';
import { cardOf } from './card.ts';
import type { DatasetOptions } from './dataset-options.ts';
import type { DatasetReport } from './dataset-report.ts';
import type { Source } from './sources.ts';

export const MANIFEST = 'manifest.json';

export function writeManifest(
  out: string,
  report: DatasetReport,
  sources: readonly Source[],
  options: DatasetOptions,
): void {
  for (const profile of options.profiles) {
    const own = report.files.filter(({ format }) => format === profile.name);
    if (own.length === 0) continue;
    for (const { name, text } of profile.beside?.(own) ?? []) writeWhole(join(out, name), text);
  }
  const origins = new Map<string, string>();
  for (const { environments } of sources) for (const { name, origin } of environments) origins.set(name, origin);
  const manifest = {
    format: 1,
    callgym: options.version,
    seed: options.seed,
    options: asJson({
      phases: options.phases,
      formats: options.profiles.map(({ name }) => name),
      ...options.row,
      mixture: options.mixture,
    }),
    inputs: sources.map(({ file }) => file.split('/').slice(-2).join('/')),
    licence: options.licence ?? 'not stated: the environments and their tool schemas keep their own',
    origins: Object.fromEntries([...origins].sort(([a], [b]) => (a < b ? -1 : 1))),
    ...asJson(report),
  };
  writeWhole(join(out, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  writeWhole(join(out, 'mixture.json'), `${JSON.stringify(options.mixture, null, 2)}\n`);
  writeWhole(join(out, 'README.md'), cardOf(report, manifest, options));
}
