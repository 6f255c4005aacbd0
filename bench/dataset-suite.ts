// Measures how fast training files are written in each format, with both phases, checks and digests. The floor (the
// least possible cost) of each format is to read, parse and write the same episodes unchanged.
import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAgent } from '../agents/agents/agent-list.ts';
import { USUAL_DATASET } from '../agents/datasets/dataset-options.ts';
import { makeDataset } from '../agents/datasets/make-dataset.ts';
import { PROFILES } from '../agents/datasets/profile-list.ts';
import { openLocalGym } from '../agents/http/local-gym.ts';
import { eachLine } from '../agents/runs/lines.ts';
import { runEpisodes } from '../agents/runs/run-episodes.ts';
import { RUN_FILES, RunFolder } from '../agents/runs/run-folder.ts';
import { openUser } from '../agents/users/user-list.ts';
import { openEnvironment } from '../envs/folder/environment-folder.ts';
import { makeTasks } from '../generator/tasks/make-tasks.ts';
import { result, type BenchResult } from './measure.ts';
import { environmentPath, TAPE_ENVIRONMENTS } from './tape.ts';

const TASKS = 40;
const EPISODES = 6000;
const FORMATS = { openai: '', trl: 'messages', llamafactory: '', verl: 'sft' } as const;

const seconds = (start: bigint): number => Number(process.hrtime.bigint() - start) / 1e9;

export async function benchDatasets(): Promise<BenchResult[]> {
  const place = mkdtempSync(join(tmpdir(), 'callgym-bench-'));
  try {
    const input = await manyEpisodes(place);
    const floor = EPISODES / copied(input, join(place, 'copy'));
    const rates: BenchResult[] = [];
    for (const [name, output] of Object.entries(FORMATS)) {
      const found = PROFILES.find((profile) => profile.name === name);
      if (found === undefined) throw new Error(`no format ${name}`);
      const start = process.hrtime.bigint();
      const { rows } = await makeDataset([input], join(place, name), {
        ...USUAL_DATASET,
        phases: [1],
        profiles: [{ ...found, outputs: found.outputs.filter((each) => each.name === output) }],
        version: '',
      });
      rates.push(result(`dataset.rows.${name}`, rows.phase1 / seconds(start), '/s', floor));
    }
    const slowest = rates.toSorted((a, b) => a.value - b.value)[0] as BenchResult;
    return [{ ...slowest, name: 'dataset.rows', tool: slowest.name.replace('dataset.rows.', '') }, ...rates];
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Plays some episodes, and copies them under other names. */
async function manyEpisodes(place: string): Promise<string> {
  const environments = TAPE_ENVIRONMENTS.map((name) => {
    const dir = environmentPath(name);
    const world = openEnvironment(dir);
    return { dir, world, tasks: makeTasks(world, { count: TASKS, seed: 1, existing: [] }).tasks };
  });
  const gym = await openLocalGym(environments);
  const folder = RunFolder.open(join(place, 'played'), { head: { seed: 1 }, environments });
  try {
    await runEpisodes(gym.client, folder, {
      environments,
      agent: await openAgent('oracle', {}),
      user: await openUser('scripted', {}),
      trials: 2,
      seed: 1,
      concurrency: 16,
    });
    folder.finish({});
  } finally {
    folder.close();
    await gym.close();
    for (const { world } of environments) world.close();
  }
  const out = join(place, 'many');
  mkdirSync(out);
  cpSync(folder.dir, out, { recursive: true });
  const lines = readFileSync(join(folder.dir, RUN_FILES.episodes), 'utf8').trimEnd().split('\n');
  const to = openSync(join(out, RUN_FILES.episodes), 'w');
  for (let made = 0; made < EPISODES; made++) {
    const line = lines[made % lines.length] as string;
    writeSync(to, `${line.replace('{"id":"', `{"id":"${Math.floor(made / lines.length)}-`)}\n`);
  }
  closeSync(to);
  return out;
}

function copied(input: string, out: string): number {
  const start = process.hrtime.bigint();
  const to = openSync(out, 'w');
  eachLine(join(input, RUN_FILES.episodes), (text) => {
    writeSync(to, `${JSON.stringify(JSON.parse(text))}\n`);
  });
  closeSync(to);
  return seconds(start);
}
