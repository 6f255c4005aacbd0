// Chooses the story for the next task: a story that an author wrote, several stories of one person joined, or a story
// made from the environment's tools. A story that gives no task several times in a row is given up.
import type { Task } from '../../../envs/values/task.ts';
import type { World } from '../../../envs/world/world.ts';
import type { Story } from '../../../envs/values/story.ts';
import { partOf } from '../../../envs/words/split-words.ts';
import { saveMap } from '../saved-map.ts';
import type { Draft } from '../draft-task.ts';
import type { Ground } from '../plan-goals.ts';
import { OWN_STORIES } from './own/own-list.ts';
import { partOfStory } from './story-tools.ts';
import { lateWish, longList, manyWishes, together } from './together.ts';
import { occasionOf, personName, type Occasion } from './occasion.ts';
import { draftsOf } from './story-drafts.ts';

/** A source of stories. Each turn gives one occasion, or undefined. */
export interface StorySource {
  readonly name: string;
  /** The number of turns in a row without a task after which the source is given up. If absent, the usual number. */
  readonly patience?: number;
  occasion(ground: Ground): Occasion | undefined;
}

/**
 * The number of turns in a row without a task after which a story that was made from the environment's tools is given
 * up.
 */
const PATIENCE = 3;
/**
 * The number of turns in a row without a task after which a written story is given up. It is higher than for other
 * stories, because several occasions of one story may fail.
 */
const PATIENCE_WRITTEN = 8;
/**
 * The number of turns in a row without a task after which joined stories are given up. It is high, because tasks of a
 * composed world should be about several services, although few combinations work.
 */
const PATIENCE_JOINED = 32;

/** A source that gets a turn whenever its tasks are fewer than its share of all tasks. */
interface JoinedSource extends StorySource {
  readonly share: number;
  is(task: Task): boolean;
}

const [LONG, VERY_LONG] = [10, 20];
const callsOf = ({ gold }: Task): number => gold.calls.length;

/** Makes the sources that join several stories of one person. The source whose tasks are rarest comes first. */
function joinedSources(stories: readonly Story[]): JoinedSource[] {
  const parts = new Set(stories.map(({ steps }) => partOfStory(steps)));
  const services: JoinedSource = {
    name: 'several services',
    share: 1,
    patience: PATIENCE_JOINED,
    is: ({ gold }) => new Set(gold.calls.map(({ name }) => partOf(name))).size > 1,
    occasion: (ground) => together(ground, stories),
  };
  const alone: JoinedSource[] = [
    {
      name: 'a long list',
      share: 0.07,
      is: (task) => callsOf(task) >= VERY_LONG,
      occasion: (ground) => longList(ground, stories),
    },
    {
      name: 'many wishes',
      share: 0.24,
      is: (task) => callsOf(task) >= LONG,
      occasion: (ground) => manyWishes(ground, stories),
    },
    {
      name: 'a late wish',
      share: 0.2,
      is: ({ user }) => user.later?.length === 1,
      occasion: (ground) => lateWish(ground, stories),
    },
  ];
  return parts.size > 1 ? [services] : alone;
}

/** Orders stories so that the families alternate. In the file, all stories of a family stand together. */
function byFamilyInTurn(stories: readonly Story[]): Story[] {
  const before = new Map<Story['family'], number>();
  const ranked = stories.map((story) => {
    const rank = before.get(story.family) ?? 0;
    before.set(story.family, rank + 1);
    return { story, rank };
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ story }) => story);
}

export class StoryTeller {
  private readonly told: readonly StorySource[];
  private readonly joined: readonly JoinedSource[];
  private readonly barren = new Map<string, number>();
  private readonly tasks: Task[] = [];
  /** Whether an author wrote stories for the environment. */
  readonly isWritten: boolean;
  private turn = 0;
  private current = '';

  constructor(world: World, stories: readonly Story[] = world.environment.stories ?? [], isPlain = false) {
    const sourceOf = (story: Story): StorySource => ({
      name: story.name,
      occasion: (ground) => occasionOf(ground, story),
    });
    this.isWritten = stories.length > 0;
    // diagnoses get two turns, because finding the cause of a fault is the hardest kind of task
    const diagnoses = stories.filter(({ family }) => family === 'diagnosis');
    this.told = this.isWritten ? [...byFamilyInTurn(stories), ...diagnoses].map(sourceOf) : OWN_STORIES;
    this.joined = this.isWritten && !isPlain ? joinedSources(stories) : [];
  }

  /** Saves the state. The returned function restores it. */
  save(): () => void {
    const { turn, current } = this;
    const restore = saveMap(this.barren);
    const count = this.tasks.length;
    return () => {
      Object.assign(this, { turn, current });
      this.tasks.length = count;
      restore();
    };
  }

  get hasMore(): boolean {
    return [...this.told, ...this.joined].some((source) => this.isOpen(source));
  }

  /**
   * Returns the drafts of the next story: one task, or a task and its twin, which is nearly the same but wants another
   * outcome.
   */
  next(ground: Ground, wanted: (kind: Task['kind']) => boolean): readonly Draft[] | undefined {
    const source = this.lacking() ?? this.inTurn();
    if (source === undefined) return undefined;
    this.current = source.name;
    const occasion = source.occasion(ground);
    const person = personName(occasion?.identity);
    // the next stories prefer other people, so that no two tasks are about nearly the same rows
    if (person !== undefined) ground.bag?.note(person);
    const drafts = occasion === undefined ? undefined : draftsOf(ground, occasion, wanted);
    const [only] = drafts ?? [];
    // a task in which the agent must decline gets a second one in which the agent must act, so that an agent that
    // always declines fails
    if (drafts?.length !== 1 || only?.kind !== 'abstain') return drafts;
    const other = this.acting(ground);
    return other === undefined ? undefined : [only, other];
  }

  /** Returns the draft of a story that changes a row. */
  private acting(ground: Ground): Draft | undefined {
    for (const source of ground.random.shuffled(this.told)) {
      const occasion = source.occasion(ground);
      const [draft] = occasion === undefined ? [] : (draftsOf(ground, occasion) ?? []);
      if (draft?.changes === true) return draft;
    }
    return undefined;
  }

  /** Records which tasks the last turn gave. */
  came(tasks: readonly Task[]): void {
    this.tasks.push(...tasks);
    this.barren.set(this.current, tasks.length > 0 ? 0 : (this.barren.get(this.current) ?? 0) + 1);
  }

  /** Returns the first source of joined stories whose tasks are fewer than its share of all tasks. */
  private lacking(): StorySource | undefined {
    const { tasks } = this;
    return this.joined.find(
      (source) =>
        this.isOpen(source) && tasks.filter((task) => source.is(task)).length < source.share * (tasks.length + 1),
    );
  }

  private inTurn(): StorySource | undefined {
    const left = this.told.filter((source) => this.isOpen(source));
    return left[this.turn++ % Math.max(left.length, 1)] ?? this.joined.find((source) => this.isOpen(source));
  }

  private isOpen({ name, patience = this.isWritten ? PATIENCE_WRITTEN : PATIENCE }: StorySource): boolean {
    return (this.barren.get(name) ?? 0) < patience;
  }
}
