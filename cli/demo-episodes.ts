// The last part of the demo: agents and users play tasks, the records are judged again, failed episodes are repaired,
// good episodes are selected, and training files are written.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAgent } from '../agents/agents/agent-list.ts';
import { USUAL_DATASET } from '../agents/datasets/dataset-options.ts';
import { makeDataset } from '../agents/datasets/make-dataset.ts';
import { PROFILES } from '../agents/datasets/profile-list.ts';
import { openLocalGym } from '../agents/http/local-gym.ts';
import { runFunnel } from '../agents/keep/funnel.ts';
import { mendRun } from '../agents/mend/mend-run.ts';
import { writeReport } from '../agents/report/write-report.ts';
import { figuresOf } from '../agents/runs/figures.ts';
import { runEpisodes } from '../agents/runs/run-episodes.ts';
import { RUN_FILES, RunFolder } from '../agents/runs/run-folder.ts';
import { verifyRun } from '../agents/runs/verify-run.ts';
import { openUser } from '../agents/users/user-list.ts';
import { studioPage } from '../studio/page.ts';
import type { Episode } from '../envs/values/episode.ts';
import type { Task } from '../envs/values/task.ts';
import type { World } from '../envs/world/world.ts';
import type { Output } from './output.ts';
import { readVersion } from './version.ts';
import { counted } from './output.ts';

const TRIALS = 2;
const CONCURRENCY = 16;
const SHOWN = 120;

export interface PlayedDemo {
  readonly episodes: number;
  readonly kept: number;
  readonly rows: { readonly phase1: number; readonly phase2: number };
}

/** The environment that is only for testing. VERTICAL is the environment of phase 2. */
const HELD_OUT = 'bakery_orders';
const VERTICAL = 'order-desk';

export async function playDemo(
  output: Output,
  place: string,
  environments: readonly { readonly dir: string; readonly world: World; readonly tasks: readonly Task[] }[],
): Promise<PlayedDemo> {
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
        `   ${name.padEnd(9)} ${counted(folder.count, 'episode')} over HTTP, ${Math.round(folder.count / took)} a second; pass^1 ${hat['1']?.toFixed(2)}, pass^${TRIALS} ${hat[TRIALS]?.toFixed(2)}`,
      );
    }
    show(output, runs[0] ?? '');
    const verified = runs.map((run) => verifyRun(run));
    output.line(
      `   judged again from their folders alone: ${verified.reduce((sum, { agree }) => sum + agree, 0)} of ${episodes} verdicts agree`,
    );
    const [, noisy = ''] = runs;
    const mended = join(place, 'mended');
    const { repaired, pairs, failed } = await mendRun(noisy, mended);
    output.line(
      `   ${failed} failures mended: ${repaired.corrected} correct themselves, ${repaired.rerouted} go another way, ${pairs} preference pairs`,
    );
    const kept = join(place, 'kept.jsonl');
    writeReport(noisy, join(place, 'report.html'), await studioPage());
    const report = runFunnel([...runs, mended], kept, { best: 2 });
    output.line(
      `   the funnel: ${report.stages.map(({ name, kept }) => `${name.replace('_', ' ')} ${kept}`).join(' -> ')}`,
    );
    output.line(`\n${output.bold('11. What was kept becomes training data of two phases')}`);
    const rows = await dataset(output, [kept, mended], join(place, 'dataset'));
    return { episodes, kept: report.kept, rows };
  } finally {
    await gym.close();
  }
}

async function dataset(output: Output, inputs: readonly string[], out: string): Promise<PlayedDemo['rows']> {
  const profiles = ['openai', 'trl', 'llamafactory', 'verl'];
  const made = await makeDataset(inputs, out, {
    ...USUAL_DATASET,
    profiles: PROFILES.filter(({ name }) => profiles.includes(name)),
    holdout: [HELD_OUT],
    vertical: [VERTICAL],
    version: readVersion(),
  });
  const { rows, test_rows: tests, files, environments } = made;
  output.line(
    `   phase 1, general:  ${counted(rows.phase1, 'row')} of ${counted(environments.train.length, 'environment')}; ${tests.phase1} of ${HELD_OUT}, which is held out, to test`,
  );
  output.line(
    `   phase 2, vertical: ${counted(rows.phase2, 'row')} of ${VERTICAL}; ${tests.phase2} of workflows that are held out, to test`,
  );
  const shared = Object.values(made.leaks).flatMap((phase) => Object.values(phase as Record<string, number>));
  output.line(
    `   tasks, ids, e-mails, names and wishes on both sides of a split: ${shared.reduce((sum, each) => sum + each, 0)}`,
  );
  output.line(`   ${counted(files.length, 'file')} for ${profiles.join(', ')}, with a manifest and a card`);
  return rows;
}

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
