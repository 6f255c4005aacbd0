// The number of random samples for each property test: all in `npm run test:all` and in CI, some in `npm test`.
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly draws: 'all' | 'some';
  }
}

const SHARE = 5;
const LEAST = 10;

/** Returns `all` in the long run. In other runs returns about a fifth of it. */
export function draws(all: number): number {
  return inject('draws') === 'all' ? all : Math.max(Math.min(all, LEAST), Math.ceil(all / SHARE));
}
