// Datasets in tests, with the options that matter there.
import { makeDataset, type DatasetOptions, type DatasetReport } from '../../agents/datasets/make-dataset.ts';
import { PROFILES } from '../../agents/datasets/profile-list.ts';
import { USUAL_ROW } from '../../agents/datasets/row.ts';

export function datasetIn(
  inputs: readonly string[],
  out: string,
  formats: string,
  more: Partial<DatasetOptions> = {},
): Promise<DatasetReport> {
  return makeDataset(inputs, out, {
    phases: [1, 2],
    profiles: formats.split(',').map((name) => PROFILES.find((profile) => profile.name === name)!),
    holdout: undefined,
    vertical: undefined,
    against: [],
    mostOverlap: 0.05,
    mixture: {},
    row: USUAL_ROW,
    seed: 1,
    gzip: false,
    shard: Infinity,
    licence: undefined,
    version: '0.0.0',
    ...more,
  });
}
