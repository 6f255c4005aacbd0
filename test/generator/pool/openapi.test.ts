// Tests OpenAPI 3 and Swagger 2: all arguments become one object that can be mapped back, references are followed, and
// recursion ends.
import { describe, expect, test } from 'vitest';
import { byName, poolFixtures, poolOf } from '../../support/pool.ts';

const document = (paths: object, components: object = {}): object => ({
  openapi: '3.0.3',
  info: { title: 'T', version: '1' },
  paths,
  components,
});

describe('one argument object, its mapping beside', () => {
  const society = poolFixtures('allotments.openapi.yaml');

  test('path, query, header and body', () => {
    expect(byName(society, 'listPlots')).toMatchObject({
      group: 'Allotment society',
      http: {
        method: 'GET',
        path: '/plots',
        in: { X_Society: 'header', free: 'query', limit: 'query' },
        names: { X_Society: 'X-Society' },
      },
      parameters: { required: ['X_Society'], properties: { limit: { default: 20, maximum: 100 } } },
    });
    expect(byName(society, 'rentPlot')).toMatchObject({
      http: {
        method: 'POST',
        path: '/plots/{plotId}/rentals',
        in: { plotId: 'path', gardener: 'body', from: 'body' },
        status: 201,
      },
      parameters: { required: ['plotId', 'gardener', 'from'] },
    });
  });

  test('a body that has a name of the path keeps both', () => {
    expect(byName(society, 'updatePlot').http).toMatchObject({
      in: { plotId: 'path', body_plotId: 'body', crop: 'body', bees: 'body' },
      names: { body_plotId: 'plotId' },
      errors: { NOT_FOUND: 404, CONFLICT: 409 },
    });
    // only the arguments that every alternative requires are required
    expect(byName(society, 'updatePlot').parameters['required']).toEqual(['plotId', 'crop']);
  });

  test('what only the server sets is no argument; it is a result', () => {
    expect(byName(society, 'rentPlot').parameters).not.toHaveProperty('properties.rentalId');
    expect(byName(society, 'rentPlot').returns).toMatchObject({
      properties: { rentalId: { type: 'string' }, plotId: {}, gardener: {} },
    });
  });

  test('what a request needs is an argument, also where it is marked as read-only', () => {
    const readOnly = { type: 'string', readOnly: true };
    const json = (schema: object) => ({ content: { 'application/json': { schema } } });
    const sent = {
      Payment: { type: 'object', required: ['amount'], properties: { amount: readOnly, note: { type: 'string' } } },
      Address: { type: 'object', properties: { city: readOnly, line: readOnly } },
      Order: { type: 'object', required: ['id'], properties: { id: readOnly, title: { type: 'string' } } },
      Patch: { type: 'object', properties: { made: readOnly, title: { type: 'string' } } },
    };
    const post = (name: string, answer: object) => ({
      post: {
        operationId: `make_${name}`,
        requestBody: json({ $ref: `#/components/schemas/${name}` }),
        responses: { 201: { description: '', ...answer } },
      },
    });
    const answerOf = (name: string) => (name === 'Order' ? json({ $ref: '#/components/schemas/Order' }) : {});
    const paths = Object.keys(sent).map((name) => [`/${name}`, post(name, answerOf(name))]);
    const pool = poolOf({ 'a.json': document(Object.fromEntries(paths), { schemas: sent }) });
    const sentBy = (name: string) => Object.keys(byName(pool, `make_${name}`).parameters['properties'] as object);
    expect(sentBy('Payment')).toEqual(['amount', 'note']);
    expect(sentBy('Address')).toEqual(['city', 'line']);
    // the schema is also that of an answer, or no read-only property is required, so read-only properties are left out
    expect(sentBy('Order')).toEqual(['title']);
    expect(sentBy('Patch')).toEqual(['title']);
  });

  test('references into other files; a schema of itself ends', () => {
    const { returns } = byName(society, 'getPlot');
    expect(returns).toMatchObject({
      properties: {
        crop: { type: ['string', 'null'] },
        neighbours: { items: { properties: { plotId: { type: 'string' } } } },
      },
    });
    expect(JSON.stringify(returns).length).toBeLessThan(10_000);
  });

  test('Swagger 2: body and form parameters, definitions', () => {
    const bakery = poolFixtures('bakery.swagger.json');
    expect(byName(bakery, 'createOrder')).toMatchObject({
      http: {
        in: { customer: 'body', loafId: 'body', quantity: 'body' },
        status: 201,
        errors: { INVALID_ARGUMENT: 422 },
      },
    });
    expect(byName(bakery, 'setNote').http).toMatchObject({
      consumes: ['application/x-www-form-urlencoded'],
      in: { orderId: 'path', note: 'body' },
    });
    expect(byName(bakery, 'listOrders').returns).toMatchObject({
      type: 'array',
      items: { properties: { status: { enum: ['open', 'baked', 'fetched', 'cancelled'] } } },
    });
  });
});

test('operations without an id are named by their place', () => {
  const { tools } = poolOf({
    'x.json': document({ '/pets/{petId}/toys': { get: { responses: {} }, post: { responses: {} } } }),
  });
  expect(tools.map(({ name }) => name)).toEqual(['get_pets_by_petId_toys', 'post_pets_by_petId_toys']);
});

test('a parameter of the path that nobody declared is one', () => {
  const { tools } = poolOf({ 'x.json': document({ '/a/{id}': { get: { responses: {} } } }) });
  expect(tools).toMatchObject([
    { parameters: { properties: { id: { type: 'string' } }, required: ['id'] }, http: { in: { id: 'path' } } },
  ]);
});

test('a parameter without a name is left out', () => {
  const parameters = [
    { in: 'query', name: '', schema: { type: 'string' } },
    { in: 'query' },
    { in: 'query', name: 'q' },
  ];
  const { tools } = poolOf({ 'x.json': document({ '/a': { get: { parameters, responses: {} } } }) });
  expect(Object.keys(tools[0]?.parameters['properties'] as object)).toEqual(['q']);
  expect(tools[0]?.http).toMatchObject({ in: { q: 'query' } });
  expect(tools[0]?.http).not.toHaveProperty('names');
});

test('mutually recursive schemas and wide ones stay small', () => {
  const wide = Object.fromEntries(
    Array.from({ length: 40 }, (_none, at) => [`p${at}`, { $ref: '#/components/schemas/B' }]),
  );
  const { tools, text } = poolOf({
    'x.json': document(
      {
        '/a': {
          get: {
            operationId: 'a',
            responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } } },
          },
        },
      },
      {
        schemas: {
          A: { type: 'object', properties: { ...wide, b: { $ref: '#/components/schemas/B' } } },
          B: { type: 'object', properties: { ...wide, a: { $ref: '#/components/schemas/A' } } },
        },
      },
    ),
  });
  expect(tools).toHaveLength(1);
  expect(text.length).toBeLessThan(200_000);
});

test.each([
  '../secret.json#/a',
  '/etc/passwd',
  'https://example.com/x.json#/a',
  '%2e%2e/secret.json#/a',
  '#/nowhere',
  '#',
])('a reference to %s leads nowhere', ($ref) => {
  const { tools } = poolOf(
    {
      'secret.json': { a: { type: 'object', properties: { secret: { type: 'string' } } } },
      'in/x.json': document({
        '/a': {
          post: {
            operationId: 'a',
            requestBody: { content: { 'application/json': { schema: { $ref } } } },
            responses: {},
          },
        },
      }),
    },
    ['in'],
  );
  expect(tools).toHaveLength(1);
  expect(JSON.stringify(tools)).not.toContain('secret');
});

test('one operation that cannot be read does not stop the others', () => {
  const { report, told } = poolOf({
    'x.json': document({ '/a': { get: 7, post: { operationId: 'b', responses: {} } } }),
  });
  expect(report).toMatchObject({ tools: 1, rejected_total: 1 });
  expect(told).toMatchObject([{ kind: 'rejected', name: 'GET /a' }]);
});
