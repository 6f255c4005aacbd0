// A run as its report page shows it: figures, a line per episode, and every episode in full, packed in pieces that the page
// opens when it needs them.
import { deflateRawSync } from 'node:zlib';
import { join } from 'node:path';
import { readJsonFile } from '../../envs/folder/environment-folder.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import type { Episode } from '../../envs/values/episode.ts';
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { describeDiff } from '../../envs/words/describe-diff.ts';
import type { World } from '../../envs/world/world.ts';
import { attribute, type Attribution } from '../keep/attribute.ts';
import { sift } from '../keep/funnel.ts';
import { faultyMessage } from '../mend/repair.ts';
import { figuresOf } from '../runs/figures.ts';
import { eachLine } from '../runs/lines.ts';
import { outcomeOf, type Outcome } from '../runs/outcome.ts';
import { readEpisode } from '../runs/read-episode.ts';
import { RUN_FILES } from '../runs/run-folder.ts';
import { reasonOf, replay, RunRecord, sessionOf } from '../runs/run-record.ts';

/** Who played, and how often each task. */
export interface Players {
  readonly agent: string;
  readonly user: string;
  readonly trials: number;
}

export interface ReportData {
  readonly head: JsonObject;
  readonly players: Players;
  readonly figures: JsonObject;
  readonly funnel: Json;
  readonly faults: Readonly<Record<string, number>>;
  /** id, environment, task, kind, trial, reward, end, calls, turns, tool errors, fault. */
  readonly episodes: readonly (readonly Json[])[];
  /** System prompts, by the place that details name. */
  readonly systems: readonly string[];
  readonly refused: readonly { readonly episode: string; readonly reason: string }[];
  /** Details of so many episodes are in a piece. */
  readonly piece: number;
}

const PIECE = 64;
const MOST_CHARS = 20_000;

export interface Packed {
  readonly data: ReportData;
  /** Deflated and in base64. */
  readonly pieces: readonly string[];
}

export function packRun(dir: string, tell: (done: number) => void = () => undefined): Packed {
  const run = RunRecord.open(dir);
  const file = join(dir, RUN_FILES.episodes);
  const outcomes: Outcome[] = [];
  const lines: Json[][] = [];
  const systems = new Map<string, number>();
  const faults: Record<string, number> = {};
  const refused: { episode: string; reason: string }[] = [];
  const pieces: string[] = [];
  const seats = { agent: new Set<string>(), user: new Set<string>() };
  const trials = new Set<number>();
  let details: JsonObject[] = [];
  const flush = (): void => {
    if (details.length > 0) pieces.push(deflateRawSync(JSON.stringify(details)).toString('base64'));
    details = [];
  };
  try {
    eachLine(file, (text, offset) => {
      let id = `byte ${offset}`;
      try {
        const episode = readEpisode(text, `${file}: byte ${offset}`);
        ({ id } = episode);
        const task = run.taskOf(episode);
        const world = run.worldOf(episode.environment.hash);
        const log = replay(world, task, episode);
        const fault = episode.verdict.reward === 0 ? attribute(world, task, episode, log) : undefined;
        const outcome = outcomeOf(episode, task);
        let system = systems.get(episode.system);
        if (system === undefined) systems.set(episode.system, (system = systems.size));
        const detail = detailOf(world, task, episode, system, fault);
        // an episode stands in all lists or in none
        outcomes.push(outcome);
        seats.agent.add(playerOf(episode.agent));
        seats.user.add(playerOf(episode.user));
        trials.add(episode.trial);
        details.push(detail);
        lines.push([
          id,
          outcome.environment,
          outcome.task,
          outcome.kind,
          outcome.trial,
          outcome.reward,
          outcome.end,
          episode.steps.length,
          outcome.turns,
          outcome.toolErrors,
          fault?.reason ?? (outcome.reward === 0 ? (outcome.failed[0] ?? outcome.end) : ''),
        ]);
        if (fault !== undefined) faults[fault.reason] = (faults[fault.reason] ?? 0) + 1;
        if (details.length === PIECE) flush();
        tell(lines.length);
      } catch (error) {
        refused.push({ episode: id, reason: reasonOf(error) });
      }
    });
    flush();
  } finally {
    run.close();
  }
  const head = readJsonFile(join(dir, RUN_FILES.run));
  return {
    data: {
      head: isJsonObject(head) && isJsonObject(head['head']) ? head['head'] : {},
      players: { agent: listed(seats.agent), user: listed(seats.user), trials: trials.size },
      figures: figuresOf(outcomes),
      funnel: sift([dir]).report.stages as unknown as Json,
      faults,
      episodes: lines,
      systems: [...systems.keys()],
      refused,
      piece: PIECE,
    },
    pieces,
  };
}

/** A player as its episodes name it: the run's head may be of a program that wrote less of it. */
function playerOf(seat: JsonObject | undefined): string {
  return String(seat?.['model'] ?? seat?.['kind'] ?? 'none');
}

function listed(names: ReadonlySet<string>): string {
  return [...names].sort().join(', ') || 'none';
}

/** All that is shown of an episode. */
function detailOf(
  world: World,
  task: Task,
  episode: Episode,
  system: number,
  fault: Attribution | undefined,
): JsonObject {
  const changes = changesOf(world, task, episode);
  const byCall = new Map(episode.steps.map((step) => [step.call_id, step]));
  const decisive = fault === undefined ? undefined : faultyMessage({ episode, fault });
  const messages = episode.messages.map((message, at): JsonObject => {
    const { role, content, tool_calls: calls, tool_call_id: id, name, reasoning, untrained } = message;
    const step = byCall.get(id ?? '');
    return {
      role,
      text: cut(content),
      ...(reasoning === undefined ? {} : { reasoning: cut(reasoning) }),
      ...(untrained === undefined ? {} : { untrained }),
      ...(at === decisive ? { decisive: true } : {}),
      ...(calls === undefined
        ? {}
        : {
            calls: calls.map(({ id: own, function: call }) => ({
              name: call.name,
              args: cut(call.arguments),
              step: byCall.get(own)?.step ?? null,
            })),
          }),
      ...(role !== 'tool'
        ? {}
        : {
            name: name ?? step?.name ?? '',
            ok: step?.ok ?? false,
            step: step?.step ?? null,
            ...(step === undefined || (changes[step.step] ?? []).length === 0
              ? {}
              : { changes: changes[step.step] as readonly string[] }),
          }),
    };
  });
  const { verdict, end_reason: end, why, alarms } = episode;
  return {
    system,
    user: { persona: task.user.persona, goal: task.user.goal },
    gold: task.gold.calls.map(({ by, name, arguments: args }) => ({ by, name, args: JSON.stringify(args) })),
    outputs: task.gold.outputs.map(({ key, value }) => ({ key, value: value as Json })),
    messages,
    verdict: {
      reward: verdict.reward,
      parts: Object.fromEntries(
        Object.entries(verdict.parts).flatMap(([part, found]) => (found === null ? [] : [[part, found.pass]])),
      ),
      failures: verdict.failures.map(({ part, step, message }) => ({ part, step, message })),
      unjudged: verdict.unjudged,
    },
    end,
    ...(why === undefined ? {} : { why }),
    ...(fault === undefined ? {} : { fault: fault as unknown as JsonObject }),
    ...(alarms === undefined ? {} : { alarms: alarms as unknown as Json }),
  };
}

/** What each step changed, in words. */
function changesOf(world: World, task: Task, episode: Episode): readonly (readonly string[])[] {
  const store = new SessionStore();
  const session = sessionOf(store, world, task, episode);
  try {
    const changes: (readonly string[])[] = [[]];
    for (const { name, by, arguments: args } of episode.steps) {
      const audience = world.tools.get(name)?.tool.audience;
      const side = by === 'agent' && audience === 'user' && episode.user?.['kind'] === 'none' ? 'user' : by;
      const { step } = store.call(session, { by: side, name, arguments: args as Json });
      changes[step] = describeDiff(store.diff(session, step - 1, step));
    }
    return changes;
  } finally {
    store.close(session);
  }
}

function cut(text: string): string {
  return text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS)}… (${text.length} characters)`;
}
