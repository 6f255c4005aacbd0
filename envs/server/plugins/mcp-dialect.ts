// MCP at one URL for each session and side. The URL contains the token, and the server stores nothing between requests.
// Clients of the newest MCP revision and clients that send `initialize` get the same answers.
import {
  createMcpHandler,
  isLegacyRequest,
  Server,
  WebStandardStreamableHTTPServerTransport,
  type CallToolResult,
  type Tool as ListedTool,
} from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asJson, checkedAs, isJsonObject, plainJson, type Json, type JsonObject } from '../../values/json.ts';
import type { CallAnswer } from '../../session/session-store.ts';
import type { Plane } from '../plane.ts';
import { HttpError } from '../http-errors.ts';
import { ALL_METHODS } from '../served-routes.ts';
import type { ServedSession } from '../served-session.ts';
import type { ServerPlugin, GymContext } from '../plugin.ts';
import { withoutNulls } from '../dropped-nulls.ts';
import { instructionsOf, sayToUser, sayTool, tellPrompt, tellTalk } from '../mcp-talk.ts';
import { isWrapped, listTools } from '../tool-listing.ts';

interface Acting {
  readonly served: ServedSession;
  readonly plane: Plane;
  readonly body: Json | undefined;
}

/** The name of the entry in a call's _meta that holds the idempotency key. */
const KEY = 'callgym/key';

export const mcpDialect: ServerPlugin = (app, { sessions, metrics, hosts }) => {
  const serverFor = (acting: Acting): Server => serverOf(acting, { sessions, metrics });
  const newest = createMcpHandler(({ authInfo }) => serverFor(authInfo?.extra?.['acting'] as Acting), {
    legacy: 'reject',
  });
  app.addHook('onClose', () => newest.close());

  /**
   * Answers clients of older MCP revisions, which send `initialize`. Each request gets a new MCP server and an answer
   * in JSON instead of a stream.
   */
  async function older(request: Request, acting: Acting, parsedBody: Json | undefined): Promise<Response> {
    const server = serverFor(acting);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, parsedBody === undefined ? {} : { parsedBody });
    } finally {
      await server.close();
    }
  }

  app.route({
    method: [...ALL_METHODS],
    url: '/mcp/:capability',
    config: { allow: ['POST'] },
    schema: { hide: true },
    onRequest: (request, _reply, done) => {
      const { capability } = request.params as { capability: string };
      if (sessions.opens(capability) === undefined) {
        done(new HttpError('UNAUTHENTICATED'));
        return;
      }
      try {
        hosts.check(request);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    handler: answer,
  });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (request.method !== 'POST') {
      reply.header('allow', 'POST');
      throw new HttpError('METHOD_NOT_ALLOWED', { method: request.method, allowed: 'POST' });
    }
    const { capability } = request.params as { capability: string };
    const opened = sessions.opens(capability);
    if (opened === undefined) throw new HttpError('UNAUTHENTICATED');
    const body = request.body as Json | undefined;
    const acting: Acting = { served: sessions.get(opened.id), plane: opened.plane, body };
    const plain = body === undefined ? undefined : plainJson(body);
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (value !== undefined && name !== 'content-length') headers.set(name, [value].flat().join(', '));
    const incoming = new Request(`http://callgym${request.raw.url ?? '/'}`, {
      method: request.method,
      headers,
      ...(plain === undefined ? {} : { body: JSON.stringify(plain) }),
    });
    const response = (await isLegacyRequest(incoming, plain))
      ? await older(incoming, acting, plain)
      : await newest.fetch(incoming, {
          authInfo: { token: '', clientId: opened.plane, scopes: [], extra: { acting } },
          ...(plain === undefined ? {} : { parsedBody: plain }),
        });
    reply.status(response.status);
    for (const [name, value] of response.headers) if (name !== 'content-length') reply.header(name, value);
    return reply.serializer((text: string) => text).send(await response.text());
  }
};

/** Makes an MCP server for one request. It lists and calls the tools of one side of one session. */
function serverOf(acting: Acting, { sessions, metrics }: Pick<GymContext, 'sessions' | 'metrics'>): Server {
  const { served, plane } = acting;
  const { environment } = served.session.world;
  const talks = served.task !== undefined && plane === 'agent';
  const server = new Server(
    { name: environment.name, title: environment.title, version: served.session.world.hash.slice(0, 12) },
    {
      capabilities: { tools: {}, ...(talks ? { resources: {}, prompts: {} } : {}) },
      instructions: instructionsOf(served, plane),
    },
  );
  if (talks) {
    tellTalk(server, served);
    tellPrompt(server, served);
  }
  const say = sayTool(served, plane);
  server.setRequestHandler('tools/list', () => ({
    tools: [
      ...checkedAs<ListedTool[]>(listTools(served.session.world, plane, 'mcp', served.solo)),
      ...(say === undefined ? [] : [say]),
    ],
    ttlMs: 3_600_000,
    cacheScope: 'public' as const,
  }));
  server.setRequestHandler('tools/call', (request) => {
    const { name } = request.params;
    // if the body is one message, its arguments are taken from this server's own parser, which keeps numbers as
    // written; for several messages in one body, the SDK's parser is used
    const given = isJsonObject(acting.body) ? acting.body['params'] : asJson(request.params);
    const args = isJsonObject(given) ? (given['arguments'] ?? {}) : {};
    if (name === say?.name) return sayToUser(served, args);
    const key = isJsonObject(given) && isJsonObject(given['_meta']) ? given['_meta'][KEY] : undefined;
    const answer = sessions.call(acting.served, {
      by: acting.plane,
      name,
      arguments: withoutNulls(served.session.world, name, args),
      ...(typeof key === 'string' && key !== '' ? { key } : {}),
    });
    metrics.called('mcp', answer, acting.served.session.world.environment.name);
    return toResult(acting, name, answer);
  });
  return server;
}

function toResult({ served }: Acting, name: string, answer: CallAnswer): CallToolResult {
  if (!answer.ok) return { content: [{ type: 'text', text: JSON.stringify(answer.error) }], isError: true };
  const tool = served.session.world.tools.get(name)?.tool;
  const text = typeof answer.result === 'string' ? answer.result : JSON.stringify(answer.result);
  const plain = plainJson(answer.result);
  const structured = tool === undefined || isWrapped(tool) ? { result: plain } : plain;
  return {
    content: [{ type: 'text', text }],
    ...(tool?.returns === undefined ? {} : { structuredContent: structured as JsonObject }),
    isError: false,
  };
}
