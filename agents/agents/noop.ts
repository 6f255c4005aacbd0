// An agent that does nothing. If this agent passes a task, the task tests nothing.
import type { PlayerKind } from '../episodes/players.ts';

export const noopAgent: PlayerKind = {
  name: 'noop',
  about: 'says hello and goodbye',
  open: () => ({
    about: { kind: 'noop', version: '1' },
    sit: () => ({ next: () => ({ kind: 'say', text: 'Thank you for your message. Have a nice day!' }) }),
  }),
};
