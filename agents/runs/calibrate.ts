// Measures the difficulty of tasks from a run by the number of trials that passed. Each task gets its numbers, pass@8
// and a band from "never" to "always". A task with fewer than eight judged trials keeps its old figures.
import type { MEASURED_BANDS, Task } from '../../envs/values/task.ts';
import { byTask } from './figures.ts';
import type { Outcome } from './outcome.ts';
import { passAt } from './statistics.ts';

type MeasuredBand = (typeof MEASURED_BANDS)[number];

/** The number of judged trials that a measurement needs, because pass@8 is reported. */
export const TRIALS = 8;
/**
 * The upper limits of the bands "rarely" and "sometimes": a task that passed in at most a quarter of its trials passes
 * rarely, and in at most three quarters sometimes.
 */
const [RARE, SOMETIMES] = [0.25, 0.75];
const DIGITS = 4;

export interface Calibrated {
  readonly tasks: readonly Task[];
  readonly bands: Readonly<Record<string, number>>;
  /**
   * The number of tasks that the run did not play. `too_few` counts the tasks with some, but too few, judged trials.
   */
  readonly unplayed: number;
  readonly too_few: number;
}

/**
 * Returns the tasks with the figures measured from a run's outcomes. `agent` is the name of the player that was
 * measured.
 */
export function calibrate(tasks: readonly Task[], outcomes: readonly Outcome[], agent: string): Calibrated {
  const trials = new Map(byTask(outcomes.filter(({ reward }) => reward !== null)).map((each) => [each.key, each]));
  const bands: Record<string, number> = {};
  let [unplayed, tooFew] = [0, 0];
  const measured = tasks.map((task): Task => {
    const known = trials.get(JSON.stringify([task.environment, task.id]));
    if (known === undefined) {
      unplayed += 1;
      return task;
    }
    const { n, c } = known;
    if (n < TRIALS) {
      tooFew += 1;
      return task;
    }
    const band = bandOf(c / n);
    bands[band] = (bands[band] ?? 0) + 1;
    const passAt8 = Number(passAt(n, c, TRIALS).toFixed(DIGITS));
    return {
      ...task,
      difficulty: { ...task.difficulty, measured: { agent, trials: n, passes: c, pass_at_8: passAt8, band } },
    };
  });
  return { tasks: measured, bands, unplayed, too_few: tooFew };
}

function bandOf(share: number): MeasuredBand {
  if (share === 0) return 'never';
  if (share === 1) return 'always';
  return share <= RARE ? 'rarely' : share <= SOMETIMES ? 'sometimes' : 'often';
}
