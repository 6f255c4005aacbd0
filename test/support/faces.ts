// A server with every face for trainers, tasks that gold alone can solve, and gold's own moves.
import { liveUsers } from '../../agents/server/live-users.ts';
import { FACES } from '../../envs/server/dialects/dialect-list.ts';
import type { ServerOptions } from '../../envs/server/server.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { tasksOf } from './played.ts';
import { makeServer, ORDER_DESK, type TestServer } from './server.ts';

export const TASKS = tasksOf(ORDER_DESK, 20);
export const PLAIN = TASKS.filter(({ kind, faults, gold }) => {
  const plain = ['write', 'read', 'mixed', 'multi'].includes(kind) && faults === undefined;
  return plain && gold.calls.length > 0 && gold.calls.every(({ by }) => by === 'agent');
});

/** A task that gold alone can solve. */
export function plainTask(kind?: string): Task {
  const task = PLAIN.find((each) => kind === undefined || each.kind === kind);
  if (task === undefined) throw new Error(`there is no plain task of kind ${kind ?? 'any'}`);
  return task;
}

export function withFaces(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  return makeServer({
    environments: [ORDER_DESK],
    tasks: new Map([['order-desk', TASKS]]),
    liveUsers: liveUsers(),
    dialects: FACES.map(({ name }) => name),
    ...options,
  });
}

export function lastWords({ gold }: Task): string {
  return `Done. ${gold.outputs.map(({ key, value }) => `${key.replaceAll('_', ' ')}: ${String(value)}`).join('; ')}`;
}

export function goldCalls({ gold }: Task): { readonly name: string; readonly arguments: JsonObject }[] {
  return gold.calls.map(({ name, arguments: args }) => ({ name, arguments: args as JsonObject }));
}

/** A question before a change, as a policy asks for it. */
export function question({ name, arguments: args }: { readonly name: string; readonly arguments: JsonObject }): string {
  return `I will call ${name} with ${JSON.stringify(args)}. Shall I go ahead?`;
}
