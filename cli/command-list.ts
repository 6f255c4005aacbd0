// Every command of callgym, in the order in which users usually need them.
import type { Command } from './command.ts';

export interface Listed {
  readonly about: string;
  /** Loads the command's file. It is loaded only when a user runs the command, so that callgym starts fast. */
  load(): Promise<Command>;
}

export const COMMANDS: Readonly<Record<string, Listed>> = {
  pool: {
    about: 'read tool schemas of any dialect into one clean pool',
    load: async () => (await import('./commands/pool.ts')).poolCommand,
  },
  domains: {
    about: 'find domains and argument-level dependencies in a pool',
    load: async () => (await import('./commands/domains.ts')).domainsCommand,
  },
  build: {
    about: 'compile tools into environments',
    load: async () => (await import('./commands/build.ts')).buildCommand,
  },
  gallery: {
    about: 'list the environments that ship',
    load: async () => (await import('./commands/gallery.ts')).galleryCommand,
  },
  new: {
    about: 'make a small environment to edit',
    load: async () => (await import('./commands/new.ts')).newCommand,
  },
  compose: {
    about: 'make one environment of several',
    load: async () => (await import('./commands/compose.ts')).composeCommand,
  },
  show: {
    about: 'an environment or a task as a person would meet it',
    load: async () => (await import('./commands/show.ts')).showCommand,
  },
  call: {
    about: 'try calls in one session, see results and differences',
    load: async () => (await import('./commands/call.ts')).callCommand,
  },
  check: {
    about: 'prove environments sound',
    load: async () => (await import('./commands/check.ts')).checkCommand,
  },
  tasks: {
    about: 'make audited tasks',
    load: async () => (await import('./commands/tasks.ts')).tasksCommand,
  },
  audit: {
    about: 'test tasks and their verifiers',
    load: async () => (await import('./commands/audit.ts')).auditCommand,
  },
  serve: {
    about: 'serve environments over HTTP',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  studio: {
    about: 'see, play and mend in the browser',
    load: async () => (await import('./commands/studio.ts')).studioCommand,
  },
  run: {
    about: 'play episodes',
    load: async () => (await import('./commands/run.ts')).runCommand,
  },
  worker: {
    about: 'play episodes of a queue',
    load: async () => (await import('./commands/worker.ts')).workerCommand,
  },
  drain: {
    about: 'have a server of a cluster give its sessions up and stop',
    load: async () => (await import('./commands/drain.ts')).drainCommand,
  },
  top: {
    about: 'the servers of a cluster and the episodes of a queue',
    load: async () => (await import('./commands/top.ts')).topCommand,
  },
  qc: {
    about: 'one quality report on environments and tasks',
    load: async () => (await import('./commands/qc.ts')).qcCommand,
  },
  export: {
    about: 'the folder that a hub of environments wants',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  verify: {
    about: 'judge recorded episodes again',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  compare: {
    about: 'compare two runs',
    load: async () => (await import('./commands/compare.ts')).compareCommand,
  },
  filter: {
    about: 'keep the episodes worth training on',
    load: async () => (await import('./commands/filter.ts')).filterCommand,
  },
  attribute: {
    about: 'find the decisive step of failed episodes',
    load: async () => (await import('./commands/attribute.ts')).attributeCommand,
  },
  mend: {
    about: 'make data of failed episodes',
    load: async () => (await import('./commands/mend.ts')).mendCommand,
  },
  dataset: {
    about: 'write training files of two phases',
    load: async () => (await import('./commands/dataset.ts')).datasetCommand,
  },
  import: {
    about: 'import tau2-bench domains from a checkout',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  conform: {
    about: 'replay recorded calls and compare',
    load: async () => (await import('./commands/conform.ts')).conformCommand,
  },
  report: {
    about: 'one HTML page of a run',
    load: async () => (await import('./commands/report.ts')).reportCommand,
  },
  bench: {
    about: 'measure speed against floors taken in the same run',
    load: async () => (await import('./commands/bench.ts')).benchCommand,
  },
  demo: {
    about: 'the whole story, offline',
    load: async () => (await import('./commands/demo.ts')).demoCommand,
  },
  completion: {
    about: 'completion for bash, zsh or fish',
    load: async () => (await import('./commands/completion.ts')).completionCommand,
  },
  doctor: {
    about: 'versions and missing parts',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
};
