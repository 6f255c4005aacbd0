// The number of samples for each law: all in `npm run test:all` and in CI, some in `npm test`.
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly draws: 'all' | 'some';
  }
}

const SHARE = 5;
const LEAST = 10;

/** Returns `all` samples in the long run, and otherwise a fifth of them. */
export function draws(all: number): number {
  return inject('draws') === 'all' ? all : Math.max(Math.min(all, LEAST), Math.ceil(all / SHARE));
}
