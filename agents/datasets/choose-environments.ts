// Chooses the environments for training, those for testing only, and those of phase 2 (the vertical). The environments
// of phase 2 are a part of those for training.
import { badInput } from '../../envs/errors/gym-error.ts';
import type { DatasetOptions } from './dataset-options.ts';
import { mixed } from './mixture.ts';

export interface ChosenEnvironments {
  readonly train: ReadonlySet<string>;
  readonly holdout: ReadonlySet<string>;
  readonly vertical: ReadonlySet<string>;
}

const LEAST_FOR_HOLDOUT = 5;
const HOLDOUT_SHARE = 0.1;

export function chooseEnvironments(all: readonly string[], options: DatasetOptions): ChosenEnvironments {
  if (all.length === 0)
    throw badInput({ path: 'the input', what: 'has no task of any environment', mend: 'play some with callgym run' });
  const holdout =
    options.holdout === undefined
      ? drawnHoldout(all, options.vertical ?? [], options.seed)
      : named(options.holdout, '--holdout', all);
  const train = new Set(all.filter((name) => !holdout.has(name)));
  if (train.size === 0)
    throw badInput({ path: '--holdout', what: 'leaves no environment to train on', mend: 'hold out fewer' });
  const vertical = options.vertical === undefined ? new Set(train) : named(options.vertical, '--vertical', all);
  const both = [...vertical].find((name) => holdout.has(name));
  if (both !== undefined)
    throw badInput({ path: '--vertical', what: `${both} is held out, too`, mend: 'name it once' });
  // if the dataset has no phase 2, no environment is reserved for it
  return { train, holdout, vertical: options.phases.includes(2) ? vertical : new Set() };
}

function named(names: readonly string[], flag: string, all: readonly string[]): Set<string> {
  const strange = names.find((name) => !all.includes(name));
  if (strange !== undefined)
    throw badInput({
      path: flag,
      what: `${strange} is no environment of the input`,
      mend: `there are ${all.slice(0, 20).join(', ')}`,
    });
  return new Set(names);
}

/**
 * Draws about a tenth of the environments, at least one, for testing only. Never draws one of `vertical`. Draws none if
 * the input has fewer than LEAST_FOR_HOLDOUT environments.
 */
function drawnHoldout(all: readonly string[], vertical: readonly string[], seed: number): Set<string> {
  const free = all.filter((name) => !vertical.includes(name));
  if (all.length < LEAST_FOR_HOLDOUT) return new Set();
  return new Set(mixedNames(free, seed).slice(0, Math.max(1, Math.round(all.length * HOLDOUT_SHARE))));
}

function mixedNames(names: readonly string[], seed: number): string[] {
  return mixed(
    names.map((id) => ({ id, environment: '', kind: '', difficulty: '', calls: 0, tier: 'clean' as const })),
    {},
    seed,
  ).map(({ id }) => id);
}
