// The routes for training code that list environments, their tasks and their documents.
import type { FastifyInstance } from 'fastify';
import { GymError } from '../../errors/gym-error.ts';
import { readEnvironmentFiles } from '../../folder/environment-files.ts';
import type { Json } from '../../values/json.ts';
import { playAdversary } from '../../verification/adversaries.ts';
import { goldScript, play, replyOf } from '../../verification/script.ts';
import type { World } from '../../world/world.ts';
import { controlRoute } from './control-route.ts';
import { taskCard } from '../task-card.ts';
import type { EnvironmentShelf } from '../environment-shelf.ts';
import { HttpError } from '../http-errors.ts';
import { errors, NEXT_SCHEMA, PAGE_QUERY } from '../openapi/api-schemas.ts';
import { environmentDocument } from '../openapi/environment-document.ts';
import { originDocument } from '../openapi/origin-document.ts';
import type { GymContext } from '../plugin.ts';
import { environmentHead } from '../environment-head.ts';

interface Page {
  readonly limit: number;
  readonly after?: string;
}

const security = [{ control: [] }];
const tags = ['control'];
const environmentParams = { type: 'object', properties: { e: { type: 'string' } }, required: ['e'] } as const;

export function environmentRoutes(app: FastifyInstance, context: GymContext): void {
  listRoute(app, context);
  oneRoute(app, context);
  taskRoutes(app, context);
  documentRoute(app, context);
  filesRoute(app, context);
}

function listRoute(app: FastifyInstance, { shelf }: GymContext): void {
  app.get(
    '/environments',
    {
      schema: {
        operationId: 'listEnvironments',
        tags,
        summary: 'Environments, by name',
        security,
        querystring: PAGE_QUERY,
        response: {
          200: {
            description: 'A page',
            type: 'object',
            properties: { environments: { type: 'array', items: { $ref: 'EnvironmentSummary#' } }, next: NEXT_SCHEMA },
            required: ['environments', 'next'],
          },
          ...errors(),
        },
      },
    },
    async (request) => {
      const { page, next } = pageOf(shelf.names(), (name) => name, request.query as Page);
      const environments: Json[] = [];
      for (const name of page) {
        environments.push(summaryOf(name, shelf));
        // opening an environment may take a tenth of a second, so other requests are handled in between
        await new Promise(setImmediate);
      }
      return { environments, next };
    },
  );
}

function filesRoute(app: FastifyInstance, { shelf }: GymContext): void {
  controlRoute(app, {
    method: 'GET',
    url: '/environments/:e/files',
    id: 'environmentFiles',
    summary: 'The files of an environment and its tasks, for a server that does not have them',
    answers: {
      200: {
        description: 'Texts by file name',
        type: 'object',
        properties: { hash: { type: 'string' }, files: { type: 'object', additionalProperties: { type: 'string' } } },
        required: ['hash', 'files'],
      },
    },
    refusals: [404],
    handle(request) {
      const world = worldOf(shelf, (request.params as { e: string }).e);
      const dir = shelf.dirOfWorld(world);
      return { hash: world.hash, files: dir === undefined ? {} : { ...readEnvironmentFiles(dir, { tasks: true }) } };
    },
  });
}

function summaryOf(name: string, shelf: EnvironmentShelf): Json {
  const head = shelf.head(name);
  const told = { name, title: head?.title ?? name, description: head?.description ?? '' };
  try {
    const { hash, environment } = worldOf(shelf, name);
    return { ...told, hash, tools: environment.tools.length };
  } catch (error) {
    return { ...told, hash: null, problem: (error as Error).message };
  }
}

function oneRoute(app: FastifyInstance, { shelf }: GymContext): void {
  app.get(
    '/environments/:e',
    {
      schema: {
        operationId: 'getEnvironment',
        tags,
        summary: 'One environment, by name or hash',
        security,
        params: environmentParams,
        response: { 200: { description: 'The environment', type: 'object' }, ...errors() },
      },
    },
    (request) => {
      const { e } = request.params as { e: string };
      const world = worldOf(shelf, e);
      const { environment, schema } = world;
      const { rules, documents, tools } = environment;
      return {
        ...environmentHead(world),
        rules: rules.map(({ id, text }) => ({ id, text })),
        documents,
        tables: schema.tables.map((table) => table.name),
        tools: tools.map(({ name, description, parameters, returns, audience, effect, http }) => ({
          name,
          description,
          parameters,
          returns,
          audience,
          effect,
          http,
        })),
        tasks: shelf.tasks(environment.name).size,
      };
    },
  );
}

function taskRoutes(app: FastifyInstance, { shelf }: GymContext): void {
  app.get(
    '/environments/:e/tasks',
    {
      schema: {
        operationId: 'listTasks',
        tags,
        summary: 'Tasks of an environment, gold included unless gold=false',
        security,
        params: environmentParams,
        querystring: {
          ...PAGE_QUERY,
          properties: {
            ...PAGE_QUERY.properties,
            gold: {
              type: 'boolean',
              default: true,
              description: 'false: id, kind, difficulty and tags alone, as may be shown to whoever plays',
            },
          },
        },
        response: {
          200: {
            description: 'A page',
            type: 'object',
            properties: { tasks: { type: 'array', items: { type: 'object' } }, next: NEXT_SCHEMA },
            required: ['tasks', 'next'],
          },
          ...errors(),
        },
      },
    },
    (request) => {
      const { e } = request.params as { e: string };
      const tasks = [...shelf.tasks(worldOf(shelf, e).environment.name).values()];
      const { gold } = request.query as { gold: boolean };
      const { page, next } = pageOf(tasks, (task) => task.id, request.query as Page);
      return { tasks: gold ? page : page.map(taskCard), next };
    },
  );

  controlRoute(app, {
    method: 'GET',
    url: '/environments/:e/tasks/:t/proof',
    id: 'proveTask',
    summary: 'The task played on the spot: what gold is worth, and what doing nothing is worth',
    answers: {
      200: {
        description: 'Verdicts',
        type: 'object',
        properties: {
          task: { type: 'string' },
          gold: { type: 'object', additionalProperties: true },
          noop: { type: 'object', additionalProperties: true },
          script: { type: 'array', items: { type: 'object', additionalProperties: true }, description: "gold's calls" },
          reply: { type: 'string', description: 'last words that belong to them' },
        },
        required: ['task', 'gold', 'noop', 'script', 'reply'],
      },
    },
    refusals: [404],
    handle: (request) => {
      const { e, t } = request.params as { e: string; t: string };
      const world = worldOf(shelf, e);
      const task = shelf.tasks(world.environment.name).get(t);
      if (task === undefined) throw new HttpError('NOT_FOUND', { what: `task ${JSON.stringify(t.slice(0, 100))}` });
      const gold = play(world, task, goldScript(world, task)).verdict;
      const noop = playAdversary(world, task, 'noop').verdict;
      const script = task.gold.calls.map(({ by, name, arguments: given }) => ({ by, name, arguments: given }));
      return { task: t, gold, noop, script, reply: replyOf(task) };
    },
  });
}

function documentRoute(app: FastifyInstance, { shelf }: GymContext): void {
  app.get(
    '/environments/:e/openapi.json',
    {
      schema: {
        operationId: 'getEnvironmentDocument',
        tags,
        summary: 'The environment as an OpenAPI 3.1 document; view=origin for its original paths',
        security,
        params: environmentParams,
        querystring: {
          type: 'object',
          properties: { view: { type: 'string', enum: ['tools', 'origin'], default: 'tools' } },
        },
        response: { 200: { description: 'OpenAPI 3.1', type: 'object' }, ...errors() },
      },
    },
    (request) => {
      const { e } = request.params as { e: string };
      const { view } = request.query as { view: 'tools' | 'origin' };
      const world = worldOf(shelf, e);
      if (view === 'tools') return environmentDocument(world);
      const document = originDocument(world);
      if (document === undefined)
        throw new HttpError('NOT_FOUND', { what: `tool of ${world.environment.name} with a path of its own` });
      return document;
    },
  );
}

/** Finds an environment by name or hash. If it cannot be opened, throws an error that becomes a server error. */
export function worldOf(shelf: EnvironmentShelf, name: string): World {
  let world: World | undefined;
  try {
    world = shelf.find(name);
  } catch (error) {
    if (error instanceof GymError)
      throw new HttpError('ENVIRONMENT_BROKEN', { name: name.slice(0, 100), what: error.message });
    throw error;
  }
  if (world === undefined)
    throw new HttpError('NOT_FOUND', { what: `environment ${JSON.stringify(name.slice(0, 100))}` });
  return world;
}

function pageOf<T>(
  all: readonly T[],
  keyOf: (item: T) => string,
  { limit, after }: Page,
): { page: T[]; next: string | null } {
  const at = after === undefined ? 0 : all.findIndex((item) => keyOf(item) === after) + 1;
  if (after !== undefined && at === 0)
    throw new HttpError('NOT_FOUND', { what: `page after ${JSON.stringify(after.slice(0, 100))}` });
  const page = all.slice(at, at + limit);
  const last = page.at(-1);
  return { page, next: at + limit < all.length && last !== undefined ? keyOf(last) : null };
}
