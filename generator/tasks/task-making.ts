// Makes tasks step by step. Each step draws and tries one or two drafts. The state can be saved and restored, because a
// step may run before the audits of earlier tasks have ended.
import { GymError } from '../../envs/errors/gym-error.ts';
import { makeRandom, type Random } from '../../envs/random.ts';
import { TASK_KINDS, type Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import { Atlas } from './atlas.ts';
import { bandOf } from './band.ts';
import { TaskDrafter, type Draft, type Made } from './draft-task.ts';
import type { MadeTasks, MakeOptions } from './make-options.ts';
import { saveMap } from './saved-map.ts';
import { KnownTasks } from './known-tasks.ts';
import { KIND_MAKERS } from './kinds.ts';
import { kindsDue } from './kinds-due.ts';
import type { Ground } from './plan-goals.ts';
import { sameWords, short } from './flaws.ts';
import { withFault } from './faults.ts';
import { withLateWish, withSecondThoughts } from './later.ts';
import { oddities, saidIn } from './words-lint.ts';
import { Stage } from './stage.ts';
import { TemptedDrafts } from './tempted-drafts.ts';
import { withUsers } from './with-users.ts';
import { WordBag } from './word-bag.ts';
import { StoryTeller } from './stories/story-teller.ts';

/** The number of tries for a task of one kind in one turn. */
const TRIES = 12;
/** The number of turns in a row without a task after which a kind of task is given up. */
const PATIENCE = 8;
/** The number of stories in a row without a task after which a task without a story is drawn. */
const PATIENCE_TOLD = 40;
/** The chance that a planned fault makes one call of a story fail. */
const FAILING = 0.08;
/** The share of tasks that are made from stories if no author wrote stories for the environment. */
const STORIES = 0.6;
/** The kinds of tasks that stories can give. */
const STORIED: ReadonlySet<string> = new Set('write read multi mixed dual abstain clarify recover'.split(' '));
/**
 * The chance that a user changes their mind, if the draft allows it. MOVED_PAIR is for a draft with a twin, that is,
 * nearly the same draft with another right outcome.
 */
const MOVED = 0.5;
const MOVED_PAIR = 0.25;

/** Tasks that wait for their audits. */
export interface Asked {
  readonly tasks: readonly Task[];
  /** Continues as if the audits had found no flaw. */
  accept(): void;
}

/** The point at which the next step continues. */
interface Flow {
  /** The kinds of the present round, and the index of the kind whose turn it is. */
  readonly round: readonly Task['kind'][];
  readonly at: number;
  /** Whether stories are tried before the kind's turn, and how many stories in a row gave no task. */
  readonly telling: boolean;
  readonly barren: number;
  /** The number of drafts that the kind tried in this turn. */
  readonly tries: number;
}

/** Makes tasks in steps of one or two drafts. It can go back to the state before a step. */
export class TaskMaking {
  private readonly world: World;
  private readonly options: MakeOptions;
  private readonly atlas: Atlas;
  private readonly stage: Stage;
  private readonly drafter: TaskDrafter;
  private readonly kept: Task[] = [];
  private readonly rejected = new Map<string, number>();
  private readonly known = new KnownTasks();
  private readonly tempted: TemptedDrafts;
  private readonly stories: StoryTeller;
  private readonly bag = new WordBag();
  private told = 0;
  private draws = 0;
  private readonly kinds: readonly Task['kind'][];
  private readonly barren = new Map<Task['kind'], number>();
  private flow: Flow = { round: [], at: 0, telling: true, barren: 0, tries: 0 };

  constructor(world: World, options: MakeOptions) {
    this.world = world;
    this.options = options;
    this.kinds = (options.kinds ?? TASK_KINDS).filter((kind) => KIND_MAKERS[kind] !== undefined);
    this.atlas = new Atlas(world);
    this.stage = new Stage(world);
    this.drafter = new TaskDrafter(this.atlas, this.stage);
    this.tempted = new TemptedDrafts(this.atlas, this.drafter);
    this.stories = new StoryTeller(world, options.stories, options.plain);
    for (const task of options.existing) {
      this.known.add(task);
      this.known.count(task.id);
    }
  }

  /**
   * Makes the next step. Returns false if no further task is wanted or possible. The step yields tasks for an audit;
   * the caller accepts them, or passes the flaw to `next`.
   */
  *step(): Generator<Asked, boolean, string> {
    for (;;) {
      if (this.flow.at >= this.flow.round.length && !this.beginRound()) return false;
      if (this.flow.telling) {
        if (this.wantsStory()) {
          yield* this.tellStory();
          return true;
        }
        if (this.options.plain === true) return false;
        this.flow = { ...this.flow, telling: false, tries: 0 };
      }
      const kind = this.flow.round[this.flow.at] as Task['kind'];
      if (!this.isFull) {
        yield* this.attempt(kind);
        return true;
      }
      this.endTurn(kind, []);
    }
  }

  made(): Omit<MadeTasks, 'holes'> {
    return { tasks: this.kept, rejected: Object.fromEntries([...this.rejected].sort()) };
  }

  get soFar(): readonly Task[] {
    return this.kept;
  }

  /** Saves the state. The returned function restores it. */
  save(): () => void {
    const { flow, told, draws } = this;
    const count = this.kept.length;
    const maps = [saveMap(this.rejected), saveMap(this.known.numbers), saveMap(this.barren)];
    const parts = [this.stories, this.bag, this.tempted].map((part) => part.save());
    const { last } = this.drafter;
    return () => {
      Object.assign(this, { flow, told, draws });
      for (const task of this.kept.splice(count).reverse()) this.known.remove(task);
      for (const restore of [...maps, ...parts]) restore();
      this.drafter.last = last;
    };
  }

  private get isFull(): boolean {
    return this.kept.length >= this.options.count;
  }

  private beginRound(): boolean {
    const round = this.kinds.filter((kind) => (this.barren.get(kind) ?? 0) < PATIENCE);
    this.flow = { round, at: 0, telling: true, barren: 0, tries: 0 };
    return !this.isFull && round.length > 0;
  }

  private endTurn(kind: Task['kind'], made: readonly Task[]): void {
    this.flow = { ...this.flow, at: this.flow.at + 1, telling: true, barren: 0, tries: 0 };
    // two tasks that are made together may exceed the wanted number of tasks; they are then dropped
    if (made.length === 0 || this.kept.length + made.length > this.options.count) {
      this.barren.set(kind, (this.barren.get(kind) ?? 0) + 1);
      return;
    }
    this.barren.set(kind, 0);
    this.keep(made);
  }

  private keep(made: readonly Task[]): void {
    for (const task of made) {
      this.kept.push(task);
      this.known.add(task);
    }
    this.options.tell?.(this.kept);
  }

  /** Tells whether to try a story: not if stories exceed their share of tasks, or too many in a row gave no task. */
  private wantsStory(): boolean {
    if (this.isFull || !this.kinds.some((kind) => STORIED.has(kind))) return false;
    const share = this.stories.isWritten ? 1 : STORIES;
    const patience = this.options.kinds === undefined ? PATIENCE_TOLD : PATIENCE;
    return this.flow.barren < patience && this.stories.hasMore && this.told <= this.kept.length * share;
  }

  private *tellStory(): Generator<Asked, void, string> {
    const { kinds } = this;
    this.draws += 1;
    const random = makeRandom(
      this.options.seed,
      `${this.world.environment.name} story ${this.options.existing.length} ${this.draws}`,
    );
    const ground = this.groundOf(random);
    this.bag.begin();
    const due = this.options.kinds === undefined ? kinds : kindsDue(kinds, this.kept);
    const drafts = this.safely(() => this.stories.next(ground, (kind) => due.includes(kind))) ?? [];
    const fits = drafts.length > 0 && drafts.every(({ kind }) => kinds.includes(kind));
    const failing =
      fits && kinds.includes('recover') && random.real() < FAILING ? withFault(drafts, random) : undefined;
    const end = (made: readonly Task[]): void => this.endStory(made, 'not sound');
    if (failing !== undefined) yield* this.settled(failing, random, end);
    const moved = fits ? this.moved(ground, drafts) : undefined;
    if (moved !== undefined) yield* this.settled(moved, random, end);
    if (fits) yield* this.settled(drafts, random, end);
    // the generator goes on only if the two drafts failed together; each draft is then tried alone
    for (const draft of fits && drafts.length > 1 ? drafts : []) yield* this.settled([draft], random, end);
    this.endStory([], drafts.length === 0 ? 'cannot happen so' : 'not sound');
  }

  private endStory(tasks: readonly Task[], otherwise: string): void {
    const made = this.kept.length + tasks.length > this.options.count ? [] : tasks;
    this.stories.came(made);
    this.flow = { ...this.flow, barren: made.length > 0 ? 0 : this.flow.barren + 1 };
    if (made.length === 0) {
      this.bag.fell();
      this.reject(`story: ${otherwise}`);
      return;
    }
    this.told += made.length;
    this.keep(made);
  }

  /** With a chance, changes the user's mind or adds a late wish. A twin would have to do so too, so it is dropped. */
  private moved(ground: Ground, drafts: readonly Draft[]): readonly Draft[] | undefined {
    const [draft] = drafts;
    if (draft === undefined || ground.random.real() > (drafts.length === 1 ? MOVED : MOVED_PAIR)) return undefined;
    // a written story may have a late wish already, so it gets no other here
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

  /** Tries to make one task of a kind, or a task and its twin. */
  private *attempt(kind: Task['kind']): Generator<Asked, void, string> {
    this.draws += 1;
    const random = makeRandom(
      this.options.seed,
      `${this.world.environment.name} ${kind} ${this.options.existing.length} ${this.draws}`,
    );
    const ground = this.groundOf(random);
    const end = (made: readonly Task[]): void => this.endTurn(kind, made);
    const drafts = this.drafts(kind, ground);
    if (drafts === undefined) this.reject(`${kind}: nothing to draw`);
    else {
      const moved = ['write', 'multi', 'mixed'].includes(kind) ? this.moved(ground, drafts) : undefined;
      if (moved !== undefined) yield* this.settled(moved, random, end);
      yield* this.settled(drafts, random, end);
    }
    const tries = this.flow.tries + 1;
    if (tries === TRIES) this.endTurn(kind, []);
    else this.flow = { ...this.flow, tries };
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

  /** Turns drafts into tasks and waits for their audits. Calls `end` if they are accepted, else records the flaw. */
  private *settled(
    drafts: readonly Draft[],
    random: Random,
    end: (made: readonly Task[]) => void,
  ): Generator<Asked, void, string> {
    const tasks = this.safelySettled(drafts, random);
    if (tasks.length === 0) return;
    const flaw = yield {
      tasks,
      accept: () => {
        for (const { id } of tasks) this.known.count(id);
        end(tasks);
      },
    };
    this.reject(flaw);
  }

  /** Turns drafts into tasks. Drops drafts that the environment refuses, such as one that reads too many rows. */
  private safelySettled(drafts: readonly Draft[], random: Random): readonly Task[] {
    try {
      return this.settle(drafts, random);
    } catch (error) {
      if (!(error instanceof GymError)) throw error;
      this.reject(short(error.message));
      return [];
    }
  }

  /** Turns drafts into tasks before their audits. Returns an empty list if one draft gives no task. */
  private settle(drafts: readonly Draft[], random: Random): readonly Task[] {
    const made: Made[] = [];
    for (const [at, draft] of withUsers((own) => this.groundOf(own), this.options.seed, drafts).entries()) {
      const outcome = this.drafter.make(draft, `draft-${at}`, draft.seed ?? random.int(1, 1_000_000), random);
      if (typeof outcome === 'string') {
        this.tempted.learn(draft, outcome);
        this.reject(short(outcome));
        return [];
      }
      made.push(outcome);
    }
    const ids = this.known.nextIds(drafts.map(({ kind }) => kind));
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
      tasks.some((task) => this.known.has(task)) ||
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
    return tasks;
  }

  private reject(reason: string): void {
    this.rejected.set(reason, (this.rejected.get(reason) ?? 0) + 1);
  }
}
