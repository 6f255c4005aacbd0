// Reads a run folder, makes the recorded calls again and judges the episodes. An episode is refused, with the
// reason, if its calls do not give the recorded results.
import { migrate, RUN_FILE } from '../../envs/folder/file-format.ts';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { badInput, GymError } from '../../envs/errors/gym-error.ts';
import { loadTasks, openEnvironment, readJsonFile } from '../../envs/folder/environment-folder.ts';
import { listTools } from '../../envs/server/tool-listing.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import type { Session } from '../../envs/session/session.ts';
import type { Episode } from '../../envs/values/episode.ts';
import {
  asJson,
  canonicalJson,
  isJsonObject,
  parseJson,
  plainJson,
  type Json,
  type JsonObject,
} from '../../envs/values/json.ts';
import type { LogEntry } from '../../envs/values/log-entry.ts';
import type { Task } from '../../envs/values/task.ts';
import type { Verdict } from '../../envs/values/verdict.ts';
import { alarmsOf } from '../../envs/verification/alarms.ts';
import { judge, setupOf } from '../../envs/verification/judge.ts';
import type { World } from '../../envs/world/world.ts';
import { eachLine } from './lines.ts';
import { RUN_FILES, tasksDigest } from './run-folder.ts';
import { trialSeedOf } from './trial-seed.ts';

/** Thrown if a record is refused. The message is the reason. */
export class Refusal extends Error {}

export function refusal(reason: string): Refusal {
  return new Refusal(reason);
}

/** Turns an error into the reason why an episode is refused. */
export function reasonOf(error: unknown): string {
  if (error instanceof GymError || error instanceof Refusal) return error.message;
  return `breaks what reads it: ${(error as Error).message}`;
}

export class RunRecord {
  private readonly dir: string;
  private readonly tasks: ReadonlyMap<string, Task>;
  private readonly worlds = new Map<string, World>();
  private readonly digests: ReadonlyMap<string, { readonly sha256: string; readonly at: number }> | undefined;
  private readonly seed: number;

  private constructor(dir: string, run: JsonObject) {
    this.dir = dir;
    const head = isJsonObject(run['head']) ? run['head'] : {};
    this.seed = Number(head['seed']);
    const tasks = loadTasks(join(dir, RUN_FILES.tasks));
    if (typeof head['tasks'] === 'string' && tasksDigest(tasks) !== head['tasks'])
      throw badInput({
        file: join(dir, RUN_FILES.tasks),
        what: 'is not what was played: its digest is another than in run.json',
      });
    this.tasks = new Map(tasks.map((task) => [key(task.environment, task.id), task]));
    const listed = (run['episodes'] ?? []) as readonly { id: string; sha256: string }[];
    this.digests =
      run['complete'] === true
        ? new Map(listed.map(({ id, sha256: digest }, at) => [id, { sha256: digest, at }]))
        : undefined;
  }

  static open(dir: string): RunRecord {
    const file = join(dir, RUN_FILES.run);
    if (!existsSync(file))
      throw badInput({ file: dir, what: 'is no run folder', mend: 'callgym run … --out DIR makes one' });
    const run = readJsonFile(file);
    if (!isJsonObject(run)) throw badInput({ file, what: 'is no run' });
    return new RunRecord(dir, migrate(plainJson(run) as JsonObject, RUN_FILE, file));
  }

  /**
   * Throws if the line was changed, if it is not at the position where it was written, or if its seeds are not those of
   * the run. Changes and positions can be checked only in a complete run.
   */
  admit(episode: Episode, digest: string, at: number): void {
    const { digests, seed } = this;
    if (digests !== undefined) {
      const known = digests.get(episode.id);
      if (known === undefined) throw refusal('is not in run.json');
      if (known.sha256 !== digest) throw refusal('was changed: its digest is another than in run.json');
      if (known.at !== at) throw refusal('stands in another place than it was written');
    }
    const task = this.taskOf(episode);
    if (episode.session_seed !== task.session_seed)
      throw refusal(`has another session seed than its task: ${episode.session_seed}`);
    const trialSeed = trialSeedOf(seed, episode.environment.hash, episode.task, episode.trial);
    if (Number.isSafeInteger(seed) && episode.trial_seed !== trialSeed)
      throw refusal(`has another trial seed than the run gives it: ${episode.trial_seed}`);
  }

  judge(episode: Episode): Verdict {
    // an episode with an infrastructure failure was never judged, so its recorded verdict (without a reward) is
    // returned
    if (episode.end_reason === 'infrastructure') return episode.verdict;
    const task = this.taskOf(episode);
    const world = this.worldOf(episode.environment.hash);
    const log = replay(world, task, episode);
    checkMessages(episode);
    const solo = episode.user?.['kind'] === 'none';
    const tools = [...listTools(world, 'agent', 'openai'), ...(solo ? listTools(world, 'user', 'openai') : [])];
    if (canonicalJson(tools) !== canonicalJson(episode.tools))
      throw refusal('shows other tools than its environment has');
    if (canonicalJson(alarmsOf(world, episode)) !== canonicalJson((episode.alarms ?? []) as Json))
      throw refusal('tells of other alarms than its steps raise');
    return judge(world, task, log, { messages: episode.messages, end: episode.end_reason, ...(solo ? { solo } : {}) });
  }

  missing(seen: ReadonlySet<string>): string[] {
    return [...(this.digests?.keys() ?? [])].filter((id) => !seen.has(id));
  }

  /** Tells whether the file ends with an unfinished line, because the run was interrupted and not continued. */
  endsOpen(): boolean {
    const file = join(this.dir, RUN_FILES.episodes);
    let end = 0;
    eachLine(file, (_text, offset, length) => {
      end = offset + length;
    });
    return statSync(file).size !== end;
  }

  close(): void {
    for (const world of this.worlds.values()) world.close();
  }

  taskOf({ environment, task }: Episode): Task {
    const found = this.tasks.get(key(environment.hash, task));
    if (found === undefined) throw refusal(`is of task ${task}, which tasks.jsonl lacks for this environment`);
    return found;
  }

  worldOf(hash: string): World {
    const known = this.worlds.get(hash);
    if (known !== undefined) return known;
    const folder = join(this.dir, RUN_FILES.environments, hash);
    if (!existsSync(folder)) {
      const there = existsSync(join(this.dir, RUN_FILES.environments))
        ? readdirSync(join(this.dir, RUN_FILES.environments))
        : [];
      throw refusal(
        `is of environment ${hash.slice(0, 12)}, and the run has ${there.map((each) => each.slice(0, 12)).join(', ')}`,
      );
    }
    const world = openEnvironment(folder);
    if (world.hash !== hash) {
      const found = world.hash;
      world.close();
      throw new GymError('WRONG_ENVIRONMENT', { recorded: hash, found });
    }
    this.worlds.set(hash, world);
    return world;
  }
}

/**
 * Makes every recorded call again, beginning with the task's start state and with the same simulated faults. Throws if
 * the outcome of a call differs from the record.
 */
export function replay(world: World, task: Task, episode: Episode): readonly LogEntry[] {
  const store = new SessionStore();
  const session = sessionOf(store, world, task, episode);
  try {
    for (const step of episode.steps) {
      const audience = world.tools.get(step.name)?.tool.audience;
      const by = step.by === 'agent' && audience === 'user' && episode.user?.['kind'] === 'none' ? 'user' : step.by;
      const answer = store.call(session, { by, name: step.name, arguments: step.arguments as Json });
      const where = `step ${step.step} (${step.name})`;
      if (answer.step !== step.step || step.log_index !== step.step)
        throw refusal(`${where} is not the step that comes next`);
      if (answer.ok !== step.ok)
        throw refusal(`${where} ${step.ok ? 'was refused' : 'was done'} when it was made again`);
      const [was, now] = answer.ok ? [step.result, answer.result] : [step.error, answer.error];
      if (canonicalJson(was ?? null) !== canonicalJson(now))
        throw refusal(`${where} gives something else than is recorded`);
    }
    return store.log(session);
  } finally {
    store.close(session);
  }
}

/** Makes a session in the state in which the episode began. */
export function sessionOf(
  store: SessionStore,
  world: World,
  task: Task,
  { session_seed: seed, trial_seed: trialSeed }: Pick<Episode, 'session_seed' | 'trial_seed'>,
): Session {
  for (const each of [seed, trialSeed]) if (!Number.isSafeInteger(each)) throw refusal(`has a seed that is none`);
  return store.create({
    id: 'again',
    world,
    seed,
    setup: setupOf(task),
    ...(task.faults === undefined ? {} : { faults: { trialSeed, planned: task.faults } }),
  });
}

/** Checks that the messages contain the same calls as the steps, in the same order and with the same outcomes. */
function checkMessages({ messages, steps }: Episode): void {
  const byCall = new Map(steps.map((step) => [step.call_id, step]));
  const order: string[] = [];
  const open = new Set<string>();
  for (const [at, message] of messages.entries()) {
    for (const { id, function: call } of message.tool_calls ?? []) {
      if (open.has(id) || order.includes(id)) throw refusal(`message ${at} repeats the id ${id}`);
      open.add(id);
      const step = byCall.get(id);
      if (step === undefined) {
        // a call without a step is allowed only if its arguments are not an object, because then it never reached the
        // session
        if (isJsonObject(asObject(call.arguments))) throw refusal(`message ${at} makes a call that no step tells of`);
        continue;
      }
      order.push(id);
      const side = message.role === 'user' ? 'user' : 'agent';
      const same =
        call.name === step.name &&
        step.message === at &&
        side === step.by &&
        canonicalJson(asObject(call.arguments)) === canonicalJson(step.arguments);
      if (!same) throw refusal(`message ${at} tells of another call than step ${step.step}`);
    }
    if (message.role !== 'tool') continue;
    const id = message.tool_call_id ?? '';
    if (!open.delete(id)) throw refusal(`message ${at} answers a call that was not made`);
    const step = byCall.get(id);
    if (step === undefined) continue;
    const outcome: Json = step.ok ? ((step.result ?? null) as Json) : { error: asJson(step.error) };
    if (message.content !== (typeof outcome === 'string' ? outcome : JSON.stringify(outcome)))
      throw refusal(`message ${at} shows something else than step ${step.step} gave`);
  }
  if (order.length !== steps.length || order.some((id, at) => steps[at]?.call_id !== id))
    throw refusal('its messages and its steps tell of different calls');
}

function asObject(text: string): Json {
  if (text.trim() === '') return {};
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

function key(hash: string, id: string): string {
  return `${hash} ${id}`;
}
