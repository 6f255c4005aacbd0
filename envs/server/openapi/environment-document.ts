// Makes one OpenAPI 3.1 document for each environment. Every tool is an operation with its own schemas. With this
// document, a generated client or a person in Swagger UI can play the environment.
import { asJson, type Json, type JsonObject } from '../../values/json.ts';
import { moveRefs } from '../../values/move-refs.ts';
import type { Tool } from '../../values/tool-schema.ts';
import type { World } from '../../world/world.ts';
import {
  CALL_ANSWER_SCHEMA,
  CONTROL_CALL_SCHEMA,
  ERROR_SCHEMA,
  SESSION_SCHEMA,
  TOOL_REFUSAL_SCHEMA,
  WHOLE,
  errorText,
} from './api-schemas.ts';

const documents = new WeakMap<World, JsonObject>();

export function environmentDocument(world: World): JsonObject {
  let document = documents.get(world);
  if (document === undefined) {
    document = make(world);
    documents.set(world, document);
  }
  return document;
}

function make(world: World): JsonObject {
  const { name, title, description, tools } = world.environment;
  const played = tools.filter((tool) => tool.audience !== 'control');
  const schemas: Record<string, Json> = {
    Error: withoutId(ERROR_SCHEMA),
    ToolError: withoutId(TOOL_REFUSAL_SCHEMA),
    Session: withoutId(SESSION_SCHEMA),
    ControlCall: asJson(CONTROL_CALL_SCHEMA),
    CallAnswer: moveIds(withoutId(CALL_ANSWER_SCHEMA)),
  };
  const paths: Record<string, Json> = { ...sessionPaths(name) };
  for (const tool of played) {
    schemas[`${tool.name}.arguments`] = moveRefs(tool.parameters, `#/components/schemas/${tool.name}.arguments`);
    if (tool.returns !== undefined)
      schemas[`${tool.name}.result`] =
        typeof tool.returns === 'boolean'
          ? {}
          : moveRefs(tool.returns as JsonObject, `#/components/schemas/${tool.name}.result`);
    paths[`/tools/${tool.name}`] = { post: toolOperation(tool) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: world.hash.slice(0, 12),
      description: `${description}\n\nMake a session, put its id into the server variable and its token into the authorization, and call tools. A refused call answers 200 with \`ok: false\`: it is an observation.`,
    },
    servers: [
      {
        url: '/s/{session}',
        description: 'One session of this environment, by its id',
        variables: { session: { default: 'SESSION' } },
      },
    ],
    tags: [
      { name: 'sessions', description: 'Begin, look, judge, end' },
      ...[...new Set(played.map((tool) => tool.audience))].map((audience) => ({
        name: audience,
        description: audience === 'agent' ? "The agent's tools" : "The user's own tools",
      })),
    ],
    paths,
    components: {
      schemas,
      securitySchemes: {
        control: { type: 'http', scheme: 'bearer', description: 'The token of the server' },
        agent: { type: 'http', scheme: 'bearer', description: "The session's agent token" },
        user: { type: 'http', scheme: 'bearer', description: "The session's user token" },
      },
    },
  };
}

function toolOperation(tool: Tool): JsonObject {
  return {
    operationId: tool.name,
    tags: [tool.audience],
    summary: firstSentence(tool.description),
    description: tool.description,
    security: [{ [tool.audience]: [] }],
    parameters: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        description: 'The same key again gives the first answer and does not act twice',
        schema: { type: 'string', minLength: 1, maxLength: 200 },
      },
    ],
    requestBody: { required: true, content: json({ $ref: `#/components/schemas/${tool.name}.arguments` }) },
    responses: {
      200: {
        description: 'The result, or why the call was refused',
        content: json({
          oneOf: [
            {
              type: 'object',
              properties: {
                step: { type: 'integer' },
                ok: { type: 'boolean', enum: [true] },
                result: tool.returns === undefined ? {} : { $ref: `#/components/schemas/${tool.name}.result` },
              },
              required: ['step', 'ok', 'result'],
              additionalProperties: false,
            },
            { $ref: '#/components/schemas/ToolError' },
          ],
        }),
      },
      ...errorResponses(400, 401, 403, 404, 409, 410, 413, 415, 429, 500, 503),
    },
  };
}

function sessionPaths(environment: string): Record<string, Json> {
  const root = { servers: [{ url: '/', description: 'The server' }] };
  const session = [{ name: 'session', in: 'path', required: true, schema: { type: 'string' } }];
  const control = [{ control: [] }];
  return {
    '/sessions': {
      ...root,
      post: {
        operationId: 'createSession',
        tags: ['sessions'],
        summary: 'Begin a session',
        security: control,
        requestBody: {
          required: true,
          content: json({
            type: 'object',
            properties: {
              environment: { type: 'string', enum: [environment], default: environment },
              task: { type: 'string', description: 'A task of this environment' },
              session_seed: WHOLE,
            },
            required: ['environment'],
          }),
        },
        responses: {
          201: { description: 'The session', content: json({ $ref: '#/components/schemas/Session' }) },
          ...errorResponses(400, 401, 403, 404, 409, 413, 415, 500, 503),
        },
      },
    },
    '/sessions/{session}/calls': {
      ...root,
      parameters: session,
      post: {
        operationId: 'controlCall',
        tags: ['sessions'],
        summary: 'Call any tool for any side, control tools included',
        security: control,
        requestBody: { required: true, content: json({ $ref: '#/components/schemas/ControlCall' }) },
        responses: {
          200: { description: 'The answer', content: json({ $ref: '#/components/schemas/CallAnswer' }) },
          ...errorResponses(400, 401, 403, 404, 409, 410, 413, 415, 429, 500, 503),
        },
      },
    },
    '/sessions/{session}/diff': {
      ...root,
      parameters: session,
      get: {
        operationId: 'diffSession',
        tags: ['sessions'],
        summary: 'What the session has changed',
        security: control,
        responses: {
          200: { description: 'Changed rows by table', content: json({ type: 'object' }) },
          ...errorResponses(400, 401, 403, 404, 409, 410, 413, 415, 500, 503),
        },
      },
    },
    '/sessions/{session}/reset': {
      ...root,
      parameters: session,
      post: {
        operationId: 'resetSession',
        tags: ['sessions'],
        summary: 'Back to the start',
        security: control,
        responses: {
          200: { description: 'The session', content: json({ $ref: '#/components/schemas/Session' }) },
          ...errorResponses(400, 401, 403, 404, 410, 413, 415, 500, 503),
        },
      },
    },
  };
}

function errorResponses(...statuses: number[]): JsonObject {
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      { description: errorText(status), content: json({ $ref: '#/components/schemas/Error' }) },
    ]),
  );
}

function json(schema: Json): JsonObject {
  return { 'application/json': { schema } };
}

function withoutId(schema: object): Json {
  const { $id: _id, ...rest } = schema as JsonObject;
  return rest;
}

/** Replaces Fastify's name of a shared schema by a reference inside the document. */
function moveIds(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"ToolError#"', '"#/components/schemas/ToolError"')) as Json;
}

function firstSentence(text: string): string {
  const [first = text] = text.split(/(?<=\.)\s/);
  return first.length > 120 ? `${first.slice(0, 117)}…` : first;
}
