// The tests that mutation testing runs against envs/verification and envs/program: the quick ones that call them in process.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'test/envs/{answers,by-hand,consent,explained,judge,reading,report-checks,row-budget,run-program}.test.ts',
      'test/envs/words/*.test.ts',
      'test/agents/{acts,sneaky}.test.ts',
      'test/generator/check/scenarios.test.ts',
      'test/generator/check-environment.test.ts',
      'test/generator/tasks/{planted-holes,twins-last}.test.ts',
    ],
    testTimeout: 600_000,
    provide: { draws: 'some', samples: 'same' },
    globalSetup: 'test/support/made-once.ts',
  },
});
