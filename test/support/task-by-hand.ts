// Makes tasks from parts that a test writes. It plays the solution to fill in the results and changes.
import { SessionStore } from '../../envs/session/session-store.ts';
import { plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Task, TaskOutput } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import { part } from './part.ts';

type Failure = NonNullable<Task['gold']['calls'][number]['error']>;

export interface ByHand {
  readonly kind?: Task['kind'];
  readonly opening: string;
  readonly facts?: Readonly<Record<string, Json>>;
  readonly calls: readonly (readonly [name: string, args: JsonObject])[];
  readonly outputs?: readonly TaskOutput[];
  readonly declines?: readonly (readonly [name: string, args: JsonObject])[];
  readonly end?: Task['gold']['end'];
}

export function taskByHand(
  world: World,
  { kind, opening, facts = {}, calls, outputs = [], declines, end }: ByHand,
): Task {
  const store = new SessionStore();
  const session = store.create({ id: 'by hand', world, seed: 1 });
  const gold = calls.map(([name, args]) => {
    const by = world.tools.get(name)?.tool.audience ?? 'agent';
    const answer = store.call(session, { by, name, arguments: args });
    const shown = plainJson((answer.ok ? answer.result : answer.error) as Json);
    return { by, name, arguments: args, ...(answer.ok ? { result: shown } : { error: shown as Failure }) };
  });
  const diff = store.diff(session);
  store.close(session);
  return part<Task>({
    id: 'by-hand-001',
    kind: kind ?? (outputs.length > 0 ? 'read' : 'write'),
    environment: world.hash,
    session_seed: 1,
    user: {
      persona: '',
      opening,
      goal: opening,
      facts: Object.entries(facts).map(([key, value]) => ({ key, value, say: 'asked' })),
    },
    gold: {
      calls: gold,
      diff,
      outputs,
      end: end ?? 'done',
      ...(declines === undefined ? {} : { declines: declines.map(([name, args]) => ({ name, arguments: args })) }),
    },
    rules: [],
    basis: outputs.length > 0 ? ['state', 'collateral', 'rules', 'outputs'] : ['state', 'collateral', 'rules'],
    tags: [],
    difficulty: { tools: 0, information: 0, interaction: 0 },
  });
}
