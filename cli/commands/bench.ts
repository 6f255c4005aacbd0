// callgym bench: runs the performance tests. Where a figure has a floor, it is compared with the floor: the same work
// without callgym, measured in the same run.
import { cpus } from 'node:os';
import Database from 'better-sqlite3';
import type { BenchResult } from '../../bench/measure.ts';
import { badInput } from '../../envs/errors/gym-error.ts';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { asJson } from '../../envs/values/json.ts';
import type { Command } from '../command.ts';
import { readVersion } from '../version.ts';

interface Suite {
  readonly names: readonly string[];
  run(): Promise<BenchResult[]>;
}

const DATASET_FORMATS = ['openai', 'trl', 'llamafactory', 'verl'];

const DIALECTS = ['dialect.ors', 'dialect.nemo', 'dialect.openenv', 'dialect.tau'];

const SUITES: readonly Suite[] = [
  {
    names: ['call.interpreter'],
    run: async () => (await import('../../bench/call-interpreter.ts')).benchInterpreter(),
  },
  {
    names: ['session.reset', 'session.bind40', 'session.bind200', 'session.fork40', 'session.diff40'],
    run: async () => (await import('../../bench/session-suite.ts')).benchSessions(),
  },
  {
    names: ['session.idle_bytes', 'session.per_gib', 'session.100k_rss'],
    run: async () => (await import('../../bench/session-suite.ts')).benchMemory(),
  },
  {
    names: ['http.call', 'http.batch10', 'http.call.alone', 'http.call.run', 'http.p99'],
    run: async () => (await import('../../bench/http-suite.ts')).benchHttp(),
  },
  {
    names: DIALECTS,
    run: async () => (await import('../../bench/dialect-suite.ts')).benchDialects(),
  },
  { names: ['http.fastapi'], run: async () => (await import('../../bench/http-suite.ts')).benchFastApi() },
  { names: ['http.start_1000'], run: async () => (await import('../../bench/http-suite.ts')).benchStart() },
  {
    names: ['compile.env', 'compile.look_up.100k', 'compile.first_page.100k'],
    run: async () => (await import('../../bench/compile-suite.ts')).benchCompile(),
  },
  { names: ['tasks.audited'], run: async () => (await import('../../bench/task-suite.ts')).benchTasks() },
  {
    names: ['episodes.scripted', 'episodes.1000_at_once', 'episodes.1000_rss'],
    run: async () => (await import('../../bench/episode-suite.ts')).benchEpisodes(),
  },
  {
    names: ['progress.call', 'session.fork8', 'http.fork8'],
    run: async () => (await import('../../bench/progress-suite.ts')).benchProgress(),
  },
  {
    names: ['verify.episode', 'attribute.episode'],
    run: async () => (await import('../../bench/keep-suite.ts')).benchKeeping(),
  },
  {
    names: ['dataset.rows', ...DATASET_FORMATS.map((name) => `dataset.rows.${name}`)],
    run: async () => (await import('../../bench/dataset-suite.ts')).benchDatasets(),
  },
  { names: ['graph.30k'], run: async () => (await import('../../bench/graph-suite.ts')).benchGraph() },
  {
    names: ['tau2.reset', 'tau2.grade', 'tau2.memory'],
    run: async () => (await import('../../bench/tau2-suite.ts')).benchTau2(),
  },
  {
    names: ['openenv.reset', 'openenv.session'],
    run: async () => (await import('../../bench/openenv-suite.ts')).benchOpenEnv(),
  },
];

export const benchCommand: Command = {
  name: 'bench',
  usage: 'bench [--only PREFIX]',
  about: 'Measures speed and memory. A ratio is the value over a floor measured in the same run.',
  options: { only: { type: 'string', value: 'PREFIX', about: 'only benchmarks whose names begin with this' } },
  examples: ['callgym bench', 'callgym bench --only session.'],
  async run({ options, output }) {
    const only = typeof options['only'] === 'string' ? options['only'] : '';
    const suites = SUITES.filter((suite) => suite.names.some((name) => name.startsWith(only)));
    if (suites.length === 0)
      throw badInput({
        path: '--only',
        what: `nothing begins with ${only}`,
        mend: `there are ${SUITES.flatMap((suite) => suite.names).join(', ')}`,
      });
    const { environmentPath, TAPE_ENVIRONMENTS } = await import('../../bench/tape.ts').catch(() => {
      throw badInput({ path: 'bench', what: 'is not in the installed package', mend: 'run it in a checkout' });
    });
    const db = new Database(':memory:');
    const header = {
      machine: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`,
      callgym: readVersion(),
      node: process.versions.node,
      sqlite: db.prepare('SELECT sqlite_version()').pluck().get() as string,
      environments: Object.fromEntries(
        TAPE_ENVIRONMENTS.map((name) => {
          const world = openEnvironment(environmentPath(name));
          world.close();
          return [name, world.hash];
        }),
      ),
    };
    db.close();
    output.line(`${header.machine}; callgym ${header.callgym}, Node ${header.node}, SQLite ${header.sqlite}`);
    for (const [name, hash] of Object.entries(header.environments)) output.line(output.dim(`${name} ${hash}`));
    const results: BenchResult[] = [];
    for (const suite of suites) {
      output.progress(`measuring ${suite.names.join(', ')}`);
      for (const each of await suite.run()) {
        if (!each.name.startsWith(only)) continue;
        results.push(each);
        output.line(
          `${each.name.padEnd(48)} ${String(each.value).padStart(10)} ${each.unit.padEnd(9)}${each.ratio === null ? '' : ` ${each.ratio} times its floor of ${each.floor}`}${each.tool === undefined ? '' : ` (${each.tool})`}`,
        );
      }
    }
    return { summary: { ...header, results: asJson(results) } };
  },
};
