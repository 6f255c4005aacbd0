// How the scenarios of an environment came out, as check tells it.
export interface ScenarioFigures {
  readonly run: number;
  readonly failed: number;
  /** Set aside: the first rows have no row for them. */
  readonly lacking: number;
  readonly steps: number;
}
