// The work of the processes of `dataset --jobs N`: reads a range of lines, or writes one side of a phase in some
// formats. Each process parses the same command line as the command.
import { DatasetWork } from '../../agents/datasets/dataset-hands.ts';
import type { Looked, LookItem } from '../../agents/datasets/look-at-lines.ts';
import { openSource } from '../../agents/datasets/sources.ts';
import type { WriteItem, WrittenItem } from '../../agents/datasets/write-rows.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import { readDatasetOptions } from '../dataset-setting.ts';
import { requiredOption } from '../options.ts';
import type { Job } from './job.ts';

export interface DatasetJobSetup {
  readonly args: readonly string[];
  readonly options: JsonObject;
  /** The folder into which the dataset is written until it is complete. */
  readonly draft: string;
}

export type DatasetItem =
  | { readonly kind: 'look'; readonly item: LookItem }
  | { readonly kind: 'write'; readonly item: WriteItem };

export type DatasetJob = Job<DatasetJobSetup, DatasetItem, Looked | WrittenItem>;

export const datasetJob: DatasetJob = {
  async open({ args, options, draft }) {
    const given = options as Record<string, string | boolean | undefined>;
    const read = await readDatasetOptions(given, requiredOption(given, 'out', 'for example --out out/data'));
    const work = new DatasetWork(args.map(openSource), draft, read);
    return { do: (task) => (task.kind === 'look' ? work.look(task.item) : work.write(task.item)) };
  },
};
