// Laws are tried on drawn samples: the only import of fast-check. The draws are the same in each run of the tests, so that
// a change is judged by its own faults; `npm run test:flaky` draws others each time and finds the samples that fail.
import { fc, test } from '@fast-check/vitest';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly samples: 'same' | 'new';
  }
}

const SEED = 20_310_501;

if (inject('samples') === 'same') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });

export { fc, test };
