// The last proof of a compiled environment.
import type { Environment } from '../../envs/values/environment.ts';
import { checkEnvironment } from '../check/check-environment.ts';
import type { CheckReport } from '../check/check-report.ts';

/** Roles are earned: what no write ever gives a value of its own is neither minted nor a time stamp. */
export function withEarnedRoles(environment: Environment): { environment: Environment; checked: CheckReport } {
  const checked = checkEnvironment(environment);
  const unearned = new Set(
    checked.failures
      .filter(({ check, detail }) => check === 'role' && detail.includes('but no write gives it'))
      .map(({ tool }) => tool),
  );
  if (unearned.size === 0) return { environment, checked };
  const columns = Object.fromEntries(Object.entries(environment.columns).filter(([place]) => !unearned.has(place)));
  const mended = { ...environment, columns };
  return { environment: mended, checked: checkEnvironment(mended) };
}
