// The routes of the environment view: the list of environments, one environment with all its parts, and the rows of its
// start.
import type { FastifyInstance } from 'fastify';
import { worldOf } from '../../envs/server/plugins/environment-routes.ts';
import type { StudioContext } from './context.ts';
import { describeEnvironment } from './describe-environment.ts';
import { runHead } from './run-head.ts';
import { readRows, ROWS_QUERY, tableOf, type RowsQuery } from './read-rows.ts';

export function environmentRoutes(app: FastifyInstance, context: StudioContext): void {
  const { shelf, runs, folders, typed } = context;
  const schema = { hide: true };

  app.get('/studio/api', { schema }, () => ({
    environments: shelf.names().map((name) => {
      const head = shelf.head(name);
      return {
        name,
        title: head?.title ?? name,
        description: head?.description ?? '',
        origin: head?.origin ?? '',
        editable: folders.has(name),
      };
    }),
    runs: runs.map(runHead),
    live_users: context.liveUsers !== undefined,
    typed,
  }));

  app.get('/studio/api/environments/:e', { schema }, (request) => {
    const { e } = request.params as { e: string };
    const world = worldOf(shelf, e);
    const { name } = world.environment;
    return describeEnvironment(world, {
      dir: shelf.dirOf(name),
      tasks: [...shelf.tasks(name).values()].filter((task) => task.environment === world.hash).length,
      editable: folders.has(name),
    });
  });

  app.get('/studio/api/environments/:e/rows', { schema: { ...schema, querystring: ROWS_QUERY } }, (request) => {
    const { e } = request.params as { e: string };
    const world = worldOf(shelf, e);
    const { table, ...wish } = request.query as RowsQuery;
    return world.withConnection(({ db }) => readRows(db, tableOf(world, table), wish));
  });
}
