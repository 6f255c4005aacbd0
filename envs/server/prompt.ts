// Makes the prompt that each side of a session gets at the start. The prompt never contains the stored solution,
// checks, or facts that only the other side may know.
import { formatClock } from '../clock.ts';
import type { Task } from '../values/task.ts';
import type { World } from '../world/world.ts';
import { soloOpening } from './opening.ts';
import type { Plane } from './plane.ts';

export interface Prompt {
  /** The text that this side must know: its role, the policy and the date. */
  readonly system: string;
  /** The policy alone, for callers that write their own system prompt. Empty if `system` contains the policy. */
  readonly policy: string;
  /** The user's first message. Null if there is no task or the task has no such message. */
  readonly opening: string | null;
}

export interface PromptWish {
  /** If true, the agent works without a user, and `opening` tells everything that the user would know. */
  readonly solo?: boolean;
  /** If true, the policy is returned separately and is not part of `system`. */
  readonly apart?: boolean;
}

export function promptFor(world: World, task: Task | undefined, plane: Plane, wish: PromptWish = {}): Prompt {
  return plane === 'agent' ? agentPrompt(world, task, wish) : userPrompt(world, task);
}

function agentPrompt(world: World, task: Task | undefined, { solo = false, apart = false }: PromptWish): Prompt {
  const { title, description, policy } = world.environment;
  const ruled = policy.trim() !== '';
  const parts = [
    `You are an agent of: ${title}. ${description}`.trim(),
    [
      ruled
        ? `Help the user within the policy${apart ? '' : ' below'}.`
        : 'Help the user with the tools that you have.',
      solo
        ? 'The user is not there to answer: all that they want is in their message. Call tools until it is done, then say what you did and the answers they asked for.'
        : 'Either call tools or write to the user, not both at once.',
      'Act only on what the user and the tools tell you. What cannot or may not be done you decline, saying what it is and why.',
    ].join(' '),
    `Today is ${dayOf(world.clockStart)} (UTC).`,
    ...(ruled && !apart ? [`# Policy\n\n${policy.trim()}`] : []),
  ];
  const opening = task === undefined ? null : solo ? soloOpening(task) : task.user.opening;
  return { system: parts.join('\n\n'), policy: apart ? policy : '', opening };
}

/**
 * Writes the date as "Thursday, 2026-03-05, 14:00". With it, the agent can tell which day the user means by "tomorrow".
 */
function dayOf(seconds: number): string {
  const [date = '', time = ''] = formatClock(seconds).split('T');
  const weekday = WEEKDAYS[Math.floor(seconds / 86_400 + 4) % 7] ?? '';
  return `${weekday}, ${date}, ${time.slice(0, 5)}`;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function userPrompt({ environment }: World, task: Task | undefined): Prompt {
  const parts = [`You are a customer of: ${environment.title}. You talk to its agent; stay in this role.`];
  if (task !== undefined) {
    const { persona, goal, facts } = task.user;
    if (persona !== '') parts.push(`# Who you are\n\n${persona}`);
    parts.push(`# What you want\n\n${goal}`);
    if (facts.length > 0)
      parts.push(
        `# What you know\n\n${facts.map(({ key, value, say }) => `- ${key}: ${typeof value === 'string' ? value : JSON.stringify(value)} (${SAY[say]})`).join('\n')}`,
      );
    parts.push('Say that you do not know what is not written here. Do not invent anything.');
  }
  return { system: parts.join('\n\n'), policy: '', opening: task?.user.opening ?? null };
}

const SAY = {
  open: 'say it when it fits',
  asked: 'say it when you are asked',
  insist: 'say it again when it is not followed',
  wrong_first: 'get it wrong at first, then correct yourself',
  later: 'say it only when it comes to your mind, as told above',
} as const;
