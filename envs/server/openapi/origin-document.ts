// Writes an environment's original API as an OpenAPI 3.1 document, for generated clients: its paths, parameters, media
// types and status codes. The server in the document is the URL of the session under /origin.
import { TOOL_ERROR_CODES } from '../../errors/tool-error.ts';
import { TOOL_ERROR_SCHEMA } from '../../values/log-entry.ts';
import { asJson, type Json, type JsonObject } from '../../values/json.ts';
import { moveRefs } from '../../values/move-refs.ts';
import type { World } from '../../world/world.ts';
import { routingTable, statusOf, type OriginRoute, type WireArgument } from '../origin/routing-table.ts';
import { ERROR_SCHEMA, errorText } from './api-schemas.ts';

const documents = new WeakMap<World, JsonObject>();

export function originDocument(world: World): JsonObject | undefined {
  let document = documents.get(world);
  if (document === undefined) {
    const { routes } = routingTable(world, 'agent');
    if (routes.length === 0) return undefined;
    document = make(world, routes);
    documents.set(world, document);
  }
  return document;
}

function make(world: World, routes: readonly OriginRoute[]): JsonObject {
  const { title, description } = world.environment;
  const { $id: _id, ...ours } = ERROR_SCHEMA;
  const schemas: Record<string, Json> = {
    Error: asJson(ours),
    ToolError: { type: 'object', properties: { error: asJson(TOOL_ERROR_SCHEMA) }, required: ['error'] },
  };
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const { tool, http } = route;
    schemas[`${tool.name}.arguments`] = moveRefs(tool.parameters, `#/components/schemas/${tool.name}.arguments`);
    if (tool.returns !== undefined && typeof tool.returns !== 'boolean')
      schemas[`${tool.name}.result`] = moveRefs(tool.returns as JsonObject, `#/components/schemas/${tool.name}.result`);
    const item = (paths[http.path] ??= {});
    item[http.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: { title, version: world.hash.slice(0, 12), description },
    servers: [
      {
        url: '/origin/{capability}',
        description: 'A session: the last part of its origin URL',
        variables: { capability: { default: 'CAPABILITY' } },
      },
    ],
    paths: asJson(paths),
    components: { schemas },
  };
}

function operation(route: OriginRoute): JsonObject {
  const { tool, http } = route;
  const required = new Set([tool.parameters['required'] ?? []].flat() as string[]);
  const schemaOf = ({ argument }: WireArgument): Json => ({
    $ref: `#/components/schemas/${tool.name}.arguments/properties/${argument.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  });
  const inBody = route.arguments.filter((each) => each.place === 'body');
  const parameters = route.arguments
    .filter((each) => each.place !== 'body')
    .map((each) => ({
      name: each.wire,
      in: each.place,
      required: each.place === 'path' || required.has(each.argument),
      schema: schemaOf(each),
    }));
  const body: Json =
    http.body === undefined
      ? {
          type: 'object',
          properties: Object.fromEntries(inBody.map((each) => [each.wire, schemaOf(each)])),
          required: inBody.filter((each) => required.has(each.argument)).map((each) => each.wire),
          additionalProperties: false,
        }
      : { $ref: `#/components/schemas/${tool.name}.arguments/properties/${http.body}` };
  const status = http.status ?? 200;
  return {
    operationId: tool.name,
    description: tool.description,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(inBody.length === 0
      ? {}
      : {
          requestBody: {
            required: inBody.some((each) => required.has(each.argument)),
            content: Object.fromEntries(
              (http.consumes ?? ['application/json']).map((type) => [type, { schema: body }]),
            ),
          },
        }),
    responses: {
      [status]: {
        description: 'Done',
        ...(status === 204 || http.method === 'HEAD'
          ? {}
          : {
              content: {
                [http.produces ?? 'application/json']: {
                  schema:
                    tool.returns === undefined || typeof tool.returns === 'boolean'
                      ? {}
                      : { $ref: `#/components/schemas/${tool.name}.result` },
                },
              },
            }),
      },
      ...errorResponses(route),
    },
  };
}

/** Returns the error responses of an operation: those of the original API, and those of callgym's server. */
function errorResponses(route: OriginRoute): JsonObject {
  const own = new Map<number, string[]>();
  for (const code of TOOL_ERROR_CODES) {
    if (code === 'UNKNOWN_TOOL') continue;
    const status = statusOf(route, code);
    own.set(status, [...(own.get(status) ?? []), code]);
  }
  const around = [400, 401, 404, 405, 409, 410, 413, 415, 429, 500, 503];
  const statuses = [...new Set([...own.keys(), ...around])].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = own.get(status);
      const refs = [
        ...(codes === undefined ? [] : [{ $ref: '#/components/schemas/ToolError' }]),
        ...(around.includes(status) ? [{ $ref: '#/components/schemas/Error' }] : []),
      ];
      return [
        String(status),
        {
          description: codes === undefined ? errorText(status) : codes.join(', '),
          content: { 'application/json': { schema: refs.length === 1 ? (refs[0] as Json) : { anyOf: refs } } },
        },
      ];
    }),
  );
}
