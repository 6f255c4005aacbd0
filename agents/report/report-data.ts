// The data of a run's report page: figures, one line per episode, and every episode in full. The full episodes are
// compressed in groups, which the page unpacks only when a reader opens an episode.
import { deflateRawSync } from 'node:zlib';
import { join } from 'node:path';
import { readJsonFile } from '../../envs/folder/environment-folder.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import type { Episode } from '../../envs/values/episode.ts';
import { asJson, isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { describeDiff } from '../../envs/words/describe-diff.ts';
import type { World } from '../../envs/world/world.ts';
import { attribute, type Attribution } from '../keep/attribute.ts';
import { Sieve } from '../keep/sieve.ts';
import { faultyMessage } from '../mend/repair.ts';
import { figuresOf } from '../runs/figures.ts';
import { eachLine } from '../runs/lines.ts';
import { outcomeOf, type Outcome } from '../runs/outcome.ts';
import { readEpisode } from '../runs/read-episode.ts';
import { RUN_FILES } from '../runs/run-folder.ts';
import { reasonOf, replay, RunRecord, sessionOf } from '../runs/run-record.ts';
import type { EpisodeRow, Players } from './episode-row.ts';

export interface ReportData {
  readonly head: JsonObject;
  readonly players: Players;
  readonly figures: JsonObject;
  readonly funnel: Json;
  readonly faults: Readonly<Record<string, number>>;
  readonly episodes: readonly EpisodeRow[];
  /** The different system prompts of the run. An episode's details hold an index into this list. */
  readonly systems: readonly string[];
  readonly refused: readonly { readonly episode: string; readonly reason: string }[];
  /** The number of episodes in one group. */
  readonly piece: number;
}

const PIECE = 64;
const MOST_CHARS = 20_000;

export interface Packed {
  readonly data: ReportData;
  /** The details of the episodes in groups, each compressed with deflate and written in base64. */
  readonly pieces: readonly string[];
}

export function packRun(dir: string, tell: (done: number) => void = () => undefined): Packed {
  const run = RunRecord.open(dir);
  const file = join(dir, RUN_FILES.episodes);
  const outcomes: Outcome[] = [];
  const rows: EpisodeRow[] = [];
  const systems = new Map<string, number>();
  const faults: Record<string, number> = {};
  const refused: { episode: string; reason: string }[] = [];
  const pieces: string[] = [];
  const played: Played[] = [];
  const sieve = new Sieve();
  let details: JsonObject[] = [];
  const flush = (): void => {
    if (details.length > 0) pieces.push(deflateRawSync(JSON.stringify(details)).toString('base64'));
    details = [];
  };
  try {
    eachLine(file, (text, offset, length) => {
      let id = `byte ${offset}`;
      let sifted = false;
      const place = { file, offset, length };
      try {
        const episode = readEpisode(text, `${file}: byte ${offset}`);
        ({ id } = episode);
        const task = run.taskOf(episode);
        sieve.take(episode, task, place);
        sifted = true;
        const world = run.worldOf(episode.environment.hash);
        const log = replay(world, task, episode);
        const fault = episode.verdict.reward === 0 ? attribute(world, task, episode, log) : undefined;
        const outcome = outcomeOf(episode, task);
        let system = systems.get(episode.system);
        if (system === undefined) systems.set(episode.system, (system = systems.size));
        const detail = detailOf(world, task, episode, system, fault);
        // the lists are filled only below this point, so that an episode that fails above is in none of them
        outcomes.push(outcome);
        const { agent, user, trial } = episode;
        played.push({ ...(agent === undefined ? {} : { agent }), ...(user === undefined ? {} : { user }), trial });
        details.push(detail);
        rows.push(rowOf(outcome, episode.steps.length, fault));
        if (fault !== undefined) faults[fault.reason] = (faults[fault.reason] ?? 0) + 1;
        if (details.length === PIECE) flush();
        tell(rows.length);
      } catch (error) {
        if (!sifted) sieve.refuse(place, reasonOf(error));
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
      players: playersOf(played),
      figures: figuresOf(outcomes),
      funnel: asJson(sieve.result().report.stages),
      faults,
      episodes: rows,
      systems: [...systems.keys()],
      refused,
      piece: PIECE,
    },
    pieces,
  };
}

export function rowOf(outcome: Outcome, steps: number, fault: Attribution | undefined): EpisodeRow {
  const { id, environment, task, kind, trial, reward, end, turns, toolErrors, failed } = outcome;
  const why = fault?.reason ?? (reward === 0 ? (failed[0] ?? end) : '');
  return [id, environment, task, kind, trial, reward, end, steps, turns, toolErrors, why, fault?.step ?? null];
}

type Played = Pick<Episode, 'agent' | 'user' | 'trial'>;

export function playersOf(episodes: readonly Played[]): Players {
  return {
    agent: listed(new Set(episodes.map(({ agent }) => playerOf(agent)))),
    user: listed(new Set(episodes.map(({ user }) => playerOf(user)))),
    trials: new Set(episodes.map(({ trial }) => trial)).size,
  };
}

/**
 * Returns a player's name from an episode's record: its model, otherwise its kind. The head of the run is not used,
 * because a run that another program wrote may have no names there.
 */
export function playerOf(seat: JsonObject | undefined): string {
  const name = [seat?.['model'], seat?.['kind']].find((each) => typeof each === 'string') ?? 'none';
  return typeof seat?.['rate'] === 'number' ? `${name}:${seat['rate']}` : name;
}

function listed(names: ReadonlySet<string>): string {
  return [...names].sort().join(', ') || 'none';
}

export function detailOf(
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
    ...(fault === undefined ? {} : { fault: asJson(fault) }),
    ...(alarms === undefined ? {} : { alarms: asJson(alarms) }),
  };
}

/** Describes the changes of each step in words. The index of the list is the step's number. */
function changesOf(world: World, task: Task, episode: Episode): readonly (readonly string[])[] {
  const store = new SessionStore();
  const session = sessionOf(store, world, task, episode);
  try {
    const changes: (readonly string[])[] = [[]];
    for (const { name, by, arguments: args } of episode.steps) {
      const audience = world.tools.get(name)?.tool.audience;
      const side = by === 'agent' && audience === 'user' && episode.user?.['kind'] === 'none' ? 'user' : by;
      const { step } = store.call(session, { by: side, name, arguments: args as Json });
      changes[step] = describeDiff(
        store.diff(session, step - 1, step),
        (column) => world.roles.get(column.toLowerCase()) === 'money',
      );
    }
    return changes;
  } finally {
    store.close(session);
  }
}

function cut(text: string): string {
  return text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS)}… (${text.length} characters)`;
}
