// Measures one environment for measure:tasks, and keeps the figures as JSON. A stopped measurement can then be
// continued, and a single environment can be measured.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../envs/folder/environment-folder.ts';
import { makeRandom } from '../envs/random.ts';
import { checkedAs, parseJson, type Json } from '../envs/values/json.ts';
import type { Task } from '../envs/values/task.ts';
import type { World } from '../envs/world/world.ts';
import { partOf } from '../envs/words/split-words.ts';
import { auditTasks } from '../generator/tasks/audit.ts';
import type { AuditReport } from '../generator/tasks/audit-report.ts';
import { makeTasks } from '../generator/tasks/make-tasks.ts';
import { barsOf, type Bars } from './task-bars.ts';

export type Group = 'authored' | 'gallery' | 'compiled' | 'world' | 'tau2';

export interface Part {
  readonly name: string;
  readonly group: Group;
  /** The hash of the environment. If the hash or the wanted number of tasks changes, the kept figures are not used. */
  readonly of: string;
  readonly wanted: number;
  readonly tasks: number;
  /**
   * `calls` holds the number of expected calls of each task, in rising order. `services` holds the number of services
   * that each task of a composed world uses.
   */
  readonly calls: readonly number[];
  readonly services: readonly number[];
  readonly twins: number;
  readonly diagnoses: number;
  readonly report: AuditReport;
  readonly bars?: Bars;
  readonly seconds: number;
  readonly sample: readonly string[];
}

const SHOWN = 10;
/**
 * The number of tasks whose words are compared. It is fixed, because words repeat more often in a larger number of
 * tasks.
 */
const READ = 40;

export function madePart(
  name: string,
  group: Group,
  world: World,
  { wanted, mutants }: { readonly wanted: number; readonly mutants: number },
): Part {
  const start = process.hrtime.bigint();
  const { tasks } = makeTasks(world, { count: wanted, seed: 1, existing: [] });
  const seconds = secondsSince(start);
  const { report } = auditTasks(world, tasks, { mutants });
  const first = barsOf(world, tasks.slice(0, READ));
  const { tools, rules } = barsOf(world, tasks);
  return {
    ...partOfTasks(name, group, world, tasks, report),
    wanted,
    bars: { ...first, tasks: tasks.length, tools, rules },
    seconds,
  };
}

export function partOfTasks(
  name: string,
  group: Group,
  world: World,
  tasks: readonly Task[],
  report: AuditReport,
): Part {
  return {
    name,
    group,
    of: world.hash,
    wanted: tasks.length,
    tasks: tasks.length,
    calls: tasks.map(({ gold }) => gold.calls.length).sort((a, b) => a - b),
    services: tasks.map(({ gold }) => new Set(gold.calls.map((call) => partOf(call.name))).size),
    twins: tasks.filter(({ twin }) => twin !== undefined).length,
    diagnoses: tasks.filter(({ story }) => story?.family === 'diagnosis').length,
    report,
    seconds: 0,
    sample: shown(name, tasks),
  };
}

export const secondsSince = (start: bigint): number => Number(process.hrtime.bigint() - start) / 1e9;

function shown(name: string, tasks: readonly Task[]): string[] {
  const lines = [`## ${name}`, ''];
  for (const task of makeRandom(1, name).shuffled(tasks).slice(0, SHOWN)) {
    lines.push(`**${task.id}**${task.rules.length > 0 ? ` (rule ${task.rules.join(', ')})` : ''}`, '');
    lines.push(`> ${task.user.opening}`, '');
    for (const { text } of task.user.later ?? []) lines.push(`Later: ${text}`, '');
    const asked = task.user.facts
      .filter(({ say }) => say === 'asked')
      .map(({ key, value }) => `${key} ${JSON.stringify(value)}`);
    if (asked.length > 0) lines.push(`When asked: ${asked.join(', ')}.`, '');
    const calls = task.gold.calls.map(
      (call) =>
        `${call.by === 'user' ? 'the user: ' : ''}${call.name}${call.error === undefined ? '' : ` (${call.error.code})`}`,
    );
    const answers = task.gold.outputs.map(({ key, value }) => `${key.replaceAll('_', ' ')}: ${String(value as Json)}`);
    lines.push(`Gold: ${[...calls, ...answers.map((each) => `says ${each}`)].join(', ')}.`, '');
  }
  return lines;
}

/** Keeps figures in a folder. If no folder is given, keeps nothing. */
export class KeptParts {
  private readonly dir: string | undefined;

  constructor(dir: string | undefined) {
    this.dir = dir;
    if (dir !== undefined) mkdirSync(dir, { recursive: true });
  }

  /**
   * Returns the kept figures if they belong to the same environment and, if `wanted` is given, to the same wanted
   * number of tasks.
   */
  find(name: string, of: string, wanted: number | undefined): Part | undefined {
    const file = this.fileOf(name);
    if (file === undefined || !existsSync(file)) return undefined;
    const part = checkedAs<Part>(parseJson(readFileSync(file, 'utf8')));
    return part.of === of && (wanted === undefined || part.wanted === wanted) ? part : undefined;
  }

  all(): Part[] {
    const { dir } = this;
    if (dir === undefined) return [];
    return readdirSync(dir)
      .sort()
      .map((file) => checkedAs<Part>(parseJson(readFileSync(join(dir, file), 'utf8'))));
  }

  keep(part: Part): void {
    const file = this.fileOf(part.name);
    if (file !== undefined) writeWhole(file, `${JSON.stringify(part)}\n`);
  }

  private fileOf(name: string): string | undefined {
    return this.dir === undefined ? undefined : join(this.dir, `${name.replaceAll(/\W+/g, '-')}.json`);
  }
}
