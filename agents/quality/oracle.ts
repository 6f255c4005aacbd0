// Plays all tasks over HTTP. The oracle (an agent that knows the solution) must pass every task with the scripted user,
// and an agent that does nothing must pass none. Of two twins (nearly equal tasks with different right outcomes), doing
// nothing may pass one, but not both.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QualityCheck } from '../../envs/values/quality.ts';
import { openAgent } from '../agents/agent-list.ts';
import { openUser } from '../users/user-list.ts';
import { runEpisodes } from '../runs/run-episodes.ts';
import { RunFolder } from '../runs/run-folder.ts';
import type { PlayedSubject } from './played-subject.ts';

const CONCURRENCY = 8;
const SHOWN = 10;

export async function oracle({ gym, world, tasks, seed }: PlayedSubject): Promise<QualityCheck> {
  const best = await passes('oracle');
  const idle = await passes('noop');
  const idlePasses = tasks.filter(({ id, twin }) => idle.has(id) && (twin === undefined || idle.has(twin)));
  const missed = tasks.filter(({ id }) => !best.has(id)).map(({ id }) => id);
  return {
    id: 'oracle',
    pass: missed.length === 0 && idlePasses.length === 0,
    figure: {
      episodes: tasks.length,
      oracle_pass: best.size,
      noop_pass: idlePasses.length,
      noop_pass_twins_apart: idle.size,
      missed: missed.slice(0, SHOWN),
    },
    says: `over HTTP with the scripted user the oracle passes ${best.size} of ${tasks.length} (all), a silent agent ${idlePasses.length} (none)`,
  };

  async function passes(name: string): Promise<Set<string>> {
    const dir = mkdtempSync(join(tmpdir(), 'callgym-quality-'));
    try {
      const agent = await openAgent(name, {});
      const user = await openUser('scripted', {});
      const environments = [{ world, tasks }];
      const folder = RunFolder.open(join(dir, 'run'), { head: { agent: name }, environments });
      await runEpisodes(gym.client, folder, { environments, agent, user, trials: 1, seed, concurrency: CONCURRENCY });
      const passed = new Set(
        folder
          .outcomes()
          .filter(({ reward }) => reward === 1)
          .map(({ task }) => task),
      );
      folder.close();
      return passed;
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }
}
