// Turns a run's failed episodes into training data: repaired episodes and episodes with a rewritten task, in a run
// folder that `verify` can judge. Also writes preference pairs, and a file that rates every step.
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';
import type { Episode } from '../../envs/values/episode.ts';
import { sha256 } from '../../envs/values/hash.ts';
import { checkedAs, canonicalJson } from '../../envs/values/json.ts';
import type { LogEntry } from '../../envs/values/log-entry.ts';
import type { Task } from '../../envs/values/task.ts';
import { alarmsOf } from '../../envs/verification/alarms.ts';
import type { World } from '../../envs/world/world.ts';
import { attribute, creditSteps, type Attribution } from '../keep/attribute.ts';
import { figuresOf } from '../runs/figures.ts';
import { readEpisode } from '../runs/read-episode.ts';
import { eachLine, LineFile } from '../runs/lines.ts';
import { RUN_FILES, RunFolder } from '../runs/run-folder.ts';
import { reasonOf, refusal, replay, RunRecord } from '../runs/run-record.ts';
import { relabel } from './relabel.ts';
import { faultyMessage, preference, repair } from './repair.ts';

export const MENDED_FILES = { pairs: 'pairs.jsonl', critic: 'critic.jsonl' } as const;

export interface MendReport {
  readonly episodes: number;
  readonly failed: number;
  readonly repaired: { readonly corrected: number; readonly rerouted: number };
  readonly relabelled: number;
  readonly pairs: number;
  readonly critic: number;
  /**
   * The number of failed episodes that gave no repaired episode, no preference pair or no rewritten task, by reason.
   */
  readonly without: {
    readonly repaired: Readonly<Record<string, number>>;
    readonly pairs: Readonly<Record<string, number>>;
    readonly relabelled: Readonly<Record<string, number>>;
  };
  readonly refused: readonly { readonly episode: string; readonly reason: string }[];
}

type Tell = (done: number) => void;

export async function mendRun(dir: string, out: string, tell: Tell = () => undefined): Promise<MendReport> {
  if (existsSync(out)) throw badInput({ file: out, what: 'is there already', mend: 'name a folder that is not there' });
  const run = RunRecord.open(dir);
  try {
    const draft = `${out}.callgym-draft`;
    rmSync(draft, { recursive: true, force: true });
    const report = await new Mending(run, dir, draft, tell).mend();
    renameSync(draft, out);
    return report;
  } finally {
    run.close();
  }
}

class Mending {
  private readonly run: RunRecord;
  private readonly file: string;
  private readonly out: string;
  private readonly tell: Tell;
  private readonly seen = new Set<string>();
  private readonly refused: { episode: string; reason: string }[] = [];
  private readonly without: {
    repaired: Record<string, number>;
    pairs: Record<string, number>;
    relabelled: Record<string, number>;
  } = { repaired: {}, pairs: {}, relabelled: {} };

  constructor(run: RunRecord, dir: string, out: string, tell: Tell) {
    this.run = run;
    this.file = join(dir, RUN_FILES.episodes);
    this.out = out;
    this.tell = tell;
  }

  async mend(): Promise<MendReport> {
    const { out } = this;
    // the run folder must have all tasks, including the rewritten ones, before the first episode is written
    const lines: { offset: number; length: number; failed: boolean }[] = [];
    const tasks = new Map<string, { world: World; tasks: Map<string, Task> }>();
    const relabelled = new Map<string, Task>();
    eachLine(this.file, (text, offset, length) => {
      const found = this.read(text, offset, ({ episode, world, task }) => {
        this.trust(episode, world, task);
        if (episode.verdict.reward !== 0) return { episode, world };
        const fault = attribute(world, task, episode, replay(world, task, episode));
        const other = fault === undefined ? undefined : relabel({ world, task, episode, fault });
        return { episode, world, task, other };
      });
      if (found === undefined) return;
      const { episode, world, task, other } = found;
      lines.push({ offset, length, failed: episode.verdict.reward === 0 });
      let own = tasks.get(world.hash);
      if (own === undefined) tasks.set(world.hash, (own = { world, tasks: new Map() }));
      if (task !== undefined) own.tasks.set(task.id, task);
      if (typeof other === 'string') count(this.without.relabelled, other);
      else if (other !== undefined) {
        relabelled.set(episode.id, other.task);
        own.tasks.set(other.task.id, other.task);
      }
    });
    const folder = RunFolder.open(out, {
      head: { made: 'mend', of: sha256(readFileSync(join(this.file, '..', RUN_FILES.run), 'utf8')) },
      environments: [...tasks.values()].map(({ world, tasks: own }) => ({ world, tasks: [...own.values()] })),
    });
    const pairs = openSync(join(out, MENDED_FILES.pairs), 'w');
    const critic = openSync(join(out, MENDED_FILES.critic), 'w');
    const counts = { corrected: 0, rerouted: 0, relabelled: 0, pairs: 0, critic: 0, failed: 0 };
    try {
      const from = new LineFile(this.file);
      for (const [done, { offset, length, failed }] of lines.entries()) {
        const found = this.read(from.text(offset, length), offset, (each) => each);
        this.tell(done + 1);
        if (found === undefined) continue;
        const { episode, world, task } = found;
        const log = replay(world, task, episode);
        const fault = failed ? attribute(world, task, episode, log) : undefined;
        writeLine(critic, criticRow(world, task, episode, log, fault));
        counts.critic += 1;
        if (fault === undefined) continue;
        counts.failed += 1;
        const broken = { world, task, episode, fault };
        const repaired = await repair(broken);
        if (typeof repaired === 'string') count(this.without.repaired, repaired);
        else {
          const { played, how, messages, upTo } = repaired;
          folder.add(mended(world, episode, how, fault, { ...played, messages }, upTo), 0);
          counts[how] += 1;
        }
        const pair = await preference(broken);
        if (typeof pair === 'string') count(this.without.pairs, pair);
        else {
          writeLine(pairs, pairRow(episode, fault, pair));
          counts.pairs += 1;
        }
        const other = relabelled.get(episode.id);
        const again = other === undefined ? undefined : relabel(broken);
        if (again !== undefined && typeof again !== 'string') {
          const { messages, verdict, end } = again;
          const course = { messages, steps: episode.steps, end, verdict };
          folder.add({ ...mended(world, episode, 'relabelled', fault, course), task: again.task.id }, 0);
          counts.relabelled += 1;
        }
      }
      from.close();
    } finally {
      closeSync(pairs);
      closeSync(critic);
      if (folder.count === 0) folder.close();
    }
    folder.finish(figuresOf(folder.outcomes()));
    const { corrected, rerouted, ...rest } = counts;
    return {
      episodes: lines.length,
      ...rest,
      repaired: { corrected, rerouted },
      without: {
        repaired: byCount(this.without.repaired),
        pairs: byCount(this.without.pairs),
        relabelled: byCount(this.without.relabelled),
      },
      refused: this.refused,
    };
  }

  /**
   * Returns the result of `make` for a line, or undefined if the episode has no reward. If the line is faulty, adds it
   * to the refused lines and returns undefined, so that the caller goes on with the next line.
   */
  private read<T>(
    text: string,
    offset: number,
    make: (found: { readonly episode: Episode; readonly world: World; readonly task: Task }) => T,
  ): T | undefined {
    let id = `byte ${offset}`;
    try {
      const episode = readEpisode(text, `${this.file}: byte ${offset}`);
      ({ id } = episode);
      if (episode.verdict.reward === null) return undefined;
      return make({ episode, world: this.run.worldOf(episode.environment.hash), task: this.run.taskOf(episode) });
    } catch (error) {
      this.refused.push({ episode: id, reason: reasonOf(error) });
      return undefined;
    }
  }

  /**
   * Refuses an episode that occurs twice, whose calls cannot be repeated with the same results, or whose recorded
   * verdict is not the judge's present one.
   */
  private trust(episode: Episode, world: World, task: Task): void {
    if (this.seen.has(episode.id)) throw refusal('is there twice');
    this.seen.add(episode.id);
    replay(world, task, episode);
    if (canonicalJson(this.run.judge(episode)) !== canonicalJson(episode.verdict))
      throw refusal('has another verdict than its record gives');
  }
}

function mended(
  world: World,
  episode: Episode,
  how: 'corrected' | 'rerouted' | 'relabelled',
  fault: Attribution,
  course: Pick<Episode, 'verdict'> & {
    readonly messages: readonly Episode['messages'][number][];
    readonly steps: readonly Episode['steps'][number][];
    readonly end: Episode['end_reason'];
  },
  from?: number,
): Episode {
  const { usage: _usage, why: _why, alarms: _alarms, agent, user, ...rest } = episode;
  // if a user other than the scripted one played before, the record says that the scripted user continued the episode
  const goesOn = from !== undefined && user !== undefined && !['scripted', 'none'].includes(String(user['kind']));
  const alarms = alarmsOf(world, {
    ...rest,
    ...(user === undefined ? {} : { user }),
    messages: [...course.messages],
    steps: [...course.steps],
  });
  return checkedAs<Episode>({
    ...rest,
    ...(user === undefined ? {} : { user: goesOn ? { ...user, continued: 'scripted' } : user }),
    ...(alarms.length === 0 ? {} : { alarms }),
    id: `${episode.id}~${how === 'relabelled' ? how : 'repaired'}`,
    messages: [...course.messages],
    steps: [...course.steps],
    end_reason: course.end,
    verdict: course.verdict,
    agent: {
      kind: 'mended',
      how,
      ...(from === undefined ? {} : { from }),
      fault,
      of: episode.id,
      by: agent?.['model'] ?? agent?.['kind'] ?? null,
    },
  });
}

/** Makes a line that rates an episode: the credit of each step and of the end. */
function criticRow(
  world: World,
  task: Task,
  episode: Episode,
  log: readonly LogEntry[],
  fault: Attribution | undefined,
): unknown {
  const { steps, end } = creditSteps(world, task, episode, log);
  const messageOf = new Map(episode.steps.map((step) => [step.log_index, step]));
  return {
    episode: episode.id,
    environment: episode.environment,
    task: task.id,
    reward: episode.verdict.reward,
    decisive: fault === undefined ? null : { ...fault, message: faultyMessage({ episode, fault }) ?? null },
    steps: steps.map(({ step, label, reward }) => {
      const { by, message, name } = messageOf.get(step) ?? { by: 'agent', message: null, name: '' };
      return { step, by, message, name, label, worth: round(reward) };
    }),
    end: round(end),
  };
}

function round(value: number): number {
  return Number(value.toFixed(6));
}

function writeLine(file: number, value: unknown): void {
  writeSync(file, `${JSON.stringify(value)}\n`);
}

function count(into: Record<string, number>, key: string): void {
  into[key] = (into[key] ?? 0) + 1;
}

function byCount(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

function pairRow(
  { id, environment, task, trial, system, tools }: Episode,
  fault: Attribution,
  pair: Exclude<Awaited<ReturnType<typeof preference>>, string>,
): Parameters<typeof writeLine>[1] {
  return { id: `${id}~pair`, episode: id, environment, task, trial, ...fault, system, tools, ...pair };
}
