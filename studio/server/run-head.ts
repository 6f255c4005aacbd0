// Reads the players of a run from its folder, for the list of runs. The agent's name is empty if the folder does not
// tell it.
import { join } from 'node:path';
import { playerOf } from '../../agents/report/report-data.ts';
import { RUN_FILES } from '../../agents/runs/run-folder.ts';
import { readJsonFile } from '../../envs/folder/environment-folder.ts';
import { isJsonObject, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';

export interface RunHead {
  readonly dir: string;
  readonly agent: string;
  readonly user: string;
  readonly trials: number;
}

export function runHead(dir: string): RunHead {
  const head = headIn(dir);
  const agent = head['agent'];
  const user = head['user'];
  return {
    dir,
    agent: isJsonObject(agent) ? playerOf(agent) : '',
    user: isJsonObject(user) ? playerOf(user) : 'none',
    trials: Number(head['trials'] ?? 1),
  };
}

function headIn(dir: string): JsonObject {
  let read: Json;
  try {
    read = plainJson(readJsonFile(join(dir, RUN_FILES.run)));
  } catch {
    return {};
  }
  const head = isJsonObject(read) ? read['head'] : undefined;
  return isJsonObject(head) ? head : {};
}
