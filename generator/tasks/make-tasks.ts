// Makes tasks by execution: drafts are drawn, played, written down and audited; a task whose audit finds a flaw is
// dropped.
import { GymError } from '../../envs/errors/gym-error.ts';
import { makeRandom, type Random } from '../../envs/random.ts';
import { TASK_KINDS, type Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import { Atlas } from './atlas.ts';
import type { TaskAudit } from './audit-report.ts';
import { auditTask } from './audit.ts';
import { TaskDrafter, type Draft, type Made } from './draft-task.ts';
import { KIND_MAKERS } from './kinds.ts';
import type { Ground } from './plan-goals.ts';
import { flawOf, sameWords, shapeOf, short } from './flaws.ts';
import { withFault } from './faults.ts';
import { withLateWish, withSecondThoughts } from './later.ts';
import { gramsOf, isAlike } from './near-duplicates.ts';
import { oddities, saidIn } from './words-lint.ts';
import { Stage } from './stage.ts';
import { TemptedDrafts } from './tempted-drafts.ts';
import { WordBag } from './word-bag.ts';
import { StoryTeller } from './stories/story-teller.ts';

export const BANDS = ['easy', 'medium', 'hard'] as const;
export type Band = (typeof BANDS)[number];

export interface MakeOptions {
  readonly count: number;
  readonly kinds?: readonly Task['kind'][];
  readonly band?: Band;
  readonly seed: number;
  /** Tasks that the environment has already. */
  readonly existing: readonly Task[];
  /** Called with all tasks made so far. */
  readonly tell?: (made: readonly Task[]) => void;
}

export interface MadeTasks {
  readonly tasks: readonly Task[];
  readonly rejected: Readonly<Record<string, number>>;
  /** The number of holes that proofs find in the kept tasks. */
  readonly holes: number;
}

/** Drafts that are drawn for a task of a kind in one turn. */
const TRIES = 12;
/** Turns in a row without a task, after which a kind is given up. */
const PATIENCE = 8;
/** Stories in a row without a task, after which another kind has its turn. */
const PATIENCE_TOLD = 40;
/** The chance that a call of a story fails at first. */
const FAILING = 0.08;
/** The share of tasks that come from stories. */
const STORIES = 0.6;
/** Kinds of tasks that stories give. */
const STORIED: ReadonlySet<string> = new Set([
  'write',
  'read',
  'multi',
  'mixed',
  'dual',
  'abstain',
  'clarify',
  'recover',
]);
/** The chance that a user changes their mind, where the draft allows it. */
const MOVED = 0.5;
const MOVED_PAIR = 0.25;
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
  private readonly tempted: TemptedDrafts;
  private readonly numbers = new Map<string, number>();
  private readonly stories: StoryTeller;
  private readonly bag = new WordBag();
  private told = 0;
  private holes = 0;
  private draws = 0;

  constructor(world: World, options: MakeOptions) {
    this.world = world;
    this.options = options;
    this.atlas = new Atlas(world);
    this.stage = new Stage(world);
    this.drafter = new TaskDrafter(this.atlas, this.stage);
    this.tempted = new TemptedDrafts(this.atlas, this.drafter);
    this.stories = new StoryTeller(world);
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
        this.tellStories(kinds);
        const made = this.kept.length < this.options.count ? this.turn(kind) : [];
        // a task and its twin may be one more than the count allows
        if (made.length === 0 || this.kept.length + made.length > this.options.count) {
          barren.set(kind, (barren.get(kind) ?? 0) + 1);
          continue;
        }
        barren.set(kind, 0);
        this.keep(made);
      }
    }
    return { tasks: this.kept, rejected: Object.fromEntries([...this.rejected].sort()), holes: this.holes };
  }

  private keep(made: readonly Task[]): void {
    for (const task of made) {
      this.kept.push(task);
      this.remember(task);
    }
    this.options.tell?.(this.kept);
  }

  /** Tells stories until they are more than the share above of all tasks, or until they give no more tasks. */
  private tellStories(kinds: readonly Task['kind'][]): void {
    if (!kinds.some((kind) => STORIED.has(kind))) return;
    const share = this.stories.isWritten ? 1 : STORIES;
    let barren = 0;
    const patience = this.options.kinds === undefined ? PATIENCE_TOLD : PATIENCE;
    while (
      barren < patience &&
      this.stories.hasMore &&
      this.told <= this.kept.length * share &&
      this.kept.length < this.options.count
    ) {
      this.draws += 1;
      const random = makeRandom(
        this.options.seed,
        `${this.world.environment.name} story ${this.options.existing.length} ${this.draws}`,
      );
      const ground = this.groundOf(random);
      const drafts = this.safely(() => this.stories.next(ground, (kind) => kinds.includes(kind))) ?? [];
      const fits = drafts.length > 0 && drafts.every(({ kind }) => kinds.includes(kind));
      const failing =
        fits && kinds.includes('recover') && random.real() < FAILING ? withFault(drafts, random) : undefined;
      let made = failing === undefined ? [] : this.settled(failing, random);
      const moved = fits && made.length === 0 ? this.moved(ground, drafts) : undefined;
      if (moved !== undefined) made = this.settled(moved, random);
      if (made.length === 0 && fits) made = this.settled(drafts, random);
      // where the pair fails, each draft is tried alone
      for (const draft of fits && drafts.length > 1 ? drafts : [])
        if (made.length === 0) made = this.settled([draft], random);
      if (this.kept.length + made.length > this.options.count) made = [];
      this.stories.came(made);
      barren = made.length > 0 ? 0 : barren + 1;
      if (made.length === 0) {
        this.reject(drafts.length === 0 ? 'story: cannot happen so' : 'story: not sound');
        continue;
      }
      this.told += made.length;
      this.keep(made);
    }
  }

  /** Now and then the user changes their mind. The draft then loses its twin, whose user would have to do the same. */
  private moved(ground: Ground, drafts: readonly Draft[]): readonly Draft[] | undefined {
    const [draft] = drafts;
    if (draft === undefined || ground.random.real() > (drafts.length === 1 ? MOVED : MOVED_PAIR)) return undefined;
    // the stories of an environment bring late wishes of their own
    const moved =
      withSecondThoughts(ground, draft) ??
      (this.stories.isWritten ? undefined : this.safely(() => withLateWish(ground, draft)));
    return moved === undefined ? undefined : [moved];
  }

  private groundOf(random: Random): Ground {
    return {
      atlas: this.atlas,
      stage: this.stage,
      random,
      bag: this.bag,
      forbids: (calls, rows) => this.drafter.forbids(calls, rows, 1).length > 0,
    };
  }

  private safely<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof GymError)) throw error;
      return undefined;
    }
  }

  /** A task of a kind, or a task and its twin; none where every try fails. */
  private turn(kind: Task['kind']): readonly Task[] {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      this.draws += 1;
      const random = makeRandom(
        this.options.seed,
        `${this.world.environment.name} ${kind} ${this.options.existing.length} ${this.draws}`,
      );
      const ground = this.groundOf(random);
      const drafts = this.drafts(kind, ground);
      if (drafts === undefined) {
        this.reject(`${kind}: nothing to draw`);
        continue;
      }
      const moved = ['write', 'multi', 'mixed'].includes(kind) ? this.moved(ground, drafts) : undefined;
      const made = moved === undefined ? [] : this.settled(moved, random);
      if (made.length > 0) return made;
      const plain = this.settled(drafts, random);
      if (plain.length > 0) return plain;
    }
    return [];
  }

  private drafts(kind: Task['kind'], ground: Ground): readonly Draft[] | undefined {
    const { random } = ground;
    if (kind === 'abstain' && this.tempted.any && random.real() < 0.5) {
      const pair = this.tempted.pair(ground);
      if (pair !== undefined) return pair;
    }
    const makers = KIND_MAKERS[kind] ?? [];
    return this.safely(() => random.pick(makers)(ground));
  }

  /** Settles drafts; a draft that the environment refuses (a call beyond its row budget) is dropped. */
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
      const outcome = this.drafter.make(draft, `draft-${at}`, draft.seed ?? random.int(1, 1_000_000), random);
      if (typeof outcome === 'string') {
        this.tempted.learn(draft, outcome);
        this.reject(short(outcome));
        return [];
      }
      made.push(outcome);
    }
    const ids = this.nextIds(drafts.map(({ kind }) => kind));
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
    const odd = tasks.flatMap((task) => oddities(saidIn(task), this.world)).find((each) => each !== 'id');
    if (odd !== undefined) {
      this.reject(`words: ${odd}`);
      return [];
    }
    const audits: TaskAudit[] = [];
    for (const task of tasks) {
      audits.push(auditTask(this.world, task, { seed: this.options.seed, hasty: true }));
      // its first reason is told, and its twin needs no audit
      if (audits.at(-1)?.reasons.length !== 0) break;
    }
    const flaw = flawOf(audits);
    if (flaw !== undefined) {
      this.reject(`audit: ${short(flaw)}`);
      return [];
    }
    this.holes += audits.reduce((sum, audit) => sum + audit.holes.length, 0);
    for (const [at, draft] of drafts.entries())
      this.numbers.set(draft.kind, Number(/\d+$/.exec(ids[at] ?? '')?.[0] ?? 0));
    return tasks;
  }

  private nextIds(kinds: readonly Task['kind'][]): string[] {
    return kinds.map((kind, at) => {
      const before = kinds.slice(0, at).filter((each) => each === kind).length;
      return `${kind}-${String((this.numbers.get(kind) ?? 0) + before + 1).padStart(3, '0')}`;
    });
  }

  private remember(task: Task): void {
    this.goals.add(task.user.goal);
    const shape = shapeOf(task);
    const known = this.shapes.get(shape) ?? [];
    known.push(gramsOf(`${task.user.opening} ${task.user.goal}`));
    this.shapes.set(shape, known);
  }

  private isKnown(task: Task): boolean {
    // the goal is the same, by any tool
    if (this.goals.has(task.user.goal)) return true;
    const grams = gramsOf(`${task.user.opening} ${task.user.goal}`);
    return (this.shapes.get(shapeOf(task)) ?? []).some((each) => isAlike(each, grams));
  }

  private reject(reason: string): void {
    this.rejected.set(reason, (this.rejected.get(reason) ?? 0) + 1);
  }
}
