// The routes that give an agent or user its prompt and its tools.
import type { FastifyInstance } from 'fastify';
import { errors } from '../openapi/api-schemas.ts';
import { promptOf } from '../prompt-of.ts';
import { listTools, TOOL_FORMATS, type ToolFormat } from '../tool-listing.ts';
import { actingOf, SECURITY, SESSION, TAGS } from './agent-acting.ts';

const PROMPT_ROUTE = {
  operationId: 'prompt',
  tags: TAGS,
  summary: 'What this side is told',
  security: SECURITY,
  params: SESSION,
  querystring: {
    type: 'object',
    properties: {
      user: { enum: ['none'], description: 'none: as for an agent that works alone, all facts told at once' },
      policy: {
        enum: ['within', 'apart'],
        default: 'within',
        description: 'apart: the policy is not in `system` but in `policy`, for a system prompt of your own',
      },
    },
  },
  response: {
    200: {
      description: 'The prompt',
      type: 'object',
      properties: {
        system: { type: 'string' },
        policy: { type: 'string', description: 'Empty where `system` holds it' },
        opening: { type: ['string', 'null'] },
      },
      required: ['system', 'policy', 'opening'],
    },
    ...errors(410),
  },
};

const TOOLS_ROUTE = {
  operationId: 'tools',
  tags: TAGS,
  summary: 'The tools of this side',
  security: SECURITY,
  params: SESSION,
  querystring: {
    type: 'object',
    properties: { format: { type: 'string', enum: TOOL_FORMATS, default: 'openai' } },
  },
  response: {
    200: {
      description: 'Function schemas in the format asked for',
      type: 'object',
      properties: { tools: { type: 'array', items: { type: 'object' } } },
      required: ['tools'],
    },
    ...errors(410),
  },
};

export function agentView(app: FastifyInstance): void {
  app.get('/s/:id/prompt', { schema: PROMPT_ROUTE }, (request) => {
    const { served, plane } = actingOf(request);
    const { user, policy } = request.query as { user?: 'none'; policy: 'within' | 'apart' };
    return promptOf(served, plane, {
      apart: policy === 'apart',
      ...(user === 'none' ? { solo: true } : {}),
    });
  });

  app.get('/s/:id/tools', { schema: TOOLS_ROUTE }, (request) => {
    const { served, plane } = actingOf(request);
    const { format } = request.query as { format: ToolFormat };
    return { tools: listTools(served.session.world, plane, format, served.solo) };
  });
}
