// The exports for other programs: playing episodes, keeping them and making training data. docs/library.md lists each
// export.
export { AGENTS, openAgent } from './agents/agent-list.ts';
export { USERS, openUser } from './users/user-list.ts';
export type { Move, Player, PlayerKind, Seat, SitDown } from './episodes/players.ts';
export { playEpisode } from './episodes/play-episode.ts';
export { GymClient } from './http/gym-client.ts';
export { openLocalGym } from './http/local-gym.ts';
export { RunFolder } from './runs/run-folder.ts';
export { runEpisodes } from './runs/run-episodes.ts';
export { figuresOf } from './runs/figures.ts';
export { verifyRun } from './runs/verify-run.ts';
export { runFunnel } from './keep/funnel.ts';
export { attributeRun } from './keep/attribute-run.ts';
export { mendRun } from './mend/mend-run.ts';
export { makeDataset } from './datasets/make-dataset.ts';
export { PROFILES } from './datasets/profile-list.ts';
export type { Profile, ProfileOutput } from './datasets/profile.ts';
export type { Row, RowMessage } from './datasets/row.ts';
export { writeReport } from './report/write-report.ts';
