import { defineConfig } from 'vitest/config';

/**
 * Tests that take long: whole stories, laws over many samples, clients and suites of others, people's recorded data.
 * `npm test` leaves them out; `npm run test:all` and CI run them too. A file that takes more than twenty seconds of a
 * quiet processor belongs here.
 */
const LONG = [
  'test/e2e/**',
  'test/conformance/{corpora,datasets,http,mcp-suite,schemathesis,tau2}.test.ts',
  'test/properties/{interpreter,second-generator,vetting}.test.ts',
  'test/agents/{from-outside,hackers,mend,models,quality,runs}.test.ts',
  'test/cli/runs.test.ts',
  'test/envs/server/dialects/**',
  'test/envs/server/many-clients.test.ts',
  'test/generator/quality.test.ts',
  'test/generator/tasks/planted-holes.test.ts',
  'test/generator/compile/laws-of-compiling.test.ts',
];

export default defineConfig({
  test: {
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // a loaded machine is slow and not wrong: these only stop what hangs
    pool: 'forks',
    // all cores: by default one is left free, which on two cores is half of them
    maxWorkers: '100%',
    projects: [
      { extends: true, test: { name: 'usual', include: ['test/**/*.test.ts'], exclude: LONG } },
      { extends: true, test: { name: 'long', include: LONG.map((each) => each.replace(/\*\*$/, '**/*.test.ts')) } },
    ],
  },
});
