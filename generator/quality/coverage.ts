// Measures how much of the environment the tasks use: which tools their expected calls use, which kinds of tasks there
// are, and which rules apply.
import type { QualityCheck } from '../../envs/values/quality.ts';
import type { QualitySubject } from './quality-subject.ts';

const LEAST_TOOLS = 0.6;
const LEAST_TASKS = 20;

export function coverage({ world, tasks }: QualitySubject): QualityCheck {
  const tools = world.environment.tools.filter(({ audience }) => audience === 'agent');
  const called = new Set(tasks.flatMap(({ gold }) => gold.calls.map(({ name }) => name)));
  const used = tools.filter(({ name }) => called.has(name)).length;
  const rules = new Set(tasks.flatMap((task) => task.rules ?? []));
  const kinds: Record<string, number> = {};
  for (const { kind } of tasks) kinds[kind] = (kinds[kind] ?? 0) + 1;
  const share = tools.length === 0 ? 0 : Number((used / tools.length).toFixed(3));
  const enough = tasks.length >= LEAST_TASKS;
  return {
    id: 'coverage',
    pass: enough ? share >= LEAST_TOOLS : null,
    figure: {
      tasks: tasks.length,
      tools: tools.length,
      tools_in_gold: used,
      share,
      kinds,
      rules: world.environment.rules.length,
      rules_in_play: rules.size,
      idle_tools: tools.filter(({ name }) => !called.has(name)).map(({ name }) => name),
    },
    says: enough
      ? `${used} of ${tools.length} tools stand in a gold solution (at least ${LEAST_TOOLS * 100} %), ${Object.keys(kinds).length} kinds of tasks, ${rules.size} rules in play`
      : `needs ${LEAST_TASKS} tasks, here are ${tasks.length}`,
  };
}
