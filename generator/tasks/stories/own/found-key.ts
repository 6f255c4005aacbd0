// Finds the key of a row by reads, and writes the reads as steps of a story.
import type { Session } from '../../../../envs/session/session.ts';
import type { Json } from '../../../../envs/values/json.ts';
import type { StoryStep } from '../../../../envs/values/story.ts';
import type { Row } from '../../atlas.ts';
import { lookUp } from '../../look-up.ts';
import type { Described, Fact } from '../../plan.ts';
import type { Ground } from '../../plan-goals.ts';
import { lookSteps } from './look-steps.ts';
import { listWith } from '../list-shown.ts';
import { isPlainName } from './look-steps.ts';

export interface FoundKey {
  /** The expression for the key. */
  readonly key: string;
  readonly facts: readonly Fact[];
  readonly described: readonly Described[];
  steps(names: (key: string) => string): readonly StoryStep[];
}

/** Finds the key of a row. `at` is a part of the steps' names, so that they differ from the steps for other keys. */
export function findKey(
  { atlas, stage, random }: Ground,
  session: Session,
  row: Row,
  value: Json,
  at: number,
): FoundKey | undefined {
  const looked = lookUp(atlas, stage, session, row, value, random);
  if (looked === undefined || looked.described?.alike !== undefined) return undefined;
  const looks = looked.calls.map((call) => ({ call, result: stage.call(session, call).result }));
  const name = `found_${at}`;
  const described = looked.described === undefined ? [] : [looked.described];
  const extreme = looked.described?.extreme;
  if (extreme !== undefined) {
    const found = listWith(looks.at(-1)?.result ?? null, value, []);
    const item = found?.items.find((each) => Object.values(each).includes(value));
    const key = Object.keys(item ?? {}).find((each) => item?.[each] === value) ?? '';
    const steps = lookSteps(looks, looked.facts, name);
    if (found === undefined || steps === undefined || ![...found.path, key, extreme.column].every(isPlainName))
      return undefined;
    const by = `:${name}_it.${extreme.column}`;
    return {
      key: `:${name}_it.${key}`,
      facts: steps.facts,
      described,
      steps: (names) => [
        ...steps.steps(names),
        {
          choose: [`:${name}`, ...found.path].join('.'),
          as: `${name}_it`,
          ...(extreme.isFirst ? { least: by } : { most: by }),
        },
      ],
    };
  }
  // an artificial call takes the key, so that the last step before it chooses the right item; only the steps before the
  // call are kept
  const taking = { call: { by: 'agent' as const, name: '', arguments: { key: value } }, result: null };
  const steps = lookSteps([...looks, taking], looked.facts, name);
  const last = steps?.steps((key) => key).at(-1);
  const key = last !== undefined && 'call' in last ? last.with?.['key'] : undefined;
  if (steps === undefined || typeof key !== 'string') return undefined;
  return { key, facts: steps.facts, described, steps: (names) => steps.steps(names).slice(0, -1) };
}
