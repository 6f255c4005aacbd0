// Tests that the official MCP clients of both generations can list and call every tool and see errors.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, test } from 'vitest';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import type { Json } from '../../envs/values/json.ts';
import { CARRIER_CARE, makeServer, ORDER_DESK, type SessionBody } from '../support/server.ts';

interface Result {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

interface AnyClient {
  listTools(): Promise<{ tools: { name: string; outputSchema?: unknown }[] }>;
  callTool(call: {
    name: string;
    arguments: Record<string, unknown>;
    _meta?: Record<string, unknown>;
  }): Promise<Result>;
  close(): Promise<void>;
}

/** Returns the client with only the methods that both generations have. */
const plain = (client: object): AnyClient => client as AnyClient;

const GENERATIONS: Record<string, (url: string) => Promise<AnyClient>> = {
  'SDK v2, newest revision': async (url) => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    return plain(client);
  },
  'SDK v2, as it negotiates': async (url) => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    return plain(client);
  },
  'SDK v1': async (url) => {
    const client = new OlderClient({ name: 'test', version: '1' });
    // the older SDK's own types do not fit each other with TypeScript's exactOptionalPropertyTypes
    await client.connect(new OlderTransport(new URL(url)) as never);
    return plain(client);
  },
};

describe.each(Object.keys(GENERATIONS))('%s', (generation) => {
  const connect = GENERATIONS[generation]!;

  test.each([
    ['order-desk', ORDER_DESK],
    ['carrier-care', CARRIER_CARE],
  ] as const)('%s: lists and calls every tool of both sides', async (name, dir) => {
    const { server, ask, session } = await makeServer();
    const base = await server.listen(0, '127.0.0.1');
    const world = openEnvironment(dir);
    const open = async (): Promise<SessionBody> => session({ environment: name });
    const at = (url: string): string => `${base}${new URL(url).pathname}`;
    for (const side of ['agent', 'user'] as const) {
      const tools = world.environment.tools.filter((tool) => tool.audience === side);
      const list = await open();
      const client = await connect(at(side === 'agent' ? list.urls.mcp : list.urls.user_mcp));
      const listed = (await client.listTools()).tools;
      expect(listed.map((each) => each.name)).toEqual(tools.map((tool) => tool.name));
      expect((await client.listTools()).tools).toEqual(listed);
      const unknown = await client.callTool({ name: 'constructor', arguments: {} });
      expect(unknown).toMatchObject({ isError: true });
      expect(JSON.parse(unknown.content[0]!.text!)).toMatchObject({ code: 'UNKNOWN_TOOL' });
      await client.close();
      for (const tool of tools) {
        for (const example of tool.examples ?? []) {
          const mine = await open();
          const player = await connect(at(side === 'agent' ? mine.urls.mcp : mine.urls.user_mcp));
          if (generation !== 'SDK v1') await player.listTools();
          for (const { by = 'agent', ...call } of example.before ?? [])
            await ask('POST', `/sessions/${mine.id}/calls`, { body: { by, ...call } as Json });
          const result = await player.callTool({
            name: tool.name,
            arguments: example.arguments as Record<string, unknown>,
          });
          if (example.expect === 'ok') {
            expect(result.isError ?? false, `${tool.name} ${result.content[0]?.text}`).toBe(false);
            const log = (await ask<{ entries: { result: Json }[] }>('GET', `/sessions/${mine.id}/log`)).body.entries.at(
              -1,
            )!;
            const structured = result.structuredContent!;
            const type = (tool.returns as { type?: string }).type;
            expect(type === 'object' ? structured : structured['result']).toEqual(log.result);
          } else {
            expect(result.isError).toBe(true);
            expect(JSON.parse(result.content[0]!.text!)).toMatchObject({ code: example.expect });
          }
          await player.close();
        }
      }
    }
    world.close();
  });

  test('a key in _meta makes a call idempotent', async () => {
    const { server, session, ask } = await makeServer();
    const base = await server.listen(0, '127.0.0.1');
    const mine = await session();
    const client = await connect(`${base}${new URL(mine.urls.mcp).pathname}`);
    const call = { name: 'add_note', arguments: { customer_id: 'C1001', body: 'rang' }, _meta: { 'callgym/key': 'k' } };
    expect(await client.callTool(call)).toEqual(await client.callTool(call));
    expect((await ask<{ entries: unknown[] }>('GET', `/sessions/${mine.id}/log`)).body.entries).toHaveLength(2);
    await client.close();
  });
});

describe('on the wire', () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
  };

  test('the newest revision: JSON answers, stateless, the statuses of the specification', async () => {
    const { ask, session } = await makeServer();
    const mine = await session();
    const path = new URL(mine.urls.mcp).pathname;
    const send = (body: Json, more: Record<string, string> = {}) =>
      ask<{ result: Record<string, unknown>; error: { code: number } }>('POST', path, {
        token: null,
        body,
        headers: { ...headers, ...more },
      });
    const request = (method: string, params: Record<string, Json> = {}): Json => ({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { ...params, _meta: meta },
    });
    const list = await send(request('tools/list'), { 'mcp-method': 'tools/list' });
    expect(list.headers['content-type']).toContain('application/json');
    expect(list.body.result).toMatchObject({ resultType: 'complete' });
    expect(list.headers['mcp-session-id']).toBeUndefined();
    const call = await send(request('tools/call', { name: 'get_order', arguments: { order_id: 'A20001' } }), {
      'mcp-method': 'tools/call',
      'mcp-name': 'get_order',
    });
    expect(call.body.result).toMatchObject({ isError: false, structuredContent: { order_id: 'A20001' } });
    expect((await send(request('server/discover'), { 'mcp-method': 'server/discover' })).status).toBe(200);
    expect(await send(request('nope'), { 'mcp-method': 'nope' })).toMatchObject({
      status: 404,
      body: { error: { code: -32601 } },
    });
    expect(await send(request('tools/list'), { 'mcp-method': 'tools/call' })).toMatchObject({ status: 400 });
    expect((await ask('GET', path, { token: null, headers })).status).toBe(405);
    expect((await ask('DELETE', path, { token: null, headers })).status).toBe(405);
  });

  test('older revisions: JSON answers too, without a handshake before', async () => {
    const { ask, session } = await makeServer();
    const mine = await session();
    const path = new URL(mine.urls.mcp).pathname;
    const send = (body: Json) =>
      ask<{ result: Record<string, unknown> }>('POST', path, {
        token: null,
        body,
        headers: { accept: 'application/json, text/event-stream' },
      });
    const hello = await send({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    });
    expect(hello.headers['content-type']).toContain('application/json');
    expect(hello.headers['mcp-session-id']).toBeUndefined();
    expect(hello.body.result['protocolVersion']).toBe('2025-06-18');
    const call = await send({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'get_order', arguments: { order_id: 'A20001' } },
    });
    expect(call.headers['content-type']).toContain('application/json');
    expect(call.body.result).toMatchObject({ isError: false, structuredContent: { order_id: 'A20001' } });
    expect((await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
  });

  test('a page of another site, a wrong capability, an ended session', async () => {
    const { ask, session } = await makeServer();
    const mine = await session();
    const path = new URL(mine.urls.mcp).pathname;
    const body = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const status = async (url: string, origin?: string): Promise<number> =>
      (
        await ask('POST', url, {
          token: null,
          body,
          headers: { ...headers, ...(origin === undefined ? {} : { origin }) },
        })
      ).status;
    expect(await status(path, 'https://evil.example')).toBe(403);
    expect(await status(path, 'null')).toBe(403);
    expect(await status(`${path}x`)).toBe(401);
    expect(await status('/mcp/nope')).toBe(401);
    await ask('DELETE', `/sessions/${mine.id}`);
    expect(await status(path)).toBe(410);
  });
});
