// Checks that no text before the agent's first call gives the solution away. A prompt, a tool or the task's description
// must not contain the ids, amounts and dates of answers or the ids of new rows, in any usual spelling. Values that the
// user says are allowed.
import { promptFor } from '../../envs/server/prompt.ts';
import { taskCard } from '../../envs/server/task-card.ts';
import { listTools } from '../../envs/server/tool-listing.ts';
import type { Json } from '../../envs/values/json.ts';
import type { QualityCheck } from '../../envs/values/quality.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import type { QualitySubject } from './quality-subject.ts';

const SHORTEST = 4;
const SHOWN = 10;
/** Types of answers whose values cannot be ordinary words of the policy or the schema. */
const TELLING = new Set(['money', 'date', 'id']);

export function goldLeaks({ world, tasks }: QualitySubject): QualityCheck {
  const tools = (['agent', 'user'] as const).map((side) => JSON.stringify(listTools(world, side, 'openai'))).join('\n');
  const leaks = tasks.flatMap((task) => leaksOf(world, task, tools));
  return {
    id: 'gold_leaks',
    pass: leaks.length === 0,
    figure: { tasks: tasks.length, leaks: leaks.length, examples: leaks.slice(0, SHOWN) },
    says: `${leaks.length} answers or new ids of gold stand in a prompt, a tool or a task's card before the first call; none may`,
  };
}

function leaksOf(world: World, task: Task, tools: string): string[] {
  const { system, policy } = promptFor(world, task, 'agent');
  const alone = promptFor(world, task, 'agent', { solo: true }).system;
  const read = [system, policy, alone, tools, JSON.stringify(taskCard(task))].join('\n');
  const { opening, goal, facts } = task.user;
  const told = [opening, goal, ...facts.map(({ value }) => JSON.stringify(value))].join('\n');
  const values = new Map([...answersOf(task), ...mintedOf(world, task)].map((each) => [String(each), spellings(each)]));
  return [...values]
    .filter(([, forms]) => forms.some((form) => stands(form, read)) && !forms.some((form) => stands(form, told)))
    .map(([value]) => `${task.id}: ${value}`);
}

/**
 * Tells whether a text contains a value as a separate word, and not as part of another number or word. A value shorter
 * than SHORTEST is never found, because it could stand there by chance.
 */
function stands(form: string, text: string): boolean {
  if (form.length < SHORTEST) return false;
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at + form.length, at + form.length + 2)];
    if (!/\w$|\d[.,]$/.test(before) && !/^\w|^[.,]\d/.test(after)) return true;
  }
  return false;
}

const answersOf = (task: Task): Json[] =>
  task.gold.outputs.filter(({ type }) => TELLING.has(type)).map(({ value }) => value);

/**
 * Returns the new ids in the rows that the expected calls write. Amounts and dates in these rows are left out, because
 * the policy may name them too.
 */
function mintedOf(world: World, task: Task): Json[] {
  return Object.entries(task.gold.diff).flatMap(([table, { inserted = [] }]) =>
    inserted.flatMap((row) =>
      Object.entries(row)
        .filter(([column]) => world.environment.columns[`${table}.${column}`] === 'minted')
        .map(([, value]) => value),
    ),
  );
}

/** Returns the spellings of a value: 1234.5 also as 1,234.50, and 2026-03-05 also as March 5, 2026. */
function spellings(value: Json): string[] {
  if (typeof value === 'number') {
    const cents = value.toFixed(2);
    return [String(value), cents, cents.replace(/\B(?=(?:\d{3})+\.)/g, ',')];
  }
  const text = String(value);
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:$|[T ])/.exec(text) ?? [];
  if (year === undefined) return [text];
  const name = MONTHS[Number(month) - 1] ?? '';
  return [text, text.slice(0, 10), `${name} ${Number(day)}, ${year}`, `${Number(day)} ${name} ${year}`];
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
