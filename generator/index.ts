// Exports the functions that make environments and tasks, for other programs. docs/library.md describes each of them.
export { makePool } from './pool/make-pool.ts';
export { findDomains, DEFAULT_OPTIONS } from './domains/find-domains.ts';
export { buildEnvironments } from './compile/build.ts';
export { checkEnvironment } from './check/check-environment.ts';
export { makeTasks } from './tasks/make-tasks.ts';
export { auditTasks } from './tasks/audit.ts';
export { importTau2 } from './tau2/import-tau2.ts';
