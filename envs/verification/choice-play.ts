// Tells whether a choice in a task matters. For this, the stored solution is played with another value from the same
// list. The choice matters if every call succeeds, no rule is broken, and the verdict gives no reward. Otherwise a
// wrong choice would be refused, forbidden or accepted, and the choice would not help to judge an agent.
import { canonicalJson, type Json, type JsonObject } from '../values/json.ts';
import { leavesOf, withValueAt } from '../values/places.ts';
import type { Task } from '../values/task.ts';
import type { World } from '../world/world.ts';
import { goldScript, isCall, play } from './script.ts';

export function endsElsewhere(world: World, task: Task, value: Json, other: Json): boolean {
  const wanted = canonicalJson(value);
  const script = goldScript(world, task);
  const events = script.events.map((event) =>
    isCall(event)
      ? {
          ...event,
          arguments: leavesOf(event.arguments).reduce<Json>(
            (args, leaf) => (canonicalJson(leaf.value) === wanted ? withValueAt(args, leaf.place, other) : args),
            event.arguments,
          ) as JsonObject,
        }
      : event,
  );
  const { verdict, refused } = play(world, task, { ...script, events });
  const own = task.gold.calls.filter(({ error }) => error !== undefined).length;
  return verdict.reward !== 1 && refused <= own && verdict.failures.every(({ part }) => part !== 'rules');
}
