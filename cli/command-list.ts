// Every command of callgym, in the order of a user's questions. Those that a later version brings are named here, so
// that help is honest and calling one says so.
import type { Command } from './command.ts';

type Loader = () => Promise<Command>;

/** Commands that exist, loaded when they are called. */
export const COMMANDS: Readonly<Record<string, Loader>> = {
  pool: async () => (await import('./commands/pool.ts')).poolCommand,
  domains: async () => (await import('./commands/domains.ts')).domainsCommand,
  build: async () => (await import('./commands/build.ts')).buildCommand,
  new: async () => (await import('./commands/new.ts')).newCommand,
  show: async () => (await import('./commands/show.ts')).showCommand,
  call: async () => (await import('./commands/call.ts')).callCommand,
  check: async () => (await import('./commands/check.ts')).checkCommand,
  tasks: async () => (await import('./commands/tasks.ts')).tasksCommand,
  audit: async () => (await import('./commands/audit.ts')).auditCommand,
  run: async () => (await import('./commands/run.ts')).runCommand,
  compare: async () => (await import('./commands/compare.ts')).compareCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  filter: async () => (await import('./commands/filter.ts')).filterCommand,
  attribute: async () => (await import('./commands/attribute.ts')).attributeCommand,
  mend: async () => (await import('./commands/mend.ts')).mendCommand,
  dataset: async () => (await import('./commands/dataset.ts')).datasetCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  import: async () => (await import('./commands/import.ts')).importCommand,
  conform: async () => (await import('./commands/conform.ts')).conformCommand,
  bench: async () => (await import('./commands/bench.ts')).benchCommand,
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
};

/** One line each, for the overview; `later` marks what this version does not have. */
export const OVERVIEW: readonly { readonly name: string; readonly about: string; readonly later?: true }[] = [
  { name: 'pool', about: 'read tool schemas of any dialect into one clean pool' },
  { name: 'domains', about: 'find domains and argument-level dependencies in a pool' },
  { name: 'build', about: 'compile tools into environments' },
  { name: 'new', about: 'make a small environment to edit' },
  { name: 'show', about: 'an environment or a task as a person would meet it' },
  { name: 'call', about: 'try calls in one session, see results and differences' },
  { name: 'check', about: 'prove environments sound' },
  { name: 'tasks', about: 'make audited tasks' },
  { name: 'audit', about: 'test tasks and their verifiers' },
  { name: 'serve', about: 'serve environments over HTTP' },
  { name: 'run', about: 'play episodes' },
  { name: 'verify', about: 'judge recorded episodes again' },
  { name: 'compare', about: 'compare two runs' },
  { name: 'filter', about: 'keep the episodes worth training on' },
  { name: 'attribute', about: 'find the decisive step of failed episodes' },
  { name: 'mend', about: 'make data of failed episodes' },
  { name: 'dataset', about: 'write training files of two phases' },
  { name: 'import', about: 'import tau2-bench domains from a checkout' },
  { name: 'conform', about: 'replay recorded calls and compare' },
  { name: 'report', about: 'one HTML page of a run' },
  { name: 'bench', about: 'measure speed against floors taken in the same run' },
  { name: 'demo', about: 'the whole story, offline' },
  { name: 'completion', about: 'completion for bash, zsh or fish' },
  { name: 'doctor', about: 'versions, and what is missing' },
];
