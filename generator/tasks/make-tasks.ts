// Tasks by execution: drafts are drawn, played, written down and audited; only what its own audit proves is kept.
import { GymError } from '../../envs/errors/gym-error.ts';
import { makeRandom, type Random } from '../../envs/random.ts';
import { TASK_KINDS, type Task, type TaskOutput } from '../../envs/values/task.ts';
import { ADVERSARIES } from '../../envs/verification/adversaries.ts';
import type { World } from '../../envs/world/world.ts';
import { Atlas } from './atlas.ts';
import { auditTask } from './audit.ts';
import type { TaskAudit } from './audit-report.ts';
import { TaskDrafter, type Draft, type Made } from './draft-task.ts';
import { KIND_MAKERS, writeWith } from './kinds.ts';
import type { Ground } from './plan-goals.ts';
import { gramsOf, isAlike } from './near-duplicates.ts';
import { Stage } from './stage.ts';

export const BANDS = ['easy', 'medium', 'hard'] as const;
export type Band = (typeof BANDS)[number];

export interface MakeOptions {
  readonly count: number;
  readonly kinds?: readonly Task['kind'][];
  readonly band?: Band;
  readonly seed: number;
  /** Tasks that are there already. */
  readonly existing: readonly Task[];
  /** The tasks so far. */
  readonly tell?: (made: readonly Task[]) => void;
}

export interface MadeTasks {
  readonly tasks: readonly Task[];
  readonly rejected: Readonly<Record<string, number>>;
}

/** Drafts that are drawn for a task of a kind before the kind gives up its turn. */
const TRIES = 12;
/** Turns without a task, one after the other, after which a kind has no more to give. */
const PATIENCE = 8;
const FEW = 2;
const SOME = 5;

/** easy: up to two calls; medium: up to five; hard: more. */
export function bandOf(task: Task): Band {
  const calls = task.gold.calls.length;
  return calls <= FEW ? 'easy' : calls <= SOME ? 'medium' : 'hard';
}

export function makeTasks(world: World, options: MakeOptions): MadeTasks {
  return new TaskMaking(world, options).run();
}

interface Tempted {
  readonly draft: Draft;
  readonly rule: string;
  readonly tool: string;
}

class TaskMaking {
  private readonly world: World;
  private readonly options: MakeOptions;
  private readonly atlas: Atlas;
  private readonly stage: Stage;
  private readonly drafter: TaskDrafter;
  private readonly kept: Task[] = [];
  private readonly rejected = new Map<string, number>();
  private readonly shapes = new Map<string, ReadonlySet<string>[]>();
  private readonly goals = new Set<string>();
  /** Writes that a rule forbids. */
  private readonly tempted: Tempted[] = [];
  private readonly numbers = new Map<string, number>();
  private draws = 0;

  constructor(world: World, options: MakeOptions) {
    this.world = world;
    this.options = options;
    this.atlas = new Atlas(world);
    this.stage = new Stage(world);
    this.drafter = new TaskDrafter(this.atlas, this.stage);
    for (const task of options.existing) {
      this.remember(task);
      const [, kind = '', number = ''] = /^(.*)-(\d+)$/.exec(task.id) ?? [];
      if (number !== '') this.numbers.set(kind, Math.max(this.numbers.get(kind) ?? 0, Number(number)));
    }
  }

  run(): MadeTasks {
    const kinds = (this.options.kinds ?? TASK_KINDS).filter((kind) => KIND_MAKERS[kind] !== undefined);
    const barren = new Map<Task['kind'], number>();
    const left = (): Task['kind'][] => kinds.filter((kind) => (barren.get(kind) ?? 0) < PATIENCE);
    while (this.kept.length < this.options.count && left().length > 0) {
      for (const kind of left()) {
        const made = this.kept.length < this.options.count ? this.turn(kind) : [];
        // a pair may not fit any more
        if (made.length === 0 || this.kept.length + made.length > this.options.count) {
          barren.set(kind, (barren.get(kind) ?? 0) + 1);
          continue;
        }
        barren.set(kind, 0);
        for (const task of made) {
          this.kept.push(task);
          this.remember(task);
        }
        this.options.tell?.(this.kept);
      }
    }
    return { tasks: this.kept, rejected: Object.fromEntries([...this.rejected].sort()) };
  }

  /** A task of a kind, or a task and its twin; none when luck is out. */
  private turn(kind: Task['kind']): readonly Task[] {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      this.draws += 1;
      const random = makeRandom(
        this.options.seed,
        `${this.world.environment.name} ${kind} ${this.options.existing.length} ${this.draws}`,
      );
      const ground: Ground = {
        atlas: this.atlas,
        stage: this.stage,
        random,
        forbids: (calls, rows) => this.drafter.forbids(calls, rows, 1).length > 0,
      };
      const drafts = this.drafts(kind, ground);
      if (drafts === undefined) {
        this.reject(`${kind}: nothing to draw`);
        continue;
      }
      const made = this.settled(drafts, random);
      if (made.length > 0) return made;
    }
    return [];
  }

  private drafts(kind: Task['kind'], ground: Ground): readonly Draft[] | undefined {
    const { random } = ground;
    if (kind === 'abstain' && this.tempted.length > 0 && random.real() < 0.5) {
      const pair = this.againstRule(ground);
      if (pair !== undefined) return pair;
    }
    const makers = KIND_MAKERS[kind] ?? [];
    try {
      return random.pick(makers)(ground);
    } catch (error) {
      if (!(error instanceof GymError)) throw error;
      return undefined;
    }
  }

  /** What a rule forbids, the user insisting; the twin is what it allows. */
  private againstRule(ground: Ground): readonly Draft[] | undefined {
    const { random } = ground;
    const { draft, rule, tool } = random.pick(this.tempted);
    const twin = this.allowed(ground, tool);
    const subject = draft.calls.at(-1)?.arguments;
    const key = this.atlas
      .leaves(this.world.tools.get(tool)?.tool as never)
      .find(({ meaning, path }) => meaning.kind === 'key' && path.length === 1);
    const value = key === undefined ? undefined : subject?.[key.path[0] ?? ''];
    if (twin === undefined || value === undefined) return undefined;
    const reason = { key: 'reason', type: 'reason', value: 'not_allowed', from: [value] } as unknown as TaskOutput;
    return [
      {
        ...draft,
        kind: 'abstain',
        calls: draft.calls.slice(0, -1),
        declines: draft.calls.slice(-1),
        outputs: [reason],
        end: 'refused',
        rules: [rule],
        insisted: new Set(draft.facts.filter(({ role }) => role === 'what').map(({ key: name }) => name)),
        changes: false,
        tags: [...draft.tags, 'decline', 'not_allowed', 'policy'].sort(),
      },
      { ...twin, rules: [rule], tags: [...twin.tags, 'policy'].sort() },
    ];
  }

  /** A use of the tool that no rule forbids. */
  private allowed(ground: Ground, tool: string): Draft | undefined {
    const runnable = this.world.tools.get(tool);
    if (runnable === undefined) return undefined;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const [draft] = writeWith(ground, runnable.tool) ?? [];
      if (draft !== undefined && typeof this.drafter.make(draft, 'probe', 1, ground.random) !== 'string') return draft;
    }
    return undefined;
  }

  /** A draft that an environment cannot bear (a call beyond its row budget) is one draft less. */
  private settled(drafts: readonly Draft[], random: Random): readonly Task[] {
    try {
      return this.settle(drafts, random);
    } catch (error) {
      if (!(error instanceof GymError)) throw error;
      this.reject(short(error.message));
      return [];
    }
  }

  private settle(drafts: readonly Draft[], random: Random): readonly Task[] {
    const made: Made[] = [];
    for (const [at, draft] of drafts.entries()) {
      const outcome = this.drafter.make(draft, `draft-${at}`, random.int(1, 1_000_000), random);
      if (typeof outcome === 'string') {
        this.learnTempted(draft, outcome);
        this.reject(short(outcome));
        return [];
      }
      made.push(outcome);
    }
    const ids = drafts.map(({ kind }) => this.nextId(kind));
    const tasks = made.map(({ task }, at): Task => ({
      ...task,
      id: ids[at] as string,
      ...(ids.length === 2 ? { twin: ids[1 - at] as string } : {}),
    }));
    const { band } = this.options;
    if (band !== undefined && tasks.some((task) => bandOf(task) !== band)) {
      this.reject('another difficulty');
      return [];
    }
    if (
      tasks.some((task) => this.isKnown(task)) ||
      (tasks[0] !== undefined && tasks[1] !== undefined && sameWords(tasks[0], tasks[1]))
    ) {
      this.reject('nearly the same as another');
      return [];
    }
    const audits = tasks.map((task) => auditTask(this.world, task, { seed: this.options.seed, hasty: true }));
    const flaw = flawOf(audits);
    if (flaw !== undefined) {
      this.reject(`audit: ${short(flaw)}`);
      return [];
    }
    for (const [at, draft] of drafts.entries())
      this.numbers.set(draft.kind, Number(/\d+$/.exec(ids[at] ?? '')?.[0] ?? 0));
    return tasks;
  }

  private learnTempted(draft: Draft, outcome: string): void {
    if (draft.kind !== 'write' || !outcome.startsWith('a rule is broken')) return;
    const tool = draft.calls.at(-1)?.name ?? '';
    const looked = this.drafter.last ?? draft;
    const [rule] = this.drafter.forbids(looked.calls, looked.rows, 1);
    if (rule !== undefined) this.tempted.push({ draft: looked, rule, tool });
  }

  private nextId(kind: Task['kind']): string {
    return `${kind}-${String((this.numbers.get(kind) ?? 0) + 1).padStart(3, '0')}`;
  }

  private remember(task: Task): void {
    this.goals.add(task.user.goal);
    const shape = shapeOf(task);
    const known = this.shapes.get(shape) ?? [];
    known.push(gramsOf(`${task.user.opening} ${task.user.goal}`));
    this.shapes.set(shape, known);
  }

  private isKnown(task: Task): boolean {
    // the same wish, whatever tool it takes
    if (this.goals.has(task.user.goal)) return true;
    const grams = gramsOf(`${task.user.opening} ${task.user.goal}`);
    return (this.shapes.get(shapeOf(task)) ?? []).some((each) => isAlike(each, grams));
  }

  private reject(reason: string): void {
    this.rejected.set(reason, (this.rejected.get(reason) ?? 0) + 1);
  }
}

function shapeOf(task: Task): string {
  return task.gold.calls.map(({ name }) => name).join(' ');
}

function sameWords(a: Task, b: Task): boolean {
  return a.user.opening === b.user.opening && a.user.goal === b.user.goal;
}

/** Of twins, an agent that deserves nothing must fail one. */
function flawOf(audits: readonly TaskAudit[]): string | undefined {
  for (const audit of audits) {
    const [reason] = audit.reasons;
    if (reason !== undefined) return reason;
  }
  const adversary = ADVERSARIES.find((each) => audits.every(({ adversaries }) => adversaries[each]));
  return adversary === undefined ? undefined : `${adversary} passes`;
}

function short(reason: string): string {
  return reason
    .split(':')
    .slice(0, 2)
    .join(':')
    .replace(/"[^"]*"|'[^']*'|\d+/g, '…')
    .slice(0, 80);
}
