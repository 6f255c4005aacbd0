// The demo's last chapters: agents and users play the tasks, the records are judged again, the funnel keeps some.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAgent } from '../agents/agents/agent-list.ts';
import { openLocalGym } from '../agents/http/local-gym.ts';
import { runFunnel } from '../agents/keep/funnel.ts';
import { figuresOf } from '../agents/runs/figures.ts';
import { runEpisodes } from '../agents/runs/run-episodes.ts';
import { RUN_FILES, RunFolder } from '../agents/runs/run-folder.ts';
import { verifyRun } from '../agents/runs/verify-run.ts';
import { openUser } from '../agents/users/user-list.ts';
import type { Episode } from '../envs/values/episode.ts';
import type { Task } from '../envs/values/task.ts';
import type { World } from '../envs/world/world.ts';
import type { Output } from './output.ts';

const TRIALS = 4;
const CONCURRENCY = 16;
const SHOWN = 120;

export interface PlayedDemo {
  readonly episodes: number;
  readonly kept: number;
}

export async function playDemo(
  output: Output,
  environments: readonly { readonly dir: string; readonly world: World; readonly tasks: readonly Task[] }[],
): Promise<PlayedDemo> {
  const place = mkdtempSync(join(tmpdir(), 'callgym-demo-'));
  const gym = await openLocalGym(environments);
  try {
    const user = await openUser('scripted', {});
    const runs: string[] = [];
    let episodes = 0;
    for (const name of ['oracle', 'noisy:0.5']) {
      output.progress(`playing as ${name}`);
      const agent = await openAgent(name, {});
      const out = join(place, name.replace(':', '-'));
      const folder = RunFolder.open(out, { head: { agent: agent.about, seed: 1 }, environments });
      const started = output.seconds();
      await runEpisodes(gym.client, folder, {
        environments,
        agent,
        user,
        trials: TRIALS,
        seed: 1,
        concurrency: CONCURRENCY,
        clock: () => output.seconds(),
      });
      const took = output.seconds() - started;
      const figures = figuresOf(folder.outcomes());
      folder.finish(figures);
      folder.close();
      episodes += folder.count;
      runs.push(out);
      const hat = figures['pass_hat'] as Record<string, number>;
      output.line(
        `   ${name.padEnd(9)} ${folder.count} episodes over HTTP, ${Math.round(folder.count / took)} a second; pass^1 ${hat['1']?.toFixed(2)}, pass^${TRIALS} ${hat[TRIALS]?.toFixed(2)}`,
      );
    }
    show(output, runs[0] ?? '');
    const verified = runs.map((run) => verifyRun(run));
    output.line(
      `   judged again from their folders alone: ${verified.reduce((sum, { agree }) => sum + agree, 0)} of ${episodes} verdicts agree`,
    );
    const report = runFunnel(runs, join(place, 'kept.jsonl'), { best: 2 });
    output.line(
      `   the funnel: ${report.stages.map(({ name, kept }) => `${name.replace('_', ' ')} ${kept}`).join(' -> ')}`,
    );
    return { episodes, kept: report.kept };
  } finally {
    await gym.close();
    rmSync(place, { recursive: true, force: true });
  }
}

/** One short conversation. */
function show(output: Output, run: string): void {
  const lines = readFileSync(join(run, RUN_FILES.episodes), 'utf8').trimEnd().split('\n');
  const episode = lines
    .map((line) => JSON.parse(line) as Episode)
    .find(({ messages, steps }) => steps.length > 1 && messages.length > 7 && messages.length < 14);
  for (const { role, content, tool_calls } of episode?.messages ?? []) {
    const text =
      tool_calls === undefined
        ? content
        : tool_calls.map((call) => `${call.function.name}(${call.function.arguments})`).join(', ');
    output.line(output.dim(`     ${role.padEnd(9)} ${text.length <= SHOWN ? text : `${text.slice(0, SHOWN - 1)}…`}`));
  }
}
