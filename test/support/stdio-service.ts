// node stdio-service.ts ENVIRONMENT: a service over stdio, for tests that record a service. It answers like an
// environment without rows, but makes its own ids and times.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { loadEnvironment } from '../../envs/folder/environment-folder.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import { asJson, type JsonObject } from '../../envs/values/json.ts';
import { World } from '../../envs/world/world.ts';

const environment = loadEnvironment(process.argv[2] ?? '');
const world = new World({ ...environment, clock: '2024-02-03T08:00:00Z', seed: [] }, { pool: 1 });
const store = new SessionStore();
const session = store.create({ id: 'service', world, seed: 77 });
const server = new Server({ name: 'service', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: environment.tools.map(({ name, description, parameters }) => ({
    name,
    description,
    inputSchema: parameters as { type: 'object' },
  })),
}));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
  const answer = store.call(session, {
    by: 'agent',
    name: params.name,
    arguments: asJson(params.arguments ?? {}) as JsonObject,
  });
  const text = answer.ok ? JSON.stringify(answer.result) : answer.error.message;
  return { content: [{ type: 'text', text }], isError: !answer.ok };
});
await server.connect(new StdioServerTransport());
