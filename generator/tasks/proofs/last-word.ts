// The last wish counts: an agent that fulfils the user's first wish, although the user changed it, must fail the task.
import type { Json } from '../../../envs/values/json.ts';
import { playedWith, type Proof } from './proof.ts';

export const lastWord: Proof = {
  name: 'the last word counts',
  holes(ground) {
    const { task } = ground;
    return (task.user.later ?? []).flatMap(({ kind, call, was }) => {
      const own = task.gold.calls[call];
      if (own === undefined) return ['something is said of a call that gold does not make'];
      if (kind !== 'instead') return [];
      if (was === undefined) return [`nothing says what ${own.name} was to be`];
      const { verdict } = playedWith(ground, (each, at) => (at === call ? was : each.arguments) as Json);
      return verdict.reward === 1 ? [`${own.name} passes as it was wanted at first`] : [];
    });
  },
};
