// A server with every trainer protocol, tasks that can be solved by the calls of the solution alone, and these calls.
import { liveUsers } from '../../agents/server/live-users.ts';
import { FACES } from '../../envs/server/dialects/dialect-list.ts';
import { GymServer, type ServerOptions } from '../../envs/server/server.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { makeTasks } from '../../generator/tasks/make-tasks.ts';
import { madeOnce } from './made-once.ts';
import { makeServer, ORDER_DESK, TOKEN, type TestServer } from './server.ts';

/** Tasks of several kinds. PLAIN below keeps those that can be solved by the calls of the solution alone. */
export const TASKS = madeOnce('tasks of faces', () => {
  const world = openEnvironment(ORDER_DESK);
  const { tasks } = makeTasks(world, { count: 12, kinds: ['write', 'read', 'mixed'], seed: 1, existing: [] });
  world.close();
  return tasks;
});
export const PLAIN = TASKS.filter(({ kind, faults, gold }) => {
  const plain = ['write', 'read', 'mixed', 'multi'].includes(kind) && faults === undefined;
  return plain && gold.calls.length > 0 && gold.calls.every(({ by }) => by === 'agent');
});

/** Returns a task that can be solved by the calls of its solution alone. */
export function plainTask(kind?: string): Task {
  const task = PLAIN.find((each) => kind === undefined || each.kind === kind);
  if (task === undefined) throw new Error(`there is no plain task of kind ${kind ?? 'any'}`);
  return task;
}

function optionsOfFaces(options: Partial<ServerOptions>): ServerOptions {
  return {
    environments: [ORDER_DESK],
    token: TOKEN,
    tasks: new Map([['order-desk', TASKS]]),
    liveUsers: liveUsers(),
    dialects: FACES.map(({ name }) => name),
    ...options,
  };
}

/** Starts a server in the test. It stops when the test ends. */
export function withFaces(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  return makeServer(optionsOfFaces(options));
}

/** Starts a server that the caller must stop. */
export function facesFor(options: Partial<ServerOptions> = {}): Promise<GymServer> {
  return GymServer.make(optionsOfFaces(options));
}

export function lastWords({ gold }: Task): string {
  return `Done. ${gold.outputs.map(({ key, value }) => `${key.replaceAll('_', ' ')}: ${String(value)}`).join('; ')}`;
}

export function goldCalls({ gold }: Task): { readonly name: string; readonly arguments: JsonObject }[] {
  return gold.calls.map(({ name, arguments: args }) => ({ name, arguments: args as JsonObject }));
}

/** Returns the question that an agent must ask before a change. */
export function question({ name, arguments: args }: { readonly name: string; readonly arguments: JsonObject }): string {
  return `I will call ${name} with ${JSON.stringify(args)}. Shall I go ahead?`;
}
