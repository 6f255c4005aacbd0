import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/**
 * Tests that take long: whole stories, laws over many samples, other projects' clients and suites, recorded data. `npm
 * test` leaves these tests out; `npm run test:all` and CI run them too. Add a file that takes more than twenty seconds
 * on a quiet processor.
 */
const LONG = [
  'test/e2e/**',
  'test/conformance/{corpora,datasets,http,mcp,mcp-suite,schemathesis,tau2,two-phase}.test.ts',
  'test/properties/{interpreter,progress,second-generator,vetting}.test.ts',
  'test/agents/{attribute,datasets,from-outside,hackers,live-user,mend,models,quality,report,runs,verify}.test.ts',
  'test/cli/{jobs,runs,tasks}.test.ts',
  'test/envs/server/dialects/**',
  'test/envs/server/many-clients.test.ts',
  'test/studio/{every-route,playing,studio}.test.ts',
  'test/generator/quality.test.ts',
  'test/generator/tasks/{make-tasks,origins,planted-holes}.test.ts',
  'test/generator/compose/compose.test.ts',
  'test/generator/compile/laws-of-compiling.test.ts',
];

export default defineConfig(({ mode }) => ({
  test: {
    // a loaded machine is slow, so these limits only stop a test that hangs
    testTimeout: 420_000,
    hookTimeout: 420_000,
    expect: { poll: { timeout: 120_000 } },
    // tests reach their own servers directly, without the machine's proxy
    env: { NO_PROXY: 'localhost,127.0.0.1,::1', no_proxy: 'localhost,127.0.0.1,::1' },
    // the number of samples for each law (test/support/draws.ts), and the choice of samples (test/support/laws.ts)
    provide: { draws: mode === 'all' ? 'all' : 'some', samples: mode === 'flaky' ? 'new' : 'same' },
    globalSetup: 'test/support/made-once.ts',
    pool: 'forks',
    // uses all cores, because the default leaves one free, which is half of a machine with two cores
    maxWorkers: '100%',
    // Node loads the sources itself, as it does for a user: no file is rewritten, and calls between files stay direct
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'usual',
          include: ['test/**/*.test.ts'],
          exclude: LONG,
          // one process for each core runs many files, and loads and compiles the sources only once
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'long', include: LONG.map((each) => each.replace(/\*\*$/, '**/*.test.ts')), isolate: false },
      },
    ],
  },
}));
