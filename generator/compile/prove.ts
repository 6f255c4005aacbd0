// Runs the last checks of a compiled environment. If no write fills a column with a role such as `timestamp`, the
// column loses the role. A tool that fails a check might give wrong answers, so it is flagged and answers UNAVAILABLE.
import type { Environment } from '../../envs/values/environment.ts';
import type { World } from '../../envs/world/world.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import { checkEnvironment } from '../check/check-environment.ts';
import type { CheckFailure, CheckReport } from '../check/check-report.ts';

export interface Proven {
  readonly environment: Environment;
  readonly checked: CheckReport;
  /** By the name of each flagged tool, the check that it failed. */
  readonly caught: ReadonlyMap<string, CheckFailure>;
}

const ROUNDS = 4;

/**
 * Flags the tools that fail a check, then checks the environment again. `close` adds list tools for rows that only a
 * flagged tool listed.
 */
export function prove(
  environment: Environment,
  own: ReadonlySet<string>,
  close: (environment: Environment, caught: ReadonlySet<string>) => Environment,
  like: World,
): Proven {
  const caught = new Map<string, CheckFailure>();
  let now = environment;
  let checked = checkEnvironment(now, undefined, like);
  for (let round = 0; round < ROUNDS && checked.failures.length > 0; round++) {
    const unearned = new Set(
      checked.failures
        .filter(({ check, detail }) => check === 'role' && detail.includes('but no write gives it'))
        .map(({ tool }) => tool),
    );
    const wrong = checked.failures.filter(({ tool }) => own.has(tool) && !caught.has(tool));
    if (unearned.size === 0 && wrong.length === 0) break;
    for (const failure of wrong) if (!caught.has(failure.tool)) caught.set(failure.tool, failure);
    const columns = Object.fromEntries(Object.entries(now.columns).filter(([place]) => !unearned.has(place)));
    const tools = now.tools.map((tool) => {
      const failure = caught.get(tool.name);
      return failure === undefined ? tool : unavailable(tool, failureReason(failure));
    });
    now = close({ ...now, columns, tools }, new Set(caught.keys()));
    checked = checkEnvironment(now, undefined, like);
  }
  return { environment: now, checked, caught };
}

export const failureReason = ({ check, detail }: CheckFailure): string => `check caught it at ${check}: ${detail}`;

/** An answer quotes at most this many characters of a reason; decisions.json has the whole reason. */
const LONGEST = 200;

/**
 * Replaces the tool's program by one that only answers UNAVAILABLE with the reason. Braces in a message mark
 * placeholders, so parentheses replace the braces of the reason.
 */
export function unavailable(tool: Tool, why = ''): Tool {
  const { examples: _examples, ...rest } = tool;
  const letters = [...why.replaceAll('{', '(').replaceAll('}', ')').replaceAll(/\s+/g, ' ').replace(/\.$/, '')];
  const reason = letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : letters.join('');
  const message = `${tool.name} is not simulated${reason === '' ? '' : `: ${reason}`}.`;
  return { ...rest, effect: 'read', program: [{ fail: ['UNAVAILABLE', message] }] };
}
