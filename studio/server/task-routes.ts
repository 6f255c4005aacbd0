// The routes of the task view: making more tasks, and auditing a task. Other routes of the server return the list of
// tasks.
import type { FastifyInstance } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILES, writeWhole } from '../../envs/folder/environment-folder.ts';
import { HttpError } from '../../envs/server/http-errors.ts';
import { worldOf } from '../../envs/server/plugins/environment-routes.ts';
import { asJson, type Json } from '../../envs/values/json.ts';
import { auditTask } from '../../generator/tasks/audit.ts';
import { makeTasks } from '../../generator/tasks/make-tasks.ts';
import type { StudioContext } from './context.ts';

const MAKE = {
  type: 'object',
  properties: {
    count: { type: 'integer', minimum: 1, maximum: 100 },
    seed: { type: 'integer', minimum: 0 },
    anew: { type: 'boolean', description: 'Leaves out the tasks of the environment before it was changed' },
  },
  required: ['count'],
  additionalProperties: false,
} as const;

export function taskRoutes(app: FastifyInstance, context: StudioContext): void {
  const { shelf, folders } = context;

  app.post('/studio/api/environments/:e/tasks', { schema: { hide: true, body: MAKE } }, ({ params, body }, reply) => {
    const world = worldOf(shelf, (params as { e: string }).e);
    const { name } = world.environment;
    const { count, seed, anew = false } = body as { count: number; seed?: number; anew?: boolean };
    const all = [...shelf.tasks(name).values()];
    const existing = anew ? all.filter(({ environment }) => environment === world.hash) : all;
    const { tasks } = makeTasks(world, { count, seed: seed ?? existing.length + 1, existing });
    shelf.setTasks(name, [...existing, ...tasks]);
    const dir = folders.get(name);
    if (dir !== undefined && anew) writeWhole(join(dir, FILES.tasks), linesOf([...existing, ...tasks]));
    else if (dir !== undefined) append(join(dir, FILES.tasks), tasks);
    reply.status(201);
    return { made: tasks.length, tasks: existing.length + tasks.length, saved: dir !== undefined };
  });

  app.post('/studio/api/environments/:e/tasks/:t/audit', { schema: { hide: true } }, ({ params }) => {
    const { e, t } = params as { e: string; t: string };
    const world = worldOf(shelf, e);
    const task = shelf.tasks(world.environment.name).get(t);
    if (task === undefined) throw new HttpError('NOT_FOUND', { what: `task ${JSON.stringify(t.slice(0, 100))}` });
    return asJson(auditTask(world, task));
  });
}

function append(file: string, tasks: readonly unknown[]): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  writeWhole(file, before + linesOf(tasks));
}

function linesOf(tasks: readonly unknown[]): string {
  return tasks.map((task) => `${JSON.stringify(task as Json)}\n`).join('');
}
