// Tests the original HTTP paths of an API: a client made for the real API works with the simulation unchanged.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createClient from 'openapi-fetch';
import { describe, expect, onTestFinished, test } from 'vitest';
import { saveEnvironment } from '../../../envs/folder/environment-folder.ts';
import type { Environment } from '../../../envs/values/environment.ts';
import type { Json } from '../../../envs/values/json.ts';
import type { Tool } from '../../../envs/values/tool-schema.ts';
import { World } from '../../../envs/world/world.ts';
import { routingTable } from '../../../envs/server/origin/routing-table.ts';
import { makeServer, type SessionBody } from '../../support/server.ts';

/** Makes an API with one tool for each way to pass an argument. Each tool returns its arguments unchanged. */
function echoEnvironment(): Environment {
  const echo = (name: string, properties: Record<string, Json>, http: Tool['http'], more: Partial<Tool> = {}): Tool =>
    ({
      name,
      description: name,
      parameters: { type: 'object', properties, additionalProperties: false },
      returns: { type: 'object' },
      audience: 'agent',
      effect: 'read',
      program: [{ return: 'json(:args)', shape: 'json' }],
      http,
      ...more,
    }) as Tool;
  const string = { type: 'string' };
  return {
    format: 1,
    name: 'echo',
    title: 'Echo',
    description: 'Gives back what it is given.',
    origin: 'authored',
    clock: '2031-01-01T00:00:00Z',
    columns: {},
    documents: {},
    arguments: 'strict',
    schema: 'CREATE TABLE things (id TEXT PRIMARY KEY) STRICT;',
    seed: [],
    policy: '',
    rules: [],
    tools: [
      echo(
        'path_parts',
        { owner: string, number: { type: 'integer' }, 'odd-name': string },
        {
          method: 'GET',
          path: '/v1/{owner}/files/{number}.{odd-name}',
        },
      ),
      echo('action', { id: string }, { method: 'POST', path: '/v1/{id}:run', status: 202 }),
      echo(
        'query',
        {
          tags: { type: 'array', items: { type: 'integer' } },
          deep: { type: 'object', properties: { a: { type: 'number' } } },
          flag: { type: 'boolean' },
          either: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
          text: string,
          ref: { $ref: '#/$defs/n' },
        },
        { method: 'GET', path: '/query', names: { text: 'q' } },
      ),
      echo(
        'headers',
        { trace: string, count: { type: 'integer' } },
        {
          method: 'GET',
          path: '/headers',
          in: { trace: 'header', count: 'header' },
          names: { trace: 'X-Trace-Id', count: 'X-Count' },
        },
      ),
      echo(
        'mixed',
        { id: string, id_2: string, dry: { type: 'boolean' } },
        {
          method: 'PUT',
          path: '/mixed/{id}',
          in: { dry: 'query' },
          names: { id_2: 'id' },
        },
      ),
      echo(
        'list',
        { items: { type: 'array', items: { type: 'integer' } } },
        {
          method: 'POST',
          path: '/list',
          body: 'items',
          status: 204,
        },
      ),
      echo(
        'form',
        { n: { type: 'integer' }, many: { type: 'array', items: string } },
        {
          method: 'POST',
          path: '/form',
          consumes: ['application/x-www-form-urlencoded'],
          produces: 'application/vnd.echo+json',
        },
      ),
      echo(
        'refuses',
        { code: string },
        { method: 'DELETE', path: '/refuses', errors: { CONFLICT: 412 } },
        {
          program: [
            { require: ":code = 'ok'", else: ['CONFLICT', 'no'] },
            { return: '1', shape: 'value' },
          ],
          returns: { type: 'integer' },
        },
      ),
    ].map((tool) =>
      tool.name === 'query' ? { ...tool, parameters: { ...tool.parameters, $defs: { n: { type: 'integer' } } } } : tool,
    ) as Tool[],
  };
}

function saved(environment: Environment): string {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-origin-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  saveEnvironment(join(dir, 'echo'), environment);
  return join(dir, 'echo');
}

async function echoServer(): Promise<{
  send(
    method: string,
    path: string,
    init?: { headers?: Record<string, string>; payload?: string },
  ): Promise<{ status: number; body: never; text: string; headers: Readonly<Record<string, unknown>> }>;
  mine: SessionBody;
}> {
  const { ask, session } = await makeServer({ environments: [saved(echoEnvironment())] });
  const mine = await session({ environment: 'echo' });
  const root = new URL(mine.urls.origin).pathname;
  return {
    mine,
    send: async (method, path, { headers = {}, payload } = {}) => {
      return await ask<never>(method, `${root}${path}`, {
        token: null,
        headers,
        ...(payload === undefined ? {} : { payload }),
      });
    },
  };
}

describe('arguments', () => {
  test.each([
    ['GET', '/v1/ann%2Fb/files/7.pdf?token=1', {}, undefined, 200, { owner: 'ann/b', number: 7, 'odd-name': 'pdf' }],
    ['POST', '/v1/x1:run', {}, undefined, 202, { id: 'x1' }],
    [
      'GET',
      '/query?tags=1&tags=2&flag=true&q=5&ref=3',
      {},
      undefined,
      200,
      { tags: [1, 2], flag: true, text: '5', ref: 3 },
    ],
    [
      'GET',
      '/query?tags=1,2,3&either=null&deep[a]=2.5',
      {},
      undefined,
      200,
      { tags: [1, 2, 3], either: null, deep: { a: 2.5 } },
    ],
    ['GET', '/query?tags[]=4&either=9&q=', {}, undefined, 200, { tags: [4], either: 9, text: '' }],
    [
      'GET',
      '/headers',
      { 'x-trace-id': 'abc', 'X-Count': '3', authorization: 'Bearer whatever', 'x-api-key': 'k' },
      undefined,
      200,
      { trace: 'abc', count: 3 },
    ],
    ['PUT', '/mixed/one?dry=false', {}, '{"id":"two"}', 200, { id: 'one', id_2: 'two', dry: false }],
    [
      'POST',
      '/form',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'n=4&many=a&many=b',
      200,
      { n: 4, many: ['a', 'b'] },
    ],
  ] as const)('%s %s %j', async (method, path, headers, payload, status, expected) => {
    const { send } = await echoServer();
    const answer = await send(method, path, { headers, ...(payload === undefined ? {} : { payload }) });
    expect([answer.status, answer.body]).toEqual([status, expected]);
    expect(answer.headers['callgym-step']).toBe('1');
  });

  test('what does not fit is refused by the schema, with the status of the API', async () => {
    const { send } = await echoServer();
    for (const [method, path, payload] of [
      ['GET', '/v1/a/files/seven.pdf'],
      ['GET', '/query?flag=maybe'],
      ['GET', '/query?tags=1,x'],
      ['PUT', '/mixed/one', '{"id":5}'],
      ['PUT', '/mixed/one', '{"unknown":5}'],
      ['PUT', '/mixed/one', '[1]'],
      ['POST', '/list', '{"a":1}'],
    ] as const) {
      const answer = await send(method, path, payload === undefined ? {} : { payload });
      expect(answer, `${method} ${path}`).toMatchObject({ status: 422, body: { error: { code: 'INVALID_ARGUMENT' } } });
    }
    expect(await send('DELETE', '/refuses?code=no')).toMatchObject({
      status: 412,
      body: { error: { code: 'CONFLICT' } },
    });
  });
});

describe('answers', () => {
  test('status codes and media types are those of the mapping', async () => {
    const { send } = await echoServer();
    const none = await send('POST', '/list', { payload: '[1,2]' });
    expect([none.status, none.text]).toEqual([204, '']);
    const vendor = await send('POST', '/form', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'n=1',
    });
    expect(vendor.headers['content-type']).toMatch(/^application\/vnd\.echo\+json/);
    expect((await send('POST', '/form', { payload: '{"n":1}' })).status).toBe(415);
    expect((await send('HEAD', '/headers')).text).toBe('');
    const wrongMethod = await send('POST', '/headers', { payload: '{}' });
    expect([wrongMethod.status, wrongMethod.headers['allow']]).toEqual([405, 'GET']);
    expect((await send('GET', '/nowhere')).status).toBe(404);
    expect((await send('GET', '/')).status).toBe(404);
  });

  test('the capability opens its own session only, and only while it lives', async () => {
    const { ask, session } = await makeServer();
    const mine = await session({ environment: 'carrier-care' });
    const desk = await session();
    const root = new URL(desk.urls.origin).pathname;
    expect((await ask('GET', `${root}/orders/A20001`, { token: null })).status).toBe(200);
    expect((await ask('GET', `${root}x/orders/A20001`, { token: null })).status).toBe(401);
    // the user's token finds no path, because the environment's user tools have no paths
    expect((await ask('GET', `/origin/${desk.tokens.user}/orders/A20001`, { token: null })).status).toBe(404);
    expect((await ask('GET', `/origin/${mine.tokens.agent}/orders/A20001`, { token: null })).status).toBe(404);
    await ask('DELETE', `/sessions/${desk.id}`);
    expect((await ask('GET', `${root}/orders/A20001`, { token: null })).status).toBe(410);
  });
});

describe('a mapping', () => {
  const broken: [string, NonNullable<Tool['http']>][] = [
    ['names nope, which is no argument', { method: 'GET', path: '/x', in: { nope: 'query' } }],
    ['the path names {nope}, which is no argument', { method: 'GET', path: '/x/{nope}' }],
    ['is in the path, which does not name it', { method: 'GET', path: '/x', in: { trace: 'path' } }],
    ['another tool has GET /query already', { method: 'GET', path: '/query' }],
  ];
  test.each(broken)('%s', (message, http) => {
    const environment = echoEnvironment();
    const world = new World({
      ...environment,
      tools: environment.tools.map((tool) => (tool.name === 'headers' ? { ...tool, http } : tool)),
    });
    expect(() => routingTable(world, 'agent')).toThrow(message);
    world.close();
  });

  test('is proven by check', async () => {
    const { checkEnvironment } = await import('../../../generator/check/check-environment.ts');
    const environment = echoEnvironment();
    const report = checkEnvironment({
      ...environment,
      tools: environment.tools.map((tool) => (tool.name === 'headers' ? { ...tool, http: broken[1]![1] } : tool)),
    });
    expect(report.failures.filter((each) => each.check === 'http').map((each) => each.tool)).toEqual([
      'tools.json headers/http',
    ]);
  });
});

describe('a client generated from the document of the original API', () => {
  test('plays the order desk over its own paths', async () => {
    const { server, ask, session } = await makeServer();
    const url = await server.listen(0, '127.0.0.1');
    const mine = await session();
    const baseUrl = `${url}${new URL(mine.urls.origin).pathname}`;
    const document = (
      await ask<{ paths: Record<string, unknown> }>('GET', '/environments/order-desk/openapi.json?view=origin')
    ).body;
    expect(Object.keys(document.paths)).toContain('/orders/{order_id}:cancel');
    // the API accepts any credentials of its client
    const made = createClient<Record<string, Record<string, never>>>({
      baseUrl,
      headers: { authorization: 'Bearer sk-live-1' },
    });
    // the document is made while the test runs, so the client has no types for it
    const client = made as unknown as Record<
      'GET' | 'POST' | 'PUT',
      (path: string, init?: object) => Promise<{ data?: Json; error?: { error: { code: string } }; response: Response }>
    >;
    const order = await client.GET('/orders/{order_id}', { params: { path: { order_id: 'A20001' } } });
    expect(order.data).toMatchObject({ order_id: 'A20001', status: 'pending' });
    const products = await client.GET('/products', {
      params: { query: { query: 'kettle', in_stock: true, max_price: 300 } },
    });
    expect(Array.isArray(products.data)).toBe(true);
    const missing = await client.GET('/orders/{order_id}', { params: { path: { order_id: 'A0' } } });
    expect([missing.response.status, missing.error?.error.code]).toEqual([404, 'NOT_FOUND']);
    const address = { street: '1 Main', city: 'Portland', region: 'OR', postcode: '97201' };
    const moved = await client.PUT('/customers/{customer_id}/address', {
      params: { path: { customer_id: 'C1001' } },
      body: address,
    });
    expect(moved.response.status).toBe(204);
    const note = await client.POST('/customers/{customer_id}/notes', {
      params: { path: { customer_id: 'C1001' } },
      body: { body: 'rang' },
    });
    expect(note.response.status).toBe(201);
    const cancelled = await client.POST('/orders/{order_id}:cancel', {
      params: { path: { order_id: 'A20001' } },
      body: { reason: 'no longer needed' },
    });
    expect(cancelled.data).toMatchObject({ status: 'cancelled' });
    const again = await client.POST('/orders/{order_id}:cancel', {
      params: { path: { order_id: 'A20001' } },
      body: { reason: 'no longer needed' },
    });
    expect(again.response.status).toBe(409);
    const handover = await fetch(`${baseUrl}/handover`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ summary: 'wants a person' }),
    });
    expect([handover.headers.get('content-type'), await handover.text()]).toEqual([
      'text/plain; charset=utf-8',
      'A colleague takes over.',
    ]);
    const { entries } = (await ask<{ entries: unknown[] }>('GET', `/sessions/${mine.id}/log`)).body;
    expect(entries).toHaveLength(9);
  });
});
