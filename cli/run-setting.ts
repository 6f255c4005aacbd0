// Reads the options of `run`: players, environments and limits. The command and each of its worker processes parse the
// same command line.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAgent } from '../agents/agents/agent-list.ts';
import { DEFAULT_EPISODE_LIMITS } from '../agents/episodes/play-episode.ts';
import { agentPrompt } from '../agents/queue/agent-prompt.ts';
import type { PlaySetting } from '../agents/runs/play-job.ts';
import { openUser } from '../agents/users/user-list.ts';
import { badInput } from '../envs/errors/gym-error.ts';
import { FILES, openEnvironment } from '../envs/folder/environment-folder.ts';
import type { Invocation } from './command.ts';
import { openTraces, type Traces } from './open-traces.ts';
import { numberOption, requiredOption, seedOption, wholeOption } from './options.ts';
import type { Output } from './output.ts';
import type { Played } from './run-gym.ts';
import { eachOnce, loadTasksOf, noTaskOf } from './tasks-there.ts';

const MOST = 1_000_000;
export const USUAL_CONCURRENCY = 8;
const GREETING = 'Hello! How can I help you today?';

export interface OpenedRun {
  readonly setting: PlaySetting & { readonly limits: typeof DEFAULT_EPISODE_LIMITS };
  readonly played: readonly Played[];
  readonly trials: number;
  readonly concurrency: number;
  /** The text of the option --system. */
  readonly system: string | undefined;
  readonly traces: Traces | undefined;
  close(): Promise<void>;
}

export async function openRun({ args, options, output }: Invocation): Promise<OpenedRun> {
  const agentName = requiredOption(options, 'agent', 'for example --agent oracle');
  const userName = requiredOption(options, 'user', 'for example --user scripted');
  const trials = wholeOption(options, 'trials', 1, 1000) ?? 1;
  const concurrency = agentName === 'human' ? 1 : (wholeOption(options, 'concurrency', 1, 10_000) ?? USUAL_CONCURRENCY);
  const limits = {
    turns: wholeOption(options, 'max-turns', 1, MOST) ?? DEFAULT_EPISODE_LIMITS.turns,
    errors: wholeOption(options, 'max-errors', 1, MOST) ?? DEFAULT_EPISODE_LIMITS.errors,
  };
  const temperature = numberOption(options, 'temperature', 0, 10);
  const maxTokens = wholeOption(options, 'max-tokens', 1, 10_000_000);
  const seed = seedOption(options);
  const system = systemOf(options);
  const model = {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  };
  const agent = await openAgent(agentName, { ...model, ...baseUrl(options['agent-base-url']) });
  const user =
    userName === 'none' ? undefined : await openUser(userName, { ...model, ...baseUrl(options['user-base-url']) });
  const traces = openTraces(options);
  const played = environmentsOf(args, options['tasks'], output);
  return {
    setting: {
      agent,
      user,
      seed,
      limits,
      ...(options['greet'] === true ? { greeting: GREETING } : {}),
      system: system.of,
      clock: () => output.seconds(),
      ...(traces === undefined ? {} : { tracer: traces.tracer }),
    },
    played,
    trials,
    concurrency,
    system: system.text,
    traces,
    async close() {
      for (const { world } of played) world.close();
      agent.close?.();
      user?.close?.();
      await traces?.close();
    },
  };
}

/**
 * Returns the environments that have tasks to play, sorted by name, each with its tasks sorted by id. Tasks of another
 * version of an environment are left out.
 */
function environmentsOf(dirs: readonly string[], wanted: Invocation['options'][string], output: Output): Played[] {
  const file = typeof wanted === 'string' && wanted.endsWith('.jsonl') ? wanted : undefined;
  const ids =
    typeof wanted === 'string' && file === undefined ? wanted.split(',').map((each) => each.trim()) : undefined;
  const found = dirs.map((dir): Played => {
    const world = openEnvironment(dir, { pool: 1 });
    const from = file ?? join(dir, FILES.tasks);
    const all = loadTasksOf(from);
    const own = all.filter((task) => task.environment === world.hash);
    if (own.length < all.length && file === undefined)
      output.progress(`${dir}: ${all.length - own.length} tasks are of another version of it and are left out`);
    const tasks = own.filter(({ id }) => ids === undefined || ids.includes(id));
    eachOnce(from, tasks);
    return { dir, world, tasks: tasks.sort((a, b) => (a.id < b.id ? -1 : 1)) };
  });
  const strange = ids?.find((id) => !found.some(({ tasks }) => tasks.some((task) => task.id === id)));
  if (strange !== undefined) throw badInput({ path: '--tasks', what: `${strange} is no task of these environments` });
  const empty = found.find(({ tasks }) => tasks.length === 0);
  if (empty !== undefined && ids === undefined)
    throw noTaskOf(file ?? join(empty.dir, FILES.tasks), empty.world.environment.name);
  return found
    .filter(({ tasks }) => tasks.length > 0)
    .sort((a, b) => (a.world.environment.name < b.world.environment.name ? -1 : 1));
}

function systemOf(options: Invocation['options']): {
  readonly text?: string;
  of(given: { readonly system: string; readonly policy: string }): string;
} {
  const file = options['system'];
  if (typeof file !== 'string') return { of: ({ system }) => system };
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw badInput({ file, what: 'cannot be read' });
  }
  return {
    text,
    of: agentPrompt(text),
  };
}

function baseUrl(value: string | boolean | undefined): { baseUrl?: string } {
  if (typeof value !== 'string') return {};
  if (!URL.canParse(value)) throw badInput({ path: 'the base URL', what: `${value} is no URL` });
  return { baseUrl: value };
}
