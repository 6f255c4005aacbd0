// The tests for mutation testing of envs/verification and envs/program: the quick tests that call this code in their
// own process.
import { defineConfig } from 'vitest/config';
import { ShortestFirst } from './longest-first.ts';

export default defineConfig({
  test: {
    // Node loads the sources itself, once for all test files, because each mutant needs all sources loaded again
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: ShortestFirst },
    include: [
      'test/envs/{adversaries,answers,by-hand,choice,claims,consent,explained,judge,language-reference,reading,report-checks,row-budget}.test.ts',
      'test/envs/{run-program,session,spoiled-solutions,values,vet-names,vet-statement}.test.ts',
      'test/envs/server/faults.test.ts',
      'test/envs/words/*.test.ts',
      'test/agents/{acts,conditional-yes,own-frames,scripted-user,sneaky,unknown-value}.test.ts',
      'test/generator/authored-environments.test.ts',
      'test/generator/check/{laws,scenarios}.test.ts',
      'test/generator/tasks/{planted-holes,same-but-for-stamps,twins-last}.test.ts',
      'test/properties/{hostile-input,sessions}.test.ts',
    ],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    provide: { draws: 'some', samples: 'same' },
    globalSetup: 'test/support/made-once.ts',
  },
});
