import { defineConfig } from 'vitest/config';

export default defineConfig({
  // all cores: by default one is left free, which on two cores is half of them
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: '100%',
  },
});
