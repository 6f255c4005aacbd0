// The tests for mutation testing of envs/verification and envs/program: the quick ones that call this code in their own
// process.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'test/envs/{answers,by-hand,consent,explained,judge,language-reference,reading,report-checks,row-budget}.test.ts',
      'test/envs/{run-program,session,values,vet-statement}.test.ts',
      'test/envs/server/faults.test.ts',
      'test/envs/words/*.test.ts',
      'test/agents/{acts,conditional-yes,own-frames,scripted-user,sneaky,unknown-value}.test.ts',
      'test/generator/authored-environments.test.ts',
      'test/generator/check/scenarios.test.ts',
      'test/generator/tasks/{planted-holes,same-but-for-stamps,twins-last}.test.ts',
      'test/properties/hostile-input.test.ts',
    ],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    provide: { draws: 'some', samples: 'same' },
    globalSetup: 'test/support/made-once.ts',
  },
});
