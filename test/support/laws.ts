// Property tests draw random samples with fast-check, which only this file imports. Every run of the tests draws the
// same samples, so that a failure comes from a change of the code and not from chance. `npm run test:flaky` draws new
// samples.
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
