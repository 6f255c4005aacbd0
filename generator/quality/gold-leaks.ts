// Nothing that the agent reads before its first call gives gold away: ids, amounts and days of the answers and of the
// written rows stand neither in the prompt nor in the tools, unless the user says them.
import { promptFor } from '../../envs/server/prompt.ts';
import { listTools } from '../../envs/server/tool-listing.ts';
import type { QualityCheck } from '../../envs/values/quality.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import type { QualitySubject } from './quality-subject.ts';

const SHORTEST = 4;
const SHOWN = 10;
/** Types of answers whose values are no words of the policy or the schema. */
const TELLING = new Set(['money', 'date', 'id']);

export function goldLeaks({ world, tasks }: QualitySubject): QualityCheck {
  const tools = JSON.stringify(listTools(world, 'agent', 'openai'));
  const leaks = tasks.flatMap((task) => leaksOf(world, task, tools));
  return {
    id: 'gold_leaks',
    pass: leaks.length === 0,
    figure: { tasks: tasks.length, leaks: leaks.length, examples: leaks.slice(0, SHOWN) },
    says: `${leaks.length} answers or new ids of gold stand in a prompt or a tool before the first call; none may`,
  };
}

function leaksOf(world: World, task: Task, tools: string): string[] {
  const { system, policy } = promptFor(world, task, 'agent');
  const read = `${system}\n${policy}\n${tools}`;
  const told = `${task.user.opening}\n${task.user.facts.map(({ value }) => JSON.stringify(value)).join('\n')}`;
  return [...new Set([...answersOf(task), ...newIdsOf(world, task)])]
    .filter((value) => value.length >= SHORTEST && read.includes(value) && !told.includes(value))
    .map((value) => `${task.id}: ${value}`);
}

const answersOf = (task: Task): string[] =>
  task.gold.outputs.filter(({ type }) => TELLING.has(type)).map(({ value }) => String(value));

/** Values of minted columns in the rows that gold inserts. */
function newIdsOf(world: World, task: Task): string[] {
  const minted = (table: string, column: string): boolean =>
    world.environment.columns[`${table}.${column}`] === 'minted';
  return Object.entries(task.gold.diff).flatMap(([table, { inserted = [] }]) =>
    inserted.flatMap((row) =>
      Object.entries(row)
        .filter(([column]) => minted(table, column))
        .map(([, value]) => String(value)),
    ),
  );
}
