// Reads files of recorded calls. A line holds either all calls of a task, or one call that is made after some of the
// task's calls.
import { badInput } from '../../envs/errors/gym-error.ts';
import { readJsonLines } from '../../envs/folder/environment-folder.ts';
import { checkedAs, isJsonObject, type JsonObject } from '../../envs/values/json.ts';
import type { Operation } from './documents.ts';
import type { Tau2Task } from './read-tasks.ts';

/** A call of the other implementation, with its answer and the changes that it made. */
export interface RecordedCall {
  readonly requestor?: 'assistant' | 'user';
  readonly name: string;
  readonly arguments: JsonObject;
  readonly error?: boolean;
  readonly content?: string;
  readonly db_diff?: readonly Operation[] | null;
  readonly user_db_diff?: readonly Operation[] | null;
  readonly generated_ids?: readonly string[];
  readonly variant?: string;
}

export interface ReplayLine {
  readonly task_id: string;
  readonly initial_state?: Tau2Task['initial_state'];
  readonly calls: readonly RecordedCall[];
}

/** One call that is made after the first expected calls of a task. */
export interface ProbeLine extends RecordedCall {
  readonly base_task_id: string;
  readonly n_preceding_gold_calls: number;
  readonly preceding_calls?: readonly RecordedCall[];
  readonly initial_state?: Tau2Task['initial_state'];
}

export function readReplays(files: readonly string[]): {
  readonly replays: readonly ReplayLine[];
  readonly probes: readonly ProbeLine[];
} {
  const replays: ReplayLine[] = [];
  const probes: ProbeLine[] = [];
  for (const file of files)
    // numbers stay as they are written: 2.0 stays 2.0
    readJsonLines(file, (line, place) => {
      if (!isJsonObject(line)) throw badInput({ file: place, what: 'is no recording' });
      if (Array.isArray(line['calls']) && 'task_id' in line) replays.push(checkedAs<ReplayLine>(line));
      else if ('base_task_id' in line && typeof line['name'] === 'string') probes.push(checkedAs<ProbeLine>(line));
      else
        throw badInput({
          file: place,
          what: 'is no recording',
          mend: 'a line has task_id and calls, or base_task_id and one call',
        });
    });
  return { replays, probes };
}
