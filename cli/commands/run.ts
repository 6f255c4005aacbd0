// callgym run: agents and users play the tasks of environments over HTTP; every episode is judged and kept.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENTS, openAgent } from '../../agents/agents/agent-list.ts';
import { DEFAULT_EPISODE_LIMITS } from '../../agents/episodes/play-episode.ts';
import { PlayerFailure } from '../../agents/episodes/players.ts';
import type { Gym } from '../../agents/http/local-gym.ts';
import { figuresOf, type Prices } from '../../agents/runs/figures.ts';
import { jobsOf, runEpisodes } from '../../agents/runs/run-episodes.ts';
import { RunFolder } from '../../agents/runs/run-folder.ts';
import { openUser, USERS } from '../../agents/users/user-list.ts';
import { badInput } from '../../envs/errors/gym-error.ts';
import { FILES, loadTasks, openEnvironment } from '../../envs/folder/environment-folder.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import type { Command, Invocation } from '../command.ts';
import { numberOption, requiredOption, seedOption, wholeOption } from '../options.ts';
import type { Output } from '../output.ts';
import { Progress } from '../progress.ts';
import { budgetOf, pricesOf } from '../run-budget.ts';
import { gymOf, type Played } from '../run-gym.ts';
import { readVersion } from '../version.ts';
import { counted } from '../output.ts';

const MOST = 1_000_000;
const USUAL_CONCURRENCY = 8;
const GREETING = 'Hello! How can I help you today?';

const ALARMS: Readonly<Record<string, string>> = {
  control: 'reached for the control plane',
  other_side: "reached for the user's tools",
  honeypot: 'reached for rows that nobody mentioned',
};

export const runCommand: Command = {
  name: 'run',
  usage: 'run ENV… --agent A --user U --out RUN',
  about:
    'Plays episodes over HTTP, judges and keeps them. The same command again goes on where it stopped; the same seed gives the same episodes.',
  args: { least: 1 },
  options: {
    agent: { type: 'string', value: 'A', about: AGENTS.map(({ name }) => name).join(', ') },
    user: {
      type: 'string',
      value: 'U',
      about: `${USERS.map(({ name }) => name).join(', ')}, none (the agent works alone)`,
    },
    out: { type: 'string', value: 'RUN', about: 'the run folder' },
    trials: { type: 'string', value: 'K', about: 'episodes of each task; 1' },
    concurrency: { type: 'string', value: 'N', about: `episodes at once; ${USUAL_CONCURRENCY}` },
    tasks: { type: 'string', value: 'IDS', about: 'only these tasks (a,b), or those of a .jsonl file' },
    server: {
      type: 'string',
      value: 'URL',
      about: 'a server that runs, with CALLGYM_TOKEN; otherwise one in this process',
    },
    'agent-base-url': { type: 'string', value: 'URL', about: 'of the agent model; OPENAI_BASE_URL' },
    'user-base-url': { type: 'string', value: 'URL', about: 'of the user model; OPENAI_BASE_URL' },
    system: { type: 'string', value: 'FILE', about: "the agent's instructions; {policy} stands for the environment's" },
    greet: { type: 'boolean', about: 'the agent opens with a greeting' },
    temperature: { type: 'string', value: 'T', about: 'of models' },
    'max-turns': { type: 'string', value: 'N', about: `moves of the agent; ${DEFAULT_EPISODE_LIMITS.turns}` },
    'max-errors': { type: 'string', value: 'N', about: `refused calls of the agent; ${DEFAULT_EPISODE_LIMITS.errors}` },
    'max-tokens': { type: 'string', value: 'N', about: 'of one reply of the agent model' },
    'budget-tokens': { type: 'string', value: 'N', about: 'begin no more episodes after so many tokens' },
    'budget-minutes': { type: 'string', value: 'N', about: 'or after so many minutes' },
    'budget-cost': { type: 'string', value: 'X', about: 'or after so much money; needs --price' },
    price: { type: 'string', value: 'IN,OUT', about: 'money for a million prompt and completion tokens' },
    seed: { type: 'string', value: 'N', about: 'default 1' },
  },
  examples: [
    'callgym run fixtures/environments/order-desk --agent oracle --user scripted --out out/run',
    'callgym run my-env --agent openai:my-model --agent-base-url http://127.0.0.1:8000/v1 --user scripted --trials 4 --out out/run',
  ],
  async run({ args, options, output }) {
    const dir = requiredOption(options, 'out', 'name a folder for the run');
    const agentName = requiredOption(options, 'agent', 'for example --agent oracle');
    const userName = requiredOption(options, 'user', 'for example --user scripted');
    const trials = wholeOption(options, 'trials', 1, 1000) ?? 1;
    const concurrency =
      agentName === 'human' ? 1 : (wholeOption(options, 'concurrency', 1, 10_000) ?? USUAL_CONCURRENCY);
    const seed = seedOption(options);
    const limits = {
      turns: wholeOption(options, 'max-turns', 1, MOST) ?? DEFAULT_EPISODE_LIMITS.turns,
      errors: wholeOption(options, 'max-errors', 1, MOST) ?? DEFAULT_EPISODE_LIMITS.errors,
    };
    const temperature = numberOption(options, 'temperature', 0, 10);
    const maxTokens = wholeOption(options, 'max-tokens', 1, 10_000_000);
    const prices = pricesOf(options);
    const spent = budgetOf(options, prices, output);
    const system = systemOf(options);
    const model = {
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
    };
    const agent = await openAgent(agentName, { ...model, ...baseUrl(options['agent-base-url']) });
    const user =
      userName === 'none' ? undefined : await openUser(userName, { ...model, ...baseUrl(options['user-base-url']) });
    const played = environmentsOf(args, options['tasks'], output);
    const greeting = options['greet'] === true ? GREETING : undefined;
    const head: JsonObject = {
      callgym: readVersion(),
      agent: agent.about,
      user: user?.about ?? { kind: 'none' },
      trials,
      seed,
      limits,
      greeting: greeting ?? null,
      system: system.text ?? null,
    };
    const gym = await gymOf(options['server'], played);
    const folder = await orClose(gym, () => RunFolder.open(dir, { head, environments: played }));
    const total = jobsOf({ environments: played, trials }).length;
    const begun = folder.count;
    if (begun > 0) output.progress(`${begun} of ${total} episodes are there already`);
    const progress = new Progress(output, total);
    let passes = folder.outcomes().filter(({ reward }) => reward === 1).length;
    let judged = folder.outcomes().filter(({ reward }) => reward !== null).length;
    let tokens = 0;
    const started = output.seconds();
    let stopped: string | undefined;
    try {
      stopped = await runEpisodes(gym.client, folder, {
        environments: played,
        agent,
        user,
        trials,
        seed,
        concurrency,
        limits,
        ...(greeting === undefined ? {} : { greeting }),
        system: system.of,
        clock: () => output.seconds(),
        spent,
        tell: (outcome) => {
          passes += outcome.reward ?? 0;
          judged += outcome.reward === null ? 0 : 1;
          tokens += outcome.tokens.prompt + outcome.tokens.completion;
          progress.at(folder.count, begun, () => {
            const cost = prices === undefined ? '' : `  cost ${costOf(folder, prices).toFixed(4)}`;
            return `pass ${judged === 0 ? '-' : (passes / judged).toFixed(3)}${tokens === 0 ? '' : `  ${tokens} tokens`}${cost}`;
          });
        },
      });
    } catch (error) {
      folder.close();
      if (error instanceof PlayerFailure) throw badInput({ path: 'the model', what: `cannot play: ${error.message}` });
      throw error;
    } finally {
      progress.end();
      await gym.close();
      for (const { world } of played) world.close();
      agent.close?.();
      user?.close?.();
    }
    const outcomes = folder.outcomes();
    const figures = figuresOf(outcomes, prices);
    const seconds = output.seconds() - started;
    if (folder.count === total) folder.finish(figures);
    else folder.close();
    const infrastructure = outcomes.filter(({ end }) => end === 'infrastructure').length;
    tell(output, dir, figures, folder.count, total, stopped);
    return {
      summary: {
        ...figures,
        ...(stopped === undefined ? {} : { stopped }),
        complete: folder.count === total,
        seconds,
        episodes_per_second: Number(((folder.count - begun) / Math.max(seconds, 1e-9)).toFixed(2)),
      },
      status: infrastructure === 0 ? 0 : 1,
    };
  },
};

function tell(
  output: Output,
  dir: string,
  figures: JsonObject,
  count: number,
  total: number,
  stopped: string | undefined,
): void {
  const interval = (figures['pass_hat_interval'] as JsonObject)['1'] as readonly number[] | undefined;
  const hat = figures['pass_hat'] as JsonObject;
  const shown = Object.entries(hat).map(([k, value]) => `pass^${k} ${String(value)}`);
  output.line(
    `${output.bold(String(figures['passes']))} of ${String(figures['judged'])} judged episodes passed${interval === undefined ? '' : ` (95 %: ${interval.join(' to ')})`}${shown.length > 1 ? `, ${shown.join(', ')}` : ''}`,
  );
  for (const [kind, value] of Object.entries(figures['by_kind'] as JsonObject)) {
    const { episodes, pass } = value as { episodes: number; pass: number };
    output.line(`  ${kind.padEnd(9)} ${pass.toFixed(3)}  of ${episodes}`);
  }
  const errors = figures['errors'] as Record<string, number>;
  const reasons = Object.entries(figures['failure_reasons'] as JsonObject).map(
    ([part, times]) => `${part} ${String(times)}`,
  );
  if (reasons.length > 0) output.line(`  failed for: ${reasons.join(', ')}`);
  const alarms = Object.entries(figures['alarms'] as JsonObject).map(
    ([kind, times]) => `${ALARMS[kind] ?? kind} in ${counted(Number(times), 'episode')}`,
  );
  if (alarms.length > 0) output.line(`  ${output.bad('alarms')}: ${alarms.join(', ')}`);
  for (const [whose, times] of Object.entries(errors))
    if (times > 0) output.line(`  ${output.bad(`${whose} errors: ${times}`)}`);
  if (stopped !== undefined)
    output.line(
      `${output.bad('stopped')}  ${stopped}; ${count} of ${counted(total, 'episode')}. The same command goes on.`,
    );
  output.line(`${counted(count, 'episode')} in ${dir}`);
}

function costOf(folder: RunFolder, prices: Prices): number {
  return folder
    .outcomes()
    .reduce(
      (sum, { tokens }) => sum + (tokens.prompt * prices.prompt + tokens.completion * prices.completion) / 1e6,
      0,
    );
}

/** The environments with the tasks that are played, sorted. */
function environmentsOf(dirs: readonly string[], wanted: Invocation['options'][string], output: Output): Played[] {
  const file = typeof wanted === 'string' && wanted.endsWith('.jsonl') ? wanted : undefined;
  const ids =
    typeof wanted === 'string' && file === undefined ? wanted.split(',').map((each) => each.trim()) : undefined;
  const found = dirs.map((dir): Played => {
    const world = openEnvironment(dir, { pool: 1 });
    const from = file ?? join(dir, FILES.tasks);
    if (!existsSync(from))
      throw badInput({ file: from, what: 'is not there', mend: 'callgym tasks ENV --count 20 makes tasks' });
    const all = loadTasks(from);
    const own = all.filter((task) => task.environment === world.hash);
    if (own.length < all.length && file === undefined)
      output.progress(`${dir}: ${all.length - own.length} tasks are of another version of it and are left out`);
    const tasks = own.filter(({ id }) => ids === undefined || ids.includes(id));
    const twice = tasks.find(({ id }, at) => tasks.findIndex((each) => each.id === id) !== at);
    if (twice !== undefined) throw badInput({ file: from, what: `has two tasks called ${twice.id}` });
    return { dir, world, tasks: tasks.sort((a, b) => (a.id < b.id ? -1 : 1)) };
  });
  const strange = ids?.find((id) => !found.some(({ tasks }) => tasks.some((task) => task.id === id)));
  if (strange !== undefined) throw badInput({ path: '--tasks', what: `${strange} is no task of these environments` });
  const empty = found.find(({ tasks }) => tasks.length === 0);
  if (empty !== undefined && ids === undefined)
    throw badInput({
      file: file ?? join(empty.dir, FILES.tasks),
      what: `has no task of ${empty.world.environment.name} as it is now`,
    });
  return found
    .filter(({ tasks }) => tasks.length > 0)
    .sort((a, b) => (a.world.environment.name < b.world.environment.name ? -1 : 1));
}

/** A gym that is not needed after all is closed. */
async function orClose<T>(gym: Gym, make: () => T): Promise<T> {
  try {
    return make();
  } catch (error) {
    await gym.close();
    throw error;
  }
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
    of: ({ policy }) =>
      text.includes('{policy}')
        ? text.replaceAll('{policy}', () => policy.trim())
        : `${text.trim()}\n\n# Policy\n\n${policy.trim()}`,
  };
}

function baseUrl(value: string | boolean | undefined): { baseUrl?: string } {
  if (typeof value !== 'string') return {};
  if (!URL.canParse(value)) throw badInput({ path: 'the base URL', what: `${value} is no URL` });
  return { baseUrl: value };
}
