// Makes the OpenAPI 3.1 document of callgym's own API from the declarations of the routes, with @fastify/swagger.
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import {
  CALL_ANSWER_SCHEMA,
  ENVIRONMENT_SUMMARY_SCHEMA,
  ERROR_SCHEMA,
  SESSION_SCHEMA,
  TOOL_REFUSAL_SCHEMA,
} from '../openapi/api-schemas.ts';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export async function documented(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'callgym',
        version,
        description:
          'Stateful simulated APIs for tool-using language models. The control plane makes, looks at and judges sessions; agent and user act in them, each with a token of their own. Each environment has a document of its own at /environments/{e}/openapi.json.',
      },
      tags: [
        { name: 'control', description: 'With the token of the server' },
        { name: 'agent', description: "With a session's agent or user token" },
        { name: 'open', description: 'Without a token' },
      ],
      components: {
        securitySchemes: {
          control: { type: 'http', scheme: 'bearer', description: 'The token of the server' },
          agent: { type: 'http', scheme: 'bearer', description: "A session's agent token" },
          user: { type: 'http', scheme: 'bearer', description: "A session's user token" },
        },
      },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => {
        const { $id } = json as { $id?: string };
        return $id ?? `def-${index}`;
      },
    },
  });
  for (const schema of [
    ERROR_SCHEMA,
    TOOL_REFUSAL_SCHEMA,
    CALL_ANSWER_SCHEMA,
    SESSION_SCHEMA,
    ENVIRONMENT_SUMMARY_SCHEMA,
  ])
    app.addSchema(schema);
}
