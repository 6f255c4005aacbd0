// Removes checks from a program that no call of the trial reached.
import type { Environment } from '../../../envs/values/environment.ts';
import type { Step } from '../../../envs/values/program.ts';
import type { Tool } from '../../../envs/values/tool-schema.ts';

/**
 * Returns the program without the checks whose positions are in `gone`. Checks inside fragments that several tools
 * share stay.
 */
export function pruned(program: readonly Step[], gone: ReadonlySet<number>, environment: Environment): Tool['program'] {
  let at = 0;
  const walk = (steps: readonly Step[], keep: boolean): Step[] =>
    steps.flatMap((step): Step[] => {
      if ('let' in step) {
        if (step.else === undefined) return [step];
        const { else: _else, ...rest } = step;
        return gone.has(at++) && !keep ? [rest as Step] : [step];
      }
      if ('require' in step || 'refuse' in step || 'fail' in step)
        return gone.has(at++) && !keep && !('fail' in step && step.fail[0] !== 'INVALID_ARGUMENT') ? [] : [step];
      if ('do' in step) {
        const inner = walk(step.do, keep);
        return inner.length === 0 ? [] : [{ ...step, do: inner }];
      }
      if ('use' in step) {
        walk(environment.fragments?.[step.use] ?? [], true);
        return [step];
      }
      return [step];
    });
  return walk(program, false);
}
