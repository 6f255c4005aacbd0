// Divides the work of a dataset into items, so that one or several processes can do them. The number of processes does
// not change the files.
import type { DatasetOptions } from './dataset-options.ts';
import { lookAtLines, type LookHands, type LookItem, type Looked } from './look-at-lines.ts';
import { readTasks } from './read-inputs.ts';
import type { Source } from './sources.ts';
import { writeRows, type WriteHands, type WriteItem, type Writing, type WrittenItem } from './write-rows.ts';

export interface DatasetHands extends LookHands, WriteHands {}

export class DatasetWork {
  private readonly writing: Writing;

  constructor(
    sources: readonly Source[],
    out: string,
    options: DatasetOptions,
    tell: (text: () => string) => void = () => undefined,
  ) {
    this.writing = { out, sources, tasks: readTasks(sources).tasks, options, tell };
  }

  look(item: LookItem): Looked {
    return lookAtLines(item, this.writing.options);
  }

  write(item: WriteItem): WrittenItem {
    return writeRows(item, this.writing);
  }
}

export function ownHands(work: DatasetWork): DatasetHands {
  return {
    count: 1,
    async *look(items) {
      for (const item of items) yield work.look(item);
    },
    async *write(items) {
      for (const item of items) yield work.write(item);
    },
  };
}
