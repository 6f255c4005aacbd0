// Makes datasets in tests, with default values for the options that a test does not set.
import { USUAL_DATASET, type DatasetOptions } from '../../agents/datasets/dataset-options.ts';
import type { DatasetReport } from '../../agents/datasets/dataset-report.ts';
import { makeDataset } from '../../agents/datasets/make-dataset.ts';
import { PROFILES } from '../../agents/datasets/profile-list.ts';

export function datasetIn(
  inputs: readonly string[],
  out: string,
  formats: string,
  more: Partial<DatasetOptions> = {},
): Promise<DatasetReport> {
  return makeDataset(inputs, out, {
    ...USUAL_DATASET,
    profiles: formats.split(',').map((name) => PROFILES.find((profile) => profile.name === name)!),
    version: '0.0.0',
    ...more,
  });
}
