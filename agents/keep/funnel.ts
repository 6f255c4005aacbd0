// Selects the recorded episodes that are worth training on. The lines of these episodes are copied unchanged, and
// their environments and tasks with them.
import { closeSync, cpSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';
import { FILES, loadTasks, writeWhole } from '../../envs/folder/environment-folder.ts';
import type { Episode } from '../../envs/values/episode.ts';
import type { Task } from '../../envs/values/task.ts';
import { readEpisode } from '../runs/read-episode.ts';
import { eachLine, LineFile } from '../runs/lines.ts';
import { RUN_FILES } from '../runs/run-folder.ts';
import { keyOf, Sieve, type Candidate, type FunnelReport } from './sieve.ts';

export interface FunnelOptions {
  /** The largest number of episodes to keep for one task. If undefined, there is no such limit. */
  readonly best?: number;
  readonly tell?: (done: number) => void;
}

export function runFunnel(runs: readonly string[], out: string, options: FunnelOptions = {}): FunnelReport {
  if (existsSync(join(dirname(out), RUN_FILES.run)))
    throw badInput({
      file: out,
      what: 'lies in a run folder, whose files are a record',
      mend: 'name a place beside it',
    });
  const { report, kept, played } = sift(runs, options);
  write(kept, played, runs, out);
  return report;
}

function sift(
  runs: readonly string[],
  { best, tell }: FunnelOptions,
): { readonly report: FunnelReport; readonly kept: readonly Candidate[]; readonly played: ReadonlyMap<string, Task> } {
  const sieve = new Sieve();
  const played = new Map<string, Task>();
  let total = 0;
  for (const run of runs) {
    const file = join(run, RUN_FILES.episodes);
    if (!existsSync(file))
      throw badInput({ file: run, what: 'is no run folder', mend: 'callgym run … --out DIR makes one' });
    const tasks = new Map(
      loadTasks(join(run, RUN_FILES.tasks)).map((task) => [keyOf(task.environment, task.id), task]),
    );
    eachLine(file, (text, offset, length) => {
      total += 1;
      tell?.(total);
      const place = { file, offset, length };
      let episode: Episode;
      let task: Task | undefined;
      try {
        episode = readEpisode(text, `${file}: byte ${offset}`);
        task = tasks.get(keyOf(episode.environment.hash, episode.task));
        if (task === undefined) throw new Error(`tasks.jsonl lacks task ${episode.task}`);
      } catch (error) {
        return sieve.refuse(place, (error as Error).message);
      }
      sieve.take(episode, task, place);
      played.set(keyOf(task.environment, task.id), task);
    });
  }
  return { ...sieve.result(best), played };
}

/** Writes the kept lines unchanged, and next to them a folder with the environments and tasks of these episodes. */
function write(
  kept: readonly Candidate[],
  played: ReadonlyMap<string, Task>,
  runs: readonly string[],
  out: string,
): void {
  const draft = `${out}.new`;
  try {
    mkdirSync(dirname(out), { recursive: true });
    const to = openSync(draft, 'w');
    for (const [file, own] of Map.groupBy(kept, (each) => each.file)) {
      const lines = new LineFile(file);
      for (const { offset, length } of own) writeSync(to, lines.bytes(offset, length));
      lines.close();
    }
    closeSync(to);
    renameSync(draft, out);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (existsSync(draft)) rmSync(draft, { force: true });
    if (code === undefined) throw error;
    throw badInput({ file: out, what: `cannot be written: ${code}` });
  }
  const folder = environmentsBeside(out);
  for (const hash of new Set(kept.map((each) => each.hash)))
    for (const run of runs) {
      const from = join(run, RUN_FILES.environments, hash);
      if (existsSync(from)) cpSync(from, join(folder, hash), { recursive: true });
    }
  for (const hash of new Set(kept.map((each) => each.hash))) {
    const keys = [...new Set(kept.filter((each) => each.hash === hash).map(({ key }) => key))].sort();
    writeWhole(join(folder, hash, FILES.tasks), keys.map((key) => `${JSON.stringify(played.get(key))}\n`).join(''));
  }
}

/** Returns the path of the folder with the environments: kept.environments for the file kept.jsonl. */
export function environmentsBeside(file: string): string {
  return `${file.replace(/\.jsonl$/, '')}.environments`;
}
