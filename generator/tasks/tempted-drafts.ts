// Keeps drafts of changes that a rule forbids. Each can become a pair of tasks: in one, the user insists and the agent
// must decline; in its twin, the rule allows the change.
import { checkedAs } from '../../envs/values/json.ts';
import type { TaskOutput } from '../../envs/values/task.ts';
import type { Atlas } from './atlas.ts';
import type { Draft, TaskDrafter } from './draft-task.ts';
import { writeWith } from './kinds.ts';
import type { Ground } from './plan-goals.ts';

interface Tempted {
  readonly draft: Draft;
  readonly rule: string;
  readonly tool: string;
}

/** The largest number of drafts that are drawn to find an allowed change like the forbidden one. */
const TRIES = 12;

export class TemptedDrafts {
  private readonly atlas: Atlas;
  private readonly drafter: TaskDrafter;
  private readonly drafts: Tempted[] = [];

  constructor(atlas: Atlas, drafter: TaskDrafter) {
    this.atlas = atlas;
    this.drafter = drafter;
  }

  /** Saves the state. The returned function restores it. */
  save(): () => void {
    const count = this.drafts.length;
    return () => {
      this.drafts.length = count;
    };
  }

  get any(): boolean {
    return this.drafts.length > 0;
  }

  /**
   * Makes a pair of tasks: in the first, the user insists on a forbidden call; in the twin, the user asks for an
   * allowed call of the same tool.
   */
  pair(ground: Ground): readonly Draft[] | undefined {
    const { random } = ground;
    const { draft, rule, tool } = random.pick(this.drafts);
    const twin = this.allowed(ground, tool);
    const subject = draft.calls.at(-1)?.arguments;
    const named = this.atlas.world.tools.get(tool)?.tool;
    const key = (named === undefined ? [] : this.atlas.leaves(named)).find(
      ({ meaning, path }) => meaning.kind === 'key' && path.length === 1,
    );
    const value = key === undefined ? undefined : subject?.[key.path[0] ?? ''];
    if (twin === undefined || value === undefined) return undefined;
    const reason = checkedAs<TaskOutput>({ key: 'reason', type: 'reason', value: 'not_allowed', from: [value] });
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

  /** Draws a draft of the tool that no rule forbids. */
  private allowed(ground: Ground, tool: string): Draft | undefined {
    const runnable = this.atlas.world.tools.get(tool);
    if (runnable === undefined) return undefined;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const [draft] = writeWith(ground, runnable.tool) ?? [];
      if (draft !== undefined && typeof this.drafter.make(draft, 'probe', 1, ground.random) !== 'string') return draft;
    }
    return undefined;
  }

  learn(draft: Draft, outcome: string): void {
    if (draft.kind !== 'write' || !outcome.startsWith('a rule is broken')) return;
    const tool = draft.calls.at(-1)?.name ?? '';
    const looked = this.drafter.last ?? draft;
    const [rule] = this.drafter.forbids(looked.calls, looked.rows, 1);
    if (rule !== undefined) this.drafts.push({ draft: looked, rule, tool });
  }
}
