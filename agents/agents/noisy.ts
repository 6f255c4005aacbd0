// An agent that knows the task's stored solution and follows it. In a share of its episodes the agent makes one mistake
// on purpose, and the record names the mistake and its step.
import { badInput } from '../../envs/errors/gym-error.ts';
import type { Json } from '../../envs/values/json.ts';
import type { PlayerKind } from '../episodes/players.ts';
import { Oracle } from './oracle.ts';
import { plantMistake } from './mistakes.ts';
import { planOf } from './oracle-plan.ts';

const USUAL_RATE = 0.3;

export const noisyAgent: PlayerKind = {
  name: 'noisy',
  about: 'noisy[:RATE]: an oracle with one labelled mistake in that share of its episodes (0.3)',
  open: (spec) => {
    const rate = spec === '' ? USUAL_RATE : Number(spec);
    if (!(rate >= 0 && rate <= 1))
      throw badInput({
        path: '--agent',
        what: `noisy:${spec} has no rate`,
        mend: 'it is a share from 0 to 1: noisy:0.3',
      });
    return {
      about: { kind: 'noisy', rate, version: '1' },
      sit: (seat) => {
        const { world, task } = seat;
        const random = seat.random('mistakes');
        const plan = planOf(task);
        const planted = random.real() < rate ? plantMistake({ world, task, plan, random }) : undefined;
        const oracle = new Oracle(seat, planted?.plan ?? plan);
        return {
          next: (messages) => oracle.next(messages),
          notes: (): { readonly [key: string]: Json } => ({
            ...oracle.notes(),
            ...(planted === undefined ? {} : { planted: { mistake: planted.mistake, at: planted.at } }),
          }),
        };
      },
    };
  },
};
