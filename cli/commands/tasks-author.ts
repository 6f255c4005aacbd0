// callgym tasks --author: a language model writes ideas for stories and other wordings of tasks, at an endpoint or
// through files of questions and answers. The tasks are written only after the model has answered every question.
import { dirname, join } from 'node:path';
import { FILES, openEnvironment } from '../../envs/folder/environment-folder.ts';
import { Waiting, type ModelDoor } from '../../envs/model/model-door.ts';
import { writeTasks, type WrittenTasks } from '../../generator/writer/write-tasks.ts';
import { DOOR_OPTIONS, openDoor, type OpenedDoor } from '../author-door.ts';
import type { Invocation } from '../command.ts';
import { existingIn, type TasksItem, type TasksResult, type TasksSetup } from '../jobs/tasks-job.ts';
import { wholeOption } from '../options.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import { asJson } from '../../envs/values/json.ts';

const IDEAS = 4;
const MOST_IDEAS = 100;

export const WRITER_OPTIONS = {
  author: {
    type: 'string',
    value: 'openai:MODEL|batch:DIR|record',
    about: 'a model writes: ideas for stories, and other words for the tasks; record: from the record alone',
  },
  ideas: { type: 'string', value: 'N', about: `with --author: stories that the model may add (default ${IDEAS})` },
  ...DOOR_OPTIONS,
} as const;

export interface Written {
  /**
   * The tasks of each environment, or the error why there are none, in the order of the environments. Those that still
   * wait for answers are missing.
   */
  readonly results: readonly ({ readonly result: TasksResult } | { readonly error: Error })[];
  /** The number of environments that still wait for answers of the model. If it is not 0, no tasks are written. */
  readonly waiting: number;
  readonly summary: JsonObject;
}

export async function makeWritten(
  { options, output }: Invocation,
  setup: TasksSetup,
  items: readonly TasksItem[],
): Promise<Written> {
  const opened = openDoor(options);
  const ideas = wholeOption(options, 'ideas', 0, MOST_IDEAS) ?? IDEAS;
  const results: ({ result: TasksResult } | { error: Error })[] = [];
  const figures: JsonObject[] = [];
  let waiting = 0;
  for (const item of items) {
    output.progress(`${item.dir}: tasks and questions`);
    try {
      const result = await writtenIn(opened.door, setup, item, ideas);
      results.push({ result });
      figures.push(asJson({ environment: result.environment, ...result.author }));
    } catch (error) {
      if (error instanceof Waiting) waiting += 1;
      else results.push({ error: error as Error });
    }
  }
  return { results, waiting, summary: doorSummary(opened, figures, output) };
}

async function writtenIn(
  door: ModelDoor,
  setup: TasksSetup,
  { dir, file }: TasksItem,
  ideas: number,
): Promise<WrittenTasks & { environment: string }> {
  const world = openEnvironment(dir);
  try {
    const { name } = world.environment;
    const options = { ...setup, existing: existingIn(file, world) };
    return { ...(await writeTasks(world, options, door.open(recordOf(dir, file, name)), ideas)), environment: name };
  } finally {
    world.close();
  }
}

/**
 * Returns the path of the file that records questions and answers: in the environment's folder, or next to the written
 * tasks if they go elsewhere (--out).
 */
function recordOf(dir: string, file: string, name: string): string {
  if (file === join(dir, FILES.tasks)) return join(dirname(file), 'author', 'tasks-record.jsonl');
  return `${file.replace(/\.jsonl$/, '')}.${name}.record.jsonl`;
}

function doorSummary(
  { door, files }: OpenedDoor,
  figures: readonly JsonObject[],
  output: Invocation['output'],
): JsonObject {
  const waits = files?.write();
  if (waits !== undefined) {
    output.line(`${waits.count} requests in ${waits.requests}`);
    output.line(`waiting for ${waits.responses}; run the same command again when it is there. No task is written yet.`);
  }
  const { requests, tokens, cost } = door.spent;
  return asJson({
    requests,
    pending: waits?.count ?? 0,
    ...(waits === undefined ? {} : { requests_file: waits.requests, responses_file: waits.responses }),
    tokens,
    cost,
    environments: figures,
  }) as JsonObject;
}
