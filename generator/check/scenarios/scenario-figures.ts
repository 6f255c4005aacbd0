// Counts how many scenarios of an environment ran and failed, for check's report.
export interface ScenarioFigures {
  readonly run: number;
  readonly failed: number;
  /** The number of scenarios that were not played, because the initial rows lack a row that they need. */
  readonly lacking: number;
  readonly steps: number;
}
