// What each side of a session is told before it begins. Gold, checks and the other side's part are never in it.
import type { Task } from '../values/task.ts';
import type { World } from '../world/world.ts';
import type { Plane } from './plane.ts';

export interface Prompt {
  readonly system: string;
  readonly policy: string;
  /** The user's first message, where a task has one. */
  readonly opening: string | null;
}

export function promptFor(world: World, task: Task | undefined, plane: Plane): Prompt {
  return plane === 'agent' ? agentPrompt(world, task) : userPrompt(world, task);
}

function agentPrompt({ environment }: World, task: Task | undefined): Prompt {
  const { title, description, policy } = environment;
  const parts = [
    `You are an agent of: ${title}. ${description}`.trim(),
    'Help the user within the policy below. Either call tools or write to the user, not both at once. Act only on what the user and the tools tell you.',
    ...(policy === '' ? [] : [`# Policy\n\n${policy.trim()}`]),
  ];
  return { system: parts.join('\n\n'), policy, opening: task?.user.opening ?? null };
}

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
} as const;
