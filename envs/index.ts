// The names of environments, sessions, verdicts and the server that other programs may import. docs/library.md lists
// each of them.
export { openEnvironment, loadEnvironment, saveEnvironment, loadTasks } from './folder/environment-folder.ts';
export { World } from './world/world.ts';
export { SessionStore } from './session/session-store.ts';
export type { Session, Setup } from './session/session.ts';
export { judge, setupOf } from './verification/judge.ts';
export { alarmsOf } from './verification/alarms.ts';
export { GymServer } from './server/server.ts';
export { listTools } from './server/tool-listing.ts';
export { promptFor } from './server/prompt.ts';
export { GymError } from './errors/gym-error.ts';
export { TOOL_ERROR_CODES } from './errors/tool-error.ts';
export type { Environment } from './values/environment.ts';
export type { Tool, ToolCall } from './values/tool-schema.ts';
export type { Task } from './values/task.ts';
export type { Episode, EpisodeMessage, EpisodeStep } from './values/episode.ts';
export type { LogEntry } from './values/log-entry.ts';
export type { Verdict } from './values/verdict.ts';
export type { Diff } from './values/diff.ts';
export type { Json, JsonObject } from './values/json.ts';
