// Finds example calls for each tool: one call that succeeds and one call for each error. Examples that a person wrote
// come first. A compiled program loses the checks that no call reached; a program that a person wrote keeps them.
import type { Environment } from '../../../envs/values/environment.ts';
import type { Tool } from '../../../envs/values/tool-schema.ts';
import type { World } from '../../../envs/world/world.ts';
import type { Plan } from '../plan/plan.ts';
import type { Match } from '../readings/reading.ts';
import { ArgumentGuesser } from './guess-arguments.ts';
import { pruned } from './prune-program.ts';
import { ToolTrial, type Found, type ToolOutcome } from './tool-trial.ts';
import { TrialCalls } from './trial-calls.ts';

export function tryTools(
  environment: Environment,
  plan: Plan,
  matches: ReadonlyMap<string, Match>,
  seed: number,
  world: World,
  own: (name: string) => boolean,
): { environment: Environment; outcomes: ReadonlyMap<string, ToolOutcome> } {
  const found = tryAll(world, plan, matches, seed);
  const tools = environment.tools.map((tool): Tool => {
    const each = found.get(tool.name);
    if (each === undefined) return tool;
    const program =
      each.unreached.length === 0 || own(tool.name)
        ? tool.program
        : pruned(tool.program, new Set(each.unreached), environment);
    return { ...tool, program, ...(each.examples.length > 0 ? { examples: each.examples } : {}) };
  });
  return {
    environment: { ...environment, tools },
    outcomes: new Map([...found].map(([name, each]) => [name, each.outcome])),
  };
}

function tryAll(world: World, plan: Plan, matches: ReadonlyMap<string, Match>, seed: number): Map<string, Found> {
  const room = {
    world,
    matches,
    seed,
    guesser: new ArgumentGuesser(world, plan),
    calls: new TrialCalls(world),
    good: new Map(),
  };
  const found = new Map<string, Found>();
  const rank = (name: string): number => {
    const at = ['create', 'create many', 'link', 'update', 'state'].indexOf(matches.get(name)?.rule ?? '');
    return at === -1 ? 99 : at;
  };
  const order = world.environment.tools.map((tool) => tool.name).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  for (const name of order) found.set(name, new ToolTrial(room, name).run());
  // a tool without a successful call is tried again, because it may need the call of a tool that came later
  for (const name of order) {
    const outcome = found.get(name)?.outcome;
    if (outcome?.good === false && outcome.invalid === undefined && outcome.fault === undefined)
      found.set(name, new ToolTrial(room, name).run());
  }
  return found;
}
