// The work of tasks --calibrate RUN: writes the difficulty that a run measured into the tasks of environments.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { calibrate } from '../agents/runs/calibrate.ts';
import { readOutcomes, RUN_FILES } from '../agents/runs/run-folder.ts';
import { badInput } from '../envs/errors/gym-error.ts';
import { loadTasks, readJsonFile, writeWhole } from '../envs/folder/environment-folder.ts';
import { asJson, isJsonObject, type JsonObject } from '../envs/values/json.ts';
import type { Output } from './output.ts';
import { counted } from './output.ts';

/**
 * Writes the measured figures into the given files of tasks (`files`), and prints how many tasks are in each band.
 * Throws if no task of any file could be measured.
 */
export function calibrateTasks(files: readonly string[], run: string, output: Output): JsonObject {
  const outcomes = readOutcomes(run);
  const agent = agentOf(run);
  const found = files.map((file) => {
    if (!existsSync(file))
      throw badInput({
        file,
        what: 'is not there',
        mend: 'callgym tasks … --count N makes the tasks of an environment',
      });
    const { tasks, ...counts } = calibrate(loadTasks(file), outcomes, agent);
    writeWhole(file, tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
    const bands = Object.entries(counts.bands)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([band, count]) => `${band} ${count}`);
    output.line(`${output.good('measured')}  ${file}: ${bands.join(', ') || 'none'}`);
    if (counts.unplayed + counts.too_few > 0)
      output.line(
        `  ${counted(counts.unplayed, 'task')} not played in ${run}, ${counts.too_few} with fewer than 8 judged trials`,
      );
    return { file, ...counts };
  });
  if (found.every(({ bands }) => Object.keys(bands).length === 0))
    throw badInput({
      path: '--calibrate',
      what: `${run} has no eight judged trials of any of these tasks`,
      mend: 'callgym run … --trials 8 plays them',
    });
  return { agent, measured: asJson(found) };
}

/**
 * Returns the agent's name in a run, such as "openai:MODEL" or "noisy:0.3": its kind, and its model or rate of
 * mistakes.
 */
function agentOf(run: string): string {
  const file = readJsonFile(join(run, RUN_FILES.run));
  const head = isJsonObject(file) && isJsonObject(file['head']) ? file['head'] : {};
  const about = head['agent'];
  if (!isJsonObject(about)) return String(about ?? 'unknown');
  return [about['kind'], about['model'] ?? about['rate']].filter((part) => part !== undefined).join(':');
}
