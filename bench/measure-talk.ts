// npm run measure:talk -- [ENVIRONMENTS…] [--count N] [--seed N] [--out DIR]: makes tasks for each environment and
// plays them with an agent that knows the solution (the oracle) and the scripted user. It prints the transcript of each
// episode that fails or has odd words. With --out, it keeps all transcripts and the tasks, and a later run takes the
// tasks from there.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openAgent } from '../agents/agents/agent-list.ts';
import { openLocalGym } from '../agents/http/local-gym.ts';
import { talkFaults, type TalkFault } from '../agents/quality/talk-lint.ts';
import { runEpisodes } from '../agents/runs/run-episodes.ts';
import { RunFolder, RUN_FILES } from '../agents/runs/run-folder.ts';
import { openUser } from '../agents/users/user-list.ts';
import { FILES, loadTasks, openEnvironment } from '../envs/folder/environment-folder.ts';
import type { Episode, EpisodeMessage } from '../envs/values/episode.ts';
import type { Task } from '../envs/values/task.ts';
import type { World } from '../envs/world/world.ts';
import { makeTasks } from '../generator/tasks/make-tasks.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: '4711' },
    out: { type: 'string' },
  },
});
const count = Number(values.count);
const seed = Number(values.seed);
const place = mkdtempSync(join(tmpdir(), 'callgym-talk-'));
const dirs = positionals.length > 0 ? positionals : bundled();
/** Returns the folders of the environments that ship with callgym. */
function bundled(): string[] {
  return ['../gallery/', '../fixtures/environments/']
    .map((shelf) => fileURLToPath(new URL(shelf, import.meta.url)))
    .flatMap((shelf) => readdirSync(shelf).map((name) => join(shelf, name)))
    .filter((dir) => existsSync(join(dir, FILES.environment)))
    .sort();
}

const CONCURRENCY = 4;
const RESULT = 160;

function tasksFor(world: World): readonly Task[] {
  const file =
    values.out === undefined ? undefined : join(values.out, `${world.environment.name}-${seed}-${count}.tasks.jsonl`);
  if (file !== undefined && existsSync(file)) {
    const kept = loadTasks(file);
    if (kept.every(({ environment }) => environment === world.hash)) return kept;
  }
  const { tasks } = makeTasks(world, { count, seed, existing: [] });
  if (file !== undefined) writeFileSync(file, tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
  return tasks;
}

async function play(dir: string, world: World, tasks: readonly Task[]): Promise<readonly Episode[]> {
  const environments = [{ dir, world, tasks }];
  const gym = await openLocalGym(environments);
  const out = join(place, world.environment.name);
  const folder = RunFolder.open(out, { head: { agent: 'oracle' }, environments });
  try {
    const agent = await openAgent('oracle', {});
    const user = await openUser('scripted', {});
    await runEpisodes(gym.client, folder, { environments, agent, user, trials: 1, seed, concurrency: CONCURRENCY });
  } finally {
    folder.close();
    await gym.close();
  }
  return readFileSync(join(out, RUN_FILES.episodes), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Episode);
}

function line({ role, content, tool_calls: calls }: EpisodeMessage, at: number): string {
  const called = calls?.map(({ function: { name, arguments: args } }) => `${name}(${args})`).join(' ') ?? '';
  const text = role === 'tool' && content.length > RESULT ? `${content.slice(0, RESULT)}…` : content;
  return `  ${String(at).padStart(3)} ${role.padEnd(9)} ${text}${called}`;
}

function transcript(
  { task, verdict, end_reason: end, messages, agent }: Episode,
  faults: readonly TalkFault[],
): string {
  const why = verdict.failures.map(({ part, message }) => `${part}: ${message}`).join('; ');
  const unearned = agent?.['unearned'] === undefined ? '' : `, unearned ${String(agent?.['unearned'])}`;
  return [
    `## ${task}: ${String(verdict.reward)}, ${end}${unearned}${why === '' ? '' : `, ${why}`}`,
    ...faults.map(({ kind, message, found }) => `  !! ${message} ${kind}: ${found}`),
    ...messages.map(line),
    '',
  ].join('\n');
}

const total = { episodes: 0, failed: 0, odd: 0 };
const kinds = new Map<string, number>();
try {
  if (values.out !== undefined) mkdirSync(values.out, { recursive: true });
  for (const dir of dirs) {
    const world = openEnvironment(dir);
    const tasks = tasksFor(world);
    const episodes = tasks.length === 0 ? [] : await play(dir, world, tasks);
    const texts: string[] = [];
    let failed = 0;
    let odd = 0;
    for (const episode of episodes) {
      const task = tasks.find(({ id }) => id === episode.task);
      const faults = task === undefined ? [] : talkFaults({ world, task, messages: episode.messages });
      const text = transcript(episode, faults);
      texts.push(text);
      for (const { kind } of faults) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      const fails = episode.verdict.reward !== 1;
      if (fails) failed += 1;
      if (faults.length > 0) odd += 1;
      if (fails || faults.length > 0) process.stdout.write(`${text}\n`);
    }
    total.episodes += episodes.length;
    total.failed += failed;
    total.odd += odd;
    if (values.out !== undefined) writeFileSync(join(values.out, `${basename(dir)}.txt`), texts.join('\n'));
    process.stderr.write(
      `${world.environment.name}: ${episodes.length} episodes, ${failed} failed, ${odd} read oddly\n`,
    );
    world.close();
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
for (const [kind, times] of [...kinds].sort()) process.stderr.write(`${kind}: ${times}\n`);
process.stderr.write(`${total.episodes} episodes, ${total.failed} failed, ${total.odd} read oddly\n`);
