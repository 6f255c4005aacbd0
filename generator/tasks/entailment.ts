// Entailment, on the rendered text: every value that gold's calls take stands in what the user can say, in an earlier
// result, in the policy, or is a plain choice of the tool's own schema.
import { isJsonObject, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { LogEntry } from '../../envs/values/log-entry.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';

/** Values of gold's calls that nothing tells, in words. */
export function underivable(world: World, task: Task, log: readonly LogEntry[]): string[] {
  const words = plain(
    [task.user.opening, task.user.goal, ...task.user.facts.map(({ value }) => JSON.stringify(value))].join(' \n '),
  );
  const found: string[] = [];
  task.gold.calls.forEach((call, at) => {
    const before = log.slice(1, at + 1);
    const seen = before.map((entry) => plainJson((entry.ok ? (entry.result ?? null) : (entry.error ?? null)) as Json));
    const texts = seen.map((value) => plain(JSON.stringify(value) ?? ''));
    const numbers = new Set<Json>();
    for (const value of seen) walk(value, (leaf) => void (typeof leaf === 'number' && numbers.add(leaf)));
    const properties = world.tools.get(call.name)?.tool.parameters['properties'];
    walk(call.arguments as JsonObject, (value, path) => {
      if (value === null || typeof value === 'boolean') return;
      const text = plain(String(value));
      if (text.trim() === '' || contains(words, text)) return;
      // a number is a value of its own, not a piece of another
      if (typeof value === 'number' ? numbers.has(value) : texts.some((each) => contains(each, text))) return;
      const property = isJsonObject(properties) ? properties[path[0] ?? ''] : undefined;
      if (isJsonObject(property) && (property['default'] === value || property['const'] === value)) return;
      // there is nothing else to choose
      if (isJsonObject(property) && Array.isArray(property['enum']) && property['enum'].length === 1) return;
      if (typeof value === 'string' && /\p{L}{3}/u.test(value) && contains(plain(world.environment.policy), text))
        return;
      found.push(`${call.name} the ${path.join('.')} ${JSON.stringify(value)} (call ${at + 1})`);
    });
  });
  return found;
}

function walk(value: Json, visit: (leaf: Json, path: readonly string[]) => void, path: readonly string[] = []): void {
  if (Array.isArray(value)) for (const each of value as readonly Json[]) walk(each, visit, path);
  else if (isJsonObject(value))
    for (const [name, each] of Object.entries(value)) walk(each as Json, visit, [...path, name]);
  else visit(value, path);
}

function plain(text: string): string {
  return ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}

function contains(haystack: string, needle: string): boolean {
  return haystack.includes(` ${needle.trim()} `);
}
