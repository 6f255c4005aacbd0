// A report's list of episodes, one line per episode. The report writes these lines, and the studio (callgym's web page)
// reads them.

export interface Players {
  readonly agent: string;
  readonly user: string;
  readonly trials: number;
}

export type EpisodeRow = readonly [
  id: string,
  environment: string,
  task: string,
  kind: string,
  trial: number,
  reward: 0 | 1 | null,
  end: string,
  calls: number,
  turns: number,
  toolErrors: number,
  /** The reason of a failure. Empty if the episode did not fail or no reason was found. */
  fault: string,
  /** The decisive step, or null if there is none. */
  step: number | null,
];
