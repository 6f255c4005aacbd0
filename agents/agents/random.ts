// An agent that makes 8 calls of random tools with random arguments that fit the tools' schemas. It then says that
// it has done what it could.
import { ArgumentDrawer } from '../../envs/verification/draw-arguments.ts';
import type { PlayerKind } from '../episodes/players.ts';

const CALLS = 8;

export const randomAgent: PlayerKind = {
  name: 'random',
  about: 'calls tools at random, with arguments that fit their schemas',
  open: () => ({
    about: { kind: 'random', version: '1' },
    sit: ({ world, random: chance }) => {
      const random = chance('random agent');
      const drawer = new ArgumentDrawer(world, random);
      const tools = world.environment.tools.filter(({ audience }) => audience === 'agent');
      let made = 0;
      return {
        next: () => {
          if (made === CALLS || tools.length === 0)
            return { kind: 'say', text: 'I have done what I could. Is there anything else?' };
          made += 1;
          const tool = random.pick(tools);
          return { kind: 'call', calls: [{ name: tool.name, arguments: JSON.stringify(drawer.draw(tool)) }] };
        },
      };
    },
  }),
};
