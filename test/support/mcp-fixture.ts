// The environment that MCP's conformance suite calls. Its tools have the names that the suite expects.
import type { Environment } from '../../envs/values/environment.ts';
import { tool } from './shop.ts';

const ADDRESS = {
  type: 'object',
  properties: { street: { type: 'string' }, city: { type: 'string' } },
} as const;

export const MCP_FIXTURE: Environment = {
  format: 1,
  name: 'mcp-fixture',
  title: 'MCP fixture',
  description: 'The tools of the conformance suite.',
  origin: 'test',
  clock: '2031-05-01T09:00:00Z',
  columns: {},
  documents: {},
  arguments: 'strict',
  schema: 'CREATE TABLE answers (name TEXT PRIMARY KEY, answer TEXT NOT NULL) STRICT;',
  tools: [
    tool('test_simple_text', {}, 'read', [
      { return: "SELECT answer FROM answers WHERE name = 'simple'", shape: 'value' },
    ]),
    tool('test_error_handling', {}, 'read', [{ fail: ['CONFLICT', 'This tool intentionally returns an error.'] }]),
    {
      ...tool('json_schema_2020_12_tool', {}, 'read', [
        { return: "SELECT answer FROM answers WHERE name = 'schema'", shape: 'value' },
      ]),
      parameters: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: { address: ADDRESS },
        properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
        additionalProperties: false,
      },
    },
  ],
  seed: [
    { table: 'answers', row: { name: 'simple', answer: 'This is a simple text response for testing.' } },
    { table: 'answers', row: { name: 'schema', answer: 'Both are fine.' } },
  ],
  policy: 'None.',
  rules: [],
};
