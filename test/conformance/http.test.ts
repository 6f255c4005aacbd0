// Tests that the server agrees with its OpenAPI documents. It sends valid and changed requests to every operation, and
// checks every answer against the document. The test knows the API from the documents alone.
import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, test } from 'vitest';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { makeRandom, type Random } from '../../envs/random.ts';
import type { Json, JsonObject } from '../../envs/values/json.ts';
import { ArgumentDrawer } from '../../envs/verification/draw-arguments.ts';
import { DocumentClient, type Operation, type Request, type Send } from '../support/document-client.ts';
import { tasksOf } from '../support/played.ts';
import { CARRIER_CARE, makeServer, ORDER_DESK, type SessionBody, type TestServer } from '../support/server.ts';

const PLACES = { 'order-desk': ORDER_DESK, 'carrier-care': CARRIER_CARE } as const;
type Name = keyof typeof PLACES;

function sender({ server }: TestServer): Send {
  return async (method, url, { headers, payload }) => {
    const response = await server.app.inject({
      method: method as 'GET',
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    return {
      status: response.statusCode,
      text: response.payload,
      type: String(response.headers['content-type'] ?? ''),
    };
  };
}

async function documentOf(talk: TestServer, path: string): Promise<JsonObject> {
  const { body } = await talk.ask<JsonObject>('GET', path);
  return body;
}

describe('the documents are valid OpenAPI 3.1', () => {
  test.each([
    '/openapi.json',
    '/environments/order-desk/openapi.json',
    '/environments/carrier-care/openapi.json',
    '/environments/order-desk/openapi.json?view=origin',
  ])('%s', async (path) => {
    const talk = await makeServer();
    const document = await documentOf(talk, path);
    // the parser checks that the JSON is an OpenAPI document
    await SwaggerParser.validate(structuredClone(document) as never);
    const ids = new DocumentClient(document, sender(talk)).operations.map((each) => each.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(document['openapi']).toBe('3.1.0');
  });
});

/** Changes a request so that it breaks the schema or is at least unusual. */
function mutate(random: Random, request: Request): Request {
  const body = request.body;
  const values: Json[] = [null, true, -1, 1e300, '', 'x'.repeat(300), '__proto__', [], {}, [[[]]], { constructor: 1 }];
  const mutations: (() => Request)[] = [
    () => ({ ...request, body: random.pick(values) }),
    () => ({
      ...request,
      payload: random.pick(['{', '', 'null', '{"a":1,"a":2}', '{"__proto__":{"x":1}}', '[1e999]', '9007199254740993']),
    }),
    () => ({
      ...request,
      query: {
        ...request.query,
        limit: random.pick(['-1', 'x', '1e9', '']),
        [random.pick(['from', 'view', 'format', 'after'])]: 'nope',
      },
    }),
    () => ({
      ...request,
      headers: { 'content-type': random.pick(['text/plain', 'application/xml', 'multipart/form-data', '']) },
    }),
    () => ({
      ...request,
      path: Object.fromEntries(
        Object.keys(request.path ?? {}).map((key) => [key, random.pick(['nope', '%00', 'a/b', '🙂', '__proto__'])]),
      ),
    }),
    ...(body !== null && typeof body === 'object' && !Array.isArray(body)
      ? [
          () => ({
            ...request,
            body: { ...(body as JsonObject), [random.pick(['extra', 'constructor', 'toString'])]: 1 },
          }),
          () => {
            const [key] = Object.keys(body);
            return key === undefined
              ? request
              : { ...request, body: { ...(body as JsonObject), [key]: random.pick(values) } };
          },
          () => ({ ...request, body: Object.fromEntries(Object.entries(body).slice(1)) }),
        ]
      : []),
  ];
  return random.pick(mutations)();
}

describe('the API of the server', () => {
  test('every operation, valid and mutated: no 5xx, no undocumented status or shape', async () => {
    const tasks = tasksOf(ORDER_DESK, 1);
    const talk = await makeServer({ tasks: new Map([['order-desk', tasks]]) });
    const random = makeRandom(11, 'conformance');
    const mine = await talk.session();
    const client = new DocumentClient(await documentOf(talk, '/openapi.json'), sender(talk), {
      tokens: { control: talk.server.token, agent: mine.tokens.agent, user: mine.tokens.user },
    });
    const seen = new Set<string>();
    const valid = async (operation: Operation): Promise<Request> => {
      const session = await talk.session();
      const bodies: Record<string, Json> = {
        createSession: { environment: 'order-desk', faults: { rate: 0.5 }, ttl_s: 60, count: 2 },
        rewindSession: { step: 0 },
        forkSession: { step: 0 },
        controlCall: { by: 'agent', name: 'get_order', arguments: { order_id: 'A20001' } },
        advanceClock: { seconds: 5 },
        judgeSession: {},
        call: { name: 'get_order', arguments: { order_id: 'A20001' }, key: 'k' },
        callTool: { order_id: 'A20001' },
        batch: { calls: [{ name: 'get_order', arguments: { order_id: 'A20001' } }] },
        say: { text: 'hello' },
      };
      return {
        path: {
          id: operation.tags.includes('agent') ? mine.id : session.id,
          e: 'order-desk',
          t: tasks[0]?.id ?? '',
          tool: 'get_order',
        },
        ...(operation.id in bodies ? { body: bodies[operation.id] as Json } : {}),
      };
    };
    for (const operation of client.operations) {
      for (let round = 0; round < 40; round++) {
        const request = await valid(operation);
        const { status } = await client.call(operation.id, round === 0 ? request : mutate(random, request));
        expect(status, operation.id).toBeLessThan(500);
        seen.add(`${operation.id} ${Math.floor(status / 100)}xx`);
      }
      // sends the request without a token, with a wrong token and with an agent's token
      if (operation.security.length > 0)
        for (const token of ['', 'wrong', mine.tokens.agent]) {
          const { status } = await client.call(operation.id, await valid(operation), token);
          if (token !== mine.tokens.agent) expect(status).toBe(401);
        }
    }
    const never = client.operations.filter(
      (each) =>
        !seen.has(`${each.id} 2xx`) && !['say', 'messages', 'judgeSession', 'sessionProgress'].includes(each.id),
    );
    expect(never.map((each) => each.id)).toEqual([]);
  });
});

describe.each(Object.keys(PLACES) as Name[])('%s, played from its document alone', (name) => {
  test('every tool gives a result, and mutated calls give clean refusals', async () => {
    const talk = await makeServer();
    const random = makeRandom(3, 'played');
    const first = new DocumentClient(await documentOf(talk, `/environments/${name}/openapi.json`), sender(talk), {
      tokens: { control: talk.server.token },
    });
    const begin = async (): Promise<DocumentClient> => {
      const { status, body } = await first.call('createSession', { body: { environment: name } });
      expect(status).toBe(201);
      // the client knows the API only from its document, which gives no TypeScript types
      const { id, tokens } = body as unknown as SessionBody;
      return new DocumentClient(await documentOf(talk, `/environments/${name}/openapi.json`), sender(talk), {
        tokens: { control: talk.server.token, ...tokens },
        variables: { session: id },
      });
    };
    // the environment gives arguments that fit its rows, and the document tells which arguments are allowed
    const world = openEnvironment(PLACES[name]);
    const drawer = new ArgumentDrawer(world, random);
    const succeeded = new Set<string>();
    let client = await begin();
    const tools = client.operations.filter((each) => each.path.startsWith('/tools/'));
    expect(tools.length).toBe(world.environment.tools.filter((tool) => tool.audience !== 'control').length);
    for (let round = 0; round < 60; round++) {
      if (round % 6 === 0) client = await begin();
      for (const { id } of tools) {
        const tool = world.tools.get(id)!.tool;
        const examples = (tool.examples ?? []).filter((each) => each.expect === 'ok');
        const example = examples[round];
        for (const { by = 'agent', name, arguments: args } of example?.before ?? [])
          await client.call('controlCall', { body: { by, name, arguments: args as Json } });
        const body = example === undefined ? drawer.draw(tool) : example.arguments;
        const { status, body: answer } = await client.call(id, { body: body as Json });
        expect(status).toBe(200);
        if ((answer as { ok: boolean }).ok) succeeded.add(id);
        const refused = await client.call(id, mutate(random, { body: body as Json }));
        expect(refused.status).toBeLessThan(500);
      }
    }
    expect(tools.map((each) => each.id).filter((id) => !succeeded.has(id))).toEqual([]);
    expect((await client.call('diffSession')).status).toBe(200);
    expect((await client.call('resetSession')).status).toBe(200);
    world.close();
  });
});

describe('the original API of the order desk, played from its document alone', () => {
  test('every operation gives a result; wrong ones give documented statuses', async () => {
    const talk = await makeServer();
    const document = await documentOf(talk, '/environments/order-desk/openapi.json?view=origin');
    const world = openEnvironment(ORDER_DESK);
    const random = makeRandom(8, 'origin');
    const drawer = new ArgumentDrawer(world, random);
    const succeeded = new Set<string>();
    let client: DocumentClient | undefined;
    for (let round = 0; round < 40; round++) {
      if (client === undefined || round % 6 === 0) {
        const { urls } = await talk.session();
        client = new DocumentClient(document, sender(talk), {
          variables: { capability: urls.origin.split('/').at(-1) as string },
        });
      }
      for (const operation of client.operations) {
        const tool = world.tools.get(operation.id)!.tool;
        const examples = (tool.examples ?? []).filter((each) => each.expect === 'ok' && each.before === undefined);
        const args = (round < examples.length ? examples[round]!.arguments : drawer.draw(tool)) as JsonObject;
        const of = (place: string): Record<string, string> =>
          Object.fromEntries(
            operation.parameters
              .filter((each) => each.in === place && each.name in args)
              .map((each) => [each.name, String(args[each.name])]),
          );
        const rest = Object.fromEntries(
          Object.entries(args).filter(([key]) => !operation.parameters.some((each) => each.name === key)),
        );
        const request: Request = {
          path: of('path'),
          query: of('query'),
          ...(operation.body === undefined ? {} : { body: rest }),
        };
        const { status } = await client.call(operation.id, request);
        expect(status).toBeLessThan(500);
        if (status < 300) succeeded.add(operation.id);
        const { status: other } = await client.call(operation.id, mutate(random, { ...request }));
        expect(other).toBeLessThan(500);
      }
    }
    expect(client!.operations.map((each) => each.id).filter((id) => !succeeded.has(id))).toEqual([]);
    world.close();
  });
});
