// Returns the prompt of one side of a session. It is made from the environment, the task and the first words of the
// simulated user.
import { promptFor, type Prompt, type PromptWish } from './prompt.ts';
import type { Plane } from './plane.ts';
import type { ServedSession } from './served-session.ts';

export function promptOf(served: ServedSession, plane: Plane, wish: PromptWish = {}): Prompt {
  const { session, task, solo, live } = served;
  const prompt = promptFor(session.world, task, plane, { solo, ...wish });
  if (plane === 'user' || wish.solo === true) return prompt;
  const first = live?.messages.find(({ role, tool_calls }) => role === 'user' && tool_calls === undefined);
  return first === undefined ? prompt : { ...prompt, opening: first.content };
}
