// The results of an environment's scenarios, as check reports them.
export interface ScenarioFigures {
  readonly run: number;
  readonly failed: number;
  /** Scenarios that are set aside because the first rows have no row for them. */
  readonly lacking: number;
  readonly steps: number;
}
