// Opens the inputs of a dataset: run folders, run folders that `mend` wrote, and files that `filter` wrote. Each
// input has tasks and environments; some have preference pairs.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';
import { FILES, loadTasks, readJsonFile } from '../../envs/folder/environment-folder.ts';
import { EPISODE_SCHEMA, type Episode } from '../../envs/values/episode.ts';
import { isJsonObject, type Json } from '../../envs/values/json.ts';
import { withLaterParts } from '../../envs/values/older-episode.ts';
import type { Task } from '../../envs/values/task.ts';
import { makeParser } from '../../envs/values/validator.ts';
import { environmentsBeside } from '../keep/funnel.ts';
import { MENDED_FILES } from '../mend/mend-run.ts';
import { RUN_FILES } from '../runs/run-folder.ts';

export interface Source {
  readonly file: string;
  readonly pairs: string | undefined;
  readonly tasks: readonly Task[];
  readonly environments: readonly SourceEnvironment[];
  readonly environmentDir: string;
}

export interface SourceEnvironment {
  readonly hash: string;
  readonly name: string;
  readonly origin: string;
  readonly title: string;
}

export function openSource(input: string): Source {
  if (!existsSync(input))
    throw badInput({ file: input, what: 'is not there', mend: 'a run folder, or what callgym filter kept' });
  if (statSync(input).isDirectory()) {
    const file = join(input, RUN_FILES.episodes);
    if (!existsSync(join(input, RUN_FILES.run)) || !existsSync(file))
      throw badInput({ file: input, what: 'is no run folder', mend: 'callgym run … --out DIR makes one' });
    const pairs = join(input, MENDED_FILES.pairs);
    return {
      file,
      pairs: existsSync(pairs) ? pairs : undefined,
      tasks: loadTasks(join(input, RUN_FILES.tasks)),
      environments: environmentsIn(join(input, RUN_FILES.environments)),
      environmentDir: join(input, RUN_FILES.environments),
    };
  }
  const beside = environmentsBeside(input);
  if (!input.endsWith('.jsonl') || !existsSync(beside))
    throw badInput({
      file: input,
      what: `has no ${beside} beside it`,
      mend: 'callgym filter RUN… --out kept.jsonl writes both; a run folder is named as a folder',
    });
  const environments = environmentsIn(beside);
  return {
    file: input,
    pairs: undefined,
    tasks: environments.flatMap(({ hash }) => {
      const tasks = join(beside, hash, FILES.tasks);
      return existsSync(tasks) ? loadTasks(tasks) : [];
    }),
    environments,
    environmentDir: beside,
  };
}

function environmentsIn(folder: string): SourceEnvironment[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .flatMap((hash) => {
      const file = join(folder, hash, FILES.environment);
      if (!existsSync(file)) return [];
      const head = readJsonFile(file);
      if (!isJsonObject(head)) return [];
      return [{ hash, name: String(head['name']), origin: String(head['origin']), title: String(head['title']) }];
    });
}

const parse = makeParser<Episode>(EPISODE_SCHEMA, 'this is no episode, or of another version');

/** Returns the episode of a line, or the reason why the line is not an episode. */
export function episodeIn(text: string): Episode | string {
  let value: unknown;
  try {
    value = withLaterParts(JSON.parse(text) as Json);
  } catch {
    return 'no JSON';
  }
  try {
    return parse(value, 'this line');
  } catch (error) {
    return (error as Error).message;
  }
}
