// Adds a planned fault to a draft: the first call of a tool answers with an error, and the agent must make the call
// again.
import type { Random } from '../../envs/random.ts';
import type { Draft } from './draft-task.ts';

const FAULTS = ['UNAVAILABLE', 'RATE_LIMITED', 'TIMEOUT'] as const;

/**
 * Lets one call of the first draft fail once. Returns undefined for a draft that changes nothing or declines something,
 * in which the agent must ask which row is meant, or in which the user changes their mind.
 */
export function withFault([draft]: readonly Draft[], random: Random): readonly Draft[] | undefined {
  if (draft === undefined || draft.declines !== undefined || draft.end !== undefined) return undefined;
  if (draft.kind === 'clarify' || draft.later?.some(({ kind }) => kind === 'instead') === true) return undefined;
  const { calls } = draft;
  const places = calls.flatMap((call, at) =>
    call.by === 'agent' && calls.findIndex(({ name }) => name === call.name) === at ? [at] : [],
  );
  if (places.length === 0 || !draft.changes) return undefined;
  const at = random.pick(places);
  const failing = calls[at];
  if (failing === undefined) return undefined;
  return [
    {
      ...draft,
      kind: 'recover',
      calls: [...calls.slice(0, at + 1), ...calls.slice(at)],
      faults: [{ tool: failing.name, attempt: 1, kind: random.pick(FAULTS) }],
      tags: [...new Set([...draft.tags, 'try again'])].sort(),
    },
  ];
}
