// Tests how domains are found among tool schemas: the same domains result from any order and at any time. Also tests
// which outputs can fill which arguments.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeRandom } from '../../../envs/random.ts';
import type { Dependency } from '../../../generator/domains/dependencies.ts';
import { domainsText } from '../../../generator/domains/domains-text.ts';
import { embedTools } from '../../../generator/domains/embeddings.ts';
import {
  DEFAULT_OPTIONS,
  findDomains,
  type DomainOptions,
  type FoundDomains,
} from '../../../generator/domains/find-domains.ts';
import { adjustedRandIndex } from '../../../bench/rand-index.ts';
import { poolFixtures, poolOf } from '../../support/pool.ts';

const dir = mkdtempSync(join(tmpdir(), 'callgym-domains-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function domainsOf(text: string, options: Partial<DomainOptions> = {}): Promise<FoundDomains> {
  const file = join(dir, 'pool.jsonl');
  writeFileSync(file, text);
  return findDomains(file, { ...DEFAULT_OPTIONS, ...options });
}

const fixtures = poolFixtures().text;

test('the domains of the fixtures agree with the files that they come from, with their groups ignored', async () => {
  const { file, tools } = await domainsOf(fixtures, { ignoreGroups: true });
  const sourceOf = new Map(
    fixtures
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const { name, source } = JSON.parse(line) as { name: string; source: string };
        return [name, source];
      }),
  );
  const labels = [
    ...file.domains.flatMap((domain, at) => domain.tools.map((name) => [name, String(at)] as const)),
    ...file.singletons.map((name) => [name, name] as const),
  ];
  expect(labels).toHaveLength(tools);
  expect(
    adjustedRandIndex(
      labels.map(([name]) => sourceOf.get(name) ?? ''),
      labels.map(([, label]) => label),
    ),
  ).toBeGreaterThan(0.8);
});

test('the order of the pool does not matter, nor does a second run', async () => {
  const first = await domainsOf(fixtures);
  const same = { path: 'p', sha256: 's' };
  for (const seed of [1, 2, 3]) {
    const shuffled = makeRandom(seed).shuffled(fixtures.trim().split('\n')).join('\n');
    const again = await domainsOf(`${shuffled}\n`);
    expect(domainsText({ ...again.file, pool: same })).toBe(domainsText({ ...first.file, pool: same }));
  }
  expect(domainsText((await domainsOf(fixtures)).file)).toBe(domainsText(first.file));
});

test('every tool is in one domain or alone; names are unique and legal', async () => {
  const { file, tools } = await domainsOf(fixtures);
  const all = [...file.domains.flatMap((domain) => domain.tools), ...file.singletons];
  expect(new Set(all).size).toBe(tools);
  expect(all).toHaveLength(tools);
  expect(new Set(file.domains.map(({ name }) => name)).size).toBe(file.domains.length);
  for (const { name, description } of file.domains) {
    expect(name).toMatch(/^[a-z0-9_]+$/);
    expect(description).toMatch(/^\S.* tools/);
    expect(description).not.toContain('\n');
  }
});

test('a sample is drawn by the seed', async () => {
  const names = async (seed: number): Promise<string[]> => {
    const { file } = await domainsOf(fixtures, { sample: 20, seed });
    return [...file.domains.flatMap((domain) => domain.tools), ...file.singletons].sort();
  };
  expect(await names(1)).toHaveLength(20);
  expect(await names(1)).toEqual(await names(1));
  expect(await names(2)).not.toEqual(await names(1));
});

test('a sweep changes nothing else', async () => {
  const plain = await domainsOf(fixtures);
  expect((await domainsOf(fixtures, { sweep: [0.02, 0.5] })).file).toEqual(plain.file);
});

test('a sweep shows fewer edges at higher thresholds', async () => {
  const { sweep } = await domainsOf(fixtures, { sweep: [0.1, 0.3, 0.6] });
  expect(sweep.map(({ threshold }) => threshold)).toEqual([0.1, 0.3, 0.6]);
  expect(sweep.map(({ edges }) => edges)).toEqual(sweep.map(({ edges }) => edges).toSorted((a, b) => b - a));
});

describe('groups of the source', () => {
  const text = { type: 'string' };
  const tool = (name: string, description: string, ...properties: string[]): object => ({
    name,
    description,
    parameters: { type: 'object', properties: Object.fromEntries(properties.map((each) => [each, text])) },
  });
  const boat = [
    tool('rent_boat', 'Rent a boat at the lake.', 'boat_id'),
    tool('return_boat', 'Bring a boat back.', 'boat_id'),
    tool('list_boats', 'List boats of the lake.'),
    tool('wash_boat', 'Wash a boat.', 'boat_id'),
  ];
  const ice = [
    tool('sell_cone', 'Sell a cone of ice cream.', 'flavour'),
    tool('list_flavours', 'List flavours of ice cream.'),
    tool('clean_machine', 'Clean the ice cream machine.', 'flavour'),
  ];

  test('are kept, and name the domain', async () => {
    const { text: pool } = poolOf({ 'x.json': [{ domain: 'Lake side', tools: [...boat, ...ice] }] });
    const { file } = await domainsOf(pool);
    expect(file.domains).toMatchObject([
      { name: 'lake_side', tools: [...boat, ...ice].map((each) => (each as { name: string }).name).sort() },
    ]);
  });

  test('that repeat their own names group nothing', async () => {
    const again = [
      tool('rent_boat', 'Hire a sailing yacht for a week on the ocean.', 'yacht'),
      tool('list_boats', 'Ferries with their timetable to all islands.', 'island'),
    ];
    const { text: pool } = poolOf({ 'x.json': [{ domain: 'everything', tools: [...boat, ...ice, ...again] }] });
    const { file } = await domainsOf(pool);
    expect(file.domains.map(({ name }) => name)).not.toContain('everything');
  });
});

describe('dependencies', () => {
  async function edgesOf(...tools: readonly object[]): Promise<readonly Dependency[]> {
    const { text } = poolOf({ 'x.json': [{ domain: 'd', tools }] });
    return (await domainsOf(text, { min: 1 })).file.dependencies;
  }
  const s = { type: 'string' };
  const object = (properties: object): object => ({ type: 'object', properties });
  const list = {
    name: 'list_orders',
    description: 'Orders.',
    parameters: object({ customer_id: s }),
    returns: object({ orders: { type: 'array', items: object({ id: s, customer_id: s, note: s }) } }),
  };
  const cancel = { name: 'cancel_order', description: 'Cancels.', parameters: object({ order_id: s }) };
  const customers = {
    name: 'find_customer',
    description: 'By mail.',
    parameters: object({ email: s }),
    returns: object({ customer_id: s, email: s }),
  };

  test('an id inside a list of orders is the order_id of another tool', async () => {
    expect(await edgesOf(list, cancel)).toContainEqual({
      from: { tool: 'list_orders', path: 'orders[].id' },
      to: { tool: 'cancel_order', argument: 'order_id' },
      reason: 'same entity key',
      strength: 0.95,
    });
  });

  test('what a tool was given is an echo, and weak', async () => {
    const lookup = { name: 'get_customer', description: 'One.', parameters: object({ customer_id: s }) };
    const edges = await edgesOf(list, customers, lookup);
    const strength = (from: string): number =>
      edges.find((each) => each.from.tool === from && each.to.tool === 'get_customer')?.strength ?? 0;
    expect(strength('find_customer')).toBeGreaterThanOrEqual(0.9);
    expect(strength('list_orders')).toBeLessThan(0.5);
  });

  test('the key of what is about to be made is chosen, not found', async () => {
    const create = { name: 'create_order', description: 'New.', parameters: object({ order_id: s, customer_id: s }) };
    const edges = await edgesOf(list, customers, create);
    for (const { to, strength } of edges) if (to.argument === 'order_id') expect(strength).toBeLessThan(0.5);
    expect(edges).toContainEqual(
      expect.objectContaining({
        from: { tool: 'find_customer', path: 'customer_id' },
        to: { tool: 'create_order', argument: 'customer_id' },
      }),
    );
  });

  test.each(['id', 'status', 'limit', 'page', 'message', 'api_key', 'request_id', 'name'])(
    '%s alone links nothing',
    async (name) => {
      expect(
        await edgesOf(
          { name: 'get_report', description: 'A.', parameters: object({}), returns: object({ [name]: s }) },
          { name: 'paint_wall', description: 'B.', parameters: object({ [name]: s }) },
        ),
      ).toEqual([]);
    },
  );

  test('values that are a closed list of both', async () => {
    const status = { type: 'string', enum: ['open', 'closed'] };
    const edges = await edgesOf(
      { name: 'get_ticket', description: 'A.', parameters: object({}), returns: object({ state_now: status }) },
      { name: 'move_ticket', description: 'B.', parameters: object({ wanted: status }) },
    );
    expect(edges).toMatchObject([
      { from: { path: 'state_now' }, to: { argument: 'wanted' }, reason: 'enumerated values' },
    ]);
  });

  test('the id in the path of a document is that of its resource', async () => {
    const response = (schema: object): object => ({
      200: { description: '', content: { 'application/json': { schema } } },
    });
    const { text } = poolOf({
      'x.json': {
        openapi: '3.0.0',
        info: { title: 'Kennel' },
        paths: {
          '/dogs': {
            get: { operationId: 'listAll', responses: response({ type: 'array', items: object({ id: s, name: s }) }) },
          },
          '/dogs/{id}/walks': {
            post: {
              operationId: 'walk',
              parameters: [{ name: 'id', in: 'path', required: true, schema: s }],
              responses: {},
            },
          },
        },
      },
    });
    expect((await domainsOf(text, { min: 1 })).file.dependencies).toContainEqual(
      expect.objectContaining({
        from: { tool: 'listAll', path: '[].id' },
        to: { tool: 'walk', argument: 'id' },
        reason: 'same entity key',
      }),
    );
  });
});

describe('embeddings from an endpoint', () => {
  /** Starts a server whose embeddings count letters, because texts about the same subject contain similar letters. */
  function serve(asked: string[][]): Promise<Server> {
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { input } = JSON.parse(Buffer.concat(parts).toString()) as { input: string[] };
        asked.push(input);
        const data = input.map((text, index) => ({
          index,
          embedding: Array.from(
            { length: 26 },
            (_none, letter) => [...text].filter((each) => each.toLowerCase().charCodeAt(0) - 97 === letter).length,
          ),
        }));
        // the server gives the answers in the reverse order of the questions
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: data.toReversed() }));
      });
    });
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
  }

  test('are asked for once, kept, and take the place of the built-in vectors', async () => {
    const asked: string[][] = [];
    const server = await serve(asked);
    const cache = join(dir, 'e.jsonl');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const embed: DomainOptions['embed'] = (tools) =>
      embedTools(tools, 'letters', { baseUrl, apiKey: 'k' }, cache, () => undefined);
    const first = await domainsOf(fixtures, { embed, threshold: 0.8, ignoreGroups: true });
    expect(asked.flat()).toHaveLength(first.tools);
    expect(first.edges).toBeGreaterThan(0);
    const lines = readFileSync(cache, 'utf8');
    // leaves an incomplete line, as a stopped run does
    writeFileSync(cache, lines.slice(0, -40));
    const second = await domainsOf(fixtures, { embed, threshold: 0.8, ignoreGroups: true });
    expect(asked.flat()).toHaveLength(first.tools + 1);
    expect(second.file).toEqual(first.file);
    await new Promise((resolve) => server.close(resolve));
    const third = await domainsOf(fixtures, { embed, threshold: 0.8, ignoreGroups: true });
    expect(third.file).toEqual(first.file);
  });

  test('an endpoint that refuses gives one clear line', async () => {
    const server = createServer((_request, response) =>
      response.writeHead(401).end('{"error": {"message": "no key"}}'),
    );
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const cache = join(dir, 'refused.jsonl');
    await expect(
      domainsOf(fixtures, {
        embed: (tools) => embedTools(tools, 'm', { baseUrl, apiKey: 'k' }, cache, () => undefined),
      }),
    ).rejects.toThrow(/gave no embeddings of m.*401/);
    expect(existsSync(cache)).toBe(false);
    server.close();
  });
});
