// Makes tasks. Each draft is drawn at random, played, turned into a task and audited. A draft is dropped if its audit
// finds a flaw.
import type { World } from '../../envs/world/world.ts';
import type { Task } from '../../envs/values/task.ts';
import { auditOne, type Audited, type AuditOptions } from './audit.ts';
import { flawOfAudited, holesOf, isFlawed } from './audited-flaws.ts';
import type { MadeTasks, MakeOptions } from './make-options.ts';
import { TaskMaking, type Asked } from './task-making.ts';

export { BANDS, bandOf, type Band } from './band.ts';
export type { MadeTasks, MakeOptions } from './make-options.ts';

export function makeTasks(world: World, options: MakeOptions): MadeTasks & { readonly audits: readonly Audited[] } {
  const making = new TaskMaking(world, options);
  const audits = new Map<string, Audited>();
  let holes = 0;
  for (let more = true; more;) {
    const step = making.step();
    let next = step.next('');
    while (next.done !== true) {
      const audited = auditTogether(world, next.value.tasks, auditOptions(options));
      const flaw = flawOfAudited(audited);
      if (flaw === undefined) {
        holes += holesOf(audited);
        next.value.tasks.forEach(({ id }, at) => audits.set(id, audited[at] as Audited));
        next.value.accept();
        break;
      }
      next = step.next(flaw);
    }
    more = next.done !== true || next.value;
  }
  const made = making.made();
  return { ...made, holes, audits: made.tasks.flatMap(({ id }) => audits.get(id) ?? []) };
}

/**
 * Audits a task, or a task and its twin (nearly the same task with another right outcome). The audits stop at the first
 * flaw, because one flaw drops both tasks.
 */
function auditTogether(world: World, tasks: readonly Task[], options: AuditOptions): Audited[] {
  const audited: Audited[] = [];
  for (const task of tasks) {
    audited.push(auditOne(world, task, options));
    if (audited.some(isFlawed)) break;
  }
  return audited;
}

export function auditOptions({ seed }: MakeOptions): AuditOptions {
  return { seed, hasty: true };
}

/** A step of TaskMaking. Its tasks count as free of flaws until the results of their audits arrive. */
interface Assumed {
  readonly step: Generator<Asked, boolean, string>;
  readonly audits: Promise<readonly Audited[]>;
  /** Restores the state in which the step waits for its audits. */
  readonly undo: () => void;
  /** The number of tasks made, including the tasks of this step. */
  readonly count: number;
}

/**
 * Makes the same tasks as `makeTasks`, but other processes audit them. Meanwhile the next drafts are made as if the
 * earlier tasks had no flaws. If an audit finds a flaw, the work returns to the state before the task with the flaw.
 */
export async function makeTasksAhead(
  world: World,
  options: MakeOptions,
  audit: (task: Task, options: AuditOptions) => Promise<Audited>,
  ahead: number,
): Promise<MadeTasks> {
  const { tell, ...quiet } = options;
  const making = new TaskMaking(world, quiet);
  const assumed: Assumed[] = [];
  const state = { more: true, holes: 0 };
  const go = (step: Assumed['step'], flaw: string): void => {
    const next = step.next(flaw);
    state.more = next.done !== true || next.value;
    if (next.done === true) return;
    const undo = making.save();
    const audits = Promise.all(next.value.tasks.map((task) => audit(task, auditOptions(options))));
    // if this audit fails when no code awaits it any more, the unhandled rejection would end the process
    audits.catch(() => undefined);
    next.value.accept();
    assumed.push({ step, audits, undo, count: making.soFar.length });
  };
  for (;;) {
    while (state.more && assumed.length < ahead) go(making.step(), '');
    const oldest = assumed.shift();
    if (oldest === undefined) return { ...making.made(), holes: state.holes };
    const audited = await oldest.audits;
    const flaw = flawOfAudited(audited);
    if (flaw === undefined) {
      state.holes += holesOf(audited);
      tell?.(making.soFar.slice(0, oldest.count));
      continue;
    }
    assumed.length = 0;
    oldest.undo();
    go(oldest.step, flaw);
  }
}
