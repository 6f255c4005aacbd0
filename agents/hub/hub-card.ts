// Writes the README of a published folder: the environment, its contents, its tests, its use, and the canary (a text by
// which copies in training data can be found).
import { canaryOf } from '../../envs/values/canary.ts';
import type { HubSubject } from './hub.ts';

export function hubCard({ world, tasks, version }: HubSubject, use: string, front = ''): string {
  const { title, description, tools } = world.environment;
  const agentTools = tools.filter(({ audience }) => audience === 'agent').length;
  const userTools = tools.filter(({ audience }) => audience === 'user').length;
  const kinds = [...new Set(tasks.map(({ kind }) => kind))].sort();
  return `${front}# ${title}

${description.trim()}

A stateful simulated API: ${world.schema.tables.length} tables, ${agentTools} tools of the agent${userTools > 0 ? `, ${userTools} of the user` : ''}, ${tasks.length} tasks (${kinds.join(', ')}). It is data that callgym ${version} runs; no code of the environment is executed. Each task was audited: gold passes twice with the same bytes, agents that do nothing, guess or recite fail, harmless detours pass. \`callgym qc\` makes the report anew.

Environment hash \`${world.hash}\`.

## Use

${use.trim()}

## Canary

${canaryOf(world.hash)}

This line is here so that a model which was trained on this page can be found out. Please keep it, and keep the page out of training data.
`;
}
